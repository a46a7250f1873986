"""Kuhn poker for two to four seats, as OpenSpiel defines it.

Everybody antes one chip and gets one of n + 1 cards. In turn the seats pass or bet one chip; after
the first bet every other seat passes (folds) or bets (calls) once. The highest card among those who
bet, or among all if nobody did, takes the pot. If several are in at the end they show cards.
"""

from typing import Any

from hoodwink.envs.core.cards import draw_unseen
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import CHANCE, OVER, forget_events, silence, tell
from hoodwink.envs.kuhn.state import MOVES, N_CARDS, SEATS

PASS, BET = 0, 1
N_ACTIONS = 2
N_OUTCOMES = SEATS * N_CARDS  # N_CARDS * seat + card: the seat is dealt the card

EVENT_CARD = 1  # + card: your card
EVENT_DEALT = 10  # + seat: a seat was dealt a card
EVENT_ACTION = 20  # + N_ACTIONS * seat + action
EVENT_SHOWN = 30  # + N_CARDS * seat + card: the card of a seat that is in at the end
N_EVENTS = EVENT_SHOWN + N_CARDS * SEATS


@rule
def deal(s: Any, t: Any) -> None:
    """Put `s` before the deal."""
    forget_events(s)
    s.n_seats = t.n_seats
    s.dealt = 0
    s.moves = 0
    s.bettor = -1
    for p in range(SEATS):
        s.card[p] = -1
        s.paid[p] = 1 if p < t.n_seats else 0
    for i in range(MOVES):
        s.acts[i] = 0


# -- who is to move, and what is possible ---------------------------------------------------------


@rule
def is_over(s: Any) -> bool:
    """Return whether every seat has answered the first bet, or all have passed."""
    if s.bettor < 0:
        return bool(s.moves == s.n_seats)
    return bool(s.moves == s.bettor + s.n_seats)


@rule
def actor(s: Any) -> int:
    """Return who is to move."""
    if s.dealt < s.n_seats:
        return CHANCE
    return OVER if is_over(s) else int(s.moves % s.n_seats)


@rule
def legal(s: Any, t: Any, mask: Any) -> None:
    """Mark both actions."""
    mask[PASS] = 1
    mask[BET] = 1


@rule
def chance(s: Any, t: Any, weights: Any) -> None:
    """Give every card still in the deck the weight 1, dealt to the next seat."""
    first = N_CARDS * s.dealt
    for c in range(s.n_seats + 1):
        weights[first + c] = 1
    for p in range(s.dealt):
        weights[first + s.card[p]] = 0


# -- what happens ---------------------------------------------------------------------------------


@rule
def everyone(s: Any) -> int:
    """Return all seats as bits."""
    return int((1 << s.n_seats) - 1)


@rule
def step(s: Any, t: Any, a: int) -> None:
    """Carry out the deal `a`, or let the seat to move pass or bet."""
    if s.dealt < s.n_seats:
        deal_card(s, a - N_CARDS * s.dealt)
    else:
        act(s, s.moves % s.n_seats, a)
        if is_over(s):
            show_cards(s)


@rule
def deal_card(s: Any, c: int) -> None:
    """Give the next seat the card `c`."""
    p = s.dealt
    s.card[p] = c
    s.dealt += 1
    tell(s, 1 << p, EVENT_CARD + c)
    tell(s, everyone(s) & ~(1 << p), EVENT_DEALT + p)


@rule
def act(s: Any, p: int, a: int) -> None:
    """Let seat `p` pass or bet."""
    s.acts[s.moves] = 1 + a
    if a == BET:
        s.paid[p] += 1
        if s.bettor < 0:
            s.bettor = s.moves
    s.moves += 1
    tell(s, everyone(s), EVENT_ACTION + N_ACTIONS * p + a)


@rule
def is_in(s: Any, p: int) -> bool:
    """Return whether seat `p` has paid what is needed for a share in the pot."""
    return bool(s.paid[p] == (1 if s.bettor < 0 else 2))


@rule
def is_shown(s: Any, p: int) -> bool:
    """Return whether the card of seat `p` has been shown to all."""
    if s.dealt < s.n_seats or not is_over(s) or not is_in(s, p):
        return False
    others = 0
    for q in range(s.n_seats):
        if q != p and is_in(s, q):
            others += 1
    return others > 0


@rule
def show_cards(s: Any) -> None:
    """Show the cards of those who are in at the end, unless there is only one."""
    for p in range(s.n_seats):
        if is_shown(s, p):
            tell(s, everyone(s), EVENT_SHOWN + N_CARDS * p + s.card[p])


@rule
def payoff(s: Any, out: Any) -> None:
    """Write each seat's winnings less its chips in the pot."""
    winner = -1
    pot = 0
    for p in range(s.n_seats):
        pot += s.paid[p]
        if is_in(s, p) and (winner < 0 or s.card[p] > s.card[winner]):
            winner = p
    for p in range(s.n_seats):
        out[p] = (pot if p == winner else 0) - s.paid[p]


# -- other worlds ---------------------------------------------------------------------------------


@rule
def resample(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the others cards that seat `p` has not seen; they forget what they were told."""
    seen = 0
    for q in range(s.dealt):
        if q == p or is_shown(s, q):
            seen |= 1 << s.card[q]
    for q in range(s.n_seats):
        if q == p:
            continue
        silence(s, q)
        if q < s.dealt and not is_shown(s, q):
            s.card[q] = draw_unseen(seen, s.n_seats + 1, rng)
            seen |= 1 << s.card[q]
