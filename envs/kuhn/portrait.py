"""How a strategy of Kuhn poker is shown: who bets, and answers a bet, with which card."""

from typing import Final

from hoodwink.envs.core.portrait import Deed, Portrayal, Tag
from hoodwink.envs.core.state import View
from hoodwink.envs.kuhn.rules import BET
from hoodwink.envs.kuhn.text import SEAT_NAMES

RANKS: Final = {3: "J Q K", 4: "J Q K A", 5: "10 J Q K A"}  # by the number of cards
FOLDS: Final = Deed(0, "folds", "quiet")
PASSES: Final = Deed(0, "passes", "quiet")
CALLS: Final = Deed(1, "calls", "open")
BETS: Final = Deed(1, "bets", "bluff")


def situation(s: View, t: View, p: int) -> tuple[Tag, Tag]:
    """Return whether somebody has bet, and the card in hand."""
    facing = s.bettor >= 0
    scene = f"{SEAT_NAMES[p]}, {'facing a bet' if facing else 'no bet so far'}"
    card = int(s.card[p])
    names = RANKS[int(t.n_seats) + 1].split()
    return Tag(2 * p + facing, scene), Tag(card, f"with {names[card]}")


def deed(s: View, t: View, p: int, a: int) -> Deed:
    """Return what an action is: a pass after a bet is a fold, a bet after a bet a call."""
    if s.bettor >= 0:
        return CALLS if a == BET else FOLDS
    return BETS if a == BET else PASSES


PORTRAYAL: Final = Portrayal(situation, deed)
