"""The action table and the outcomes of chance: ids, and where each kind begins.

Targets are relative to the acting seat: rel r (1 to 3) is the r-th seat clockwise in the order of
the seats dealt in, out or not.
"""

from typing import Final

SEATS: Final = 4
N_SPACES: Final = 44  # on the largest board
N_ORDERS: Final = 6  # kinds: a place and a ticket
MAX_DIE: Final = 6

A_LOOK: Final = 0
A_ROLL: Final = 1
A_ROB: Final = 1  # + rel
A_ROB_HOSPITAL: Final = 4  # + rel
A_STEP: Final = 8  # + space
A_STOP: Final = 52
A_SWITCH_REAL: Final = 52  # + rel
A_SWITCH_FAKE: Final = 55  # + rel
A_QUESTION: Final = 58  # + rel
A_PASS: Final = 62
A_DECLARE: Final = 63
A_TARGET: Final = 63  # + rel
A_REDEEM_AIR: Final = 67
A_REDEEM_BOAT: Final = 68
A_ADVANCE: Final = 69
N_ACTIONS: Final = 70

O_START: Final = 0  # + seat
O_ROLE: Final = O_START + SEATS  # + 2 * seat + 1 for the detective
O_CONTENTS: Final = O_ROLE + 2 * SEATS  # + 2 * seat + 1 for the cash
O_DIE: Final = O_CONTENTS + 2 * SEATS  # + face - 1
O_DRAW: Final = O_DIE + MAX_DIE  # + order
N_OUTCOMES: Final = O_DRAW + N_ORDERS
