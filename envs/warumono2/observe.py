"""What a seat sees of Warumono 2 and rightly remembers, as named blocks of small integers.

Seats are relative: 0 is the observer, r the r-th seat clockwise. Hidden things never enter:
everything here is public, the seat's own, or its record or memory of what it was told.
"""

from typing import Any

import numpy as np

from hoodwink.envs.core.game import blocks
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import N_EVENTS
from hoodwink.envs.warumono2.actions import (
    A_ARREST,
    A_LOOK,
    A_REVEAL,
    A_SWITCH_FAKE,
    A_SWITCH_REAL,
    A_TARGET,
    E_ACTION,
    E_OUT,
    E_OUTCOME,
    E_PASSED_ON,
    E_ROLE_SHOWN,
    E_SAW,
    E_SHOWN,
    E_SWITCH,
    E_TAKEN_IN,
    N_ACTIONS,
    N_EVENT_CODES,
    N_SCENARIOS,
    N_SPACES,
    O_DRAW,
    rel_of,
    seat_of,
)
from hoodwink.envs.warumono2.knowledge import ORDERS
from hoodwink.envs.warumono2.state import (
    MAX_DIE,
    N_CARDS,
    N_KINDS,
    N_OPS,
    N_ORDERS,
    N_PHASES,
    NONE,
    SEATS,
    Card,
    Fate,
    Kind,
    Op,
    Phase,
    Role,
    Ticket,
)
from hoodwink.envs.warumono2.table import MAX_OPS

AHEAD = 6  # spaces of the sheet ahead that are shown one by one
HORIZON = 30  # rounds; farther directives count as this far
SHARE = 100  # a certain card, in the marginals of the memory
MOST_TOUCHED = 15
MOST_USED = 13  # the whole deck as it is printed; a custom deck may have more
SHOWN_EVENTS = 6  # last notable events

NOTABLE = (
    "look", "switch", "switch_real", "switch_fake", "arrest", "target", "reveal", "saw", "shown",
    "role_shown", "out", "taken_in", "passed_on", "draw",
)  # fmt: skip
N_NOTABLE = len(NOTABLE)
EVENT_SIZE = N_NOTABLE + 2 * SEATS + N_CARDS + N_KINDS


def _event_table() -> Any:
    """Return of each event code: kind (index of NOTABLE, NONE), seat, other, card, Kind, relative.

    `other` is a seat, or counted clockwise from `seat` where `relative` is 1.
    """
    table = np.full((N_EVENT_CODES, 6), NONE, np.int16)

    def put(code: int, kind: str, *rest: int) -> None:
        table[code, 0] = NOTABLE.index(kind)
        table[code, 1 : 1 + len(rest)] = rest

    for p in range(SEATS):
        action = E_ACTION + N_ACTIONS * p
        put(action + A_LOOK, "look", p)
        put(action + A_REVEAL, "reveal", p)
        for r in range(1, SEATS):
            put(action + A_ARREST + r, "arrest", p, r, NONE, NONE, 1)
            put(action + A_SWITCH_REAL + r, "switch_real", p, r, NONE, NONE, 1)
            put(action + A_SWITCH_FAKE + r, "switch_fake", p, r, NONE, NONE, 1)
            put(action + A_TARGET + r, "target", p, r, NONE, NONE, 1)
        for role in range(2):
            put(E_ROLE_SHOWN + 2 * p + role, "role_shown", p)
        put(E_OUT + p, "out", p)
        put(E_TAKEN_IN + p, "taken_in", p)
        for q in range(SEATS):
            put(E_SWITCH + SEATS * p + q, "switch", p, q)
        for c in range(N_CARDS):
            put(E_SAW + N_CARDS * p + c, "saw", NONE, p, c)
            put(E_SHOWN + N_CARDS * p + c, "shown", NONE, p, c)
    put(E_PASSED_ON, "passed_on")
    for k in range(N_KINDS):
        put(E_OUTCOME + O_DRAW + k, "draw", NONE, NONE, NONE, k)
    return table


EVENT = _event_table()

_SPACES = [f"space number {i}" for i in range(N_SPACES)]
_CARDS = [c.name.lower() for c in Card]
_OPS = [
    "blue",
    *(op.name.lower() for op in list(Op)[1 : Op.TAKEN_IN_RED]),
    *(f"taken_in seat {r}" for r in range(SEATS)),
    *(op.name.lower() for op in list(Op)[Op.BETRAY :]),
]
_KINDS = [k.name.lower() for k in Kind]
_HELD = [f"seat {r}: {card}" for r in range(SEATS) for card in _CARDS]
N_AHEAD = N_OPS  # blue takes the place of NOTHING

_SEAT = [
    "dealt in", "remains", "has the turn", "is to move", "is Starting Player", "will be asked",
    "passport", "plane ticket", "boat ticket", "wiseguy", "undercover", "shown to all",
    "on a round space", "on the path",
]  # fmt: skip
_EVENT = [
    *NOTABLE,
    *(f"by seat {r}" for r in range(SEATS)),
    *(f"to seat {r}" for r in range(SEATS)),
    *_CARDS,
    *_KINDS,
]
SEAT_FLAGS = len(_SEAT)
SEAT_SIZE = SEAT_FLAGS + N_SPACES

BLOCKS = blocks(
    [
        ("seats", 3, 1, "seats dealt in, one-hot", ["2 seats", "3 seats", "4 seats"]),
        ("peek", 1, 1, "own Contents Card seen at the start (G62)"),
        ("phase", N_PHASES, 1, "one-hot", [p.name.lower() for p in list(Phase)[:N_PHASES]]),
        ("sheet", N_SCENARIOS, 1, "scenario 1 to 7, one-hot; zeros for a custom sheet"),
        ("fate", 4, 1, "what Game over does, one-hot", [f.name.lower() for f in Fate]),
        ("special", 2, 1, "special rules of the sheet", ["trackers", "pass_left"]),
        ("clock", 3, HORIZON, "rounds", ["counter", "rounds after this", "rounds to blue"]),
        ("blue", 1, 1, "arrests are possible in this round"),
        ("next", N_AHEAD, HORIZON, "rounds until the next such directive after this space", _OPS),
        (
            "ahead",
            AHEAD * N_AHEAD,
            1,
            f"the next {AHEAD} spaces of the sheet, one by one",
            [f"in {h + 1} rounds: {op}" for h in range(AHEAD) for op in _OPS],
        ),
        ("rest", N_AHEAD, 1, "directives of this space still to come", _OPS),
        ("barricades", 2, 1, "shut exits", ["airport", "docks"]),
        ("discard", N_KINDS, MOST_USED, "used Back Alley Cards", _KINDS),
        ("gone", N_CARDS, 1, "Contents Cards that left the game face up", _CARDS),
        ("card", N_KINDS, 1, "Back Alley Card being carried out", _KINDS),
        ("named", SEATS, 1, "seat named first for Troublemaker, relative"),
        ("switched", 1, 1, "a switch gesture was made this turn"),
        ("left", MAX_DIE + 1, 1, "steps left of the roll, one-hot from 0"),
        ("path", N_SPACES, 1, "spaces of this movement", _SPACES),
        *(
            (f"seat {r}", SEAT_SIZE, 1, f"seat {r} clockwise", [*_SEAT, *_SPACES])
            for r in range(SEATS)
        ),
        ("certain", SEATS * N_CARDS, 1, "records of G75 that are certain", _HELD),
        (
            "maybe",
            SEATS * N_CARDS,
            1,
            "records of G75 that may be stale: the card last seen",
            _HELD,
        ),
        ("touched", SEATS, MOST_TOUCHED, "possible changes since, relative holder"),
        ("memory", SEATS * N_CARDS, SHARE, "how likely each seat holds each card, percent", _HELD),
        (
            "events",
            SHOWN_EVENTS * EVENT_SIZE,
            1,
            "the last notable events, newest first",
            [f"event {i}: {flag}" for i in range(SHOWN_EVENTS) for flag in _EVENT],
        ),
    ]
)
OFFSET = {block.name: block.offset for block in BLOCKS}
B_SEATS, B_PEEK, B_PHASE, B_SHEET = (OFFSET[k] for k in ("seats", "peek", "phase", "sheet"))
B_FATE, B_SPECIAL, B_CLOCK, B_BLUE = (OFFSET[k] for k in ("fate", "special", "clock", "blue"))
B_NEXT, B_AHEAD, B_REST, B_BARRICADES = (OFFSET[k] for k in ("next", "ahead", "rest", "barricades"))
B_DISCARD, B_GONE, B_CARD, B_NAMED = (OFFSET[k] for k in ("discard", "gone", "card", "named"))
B_SWITCHED, B_LEFT, B_PATH, B_SEAT = (OFFSET[k] for k in ("switched", "left", "path", "seat 0"))
B_CERTAIN, B_MAYBE, B_TOUCHED = (OFFSET[k] for k in ("certain", "maybe", "touched"))
B_MEMORY, B_EVENTS = OFFSET["memory"], OFFSET["events"]


@rule
def observe(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what seat `p` sees of `s` into `out` (int8, zeroed)."""
    out[B_SEATS + s.n_seats - 2] = 1
    out[B_PEEK] = t.peek
    out[B_PHASE + s.phase] = 1
    if s.sheet != NONE:
        see_sheet(s, t, p, out)
    see_table(s, p, out)
    for r in range(s.n_seats):
        see_seat(s, t, p, seat_of(p, r, s.n_seats), out, B_SEAT + SEAT_SIZE * r)
    see_records(s, p, out)
    see_memory(s, p, out)
    see_events(s, p, out)


@rule
def relative_op(s: Any, p: int, op: int) -> int:
    """Return the flag of a directive; colours become relative seats, one not in play NONE."""
    if Op.TAKEN_IN_RED <= op <= Op.TAKEN_IN_BLUE:
        q = op - Op.TAKEN_IN_RED
        return Op.TAKEN_IN_RED + rel_of(p, q, s.n_seats) if q < s.n_seats else NONE
    return op


@rule
def see_sheet(s: Any, t: Any, p: int, out: Any) -> None:
    """Write the sheet from the Counter on; it lies open on the table."""
    sheet = s.sheet
    k = s.counter
    if t.number[sheet] > 0:
        out[B_SHEET + t.number[sheet] - 1] = 1
    out[B_FATE + t.fate[sheet]] = 1
    out[B_SPECIAL] = t.trackers[sheet]
    out[B_SPECIAL + 1] = t.pass_left[sheet]
    out[B_CLOCK] = k
    out[B_CLOCK + 1] = t.last[sheet] - k
    out[B_CLOCK + 2] = min(HORIZON, int(t.next_blue[sheet, k]))
    out[B_BLUE] = t.blue[sheet, k]
    out[B_NEXT] = min(HORIZON, int(t.next_blue[sheet, k]))
    for op in range(1, N_OPS):
        flag = relative_op(s, p, op)
        if flag != NONE:
            out[B_NEXT + flag] = min(HORIZON, int(t.next_op[sheet, k, op]))
    for i in range(s.directive, MAX_OPS):
        put_op(s, t, p, k, i, out, B_REST)
    for h in range(min(AHEAD, t.last[sheet] - k)):
        at = B_AHEAD + N_AHEAD * h
        out[at] = t.blue[sheet, k + h + 1]
        for i in range(MAX_OPS):
            put_op(s, t, p, k + h + 1, i, out, at)


@rule
def put_op(s: Any, t: Any, p: int, k: int, i: int, out: Any, at: int) -> None:
    """Set the flag of directive `i` of space `k`."""
    op = int(t.ops[s.sheet, k, i])
    if op != Op.NOTHING:
        flag = relative_op(s, p, op)
        if flag != NONE:
            out[at + flag] = 1


@rule
def see_table(s: Any, p: int, out: Any) -> None:
    """Write what lies open beside the Markers."""
    for e in range(2):
        out[B_BARRICADES + e] = s.barricade[e]
    for k in range(N_KINDS):
        out[B_DISCARD + k] = min(MOST_USED, int(s.used[k]))
    for c in range(N_CARDS):
        out[B_GONE + c] = s.gone[c]
    if s.card != NONE:
        out[B_CARD + s.card] = 1
    if s.named != NONE:
        out[B_NAMED + rel_of(p, s.named, s.n_seats)] = 1
    out[B_SWITCHED] = s.switched
    out[B_LEFT + s.left] = 1
    for i in range(s.n_path):
        out[B_PATH + s.path[i]] = 1


@rule
def see_seat(s: Any, t: Any, p: int, q: int, out: Any, at: int) -> None:
    """Write what seat `p` sees of seat `q`."""
    out[at] = 1
    if not s.out[q]:
        out[at + 1] = 1
        x = s.at[q]
        out[at + 12] = t.is_round[x]
        out[at + SEAT_FLAGS + x] = 1
        for i in range(s.n_path):
            if s.path[i] == x:
                out[at + 13] = 1
    out[at + 2] = s.turn == q
    out[at + 3] = s.to_move == q
    out[at + 4] = s.first == q
    for i in range(s.n_queue):
        if s.queue[i] == q:
            out[at + 5] = 1
    out[at + 6] = s.passport[q]
    out[at + 7] = s.ticket[q] == Ticket.PLANE
    out[at + 8] = s.ticket[q] == Ticket.BOAT
    if p == q or s.revealed[q]:
        out[at + 9] = s.role[q] == Role.WISEGUY
        out[at + 10] = s.role[q] == Role.UNDERCOVER
    out[at + 11] = s.revealed[q]


@rule
def see_records(s: Any, p: int, out: Any) -> None:
    """Write the records of G75."""
    for r in range(s.n_seats):
        h = seat_of(p, r, s.n_seats)
        c = s.known[p, h]
        if c != NONE:
            if s.touched[p, h] == 0:
                out[B_CERTAIN + N_CARDS * r + c] = 1
            else:
                out[B_MAYBE + N_CARDS * r + c] = 1
                out[B_TOUCHED + r] = min(MOST_TOUCHED, int(s.touched[p, h]))


@rule
def see_memory(s: Any, p: int, out: Any) -> None:
    """Write how likely each remaining seat holds each card, by the seat's exact memory."""
    row = s.belief[p]
    total = 0
    for o in range(N_ORDERS):
        total += int(row[o])
    if total == 0:
        return
    scale = SHARE / total
    for r in range(s.n_seats):
        h = seat_of(p, r, s.n_seats)
        if not s.out[h]:
            for c in range(N_CARDS):
                share = 0
                for i in range(N_ORDERS // N_CARDS):
                    share += int(row[HELD[h, c, i]])
                out[B_MEMORY + N_CARDS * r + c] = int(share * scale + 0.5)


def _held_table() -> Any:
    """Return the six orders in which slot `h` holds card `c`, as (slot, card, 6)."""
    table = np.zeros((SEATS, N_CARDS, N_ORDERS // N_CARDS), np.int16)
    for h in range(SEATS):
        for c in range(N_CARDS):
            table[h, c] = np.flatnonzero(ORDERS[:, h] == c)
    return table


HELD = _held_table()


@rule
def see_events(s: Any, p: int, out: Any) -> None:
    """Write the last notable events that seat `p` was told, newest first."""
    at = B_EVENTS
    end = B_EVENTS + SHOWN_EVENTS * EVENT_SIZE
    told = int(s.told[p])
    place = told % N_EVENTS
    ring = s.events[p]
    for _ in range(min(told, N_EVENTS)):
        place = place - 1 if place > 0 else N_EVENTS - 1
        code = int(ring[place])
        if EVENT[code, 0] != NONE:
            put_event(s, p, code, out, at)
            at += EVENT_SIZE
            if at == end:
                return


@rule
def put_event(s: Any, p: int, code: int, out: Any, at: int) -> None:
    """Write one event."""
    out[at + EVENT[code, 0]] = 1
    seat = int(EVENT[code, 1])
    other = int(EVENT[code, 2])
    at += N_NOTABLE
    if seat != NONE:
        out[at + rel_of(p, seat, s.n_seats)] = 1
    if other != NONE:
        if EVENT[code, 5] == 1:
            other = seat_of(seat, other, s.n_seats)
        out[at + SEATS + rel_of(p, other, s.n_seats)] = 1
    at += 2 * SEATS
    if EVENT[code, 3] != NONE:
        out[at + EVENT[code, 3]] = 1
    if EVENT[code, 4] != NONE:
        out[at + N_CARDS + EVENT[code, 4]] = 1
