"""The state of Warumono as one record, and the names of what its numbers mean."""

from enum import IntEnum

import numpy as np

from hoodwink.envs.core.state import core_fields, record
from hoodwink.envs.warumono.actions import MAX_DIE, N_ORDERS, SEATS

N_PATH = MAX_DIE + 1  # spaces of the longest movement, its start among them
N_PLACES = SEATS + 1  # where the cash can be: with a seat, or out of the game
GONE = SEATS  # the place of the cash that has left the game face down (G1)
N_NOTABLE = 6  # notable events that a seat keeps
NONE = -1
MOST_TOUCHED = 32767  # possible changes that a record counts


class Phase(IntEnum):
    """What is being decided; chance decides in DEAL, DIE and DRAW."""

    DEAL = 0
    TURN = 1
    DIE = 2
    MOVE = 3
    CONTACT = 4
    DRAW = 5
    REDEEM = 6
    TIP_OFF = 7
    GETAWAY = 8
    OVER = 9
    # internal: step goes on by itself, nobody ever sees them
    EFFECT = 10  # the space that was reached acts
    DECLARED = 11
    QUESTIONED = 12
    END_TURN = 13


N_PHASES = 10  # those that a seat can see


class Role(IntEnum):
    """Profession cards."""

    UNDEALT = -1
    MAFIA = 0
    DETECTIVE = 1


class Card(IntEnum):
    """Contents cards; the counterfeits are alike."""

    FAKE = 0
    CASH = 1


class Ticket(IntEnum):
    """Tickets; each opens one exit (R32, R34)."""

    AIR = 0
    BOAT = 1


STATE = record(
    [
        *core_fields(SEATS),
        # the table
        ("phase", np.int64),  # Phase, public
        ("to_move", np.int64),  # seat that decides; NONE: chance is due or the game over, public
        ("n_seats", np.int64),  # seats dealt in, public
        ("first", np.int64),  # seat that opens the rounds, NONE before the deal, public
        ("turn", np.int64),  # whose turn it is, NONE in the deal and when over, public
        ("round", np.int64),  # 1 to the limit, public
        ("pistol", np.int64),  # seat that owns it, NONE: in the Locker Room, public
        ("winners", np.int64),  # seats that have won, as bits, public
        ("cash_out", np.int64),  # 1: the cash has left the game face down, nobody knows (G1)
        ("discard", np.int16, (N_ORDERS,)),  # orders face up, public
        # the seats
        ("at", np.int16, (SEATS,)),  # space, NONE when out, public
        ("tickets", np.int16, (SEATS, 2)),  # by Ticket, public
        ("orders", np.int16, (SEATS, N_ORDERS)),  # by kind, the seat's secret; their sum is public
        ("out", np.int16, (SEATS,)),  # 1 when dropped out; slots without a seat are out, public
        ("revealed", np.int16, (SEATS,)),  # 1 when the Profession was shown to all, public
        ("role", np.int16, (SEATS,)),  # Role, the seat's secret until revealed
        ("contents", np.int16, (SEATS,)),  # Card, NONE: out or not dealt, nobody's for certain
        # what the seats rightly remember
        ("known", np.int16, (SEATS, SEATS)),  # observer, holder: Card last seen or NONE (G49)
        ("touched", np.int16, (SEATS, SEATS)),  # possible changes since, 0 certain, observer's
        ("belief", np.int32, (SEATS, N_PLACES)),  # weight of every place of the cash, observer's
        ("lost", np.int16, (SEATS, SEATS, N_ORDERS)),  # observer, holder: orders known to be there
        ("notable", np.int16, (SEATS, N_NOTABLE)),  # last notable events, newest first, observer's
        # the movement of this turn
        ("left", np.int64),  # steps left of the roll, 0 when no movement is on, public
        ("n_path", np.int64),  # spaces of this movement so far, public
        ("pistol_used", np.int64),  # 1 after a pistol in this turn, public
        ("named", np.int64),  # seat being questioned, NONE if none; internal
        ("path", np.int16, (N_PATH,)),  # spaces of this movement, start first; NONE behind, public
    ]
)
