"""Other worlds: hands that a seat cannot tell from the true ones."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below
from hoodwink.envs.core.state import silence
from hoodwink.envs.wongamania.actions import rel_of
from hoodwink.envs.wongamania.opps import answer, can_answer, first_asker
from hoodwink.envs.wongamania.state import N_CARDS, NONE, Phase
from hoodwink.envs.wongamania.turn import quadrant


@rule
def resample(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the other hands anew from all that seat `p` has not seen (G46).

    Who is asked in a window is drawn too, and holds what can be played in it. The others forget
    what they were told.
    """
    for q in range(s.n_seats):
        if q != p:
            silence(s, q)
            for c in range(N_CARDS):
                s.unseen[c] += s.hand[q, c]
                s.hand[q, c] = 0
    asked = NONE
    if s.phase == Phase.WINDOW and s.to_move != p:
        asked = draw_asked(s, t, p, rng)
        s.to_move = asked
        take_unseen(s, asked, answer(s))
    for q in range(s.n_seats):
        if q != p:
            for _ in range(s.held[q] - (1 if q == asked else 0)):
                take_unseen(s, q, draw_unseen(s, rng))


@rule
def could_be_asked(s: Any, t: Any, p: int, q: int) -> bool:
    """Return whether seat `q` may be the one that is asked, for all that seat `p` knows (G16).

    A seat that could answer itself knows whether its own place in the order has been passed.
    """
    if p == q or s.held[q] == 0 or s.bank[q] < t.cost[quadrant(s), answer(s)]:
        return False
    base = first_asker(s)
    # At the end of a turn the seat whose turn it was is asked last.
    last = s.n_seats if s.card == NONE and s.n_opps == 0 else 0
    place = rel_of(base, q, s.n_seats) if q != base else last
    if place == 0 or (s.n_opps == 0 and s.target != NONE and q != s.target):
        return False
    mine = rel_of(base, p, s.n_seats) if p != base else last
    if mine == 0 or (s.n_opps == 0 and s.target != NONE) or not can_answer(s, t, p):
        return True
    true = rel_of(base, s.to_move, s.n_seats) if s.to_move != base else last
    return (place > mine) == (true > mine)


@rule
def draw_asked(s: Any, t: Any, p: int, rng: Any) -> int:
    """Return a seat that may be asked, drawn by the number of its cards."""
    total = 0
    for q in range(s.n_seats):
        if could_be_asked(s, t, p, q):
            total += s.held[q]
    left = below(rng, total)
    for q in range(s.n_seats):
        if could_be_asked(s, t, p, q):
            left -= s.held[q]
            if left < 0:
                return q
    return int(s.to_move)


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
