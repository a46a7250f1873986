"""The state and the tables of Kuhn poker."""

import numpy as np

from hoodwink.envs.core.state import core_fields, record

SEATS = 4  # at most
N_CARDS = SEATS + 1  # at most; n seats play with n + 1
MOVES = 2 * SEATS - 1  # most decisions: all but the last seat pass, it bets, the others answer

STATE = record(
    [
        *core_fields(SEATS),
        ("n_seats", np.int32),  # 2 to 4, public
        ("dealt", np.int32),  # cards dealt so far, public
        ("moves", np.int32),  # decisions so far, public
        ("bettor", np.int32),  # seat of the first bet, -1 before, public
        ("card", np.int16, (SEATS,)),  # 0 the lowest, -1 not dealt; its owner's secret until shown
        ("paid", np.int16, (SEATS,)),  # chips in the pot, public
        ("acts", np.int16, (MOVES,)),  # decisions in their order: 1 + action, 0 not yet, public
    ]
)
TABLE = record(
    [
        ("n_seats", np.int32),  # 2 to 4
    ]
)
