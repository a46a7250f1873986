"""The action table and the outcomes of chance: ids, and where each kind begins.

Targets are relative to the acting seat: rel r (1 to 3) is the r-th seat clockwise in the order of
the seats dealt in, out or not.
"""

from typing import Final

from hoodwink.envs.core.jit import rule

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

# Events: what a seat is told. Seats are absolute here.
E_OUTCOME: Final = 1  # + outcome: seen by those who may see it
E_ROLE_DEALT: Final = E_OUTCOME + N_OUTCOMES  # + seat: a Profession was dealt face down
E_CONTENTS_DEALT: Final = E_ROLE_DEALT + SEATS  # + seat
E_DREW: Final = E_CONTENTS_DEALT + SEATS  # + seat: an order was drawn, unseen
E_SWITCH: Final = E_DREW + SEATS  # + SEATS * seat + other: a gesture, real or feigned
E_ACTION: Final = E_SWITCH + SEATS * SEATS  # + N_ACTIONS * seat + action
E_SAW: Final = E_ACTION + N_ACTIONS * SEATS  # + 2 * holder + Card: this seat alone saw a card
E_SHOWN: Final = E_SAW + 2 * SEATS  # + 2 * holder + Card: all saw a card
E_ROLE_SHOWN: Final = E_SHOWN + 2 * SEATS  # + 2 * seat + Role: all saw a Profession
E_TOOK: Final = E_ROLE_SHOWN + 2 * SEATS  # + order: the robber takes this order
E_PISTOL: Final = E_TOOK + N_ORDERS  # + seat: took the pistol from the Locker Room
E_LAID: Final = E_PISTOL + SEATS  # + order: an order of a seat that drops out is laid open
E_OUT: Final = E_LAID + N_ORDERS  # + seat: dropped out
E_ROUND: Final = E_OUT + SEATS  # a round begins
E_SHUFFLED: Final = E_ROUND + 1  # the used orders are the pile again
E_END: Final = E_SHUFFLED + 1  # + winners as bits
N_EVENT_CODES: Final = E_END + 16


@rule
def seat_of(p: int, r: int, n: int) -> int:
    """Return the r-th seat clockwise from `p` of `n`."""
    return p + r if p + r < n else p + r - n


@rule
def rel_of(p: int, q: int, n: int) -> int:
    """Return how many seats clockwise from `p` the seat `q` sits."""
    return q - p if q >= p else q - p + n
