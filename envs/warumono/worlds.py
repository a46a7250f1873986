"""Other worlds that a seat cannot tell from the true one: roles, the cash, orders."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below, pick
from hoodwink.envs.core.state import silence
from hoodwink.envs.warumono.actions import N_ORDERS, SEATS
from hoodwink.envs.warumono.knowledge import fresh_belief, n_orders
from hoodwink.envs.warumono.news import forget_notable
from hoodwink.envs.warumono.state import GONE, NONE, Card, Role

POOL_BITS = 4


@rule
def resample(s: Any, t: Any, p: int, rng: Any) -> None:
    """Turn `s` into another world that seat `p` cannot tell from it, drawn from the seat's memory.

    A detective who was not shown is equally likely each unshown seat and each undealt card. Records
    of the others keep their shape and say what is true in the new world; their memories and what
    they were told are wiped.
    """
    resample_roles(s, t, p, rng)
    resample_contents(s, p, pick(s.belief[p], rng))
    resample_orders(s, t, p, rng)
    for q in range(SEATS):
        if q != p:
            silence(s, q)
            forget_notable(s, q)
            if q < s.n_seats:
                fresh_belief(s, t, q)
            for h in range(SEATS):
                for w in range(N_ORDERS):
                    s.lost[q, h, w] = 0


@rule
def is_open_role(s: Any, p: int, q: int) -> bool:
    """Return whether seat `p` does not know the Profession that was dealt to `q`."""
    return bool(q != p and s.role[q] != Role.UNDEALT and not s.revealed[q])


@rule
def resample_roles(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the Professions that seat `p` does not know anew."""
    seats = 0
    dealt = 0
    detectives = t.detectives
    for q in range(s.n_seats):
        if s.role[q] != Role.UNDEALT:
            dealt += 1
            if is_open_role(s, p, q):
                seats += 1
            elif s.role[q] == Role.DETECTIVE:
                detectives = 0
    lot = below(rng, max(1, seats + t.mafiosi + t.detectives - dealt))
    for q in range(s.n_seats):
        if is_open_role(s, p, q):
            s.role[q] = 1 if detectives == 1 and lot == 0 else 0
            lot -= 1


@rule
def resample_contents(s: Any, p: int, place: int) -> None:
    """Lay the cash where `place` says, and let what the others know be true there."""
    s.cash_out = 1 if place == GONE else 0
    for q in range(s.n_seats):
        if s.contents[q] != NONE:
            s.contents[q] = Card.CASH if q == place else Card.FAKE
    for q in range(s.n_seats):
        if q != p:
            for h in range(s.n_seats):
                if s.known[q, h] != NONE:
                    s.known[q, h] = s.contents[h]


@rule
def resample_orders(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the orders that seat `p` does not know anew, from all that it does not see.

    The pool is one integer, four bits for each kind.
    """
    pool = 0
    left = 0
    for w in range(N_ORDERS):
        n = unseen(s, t, p, w)
        pool |= n << (POOL_BITS * w)
        left += n
    for q in range(s.n_seats):
        if q != p:
            n = n_orders(s, q)
            for w in range(N_ORDERS):
                s.orders[q, w] = s.lost[p, q, w]
                n -= s.lost[p, q, w]
            for _ in range(n):
                w = nth_order(pool, int(below(rng, left)))
                s.orders[q, w] += 1
                pool -= 1 << (POOL_BITS * w)
                left -= 1


@rule
def unseen(s: Any, t: Any, p: int, w: int) -> int:
    """Return how many orders `w` seat `p` cannot place: in the pile, or unknown in a hand."""
    n = t.deck[w] - s.discard[w] - s.orders[p, w]
    for q in range(s.n_seats):
        if q != p:
            n -= s.lost[p, q, w]
    return int(n)


@rule
def nth_order(pool: int, lot: int) -> int:
    """Return the kind of order number `lot` of the pool."""
    for w in range(N_ORDERS):
        lot -= (pool >> (POOL_BITS * w)) & 15
        if lot < 0:
            return w
    return NONE
