"""The sheet: the Counter, the directives, the end (R35-R52, G26-G30, G35, G71, G73)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.actions import E_COUNTER, E_PASSED_ON, seat_of
from hoodwink.envs.warumono2.knowledge import believe_holder, believe_unheld, pass_left
from hoodwink.envs.warumono2.news import tell
from hoodwink.envs.warumono2.state import NONE, Card, Fate, Op, Phase, Role
from hoodwink.envs.warumono2.table import MAX_OPS
from hoodwink.envs.warumono2.turn import (
    all_look,
    ask,
    clear_turn,
    drop_out,
    everyone,
    finish,
    is_operative_shown,
    next_remaining,
    show_contents,
    show_role,
    take_in,
    wait_for,
)


@rule
def is_blue(s: Any, t: Any) -> bool:
    """Return whether arrests are possible in this round (R46, R92, G16)."""
    return bool(t.blue[s.sheet, s.counter] == 1)


@rule
def end_turn(s: Any, t: Any) -> None:
    """Let the next remaining seat have its turn, or end the round (R47, G73)."""
    clear_turn(s)
    q = seat_of(s.turn, 1, s.n_seats)
    while s.out[q] and q != s.first:
        q = seat_of(q, 1, s.n_seats)
    if q == s.first:
        end_round(s, t)
    else:
        start_turn(s, q)


@rule
def start_turn(s: Any, p: int) -> None:
    """Let seat `p` begin its turn."""
    s.turn = p
    wait_for(s, p, Phase.TURN)


@rule
def end_round(s: Any, t: Any) -> None:
    """Move the Counter, or end the game behind the last space (R36, R48, G38)."""
    s.turn = NONE
    if s.out[s.first]:
        s.first = next_remaining(s, s.first)  # G27
    if s.counter == t.last[s.sheet]:
        winners = fate(s, t)  # R19
        if t.fate[s.sheet] == Fate.LOOT_HOLDER_WINS:
            for p in range(s.n_seats):
                believe_holder(s, p, winners)
        finish(s, winners)
    else:
        s.counter += 1
        tell(s, everyone(s), E_COUNTER + s.counter)
        open_space(s, t)


@rule
def fate(s: Any, t: Any) -> int:
    """Return who wins at Game over, as bits (R19, R62, G57)."""
    winners = 0
    for p in range(s.n_seats):
        if not s.out[p]:
            what = t.fate[s.sheet]
            if (
                what == Fate.REMAINING_WIN
                or (what == Fate.LOOT_HOLDER_WINS and s.contents[p] == Card.LOOT)
                or (what == Fate.UO_WINS_ELSE_NONE and s.role[p] == Role.UNDERCOVER)
            ):
                winners |= 1 << p
    return winners


# -- directives -----------------------------------------------------------------------------------


@rule
def open_space(s: Any, t: Any) -> None:
    """Begin with the directives of the space the Counter stands on (R49-R51)."""
    s.directive = 0
    skip_blank(s, t)
    wait_for(s, NONE, Phase.DIRECTIVES)


@rule
def skip_blank(s: Any, t: Any) -> None:
    """Stand behind the last place if no directive is left."""
    if s.directive < MAX_OPS and t.ops[s.sheet, s.counter, s.directive] == Op.NOTHING:
        s.directive = MAX_OPS


@rule
def next_directive(s: Any, t: Any) -> int:
    """Return the directive that is due, and stand behind it."""
    op = int(t.ops[s.sheet, s.counter, s.directive])
    s.directive += 1
    skip_blank(s, t)
    return op


@rule
def carry_out(s: Any, t: Any, op: int) -> None:
    """Follow one directive."""
    if op == Op.CONFIRM:
        all_look(s)  # R37
    elif Op.SNATCHED_1 <= op <= Op.SNATCHED_3:
        snatch(s, Card.FAKE_1 + op - Op.SNATCHED_1)
    elif op == Op.LOCKDOWN_AIRPORT or op == Op.LOCKDOWN_DOCKS:
        lock_down(s, t, op - Op.LOCKDOWN_AIRPORT)
    elif op == Op.REOPENED_AIRPORT or op == Op.REOPENED_DOCKS:
        s.barricade[op - Op.REOPENED_AIRPORT] = 0  # R41
    elif op == Op.TAKEN_IN_ROUND:
        take_in(s, t, seats_on_round(s, t))
    elif Op.TAKEN_IN_RED <= op <= Op.TAKEN_IN_BLUE:
        take_in(s, t, 1 << (op - Op.TAKEN_IN_RED))  # R42
    elif op == Op.BETRAY:
        betray(s)
    elif op == Op.DISPLAY_CONTENTS:
        display_contents(s, t)
    elif op == Op.DISPLAY_PROFESSIONS:
        display_professions(s)


@rule
def snatch(s: Any, c: int) -> None:
    """Let all check their cards; the holder of the fake `c` shows it and drops out (R38, G24)."""
    all_look(s)
    holder = NONE
    for p in range(s.n_seats):
        if s.contents[p] == c:
            holder = p
    if holder != NONE:
        show_contents(s, holder)
        drop_out(s, holder)
    else:
        for p in range(s.n_seats):
            believe_unheld(s, p, c)


@rule
def lock_down(s: Any, t: Any, e: int) -> None:
    """Shut the exit `e` and take in whoever is there (R39, R40, G14, G77)."""
    s.barricade[e] = 1
    seats = 0
    for p in range(s.n_seats):
        if not s.out[p] and t.area[s.at[p]] == e + 1:
            seats |= 1 << p
    take_in(s, t, seats)


@rule
def seats_on_round(s: Any, t: Any) -> int:
    """Return the seats whose Markers are on round spaces, as bits (G4)."""
    seats = 0
    for p in range(s.n_seats):
        if not s.out[p] and t.is_round[s.at[p]]:
            seats |= 1 << p
    return seats


@rule
def betray(s: Any) -> None:
    """Ask every seat that could be the operative whose card it looks at (R43, G28, G71)."""
    shown = is_operative_shown(s)
    for i in range(s.n_seats):
        p = seat_of(s.first, i, s.n_seats)
        if not s.out[p]:
            if shown:
                if s.revealed[p] and s.role[p] == Role.UNDERCOVER:
                    ask(s, p)
            elif not s.revealed[p]:
                ask(s, p)
    if s.n_queue > 0:
        wait_for(s, int(s.queue[0]), Phase.BETRAY)


@rule
def display_contents(s: Any, t: Any) -> None:
    """Show all Contents Cards; with the special rule they then go on clockwise (R44, R52)."""
    for p in range(s.n_seats):
        if not s.out[p]:
            show_contents(s, p)
    if t.pass_left[s.sheet]:
        tell(s, everyone(s), E_PASSED_ON)
        pass_left(s)


@rule
def display_professions(s: Any) -> None:
    """Show all Profession Cards (R45, G35)."""
    for p in range(s.n_seats):
        if not s.out[p]:
            show_role(s, p)
