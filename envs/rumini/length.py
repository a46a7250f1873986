"""How long a game can last: with any tables, and with given ones."""

from hoodwink.envs.core.state import View
from hoodwink.envs.rumini.state import MAX_MOVES, MOST_TOOLS, SEATS
from hoodwink.envs.rumini.tables import MOST_ROUNDS

# A turn: roll, reward, magnet, move; behind each move one at the Strait and two of the space.
_DECISIONS = 4 + 3 * MAX_MOVES
# A turn: three dice, a reward; behind each move a card and what it brings, or a search.
_CHANCES = 4 + MAX_MOVES * (4 + MOST_TOOLS)
MAX_DECISIONS = MOST_ROUNDS * SEATS * _DECISIONS


def most_moves(t: View) -> tuple[int, int]:
    """Return the most decisions and the most chance moves of a game with these tables."""
    turns = t.max_rounds * t.n_seats
    return turns * _DECISIONS, 1 + t.n_seats + t.n_tools + turns * _CHANCES
