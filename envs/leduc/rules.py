"""Leduc poker for two or three seats, as OpenSpiel defines it.

The deck has n + 1 ranks in two suits. Everybody antes one chip and gets a card; a round of betting
follows, then a public card, then another round. A seat folds (if it faces a raise), calls (or
checks) or raises, by two chips in the first round and four in the second; there are two raises a
round. A pair with the public card wins, else the higher rank; equal hands split the pot. If several
are in at the end they show cards.
"""

from typing import Any

from hoodwink.envs.core.cards import draw_unseen
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import CHANCE, OVER, forget_events, silence, tell
from hoodwink.envs.leduc.state import MOVES, N_CARDS, SEATS, STREETS

FOLD, CALL, RAISE = 0, 1, 2
N_ACTIONS = 3
ANTE = 1
FIRST_RAISE, SECOND_RAISE = 2, 4
MAX_RAISES = 2  # a street
MOST_PAID = ANTE + MAX_RAISES * (FIRST_RAISE + SECOND_RAISE)

PUBLIC = N_CARDS * SEATS  # outcomes: N_CARDS * seat + card deals to a seat, PUBLIC + card to all
N_OUTCOMES = PUBLIC + N_CARDS

EVENT_CARD = 1  # + card: your card
EVENT_DEALT = 10  # + seat: a seat was dealt a card
EVENT_ACTION = 20  # + N_ACTIONS * seat + action
EVENT_PUBLIC = 30  # + card: the public card
EVENT_SHOWN = 40  # + N_CARDS * seat + card: the card of a seat that is in at the end
N_EVENTS = EVENT_SHOWN + N_CARDS * SEATS


@rule
def deal(s: Any, t: Any) -> None:
    """Put `s` before the deal."""
    forget_events(s)
    s.to_move = CHANCE
    s.n_seats = t.n_seats
    s.dealt = 0
    s.street = 0
    s.stakes = ANTE
    s.raises = 0
    s.calls = 0
    s.left = t.n_seats
    s.shared = -1
    for p in range(SEATS):
        playing = p < t.n_seats
        s.card[p] = -1
        s.paid[p] = ANTE if playing else 0
        s.folded[p] = 0 if playing else 1
    for street in range(STREETS):
        s.moves[street] = 0
        acts = s.acts[street]
        for i in range(MOVES):
            acts[i] = 0


# -- who is to move, and what is possible ----------------------------------------------------------


@rule
def actor(s: Any) -> int:
    """Return who is to move."""
    return int(s.to_move)


@rule
def legal(s: Any, t: Any, mask: Any) -> None:
    """Mark what the seat to move may do: fold only when it faces a raise."""
    if s.stakes > s.paid[s.to_move]:
        mask[FOLD] = 1
    mask[CALL] = 1
    if s.raises < MAX_RAISES:
        mask[RAISE] = 1


@rule
def chance(s: Any, t: Any, weights: Any) -> None:
    """Give every card still in the deck the weight 1, dealt to the next seat or to all."""
    first = N_CARDS * s.dealt if s.dealt < s.n_seats else PUBLIC
    for c in range(2 * (s.n_seats + 1)):
        weights[first + c] = 1
    for p in range(s.dealt):
        weights[first + s.card[p]] = 0


@rule
def is_round_closed(s: Any) -> bool:
    """Return whether everybody who is in has answered the last raise, or has checked."""
    return bool(s.calls == (s.left if s.raises == 0 else s.left - 1))


# -- what happens ----------------------------------------------------------------------------------


@rule
def everyone(s: Any) -> int:
    """Return all seats as bits."""
    return int((1 << s.n_seats) - 1)


@rule
def step(s: Any, t: Any, a: int) -> None:
    """Carry out the deal `a`, or let the seat to move act."""
    if s.dealt < s.n_seats:
        deal_card(s, a - N_CARDS * s.dealt)
    elif s.to_move == CHANCE:
        turn_card(s, a - PUBLIC)
    else:
        act(s, s.to_move, a)
        pass_on(s)


@rule
def deal_card(s: Any, c: int) -> None:
    """Give the next seat the card `c`."""
    p = s.dealt
    s.card[p] = c
    s.dealt += 1
    tell(s, 1 << p, EVENT_CARD + c)
    tell(s, everyone(s) & ~(1 << p), EVENT_DEALT + p)
    if s.dealt == s.n_seats:
        s.to_move = 0


@rule
def turn_card(s: Any, c: int) -> None:
    """Lay the card `c` down for all."""
    s.shared = c
    tell(s, everyone(s), EVENT_PUBLIC + c)
    s.to_move = next_seat(s, s.n_seats - 1)


@rule
def act(s: Any, p: int, a: int) -> None:
    """Let seat `p` fold, call or raise."""
    s.acts[s.street, s.moves[s.street]] = 1 + a
    s.moves[s.street] += 1
    tell(s, everyone(s), EVENT_ACTION + N_ACTIONS * p + a)
    if a == FOLD:
        s.folded[p] = 1
        s.left -= 1
        return
    if a == RAISE:
        s.stakes += FIRST_RAISE if s.street == 0 else SECOND_RAISE
        s.raises += 1
        s.calls = 0
    else:
        s.calls += 1
    s.paid[p] = s.stakes


@rule
def pass_on(s: Any) -> None:
    """Let the next seat move, or the public card be turned, or end the game."""
    closed = is_round_closed(s)
    if s.left == 1 or (closed and s.street == 1):
        s.to_move = OVER
        show_cards(s)
    elif closed:
        s.street = 1
        s.raises = 0
        s.calls = 0
        s.to_move = CHANCE
    else:
        s.to_move = next_seat(s, s.to_move)


@rule
def next_seat(s: Any, p: int) -> int:
    """Return the first seat after `p` that has not folded."""
    q = p
    for _ in range(SEATS):
        q = q + 1 if q + 1 < s.n_seats else 0
        if s.folded[q] == 0:
            return q
    return q


@rule
def is_shown(s: Any, p: int) -> bool:
    """Return whether the card of seat `p` has been shown to all."""
    return bool(s.to_move == OVER and s.left > 1 and s.folded[p] == 0)


@rule
def show_cards(s: Any) -> None:
    """Show the cards of those who are in at the end, unless there is only one."""
    for p in range(s.n_seats):
        if is_shown(s, p):
            tell(s, everyone(s), EVENT_SHOWN + N_CARDS * p + s.card[p])


# -- the end ---------------------------------------------------------------------------------------


@rule
def strength(s: Any, p: int) -> int:
    """Return a number that orders hands: a pair first, then the higher and the lower rank.

    Without a public card all hands are alike (it ends then only if all others have folded).
    """
    if s.shared < 0:
        return 0
    own, shared = s.card[p] // 2, s.shared // 2
    if own == shared:
        return int(N_CARDS * N_CARDS + own)
    return int(N_CARDS * max(own, shared) + min(own, shared))


@rule
def winners(s: Any) -> int:
    """Return as bits the seats that share the pot."""
    best = -1
    bits = 0
    for p in range(s.n_seats):
        if s.folded[p] == 0:
            hand = strength(s, p)
            if hand > best:
                best = hand
                bits = 0
            if hand == best:
                bits |= 1 << p
    return bits


@rule
def payoff(s: Any, out: Any) -> None:
    """Write each seat's share of the pot less its chips in it."""
    bits = winners(s)
    pot = 0
    shares = 0
    for p in range(s.n_seats):
        pot += s.paid[p]
        shares += (bits >> p) & 1
    for p in range(s.n_seats):
        out[p] = (pot / shares if (bits >> p) & 1 else 0.0) - s.paid[p]


# -- other worlds ----------------------------------------------------------------------------------


@rule
def resample(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the others cards that seat `p` has not seen; they forget what they were told."""
    seen = 0 if s.shared < 0 else 1 << s.shared
    for q in range(s.dealt):
        if q == p or is_shown(s, q):
            seen |= 1 << s.card[q]
    for q in range(s.n_seats):
        if q == p:
            continue
        silence(s, q)
        if q < s.dealt and not is_shown(s, q):
            s.card[q] = draw_unseen(seen, 2 * (s.n_seats + 1), rng)
            seen |= 1 << s.card[q]
