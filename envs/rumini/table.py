"""The tables of Rumini as one record: board, decks, options and sizes.

Another board or deck, and every small variant, is another record and never another code path.
tables.py loads, checks and freezes them.
"""

from enum import IntEnum

import numpy as np

from hoodwink.envs.core.state import record
from hoodwink.envs.rumini.state import (
    N_ANCHORS,
    N_BEETLES,
    N_CARDS,
    N_DIRECTIONS,
    N_FACES,
    N_LETTERS,
    N_TOOLS,
)

MAX_WIDTH, MAX_HEIGHT = 21, 17
N_SPACES = MAX_WIDTH * MAX_HEIGHT


class Kind(IntEnum):
    """What a space is; a ship must stop on the kinds from ZUZ on (R14, G11)."""

    SEA = 0
    REEF = 1
    STRAIT = 2
    ANCHOR_N = 3
    ANCHOR_E = 4
    ANCHOR_S = 5
    ANCHOR_W = 6
    BLUE_N = 7
    BLUE_E = 8
    BLUE_S = 9
    BLUE_W = 10
    ICE = 11
    FOREST = 12
    STICKY = 13
    PIRATE = 14
    SHIPWRECK = 15
    STORM = 16
    BUTTERFLY = 17
    GULL = 18
    WHIRLPOOL = 19
    BEETLE = 20
    SHARK = 21
    OCTOPUS = 22
    CURRENT = 23
    RING = 24  # around Ferrit (R29)
    # islands and borders
    ZUZ = 25
    PEL = 26
    MAR = 27
    DAT = 28
    TUS = 29
    TUK = 30
    EHA = 31
    ERC = 32
    ORO = 33
    CSI = 34
    FER = 35
    BAT = 36
    URG = 37
    SZO = 38
    ZSU = 39
    SZU = 40
    PIT = 41
    MUR = 42
    MOK = 43
    BIB = 44
    KOP = 45
    TIL = 46
    SZP = 47
    DHA = 48


N_KINDS = 49
FIRST_STOP = int(Kind.ZUZ)
LAST_MARKET = int(Kind.EHA)  # markets are ZUZ to EHA

TABLE = record(
    [
        ("n_seats", np.int32),  # 2 to 4
        ("to_win", np.int32),  # missions that win (G44)
        ("open_hands", np.int32),  # 1: everything is played face up (G4)
        ("max_rounds", np.int32),  # G45
        ("die", np.int32),  # faces of a number die
        ("compass", np.int16, (N_FACES,)),  # how often each Face is on the compass die
        ("cards", np.int16, (N_CARDS,)),  # 1: the mission card is in the game
        ("tools", np.int16, (N_TOOLS,)),  # cards of each kind
        ("n_tools", np.int32),  # cards in all
        ("magnets", np.int32),  # in all
        ("beetles", np.int16, (N_BEETLES,)),  # cards of each kind
        ("n_beetles", np.int32),
        ("start_magnets", np.int32),  # of each seat (R5)
        ("start_treasures", np.int32),
        ("start_tools", np.int32),  # 0 to 2, all different
        # the board; the space [x, y] has the number MAX_WIDTH * y + x
        ("width", np.int32),
        ("height", np.int32),
        ("start", np.int32),  # Mouse Island
        ("ferrit", np.int32),  # NONE if the board has none
        ("mokka", np.int32),
        ("pityokos", np.int32),
        ("kind", np.int16, (N_SPACES,)),  # Kind
        ("flow", np.int16, (N_SPACES,)),  # direction of a current, else NONE
        ("beyond", np.int16, (N_SPACES, N_DIRECTIONS)),  # next space; NONE: edge or reef
        ("nearest_blue", np.int16, (N_SPACES,)),  # for FB6; NONE if there is none
        ("anchors", np.int16, (N_LETTERS, N_ANCHORS)),  # spaces; NONE behind the last
        # expected turns of a lone ship to do a set of missions, in hundredths: voyage.py
        ("to_go", np.int16, (N_SPACES, 1 << N_LETTERS)),
        ("at_rest", np.int16, (N_SPACES, 1 << N_LETTERS)),  # likewise, what the space does included
        ("to_anchor", np.int16, (N_SPACES, N_LETTERS)),  # fewest king's moves to an anchor
    ]
)
