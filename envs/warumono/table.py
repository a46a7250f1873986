"""The tables of Warumono as one record: board, orders, options and sizes.

Another board and every small variant is another record and never another code path. tables.py
loads, checks and freezes them.
"""

from enum import IntEnum

import numpy as np

from hoodwink.envs.core.state import record
from hoodwink.envs.warumono.actions import N_ORDERS, N_SPACES, SEATS

MAX_SPACE_NAME = 4  # letters
N_NEIGHBOURS = 4
FAR = 99  # distance between spaces without a way
MAX_ROUNDS = 9999
MAX_KIND = 2  # orders of one kind


class Effect(IntEnum):
    """What happens on a space."""

    NONE = 0
    HIDEOUT = 1  # an order is drawn (R30)
    LOCKER = 2  # the pistol is found (R37)
    TIP_OFF = 3  # a card is looked at (R35)
    GETAWAY = 4  # a mafioso may declare (R43)
    WAREHOUSE = 5  # an order may be redeemed (R31); + place
    BAR = 6
    PARKING = 7


TABLE = record(
    [
        ("n_seats", np.int64),  # seats dealt in, 2 to 4
        ("die", np.int64),  # faces of the die, 1 to MAX_DIE
        ("mafiosi", np.int64),  # Profession cards in the deck
        ("detectives", np.int64),  # 0 or 1 (R1)
        ("supply", np.int16, (2,)),  # tickets by Ticket (R1)
        ("deck", np.int16, (N_ORDERS,)),  # orders of each kind (G4)
        ("keep_own", np.int64),  # 1: the questioned keeps the own card (G1)
        ("backtrack", np.int64),  # 1: spaces may repeat on a walk (G9, G47)
        ("advance", np.int64),  # 1: the detective may go on without a ticket (G21)
        ("max_rounds", np.int64),  # G33
        ("start_at", np.int16, (SEATS,)),  # where the pieces begin (R15)
        ("start_tickets", np.int16, (SEATS, 2)),  # for small variants
        ("start_pistol", np.int64),  # seat that owns it at the start, NONE: the Locker Room
        # the board
        ("n_spaces", np.int64),
        ("names", np.uint8, (N_SPACES, MAX_SPACE_NAME)),  # ASCII, 0 behind; for text only
        ("hospital", np.int64),
        ("neighbours", np.int16, (N_SPACES, N_NEIGHBOURS)),  # one step away, -1 behind the last
        ("square", np.int16, (N_SPACES,)),  # 1: contents can be switched here (R24, R25, G22)
        ("effect", np.int16, (N_SPACES,)),  # Effect
        ("stops", np.int16, (N_SPACES,)),  # 1: every arrival ends the move (G19)
        ("gate", np.int16, (2, 2)),  # Ticket: from, to; the step that costs the ticket
        ("distance", np.int16, (N_SPACES, N_SPACES)),  # fewest steps, gates open
    ]
)
