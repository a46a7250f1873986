"""Wongamania in words: actions, events, positions, views and what a terminal shows."""

from collections.abc import Mapping
from typing import Any

from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.state import View
from hoodwink.envs.wongamania import ansi, load, position, words


class WongamaniaWords:
    """The words of Wongamania; see the protocol `Words` in core/game.py."""

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
        """Return the table and what `seat` knows as lines of at most 80 columns."""
        return ansi.picture(s, t, options, seat)

    def explore(self, match: Any, key: str) -> Any:
        """Raise KeyError: this game has no `then` keys of its own."""
        raise KeyError(key)


WORDS = WongamaniaWords()
