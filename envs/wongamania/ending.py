"""How a finished game of Wongamania came to its end."""

from hoodwink.envs.core.game import Ending
from hoodwink.envs.core.state import View


def ending(s: View, t: View) -> Ending:
    """Return the ending: Trust Funds bought (R14, R15), or the limit of laps (G41); then scores."""
    most = int(max(s.trust[: s.n_seats]))
    if most < t.goal:
        return Ending("limit of laps, points decide", s.round)
    if t.simple:
        return Ending("third Trust Fund", s.round)
    owners = sum(int(n) >= t.goal for n in s.trust[: s.n_seats])
    decided = owners == 1 and int(s.trust[s.winner]) >= t.goal
    how = "who has the Trust Funds wins" if decided else "points decide"
    return Ending(f"Trust Funds bought, {how}", s.round)
