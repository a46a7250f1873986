"""A slow, plain reference of Rumini: the oracle the compiled engine is tested against.

Every function works on a full position, a mapping exactly as `dump` writes it. R.. and G.. are the
statements and rulings of the rules page; what spaces and cards do is in effects.py.

    position = start({"players": 2})
    position = play(position, "first B")
    legal(position), weights(position), view(position, "A")
"""

import copy
from collections.abc import Callable, Iterator
from math import gcd
from typing import Final

from tests.games.rumini.components import (
    ALL,
    OPPOSITE,
    STRAIGHT,
    TOOLS,
    box,
    sea,
)
from tests.games.rumini.effects import (
    answer,
    can_use,
    carry,
    draw_tool,
    happen,
    sail,
    take_magnet,
    teleport,
)
from tests.games.rumini.positions import (
    Position,
    clockwise,
    complete,
    count,
    magnet_supply,
    tools_in_deck,
    unseen_beetles,
    unseen_tools,
    view,
)
from tests.games.rumini.turns import ask, ask_chance, drop_tool, lapse, rest

__all__ = ["IllegalWord", "Position", "complete", "ends", "legal", "play", "start", "view"]


class IllegalWord(ValueError):
    """A word that cannot be played in this position."""


def start(options: Position) -> Position:
    """Build the position before the deal: chance names the first player (G3)."""
    return complete({"phase": "deal", "options": options})


def legal(position: Position) -> set[str]:
    """List the words playable now: decisions of the seat to move, or outcomes of chance."""
    if position["phase"] == "over":
        return set()
    if position["to_move"] == "chance":
        return set(weights(position))
    return set(_DECISIONS[position["phase"]](position, position["seats"][position["to_move"]]))


def weights(position: Position) -> dict[str, int]:
    """Give the possible outcomes of the chance event that is due, with their proportions."""
    chances = _deal_chances(position) if position["phase"] == "deal" else _chances(position)
    divisor = gcd(*chances.values())
    return {word: weight // divisor for word, weight in chances.items()}


def play(position: Position, word: str) -> Position:
    """Return the full position after `word`; `position` itself stays as it is.

    Forced chance events that follow are not played. Errors: IllegalWord.
    """
    if word not in legal(position):
        raise IllegalWord(f"illegal: {word}")
    p = copy.deepcopy(position)
    _PLAYS[p["phase"]](p, *word.split())
    count(p)
    return p


# The deal ------------------------------------------------------------------------------------


def _deal_chances(p: Position) -> dict[str, int]:
    if "first" not in p:
        return {f"first {seat}": 1 for seat in p["seats"]}
    used = [own.get("mission") for own in p["seats"].values()]
    if None in used:
        return {f"mission {card}": 1 for card in box(p)["missions"] if card not in used}
    return _tool_chances(p)


def _tool_chances(p: Position) -> dict[str, int]:
    """Weigh the kinds of the top tool; a known bottom comes in its order."""
    known = {p["tool_bottom"][0]: 1} if p["tool_bottom"] else {}
    return {f"tool {tool}": n for tool, n in (unseen_tools(p) or known).items()}


def _play_deal(p: Position, verb: str, what: str) -> None:
    if verb == "first":
        p["first"] = p["turn"] = what
        return
    own = p["seats"][p["turn"]]
    if verb == "mission":
        own["mission"] = what
        own["treasures"] = box(p)["equipment"]["treasures"]  # R5
        own["magnets"] = box(p)["equipment"]["magnets"]
        p["turn"] = clockwise(p, p["turn"])[1]
        is_done = p["turn"] == p["first"] and box(p)["equipment"]["tools"] == 0
    else:
        _deal_tool(p, own, what)
        if len(own["tools"]) < box(p)["equipment"]["tools"]:
            return
        p["turn"] = clockwise(p, p["turn"])[1]  # G50
        is_done = p["turn"] == p["first"]
    if is_done:
        ask(p, "roll")


def _deal_tool(p: Position, own: Position, tool: str) -> None:
    """Keep a tool of a new kind; another goes to the bottom, seen by all (R6, G50)."""
    if tool not in own["tools"]:
        draw_tool(p, own, tool)
        return
    if not unseen_tools(p):
        p["tool_bottom"].pop(0)
    p["tool_bottom"].append(tool)
    own["known_tools"][tool] = 1


# The roll ------------------------------------------------------------------------------------


def _roll_decisions(_p: Position, _own: Position) -> Iterator[str]:
    yield "roll"


def _play_roll(p: Position, _verb: str) -> None:
    ask_chance(p, "dice")


def _dice_due(p: Position) -> list[str]:
    """Name the dice still to be rolled at the start of this turn (R10, R52, G20, G33)."""
    own = p["seats"][p["turn"]]
    if sea(p).kind(own["at"]) == "STICKY":
        due = ["compass"]
    elif own["staying"] or own["numbers_only"]:
        due = ["a", "b"]
    else:
        due = ["compass", "a", "b"]
    return [die for die in due if die not in p.get("dice", {})]


def _rolled(p: Position) -> None:
    """Go on after the last die: the reward for equal dice comes first (R13, G37, G54)."""
    dice = p["dice"]
    if "a" not in dice:
        ask(p, "dir", distance=2, directions=open_directions(p))  # R52
    elif dice["a"] == dice["b"] and (magnet_supply(p) or tools_in_deck(p)):
        ask(p, "doubles")
    else:
        _go(p)


def _go(p: Position) -> None:
    """Stay on Mokka or leave it, fly to Pityokos, freeze, or let the seat move."""
    own, dice = p["seats"][p["turn"]], p["dice"]
    is_free = own["free_dir"] or own["bonus"] or own["numbers_only"]
    if own["staying"]:  # R41, G20
        if {dice["a"], dice["b"]} & {1, 6}:
            ask(p, "anchor", letter="S")
        else:
            lapse(p)
            rest(p)
    elif own["trip"] and (dice["a"] % 2 or dice["b"] % 2):  # R38, G19
        lapse(p)
        teleport(p, list(sea(p).islands["PIT"]))
    elif (
        sea(p).kind(own["at"]) == "ICE" and not is_free and dice["compass"] not in ("s", "star")
    ):  # R62, G28, G29
        lapse(p)
        rest(p)
    else:
        ask(p, "move")


def open_directions(p: Position) -> list[str]:
    """Name the directions that the roll allows, magnet and flags included (R11, R21, G15)."""
    own = p["seats"][p["turn"]]
    face = p["dice"].get("compass")
    sticky = "a" not in p["dice"]
    if p.get("magnet_used") or own["free_dir"] or face in ("star", None):
        return ALL
    if own["bonus"] and not sticky:
        return ALL
    if face == "cross":
        return STRAIGHT
    return [OPPOSITE[face] if own["reversed"] and not sticky else face]  # G32


def _can_use_magnet(p: Position, own: Position, directions: list[str]) -> bool:
    """Tell whether a magnet would open a direction (R21, G38)."""
    return own["magnets"] > 0 and not p.get("magnet_used") and len(directions) < len(ALL)


def _spend_magnet(p: Position) -> None:
    p["seats"][p["turn"]]["magnets"] -= 1
    p["magnet_used"] = True


def _doubles_decisions(p: Position, _own: Position) -> Iterator[str]:
    if magnet_supply(p):
        yield "doubles magnet"  # G7
    if tools_in_deck(p):
        yield "doubles tool"  # G8


def _play_doubles(p: Position, _verb: str, reward: str) -> None:
    if reward == "tool":
        ask_chance(p, "reward")
    else:
        take_magnet(p)
        _go(p)


# Moves ---------------------------------------------------------------------------------------


def _move_decisions(p: Position, own: Position) -> Iterator[str]:
    directions = open_directions(p)
    dice = ["a"] if p["dice"]["a"] == p["dice"]["b"] else ["a", "b"]
    doubled = [f"2{die}" for die in dice] if own["bonus"] else []  # G18
    for direction in directions:
        yield from (f"move {direction} {value}" for value in dice + doubled)
    if _can_use_magnet(p, own, directions):
        yield "magnet"


def _length(p: Position, value: str) -> int:
    """Count the spaces announced: slowed, then doubled (G30, G52)."""
    v: int = p["dice"][value[-1]]
    if p["seats"][p["turn"]]["slow"]:
        v = max(0, v - 2)
    return 2 * v if value.startswith("2") else v


def _play_move(p: Position, verb: str, direction: str = "", value: str = "") -> None:
    if verb == "magnet":
        _spend_magnet(p)
        return
    length = _length(p, value)
    lapse(p)
    carry(p, direction, length)


def ends(position: Position) -> set[tuple[int, int]]:
    """Name the spaces on which a legal move can leave the ship before any effect."""
    own = position["seats"][position["to_move"]]
    found: set[tuple[int, int]] = set()
    for word in legal(position) - {"magnet"}:
        _, direction, value = word.split()
        at, crackers = own["at"], own["tools"].get("firecracker", 0)
        for _step in range(_length(position, value)):
            onward = sea(position).next(at, direction)
            if onward is None:
                break
            if sea(position).kind(onward) == "STRAIT":
                found.add((at[0], at[1]))  # G34
                if not crackers:
                    break
                crackers -= 1
            at = onward
            if sea(position).must_stop(at):
                break
        found.add((at[0], at[1]))
    return found


def _dir_decisions(p: Position, own: Position) -> Iterator[str]:
    directions = p["pending"]["directions"]
    yield from (f"dir {direction}" for direction in directions)
    kind = sea(p).kind(own["at"])
    if kind in ("FER", "SZP"):
        yield "decline"  # G14, G15
    if kind == "STICKY" and _can_use_magnet(p, own, directions):
        yield "magnet"  # G31


def _play_dir(p: Position, verb: str, direction: str = "") -> None:
    if verb == "magnet":
        _spend_magnet(p)
        p["pending"]["directions"] = ALL
    elif verb == "decline":
        rest(p)
    else:
        distance = p["pending"]["distance"]
        if not p.get("moves"):
            lapse(p)  # the roll on the Sticky Sea
        carry(p, direction, distance)


# Questions on the way and on spaces ----------------------------------------------------------


def _tool_decisions(p: Position, own: Position) -> Iterator[str]:
    yield "decline"  # G12
    if can_use(p, own):
        yield f"use_tool {p['pending']['tool']}"


def _play_tool(p: Position, verb: str, _tool: str = "") -> None:
    pending = p["pending"]
    if "left" not in pending:
        answer(p, used=verb == "use_tool")
    else:  # R58
        if verb == "use_tool":
            drop_tool(p, "firecracker")
        way = pending["direction"], pending["length"], pending["left"]
        sail(p, *way, opened=verb == "use_tool", refused=verb == "decline")


def _buy_decisions(_p: Position, _own: Position) -> Iterator[str]:
    yield "decline"
    yield from (f"buy {tool}" for tool in TOOLS if box(_p)["tools"].get(tool))  # G8


def _play_buy(p: Position, verb: str, tool: str = "") -> None:
    if verb == "buy" and (unseen_tools(p).get(tool) or tool in p["tool_bottom"]):
        ask_chance(p, "search", tool=tool)
    else:
        rest(p)


def _anchor_decisions(p: Position, _own: Position) -> Iterator[str]:
    letter = p["pending"]["letter"]
    yield from (f"anchor {letter.lower()}{i + 1}" for i in range(len(sea(p).anchors[letter])))


def _play_anchor(p: Position, _verb: str, name: str) -> None:
    own = p["seats"][p["turn"]]
    if own["staying"]:
        lapse(p)
        own["staying"] = False
    teleport(p, list(sea(p).anchors[name[0].upper()][int(name[1]) - 1]))


def _mokka_decisions(_p: Position, _own: Position) -> Iterator[str]:
    yield from ("stay", "leave")


def _play_mokka(p: Position, verb: str) -> None:
    p["seats"][p["turn"]]["staying"] = verb == "stay"
    rest(p)


def _target_decisions(p: Position, _own: Position) -> Iterator[str]:
    yield from (f"target {seat}" for seat in p["seats"] if seat != p["turn"])


def _play_target(p: Position, _verb: str, target: str) -> None:
    """Swap two ships; a stay on Mokka ends, nothing else happens (FB15, G52)."""
    own, other = p["seats"][p["turn"]], p["seats"][target]
    own["at"], other["at"] = other["at"], own["at"]
    own["staying"] = other["staying"] = False
    rest(p)


def _pick_decisions(p: Position, _own: Position) -> Iterator[str]:
    a, b = p["pending"]["numbers"]
    yield from ["pick a"] if a == b else ["pick a", "pick b"]


def _play_pick(p: Position, _verb: str, die: str) -> None:
    """Drift with the current by twice the die (R64, G24)."""
    at = p["seats"][p["turn"]]["at"]
    carry(p, sea(p).arrows[at[0], at[1]], 2 * p["pending"]["numbers"]["ab".index(die)])


def _distance_decisions(_p: Position, _own: Position) -> Iterator[str]:
    yield from (f"distance {n}" for n in range(1, 7))


def _play_distance(p: Position, _verb: str, n: str) -> None:
    ask(p, "dir", distance=int(n), directions=ALL)


def _discard_decisions(_p: Position, own: Position) -> Iterator[str]:
    yield from (f"use_tool {tool}" for tool in own["tools"])


def _play_discard(p: Position, _verb: str, tool: str) -> None:
    drop_tool(p, tool)
    rest(p)


# Chance inside a turn ------------------------------------------------------------------------


def _chances(p: Position) -> dict[str, int]:
    event = p["pending"]["event"]
    if event in ("reward", "fb3", "search"):
        return _tool_chances(p)
    if event == "beetle":
        cards = unseen_beetles(p) or {p["beetle_bottom"][0]: 1}
        return {f"beetle {card}": n for card, n in cards.items()}
    if event == "whirlpool" or (event == "dice" and _dice_due(p)[0] == "compass"):
        return {f"compass {face}": n for face, n in box(p)["compass"].items() if n}
    return {f"number {n}": 1 for n in range(1, box(p)["die"] + 1)}


def _play_chance(p: Position, _verb: str, what: str) -> None:
    event = p["pending"]["event"]
    if event == "dice":
        die = _dice_due(p)[0]
        p.setdefault("dice", {})[die] = what if die == "compass" else int(what)
        if not _dice_due(p):
            _rolled(p)
    elif event == "reward":
        draw_tool(p, p["seats"][p["turn"]], what)
        _go(p)
    else:
        happen(p, event, what)


_DECISIONS: Final[dict[str, Callable[[Position, Position], Iterator[str]]]] = {
    "roll": _roll_decisions,
    "doubles": _doubles_decisions,
    "move": _move_decisions,
    "dir": _dir_decisions,
    "tool": _tool_decisions,
    "buy": _buy_decisions,
    "anchor": _anchor_decisions,
    "mokka": _mokka_decisions,
    "target": _target_decisions,
    "pick": _pick_decisions,
    "distance": _distance_decisions,
    "discard_tool": _discard_decisions,
}
_PLAYS: Final[dict[str, Callable[..., None]]] = {
    "deal": _play_deal,
    "chance": _play_chance,
    "roll": _play_roll,
    "doubles": _play_doubles,
    "move": _play_move,
    "dir": _play_dir,
    "tool": _play_tool,
    "buy": _play_buy,
    "anchor": _play_anchor,
    "mokka": _play_mokka,
    "target": _play_target,
    "pick": _play_pick,
    "distance": _play_distance,
    "discard_tool": _play_discard,
}
