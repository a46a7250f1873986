"""A rule bot for Kuhn poker: bets the best card, bluffs with the worst, calls with good ones."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below
from hoodwink.envs.kuhn.observe import CARD_AT, MOVES_AT
from hoodwink.envs.kuhn.rules import BET, N_ACTIONS, PASS
from hoodwink.envs.kuhn.state import MOVES

BLUFFS = 4  # one in so many with the worst card


@rule
def own_card(observation: Any, t: Any) -> int:
    """Return the card in hand."""
    for c in range(t.n_seats + 1):
        if observation[CARD_AT + c]:
            return c
    return 0


@rule
def is_bet_open(observation: Any) -> bool:
    """Return whether somebody has bet."""
    for i in range(MOVES):
        if observation[MOVES_AT + N_ACTIONS * i + BET]:
            return True
    return False


@rule
def bot(observation: Any, mask: Any, t: Any, memory: Any, rng: Any) -> int:
    """Return what to do with the card in hand."""
    card = own_card(observation, t)
    if card == t.n_seats:
        return BET
    if is_bet_open(observation):
        return BET if 2 * card >= t.n_seats and below(rng, 2) == 0 else PASS
    return BET if card == 0 and below(rng, BLUFFS) == 0 else PASS
