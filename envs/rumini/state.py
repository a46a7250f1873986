"""The state of Rumini as one record, and the names of what its numbers mean."""

from enum import IntEnum

import numpy as np

from hoodwink.envs.core.state import core_fields, record

SEATS = 4  # at most
N_TOOLS = 4  # kinds
N_LETTERS = 4
N_CARDS = 4  # mission cards
N_BEETLES = 15  # kinds of Fortuna Beetle cards
MOST_TOOLS = 22  # tool cards that a deck may have
MOST_BEETLES = 20
N_DIRECTIONS = 8
N_ANCHORS = 3  # of a harbour
MAX_DIE = 6
MAX_MOVES = 10  # of a turn (G25)
N_ROLLED = 3
NONE = -1
ALL_DIRECTIONS = 255
FOUR_DIRECTIONS = 0b01010101
FERRIT_STEPS = 4  # R29
STICKY_STEPS = 2  # R52
WHIRL_STEPS = 7  # R60
SLOWED = 2  # turns slowed by a gull, and spaces lost in each (R57)


class Phase(IntEnum):
    """What is being decided; chance decides in DEAL and CHANCE."""

    DEAL = 0
    ROLL = 1
    DOUBLES = 2
    MOVE = 3
    DIR = 4
    TOOL = 5
    BUY = 6
    ANCHOR = 7
    MOKKA = 8
    TARGET = 9
    PICK = 10
    DISTANCE = 11
    DISCARD_TOOL = 12
    CHANCE = 13
    OVER = 14
    # internal: step goes on by itself, nobody ever sees them
    HEADING = 15  # the roll and its reward are over: trip, Mokka, ice or a move
    SAIL = 16  # a move goes on along `way`
    LAND = 17  # the space that was reached acts
    END_TURN = 18


N_PHASES = 15  # those that a seat can see


class Event(IntEnum):
    """What chance decides inside a turn."""

    DICE = 0
    REWARD = 1
    FB3 = 2
    BEETLE = 3
    POKER = 4
    SZILEX = 5
    SEARCH = 6
    CURRENT = 7
    WHIRLPOOL = 8


N_CHANCE_EVENTS = 9


class Tool(IntEnum):
    """Kinds of tools (R24)."""

    FIRECRACKER = 0
    IRON_DROP = 1
    MAPMAKER = 2
    TURNING_WATER = 3


class Letter(IntEnum):
    """Harbours, by the letter of their token."""

    N = 0
    E = 1
    S = 2
    W = 3


class Face(IntEnum):
    """Faces of the compass die; the first four are letters."""

    N = 0
    E = 1
    S = 2
    W = 3
    CROSS = 4
    STAR = 5


N_FACES = 6

# The letter that each mission card omits: nes, esw, swn, wne (G2).
OMITTED = np.array([Letter.W, Letter.N, Letter.E, Letter.S], np.int16)

STATE = record(
    [
        *core_fields(SEATS),
        # the table
        ("phase", np.int32),  # Phase, public
        ("to_move", np.int32),  # seat that decides; NONE: chance is due or the game over, public
        ("n_seats", np.int32),  # public
        ("first", np.int32),  # first player, public; A until it is drawn
        ("drawn", np.int32),  # 1 once the first player was drawn, public
        ("turn", np.int32),  # whose turn it is; NONE when over, public
        ("round", np.int32),  # 1 and up, public
        ("winners", np.int32),  # seats that have won, as bits, public
        # the turn
        ("compass", np.int32),  # Face shown by the roll of this turn, NONE if not rolled, public
        ("die_a", np.int32),  # 1 to 6, 0 if not rolled, public
        ("die_b", np.int32),
        ("magnet_used", np.int32),  # 1 when a magnet was spent on this roll, public
        ("moves", np.int32),  # begun in this turn, public (G25)
        # what is being resolved, public; NONE or 0 where it does not apply
        ("event", np.int32),  # Event in phase CHANCE
        ("asked", np.int32),  # Tool asked for, or searched
        ("letter", np.int32),  # Letter of the anchor to be chosen
        ("distance", np.int32),  # spaces of a move that waits for its direction
        ("directions", np.int32),  # those it may take, as bits
        ("way", np.int32),  # direction of the move that has reached the Strait
        ("length", np.int32),  # its announced length
        ("left", np.int32),  # its steps that are left, the one into the Strait included
        ("n_rolled", np.int32),  # numbers of a current, faces of a whirlpool so far
        ("rolled", np.int16, (N_ROLLED,)),  # they, 0 behind
        # the decks
        ("n_tool_bottom", np.int32),  # tools at the bottom of the deck whose order is known, public
        ("n_beetle_bottom", np.int32),
        ("tool_bottom", np.int8, (MOST_TOOLS,)),  # they, uppermost first; NONE behind, public
        ("beetle_bottom", np.int8, (MOST_BEETLES,)),
        # the seats
        ("at", np.int16, (SEATS,)),  # space; NONE without a seat, public
        ("mission", np.int16, (SEATS,)),  # card; NONE not dealt; the seat's secret
        ("tools", np.int16, (SEATS, N_TOOLS)),  # of each kind; the seat's secret
        ("known_tools", np.int16, (SEATS, N_TOOLS)),  # of them those that all know (G51), public
        ("treasures", np.int16, (SEATS,)),  # public, as is all that follows
        ("magnets", np.int16, (SEATS,)),
        ("tokens", np.int16, (SEATS,)),  # letters, as bits
        ("skip", np.int16, (SEATS,)),  # turns still to miss
        ("slow", np.int16, (SEATS,)),  # turns still slowed (G30)
        ("free_dir", np.int16, (SEATS,)),  # the next roll in any direction (G15)
        ("bonus", np.int16, (SEATS,)),  # the next roll may be doubled, in any direction (R35)
        ("numbers_only", np.int16, (SEATS,)),  # the next roll without the compass die
        ("reversed", np.int16, (SEATS,)),  # the next compass face is reversed (G32)
        ("trip", np.int16, (SEATS,)),  # an odd die of the next roll leads to Pityokos (R38)
        ("staying", np.int16, (SEATS,)),  # guest on Mokka (R41)
        ("no_token", np.int16, (SEATS,)),  # was seen to get no token: its card is known (G51)
        # what all can tell of the tools in a hand that are not in known_tools: so many of them at
        # least are of another kind than this
        ("least", np.int16, (SEATS, N_TOOLS)),
        ("gone", np.int16, (N_TOOLS,)),  # 1: this kind was found missing in the unseen deck (G8)
    ]
)
