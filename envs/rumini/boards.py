"""Boards: what a file may say of one, and the spaces as numbers."""

from itertools import chain, product
from typing import Any, Final

import numpy as np

from hoodwink.envs.core.data import Given
from hoodwink.envs.rumini.state import N_ANCHORS, N_DIRECTIONS, N_LETTERS, NONE, Letter
from hoodwink.envs.rumini.table import FIRST_STOP, MAX_HEIGHT, MAX_WIDTH, N_SPACES, Kind

DIRECTIONS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEPS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
LETTERS: Final = tuple(letter.name for letter in Letter)
BORDERS: Final = ("EHA", "DHA")
ISLANDS: Final = tuple(k.name for k in list(Kind)[FIRST_STOP:] if k.name not in BORDERS)
PLAIN_KINDS: Final = (
    "REEF", "STRAIT", "ICE", "FOREST", "STICKY", "PIRATE", "SHIPWRECK", "STORM", "BUTTERFLY",
    "GULL", "WHIRLPOOL", "BEETLE", "SHARK", "OCTOPUS", *BORDERS,
)  # fmt: skip
BOARD_KEYS: Final = (
    "width", "height", "islands", "start", "cells", "currents", "anchors", "blue",
)  # fmt: skip
NEEDS: Final = {"BUTTERFLY": "FER", "SHARK": "MOK"}

Plain = dict[str, Any]


def check_board(given: Given) -> Plain:
    """Return a board, checked: every space on it and of one kind, and what its spaces lead to."""
    if isinstance(given.value, dict) and set(given.value) == {"board"}:
        given = given.entries()["board"]
    fields = given.fields(BOARD_KEYS, ("width", "height", "start"))
    width = fields["width"].whole(1, MAX_WIDTH)
    height = fields["height"].whole(1, MAX_HEIGHT)
    used: dict[tuple[int, int], str] = {}

    def space(one: Given, what: str) -> list[int]:
        pair = one.items(2)
        if len(pair) != 2:
            raise one.wrong("a space [x, y]")
        x, y = pair[0].whole(0, width - 1), pair[1].whole(0, height - 1)
        if (x, y) in used:
            raise one.error(f"the space [{x}, {y}] is {used[x, y]} already")
        used[x, y] = what
        return [x, y]

    def groups(key: str, names: tuple[str, ...], most: int) -> dict[str, list[list[int]]]:
        parts = fields[key].fields(names) if key in fields else {}
        return {
            name: [space(one, name) for one in parts[name].items(most)]
            for name in names
            if name in parts
        }

    islands = fields["islands"].fields(ISLANDS) if "islands" in fields else {}
    board: Plain = {
        "width": width,
        "height": height,
        "islands": {name: space(one, name) for name, one in islands.items()},
        "start": space(fields["start"], "start"),
        "cells": groups("cells", PLAIN_KINDS, N_SPACES),
        "currents": groups("currents", tuple(d.upper() for d in DIRECTIONS), N_SPACES),
        "anchors": groups("anchors", LETTERS, N_ANCHORS),
        "blue": groups("blue", LETTERS, N_SPACES),
    }
    _check_ways(given, board)
    return board


def _check_ways(given: Given, board: Plain) -> None:
    """Check that the places exist to which spaces carry a ship."""
    needs = {NEEDS[name] for name in board["cells"] if name in NEEDS}
    needs |= {"PIT"} if "CSI" in board["islands"] else set()
    for name in sorted(needs - set(board["islands"])):
        raise given.error(f"the island {name} is missing, to which other spaces lead")
    harbours = {"W"} if "TIL" in board["islands"] else set()
    harbours |= {"N"} if "GULL" in board["cells"] else set()
    harbours |= {"S"} if "MOK" in board["islands"] else set()
    harbours |= {letter for letter, spaces in board["blue"].items() if spaces}
    for letter in sorted(harbours):
        if not board["anchors"].get(letter):
            raise given.error(f"an anchor {letter} is missing, to which other spaces lead")


def number_of(space: Any) -> int:
    """Return the number of the space [x, y]."""
    return MAX_WIDTH * int(space[1]) + int(space[0])


def lay_out(board: Plain, t: Any) -> None:
    """Write a board that is checked into a record of tables."""
    t["width"], t["height"], t["start"] = board["width"], board["height"], number_of(board["start"])
    t["flow"], t["anchors"], t["kind"] = NONE, NONE, Kind.SEA
    for name, space in board["islands"].items():
        t["kind"][number_of(space)] = Kind[name]
    for key, name in (("ferrit", "FER"), ("mokka", "MOK"), ("pityokos", "PIT")):
        t[key] = number_of(board["islands"][name]) if name in board["islands"] else NONE
    for name, spaces in board["cells"].items():
        t["kind"][[number_of(space) for space in spaces]] = Kind[name]
    for name, spaces in board["currents"].items():
        places = [number_of(space) for space in spaces]
        t["kind"][places], t["flow"][places] = Kind.CURRENT, DIRECTIONS.index(name.lower())
    for i, letter in enumerate(LETTERS):
        places = [number_of(space) for space in board["anchors"].get(letter, [])]
        t["kind"][places] = Kind.ANCHOR_N + i
        t["anchors"][i, : len(places)] = places
        t["kind"][[number_of(space) for space in board["blue"].get(letter, [])]] = Kind.BLUE_N + i
    _lay_ring(t)
    _lay_ways(t)
    _lay_distances(board, t)


def _spaces(t: Any) -> Any:
    return product(range(int(t["width"])), range(int(t["height"])))


def _step(t: Any, x: int, y: int, d: int) -> int:
    x, y = x + STEPS[d][0], y + STEPS[d][1]
    return MAX_WIDTH * y + x if 0 <= x < t["width"] and 0 <= y < t["height"] else NONE


def _lay_ring(t: Any) -> None:
    """Mark the spaces around Ferrit, unless they are something else (R29)."""
    if t["ferrit"] != NONE:
        y, x = divmod(int(t["ferrit"]), MAX_WIDTH)
        for d in range(N_DIRECTIONS):
            near = _step(t, x, y, d)
            if near != NONE and t["kind"][near] == Kind.SEA and near != t["start"]:
                t["kind"][near] = Kind.RING


def _lay_ways(t: Any) -> None:
    t["beyond"] = NONE
    for (x, y), d in product(_spaces(t), range(N_DIRECTIONS)):
        near = _step(t, x, y, d)
        if near != NONE and t["kind"][near] != Kind.REEF:  # R59
            t["beyond"][number_of((x, y)), d] = near


def _lay_distances(board: Plain, t: Any) -> None:
    blue = list(chain.from_iterable(board["blue"].get(letter, []) for letter in LETTERS))
    t["nearest_blue"], t["to_anchor"] = NONE, max(MAX_WIDTH, MAX_HEIGHT)
    for x, y in _spaces(t):
        here = number_of((x, y))

        def far(space: Any, x: int = x, y: int = y) -> int:
            return int(max(abs(space[0] - x), abs(space[1] - y)))

        if blue:
            t["nearest_blue"][here] = number_of(min(blue, key=far))  # FB6: ties by this order
        for i in range(N_LETTERS):
            for anchor in board["anchors"].get(LETTERS[i], []):
                t["to_anchor"][here, i] = min(int(t["to_anchor"][here, i]), far(anchor))


assert np.iinfo(np.int16).max > N_SPACES
