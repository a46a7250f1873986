"""How a finished game of Rumini came to its end."""

from hoodwink.envs.core.game import Ending
from hoodwink.envs.core.state import View


def ending(s: View, t: View) -> Ending:
    """Return the ending: missions completed (R1), or the limit of rounds (G45)."""
    winners = [p for p in range(s.n_seats) if s.winners >> p & 1]
    tokens = [int(bits).bit_count() for bits in s.tokens[: s.n_seats]]
    if max(tokens) >= t.to_win:
        return Ending("missions completed", s.round)
    how = "limit of rounds, one leads" if len(winners) == 1 else "limit of rounds, a draw"
    return Ending(how, s.round)
