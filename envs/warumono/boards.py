"""The board as data: what a file or a mapping may say, and what not."""

import re
from collections import Counter
from typing import Any, Final

from hoodwink.envs.core.data import Given
from hoodwink.envs.warumono.actions import N_SPACES
from hoodwink.envs.warumono.table import MAX_SPACE_NAME, N_NEIGHBOURS, Effect

PLACES: Final = ("WAR", "BAR", "PAR")
TICKETS: Final = ("AIRLINE", "BOAT")
EFFECTS: Final = {
    "HID": Effect.HIDEOUT,
    "LOC": Effect.LOCKER,
    "TIP": Effect.TIP_OFF,
    "GAA": Effect.GETAWAY,
    "GAP": Effect.GETAWAY,
    "WAR": Effect.WAREHOUSE,
    "BAR": Effect.BAR,
    "PAR": Effect.PARKING,
}  # by name of the space
BOARD_KEYS: Final = (
    "nodes", "round", "getaway", "must_stop", "start", "hospital", "edges", "ticket_edges",
)  # fmt: skip
SPACE_NAME = re.compile(f"[A-Z][A-Z0-9]{{0,{MAX_SPACE_NAME - 1}}}")

Edge = list[str]


def check_board(given: Given) -> dict[str, Any]:
    """Return a board as plain data with all its keys.

    The data may stand under `board`, as in the file of the standard board. A small board may lack
    exits, a hospital and any other place. Errors: BadPosition naming what is wrong.
    """
    if "board" in given.entries():
        given = given.fields(("board",))["board"]
    fields = given.fields(BOARD_KEYS, ("nodes", "round", "start", "edges"))
    nodes = _nodes(fields["nodes"])
    board: dict[str, Any] = {"nodes": nodes, "edges": _edges(fields["edges"], nodes)}
    for key in ("round", "getaway", "must_stop"):
        board[key] = fields[key].distinct(nodes, "space") if key in fields else []
    board["start"] = fields["start"].one_of(nodes, "space")
    board["hospital"] = ""
    if "hospital" in fields:
        board["hospital"] = fields["hospital"].one_of(nodes, "space")
    board["ticket_edges"] = {}
    if "ticket_edges" in fields:
        for ticket, edge in fields["ticket_edges"].fields(TICKETS, what="ticket").items():
            board["ticket_edges"][ticket] = _gate(edge, board)
    return {key: board[key] for key in BOARD_KEYS}


def ways_out(board: dict[str, Any]) -> dict[str, list[str]]:
    """Return the spaces one step away from each, in the order of their numbers."""
    number = {name: i for i, name in enumerate(board["nodes"])}
    ways: dict[str, list[str]] = {name: [] for name in board["nodes"]}
    for a, b in board["edges"]:
        ways[a].append(b)
        ways[b].append(a)
    return {name: sorted(to, key=number.__getitem__) for name, to in ways.items()}


def _nodes(given: Given) -> list[str]:
    nodes: list[str] = []
    for item in given.items(N_SPACES):
        name = item.text()
        if not SPACE_NAME.fullmatch(name):
            raise item.wrong(f"a capital, then up to {MAX_SPACE_NAME - 1} capitals or digits")
        if name in nodes:
            raise item.error(f"the space {name!r} is given twice")
        nodes.append(name)
    if len(nodes) < 2:
        raise given.error(f"given {len(nodes)} spaces; allowed: 2 to {N_SPACES}")
    return nodes


def _edge(given: Given, nodes: list[str]) -> Edge:
    ends = [item.one_of(nodes, "space") for item in given.items()]
    if len(ends) != 2 or ends[0] == ends[1]:
        raise given.wrong("two different spaces")
    return ends


def _edges(given: Given, nodes: list[str]) -> list[Edge]:
    edges: list[Edge] = []
    ways: Counter[str] = Counter()
    for item in given.items():
        edge = _edge(item, nodes)
        if edge in edges or edge[::-1] in edges:
            raise item.error(f"the edge {edge[0]} - {edge[1]} is given twice")
        edges.append(edge)
        for end in edge:
            ways[end] += 1
            if ways[end] > N_NEIGHBOURS:
                raise item.error(f"{end} has {ways[end]} ways out; allowed: {N_NEIGHBOURS}")
    return edges


def _gate(given: Given, board: dict[str, Any]) -> Edge:
    a, b = _edge(given, board["nodes"])
    if [a, b] not in board["edges"] and [b, a] not in board["edges"]:
        raise given.error(f"there is no edge from {a} to {b}")
    if a not in board["must_stop"]:
        raise given.error(f"{a} is no space where one must stop (R33)")
    return [a, b]
