"""The state of Warumono 2 as one record, and the names of what its numbers mean."""

from enum import IntEnum

import numpy as np

from hoodwink.envs.core.state import core_fields, record

SEATS = 4  # at most; with fewer, the slots behind the last seat hold what was not dealt
N_CARDS = 4  # Contents Cards: The Loot and three Fake Money
N_ORDERS = 24  # ways in which the four cards can lie in the four slots
N_KINDS = 7  # kinds of Back Alley Cards
MAX_DIE = 7  # faces that a die of the tables may have
N_PATH = MAX_DIE + 1  # spaces of the longest movement, its start among them
N_NOTABLE = 6  # notable events that a seat keeps
NONE = -1
MOST_TOUCHED = 32767  # possible changes that a record counts


class Phase(IntEnum):
    """What is being decided; chance decides in DEAL, DIE and DRAW."""

    DEAL = 0
    SCENARIO = 1
    TURN = 2
    DIE = 3
    MOVE = 4
    CONTACT = 5
    TICKET = 6
    DRAW = 7
    CARD = 8
    TAKEN_IN = 9
    BETRAY = 10
    OVER = 11
    # internal: step goes on by itself, nobody ever sees them
    EFFECT = 12  # the space that was reached acts
    GETAWAY = 13
    ARREST = 14
    END_TURN = 15
    DIRECTIVES = 16  # the next directive of the sheet is carried out


N_PHASES = 12  # those that a seat can see


class Role(IntEnum):
    """Profession Cards."""

    UNDEALT = -1
    WISEGUY = 0
    UNDERCOVER = 1


class Card(IntEnum):
    """Contents Cards; the number of a fake is its Tracking Device."""

    LOOT = 0
    FAKE_1 = 1
    FAKE_2 = 2
    FAKE_3 = 3


class Ticket(IntEnum):
    """What a seat holds; the exits are numbered alike: the Airport 0, the Docks 1."""

    NONE = 0
    PLANE = 1
    BOAT = 2


class Kind(IntEnum):
    """Back Alley Cards, in the order of the deck table (rebuilt)."""

    PICKPOCKET = 0
    INFORMANT = 1
    TROUBLEMAKER = 2
    DEAL = 3
    SHELL_GAME = 4
    POLICE_RAID = 5
    SHAKEDOWN = 6


class Fate(IntEnum):
    """What the end of a sheet does to those who remain (R19, G57)."""

    ALL_LOSE = 0
    LOOT_HOLDER_WINS = 1
    UO_WINS_ELSE_NONE = 2
    REMAINING_WIN = 3


class Op(IntEnum):
    """Directives of a sheet (R37-R45); TAKEN_IN_RED + seat names the four colours."""

    NOTHING = 0
    CONFIRM = 1
    SNATCHED_1 = 2
    SNATCHED_2 = 3
    SNATCHED_3 = 4
    LOCKDOWN_AIRPORT = 5
    LOCKDOWN_DOCKS = 6
    REOPENED_AIRPORT = 7
    REOPENED_DOCKS = 8
    TAKEN_IN_ROUND = 9
    TAKEN_IN_RED = 10
    TAKEN_IN_GREEN = 11
    TAKEN_IN_YELLOW = 12
    TAKEN_IN_BLUE = 13
    BETRAY = 14
    DISPLAY_CONTENTS = 15
    DISPLAY_PROFESSIONS = 16


N_OPS = 17

STATE = record(
    [
        *core_fields(SEATS),
        # the table
        ("phase", np.int64),  # Phase, public
        (
            "to_move",
            np.int64,
        ),  # seat that decides; NONE when chance is due or the game is over, public
        ("n_seats", np.int64),  # seats dealt in, public
        ("first", np.int64),  # Starting Player, NONE before the deal, public
        ("turn", np.int64),  # whose turn it is, NONE between rounds and when over, public
        ("sheet", np.int64),  # row of the tables' sheets, NONE before it is chosen, public
        ("counter", np.int64),  # space of the sheet, public
        (
            "directive",
            np.int64,
        ),  # next directive of this space, 0 to 4; 4 when all are done, public
        ("winners", np.int64),  # seats that have won, as bits, public
        ("barricade", np.int16, (2,)),  # 1 where the Airport, the Docks are shut, public
        ("used", np.int16, (N_KINDS,)),  # Back Alley Cards on the discard, public
        ("gone", np.int16, (N_CARDS,)),  # 1 for a Contents Card that left the game face up, public
        # the seats
        ("at", np.int16, (SEATS,)),  # space, NONE when out, public
        ("passport", np.int16, (SEATS,)),  # 0 or 1, public
        ("ticket", np.int16, (SEATS,)),  # Ticket, public
        ("out", np.int16, (SEATS,)),  # 1 when dropped out; slots without a seat are out, public
        ("revealed", np.int16, (SEATS,)),  # 1 when the Profession Card was shown to all, public
        ("role", np.int16, (SEATS,)),  # Role, the seat's secret until revealed
        (
            "contents",
            np.int16,
            (SEATS,),
        ),  # Card, NONE when out or not dealt, nobody's certain knowledge
        # what the seats rightly remember
        (
            "known",
            np.int16,
            (SEATS, SEATS),
        ),  # observer, holder: Card last seen or NONE (G75), observer's
        ("touched", np.int16, (SEATS, SEATS)),  # possible changes since, 0 certain, observer's
        ("belief", np.int32, (SEATS, N_ORDERS)),  # weight of every order the seat's history allows
        (
            "notable",
            np.int16,
            (SEATS, N_NOTABLE),
        ),  # last notable events told, newest first, 0 behind, observer's
        # the movement and the card of this turn
        ("left", np.int64),  # steps left of the roll, 0 when no movement is on, public
        ("n_path", np.int64),  # spaces of this movement so far, public
        ("switched", np.int64),  # 1 after a switch gesture of this turn, public
        ("card", np.int64),  # Kind being carried out, NONE if none, public
        ("named", np.int64),  # seat named first for Troublemaker, NONE if none, public
        ("n_queue", np.int64),  # seats still to be asked, public
        ("queue", np.int16, (SEATS,)),  # they, the one to move first; NONE behind, public
        ("path", np.int16, (N_PATH,)),  # spaces of this movement, start first; NONE behind, public
    ]
)
