"""What seats rightly know of hidden cards: the records of G49 and the exact memory.

A record is the card last seen and how often it may have changed hands since. The memory of the cash
is a weight for each place where it can lie: seeing filters them, an exchange permutes them,
another's gesture mixes two of them (neutral prior: real or feigned with equal chance). Weights are
integers without a common factor of two, exact until the largest passes `LARGEST`; then they are
halved and rounded up, so that no possible place is ever lost. The memory of orders is `lost`: the
orders that a seat knows to lie in another's hand, because it was robbed of them.
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono.actions import N_ORDERS, SEATS
from hoodwink.envs.warumono.state import GONE, MOST_TOUCHED, N_PLACES, NONE, Card

CASH = int(Card.CASH)
LARGEST = 1 << 26


# -- the memory of the cash -----------------------------------------------------------------------


@rule
def fresh_belief(s: Any, t: Any, p: int) -> None:
    """Let seat `p` hold possible whatever its certain records and what is public do not exclude."""
    holder = NONE
    someone_out = False
    for h in range(s.n_seats):
        s.belief[p, h] = 0 if s.out[h] else 1
        someone_out = someone_out or s.out[h] == 1
        if s.known[p, h] != NONE and s.touched[p, h] == 0:
            s.belief[p, h] = 1 if s.known[p, h] == Card.CASH else 0
            if s.known[p, h] == Card.CASH:
                holder = h
    for h in range(s.n_seats, SEATS):
        s.belief[p, h] = 0
    s.belief[p, GONE] = 1 if t.keep_own and someone_out else 0  # G1
    if holder != NONE:
        believe_seen(s, p, holder, CASH)


@rule
def believe_swapped(s: Any, p: int, a: int, b: int) -> None:
    """Let seat `p` know that the cards of `a` and `b` changed places."""
    row = s.belief[p]
    kept = row[a]
    row[a] = row[b]
    row[b] = kept


@rule
def believe_gesture(s: Any, p: int, a: int, b: int) -> None:
    """Let seat `p` hold equally likely that the cards of `a` and `b` changed places or did not."""
    row = s.belief[p]
    both = row[a] + row[b]
    for h in range(N_PLACES):
        row[h] *= 2
    row[a] = both
    row[b] = both
    shrink(row)


@rule
def shrink(row: Any) -> None:
    """Divide weights by their common factor of two; if one is too large, halve them, rounded up."""
    bits = 0
    for h in range(N_PLACES):
        bits |= int(row[h])
    if bits == 0:
        return
    while bits & 1 == 0:
        bits >>= 1
        for h in range(N_PLACES):
            row[h] >>= 1
    if bits > LARGEST:
        for h in range(N_PLACES):
            row[h] = (row[h] + 1) >> 1


@rule
def believe_seen(s: Any, p: int, h: int, c: int) -> None:
    """Let seat `p` know that `h` holds the card `c`."""
    row = s.belief[p]
    if c == Card.FAKE:
        row[h] = 0
    else:
        for other in range(N_PLACES):
            if other != h:
                row[other] = 0
    shrink(row)


# -- what happens to contents ---------------------------------------------------------------------


@rule
def see(s: Any, p: int, h: int, c: int) -> None:
    """Let seat `p` see the card `c` in the hand of `h`."""
    if not s.out[p]:
        s.known[p, h] = c
        s.touched[p, h] = 0
    believe_seen(s, p, h, c)


@rule
def switch(s: Any, a: int, b: int, real: bool) -> None:
    """Let `a` handle two cards, its own and `b`'s; only `a` knows what was done (R27, R28)."""
    if real:
        card = s.contents[a]
        s.contents[a] = s.contents[b]
        s.contents[b] = card
        card = s.known[a, a]
        count = s.touched[a, a]
        s.known[a, a] = s.known[a, b]
        s.touched[a, a] = s.touched[a, b]
        s.known[a, b] = card
        s.touched[a, b] = count
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
def take_over(s: Any, q: int, d: int) -> None:
    """Let the questioned `q` take over the card of the detective `d`, unseen (G1, G49)."""
    s.contents[q] = s.contents[d]
    s.contents[d] = NONE
    for p in range(s.n_seats):
        s.known[p, q] = s.known[p, d]
        s.touched[p, q] = s.touched[p, d]
        believe_swapped(s, p, q, d)


@rule
def lay_aside(s: Any, d: int) -> None:
    """Let the card of the detective `d` leave the game face down (G1, keep_own_after_question)."""
    if s.contents[d] == Card.CASH:
        s.cash_out = 1
    s.contents[d] = NONE
    for p in range(s.n_seats):
        s.belief[p, GONE] += s.belief[p, d]
        s.belief[p, d] = 0


@rule
def forget(s: Any, q: int) -> None:
    """Drop the records of and about a seat that is out."""
    for p in range(SEATS):
        s.known[p, q] = NONE
        s.touched[p, q] = 0
        s.known[q, p] = NONE
        s.touched[q, p] = 0


# -- orders ---------------------------------------------------------------------------------------


@rule
def n_orders(s: Any, p: int) -> int:
    """Return how many orders seat `p` holds; everybody can count them (G10)."""
    n = 0
    for w in range(N_ORDERS):
        n += s.orders[p, w]
    return n


@rule
def show_redeemed(s: Any, q: int, w: int) -> None:
    """Let all see seat `q` give up the order `w`; one that was known to be there is that one."""
    for p in range(SEATS):
        if s.lost[p, q, w] > 0:
            s.lost[p, q, w] -= 1


@rule
def carry_off(s: Any, a: int, q: int) -> None:
    """Let seat `a` take all orders of `q`: who knew some of them knows where they are (R39)."""
    for w in range(N_ORDERS):
        for p in range(s.n_seats):
            n = s.orders[q, w] if p == q else s.lost[p, q, w]
            if p != a:
                s.lost[p, a, w] += n
            s.lost[p, q, w] = 0
        s.lost[a, q, w] = 0
        s.orders[a, w] += s.orders[q, w]
        s.orders[q, w] = 0
