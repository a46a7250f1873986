"""How long a game can last: with any tables, and with given ones."""

from hoodwink.envs.core.state import View
from hoodwink.envs.wongamania.state import SEATS
from hoodwink.envs.wongamania.tables import MOST_LAPS

# A window asks everybody, and after each of two Opps! cards everybody but its player.
_WINDOW = SEATS + 2 * (SEATS - 1)
# Three actions, each a play, a target and a window; the end and its window; and on average no more
# Assets are sold or lost than were played.
_TURN = 3 * (2 + _WINDOW + 1) + 1 + _WINDOW
_SET_UP = SEATS * 5 + 1
MAX_DECISIONS = _SET_UP + MOST_LAPS * SEATS * _TURN


def most_moves(t: View) -> tuple[int, int]:
    """Return the most decisions and the most chance moves of a game with these tables."""
    turns = int(t.max_laps * t.n_seats)
    set_up = int(t.n_seats * (t.mulligan + 1)) + 1
    cards = 2 * int(t.start_hand * t.n_seats)
    # In a turn two cards come after a Bankruptcy, and each action draws one or makes lose two.
    return set_up + turns * _TURN, 1 + cards + int(t.max_laps) + turns * (2 + 3 * 2) + 1
