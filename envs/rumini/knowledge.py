"""What a seat can tell of the cards of others (G4, G51); worlds.py draws worlds from it.

Of mission cards all that can be known is which letters they may lack: cards are all different, one
who gets no token has shown the card, a token shows that its letter is on it. Of tools all know the
same but for the own hand: `known_tools`, `least` and `gone` in the state say what may be.
"""

from itertools import permutations
from typing import Any

import numpy as np

from hoodwink.envs.core.jit import rule
from hoodwink.envs.rumini.decks import tools_at_bottom
from hoodwink.envs.rumini.state import (
    N_CARDS,
    N_LETTERS,
    N_TOOLS,
    NONE,
    OMITTED,
)
from hoodwink.envs.rumini.turn import tool_count

ORDERS = np.array(list(permutations(range(N_CARDS))), np.int16)  # cards over the slots
N_ORDERS = len(ORDERS)

# -- mission cards --------------------------------------------------------------------------------


@rule
def may_hold(s: Any, t: Any, p: int, q: int, c: int) -> bool:
    """Return whether the card of seat `q` may be `c` by what `p` saw of `q` alone."""
    if p == q or s.no_token[q] or t.open_hands:
        return bool(s.mission[q] == c)
    return bool(t.cards[c] and not (s.tokens[q] >> OMITTED[c]) & 1)


@rule
def fits(s: Any, t: Any, p: int, o: int) -> bool:
    """Return whether seat `p` may believe that the cards lie as in order `o`."""
    for q in range(s.n_seats):
        if s.mission[q] != NONE and not may_hold(s, t, p, q, int(ORDERS[o, q])):
            return False
    return True


@rule
def see_missing(s: Any, t: Any, p: int, may: Any) -> None:
    """Write into may[q] (zeros) the letters, as bits, that the card of seat `q` may lack."""
    for o in range(N_ORDERS):
        if fits(s, t, p, o):
            for q in range(s.n_seats):
                may[q] |= 1 << int(OMITTED[ORDERS[o, q]])


# -- tools ----------------------------------------------------------------------------------------


@rule
def unlocated(s: Any, t: Any, p: int, k: int) -> int:
    """Return how many tools of a kind seat `p` cannot locate: unseen in the deck or in hands."""
    n = int(t.tools[k]) - tools_at_bottom(s, k)
    for q in range(s.n_seats):
        n -= int(s.tools[q, k] if q == p else s.known_tools[q, k])
    return n


@rule
def unknown_in_hand(s: Any, q: int) -> int:
    """Return how many tools of seat `q` its opponents do not know."""
    n = tool_count(s, q)
    for k in range(N_TOOLS):
        n -= s.known_tools[q, k]
    return int(n)


assert N_LETTERS == N_CARDS
