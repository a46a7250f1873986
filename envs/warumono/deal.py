"""The deal: first seat, Professions, contents (R7-R15, G2, G3)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import forget_events
from hoodwink.envs.warumono.actions import (
    E_CONTENTS_DEALT,
    E_OUTCOME,
    E_ROLE_DEALT,
    N_ORDERS,
    O_CONTENTS,
    O_ROLE,
    O_START,
    SEATS,
)
from hoodwink.envs.warumono.knowledge import fresh_belief, see
from hoodwink.envs.warumono.news import forget_notable, tell
from hoodwink.envs.warumono.state import N_PLACES, NONE, Card, Phase, Role
from hoodwink.envs.warumono.turn import clear_turn, everyone, others, start_turn, wait_for


@rule
def deal(s: Any, t: Any) -> None:
    """Put `s` before the deal."""
    forget_events(s)
    s.n_seats = t.n_seats
    s.first = NONE
    s.turn = NONE
    s.round = 1
    s.pistol = t.start_pistol
    s.winners = 0
    s.cash_out = 0
    for w in range(N_ORDERS):
        s.discard[w] = 0
    clear_turn(s)
    for p in range(SEATS):
        seat_at_start(s, t, p)
        forget_notable(s, p)
    for p in range(s.n_seats):
        fresh_belief(s, t, p)
    wait_for(s, NONE, Phase.DEAL)


@rule
def seat_at_start(s: Any, t: Any, p: int) -> None:
    """Put what belongs to seat `p` before the deal (R14, R15)."""
    s.at[p] = t.start_at[p]
    s.out[p] = 0 if p < s.n_seats else 1
    s.revealed[p] = 0
    s.role[p] = Role.UNDEALT
    s.contents[p] = NONE
    for k in range(2):
        s.tickets[p, k] = t.start_tickets[p, k]
    for w in range(N_ORDERS):
        s.orders[p, w] = 0
    for q in range(SEATS):
        s.known[p, q] = NONE
        s.touched[p, q] = 0
        for w in range(N_ORDERS):
            s.lost[p, q, w] = 0
    for h in range(N_PLACES):
        s.belief[p, h] = 0


@rule
def first_without(s: Any, dealt: Any) -> int:
    """Return the first seat whose entry in `dealt` is NONE, or NONE."""
    for p in range(s.n_seats):
        if dealt[p] == NONE:
            return p
    return NONE


@rule
def weigh_deal(s: Any, t: Any, weights: Any) -> None:
    """Weigh what the deal brings next: the first seat, a Profession, or a contents card."""
    if s.first == NONE:
        for p in range(s.n_seats):
            weights[O_START + p] = 1  # G3
        return
    p = first_without(s, s.role)
    if p != NONE:
        weights[O_ROLE + 2 * p] = t.mafiosi - count(s, s.role, Role.MAFIA)  # R8
        weights[O_ROLE + 2 * p + 1] = t.detectives - count(s, s.role, Role.DETECTIVE)
        return
    p = first_without(s, s.contents)
    if count(s, s.contents, Card.CASH):
        weights[O_CONTENTS + 2 * p] = 1
    else:
        weights[O_CONTENTS + 2 * p] = s.n_seats - p - 1
        weights[O_CONTENTS + 2 * p + 1] = 1  # R10


@rule
def count(s: Any, dealt: Any, what: int) -> int:
    """Return how many seats were dealt `what`."""
    n = 0
    for p in range(s.n_seats):
        if dealt[p] == what:
            n += 1
    return n


@rule
def step_deal(s: Any, o: int) -> None:
    """Deal what `o` says; each seat sees its own cards (R9, R12)."""
    if o < O_ROLE:
        s.first = o - O_START
        tell(s, everyone(s), E_OUTCOME + o)
    elif o < O_CONTENTS:
        p = (o - O_ROLE) // 2
        s.role[p] = (o - O_ROLE) % 2
        tell(s, 1 << p, E_OUTCOME + o)
        tell(s, others(s, p), E_ROLE_DEALT + p)
    else:
        p = (o - O_CONTENTS) // 2
        s.contents[p] = (o - O_CONTENTS) % 2
        see(s, p, p, int(s.contents[p]))
        tell(s, 1 << p, E_OUTCOME + o)
        tell(s, others(s, p), E_CONTENTS_DEALT + p)
        if p == s.n_seats - 1:
            start_turn(s, s.first)
