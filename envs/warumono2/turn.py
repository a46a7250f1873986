"""Steps that every part of the rules shares: who remains, what is told, how turns and games end."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.actions import (
    E_ACTION,
    E_END,
    E_OUT,
    E_ROLE_SHOWN,
    E_SAW,
    E_SHOWN,
    E_TAKEN_IN,
    N_ACTIONS,
    seat_of,
)
from hoodwink.envs.warumono2.knowledge import all_see, forget, see
from hoodwink.envs.warumono2.news import tell
from hoodwink.envs.warumono2.state import N_CARDS, N_PATH, NONE, SEATS, Phase, Role, Ticket
from hoodwink.envs.warumono2.table import MAX_OPS


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
    tell(s, 1 << p, E_SAW + N_CARDS * h + c)


@rule
def all_look(s: Any) -> None:
    """Let every remaining seat see its own card (R37, R38, G30)."""
    for p in range(s.n_seats):
        if not s.out[p]:
            look_at(s, p, p)


@rule
def show_contents(s: Any, h: int) -> None:
    """Show the card of `h` to everybody."""
    c = int(s.contents[h])
    all_see(s, h, c)
    tell(s, everyone(s), E_SHOWN + N_CARDS * h + c)


@rule
def show_role(s: Any, p: int) -> None:
    """Show the Profession Card of `p` to everybody; from then on it is known (R34, G35)."""
    s.revealed[p] = 1
    tell(s, everyone(s), E_ROLE_SHOWN + 2 * p + int(s.role[p]))


@rule
def is_operative_shown(s: Any) -> bool:
    """Return whether an Undercover Operative, in play or not, has been shown to all (G71)."""
    for p in range(s.n_seats):
        if s.revealed[p] and s.role[p] == Role.UNDERCOVER:
            return True
    return False


@rule
def is_asked(s: Any, p: int) -> bool:
    """Return whether, as far as the public knows, `p` could be the operative (G71)."""
    return not s.revealed[p] and not is_operative_shown(s)


@rule
def drop_out(s: Any, p: int) -> None:
    """Take seat `p` out of the game: nothing of it stays but its open card (G23, G73)."""
    if s.contents[p] != NONE:
        s.gone[s.contents[p]] = 1
    s.contents[p] = NONE
    s.at[p] = NONE
    s.passport[p] = 0
    s.ticket[p] = Ticket.NONE
    s.out[p] = 1
    forget(s, p)
    tell(s, everyone(s), E_OUT + p)
    if s.turn == NONE and s.first == p:
        s.first = next_remaining(s, p)  # G73
    if remaining(s) == 1:
        finish(s, 1 << next_remaining(s, p))  # R18


@rule
def clear_turn(s: Any) -> None:
    """Forget the movement and the card of the turn that has ended."""
    s.left = 0
    s.n_path = 0
    for i in range(N_PATH):
        s.path[i] = NONE
    s.switched = 0
    s.card = NONE
    s.named = NONE


@rule
def finish(s: Any, winners: int) -> None:
    """End the game; `winners` are seats as bits."""
    clear_turn(s)
    clear_queue(s)
    s.winners = winners
    s.turn = NONE
    s.directive = MAX_OPS
    wait_for(s, NONE, Phase.OVER)
    tell(s, everyone(s), E_END + winners)


@rule
def payoff(s: Any, out: Any) -> None:
    """Write the returns: winners share 1, losers share -1; all 0 if nobody or everybody wins."""
    won = 0
    for p in range(s.n_seats):
        won += (s.winners >> p) & 1
    if won == 0 or won == s.n_seats:
        return
    for p in range(s.n_seats):
        out[p] = 1.0 / won if (s.winners >> p) & 1 else -1.0 / (s.n_seats - won)


# -- the Big House --------------------------------------------------------------------------------


@rule
def clear_queue(s: Any) -> None:
    """Ask nobody."""
    s.n_queue = 0
    for i in range(SEATS):
        s.queue[i] = NONE


@rule
def ask(s: Any, p: int) -> None:
    """Put seat `p` behind those that are to be asked."""
    s.queue[s.n_queue] = p
    s.n_queue += 1


@rule
def next_asked(s: Any) -> None:
    """Take the seat that has answered off the queue."""
    for i in range(SEATS - 1):
        s.queue[i] = s.queue[i + 1]
    s.queue[SEATS - 1] = NONE
    s.n_queue -= 1
    s.to_move = int(s.queue[0])


@rule
def lock_up(s: Any, t: Any, p: int) -> None:
    """Move the Marker of `p` to the Big House."""
    s.at[p] = t.big
    tell(s, everyone(s), E_TAKEN_IN + p)


@rule
def take_in(s: Any, t: Any, seats: int) -> None:
    """Take the seats in `seats` in: possible operatives are asked, the others go (G71).

    A revealed operative stays (R34); nobody in the Big House already is affected (G34).
    """
    for i in range(s.n_seats):
        p = seat_of(s.first, i, s.n_seats)  # G26
        if (seats >> p) & 1 and not s.out[p] and s.at[p] != t.big:
            if is_asked(s, p):
                ask(s, p)
            elif not (s.revealed[p] and s.role[p] == Role.UNDERCOVER):
                lock_up(s, t, p)
    if s.n_queue > 0:
        wait_for(s, int(s.queue[0]), Phase.TAKEN_IN)
