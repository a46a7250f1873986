"""Board, sheets and deck of Warumono 2 for the reference (section (i); reconstructed)."""

from typing import Any, Final

SEATS: Final = ("red", "green", "yellow", "blue")
CONTENTS: Final = ("loot", "fake_1", "fake_2", "fake_3")
DECK: Final = {
    "pickpocket": 3,
    "informant": 3,
    "troublemaker": 2,
    "deal": 1,
    "shell_game": 1,
    "police_raid": 2,
    "shakedown": 1,
}

ROUND: Final = frozenset(("HID", "FOR", "FAC", "TRA", "ALL", "BIG"))  # R86, G4
ACTION: Final = frozenset(("FOR", "FAC", "TRA", "ALL", "GAW_A", "GAW_D"))  # R73
AREAS: Final = {
    "airport": ("AP1", "AP2", "GAW_A"),
    "docks": ("DK1", "DK2", "GAW_D"),
}
ENTRANCES: Final = {
    "airport": ("S14", "AP1"),
    "docks": ("S18", "DK1"),
}
TICKET_EDGES: Final = {
    "plane": ("AP1", "AP2"),
    "boat": ("DK1", "DK2"),
}

TWO_WAY: Final = """
HID-S01 HID-S02 FOR-S07 FOR-S08 FAC-S12 FAC-S13 TRA-S19 TRA-S20 ALL-C2 ALL-C4 ALL-C6 ALL-C8
AP1-AP2 AP1-S14 AP2-GAW_A DK1-DK2 DK1-S18 DK2-GAW_D S01-S02 S01-S24 S02-S03 S03-S04 S04-S05
S04-C1 S05-S06 S06-S07 S07-S08 S08-S09 S09-S10 S10-S11 S10-C3 S11-S12 S12-S13 S13-S14 S14-S15
S15-S16 S16-S17 S16-C5 S17-S18 S18-S19 S19-S20 S20-S21 S21-S22 S22-S23 S22-C7 S23-S24 C1-C2
C2-C4 C2-C8 C3-C4 C4-C6 C5-C6 C6-C8 C7-C8
"""
ONE_WAY: Final = "BIG-C3"

SHEETS: Final[dict[int, dict[str, Any]]] = {
    1: {
        "name": "First Flight Out",
        "stars": 1,
        "special": [],
        "last": 18,
        "blue": [5, 6, 7, 12, 13, 14, 18],
        "do": {
            "1": ["CONFIRM"],
            "3": ["BETRAY"],
            "8": ["LOCKDOWN AIRPORT"],
            "10": ["REOPENED AIRPORT"],
            "11": ["CONFIRM"],
            "15": ["LOCKDOWN DOCKS"],
            "17": ["REOPENED DOCKS"],
        },
        "fate": "ALL_LOSE",
    },
    2: {
        "name": "Storm over the Harbour",
        "stars": 1,
        "special": [],
        "last": 18,
        "blue": [4, 5, 10, 11, 12, 16, 17, 18],
        "do": {
            "1": ["LOCKDOWN DOCKS"],
            "2": ["CONFIRM"],
            "6": ["REOPENED DOCKS"],
            "7": ["LOCKDOWN AIRPORT"],
            "9": ["TAKEN_IN ROUND"],
            "13": ["REOPENED AIRPORT"],
            "14": ["BETRAY"],
            "15": ["CONFIRM"],
        },
        "fate": "UO_WINS_ELSE_NONE",
    },
    3: {
        "name": "The Mole",
        "stars": 2,
        "special": [],
        "last": 18,
        "blue": [5, 6, 9, 10, 13, 14, 15, 16, 17, 18],
        "do": {
            "1": ["BETRAY"],
            "4": ["BETRAY"],
            "8": ["BETRAY"],
            "12": ["DISPLAY_PROFESSIONS"],
        },
        "fate": "LOOT_HOLDER_WINS",
    },
    4: {
        "name": "Round-up",
        "stars": 2,
        "special": [],
        "last": 15,
        "blue": [4, 8, 12, 13, 14],
        "do": {
            "3": ["TAKEN_IN RED"],
            "5": ["TAKEN_IN BLUE"],
            "6": ["CONFIRM"],
            "7": ["TAKEN_IN GREEN"],
            "9": ["TAKEN_IN YELLOW"],
            "11": ["TAKEN_IN ROUND"],
            "15": ["CONFIRM"],
        },
        "fate": "ALL_LOSE",
    },
    5: {
        "name": "Flee - or die trying",
        "stars": 3,
        "special": ["TRACKERS"],
        "last": 20,
        "blue": [6, 10, 11, 15],
        "do": {
            "2": ["CONFIRM"],
            "3": ["TAKEN_IN ROUND"],
            "5": ["TAKEN_IN RED"],
            "7": ["TAKEN_IN GREEN"],
            "8": ["BETRAY"],
            "9": ["LOCKDOWN DOCKS"],
            "11": ["REOPENED DOCKS"],
            "12": ["TAKEN_IN BLUE"],
            "13": ["LOCKDOWN AIRPORT", "TAKEN_IN ROUND"],
            "14": ["TAKEN_IN YELLOW"],
            "16": ["SNATCHED 01"],
            "17": ["REOPENED AIRPORT"],
            "18": ["SNATCHED 02"],
            "20": ["SNATCHED 03"],
        },
        "fate": "REMAINING_WIN",
    },
    6: {
        "name": "Open Cases",
        "stars": 3,
        "special": ["PASS_LEFT"],
        "last": 17,
        "blue": [7, 8, 13, 14, 16, 17],
        "do": {
            "4": ["BETRAY"],
            "6": ["DISPLAY_CONTENTS"],
            "10": ["LOCKDOWN AIRPORT"],
            "12": ["DISPLAY_CONTENTS"],
            "15": ["REOPENED AIRPORT"],
        },
        "fate": "UO_WINS_ELSE_NONE",
    },
    7: {
        "name": "No Way Out",
        "stars": 3,
        "special": [],
        "last": 20,
        "blue": [8, 10, 13, 16, 17, 18, 19, 20],
        "do": {
            "1": ["LOCKDOWN AIRPORT", "LOCKDOWN DOCKS"],
            "3": ["CONFIRM"],
            "5": ["BETRAY"],
            "7": ["REOPENED AIRPORT"],
            "9": ["REOPENED DOCKS"],
            "12": ["LOCKDOWN AIRPORT"],
            "14": ["TAKEN_IN ROUND"],
            "15": ["REOPENED AIRPORT"],
        },
        "fate": "LOOT_HOLDER_WINS",
    },
}


def _neighbours() -> dict[str, tuple[str, ...]]:
    """Read the edge lists into out-neighbours of every space."""
    pairs = [edge.split("-") for edge in TWO_WAY.split()]
    out = [*pairs, *([there, here] for here, there in pairs), ONE_WAY.split("-")]
    return {here: tuple(b for a, b in out if a == here) for here in {a for a, _ in out}}


NEIGHBOURS: Final = _neighbours()
