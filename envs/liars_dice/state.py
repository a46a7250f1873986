"""The state and the tables of Liar's Dice."""

import numpy as np

from hoodwink.envs.core.state import core_fields, record

SEATS = 4  # at most
DICE = 5  # of a seat, at most
FACES = 6  # of a die, at most
ALL_DICE = SEATS * DICE
N_BIDS = ALL_DICE * FACES  # each is higher than the one before, so no game has more
MOVES = N_BIDS + 1  # most decisions: every bid there is, then the last one is doubted
REMEMBERED = 32  # events; 2 seats with a die of 6 faces are told 18 at most

STATE = record(
    [
        *core_fields(SEATS, REMEMBERED),
        ("n_seats", np.int32),  # 2 to 4, public
        ("n_dice", np.int32),  # of each seat, 1 to 5, public
        ("n_faces", np.int32),  # of each die, 2 to 6, public; the highest is wild
        ("rolled", np.int32),  # dice rolled so far, seat after seat, public
        ("n_bids", np.int32),  # bids so far, public
        ("called", np.int32),  # 1 when the last bid has been called a lie, public
        # dice of each seat by face; its secret once all are rolled, before that nobody knows;
        # public when the last bid has been called
        ("count", np.int16, (SEATS, FACES)),
        ("bids", np.int16, (N_BIDS,)),  # bids in their order: 1 + id, 0 not yet, public
    ]
)
TABLE = record(
    [
        ("n_seats", np.int32),  # 2 to 4
        ("n_dice", np.int32),  # of each seat, 1 to 5
        ("n_faces", np.int32),  # of each die, 2 to 6
    ]
)
