"""A position in words as a state; what cannot be is refused, naming the key.

What a position leaves out has the value it has right after the deal. midturn.py reads the keys of
the middle of a turn.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from hoodwink.envs.core.data import Given
from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.state import View
from hoodwink.envs.rumini import turn
from hoodwink.envs.rumini.boards import LETTERS
from hoodwink.envs.rumini.deal import are_missions_dealt, deal
from hoodwink.envs.rumini.midturn import note_unknown_words, read_turn
from hoodwink.envs.rumini.position import FLAGS, ending
from hoodwink.envs.rumini.reading import Faults
from hoodwink.envs.rumini.state import N_TOOLS, NONE, SLOWED, STATE, Phase
from hoodwink.envs.rumini.table import MAX_WIDTH, Kind
from hoodwink.envs.rumini.tables import BEETLES, MISSIONS, TOOLS, check_options, tables_of
from hoodwink.envs.rumini.words import PHASE_WORDS, SEAT_NAMES

POSITION_KEYS: Final = (
    "options", "first", "round", "turn", "to_move", "phase", "tool_bottom", "beetle_bottom", "dice",
    "magnet_used", "moves", "pending", "seats", "over", "winners", "payoffs",
)  # fmt: skip
SEAT_KEYS: Final = (
    "at", "mission", "tools", "tool_count", "treasures", "magnets", "tokens", "skip", "slow",
    *FLAGS, "known_tools", "no_token",
)  # fmt: skip
MOST: Final = 10000  # treasures, turns to miss


def load(position: Mapping[str, Any], options: Mapping[str, Any]) -> Loaded:
    """Return the state and tables of a position; raise BadPosition naming the key.

    Options stand in the position or in `options`; those of the position come first.
    """
    faults = Faults()
    fields = faults.mapping("", position, POSITION_KEYS, "key")
    given = fields.get("options", {})
    if not isinstance(given, Mapping):
        raise BadPosition(f"options: impossible: a mapping is needed, given {given!r}")
    normal = check_options(Given({**options, **given}, "options"))
    tables = tables_of(normal)
    states = np.zeros(1, STATE)
    s, t = View(states), View(tables)
    deal(s, t)
    names = SEAT_NAMES[: s.n_seats]
    seats = faults.mapping("seats", fields.get("seats", {}), names, "seat")
    owns = [
        faults.mapping(f"seats.{name}", seats.get(name, {}), SEAT_KEYS, "key") for name in names
    ]
    read(Reading(faults, fields, owns, s, t))
    faults.check()
    return Loaded(states, tables, normal)


class Reading:
    """A position on the way into a state: what is given, and where it goes."""

    def __init__(
        self, faults: Faults, fields: dict[str, Any], seats: list[dict[str, Any]], s: View, t: View
    ) -> None:
        """Hold all parts; nothing is read yet."""
        self.faults, self.fields, self.seats, self.s, self.t = faults, fields, seats, s, t
        self.names = SEAT_NAMES[: len(seats)]

    def seat(self, key: str, default: int) -> int:
        """Return the seat that a key names."""
        if key not in self.fields:
            return default
        return self.faults.word(key, self.fields[key], self.names, "seat")


def read(r: Reading) -> None:
    """Write all that the position says into the state."""
    s, fields = r.s, r.fields
    over = r.faults.flag("over", fields["over"]) if "over" in fields else None
    default = "over" if over else "roll"
    s.phase = r.faults.word("phase", fields.get("phase", default), PHASE_WORDS, "phase")
    if over is not None and over != (s.phase == Phase.OVER):
        r.faults.impossible("over", f"{over} in the phase {PHASE_WORDS[s.phase]}")
    read_decks(r)
    read_missions(r)
    read_tools(r)
    for p in range(s.n_seats):
        read_seat(r, p)
    if sum(int(n) for n in s.magnets) > r.t.magnets:
        r.faults.too_many("seats", f"magnets; there are {r.t.magnets}")
    s.round = r.faults.whole("round", fields.get("round", 1), 1, r.t.max_rounds)
    read_to_move(r)
    note_unknown_words(r.faults, fields)
    r.faults.check()  # what follows builds on it
    s.drawn = 1
    if s.phase == Phase.DEAL:
        read_deal(r)
    elif s.phase == Phase.OVER:
        read_end(r)
    check_tokens(r)
    read_turn(r.faults, fields, s, r.t)
    for key in ("winners", "payoffs"):
        if key in fields and s.phase != Phase.OVER:
            r.faults.impossible(key, "the game is not over")


# -- decks and cards ------------------------------------------------------------------------------


def read_decks(r: Reading) -> None:
    """Read the bottoms of both decks."""
    s, t, faults = r.s, r.t, r.faults
    tools = faults.words("tool_bottom", r.fields.get("tool_bottom", []), TOOLS, "tool")
    beetles = faults.words("beetle_bottom", r.fields.get("beetle_bottom", []), BEETLES, "card")
    for k in range(N_TOOLS):
        if tools.count(k) > t.tools[k]:
            faults.too_many("tool_bottom", f"{TOOLS[k]}; there are {int(t.tools[k])}")
    for k, name in enumerate(BEETLES):
        if beetles.count(k) > t.beetles[k]:
            faults.too_many("beetle_bottom", f"{name}; there are {int(t.beetles[k])}")
    tools, beetles = tools[: t.n_tools], beetles[: t.n_beetles]
    s.n_tool_bottom, s.n_beetle_bottom = len(tools), len(beetles)
    s.tool_bottom[: len(tools)], s.beetle_bottom[: len(beetles)] = tools, beetles


def read_missions(r: Reading) -> None:
    """Read the mission cards; seats without one get, in turn, the first that is not used."""
    s, used = r.s, []
    for p, own in enumerate(r.seats):
        if "mission" in own:
            where = f"seats.{r.names[p]}.mission"
            card = r.faults.word(where, own["mission"], MISSIONS, "mission card")
            if card in used or not r.t.cards[card]:
                r.faults.too_many(where, f"{MISSIONS[card]}; there is one of each card")
            used.append(card)
            s.mission[p] = card
    if s.phase != Phase.DEAL:
        free = [c for c in range(len(MISSIONS)) if r.t.cards[c] and c not in used]
        for p in range(s.n_seats):
            if s.mission[p] == NONE and free:
                s.mission[p] = free.pop(0)


def read_tools(r: Reading) -> None:
    """Read the tools in hands; seats without get the first two kinds that are left, one each."""
    s, t = r.s, r.t
    for p, own in enumerate(r.seats):
        if "tools" in own:
            s.tools[p] = r.faults.counts(f"seats.{r.names[p]}.tools", own["tools"], TOOLS, "tool")
    for k in range(N_TOOLS):
        if _left(s, t, k) < 0:
            r.faults.too_many("seats", f"{TOOLS[k]} in hands and deck; there are {int(t.tools[k])}")
    for p, own in enumerate(r.seats):
        if "tools" not in own and s.phase != Phase.DEAL:
            for k in [k for k in range(N_TOOLS) if _left(s, t, k) > 0][: t.start_tools]:
                s.tools[p, k] = 1
        if "tool_count" in own and own["tool_count"] != turn.tool_count(s, p):
            where = f"seats.{r.names[p]}.tool_count"
            r.faults.impossible(where, f"the hand has {turn.tool_count(s, p)}")
        known = r.faults.counts(
            f"seats.{r.names[p]}.known_tools", own.get("known_tools", {}), TOOLS, "tool"
        )
        if any(known[k] > s.tools[p, k] for k in range(N_TOOLS)):
            r.faults.impossible(f"seats.{r.names[p]}.known_tools", "more than are in the hand")
        s.known_tools[p] = known


def _left(s: View, t: View, k: int) -> int:
    bottom = sum(1 for x in s.tool_bottom[: s.n_tool_bottom] if x == k)
    return int(t.tools[k]) - bottom - sum(int(hand[k]) for hand in s.tools)


# -- seats ----------------------------------------------------------------------------------------


def read_seat(r: Reading, p: int) -> None:
    """Read where a seat is and what lies open before it."""
    s, t, own, faults = r.s, r.t, r.seats[p], r.faults
    where = f"seats.{r.names[p]}"
    if "at" in own:
        s.at[p] = read_space(r, f"{where}.at", own["at"])
    dealt = s.mission[p] != NONE
    for key, start in (("treasures", t.start_treasures), ("magnets", t.start_magnets)):
        value = own.get(key, start if dealt else 0)
        getattr(s, key)[p] = faults.whole(f"{where}.{key}", value, 0, MOST)
    for key, most in (("skip", MOST), ("slow", SLOWED)):
        getattr(s, key)[p] = faults.whole(f"{where}.{key}", own.get(key, 0), 0, most)
    for key in (*FLAGS, "no_token"):
        getattr(s, key)[p] = faults.flag(f"{where}.{key}", own.get(key, False))
    if s.staying[p] and s.at[p] != t.mokka:
        faults.impossible(f"{where}.staying", "the ship is not on Mokka")
    given = faults.words(f"{where}.tokens", own.get("tokens", []), LETTERS, "letter")
    if len(set(given)) < len(given):
        faults.too_many(f"{where}.tokens", "a token is there twice")
    s.tokens[p] = sum(1 << letter for letter in set(given))
    if dealt and any(not turn.has_letter(s, p, letter) for letter in given):
        faults.impossible(f"{where}.tokens", f"not all are on the card {MISSIONS[s.mission[p]]}")


def read_space(r: Reading, where: str, value: Any) -> int:
    """Return the number of a space that a ship can be on."""
    pair = r.faults.items(where, value)
    if len(pair) != 2:
        r.faults.impossible(where, "a space is [x, y]")
        return int(r.t.start)
    x = r.faults.whole(f"{where}[0]", pair[0], 0, r.t.width - 1)
    y = r.faults.whole(f"{where}[1]", pair[1], 0, r.t.height - 1)
    if r.t.kind[MAX_WIDTH * y + x] == Kind.REEF:
        r.faults.impossible(where, f"[{x}, {y}] is a reef")
    return MAX_WIDTH * y + x


def check_tokens(r: Reading) -> None:
    """Check that nobody has won, unless the game is over."""
    for p in range(r.s.n_seats):
        n = turn.count_tokens(r.s, p)
        if n > r.t.to_win or (n == r.t.to_win and r.s.winners != 1 << p):
            r.faults.impossible(f"seats.{r.names[p]}.tokens", f"{n} tokens win the game")


# -- who is to move -------------------------------------------------------------------------------


def read_to_move(r: Reading) -> None:
    """Read the first player, whose turn it is and who decides."""
    s, faults, fields = r.s, r.faults, r.fields
    by_chance = s.phase in (Phase.DEAL, Phase.CHANCE)
    s.first = r.seat("first", 0)
    given = fields.get("to_move")
    if given == "chance":
        mover = NONE
    elif given is None:
        mover = r.seat("turn", s.first)
    else:
        mover = r.seat("to_move", 0)
    if s.phase == Phase.OVER:
        for key in ("turn", "to_move"):
            if key in fields:
                faults.impossible(key, "the game is over")
        s.turn = s.to_move = NONE
        return
    if given is not None and (mover == NONE) != by_chance:
        faults.impossible("to_move", f"in the phase {PHASE_WORDS[s.phase]}")
    s.turn = r.seat("turn", s.first if mover == NONE else mover)
    if given is not None and mover not in (NONE, s.turn):
        faults.impossible("to_move", f"it is the turn of {r.names[s.turn]}")
    s.to_move = NONE if by_chance else s.turn
    if s.phase != Phase.DEAL and s.skip[s.turn] > 0:
        faults.impossible(f"seats.{r.names[s.turn]}.skip", "a seat with turns to miss has no turn")


def read_deal(r: Reading) -> None:
    """Read how far the deal is: missions from the first player clockwise, then tools (G50)."""
    s, t, n = r.s, r.t, r.s.n_seats
    order = [(s.first + i) % n for i in range(n)]
    begun = any(s.mission[p] != NONE for p in order)
    s.drawn = int(begun or "first" in r.fields or "turn" in r.fields)
    if not are_missions_dealt(s):
        dealt = [s.mission[p] != NONE for p in order]
        next_one = order[dealt.index(False)]
        if dealt != sorted(dealt, reverse=True):
            r.faults.impossible("seats", "mission cards are dealt from the first player clockwise")
        if s.tools.any() or s.n_tool_bottom:
            r.faults.impossible("seats", "tools are dealt behind the mission cards")
    else:
        counts = [turn.tool_count(s, p) for p in order]
        waiting = [i for i, c in enumerate(counts) if c < t.start_tools]
        if not waiting or any(counts[waiting[0] + 1 :]) or max(counts) > t.start_tools:
            r.faults.impossible("seats", "tools are dealt from the first player clockwise")
        next_one = order[waiting[0]] if waiting else s.turn
    if s.tools.max() > 1:
        r.faults.impossible("seats", "two equal tools of a seat in the deal")
    if "turn" in r.fields and s.turn != next_one:
        r.faults.impossible("turn", f"the cards go to {r.names[next_one]}")
    s.turn = next_one


def read_end(r: Reading) -> None:
    """Read how the game ended: by the tokens, or by the last round."""
    s, t = r.s, r.t
    done = [p for p in range(s.n_seats) if turn.count_tokens(s, p) >= t.to_win]
    if not done and s.round < t.max_rounds:
        r.faults.impossible("over", "nobody has won, and rounds are left")
    s.winners = 1 << done[0] if done else turn.leaders(s)
    there = ending(s)
    for key in ("winners", "payoffs"):
        if key in r.fields and not _agrees(r.fields[key], there[key]):
            r.faults.impossible(key, f"by the rest of the position it is {there[key]}")


def _agrees(given: Any, there: Any) -> bool:
    if isinstance(there, list):
        return isinstance(given, list) and sorted(map(str, given)) == sorted(there)
    if not isinstance(given, Mapping) or set(given) - set(there):
        return False
    return all(
        isinstance(value, int | float) and abs(value - there[key]) <= 1e-6
        for key, value in given.items()
    )
