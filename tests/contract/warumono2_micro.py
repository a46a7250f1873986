"""Variants of Warumono 2 made by tables alone, so small that all their histories can be walked."""

from typing import Any

Variant = dict[str, Any]

EXIT: Variant = {
    "nodes": ["HID", "BIG", "AP1", "AP2", "GAW_A"],
    "round": ["HID", "BIG"],
    "action": ["GAW_A"],
    "effects": {"GAW_A": "getaway"},
    "start": "HID",
    "big_house": "BIG",
    "edges": [["HID", "AP1"], ["AP1", "AP2"], ["AP2", "GAW_A"]],
    "one_way": [["BIG", "HID"]],
    "ticket_edges": {"PLANE": ["AP1", "AP2"]},
    "entrance_edges": {"AIRPORT": ["HID", "AP1"]},
    "areas": {"AIRPORT": ["AP1", "AP2", "GAW_A"]},
}
ALLEY: Variant = {
    "nodes": ["HID", "BIG", "AP1", "ALL"],
    "round": ["HID", "ALL", "BIG"],
    "action": ["ALL"],
    "effects": {"ALL": "back_alley"},
    "start": "HID",
    "big_house": "BIG",
    "edges": [["HID", "AP1"], ["AP1", "ALL"]],
    "one_way": [["BIG", "HID"]],
    "ticket_edges": {},
    "entrance_edges": {},
    "areas": {},
}


def micro(
    name: str, at: list[str], *, operative: bool = False, tickets: str = "", last: int = 1,
    cards: tuple[str, ...] = ("DEAL",), directives: dict[int, list[str]] | None = None,
    blue: tuple[int, ...] = (), peek: bool = True, special: tuple[str, ...] = (),
    alley: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Return options of a game with a die of one face; the board is an exit or a Back Alley."""
    n = len(at)
    board = ALLEY if alley else EXIT
    holds = ["plane" if i < len(tickets) and tickets[i] == "p" else "none" for i in range(n)]
    sheet = {
        "name": "Micro", "stars": 1, "special": list(special), "last": last, "blue": list(blue),
        "do": directives or {}, "fate": "ALL_LOSE",
    }  # fmt: skip
    variant = {
        "name": name, "players": n, "die": 1, "release": 1, "peek_at_start": peek,
        "roles": {"wiseguy": n, "undercover": int(operative)},
        "supply": {"passport": n, "plane": n, "boat": 0},
        "start": {"at": at, "passport": [True] * n, "ticket": holds},
        "board": board, "deck": {"back_alley": dict.fromkeys(cards, 1)}, "scenario": sheet,
    }  # fmt: skip
    return {"variant": variant}


SQUARE = ["AP1", "AP1", "AP1"]
FOUR_CARDS = ("SHELL_GAME", "DEAL", "INFORMANT", "TROUBLEMAKER")
SHOW = ["DISPLAY_CONTENTS", "CONFIRM"]
_MICRO = (
    micro("gestures", SQUARE),
    micro("unseen", SQUARE, peek=False),
    micro("snatched", SQUARE, directives={1: ["SNATCHED 02"]}, special=("TRACKERS",)),
    micro("displayed", SQUARE[:2], last=2, special=("PASS_LEFT",), directives={2: SHOW}),
    micro("cards", ["AP1", "HID", "HID"], alley=True, cards=FOUR_CARDS),
    micro("pickpocket", ["AP1", "HID", "HID"], alley=True, cards=("PICKPOCKET", "POLICE_RAID")),
    micro("arrests", ["AP1", "AP1", "HID"], operative=True, blue=(1,)),
    micro("getaways", ["AP2", "AP1", "HID"], tickets="p", operative=True),
    micro("betrayed", ["AP1", "HID"], operative=True, directives={1: ["BETRAY"]}),
)
MICRO = {options["variant"]["name"]: options for options in _MICRO}
