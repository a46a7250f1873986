"""What a seat can tell of the cards of others, and worlds drawn from it (G4, G51).

Of mission cards all that can be known is which letters they may lack: cards are all different, one
who gets no token has shown the card, a token shows that its letter is on it. Of tools all know the
same but for the own hand: `known_tools`, `least` and `gone` in the state say what may be.
"""

from itertools import permutations
from typing import Any

import numpy as np

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below
from hoodwink.envs.core.state import silence
from hoodwink.envs.rumini.decks import tools_at_bottom
from hoodwink.envs.rumini.state import (
    N_CARDS,
    N_LETTERS,
    N_TOOLS,
    NONE,
    OMITTED,
    SEATS,
    Event,
    Phase,
)
from hoodwink.envs.rumini.turn import tool_count

ORDERS = np.array(list(permutations(range(N_CARDS))), np.int16)  # cards over the slots
N_ORDERS = len(ORDERS)
TRIES = 200  # worlds drawn until one fits; the last is taken in any case

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


@rule
def draw_missions(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the others mission cards that seat `p` may believe they have."""
    n = 0
    for o in range(N_ORDERS):
        n += 1 if fits(s, t, p, o) else 0
    left = below(rng, n)
    for o in range(N_ORDERS):
        if fits(s, t, p, o):
            if left == 0:
                for q in range(s.n_seats):
                    if s.mission[q] != NONE:
                        s.mission[q] = ORDERS[o, q]
                return
            left -= 1


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


@rule
def draw_tools(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the others tools that seat `p` may believe they have.

    Every card that cannot be located is equally likely in every place where it may be.
    """
    counts = 0  # of unknown tools, a byte a seat: what is known is forgotten below
    for q in range(s.n_seats):
        if q != p:
            counts |= unknown_in_hand(s, q) << (8 * q)
    left = 0  # cards that cannot be located, a byte a kind
    for k in range(N_TOOLS):
        left |= unlocated(s, t, p, k) << (8 * k)
    for _ in range(TRIES):
        if spread_tools(s, p, counts, left, rng) and is_possible(s, t, p):
            return


@rule
def spread_tools(s: Any, p: int, counts: int, left: int, rng: Any) -> bool:
    """Fill the unknown places in hands; kinds that are gone from the deck all go there."""
    free = 0
    for q in range(s.n_seats):
        if q != p:
            free += (counts >> (8 * q)) & 255
            for k in range(N_TOOLS):
                s.tools[q, k] = s.known_tools[q, k]
    for k in range(N_TOOLS):
        if s.gone[k]:
            for _ in range((left >> (8 * k)) & 255):
                if free == 0:
                    return False
                counts = take_place(s, counts, int(below(rng, free)), k)
                free -= 1
    for k in range(N_TOOLS):
        if s.gone[k]:
            left &= ~(255 << (8 * k))
    while free > 0:
        k = pick_kind(left, rng)
        if k == NONE:
            return False
        left -= 1 << (8 * k)
        counts = take_place(s, counts, 0, k)
        free -= 1
    return True


@rule
def pick_kind(left: int, rng: Any) -> int:
    """Return the kind of a card drawn from those left, NONE if there are none."""
    total = 0
    for k in range(N_TOOLS):
        total += (left >> (8 * k)) & 255
    if total == 0:
        return NONE
    i = below(rng, total)
    for k in range(N_TOOLS):
        i -= (left >> (8 * k)) & 255
        if i < 0:
            return k
    return NONE


@rule
def take_place(s: Any, counts: int, place: int, k: int) -> int:
    """Put a tool into the free place with this number; return the places that are left."""
    for q in range(SEATS):
        here = (counts >> (8 * q)) & 255
        if place < here:
            s.tools[q, k] += 1
            return counts - (1 << (8 * q))
        place -= here
    return counts


@rule
def is_possible(s: Any, t: Any, p: int) -> bool:
    """Return whether hands and deck agree with what all were shown."""
    for q in range(s.n_seats):
        if q != p:
            n = unknown_in_hand(s, q)
            for k in range(N_TOOLS):
                if n - (s.tools[q, k] - s.known_tools[q, k]) < s.least[q, k]:
                    return False
    if s.phase == Phase.CHANCE and s.event == Event.SEARCH:
        wanted = int(s.asked)
        n = int(t.tools[wanted])
        for q in range(s.n_seats):
            n -= s.tools[q, wanted]
        return n > 0
    return True


@rule
def resample(s: Any, t: Any, p: int, rng: Any) -> None:
    """Turn `s` into another world that seat `p` cannot tell from it."""
    if not t.open_hands:
        draw_missions(s, t, p, rng)
        draw_tools(s, t, p, rng)
    for q in range(s.n_seats):
        if q != p:
            silence(s, q)


assert N_LETTERS == N_CARDS
