"""What a seat sees of Rumini and rightly remembers, as named blocks of small integers.

Seats are relative: 0 is the observer, r the r-th seat clockwise. Hidden things never enter:
everything here is public, the seat's own, or follows from what it was told.
"""

from typing import Any

from hoodwink.envs.core.game import blocks
from hoodwink.envs.core.jit import rule
from hoodwink.envs.rumini.actions import rel_of, seat_of
from hoodwink.envs.rumini.boards import DIRECTIONS, LETTERS
from hoodwink.envs.rumini.deal import are_missions_dealt
from hoodwink.envs.rumini.knowledge import N_ORDERS, ORDERS, fits, unlocated
from hoodwink.envs.rumini.rolling import open_directions
from hoodwink.envs.rumini.spaces import ASKED
from hoodwink.envs.rumini.state import (
    MAX_DIE,
    MAX_MOVES,
    MOST_TOOLS,
    N_BEETLES,
    N_CARDS,
    N_CHANCE_EVENTS,
    N_DIRECTIONS,
    N_FACES,
    N_LETTERS,
    N_PHASES,
    N_TOOLS,
    NONE,
    OMITTED,
    SEATS,
    Event,
    Phase,
    Tool,
)
from hoodwink.envs.rumini.table import FIRST_STOP, MAX_HEIGHT, MAX_WIDTH, N_KINDS, Kind
from hoodwink.envs.rumini.tables import BEETLES, FACES, MISSIONS, TOOLS
from hoodwink.envs.rumini.turn import (
    has_letter,
    magnet_supply,
    tool_count,
    tool_deck,
    value_of,
)

MOST = 20  # treasures, magnets, turns to miss that are told apart
MOST_LENGTH = 100
N_NEXT = 4  # cards of a known bottom that are seen one by one
FAR = 21
SHARPEST = 120
UNIT = 10  # hundredths of a turn, in the block of ways
EVEN = 40  # units: nothing saved

_SEAT = [
    "plays", "has the turn", "is to move", "is first player", "treasures", "magnets", "tools",
    *(f"token {letter}" for letter in LETTERS),
    *(f"known {tool}" for tool in TOOLS),
    *(f"may lack {letter}" for letter in LETTERS),
    "turns to miss", "slow", "free_dir", "bonus", "numbers_only", "reversed", "trip", "staying",
    "x", "y", *(f"moves to anchor {letter}" for letter in LETTERS),
]  # fmt: skip
SEAT_SIZE = len(_SEAT)
S_TOKENS, S_KNOWN, S_LACKS, S_SKIP, S_X, S_FAR = (
    _SEAT.index(name) for name in (
        "token N", f"known {TOOLS[0]}", "may lack N", "turns to miss", "x", "moves to anchor N",
    )
)  # fmt: skip

BLOCKS = blocks(
    [
        ("seats", 3, 1, "seats that play, one-hot", ["2 seats", "3 seats", "4 seats"]),
        ("goal", 3, 1, "missions that win, one-hot", ["1", "2", "3"]),
        ("open_hands", 1, 1, "everything is played face up"),
        ("clock", 2, 100, "rounds", ["round", "rounds after this"]),
        ("phase", N_PHASES, 1, "one-hot", [p.name.lower() for p in list(Phase)[:N_PHASES]]),
        (
            "event", N_CHANCE_EVENTS, 1, "what chance decides, one-hot",
            [e.name.lower() for e in Event],
        ),
        ("compass", N_FACES, 1, "face of the roll of this turn, one-hot", FACES),
        ("die_a", MAX_DIE, 1, "one-hot", [str(v + 1) for v in range(MAX_DIE)]),
        ("die_b", MAX_DIE, 1, "one-hot", [str(v + 1) for v in range(MAX_DIE)]),
        ("magnet_used", 1, 1, "a magnet was spent on this roll"),
        ("moves", 1, MAX_MOVES, "moves begun in this turn"),
        ("asked", N_TOOLS, 1, "tool asked for or searched, one-hot", TOOLS),
        ("letter", N_LETTERS, 1, "harbour of the anchor to be chosen, one-hot", LETTERS),
        ("distance", 1, 12, "spaces of a move that waits for its direction"),
        ("directions", N_DIRECTIONS, 1, "those it may take", DIRECTIONS),
        ("way", N_DIRECTIONS, 1, "direction of the move before the Strait, one-hot", DIRECTIONS),
        ("left", 2, MOST_LENGTH, "of the move before the Strait", ["length", "steps left"]),
        ("numbers", 2, MAX_DIE, "dice of a current so far", ["a", "b"]),
        ("faces", N_FACES, 3, "faces of a whirlpool so far", FACES),
        ("magnets", 1, MOST, "magnets that nobody has"),
        ("tool_deck", 2, MOST_TOOLS, "tools in the deck", ["all", "of known order"]),
        ("unlocated", N_TOOLS, MOST_TOOLS, "tools unseen in the deck or in other hands", TOOLS),
        ("gone", N_TOOLS, 1, "found missing in the unseen deck (G8)", TOOLS),
        (
            "tool_bottom", N_NEXT * N_TOOLS, 1, "the uppermost of known order, one-hot each",
            [f"{i}: {tool}" for i in range(N_NEXT) for tool in TOOLS],
        ),
        ("bottom", N_TOOLS, MOST_TOOLS, "tools of known order", TOOLS),
        ("beetles", N_BEETLES, MOST, "Beetle cards not seen since they were shuffled", BEETLES),
        ("beetle_next", N_BEETLES, 1, "the next Beetle card, once all were seen", BEETLES),
        ("mission", N_CARDS, 1, "the own card, one-hot", MISSIONS),
        ("tools", N_TOOLS, MOST_TOOLS, "the own tools", TOOLS),
        ("column", MAX_WIDTH, 1, "of the own ship, one-hot", [str(x) for x in range(MAX_WIDTH)]),
        ("row", MAX_HEIGHT, 1, "of the own ship, one-hot", [str(y) for y in range(MAX_HEIGHT)]),
        (
            "ways", 4 * N_DIRECTIONS, SHARPEST,
            "at the choice of a move: turns saved by it, as a lone ship counts them",
            [f"{d} {die}" for die in ("a", "b", "2a", "2b") for d in DIRECTIONS],
        ),
        (
            "best ways", 4 * N_DIRECTIONS, 1, "the ways that save most, of those that are open",
            [f"{d} {die}" for die in ("a", "b", "2a", "2b") for d in DIRECTIONS],
        ),
        (
            "saved", 2, SHARPEST, "turns saved by the best of the ways",
            ["of those that are open", "of all: what a magnet would save"],
        ),
        ("here", N_KINDS, 1, "kind of the own space, one-hot", [k.name.lower() for k in Kind]),
        *(
            (f"seat {r}", SEAT_SIZE, MOST_LENGTH, f"seat {r} clockwise", _SEAT)
            for r in range(SEATS)
        ),
        (
            "shown missions", SEATS * N_CARDS, 1, "cards of other seats played face up",
            [f"seat {r}: {card}" for r in range(SEATS) for card in MISSIONS],
        ),
        (
            "shown tools", SEATS * N_TOOLS, MOST_TOOLS, "tools of other seats played face up",
            [f"seat {r}: {tool}" for r in range(SEATS) for tool in TOOLS],
        ),
    ]
)  # fmt: skip
OFFSET = {block.name: block.offset for block in BLOCKS}
B_SEATS, B_GOAL, B_OPEN, B_CLOCK = (OFFSET[k] for k in ("seats", "goal", "open_hands", "clock"))
B_PHASE, B_EVENT, B_COMPASS = (OFFSET[k] for k in ("phase", "event", "compass"))
B_DIE_A, B_DIE_B, B_MAGNET_USED = (OFFSET[k] for k in ("die_a", "die_b", "magnet_used"))
B_MOVES, B_ASKED, B_LETTER = (OFFSET[k] for k in ("moves", "asked", "letter"))
B_DISTANCE, B_DIRECTIONS, B_WAY = (OFFSET[k] for k in ("distance", "directions", "way"))
B_LEFT, B_NUMBERS, B_FACES = (OFFSET[k] for k in ("left", "numbers", "faces"))
B_MAGNETS, B_TOOL_DECK, B_UNLOCATED = (OFFSET[k] for k in ("magnets", "tool_deck", "unlocated"))
B_GONE, B_TOOL_BOTTOM, B_BOTTOM = (OFFSET[k] for k in ("gone", "tool_bottom", "bottom"))
B_BEETLES, B_BEETLE_NEXT = (OFFSET[k] for k in ("beetles", "beetle_next"))
B_MISSION, B_TOOLS, B_HERE, B_SEAT = (OFFSET[k] for k in ("mission", "tools", "here", "seat 0"))
B_COLUMN, B_ROW, B_WAYS, B_BEST = (OFFSET[k] for k in ("column", "row", "ways", "best ways"))
B_SAVED = OFFSET["saved"]
B_SHOWN_MISSIONS, B_SHOWN_TOOLS = (OFFSET[k] for k in ("shown missions", "shown tools"))


@rule
def observe(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what seat `p` sees of `s` into `out` (int8, zeroed)."""
    out[B_SEATS + s.n_seats - 2] = 1
    out[B_GOAL + t.to_win - 1] = 1
    out[B_OPEN] = t.open_hands
    out[B_CLOCK] = min(100, s.round)
    out[B_CLOCK + 1] = min(100, t.max_rounds - s.round)
    out[B_PHASE + s.phase] = 1
    see_turn(s, out)
    see_decks(s, t, p, out)
    if s.mission[p] != NONE:
        out[B_MISSION + s.mission[p]] = 1
    for k in range(N_TOOLS):
        out[B_TOOLS + k] = s.tools[p, k]
    out[B_HERE + t.kind[s.at[p]]] = 1
    out[B_COLUMN + s.at[p] % MAX_WIDTH] = 1
    out[B_ROW + s.at[p] // MAX_WIDTH] = 1
    if s.to_move == p and (s.phase == Phase.MOVE or s.phase == Phase.DIR):
        see_ways(s, t, p, out)
    for r in range(s.n_seats):
        q = seat_of(p, r, s.n_seats)
        see_seat(s, t, q, out, B_SEAT + SEAT_SIZE * r)
        if t.open_hands and r > 0:
            see_hand(s, q, r, out)
    if are_missions_dealt(s):
        see_lacks(s, t, p, out)


@rule
def see_turn(s: Any, out: Any) -> None:
    """Write the roll and what is being resolved."""
    if s.compass != NONE:
        out[B_COMPASS + s.compass] = 1
    if s.die_a > 0:
        out[B_DIE_A + s.die_a - 1] = 1
    if s.die_b > 0:
        out[B_DIE_B + s.die_b - 1] = 1
    out[B_MAGNET_USED] = s.magnet_used
    out[B_MOVES] = s.moves
    if s.phase <= Phase.MOVE:
        return
    if s.event != NONE:
        out[B_EVENT + s.event] = 1
    if s.asked != NONE:
        out[B_ASKED + s.asked] = 1
    if s.letter != NONE:
        out[B_LETTER + s.letter] = 1
    out[B_DISTANCE] = s.distance
    for d in range(N_DIRECTIONS):
        out[B_DIRECTIONS + d] = (s.directions >> d) & 1
    if s.way != NONE:
        out[B_WAY + s.way] = 1
        out[B_LEFT] = min(MOST_LENGTH, s.length)
        out[B_LEFT + 1] = min(MOST_LENGTH, s.left)
    if s.event == Event.WHIRLPOOL:
        for i in range(s.n_rolled):
            out[B_FACES + int(s.rolled[i])] += 1
    else:
        for i in range(s.n_rolled):
            out[B_NUMBERS + i] = s.rolled[i]


@rule
def see_decks(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what is known of both decks and of the supply."""
    out[B_MAGNETS] = min(MOST, magnet_supply(s, t))
    out[B_TOOL_DECK] = tool_deck(s, t)
    n = int(s.n_tool_bottom)
    out[B_TOOL_DECK + 1] = n
    for k in range(N_TOOLS):
        out[B_UNLOCATED + k] = unlocated(s, t, p, k)
        out[B_GONE + k] = s.gone[k]
    for i in range(n):
        k = int(s.tool_bottom[i])
        out[B_BOTTOM + k] += 1
        if i < N_NEXT:
            out[B_TOOL_BOTTOM + N_TOOLS * i + k] = 1
    n = int(s.n_beetle_bottom)
    if n == t.n_beetles:
        if n > 0:
            out[B_BEETLE_NEXT + int(s.beetle_bottom[0])] = 1
        return
    for k in range(N_BEETLES):
        out[B_BEETLES + k] = t.beetles[k]
    for i in range(n):
        out[B_BEETLES + int(s.beetle_bottom[i])] -= 1


@rule
def see_ways(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what each move would save, in every direction: that a magnet may open."""
    letters = 0
    for letter in range(N_LETTERS):
        if has_letter(s, p, letter) and not (s.tokens[p] >> letter) & 1:
            letters |= 1 << letter
    if s.phase == Phase.DIR:
        best = see_ways_by(s, t, p, int(s.distance), int(s.directions), letters, out, 0)
        see_best(best, int(s.directions), 1, out)
        return
    directions = open_directions(s, t, p)
    a = value_of(s, p, int(s.die_a))
    b = value_of(s, p, int(s.die_b))
    best = see_ways_by(s, t, p, a, directions, letters, out, 0)
    best = max(best, see_ways_by(s, t, p, b, directions, letters, out, 1))
    if s.bonus[p]:
        best = max(best, see_ways_by(s, t, p, 2 * a, directions, letters, out, 2))
        best = max(best, see_ways_by(s, t, p, 2 * b, directions, letters, out, 3))
    see_best(best, directions, 4 if s.bonus[p] else 2, out)


@rule
def see_best(best: int, directions: int, dice: int, out: Any) -> None:
    """Mark the open ways that save most, and say how much they and all ways save."""
    most = 0
    for i in range(dice):
        for d in range(N_DIRECTIONS):
            way = N_DIRECTIONS * i + d
            most = max(most, int(out[B_WAYS + way]))
            if (directions >> d) & 1 and out[B_WAYS + way] == best:
                out[B_BEST + way] = 1
    out[B_SAVED] = best
    out[B_SAVED + 1] = most


@rule
def turns_at_rest(s: Any, t: Any, p: int, x: int, letters: int) -> int:
    """Return the turns to go where a move comes to rest, with the tools in hand."""
    kind = int(t.kind[x])
    if ASKED[kind] != NONE and s.tools[p, ASKED[kind]] > 0:
        return int(t.to_go[x, letters])
    letter = kind - Kind.BLUE_N
    if 0 <= letter < N_LETTERS and (letters >> letter) & 1:
        if s.tools[p, Tool.FIRECRACKER] >= 2:
            return int(t.at_rest[t.anchors[letter, 0], letters])
    return int(t.at_rest[x, letters])


@rule
def end_of(t: Any, x: int, d: int, length: int, shut: bool) -> int:
    """Return where a move ends, the Strait being shut or not."""
    for _ in range(length):
        y = int(t.beyond[x, d])
        if y == NONE or (shut and t.kind[y] == Kind.STRAIT):
            return x
        x = y
        if t.kind[x] >= FIRST_STOP:
            return x
    return x


@rule
def see_ways_by(
    s: Any, t: Any, p: int, length: int, directions: int, letters: int, out: Any, die: int
) -> int:
    """Write what moves of one length would save, and return the most of those open."""
    best = 0
    here = int(s.at[p])
    now = int(t.to_go[here, letters])
    shut = s.tools[p, Tool.FIRECRACKER] == 0
    for d in range(N_DIRECTIONS):
        x = end_of(t, here, d, length, shut)
        if x != here and t.kind[x] == Kind.STORM:
            x = end_of(t, x, d, 2 * length, shut)
        saved = 0 if x == here else now - turns_at_rest(s, t, p, x, letters)
        found = max(0, min(SHARPEST, EVEN + saved // UNIT))
        out[B_WAYS + N_DIRECTIONS * die + d] = found
        if (directions >> d) & 1:
            best = max(best, found)
    return best


@rule
def see_seat(s: Any, t: Any, q: int, out: Any, at: int) -> None:
    """Write what lies open of seat `q`."""
    out[at] = 1
    out[at + 1] = s.turn == q
    out[at + 2] = s.to_move == q
    out[at + 3] = s.first == q
    out[at + 4] = min(MOST, int(s.treasures[q]))
    out[at + 5] = min(MOST, int(s.magnets[q]))
    out[at + 6] = tool_count(s, q)
    for i in range(N_LETTERS):
        out[at + S_TOKENS + i] = (s.tokens[q] >> i) & 1
    for k in range(N_TOOLS):
        out[at + S_KNOWN + k] = s.known_tools[q, k]
    out[at + S_SKIP] = min(MOST, int(s.skip[q]))
    out[at + S_SKIP + 1] = s.slow[q]
    out[at + S_SKIP + 2] = s.free_dir[q]
    out[at + S_SKIP + 3] = s.bonus[q]
    out[at + S_SKIP + 4] = s.numbers_only[q]
    out[at + S_SKIP + 5] = s.reversed[q]
    out[at + S_SKIP + 6] = s.trip[q]
    out[at + S_SKIP + 7] = s.staying[q]
    x = int(s.at[q])
    out[at + S_X] = x % MAX_WIDTH
    out[at + S_X + 1] = x // MAX_WIDTH
    for i in range(N_LETTERS):
        out[at + S_FAR + i] = t.to_anchor[x, i]


@rule
def see_hand(s: Any, q: int, r: int, out: Any) -> None:
    """Write a hand that is played face up."""
    if s.mission[q] != NONE:
        out[B_SHOWN_MISSIONS + N_CARDS * r + s.mission[q]] = 1
    for k in range(N_TOOLS):
        out[B_SHOWN_TOOLS + N_TOOLS * r + k] = s.tools[q, k]


@rule
def see_lacks(s: Any, t: Any, p: int, out: Any) -> None:
    """Write which letters each card may lack as far as seat `p` can know."""
    for o in range(N_ORDERS):
        if fits(s, t, p, o):
            for q in range(s.n_seats):
                at = B_SEAT + SEAT_SIZE * rel_of(p, q, s.n_seats) + S_LACKS
                out[at + int(OMITTED[ORDERS[o, q]])] = 1


assert MAX_HEIGHT <= MAX_WIDTH <= FAR <= MOST_LENGTH
