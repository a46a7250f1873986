"""What seats rightly know of the Contents Cards: the records of G75 and the exact memory.

A record is the card last seen and how often it may have changed hands since. The memory of a seat
is a weight for each of the 24 orders in which the four cards can lie in the four slots: seeing
filters them, an exchange permutes them, another's gesture adds the swapped order (neutral prior:
real or feigned with equal chance). Weights are integers without a common factor of two, exact until
the largest passes `LARGEST`; then they are halved and rounded up, so that no possible order is ever
lost.
"""

from itertools import permutations
from typing import Any

import numpy as np

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.state import (
    MOST_TOUCHED,
    N_CARDS,
    N_ORDERS,
    NONE,
    SEATS,
    Card,
)

LOOT = int(Card.LOOT)
LARGEST = 1 << 26
ORDERS = np.array(list(permutations(range(N_CARDS))), dtype=np.int16)  # (order, slot) -> card
INDEX = {tuple(order): o for o, order in enumerate(ORDERS.tolist())}


def _swap_table() -> Any:
    table = np.zeros((N_ORDERS, SEATS, SEATS), np.int16)
    for o, order in enumerate(ORDERS.tolist()):
        for a in range(SEATS):
            for b in range(SEATS):
                other = list(order)
                other[a], other[b] = other[b], other[a]
                table[o, a, b] = INDEX[tuple(other)]
    return table


SWAPPED = _swap_table()  # (order, slot, slot) -> order


# -- memory ---------------------------------------------------------------------------------------


@rule
def is_dealt_order(s: Any, o: int) -> bool:
    """Return whether order `o` could be dealt: gone cards at out seats, the Loot at another seat.

    Out seats hold the gone cards in ascending order, and so do the slots of what was not dealt: one
    order stands for all that nobody can tell apart.
    """
    last_out = NONE
    last_undealt = NONE
    for h in range(SEATS):
        c = ORDERS[o, h]
        if h >= s.n_seats:
            if c == Card.LOOT or s.gone[c] or c < last_undealt:
                return False
            last_undealt = c
        elif s.out[h]:
            if not s.gone[c] or c < last_out:
                return False
            last_out = c
        elif s.gone[c]:
            return False
    return True


@rule
def fresh_belief(s: Any, p: int) -> None:
    """Let seat `p` hold possible whatever its certain records and the open cards do not exclude."""
    for o in range(N_ORDERS):
        possible = is_dealt_order(s, o)
        for h in range(s.n_seats):
            if s.known[p, h] != NONE and s.touched[p, h] == 0 and s.known[p, h] != ORDERS[o, h]:
                possible = False
        s.belief[p, o] = 1 if possible else 0


@rule
def believe_swapped(s: Any, p: int, a: int, b: int) -> None:
    """Let seat `p` know that the cards of slots `a` and `b` changed places."""
    row = s.belief[p]
    for o in range(N_ORDERS):
        other = SWAPPED[o, a, b]
        if o < other:
            kept = row[o]
            row[o] = row[other]
            row[other] = kept


@rule
def believe_gesture(s: Any, p: int, a: int, b: int) -> None:
    """Let seat `p` hold equally likely that the cards of `a` and `b` changed places or did not."""
    row = s.belief[p]
    for o in range(N_ORDERS):
        other = SWAPPED[o, a, b]
        if o < other:
            row[o] += row[other]
            row[other] = row[o]
    shrink(row)


@rule
def shrink(row: Any) -> None:
    """Divide weights by their common factor of two; if one is too large, halve them, rounded up."""
    bits = 0
    largest = 0
    for o in range(N_ORDERS):
        bits |= int(row[o])
        largest = max(largest, int(row[o]))
    if bits == 0:
        return
    while bits & 1 == 0:
        bits >>= 1
        largest >>= 1
        for o in range(N_ORDERS):
            row[o] >>= 1
    if largest > LARGEST:
        for o in range(N_ORDERS):
            row[o] = (row[o] + 1) >> 1


@rule
def believe_seen(s: Any, p: int, h: int, c: int) -> None:
    """Let seat `p` know that slot `h` holds the card `c`."""
    row = s.belief[p]
    for o in range(N_ORDERS):
        if ORDERS[o, h] != c:
            row[o] = 0
    shrink(row)


@rule
def believe_holder(s: Any, p: int, seats: int) -> None:
    """Let seat `p` know that the one seat in `seats` holds the Loot, for it has won by it (G57)."""
    for h in range(s.n_seats):
        if (seats >> h) & 1:
            believe_seen(s, p, h, LOOT)


@rule
def believe_unheld(s: Any, p: int, c: int) -> None:
    """Let seat `p` know that no remaining seat holds the card `c` (Snatched, but nobody shows)."""
    row = s.belief[p]
    for o in range(N_ORDERS):
        for h in range(s.n_seats):
            if not s.out[h] and ORDERS[o, h] == c:
                row[o] = 0
    shrink(row)


# -- what happens to cards ------------------------------------------------------------------------


@rule
def see(s: Any, p: int, h: int, c: int) -> None:
    """Let seat `p` see the card `c` in the hand of `h`."""
    if not s.out[p]:
        s.known[p, h] = c
        s.touched[p, h] = 0
    believe_seen(s, p, h, c)


@rule
def all_see(s: Any, h: int, c: int) -> None:
    """Let every seat see the card `c` in the hand of `h`."""
    for p in range(s.n_seats):
        see(s, p, h, c)


@rule
def swap_records(s: Any, p: int, a: int, b: int) -> None:
    """Exchange what seat `p` has written down of the cards of `a` and `b`."""
    card = s.known[p, a]
    count = s.touched[p, a]
    s.known[p, a] = s.known[p, b]
    s.touched[p, a] = s.touched[p, b]
    s.known[p, b] = card
    s.touched[p, b] = count


@rule
def swap_cards(s: Any, a: int, b: int) -> None:
    """Let the cards of two seats change places."""
    card = s.contents[a]
    s.contents[a] = s.contents[b]
    s.contents[b] = card


@rule
def exchange(s: Any, a: int, b: int) -> None:
    """Exchange two cards openly: what everybody knows travels with them (R88, G75)."""
    swap_cards(s, a, b)
    for p in range(s.n_seats):
        swap_records(s, p, a, b)
        believe_swapped(s, p, a, b)


@rule
def switch(s: Any, a: int, b: int, real: bool) -> None:
    """Let `a` handle two cards, its own and `b`'s; only `a` knows what was done (R83, G75)."""
    if real:
        swap_cards(s, a, b)
        swap_records(s, a, a, b)
        believe_swapped(s, a, a, b)
    for p in range(s.n_seats):
        if p != a:
            touch(s, p, a)
            touch(s, p, b)
            believe_gesture(s, p, a, b)


@rule
def touch(s: Any, p: int, h: int) -> None:
    """Count one more possible change of a card seat `p` once saw, as far as a record counts."""
    if s.known[p, h] != NONE and s.touched[p, h] < MOST_TOUCHED:
        s.touched[p, h] += 1


@rule
def pass_left(s: Any) -> None:
    """Let every remaining seat pass its card to the next remaining one clockwise, openly."""
    one = NONE
    for p in range(s.n_seats):
        if not s.out[p]:
            if one == NONE:
                one = p
            else:
                exchange(
                    s, one, p
                )  # the card in hand wanders on, the first seat ends with the last


@rule
def take_over(s: Any, w: int, u: int) -> None:
    """Let the falsely arrested `w` discard the shown card and take over that of `u` (R96, G75)."""
    s.gone[s.contents[w]] = 1
    s.contents[w] = s.contents[u]
    s.contents[u] = NONE
    for p in range(s.n_seats):
        s.known[p, w] = s.known[p, u]
        s.touched[p, w] = s.touched[p, u]
        believe_swapped(s, p, u, w)


@rule
def forget(s: Any, q: int) -> None:
    """Drop the records of and about a seat that is out (G75)."""
    for p in range(SEATS):
        s.known[p, q] = NONE
        s.touched[p, q] = 0
        s.known[q, p] = NONE
        s.touched[q, p] = 0
