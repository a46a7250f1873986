"""What a seat sees of Warumono and rightly remembers, as named blocks of small integers.

Seats are relative: 0 is the observer, r the r-th seat clockwise. Hidden things never enter:
everything here is public, the seat's own, or its record or memory of what it was told.
"""

from typing import Any

from hoodwink.envs.core.game import blocks
from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono.actions import MAX_DIE, N_ORDERS, N_SPACES, SEATS, rel_of, seat_of
from hoodwink.envs.warumono.knowledge import n_orders
from hoodwink.envs.warumono.news import FLAGS, N_FLAGS, see_notable
from hoodwink.envs.warumono.state import N_NOTABLE, N_PHASES, N_PLACES, NONE, Card, Phase, Role
from hoodwink.envs.warumono.table import MAX_KIND

SHARE = 100  # certain, in the marginals of the memory
SHOWN_TOUCHED = 15
SHOWN_ROUNDS = 60
ALL_ORDERS = MAX_KIND * N_ORDERS
ALL_TICKETS = 6

_SPACES = [f"space number {i}" for i in range(N_SPACES)]
_ORDERS = [f"{place} {kind}" for place in ("WAR", "BAR", "PAR") for kind in ("air", "boat")]
_CARDS = [c.name.lower() for c in Card]
_HELD = [f"seat {r}: {card}" for r in range(SEATS) for card in _CARDS]
_SEAT = [
    "dealt in", "remains", "has the turn", "is to move", "opens the rounds", "has the pistol",
    "mafia", "detective", "shown to all", "on a square space", "on the route",
]  # fmt: skip
SEAT_FLAGS = len(_SEAT)
SEAT_SIZE = SEAT_FLAGS + N_SPACES

BLOCKS = blocks(
    [
        ("seats", 3, 1, "seats dealt in, one-hot", ["2 seats", "3 seats", "4 seats"]),
        ("options", 3, 1, "options", ["keep_own_after_question", "allow_backtrack", "advance"]),
        ("phase", N_PHASES, 1, "one-hot", [p.name.lower() for p in list(Phase)[:N_PHASES]]),
        ("clock", 2, SHOWN_ROUNDS, "rounds, at most 60", ["this round", "rounds after this"]),
        ("discard", N_ORDERS, MAX_KIND, "used orders", _ORDERS),
        ("pile", 1, ALL_ORDERS, "orders in the pile"),
        ("supply", 2, ALL_TICKETS, "tickets beside the board", ["air", "boat"]),
        ("pistol", 2, 1, "the pistol", ["in the Locker Room", "used this turn"]),
        ("left", MAX_DIE + 1, 1, "steps left of the roll, one-hot from 0"),
        ("path", N_SPACES, 1, "spaces of this movement", _SPACES),
        ("own orders", N_ORDERS, MAX_KIND, "orders in the own hand", _ORDERS),
        ("air", SEATS, ALL_TICKETS, "airline tickets, relative holder"),
        ("boat", SEATS, ALL_TICKETS, "boat tickets, relative holder"),
        ("orders", SEATS, ALL_ORDERS, "orders in hand, relative holder"),
        *(
            (f"seat {r}", SEAT_SIZE, 1, f"seat {r} clockwise", [*_SEAT, *_SPACES])
            for r in range(SEATS)
        ),
        ("certain", SEATS * 2, 1, "records of G49 that are certain", _HELD),
        ("maybe", SEATS * 2, 1, "records of G49 that may be stale: the card last seen", _HELD),
        ("touched", SEATS, SHOWN_TOUCHED, "possible changes since, relative holder"),
        (
            "memory",
            N_PLACES,
            SHARE,
            "how likely the cash lies where, percent",
            [*(f"seat {r}" for r in range(SEATS)), "out of the game"],
        ),
        (
            "lost",
            SEATS * N_ORDERS,
            MAX_KIND,
            "orders known to be in a hand, for one was robbed of them",
            [f"seat {r}: {order}" for r in range(SEATS) for order in _ORDERS],
        ),
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
B_SEATS, B_OPTIONS, B_PHASE, B_CLOCK = (OFFSET[k] for k in ("seats", "options", "phase", "clock"))
B_DISCARD, B_PILE, B_SUPPLY, B_PISTOL = (OFFSET[k] for k in ("discard", "pile", "supply", "pistol"))
B_LEFT, B_PATH, B_OWN, B_AIR = (OFFSET[k] for k in ("left", "path", "own orders", "air"))
B_BOAT, B_ORDERS, B_SEAT = (OFFSET[k] for k in ("boat", "orders", "seat 0"))
B_CERTAIN, B_MAYBE, B_TOUCHED = (OFFSET[k] for k in ("certain", "maybe", "touched"))
B_MEMORY, B_LOST, B_EVENTS = (OFFSET[k] for k in ("memory", "lost", "events"))


@rule
def observe(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what seat `p` sees of `s` into `out` (int8, zeroed)."""
    out[B_SEATS + s.n_seats - 2] = 1
    out[B_OPTIONS] = t.keep_own
    out[B_OPTIONS + 1] = t.backtrack
    out[B_OPTIONS + 2] = t.advance
    out[B_PHASE + s.phase] = 1
    out[B_CLOCK] = min(SHOWN_ROUNDS, int(s.round))
    out[B_CLOCK + 1] = min(SHOWN_ROUNDS, int(t.max_rounds - s.round))
    see_table(s, t, p, out)
    for r in range(s.n_seats):
        see_seat(s, t, p, r, seat_of(p, r, s.n_seats), out)
    see_memory(s, p, out)
    see_notable(s, p, out, B_EVENTS)


@rule
def see_table(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what lies open beside the pieces, and the own orders."""
    pile = 0
    for w in range(N_ORDERS):
        out[B_DISCARD + w] = s.discard[w]
        out[B_OWN + w] = s.orders[p, w]
        pile += t.deck[w] - s.discard[w]
    for q in range(s.n_seats):
        pile -= n_orders(s, q)
    out[B_PILE] = pile
    for k in range(2):
        left = t.supply[k]
        for q in range(s.n_seats):
            left -= s.tickets[q, k]
        out[B_SUPPLY + k] = left
    out[B_PISTOL] = s.pistol == NONE
    out[B_PISTOL + 1] = s.pistol_used
    out[B_LEFT + s.left] = 1
    for i in range(s.n_path):
        out[B_PATH + s.path[i]] = 1


@rule
def see_seat(s: Any, t: Any, p: int, r: int, q: int, out: Any) -> None:
    """Write what seat `p` sees and remembers of seat `q`; the path is written before."""
    at = B_SEAT + SEAT_SIZE * r
    out[at] = 1
    if not s.out[q]:
        x = s.at[q]
        out[at + 1] = 1
        out[at + 9] = t.square[x]
        out[at + 10] = out[B_PATH + x]
        out[at + SEAT_FLAGS + x] = 1
    out[at + 2] = s.turn == q
    out[at + 3] = s.to_move == q
    out[at + 4] = s.first == q
    out[at + 5] = s.pistol == q
    if p == q or s.revealed[q]:
        out[at + 6] = s.role[q] == Role.MAFIA
        out[at + 7] = s.role[q] == Role.DETECTIVE
    out[at + 8] = s.revealed[q]
    out[B_AIR + r] = s.tickets[q, 0]
    out[B_BOAT + r] = s.tickets[q, 1]
    out[B_ORDERS + r] = n_orders(s, q)
    for w in range(N_ORDERS):
        out[B_LOST + N_ORDERS * r + w] = s.lost[p, q, w]
    see_record(s, p, r, q, out)


@rule
def see_record(s: Any, p: int, r: int, q: int, out: Any) -> None:
    """Write the record of G49 that seat `p` has of seat `q`."""
    c = s.known[p, q]
    if c == NONE:
        return
    if s.touched[p, q] == 0:
        out[B_CERTAIN + 2 * r + c] = 1
    else:
        out[B_MAYBE + 2 * r + c] = 1
        out[B_TOUCHED + r] = min(SHOWN_TOUCHED, int(s.touched[p, q]))


@rule
def see_memory(s: Any, p: int, out: Any) -> None:
    """Write how likely the cash lies with each seat or out of the game, in percent."""
    total = 0
    for h in range(N_PLACES):
        total += int(s.belief[p, h])
    if total == 0:
        return
    for h in range(s.n_seats):
        share = (2 * SHARE * int(s.belief[p, h]) + total) // (2 * total)
        out[B_MEMORY + rel_of(p, h, s.n_seats)] = share
    out[B_MEMORY + SEATS] = (2 * SHARE * int(s.belief[p, SEATS]) + total) // (2 * total)
