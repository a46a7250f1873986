"""What the box of Warumono holds, typed from the rules file and not read from the game's data."""

from itertools import pairwise
from typing import Final

SEATS: Final = ("red", "green", "yellow", "blue")
ROUND: Final = ("BNK", "HID", "WAR", "LOC", "BAR", "PAR", "HOS", "TIP")
GETAWAY: Final = ("GAA", "GAP")  # neither round nor square (G22)
MUST_STOP: Final = ("AIR", "POR")
TICKET_EDGES: Final = {("AIR", "A1"): "air", ("POR", "P1"): "boat"}
PLACES: Final = {"WAR": "war", "BAR": "bar", "PAR": "par"}
ORDERS: Final = ("war_air", "war_boat", "bar_air", "bar_boat", "par_air", "par_boat")
COPIES: Final = 2
TICKETS: Final = 6
PROFESSIONS: Final = {"mafia": 5, "detective": 1}

# Each line is a walk along the board; every edge stands in exactly one of them.
WALKS: Final = (
    "T01 T02 T03 T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 T22 T01",
    "T03 U1 U2 U3 U4 T16",
    "T20 V1 U2",
    "T07 V2 U3",
    "U2 TIP U3",
    "T01 BNK T02",
    "T04 HID T05",
    "T08 WAR T09",
    "T11 LOC T12",
    "T13 BAR T14",
    "T18 PAR T19",
    "T21 HOS T22",
    "T10 AIR A1 A2 GAA",
    "T15 POR P1 P2 GAP",
)


def _neighbours() -> dict[str, list[str]]:
    near: dict[str, list[str]] = {}
    for walk in WALKS:
        spaces = walk.split()
        for one, other in pairwise(spaces):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
    return near


NEIGHBOURS: Final = _neighbours()
