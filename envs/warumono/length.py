"""How long a game can last: with any tables, and with given ones."""

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono.actions import MAX_DIE, SEATS
from hoodwink.envs.warumono.table import MAX_KIND, MAX_ROUNDS

# A turn: pistol, roll, steps, contact, and at a place every order and a pass.
_TURN = 2 + MAX_DIE + 1 + 2 * MAX_KIND + 1
MAX_DECISIONS = SEATS * MAX_ROUNDS * _TURN


def most_moves(t: View) -> tuple[int, int]:
    """Return the most decisions and the most chance moves of a game with these tables."""
    turns = int(t.n_seats * t.max_rounds)
    redeemed = max(int(t.deck[w] + t.deck[w + 1]) for w in (0, 2, 4))
    return turns * (2 + t.die + 1 + redeemed + 1), 1 + 2 * int(t.n_seats) + 2 * turns
