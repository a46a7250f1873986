"""The action table, the outcomes of chance and the events: ids, and where each kind begins."""

from hoodwink.envs.core.jit import rule
from hoodwink.envs.rumini.state import (
    N_ANCHORS,
    N_BEETLES,
    N_CARDS,
    N_DIRECTIONS,
    N_FACES,
    N_LETTERS,
    N_TOOLS,
    SEATS,
)

N_DICE = 6

A_ROLL = 0
A_DOUBLES_MAGNET = 1
A_DOUBLES_TOOL = 2
A_MAGNET = 3
A_MOVE_A = 4  # + direction
A_MOVE_B = A_MOVE_A + N_DIRECTIONS
A_MOVE_2A = A_MOVE_B + N_DIRECTIONS
A_MOVE_2B = A_MOVE_2A + N_DIRECTIONS
A_DIR = A_MOVE_2B + N_DIRECTIONS  # + direction
A_USE_TOOL = A_DIR + N_DIRECTIONS  # + Tool
A_DECLINE = A_USE_TOOL + N_TOOLS
A_BUY = A_DECLINE + 1  # + Tool
A_ANCHOR = A_BUY + N_TOOLS  # + N_ANCHORS * Letter + number
A_STAY = A_ANCHOR + N_ANCHORS * N_LETTERS
A_LEAVE = A_STAY + 1
A_TARGET = A_LEAVE  # + seats clockwise, 1 to 3
A_PICK_A = A_TARGET + SEATS
A_PICK_B = A_PICK_A + 1
A_DISTANCE = A_PICK_B  # + n, 1 to 6
N_ACTIONS = A_DISTANCE + N_DICE + 1

O_FIRST = 0  # + seat
O_MISSION = O_FIRST + SEATS  # + card
O_TOOL = O_MISSION + N_CARDS  # + Tool
O_COMPASS = O_TOOL + N_TOOLS  # + Face
O_NUMBER = O_COMPASS + N_FACES  # + number - 1
O_BEETLE = O_NUMBER + N_DICE  # + kind
N_OUTCOMES = O_BEETLE + N_BEETLES

# Events: what a seat is told. Seats are absolute here.
E_OUTCOME = 1  # + outcome: seen by those who may see it
E_MISSION_DEALT = E_OUTCOME + N_OUTCOMES  # a mission card was dealt face down
E_TOOL_DRAWN = E_MISSION_DEALT + 1  # a tool was drawn face down
E_ACTION = E_TOOL_DRAWN + 1  # + N_ACTIONS * seat + action
E_TOKEN = E_ACTION + N_ACTIONS * SEATS  # + N_LETTERS * seat + Letter: received a token
E_NO_TOKEN = E_TOKEN + N_LETTERS * SEATS  # + N_LETTERS * seat + Letter: its card lacks the letter
E_NOT_FOUND = E_NO_TOKEN + N_LETTERS * SEATS  # + Tool: there is none in the deck
E_MISSED = E_NOT_FOUND + N_TOOLS  # + seat: a turn was missed
E_END = E_MISSED + SEATS  # + winners as bits
N_EVENT_CODES = E_END + (1 << SEATS)


@rule
def seat_of(p: int, r: int, n: int) -> int:
    """Return the r-th seat clockwise from `p` of `n`."""
    return p + r if p + r < n else p + r - n


@rule
def rel_of(p: int, q: int, n: int) -> int:
    """Return how many seats clockwise from `p` the seat `q` sits."""
    return q - p if q >= p else q - p + n
