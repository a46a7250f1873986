"""Other worlds: hands that a seat cannot tell from the true ones."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below
from hoodwink.envs.core.state import silence
from hoodwink.envs.wongamania.opps import answer
from hoodwink.envs.wongamania.state import N_CARDS, Phase


@rule
def resample(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the other hands anew from all that seat `p` has not seen (G46).

    Whoever is asked in a window holds what can be played in it. The others forget what they were
    told.
    """
    for q in range(s.n_seats):
        if q != p:
            silence(s, q)
            for c in range(N_CARDS):
                s.unseen[c] += s.hand[q, c]
                s.hand[q, c] = 0
    asked = -1
    if s.phase == Phase.WINDOW and s.to_move != p:
        asked = s.to_move
        take_unseen(s, asked, answer(s))
    for q in range(s.n_seats):
        if q != p:
            for _ in range(s.held[q] - (1 if q == asked else 0)):
                take_unseen(s, q, draw_unseen(s, rng))


@rule
def take_unseen(s: Any, q: int, c: int) -> None:
    """Put an unseen card into the hand of seat `q`."""
    s.unseen[c] -= 1
    s.hand[q, c] += 1


@rule
def draw_unseen(s: Any, rng: Any) -> int:
    """Return a card drawn from all that is unseen, by its number of copies."""
    total = 0
    for c in range(N_CARDS):
        total += s.unseen[c]
    left = below(rng, total)
    for c in range(N_CARDS):
        left -= s.unseen[c]
        if left < 0:
            return c
    return 0
