"""The board as data: what a file or a mapping may say, and what not."""

import re
from collections import Counter
from typing import Any, Final

from hoodwink.envs.core.data import Given
from hoodwink.envs.warumono2.actions import N_NEIGHBOURS, N_SPACES
from hoodwink.envs.warumono2.table import MAX_SPACE_NAME, Effect

EXITS: Final = ("AIRPORT", "DOCKS")
TICKETS: Final = ("PLANE", "BOAT")
EFFECTS: Final = {e.name.lower(): e for e in Effect if e != Effect.NONE}
STANDARD_EFFECTS: Final = {
    "FOR": "forger",
    "FAC": "facilitator",
    "TRA": "trader",
    "ALL": "back_alley",
    "GAW_A": "getaway",
    "GAW_D": "getaway",
}
BOARD_KEYS: Final = (
    "nodes", "round", "action", "effects", "start", "big_house",
    "edges", "one_way", "ticket_edges", "entrance_edges", "areas",
)  # fmt: skip
SPACE_NAME = re.compile(f"[A-Za-z][A-Za-z0-9_]{{0,{MAX_SPACE_NAME - 1}}}")

Edge = list[str]


def check_board(given: Given) -> dict[str, Any]:
    """Return a board as plain data with all its keys.

    The data may stand under `board`, as in the file of the standard board. `effects` and
    `big_house` may be left out where spaces have the standard names; a board may lack an exit.
    Errors: BadPosition naming what is wrong. Source: R21-R34, R39, R70-R78, G3-G6, G11.
    """
    if "board" in given.entries():
        given = given.fields(("board",))["board"]
    fields = given.fields(BOARD_KEYS, ("nodes", "round", "start", "edges"))
    big_house = fields.get("big_house", given.child("big_house", "BIG"))
    nodes = _nodes(fields["nodes"])
    board: dict[str, Any] = {
        "nodes": nodes,
        "round": fields["round"].distinct(nodes, "space"),
        "effects": _effects(fields, nodes),
        "start": fields["start"].one_of(nodes, "space"),
        "big_house": big_house.one_of(nodes, "space"),
        "edges": _edges(fields["edges"], nodes),
        "one_way": _edges(fields["one_way"], nodes) if "one_way" in fields else [],
    }
    board["action"] = _action(fields, board["effects"])
    _check_edges(fields, board)
    _check_big_house(big_house, board)
    board |= _exits(fields, board)
    _check_reach(fields["edges"], board)
    return {key: board[key] for key in BOARD_KEYS}


def ways_out(board: dict[str, Any]) -> dict[str, list[str]]:
    """Return the spaces one step away from each, in the order of their numbers."""
    number = {name: i for i, name in enumerate(board["nodes"])}
    ways: dict[str, list[str]] = {name: [] for name in board["nodes"]}
    for a, b in board["edges"]:
        ways[a].append(b)
        ways[b].append(a)
    for a, b in board["one_way"]:
        ways[a].append(b)
    return {name: sorted(to, key=number.__getitem__) for name, to in ways.items()}


def _nodes(given: Given) -> list[str]:
    nodes: list[str] = []
    for item in given.items(N_SPACES):
        name = item.text()
        if not SPACE_NAME.fullmatch(name):
            raise item.wrong(f"a letter, then up to {MAX_SPACE_NAME - 1} letters, digits or _")
        if name in nodes:
            raise item.error(f"the space {name!r} is given twice")
        nodes.append(name)
    if len(nodes) < 2:
        raise given.error(f"given {len(nodes)} spaces; allowed: 2 to {N_SPACES}")
    return nodes


def _effects(fields: dict[str, Given], nodes: list[str]) -> dict[str, str]:
    if "effects" not in fields:
        return {name: what for name, what in STANDARD_EFFECTS.items() if name in nodes}
    return {
        name: given.one_of(EFFECTS, "effect")
        for name, given in fields["effects"].fields(nodes, what="space").items()
    }


def _action(fields: dict[str, Given], effects: dict[str, str]) -> list[str]:
    if "action" in fields:
        for item in fields["action"].items():
            item.one_of(effects, "space with an effect")
        missing = sorted(set(effects) - {item.value for item in fields["action"].items()})
        if missing:
            raise fields["action"].error(f"{missing[0]!r} has an effect and is not listed")
    return list(effects)


def _edge(given: Given, nodes: list[str]) -> Edge:
    ends = [item.one_of(nodes, "space") for item in given.items()]
    if len(ends) != 2 or ends[0] == ends[1]:
        raise given.wrong("two different spaces")
    return ends


def _edges(given: Given, nodes: list[str]) -> list[Edge]:
    return [_edge(item, nodes) for item in given.items()]


def _check_edges(fields: dict[str, Given], board: dict[str, Any]) -> None:
    seen: set[tuple[str, str]] = set()
    ways: Counter[str] = Counter()
    for key in ("edges", "one_way"):
        for edge, item in zip(
            board[key], fields[key].items() if key in fields else (), strict=True
        ):
            a, b = edge
            if (a, b) in seen or (b, a) in seen:
                raise item.error(f"the edge {a} - {b} is given twice")
            seen.add((a, b))
            ways[a] += 1
            ways[b] += key == "edges"
            for end in edge:
                if ways[end] > N_NEIGHBOURS:
                    raise item.error(f"{end} has {ways[end]} ways out; allowed: {N_NEIGHBOURS}")


def _check_big_house(given: Given, board: dict[str, Any]) -> None:
    big, ways = board["big_house"], ways_out(board)
    if not ways[big]:
        raise given.error(f"there is no way out of {big!r}")
    for name, to in ways.items():
        if big in to:
            raise given.error(
                f"there is a step from {name!r} to {big!r}; it is entered by directives"
            )


def _exits(fields: dict[str, Given], board: dict[str, Any]) -> dict[str, Any]:
    nodes = board["nodes"]
    found: dict[str, Any] = {}
    for key, names in (("ticket_edges", TICKETS), ("entrance_edges", EXITS)):
        entries = fields[key].fields(names) if key in fields else {}
        found[key] = {name: _step(given, board) for name, given in entries.items()}
    areas = fields["areas"].fields(EXITS) if "areas" in fields else {}
    found["areas"] = {name: areas[name].distinct(nodes, "space") for name in areas}
    for exit_name, ticket in zip(EXITS, TICKETS, strict=True):
        _check_exit(fields, exit_name, ticket, found, board)
    shared = set(found["areas"].get("AIRPORT", [])) & set(found["areas"].get("DOCKS", []))
    if shared:
        raise fields["areas"].error(f"{min(shared)!r} is in both areas")
    return found


def _step(given: Given, board: dict[str, Any]) -> Edge:
    a, b = _edge(given, board["nodes"])
    if b not in ways_out(board)[a]:
        raise given.error(f"there is no edge from {a} to {b}")
    return [a, b]


def _check_exit(
    fields: dict[str, Given], name: str, ticket: str, found: dict[str, Any], board: dict[str, Any]
) -> None:
    """Refuse an exit that is there in part, or that has a way in which no Barricade shuts."""
    inside = found["areas"].get(name, [])
    if not inside:
        for key, part in (("entrance_edges", name), ("ticket_edges", ticket)):
            if part in found[key]:
                raise fields[key].error(f"{part} is given, but `areas` has no {name}")
        return
    if board["big_house"] in inside:
        raise fields["areas"].error(f"{name} holds the Big House")
    entrance = found["entrance_edges"].get(name)
    for a, to in ways_out(board).items():
        for b in to:
            if a not in inside and b in inside and [a, b] != entrance:
                raise fields["areas"].error(f"{a} - {b} leads into {name} past its entrance")
    if entrance and (entrance[0] in inside or entrance[1] not in inside):
        raise fields["entrance_edges"].error(f"{name}: {entrance} does not lead into its area")
    gate = found["ticket_edges"].get(ticket)
    if gate and not set(gate) <= set(inside):
        raise fields["ticket_edges"].error(f"{ticket}: {gate} does not lie in the area {name}")


def _check_reach(given: Given, board: dict[str, Any]) -> None:
    ways = ways_out(board)
    reached = {board["start"], board["big_house"]}
    new = list(reached)
    while new:
        for name in ways[new.pop()]:
            if name not in reached:
                reached.add(name)
                new.append(name)
    for name in board["nodes"]:
        if name not in reached:
            raise given.error(f"no way leads from the start to {name!r}")
