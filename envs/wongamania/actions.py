"""The action table, the outcomes of chance and the events: ids, and where each kind begins.

Targets are relative to the acting seat: rel r (1 to 4) is the r-th seat clockwise.
"""

from hoodwink.envs.core.jit import rule
from hoodwink.envs.wongamania.state import N_ASSETS, N_CARDS, N_FACES, N_GRIDS, SEATS

A_DRAW = 0
A_TRADE = 1  # + Card
A_PLAY = A_TRADE + N_CARDS  # + Card
A_SELL = A_PLAY + N_CARDS  # + Card
A_INSURE = A_SELL + N_ASSETS
A_TRUST = A_INSURE + 1
A_PASS = A_TRUST + 1
A_TARGET = A_PASS  # + rel 1 to 4
A_TARGET_SELF = A_TARGET + SEATS
A_SHIFT = A_TARGET_SELF + 1  # + place in SHIFTS
A_GRID = A_SHIFT + 4  # + grid
A_MULLIGAN = A_GRID + N_GRIDS  # + Card
N_ACTIONS = A_MULLIGAN + N_CARDS

SHIFTS = (-2, -1, 1, 2)

O_CHAIR = 0  # + seat
O_CARD = O_CHAIR + SEATS  # + Card
O_BANK_CARD = O_CARD + N_CARDS  # + Card
O_LOSE = O_BANK_CARD + N_CARDS  # + Card
O_DIE = O_LOSE + N_CARDS  # + face - 1
O_TIE = O_DIE + N_FACES  # + seat
N_OUTCOMES = O_TIE + SEATS

# Events: what a seat is told. Seats are absolute here.
E_OUTCOME = 1  # + outcome: seen by those who may see it
E_CARD = E_OUTCOME + N_OUTCOMES  # a card came from the Market into the hand of another
E_BANK_CARD = E_CARD + 1  # likewise from the Bank
E_ACTION = E_BANK_CARD + 1  # + N_ACTIONS * seat + action
E_ASKED = E_ACTION + N_ACTIONS * SEATS  # you may play an Opps!
E_STANDS = E_ASKED + 1  # the card announced takes effect
E_CANCELLED = E_STANDS + 1
E_TURN = E_CANCELLED + 1  # + seat: Payday
E_BANKRUPT = E_TURN + SEATS  # + seat
E_ROUND = E_BANKRUPT + SEATS  # a round begins
E_END = E_ROUND + 1  # + seat that has won
N_EVENT_CODES = E_END + SEATS


@rule
def seat_of(p: int, r: int, n: int) -> int:
    """Return the r-th seat clockwise from `p` of `n`; r at most n."""
    return p + r if p + r < n else p + r - n


@rule
def rel_of(p: int, q: int, n: int) -> int:
    """Return how many seats clockwise from `p` the seat `q` sits."""
    return q - p if q >= p else q - p + n
