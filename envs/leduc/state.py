"""The state and the tables of Leduc poker."""

import numpy as np

from hoodwink.envs.core.state import core_fields, record

SEATS = 3  # at most
N_RANKS = SEATS + 1  # at most; n seats play with n + 1 ranks
N_CARDS = 2 * N_RANKS  # card = 2 * rank + suit
STREETS = 2  # rounds of betting
N_EVENTS = 32  # remembered of each seat: all of a game, and quick to count round
MOVES = 3 * SEATS - 2  # most decisions of a street: n - 1 calls, a raise, n - 1 calls, and so on

STATE = record(
    [
        *core_fields(SEATS, N_EVENTS),
        ("to_move", np.int32),  # a seat, CHANCE or OVER, public
        ("n_seats", np.int32),  # 2 or 3, public
        ("dealt", np.int32),  # cards dealt to seats so far, public
        ("street", np.int32),  # 0 before the public card is due, 1 from then on, public
        ("stakes", np.int32),  # chips that a seat must have paid to stay in, public
        ("raises", np.int32),  # of this street, public
        ("calls", np.int32),  # since the last raise, or since the street began, public
        ("left", np.int32),  # seats that have not folded, public
        ("shared", np.int32),  # the public card, -1 before, public
        ("card", np.int16, (SEATS,)),  # -1 not dealt; its owner's secret until shown
        ("paid", np.int16, (SEATS,)),  # chips in the pot, public
        ("folded", np.int16, (SEATS,)),  # 1 when out, as are the slots without a seat, public
        ("moves", np.int16, (STREETS,)),  # decisions of each street so far, public
        # two bits of each decision, MOVES of the first street before those of the second, as a
        ("played", np.int32),  # word, the first the lowest: 1 called, 2 raised, 3 folded; public
    ]
)
TABLE = record(
    [
        ("n_seats", np.int32),  # 2 or 3
    ]
)
