"""What a seat sees of Warumono 2 and rightly remembers, as named blocks of small integers.

Seats are relative: 0 is the observer, r the r-th seat clockwise. Hidden things never enter:
everything here is public, the seat's own, or its record or memory of what it was told.
"""

from typing import Any

import numpy as np

from hoodwink.envs.core.game import blocks
from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.actions import N_SCENARIOS, N_SPACES, rel_of, seat_of
from hoodwink.envs.warumono2.knowledge import ORDERS
from hoodwink.envs.warumono2.news import FLAGS, N_FLAGS, see_notable
from hoodwink.envs.warumono2.state import (
    MAX_DIE,
    N_CARDS,
    N_KINDS,
    N_NOTABLE,
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
from hoodwink.envs.warumono2.table import AHEAD, AHEAD_SIZE, HORIZON, MAX_OPS

SHARE = 100  # a certain card, in the marginals of the memory
WEIGHT_BITS = 16
MOST_WEIGHT = (1 << WEIGHT_BITS) - 1
PLACES = WEIGHT_BITS * np.ascontiguousarray(ORDERS.T, np.int64)  # (slot, order): bits of the card
SHOWN_TOUCHED = 15
MOST_USED = 13  # the whole deck as it is printed; a custom deck may have more


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
        ("touched", SEATS, SHOWN_TOUCHED, "possible changes since, relative holder"),
        ("memory", SEATS * N_CARDS, SHARE, "how likely each seat holds each card, percent", _HELD),
        (
            "events",
            N_NOTABLE * N_FLAGS,
            1,
            "the last notable events, newest first",
            [f"event {i}: {flag}" for i in range(N_NOTABLE) for flag in FLAGS],
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
    for i in range(s.n_queue):
        out[B_SEAT + SEAT_SIZE * rel_of(p, s.queue[i], s.n_seats) + 5] = 1
    see_records(s, p, out)
    see_memory(s, p, out)
    see_notable(s, p, out, B_EVENTS)


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
    ahead = t.ahead[p, sheet, k]
    out[B_CLOCK] = k
    out[B_CLOCK + 1] = t.last[sheet] - k
    out[B_CLOCK + 2] = ahead[0]
    out[B_BLUE] = t.blue[sheet, k]
    for i in range(AHEAD_SIZE):  # the next, ahead and (still blank) rest blocks
        out[B_NEXT + i] = ahead[i]
    for i in range(s.directive, MAX_OPS):
        see_directive(s, p, int(t.ops[sheet, k, i]), out)


@rule
def see_directive(s: Any, p: int, op: int, out: Any) -> None:
    """Write a directive of this space that is still to come; a colour not in play is none."""
    if Op.TAKEN_IN_RED <= op <= Op.TAKEN_IN_BLUE:
        q = op - Op.TAKEN_IN_RED
        if q < s.n_seats:
            out[B_REST + Op.TAKEN_IN_RED + rel_of(p, q, s.n_seats)] = 1
    elif op != Op.NOTHING:
        out[B_REST + op] = 1


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
    """Write what seat `p` sees of seat `q`; the path is written before, the queue after."""
    out[at] = 1
    if not s.out[q]:
        x = s.at[q]
        out[at + 1] = 1
        out[at + 12] = t.is_round[x]
        out[at + 13] = out[B_PATH + x]
        out[at + SEAT_FLAGS + x] = 1
    out[at + 2] = s.turn == q
    out[at + 3] = s.to_move == q
    out[at + 4] = s.first == q
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
                out[B_TOUCHED + r] = min(SHOWN_TOUCHED, int(s.touched[p, h]))


@rule
def see_memory(s: Any, p: int, out: Any) -> None:
    """Write how likely each remaining seat holds each card, by the seat's exact memory.

    The weights of the four cards of a slot are added up side by side in one integer, 16 bits each;
    where they need more, the lowest bits are dropped.
    """
    row = s.belief[p]
    orders = min(N_ORDERS, len(out))  # the compiler cannot know that it is 24: vectors, not copies
    total = 0
    for o in range(orders):
        total += row[o]
    drop = 0
    while total >> drop > MOST_WEIGHT:
        drop += 1
    for h in range(SEATS):
        if not s.out[h] and total > 0:
            places = PLACES[h]
            cards = 0
            for o in range(orders):
                cards += (row[o] >> drop) << places[o]
            see_shares(cards, out, B_MEMORY + N_CARDS * rel_of(p, h, s.n_seats))


@rule
def see_shares(cards: int, out: Any, at: int) -> None:
    """Write the shares in percent of the four weights in `cards`."""
    total = 0
    for c in range(N_CARDS):
        total += (cards >> (WEIGHT_BITS * c)) & MOST_WEIGHT
    scale = SHARE / max(1, total)
    for c in range(N_CARDS):
        out[at + c] = int(((cards >> (WEIGHT_BITS * c)) & MOST_WEIGHT) * scale + 0.5)
