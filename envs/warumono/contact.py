"""What a mover does to others: switch, pistol, questioning (R22-R29, R37-R49)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono.actions import (
    A_PASS,
    A_QUESTION,
    A_ROB,
    A_ROB_HOSPITAL,
    A_SWITCH_FAKE,
    A_SWITCH_REAL,
    E_ACTION,
    E_SWITCH,
    E_TOOK,
    N_ACTIONS,
    N_ORDERS,
    SEATS,
    seat_of,
)
from hoodwink.envs.warumono.knowledge import carry_off, lay_aside, switch, take_over
from hoodwink.envs.warumono.movement import is_visited
from hoodwink.envs.warumono.news import tell
from hoodwink.envs.warumono.state import Card, Phase, Role
from hoodwink.envs.warumono.turn import (
    announce,
    drop_out,
    finish,
    others,
    show_contents,
    show_role,
)


@rule
def is_contact(s: Any, p: int) -> bool:
    """Return whether seat `p` is asked: another piece is on the route, no pistol used (G45)."""
    if s.pistol_used:
        return False
    for q in range(s.n_seats):
        if q != p and not s.out[q] and is_visited(s, int(s.at[q])):
            return True
    return False


@rule
def legal_contact(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark switches along the route, questioning and pistol where the move ended."""
    mask[A_PASS] = 1
    for r in range(1, s.n_seats):
        q = seat_of(p, r, s.n_seats)
        if not s.out[q]:
            if t.square[s.at[q]] and is_visited(s, int(s.at[q])):  # R23-R25, G22
                mask[A_SWITCH_REAL + r] = 1
                mask[A_SWITCH_FAKE + r] = 1
            if s.role[p] == Role.DETECTIVE and s.at[q] == s.at[p]:  # R45, G27-G30
                mask[A_QUESTION + r] = 1
    legal_pistol(s, p, mask)


@rule
def legal_pistol(s: Any, p: int, mask: Any) -> None:
    """Mark whom the owner of the pistol can rob: all on the own space (R39, R40)."""
    if s.pistol != p:
        return
    for r in range(1, s.n_seats):
        q = seat_of(p, r, s.n_seats)
        if not s.out[q] and s.at[q] == s.at[p]:
            mask[A_ROB + r] = 1
            mask[A_ROB_HOSPITAL + r] = 1


@rule
def step_contact(s: Any, t: Any, p: int, a: int) -> None:
    """Switch, rob, question or pass; then the space acts (G11)."""
    s.phase = Phase.EFFECT
    if a == A_PASS:
        announce(s, p, a)
    elif a < A_ROB_HOSPITAL + SEATS:
        rob(s, t, p, a)
    elif a < A_QUESTION + 1:
        gesture(s, p, a)
    else:
        announce(s, p, a)
        s.named = seat_of(p, a - A_QUESTION, s.n_seats)
        s.phase = Phase.QUESTIONED


@rule
def gesture(s: Any, p: int, a: int) -> None:
    """Switch, really or not: only the mover knows which (R26, R27)."""
    real = a <= A_SWITCH_FAKE
    q = seat_of(p, a - (A_SWITCH_REAL if real else A_SWITCH_FAKE), s.n_seats)
    tell(s, 1 << p, E_ACTION + N_ACTIONS * p + a)
    tell(s, others(s, p), E_SWITCH + SEATS * p + q)
    switch(s, p, q, real)


@rule
def rob(s: Any, t: Any, p: int, a: int) -> None:
    """Take all orders and tickets; the pistol goes to the victim (R39, R41, R42)."""
    announce(s, p, a)
    to_hospital = a > A_ROB_HOSPITAL
    q = seat_of(p, a - (A_ROB_HOSPITAL if to_hospital else A_ROB), s.n_seats)
    for w in range(N_ORDERS):
        for _ in range(s.orders[q, w]):
            tell(s, 1 << p, E_TOOK + w)  # G10, G42
    carry_off(s, p, q)
    for k in range(2):
        s.tickets[p, k] += s.tickets[q, k]
        s.tickets[q, k] = 0
    if to_hospital:
        s.at[q] = t.hospital
    s.pistol = q
    s.pistol_used = 1


@rule
def question(s: Any, t: Any, p: int, q: int) -> None:
    """Let the detective `p` question `q`: the cash wins, a counterfeit costs the game (R45-R49)."""
    show_role(s, p)
    show_contents(s, q)
    if s.contents[q] == Card.CASH:
        finish(s, 1 << p)
        return
    if t.keep_own:
        lay_aside(s, p)
    else:
        take_over(s, q, p)  # G1
    s.phase = Phase.END_TURN
    drop_out(s, p)
