"""The Back Alley (R28, R29, R77; the cards are rebuilt, section "Back Alley deck" of RULES.md)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.actions import (
    A_PASS,
    A_TARGET,
    E_OUTCOME,
    E_PASSED_ON,
    O_DRAW,
    seat_of,
)
from hoodwink.envs.warumono2.knowledge import exchange, pass_left
from hoodwink.envs.warumono2.news import tell
from hoodwink.envs.warumono2.state import N_KINDS, NONE, Kind, Phase, Ticket
from hoodwink.envs.warumono2.turn import (
    announce,
    everyone,
    look_at,
    remaining,
    take_in,
    wait_for,
)


@rule
def cards_left(s: Any, t: Any) -> int:
    """Return how many cards the pile holds."""
    n = 0
    for k in range(N_KINDS):
        n += t.deck[k] - s.used[k]
    return n


@rule
def due_card(s: Any, t: Any) -> None:
    """Let a card be drawn; an empty pile is made of the discard first (G31, G76)."""
    if cards_left(s, t) == 0:
        for k in range(N_KINDS):
            s.used[k] = 0
    wait_for(s, NONE, Phase.DRAW)


@rule
def draw(s: Any, t: Any, k: int) -> None:
    """Show the card `k` and follow it."""
    if cards_left(s, t) == 0:
        due_card(s, t)
    tell(s, everyone(s), E_OUTCOME + O_DRAW + k)
    p = s.turn
    s.used[k] += 1  # G76
    s.card = k
    if k <= Kind.DEAL:
        wait_for(s, p, Phase.CARD)
        return
    s.phase = Phase.END_TURN
    if k == Kind.SHELL_GAME:
        tell(s, everyone(s), E_PASSED_ON)
        pass_left(s)
    elif k == Kind.POLICE_RAID:
        take_in(s, t, 1 << p)  # G66
    elif k == Kind.SHAKEDOWN:
        s.ticket[p] = Ticket.NONE


@rule
def play_card(s: Any, p: int, a: int, q: int) -> None:
    """Carry out a choice of an Informant, Troublemaker or Deal; `q` is the seat that is named."""
    announce(s, p, a)
    s.phase = Phase.END_TURN
    if a == A_PASS:
        return
    if s.card == Kind.INFORMANT:
        look_at(s, p, q)
    elif s.card == Kind.DEAL:
        exchange(s, p, q)
    elif remaining(s) == 2:
        exchange(s, p, q)  # G76
    elif s.named == NONE:
        s.named = q
        wait_for(s, p, Phase.CARD)
    else:
        exchange(s, s.named, q)


@rule
def legal_card(s: Any, p: int, mask: Any) -> None:
    """Mark the choices of an Informant, Troublemaker or Deal (G76)."""
    for r in range(1, s.n_seats):
        q = seat_of(p, r, s.n_seats)
        if not s.out[q] and q != s.named:
            mask[A_TARGET + r] = 1
    if s.card == Kind.INFORMANT:
        mask[A_PASS] = 1
