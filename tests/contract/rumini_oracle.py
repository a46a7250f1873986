"""What can be played in a position of Rumini, said from its words alone."""

from collections import Counter
from typing import Any

Position = dict[str, Any]

WAYS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
TOOLS = {"firecracker": 6, "iron_drop": 6, "mapmaker": 5, "turning_water": 5}
BEETLES = dict(
    zip((f"fb{i}" for i in range(1, 16)), (2, 1, 2, 2, 2, 1, 1, 2) + 7 * (1,), strict=True)
)
COMPASS = {f"compass {face}" for face in ("n", "e", "s", "w", "cross", "star")}
NUMBERS = {f"number {v}" for v in range(1, 7)}
STICKY = ([5, 10], [6, 10], [5, 11], [6, 11])
BLUE = {
    "N": ([8, 2], [9, 2], [11, 2], [12, 2]), "E": ([18, 6], [18, 7], [18, 9], [18, 10]),
    "S": ([8, 14], [9, 14], [11, 14], [12, 14]), "W": ([2, 6], [2, 7], [2, 9], [2, 10]),
}  # fmt: skip
MAY_STAY = ([15, 3], [3, 12])  # Ferrit, Szilex


def possible(position: Position) -> set[str]:
    """Return all words that can be played."""
    phase = position["phase"]
    if position["to_move"] == "chance":
        return _deal(position) if phase == "deal" else _chance(position)
    own = position["seats"][position["to_move"]]
    return PHASES[phase](position, own, position.get("pending", {}))


# -- chance ----------------------------------------------------------------------------------------


def _deal(position: Position) -> set[str]:
    seats = position["seats"]
    if "first" not in position:
        return {f"first {name}" for name in seats}
    dealt = {own.get("mission") for own in seats.values()}
    if None in dealt:
        return {f"mission {card}" for card in ("nes", "esw", "swn", "wne") if card not in dealt}
    return _top_tool(position)


def _top_tool(position: Position) -> set[str]:
    left = Counter(TOOLS)
    for own in position["seats"].values():
        left.subtract(own["tools"])
    left.subtract(position["tool_bottom"])
    unseen = {f"tool {tool}" for tool, n in left.items() if n > 0}
    return unseen or {f"tool {position['tool_bottom'][0]}"}


def _chance(position: Position) -> set[str]:
    event = position["pending"]["event"]
    if event in ("reward", "fb3", "search"):
        return _top_tool(position)
    if event == "beetle":
        left = Counter(BEETLES)
        left.subtract(position["beetle_bottom"])
        unseen = {f"beetle {card}" for card, n in left.items() if n > 0}
        return unseen or {f"beetle {position['beetle_bottom'][0]}"}
    if event == "dice":
        own, dice = position["seats"][position["turn"]], position.get("dice", {})
        compass = own["at"] in STICKY or not (own["numbers_only"] or own["staying"])
        return COMPASS if compass and not dice else NUMBERS
    return COMPASS if event == "whirlpool" else NUMBERS


# -- decisions -------------------------------------------------------------------------------------


def _supplies(position: Position) -> tuple[int, int]:
    """Return the magnets that nobody has, and the tools in the deck."""
    seats = position["seats"].values()
    held = sum(sum(own["tools"].values()) for own in seats)
    return 15 - sum(own["magnets"] for own in seats), 22 - held


def _doubles(position: Position, own: Position, pending: Position) -> set[str]:
    supplies = zip(("magnet", "tool"), _supplies(position), strict=True)
    return {f"doubles {what}" for what, n in supplies if n > 0}


def _open(position: Position, own: Position) -> list[str]:
    face = position["dice"].get("compass", "star")
    if position.get("magnet_used") or own["free_dir"] or own["bonus"]:
        return WAYS
    if face in "nesw" and own["reversed"]:
        face = WAYS[(WAYS.index(face) + 4) % 8]
    return {"star": WAYS, "cross": WAYS[::2]}.get(face, [face])


def _move(position: Position, own: Position, pending: Position) -> set[str]:
    dice = ["a", "b"] if position["dice"]["a"] != position["dice"]["b"] else ["a"]
    dice += [f"2{die}" for die in dice] if own["bonus"] else []
    ways = _open(position, own)
    return {f"move {way} {die}" for way in ways for die in dice} | _magnet(position, own, ways)


def _magnet(position: Position, own: Position, ways: list[str]) -> set[str]:
    unused = own["magnets"] and not position.get("magnet_used")
    return {"magnet"} if unused and len(ways) < 8 else set()


def _dir(position: Position, own: Position, pending: Position) -> set[str]:
    words = {f"dir {way}" for way in pending["directions"]}
    if own["at"] in STICKY:
        words |= _magnet(position, own, pending["directions"])
    return words | ({"decline"} if own["at"] in MAY_STAY else set())


def _tool(position: Position, own: Position, pending: Position) -> set[str]:
    held = own["tools"].get(pending["tool"], 0)
    blue = [letter for letter, spaces in BLUE.items() if own["at"] in spaces]
    if blue and "direction" not in pending:
        held = held >= 2 and blue[0].lower() in own["mission"]
    return {"decline"} | ({f"use_tool {pending['tool']}"} if held else set())


def _anchor(position: Position, own: Position, pending: Position) -> set[str]:
    return {f"anchor {pending['letter'].lower()}{i}" for i in (1, 2, 3)}


def _pick(position: Position, own: Position, pending: Position) -> set[str]:
    a, b = pending["numbers"]
    return {"pick a"} if a == b else {"pick a", "pick b"}


PHASES = {
    "roll": lambda position, own, pending: {"roll"},
    "doubles": _doubles,
    "move": _move,
    "dir": _dir,
    "tool": _tool,
    "buy": lambda position, own, pending: {"decline", *(f"buy {tool}" for tool in TOOLS)},
    "anchor": _anchor,
    "mokka": lambda position, own, pending: {"stay", "leave"},
    "target": lambda position, own, pending: {
        f"target {name}" for name in position["seats"] if name != position["to_move"]
    },
    "pick": _pick,
    "distance": lambda position, own, pending: {f"distance {n}" for n in range(1, 7)},
    "discard_tool": lambda position, own, pending: {f"use_tool {tool}" for tool in own["tools"]},
}


def check_position(position: Position) -> None:
    """Check section (g) of the rules, as far as one position shows it."""
    seats = position["seats"].values()
    held: Counter[str] = Counter(position["tool_bottom"])
    for own in seats:
        held.update(own["tools"])
        assert all(own["tools"].get(tool, 0) >= n for tool, n in own["known_tools"].items())
        assert own["at"] not in ([14, 6], [14, 7], [14, 9], [14, 10])
        assert min(own["treasures"], own["magnets"], own["skip"]) >= 0
        assert all(letter.lower() in own.get("mission", "nesw") for letter in own["tokens"])
        assert own["at"] == [13, 12] or not own["staying"]
    assert all(held[tool] <= n for tool, n in TOOLS.items()), held
    assert all(n <= BEETLES[card] for card, n in Counter(position["beetle_bottom"]).items())
    assert sum(own["magnets"] for own in seats) <= 15
    cards = [own["mission"] for own in seats if "mission" in own]
    assert len(set(cards)) == len(cards)
    assert position.get("moves", 0) <= 10
    assert position["round"] <= position["options"]["max_rounds"]
    most = max(len(own["tokens"]) for own in seats)
    wins = position["options"]["missions_to_win"]
    assert most < wins or (position["phase"] == "over" and most == wins)
