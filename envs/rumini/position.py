"""A state in words: the full position, and what a seat would have written down."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hoodwink.envs.core.state import View
from hoodwink.envs.core.words import number
from hoodwink.envs.rumini import turn
from hoodwink.envs.rumini.boards import DIRECTIONS, LETTERS
from hoodwink.envs.rumini.deal import are_missions_dealt
from hoodwink.envs.rumini.knowledge import see_missing
from hoodwink.envs.rumini.state import N_DIRECTIONS, NONE, SEATS, Event, Phase
from hoodwink.envs.rumini.table import MAX_WIDTH
from hoodwink.envs.rumini.tables import BEETLES, FACES, MISSIONS, TOOLS
from hoodwink.envs.rumini.words import EVENT_WORDS, PHASE_WORDS, SEAT_NAMES

FLAGS = ("free_dir", "bonus", "numbers_only", "reversed", "trip", "staying")

Position = dict[str, Any]


def space(x: Any) -> list[int]:
    """Return the space with the number `x` as [x, y]."""
    return [int(x) % MAX_WIDTH, int(x) // MAX_WIDTH]


def letters(bits: Any) -> list[str]:
    """Return the letters whose bits are set, in their order."""
    return [letter for i, letter in enumerate(LETTERS) if int(bits) >> i & 1]


def multiset(counts: Any) -> dict[str, int]:
    """Return tool -> count, counts of 0 left out."""
    return {tool: int(n) for tool, n in zip(TOOLS, counts, strict=True) if n}


def dump(s: View, t: View, options: Mapping[str, Any]) -> Position:
    """Return the full position."""
    over = s.phase == Phase.OVER
    position: Position = {"options": dict(options), "round": s.round}
    if s.drawn or s.phase != Phase.DEAL:
        position["first"] = SEAT_NAMES[s.first]
        if not over:
            position["turn"] = SEAT_NAMES[s.turn]
    if not over:
        position["to_move"] = "chance" if s.to_move == NONE else SEAT_NAMES[s.to_move]
    position["phase"] = PHASE_WORDS[s.phase]
    position["tool_bottom"] = [TOOLS[k] for k in s.tool_bottom[: s.n_tool_bottom]]
    position["beetle_bottom"] = [BEETLES[k] for k in s.beetle_bottom[: s.n_beetle_bottom]]
    dice = _dice(s)
    if dice:
        position["dice"] = dice
    if s.magnet_used:
        position["magnet_used"] = True
    if s.moves:
        position["moves"] = s.moves
    pending = _pending(s)
    if pending:
        position["pending"] = pending
    position["seats"] = {SEAT_NAMES[p]: _seat(s, p) for p in range(s.n_seats)}
    if over:
        position |= ending(s)
    return position


def _dice(s: View) -> Position:
    dice: Position = {}
    if s.compass != NONE:
        dice["compass"] = FACES[s.compass]
    if s.die_a:
        dice["a"] = s.die_a
    if s.die_b:
        dice["b"] = s.die_b
    return dice


def _pending(s: View) -> Position:
    rolled = [int(v) for v in s.rolled[: s.n_rolled]]
    if s.phase == Phase.DIR:
        open_ways = [DIRECTIONS[d] for d in range(N_DIRECTIONS) if s.directions >> d & 1]
        return {"distance": s.distance, "directions": open_ways}
    if s.phase == Phase.TOOL:
        pending: Position = {"tool": TOOLS[s.asked]}
        if s.way != NONE:
            pending |= {"direction": DIRECTIONS[s.way], "length": s.length, "left": s.left}
        return pending
    if s.phase == Phase.ANCHOR:
        return {"letter": LETTERS[s.letter]}
    if s.phase == Phase.PICK:
        return {"numbers": rolled}
    if s.phase != Phase.CHANCE:
        return {}
    pending = {"event": EVENT_WORDS[s.event]}
    if s.event == Event.SEARCH:
        pending["tool"] = TOOLS[s.asked]
    elif s.event == Event.CURRENT:
        pending["numbers"] = rolled
    elif s.event == Event.WHIRLPOOL:
        pending["faces"] = [FACES[face] for face in rolled]
    return pending


def _seat(s: View, p: int) -> Position:
    seat: Position = {"at": space(s.at[p])}
    if s.mission[p] != NONE:
        seat["mission"] = MISSIONS[s.mission[p]]
    seat |= {
        "tools": multiset(s.tools[p]),
        "tool_count": turn.tool_count(s, p),
        "treasures": int(s.treasures[p]),
        "magnets": int(s.magnets[p]),
        "tokens": letters(s.tokens[p]),
        "skip": int(s.skip[p]),
        "slow": int(s.slow[p]),
    }
    seat |= {flag: bool(getattr(s, flag)[p]) for flag in FLAGS}
    return seat | {
        "known_tools": multiset(s.known_tools[p]),
        "no_token": bool(s.no_token[p]),
    }


def ending(s: View) -> Position:
    """Return the keys that a finished game adds."""
    out = np.zeros(SEATS)
    turn.payoff(s, out)
    return {
        "over": True,
        "winners": [SEAT_NAMES[p] for p in range(s.n_seats) if s.winners >> p & 1],
        "payoffs": {SEAT_NAMES[p]: number(out[p]) for p in range(s.n_seats)},
    }


def view(s: View, t: View, options: Mapping[str, Any], seat: int) -> Position:
    """Return what a careful player in `seat` would have written down."""
    position = dump(s, t, options)
    may = np.zeros(SEATS, np.int64)
    if are_missions_dealt(s):
        see_missing(s, t, seat, may)
    for p in range(s.n_seats):
        seen = position["seats"][SEAT_NAMES[p]]
        if p != seat and not t.open_hands:
            seen.pop("mission", None)
            seen.pop("tools")
        seen.pop("no_token")
        seen["may_miss"] = letters(may[p])
    position["unknown_tools"] = turn.unseen_tools(s, t)
    position["magnet_supply"] = turn.magnet_supply(s, t)
    return position
