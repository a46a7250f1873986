"""Liar's Dice for two to four seats, one round, as OpenSpiel defines it for two.

Every seat rolls its dice and keeps them hidden. In turn the seats bid how many dice of all show a
face; each bid is higher than the last, in number or in face at the same number. Instead of bidding
a seat may call the last bid a lie: then all dice are shown. The highest face is wild and counts as
every face. If there are as many dice as were bid, the bidder wins one point from the caller, else
the caller from the bidder. RULES.md numbers the rules.
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below
from hoodwink.envs.core.state import CHANCE, OVER, forget_events, silence, tell
from hoodwink.envs.liars_dice.state import FACES, N_BIDS, SEATS

LIAR = N_BIDS  # the bid of `quantity` dice of `face` (from 0) is FACES * (quantity - 1) + face
N_ACTIONS = N_BIDS + 1
N_OUTCOMES = FACES  # the face that the next die shows

EVENT_ROLLED = 1  # + seat: a seat rolls a die
EVENT_DIE = 10  # + face: one of your dice, told from the lowest on when all are rolled
EVENT_ACTION = 20  # + action; whose turn it is follows from how many there were
EVENT_SHOWN = EVENT_ACTION + N_ACTIONS  # + FACES * seat + face: one of the dice shown at the end
N_EVENTS = EVENT_SHOWN + FACES * SEATS


@rule
def deal(s: Any, t: Any) -> None:
    """Put `s` before the first die is rolled."""
    forget_events(s)
    s.n_seats = t.n_seats
    s.n_dice = t.n_dice
    s.n_faces = t.n_faces
    s.rolled = 0
    s.n_bids = 0
    s.called = 0
    for p in range(SEATS):
        forget_dice(s, p)
    for i in range(N_BIDS):
        s.bids[i] = 0


@rule
def forget_dice(s: Any, p: int) -> None:
    """Take the dice of seat `p`."""
    for f in range(FACES):
        s.count[p, f] = 0


# -- who is to move, and what is possible ---------------------------------------------------------


@rule
def is_rolling(s: Any) -> bool:
    """Return whether a die is still to be rolled."""
    return bool(s.rolled < s.n_seats * s.n_dice)


@rule
def actor(s: Any) -> int:
    """Return who is to move."""
    if is_rolling(s):
        return CHANCE  # R1
    return OVER if s.called else int(s.n_bids % s.n_seats)  # R3


@rule
def last_bid(s: Any) -> int:
    """Return the id of the last bid, -1 before the first."""
    return int(s.bids[s.n_bids - 1]) - 1 if s.n_bids > 0 else -1


@rule
def legal(s: Any, t: Any, mask: Any) -> None:
    """Mark the bids above the last one, and that it can be called a lie."""
    last = last_bid(s)
    for quantity in range((last + 1) // FACES, t.n_seats * t.n_dice):
        for face in range(t.n_faces):
            a = FACES * quantity + face
            if a > last:
                mask[a] = 1  # R4
    if last >= 0:
        mask[LIAR] = 1  # R5


@rule
def chance(s: Any, t: Any, weights: Any) -> None:
    """Give every face of the next die the weight 1."""
    for face in range(t.n_faces):
        weights[face] = 1  # R1


# -- what happens ---------------------------------------------------------------------------------


@rule
def everyone(s: Any) -> int:
    """Return all seats as bits."""
    return int((1 << s.n_seats) - 1)


@rule
def step(s: Any, t: Any, a: int) -> None:
    """Let the next die show the face `a`, or let the seat to move bid or call the last bid."""
    if is_rolling(s):
        roll(s, a)
        return
    tell(s, everyone(s), EVENT_ACTION + a)
    if a == LIAR:
        s.called = 1
        for p in range(s.n_seats):
            show_dice(s, p)
    else:
        s.bids[s.n_bids] = 1 + a
        s.n_bids += 1


@rule
def roll(s: Any, face: int) -> None:
    """Give the next die to its seat, which looks at its dice when all are rolled."""
    p = s.rolled // s.n_dice
    s.count[p, face] += 1
    s.rolled += 1
    tell(s, everyone(s), EVENT_ROLLED + p)
    if s.rolled % s.n_dice == 0:
        for f in range(s.n_faces):
            for _ in range(s.count[p, f]):
                tell(s, 1 << p, EVENT_DIE + f)  # R2


@rule
def show_dice(s: Any, p: int) -> None:
    """Show the dice of seat `p` to all, from the lowest on."""
    for f in range(s.n_faces):
        for _ in range(s.count[p, f]):
            tell(s, everyone(s), EVENT_SHOWN + FACES * p + f)  # R6


@rule
def has_looked(s: Any, p: int) -> bool:
    """Return whether seat `p` knows its own dice."""
    return bool(s.rolled >= s.n_dice * (p + 1))


@rule
def matching(s: Any, face: int) -> int:
    """Return how many dice of all seats count as `face`."""
    n = 0
    for p in range(s.n_seats):
        n += s.count[p, face]
        if face != s.n_faces - 1:
            n += s.count[p, s.n_faces - 1]  # R7
    return int(n)


@rule
def winner(s: Any) -> int:
    """Return the seat that wins: the last bidder if the bid holds, else the caller."""
    last = last_bid(s)
    holds = matching(s, last % FACES) > last // FACES
    return int((s.n_bids - (1 if holds else 0)) % s.n_seats)  # R8


@rule
def payoff(s: Any, out: Any) -> None:
    """Write 1 for the winner and -1 for the loser, of the last bidder and the caller."""
    won = winner(s)
    for i in range(s.n_bids - 1, s.n_bids + 1):
        out[i % s.n_seats] = 1 if i % s.n_seats == won else -1  # R8


# -- other worlds ---------------------------------------------------------------------------------


@rule
def resample(s: Any, t: Any, p: int, rng: Any) -> None:
    """Roll anew the dice that seat `p` has not seen; the others forget what they were told."""
    for q in range(s.n_seats):
        if q != p:
            silence(s, q)
        if not s.called and not (q == p and has_looked(s, p)):
            roll_again(s, q, rng)


@rule
def roll_again(s: Any, q: int, rng: Any) -> None:
    """Roll the dice of seat `q` once more, as many as it has rolled."""
    forget_dice(s, q)
    for _ in range(min(max(s.rolled - s.n_dice * q, 0), s.n_dice)):
        s.count[q, below(rng, s.n_faces)] += 1
