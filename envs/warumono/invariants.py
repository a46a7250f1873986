"""What must hold in every position of Warumono: section (g) of the rules, as compiled code.

`tests/games/warumono/oracle.py` checks the same on the words of a position; this is fast enough for
millions of games (`hoodwink bench --soak`).
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono.actions import N_ORDERS, SEATS
from hoodwink.envs.warumono.state import NONE, Card, Phase, Role

INVARIANTS = (
    "exactly one cash among the seats that remain, or it has left the game",  # (g) 1
    "one Contents card in front of every seat that remains",  # (g) 2
    "no more orders of a kind in hands and on the discard than there are",  # (g) 3
    "no more tickets in hands than there are",  # (g) 4
    "the pistol lies in the Locker Room or with a seat that remains",  # (g) 5
    "at most one detective, and only where the deck has one",  # (g) 14
    "a path without a repeated space, through no space that stops",  # (g) 7
    "a seat that dropped out owns nothing and decides nothing",  # (g) 12
    "the round is within the limit",
    "seats know certainly only what is true, and hold the truth possible",
)
(
    ONE_CASH, CONTENTS, ORDERS, TICKETS, PISTOL, DETECTIVES, PATH, DROPPED, ROUND, KNOWN,
) = range(1, len(INVARIANTS) + 1)  # fmt: skip


@rule
def broken(s: Any, t: Any) -> int:
    """Return the number of an invariant that is broken in this position, or 0."""
    found = broken_papers(s, t)
    if found == 0:
        found = broken_places(s, t)
    if found == 0 and s.phase != Phase.DEAL:
        found = broken_cards(s, t)
        if found == 0 and s.phase != Phase.OVER:
            found = broken_records(s)
    return found


@rule
def broken_cards(s: Any, t: Any) -> int:
    """Check Contents and Professions."""
    cash, detectives, left = 0, 0, 0
    for p in range(s.n_seats):
        if s.role[p] == Role.DETECTIVE:
            detectives += 1
        if s.out[p]:
            continue
        left += 1
        if s.contents[p] == NONE:
            return CONTENTS
        if s.contents[p] == Card.CASH:
            cash += 1
    if left > 0 and cash + s.cash_out != 1:
        return ONE_CASH
    if detectives > t.detectives:
        return DETECTIVES
    return 0


@rule
def broken_papers(s: Any, t: Any) -> int:
    """Check orders, tickets and the pistol."""
    for w in range(N_ORDERS):
        held = int(s.discard[w])
        for p in range(SEATS):
            held += s.orders[p, w]
            if s.orders[p, w] < 0:
                return ORDERS
        if held > t.deck[w] or s.discard[w] < 0:
            return ORDERS
    for k in range(2):
        held = 0
        for p in range(SEATS):
            held += s.tickets[p, k]
            if s.tickets[p, k] < 0:
                return TICKETS
        if held > t.supply[k]:
            return TICKETS
    if s.pistol != NONE and (s.pistol >= s.n_seats or s.out[s.pistol]):
        return PISTOL
    return 0


@rule
def broken_places(s: Any, t: Any) -> int:
    """Check who is out, the movement, and the round."""
    for p in range(SEATS):
        if s.out[p]:
            held = s.contents[p] != NONE or s.tickets[p, 0] + s.tickets[p, 1] != 0
            for w in range(N_ORDERS):
                held = held or s.orders[p, w] != 0
            if held or s.at[p] != NONE or s.to_move == p or s.turn == p:
                return DROPPED
    for i in range(s.n_path):
        if 0 < i < s.n_path - 1 and t.stops[s.path[i]]:
            return PATH
        for j in range(i):
            if s.path[i] == s.path[j] and not t.backtrack:
                return PATH
    if s.round > t.max_rounds:
        return ROUND
    return 0


@rule
def broken_records(s: Any) -> int:
    """Check what seats know for certain, and where they hold the cash to be possible (G49)."""
    place = SEATS  # out of the game
    for h in range(s.n_seats):
        if s.contents[h] == Card.CASH:
            place = h
    for p in range(s.n_seats):
        if s.out[p]:
            continue
        if s.belief[p, place] <= 0:
            return KNOWN
        for h in range(s.n_seats):
            if s.known[p, h] != NONE and s.touched[p, h] == 0 and s.contents[h] != s.known[p, h]:
                return KNOWN
    return 0
