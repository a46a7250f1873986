"""The tables of Warumono 2 as one record: board, deck, sheets, options and sizes.

Another board, deck or sheet, and every small variant, is another record and never another code
path. tables.py loads, checks and freezes them.
"""

from enum import IntEnum

import numpy as np

from hoodwink.envs.core.state import record
from hoodwink.envs.warumono2.actions import N_NEIGHBOURS, N_SCENARIOS, N_SPACES
from hoodwink.envs.warumono2.state import N_KINDS, SEATS

MAX_LAST = 30  # longest sheet (R35)
MAX_OPS = 4  # directives of one space
N_COUNTERS = MAX_LAST + 2  # spaces 0 to 30, and Game over behind the last
MAX_SPACE_NAME = 8  # letters
AHEAD = 6  # spaces of the sheet ahead that are seen one by one
HORIZON = 30  # rounds; farther directives count as this far
AHEAD_SIZE = 128  # (1 + AHEAD) * N_OPS, rounded up: whole vectors are copied several times faster
FAR = 99  # distance between spaces without a way


class Effect(IntEnum):
    """What happens on a space; every effect but NONE makes it an Action space (R72, R73)."""

    NONE = 0
    FORGER = 1
    FACILITATOR = 2
    TRADER = 3
    BACK_ALLEY = 4
    GETAWAY = 5


TABLE = record(
    [
        ("n_seats", np.int64),  # seats dealt in, 2 to 4 (the public option allows 3 and 4)
        ("die", np.int64),  # faces of the die, 1 to MAX_DIE
        ("release", np.int64),  # highest face that opens the Big House (R31)
        ("wiseguys", np.int64),  # Profession Cards in the deck
        ("undercovers", np.int64),  # 0 or 1 (R1)
        ("passports", np.int64),  # supply
        ("tickets", np.int16, (3,)),  # supply by Ticket; [0] unused
        ("deck", np.int16, (N_KINDS,)),  # Back Alley Cards of each kind
        ("peek", np.int64),  # 1: everybody sees the own Contents Card at the start (G62)
        ("first_counter", np.int64),  # 1, or 0 with a separate Start box (G74)
        ("start_at", np.int16, (SEATS,)),  # where the Markers begin (R10)
        ("start_passport", np.int16, (SEATS,)),  # 0 or 1; for small variants
        ("start_ticket", np.int16, (SEATS,)),  # Ticket; for small variants
        # the board
        ("n_spaces", np.int64),
        (
            "names",
            np.uint8,
            (N_SPACES, MAX_SPACE_NAME),
        ),  # of the spaces, ASCII, 0 behind; for text only
        ("big", np.int64),  # the Big House
        (
            "neighbours",
            np.int16,
            (N_SPACES, N_NEIGHBOURS),
        ),  # spaces one step away, -1 behind the last
        ("is_round", np.int16, (N_SPACES,)),  # 1: no switch with a Marker here (R86, G4)
        ("effect", np.int16, (N_SPACES,)),  # Effect
        ("area", np.int16, (N_SPACES,)),  # 1 in the Airport, 2 in the Docks, else 0
        ("entrance", np.int16, (2, 2)),  # exit: from, to; shut by the Barricade (R39)
        ("gate", np.int16, (2, 2)),  # exit: from, to; the step that spends the ticket (G5)
        (
            "distance",
            np.int16,
            (N_SPACES, N_SPACES),
        ),  # fewest steps [from, to], no barricade, any ticket
        # the sheets
        ("sheet", np.int64),  # row that is played; NONE: the Starting Player picks it (R4, G37)
        ("n_sheets", np.int64),  # 7, or 1 with a sheet of our own
        ("number", np.int16, (N_SCENARIOS,)),  # 1 to 7, 0 for a custom sheet
        ("last", np.int16, (N_SCENARIOS,)),  # last numbered space
        ("fate", np.int16, (N_SCENARIOS,)),  # Fate
        ("trackers", np.int16, (N_SCENARIOS,)),  # 1: Tracking Devices are active
        ("pass_left", np.int16, (N_SCENARIOS,)),  # 1: cards go on after each Display Contents
        ("blue", np.int16, (N_SCENARIOS, N_COUNTERS)),  # 1: arrests possible (G16)
        ("ops", np.int16, (N_SCENARIOS, N_COUNTERS, MAX_OPS)),  # Op, in the printed order (G26)
        # the sheets as each seat sees them, one row of features a space; see tables.py
        ("ahead", np.int8, (SEATS, N_SCENARIOS, N_COUNTERS, AHEAD_SIZE)),
    ]
)
