"""Worlds that a seat of Rumini cannot tell from the true one, each as likely as it may believe.

Mission cards: all ways to deal them that fit what the seat saw are equally likely. Tools: every
card that cannot be located is equally likely in every place where it may be, which is drawn by
dealing until a deal fits and, where few do, by counting those that fit. Both give the same odds.
The true cards of others are never read: no draw can fall back on them.
"""

from math import comb
from typing import Any

import numpy as np

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import advance, below
from hoodwink.envs.core.state import silence
from hoodwink.envs.rumini.decks import tools_at_bottom
from hoodwink.envs.rumini.knowledge import (
    N_ORDERS,
    ORDERS,
    fits,
    unknown_in_hand,
    unlocated,
)
from hoodwink.envs.rumini.state import (
    MOST_TOOLS,
    N_TOOLS,
    NONE,
    OMITTED,
    SEATS,
    Event,
    Phase,
)
from hoodwink.envs.rumini.table import Kind

TRIES = 20  # deals, before those that fit are counted
BITS = 8  # of a count where some are packed into one number: of a kind, of a seat
FULL = (1 << BITS) - 1
FREE = N_TOOLS - 1  # kinds; the last follows from the size of a hand
CHOOSE = np.array(
    [[comb(n, k) for k in range(MOST_TOOLS + 1)] for n in range(MOST_TOOLS + 1)], np.int64
)

# -- mission cards --------------------------------------------------------------------------------


@rule
def agrees(s: Any, t: Any, p: int, o: int) -> bool:
    """Return whether seat `p` may believe order `o`, also while the coast guard tows (G36)."""
    if not fits(s, t, p, o):
        return False
    if s.phase == Phase.ANCHOR:
        letter = int(t.kind[s.at[s.turn]]) - Kind.BLUE_N
        if letter == s.letter:
            return bool(OMITTED[ORDERS[o, s.turn]] != letter)
    return True


@rule
def draw_missions(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the others mission cards that seat `p` may believe they have."""
    n = 0
    for o in range(N_ORDERS):
        n += 1 if agrees(s, t, p, o) else 0
    left = below(rng, n)
    chosen = NONE
    for o in range(N_ORDERS):
        if agrees(s, t, p, o):
            if left == 0:
                chosen = o
            left -= 1
    for q in range(s.n_seats):
        if s.mission[q] != NONE:
            s.mission[q] = ORDERS[chosen, q]


# -- tools, dealt until they fit ------------------------------------------------------------------


@rule
def draw_tools(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the others tools that seat `p` may believe they have."""
    counts = 0  # of unknown tools, packed by seat: what is known is forgotten below
    for q in range(s.n_seats):
        if q != p:
            counts |= unknown_in_hand(s, q) << (BITS * q)
    left = 0  # cards that cannot be located, packed by kind
    for k in range(N_TOOLS):
        left |= unlocated(s, t, p, k) << (BITS * k)
    for _ in range(TRIES):
        if spread_tools(s, p, counts, left, rng) and is_possible(s, t, p):
            return
    deals = count_deals(s, p, counts, left, -1)
    count_deals(s, p, counts, left, below_many(rng, deals))


@rule
def spread_tools(s: Any, p: int, counts: int, left: int, rng: Any) -> bool:
    """Fill the unknown places in hands; kinds that are gone from the deck all go there."""
    free = 0
    for q in range(s.n_seats):
        if q != p:
            free += (counts >> (BITS * q)) & FULL
            for k in range(N_TOOLS):
                s.tools[q, k] = s.known_tools[q, k]
    for k in range(N_TOOLS):
        if s.gone[k]:
            for _ in range((left >> (BITS * k)) & FULL):
                if free == 0:
                    return False
                counts = take_place(s, counts, int(below(rng, free)), k)
                free -= 1
    for k in range(N_TOOLS):
        if s.gone[k]:
            left &= ~(FULL << (BITS * k))
    while free > 0:
        k = pick_kind(left, rng)
        if k == NONE:
            return False
        left -= 1 << (BITS * k)
        counts = take_place(s, counts, 0, k)
        free -= 1
    return True


@rule
def pick_kind(left: int, rng: Any) -> int:
    """Return the kind of a card drawn from those left, NONE if there are none."""
    total = 0
    for k in range(N_TOOLS):
        total += (left >> (BITS * k)) & FULL
    if total == 0:
        return NONE
    i = below(rng, total)
    for k in range(N_TOOLS):
        i -= (left >> (BITS * k)) & FULL
        if i < 0:
            return k
    return NONE


@rule
def take_place(s: Any, counts: int, place: int, k: int) -> int:
    """Put a tool into the free place with this number; return the places that are left."""
    for q in range(SEATS):
        here = (counts >> (BITS * q)) & FULL
        if place < here:
            s.tools[q, k] += 1
            return counts - (1 << (BITS * q))
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


# -- tools, by counting the deals that fit ---------------------------------------------------------


@rule
def below_many(rng: Any, n: int) -> int:
    """Return a uniform integer in 0..n-1, n < 2**48 (the bias is under n / 2**63)."""
    return int(np.int64(advance(rng) >> np.uint64(1))) % n


@rule
def hand_of(code: int, n: int) -> int:
    """Return the hand of `n` tools with this number, packed by kind; NONE if there is none."""
    left = n
    hand = 0
    for k in range(FREE):
        h = code % (n + 1)
        code //= n + 1
        hand |= h << (BITS * k)
        left -= h
    return hand | left << (BITS * FREE) if left >= 0 else NONE


@rule
def ways_to_deal(s: Any, q: int, n: int, hand: int, left: int) -> int:
    """Return in how many orders a hand can lie in the places of seat `q`; 0 if it may not be."""
    ways = 1
    places = n
    for k in range(N_TOOLS):
        h = (hand >> (BITS * k)) & FULL
        if h > (left >> (BITS * k)) & FULL or n - h < s.least[q, k]:
            return 0
        ways *= int(CHOOSE[places, h])
        places -= h
    return ways


@rule
def ways_of_deck(s: Any, left: int) -> int:
    """Return in how many orders the tools left can lie in the deck; 0 if they may not be there."""
    ways = 1
    places = 0
    for k in range(N_TOOLS):
        n = (left >> (BITS * k)) & FULL
        if n > 0 and s.gone[k]:
            return 0
        places += n
        ways *= int(CHOOSE[places, n])
    if s.phase == Phase.CHANCE and s.event == Event.SEARCH:
        wanted = int(s.asked)
        if (left >> (BITS * wanted)) & FULL == 0 and tools_at_bottom(s, wanted) == 0:
            return 0
    return ways


@rule
def count_deals(s: Any, p: int, counts: int, left: int, chosen: int) -> int:
    """Return how many deals of the tools left fit what `p` saw; deal the one that is chosen."""
    seat = (p + 1) % SEATS
    second = (p + 2) % SEATS
    third = (p + 3) % SEATS
    n = (counts >> (BITS * seat)) & FULL
    n_second = (counts >> (BITS * second)) & FULL
    n_third = (counts >> (BITS * third)) & FULL
    deals = 0
    for i in range((n + 1) ** FREE):
        a = hand_of(i, n)
        in_a = ways_to_deal(s, seat, n, a, left) if a != NONE else 0
        for j in range((n_second + 1) ** FREE if in_a > 0 else 0):
            b = hand_of(j, n_second)
            in_b = ways_to_deal(s, second, n_second, b, left - a) if b != NONE else 0
            for m in range((n_third + 1) ** FREE if in_b > 0 else 0):
                c = hand_of(m, n_third)
                in_c = 0
                if c != NONE:
                    in_c = ways_to_deal(s, third, n_third, c, left - a - b)
                if in_c > 0:
                    deals += in_a * in_b * in_c * ways_of_deck(s, left - a - b - c)
                if 0 <= chosen < deals:
                    give_hand(s, seat, a)
                    give_hand(s, second, b)
                    give_hand(s, third, c)
                    return deals
    return deals


@rule
def give_hand(s: Any, q: int, hand: int) -> None:
    """Give seat `q` the tools that all know and these, packed by kind."""
    for k in range(N_TOOLS):
        s.tools[q, k] = s.known_tools[q, k] + ((hand >> (BITS * k)) & FULL)


# -- both -----------------------------------------------------------------------------------------


@rule
def resample(s: Any, t: Any, p: int, rng: Any) -> None:
    """Turn `s` into another world that seat `p` cannot tell from it."""
    if not t.open_hands:
        draw_missions(s, t, p, rng)
        draw_tools(s, t, p, rng)
    for q in range(s.n_seats):
        if q != p:
            silence(s, q)
