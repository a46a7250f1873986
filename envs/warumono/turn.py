"""Steps that every part of the rules shares: who remains, what is told, how turns and games end."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono.actions import (
    E_ACTION,
    E_END,
    E_LAID,
    E_OUT,
    E_ROLE_SHOWN,
    E_ROUND,
    E_SAW,
    E_SHOWN,
    N_ACTIONS,
    N_ORDERS,
    SEATS,
    seat_of,
)
from hoodwink.envs.warumono.knowledge import forget, see
from hoodwink.envs.warumono.news import tell
from hoodwink.envs.warumono.state import N_PATH, NONE, Phase


@rule
def everyone(s: Any) -> int:
    """Return all seats as bits."""
    return (1 << int(s.n_seats)) - 1


@rule
def others(s: Any, p: int) -> int:
    """Return all seats but `p` as bits."""
    return everyone(s) & ~(1 << p)


@rule
def announce(s: Any, p: int, a: int) -> None:
    """Tell everybody that seat `p` did `a`."""
    tell(s, everyone(s), E_ACTION + N_ACTIONS * p + a)


@rule
def wait_for(s: Any, p: int, phase: int) -> None:
    """Let seat `p` (or chance, NONE) decide next."""
    s.to_move = p
    s.phase = phase


@rule
def remaining(s: Any) -> int:
    """Return how many seats have not dropped out."""
    n = 0
    for p in range(s.n_seats):
        if not s.out[p]:
            n += 1
    return n


@rule
def next_remaining(s: Any, p: int) -> int:
    """Return the next seat clockwise that has not dropped out; `p` itself if there is no other."""
    q = seat_of(p, 1, s.n_seats)
    while s.out[q] and q != p:
        q = seat_of(q, 1, s.n_seats)
    return q


@rule
def look_at(s: Any, p: int, h: int) -> None:
    """Let seat `p` alone see the card of `h`."""
    c = int(s.contents[h])
    see(s, p, h, c)
    tell(s, 1 << p, E_SAW + 2 * h + c)


@rule
def show_contents(s: Any, h: int) -> None:
    """Show the card of `h` to everybody."""
    c = int(s.contents[h])
    for p in range(s.n_seats):
        see(s, p, h, c)
    tell(s, everyone(s), E_SHOWN + 2 * h + c)


@rule
def show_role(s: Any, p: int) -> None:
    """Show the Profession of `p` to everybody."""
    s.revealed[p] = 1
    tell(s, everyone(s), E_ROLE_SHOWN + 2 * p + int(s.role[p]))


@rule
def drop_out(s: Any, p: int) -> None:
    """Take seat `p` out of the game with all it owns (G16, G39); the last one left wins (G31)."""
    for w in range(N_ORDERS):
        for _ in range(s.orders[p, w]):
            tell(s, everyone(s), E_LAID + w)
        s.discard[w] += s.orders[p, w]
        s.orders[p, w] = 0
        for q in range(SEATS):
            s.lost[q, p, w] = 0
    for k in range(2):
        s.tickets[p, k] = 0
    if s.pistol == p:
        s.pistol = NONE
    s.contents[p] = NONE
    s.at[p] = NONE
    s.out[p] = 1
    forget(s, p)
    tell(s, everyone(s), E_OUT + p)
    if remaining(s) == 1:
        finish(s, 1 << next_remaining(s, p))


@rule
def clear_turn(s: Any) -> None:
    """Forget the movement of the turn that has ended."""
    s.left = 0
    s.n_path = 0
    for i in range(N_PATH):
        s.path[i] = NONE
    s.pistol_used = 0
    s.named = NONE


@rule
def finish(s: Any, winners: int) -> None:
    """End the game; `winners` are seats as bits."""
    clear_turn(s)
    s.winners = winners
    s.turn = NONE
    wait_for(s, NONE, Phase.OVER)
    tell(s, everyone(s), E_END + winners)


@rule
def start_turn(s: Any, p: int) -> None:
    """Let seat `p` begin its turn."""
    clear_turn(s)
    s.turn = p
    wait_for(s, p, Phase.TURN)


@rule
def end_turn(s: Any, t: Any) -> None:
    """Let the next seat begin; a round ends where its first seat sits, out or not (G48, G33)."""
    q = seat_of(s.turn, 1, s.n_seats)
    while s.out[q] and q != s.first:
        q = seat_of(q, 1, s.n_seats)
    if q == s.first:
        if s.out[q]:
            q = next_remaining(s, q)
            s.first = q
        if s.round == t.max_rounds:
            finish(s, 0)
            return
        s.round += 1
        tell(s, everyone(s), E_ROUND)
    start_turn(s, q)


@rule
def payoff(s: Any, out: Any) -> None:
    """Write the returns: 1 for the winner, the others share -1; all 0 if nobody wins (f)."""
    if s.winners == 0:
        return
    for p in range(s.n_seats):
        out[p] = 1.0 if (s.winners >> p) & 1 else -1.0 / (s.n_seats - 1)
