"""What a mover does to those on the path: the switch and the arrest (R81-R98)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.actions import (
    A_ARREST,
    A_PASS,
    A_SWITCH_FAKE,
    A_SWITCH_REAL,
    E_ACTION,
    E_SWITCH,
    N_ACTIONS,
    seat_of,
)
from hoodwink.envs.warumono2.knowledge import switch, take_over
from hoodwink.envs.warumono2.movement import is_on_path
from hoodwink.envs.warumono2.news import tell
from hoodwink.envs.warumono2.scenario import is_blue
from hoodwink.envs.warumono2.state import SEATS, Card, Kind, Phase, Role
from hoodwink.envs.warumono2.turn import (
    announce,
    drop_out,
    finish,
    others,
    show_contents,
    show_role,
)


@rule
def step_contact(s: Any, p: int, a: int) -> None:
    """Switch, arrest or pass by."""
    if a == A_PASS:
        announce(s, p, a)
        s.phase = Phase.EFFECT
    elif a <= A_ARREST + SEATS - 1:
        announce(s, p, a)
        start_arrest(s, p, a)
    else:
        gesture(s, p, a)
        s.phase = Phase.EFFECT  # R84


# -- the switch (R81-R89) -------------------------------------------------------------------------


@rule
def legal_switches(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark the switches: on the path and a square space, for a Pickpocket anywhere (R81, R86)."""
    for r in range(1, s.n_seats):
        q = seat_of(p, r, s.n_seats)
        if not s.out[q] and (
            s.card == Kind.PICKPOCKET or (is_on_path(s, q) and not t.is_round[s.at[q]])
        ):
            mask[A_SWITCH_REAL + r] = 1
            mask[A_SWITCH_FAKE + r] = 1  # R83


@rule
def gesture(s: Any, p: int, a: int) -> None:
    """Switch, really or not: only the mover knows which (R82, R83)."""
    real = a <= A_SWITCH_REAL + SEATS - 1
    q = seat_of(p, a - (A_SWITCH_REAL if real else A_SWITCH_FAKE), s.n_seats)
    tell(s, 1 << p, E_ACTION + N_ACTIONS * p + a)
    tell(s, others(s, p), E_SWITCH + SEATS * p + q)
    switch(s, p, q, real)
    s.switched = 1


# -- the arrest (R92-R98) -------------------------------------------------------------------------


@rule
def legal_arrests(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark the arrests: the operative, a blue space, somebody on the path (R92, R93, G18, G19)."""
    if s.role[p] != Role.UNDERCOVER or not is_blue(s, t):
        return
    for r in range(1, s.n_seats):
        q = seat_of(p, r, s.n_seats)
        if not s.out[q] and (s.at[q] == s.at[p] if s.phase == Phase.TURN else is_on_path(s, q)):
            mask[A_ARREST + r] = 1


@rule
def start_arrest(s: Any, p: int, a: int) -> None:
    """Name who is arrested."""
    s.named = seat_of(p, a - A_ARREST, s.n_seats)
    s.phase = Phase.ARREST


@rule
def arrest(s: Any, p: int, q: int) -> None:
    """Let the operative `p` arrest `q`: the Loot wins, anything else costs the game (R94-R98)."""
    show_role(s, p)
    show_contents(s, q)
    if s.contents[q] == Card.LOOT:
        finish(s, 1 << p)  # R95
    else:
        take_over(s, q, p)
        s.phase = Phase.END_TURN  # R97
        drop_out(s, p)  # R96
