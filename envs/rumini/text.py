"""Rumini in words: actions, events, positions, views and what a terminal shows."""

from collections.abc import Mapping
from typing import Any

from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.state import View
from hoodwink.envs.rumini import ansi, load, position, rolling, words
from hoodwink.envs.rumini.actions import A_DIR, A_MOVE_A
from hoodwink.envs.rumini.state import N_DIRECTIONS, NONE, Phase, Tool
from hoodwink.envs.rumini.table import FIRST_STOP, Kind
from hoodwink.envs.rumini.words import decision

MOVES = range(A_MOVE_A, A_DIR)


class RuminiWords:
    """The words of Rumini; see the protocol `Words` in core/game.py."""

    def decision(self, t: View, seat: int, action: int) -> str:
        """Return the word of action `action` of seat `seat`; "" if the id means nothing."""
        return words.decision(t, seat, action)

    def outcome(self, t: View, outcome: int) -> str:
        """Return the word of the chance outcome `outcome`."""
        return words.outcome(t, outcome)

    def event(self, t: View, code: int) -> str:
        """Return what a seat was told by the event `code`, in words."""
        return words.event(t, code)

    def known(self, word: str) -> bool:
        """Return whether a game with any options has this word."""
        return isinstance(word, str) and word in words.known_words()

    def load(self, position: Mapping[str, Any], options: Mapping[str, Any]) -> Loaded:
        """Return the state and tables of a position; raise BadPosition naming the key."""
        return load.load(position, options)

    def dump(self, s: View, t: View, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the full position of a state."""
        return position.dump(s, t, options)

    def view(self, s: View, t: View, options: Mapping[str, Any], seat: int) -> dict[str, Any]:
        """Return what a careful player in `seat` would have written down."""
        return position.view(s, t, options, seat)

    def ansi(self, s: View, t: View, options: Mapping[str, Any], seat: int) -> str:
        """Return board and what `seat` knows as lines of at most 80 columns."""
        return ansi.picture(s, t, options, seat)

    def explore(self, match: Any, key: str) -> list[list[int]]:
        """Return the spaces where a move can leave the ship (`ends`); KeyError for other keys."""
        if key != "ends":
            raise KeyError(key)
        return ends(match)


def ends(match: Any) -> list[list[int]]:
    """Return the spaces on which a legal move can leave the ship before any effect of the space.

    At the Strait the holder of a Firecracker may stop before it or pass it.
    """
    s, t = View(match.states), View(match.tables)
    found: dict[int, None] = {}
    legal = match.legal() if s.phase == Phase.MOVE else []
    for a in MOVES:
        if decision(t, 0, a) in legal:
            d, length = (a - A_MOVE_A) % N_DIRECTIONS, rolling.move_length(s, s.turn, a)
            for passes in {False, bool(s.tools[s.turn, Tool.FIRECRACKER])}:
                found[end_of(t, int(s.at[s.turn]), d, length, passes)] = None
    return [position.space(x) for x in found]


def end_of(t: View, x: int, d: int, length: int, passes: bool) -> int:
    """Return where a move from the space `x` ends (R14, R58, G9)."""
    for _ in range(length):
        y = int(t.beyond[x, d])
        if y == NONE or (t.kind[y] == Kind.STRAIT and not passes):
            return x
        x = y
        if t.kind[x] >= FIRST_STOP:
            return x
    return x


WORDS = RuminiWords()
