"""The action table and the outcomes of chance: ids, and where each kind begins.

Targets are relative to the acting seat: rel r (1 to 3) is the r-th seat clockwise in the order of
the seats dealt in, out or not.
"""

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.state import MAX_DIE, N_CARDS, N_KINDS, SEATS

N_SPACES = 44  # on the largest board
N_NEIGHBOURS = 4
N_SCENARIOS = 7

A_ROLL = 0
A_LOOK = 1
A_ARREST = 1  # + rel
A_STEP = 5  # + space
A_SWITCH_REAL = 48  # + rel
A_SWITCH_FAKE = 51  # + rel
A_PASS = 55
A_TAKE = 55  # + Ticket: take_plane 56, take_boat 57
A_REVEAL = 58
A_SUBMIT = 59
A_TARGET = 59  # + rel
A_SCENARIO = 62  # + number 1 to 7
N_ACTIONS = 70

O_START = 0  # + seat
O_ROLE = O_START + SEATS  # + 2 * seat + Role
O_CONTENTS = O_ROLE + 2 * SEATS  # + N_CARDS * seat + Card
O_DIE = O_CONTENTS + N_CARDS * SEATS  # + face - 1
O_DRAW = O_DIE + MAX_DIE  # + Kind
N_OUTCOMES = O_DRAW + N_KINDS

# Events: what a seat is told. Seats are absolute here.
E_OUTCOME = 1  # + outcome: seen by those who may see it
E_ROLE_DEALT = E_OUTCOME + N_OUTCOMES  # + seat: a Profession Card was dealt face down
E_CONTENTS_DEALT = E_ROLE_DEALT + SEATS  # + seat
E_ACTION = E_CONTENTS_DEALT + SEATS  # + N_ACTIONS * seat + action
E_SWITCH = E_ACTION + N_ACTIONS * SEATS  # + SEATS * seat + other: a gesture, real or feigned
E_ANSWER = E_SWITCH + SEATS * SEATS  # + seat: an answer to Betray
E_SAW = E_ANSWER + SEATS  # + N_CARDS * holder + Card: this seat alone saw a card
E_SHOWN = E_SAW + N_CARDS * SEATS  # + N_CARDS * holder + Card: all saw a card
E_ROLE_SHOWN = E_SHOWN + N_CARDS * SEATS  # + 2 * seat + Role: all saw a Profession Card
E_OUT = E_ROLE_SHOWN + 2 * SEATS  # + seat: dropped out
E_COUNTER = E_OUT + SEATS  # + space: the Counter moved
E_TAKEN_IN = E_COUNTER + 32  # + seat: moved to the Big House
E_PASSED_ON = E_TAKEN_IN + SEATS  # the cards went to the next seat clockwise
E_END = E_PASSED_ON + 1  # + winners as bits
N_EVENT_CODES = E_END + 16


@rule
def seat_of(p: int, r: int, n: int) -> int:
    """Return the r-th seat clockwise from `p` of `n`."""
    return p + r if p + r < n else p + r - n


@rule
def rel_of(p: int, q: int, n: int) -> int:
    """Return how many seats clockwise from `p` the seat `q` sits."""
    return q - p if q >= p else q - p + n
