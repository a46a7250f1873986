"""The keys of the middle of a turn: dice, moves, and what is being resolved."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.rumini import decks, rolling, turn
from hoodwink.envs.rumini.boards import DIRECTIONS, LETTERS
from hoodwink.envs.rumini.reading import Faults
from hoodwink.envs.rumini.spaces import ASKED
from hoodwink.envs.rumini.state import (
    ALL_DIRECTIONS,
    FERRIT_STEPS,
    FOUR_DIRECTIONS,
    MAX_DIE,
    MAX_MOVES,
    N_ROLLED,
    NONE,
    STICKY_STEPS,
    WHIRL_STEPS,
    Event,
    Letter,
    Phase,
    Tool,
)
from hoodwink.envs.rumini.table import LAST_MARKET, Kind
from hoodwink.envs.rumini.tables import FACES, TOOLS
from hoodwink.envs.rumini.words import EVENT_WORDS, PHASE_WORDS

QUIET: Final = (Phase.DEAL, Phase.ROLL, Phase.OVER)  # nothing of a turn is there
POKER: Final = (Kind.URG, Kind.SZO, Kind.ZSU)
PENDING: Final = {
    Phase.DIR: ("distance", "directions"),
    Phase.TOOL: ("tool", "direction", "length", "left"),
    Phase.ANCHOR: ("letter",),
    Phase.PICK: ("numbers",),
    Phase.CHANCE: ("event", "tool", "numbers", "faces"),
}
WORDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {  # () where a key holds numbers
    "dice": {"compass": FACES, "a": (), "b": ()},
    "pending": {
        "distance": (), "directions": DIRECTIONS, "tool": TOOLS, "direction": DIRECTIONS,
        "length": (), "left": (), "letter": LETTERS, "numbers": (), "event": EVENT_WORDS,
        "faces": FACES,
    },
}  # fmt: skip
LONGEST: Final = 12 * 2**MAX_MOVES


def note_unknown_words(faults: Faults, fields: dict[str, Any]) -> None:
    """Note words that do not exist, the gravest of all faults, before anything else is read."""
    for part, words in WORDS.items():
        given = fields.get(part)
        if not isinstance(given, Mapping):
            continue
        for key, value in given.items():
            if key not in words:
                faults.unknown(part, "key", key, words)
            for word in value if isinstance(value, list) else [value]:
                if words.get(key) and word not in words[key]:
                    faults.unknown(f"{part}.{key}", "word", word, words[key])


def read_turn(faults: Faults, fields: dict[str, Any], s: View, t: View) -> None:
    """Read what is going on in the turn, and check that the phase can be."""
    if s.phase in QUIET:
        for key in ("dice", "magnet_used", "moves", "pending"):
            if fields.get(key):
                faults.impossible(key, f"in the phase {PHASE_WORDS[s.phase]}")
        return
    dice = faults.mapping("dice", fields.get("dice", {}), ("compass", "a", "b"), "die")
    if "compass" in dice:
        s.compass = faults.word("dice.compass", dice["compass"], FACES, "face")
    if "a" in dice:
        s.die_a = faults.whole("dice.a", dice["a"], 1, t.die)
    if "b" in dice:
        s.die_b = faults.whole("dice.b", dice["b"], 1, t.die)
    s.magnet_used = int(faults.flag("magnet_used", fields.get("magnet_used", False)))
    s.moves = faults.whole("moves", fields.get("moves", 0), 0, MAX_MOVES)
    allowed = PENDING.get(Phase(s.phase), ())
    pending = faults.mapping("pending", fields.get("pending", {}), allowed, "key")
    faults.check()
    if s.die_b and not s.die_a:
        faults.impossible("dice", "die b is rolled behind die a")
    kind = Kind(int(t.kind[s.at[s.turn]]))
    READERS[Phase(s.phase)](faults, pending, s, t, kind)


def _needs(faults: Faults, pending: dict[str, Any], *keys: str) -> bool:
    """Return whether exactly these keys are given."""
    for key in keys:
        if key not in pending:
            faults.impossible("pending", f"{key} is missing")
    for key in pending:
        if key not in keys:
            faults.impossible(f"pending.{key}", "it does not apply here")
    return set(keys) == set(pending)


def _here(faults: Faults, s: View, is_so: bool) -> None:
    if not is_so:
        faults.impossible("phase", f"{PHASE_WORDS[s.phase]} where the ship is, with what it has")


def _rolled(faults: Faults, s: View) -> None:
    if not (s.die_a and s.die_b):
        faults.impossible("dice", f"both number dice are rolled in {PHASE_WORDS[s.phase]}")
    if s.moves:
        faults.impossible("moves", f"none is begun in {PHASE_WORDS[s.phase]}")


def _doubles(faults: Faults, pending: dict[str, Any], s: View, t: View, kind: Kind) -> None:
    _rolled(faults, s)
    some = turn.magnet_supply(s, t) > 0 or turn.tool_deck(s, t) > 0
    if s.die_a != s.die_b or not some or s.magnet_used or kind == Kind.STICKY:
        faults.impossible("phase", "a reward for equal dice")


def _move(faults: Faults, pending: dict[str, Any], s: View, t: View, kind: Kind) -> None:
    _rolled(faults, s)
    p = s.turn
    if kind == Kind.STICKY or s.staying[p] or rolling.is_frozen(s, t, p):
        faults.impossible("phase", "the ship cannot choose a move")
    if s.compass == NONE and not s.numbers_only[p]:
        faults.impossible("dice", "the compass die is missing")
    if s.trip[p] and (s.die_a % 2 or s.die_b % 2):
        faults.impossible("phase", "an odd die leads to Pityokos")


def _dir(faults: Faults, pending: dict[str, Any], s: View, t: View, kind: Kind) -> None:
    if not _needs(faults, pending, "distance", "directions"):
        return
    s.distance = faults.whole("pending.distance", pending["distance"], 1, 2 * MAX_DIE)
    given = faults.words("pending.directions", pending["directions"], DIRECTIONS, "direction")
    s.directions = sum(1 << d for d in set(given))
    free = s.directions == ALL_DIRECTIONS
    fits = {
        Kind.FER: free and s.distance == FERRIT_STEPS,
        Kind.SZP: free and s.distance % 2 == 0 and s.distance // 2 % 2 == 0,
        Kind.BEETLE: free and s.distance <= MAX_DIE,
        Kind.WHIRLPOOL: s.distance == WHIRL_STEPS and (free or s.directions == FOUR_DIRECTIONS),
        Kind.STICKY: s.distance == STICKY_STEPS
        and s.compass != NONE
        and s.directions == rolling.open_directions(s, t, s.turn),
    }
    if not fits.get(kind, False):
        faults.impossible("pending", "such a move is not due where the ship is")


def _tool(faults: Faults, pending: dict[str, Any], s: View, t: View, kind: Kind) -> None:
    at_strait = "direction" in pending
    keys = ("tool", "direction", "length", "left") if at_strait else ("tool",)
    if not _needs(faults, pending, *keys):
        return
    p = s.turn
    s.asked = faults.word("pending.tool", pending["tool"], TOOLS, "tool")
    count, wanted = turn.tool_count(s, p), int(ASKED[kind])
    if at_strait:
        s.way = faults.word("pending.direction", pending["direction"], DIRECTIONS, "direction")
        s.length = faults.whole("pending.length", pending["length"], 1, LONGEST)
        s.left = faults.whole("pending.left", pending["left"], 1, s.length)
        ahead = int(t.beyond[s.at[p], s.way])
        fits = ahead != NONE and t.kind[ahead] == Kind.STRAIT and s.asked == Tool.FIRECRACKER
    elif turn.is_blue(kind):
        has_token = s.tokens[p] >> (kind - Kind.BLUE_N) & 1
        fits = s.asked == Tool.FIRECRACKER and count >= 2 and not has_token
    else:
        fits = s.asked == wanted
    if not fits or count == 0:
        faults.impossible("pending.tool", "it is not asked for where the ship is")


def _anchor(faults: Faults, pending: dict[str, Any], s: View, t: View, kind: Kind) -> None:
    if not _needs(faults, pending, "letter"):
        return
    s.letter = faults.word("pending.letter", pending["letter"], LETTERS, "letter")
    fits = {Kind.TIL: Letter.W, Kind.GULL: Letter.N}.get(kind, NONE)
    if kind == Kind.MOK and s.staying[s.turn]:
        fits = Letter.S
    elif turn.is_blue(kind):
        letter = kind - Kind.BLUE_N
        towed = turn.has_letter(s, s.turn, letter) and not s.tokens[s.turn] >> letter & 1  # G36
        fits = Letter(letter) if towed else NONE
    if s.letter != fits:
        faults.impossible("pending.letter", "no such voyage is due where the ship is")


def _pick(faults: Faults, pending: dict[str, Any], s: View, t: View, kind: Kind) -> None:
    if _needs(faults, pending, "numbers"):
        _read_numbers(faults, pending["numbers"], s, t, 2)
        _here(faults, s, kind == Kind.CURRENT and s.n_rolled == 2)


def _read_numbers(faults: Faults, value: Any, s: View, t: View, most: int) -> None:
    given = faults.items("pending.numbers", value)
    if len(given) > most:
        faults.impossible("pending.numbers", f"there are at most {most}")
    for i, v in enumerate(given[:most]):
        s.rolled[i] = faults.whole(f"pending.numbers[{i}]", v, 1, t.die)
    s.n_rolled = min(most, len(given))


def _place(is_so: Callable[[View, View, Kind], bool]) -> Any:
    """Return a reader of a phase without pending that is due only in some places."""

    def read(faults: Faults, pending: dict[str, Any], s: View, t: View, kind: Kind) -> None:
        _here(faults, s, bool(is_so(s, t, kind)))

    return read


def _can_buy(s: View, t: View, kind: Kind) -> bool:
    rich = s.treasures[s.turn] > 0 and turn.tool_deck(s, t) > 0
    return bool(rich and Kind.ZUZ <= kind <= LAST_MARKET)


def _chance(faults: Faults, pending: dict[str, Any], s: View, t: View, kind: Kind) -> None:
    if "event" not in pending:
        faults.impossible("pending", "event is missing")
        return
    s.event = faults.word("pending.event", pending["event"], EVENT_WORDS, "event")
    extra = {Event.SEARCH: "tool", Event.CURRENT: "numbers", Event.WHIRLPOOL: "faces"}
    key = extra.get(Event(s.event))
    if not _needs(faults, pending, "event", *((key,) if key else ())):
        return
    if key == "tool":
        s.asked = faults.word("pending.tool", pending["tool"], TOOLS, "tool")
    elif key == "numbers":
        _read_numbers(faults, pending["numbers"], s, t, 1)
    elif key == "faces":
        faces = faults.words("pending.faces", pending["faces"], FACES, "face")
        if len(faces) >= N_ROLLED:
            faults.impossible("pending.faces", f"there are {N_ROLLED}, then no chance is due")
        s.n_rolled = min(N_ROLLED - 1, len(faces))
        s.rolled[: s.n_rolled] = faces[: s.n_rolled]
    if not _is_due(s, t, kind):
        faults.impossible("pending.event", f"{EVENT_WORDS[s.event]} is not due there")


def _is_due(s: View, t: View, kind: Kind) -> bool:
    """Return whether the event can be due where the ship is."""
    if s.event == Event.DICE:
        return _is_rolling(s, t, kind)
    if s.event == Event.REWARD:
        return bool(s.die_a and s.die_a == s.die_b and turn.tool_deck(s, t) and not s.moves)
    if s.event == Event.FB3:
        return kind == Kind.BEETLE and turn.tool_deck(s, t) > 0
    if s.event == Event.SEARCH:
        there = decks.tools_in_deck(s, t, s.asked) > 0
        tiltott = kind == Kind.TIL and s.asked == Tool.TURNING_WATER
        return there and (tiltott or _can_buy(s, t, kind))
    places = {
        Event.BEETLE: (Kind.BEETLE,), Event.POKER: POKER, Event.SZILEX: (Kind.SZP,),
        Event.CURRENT: (Kind.CURRENT,), Event.WHIRLPOOL: (Kind.WHIRLPOOL,),
    }  # fmt: skip
    return kind in places[Event(s.event)]


def _is_rolling(s: View, t: View, kind: Kind) -> bool:
    """Return whether dice of the roll that opens the turn are still to come."""
    if s.moves or s.magnet_used or s.die_b:
        return False
    if kind == Kind.STICKY:
        return bool(s.compass == NONE and not s.die_a)
    compass = rolling.rolls_compass(s, t, s.turn)
    if not compass and s.compass != NONE:
        return False
    return not (s.die_a and compass and s.compass == NONE)


READERS: Final[dict[Phase, Any]] = {
    Phase.DOUBLES: _doubles,
    Phase.MOVE: _move,
    Phase.DIR: _dir,
    Phase.TOOL: _tool,
    Phase.BUY: _place(_can_buy),
    Phase.ANCHOR: _anchor,
    Phase.MOKKA: _place(lambda s, t, kind: kind == Kind.MOK and not s.staying[s.turn]),
    Phase.TARGET: _place(lambda s, t, kind: kind == Kind.BEETLE),
    Phase.PICK: _pick,
    Phase.DISTANCE: _place(lambda s, t, kind: kind == Kind.BEETLE),
    Phase.DISCARD_TOOL: _place(
        lambda s, t, kind: kind == Kind.BEETLE and turn.tool_count(s, s.turn) > 0
    ),
    Phase.CHANCE: _chance,
}
