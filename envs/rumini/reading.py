"""Reading what people write in a position: every fault is noted, the gravest is reported.

Faults are `unknown` (a word there is none of), `too many` (more copies than there are) and
`impossible` (a value out of its range, contradictory or never reached), in this order.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hoodwink.envs.core.data import shown
from hoodwink.envs.core.errors import BadPosition

FAULTS: Final = ("unknown", "too many", "impossible")


class Faults:
    """What is wrong with a position, by the kind of the fault."""

    def __init__(self) -> None:
        """Begin with nothing wrong."""
        self._found: dict[str, list[str]] = {kind: [] for kind in FAULTS}

    def unknown(self, where: str, what: str, value: Any, allowed: Iterable[Any]) -> None:
        """Note a word that does not exist."""
        there = ", ".join(map(str, allowed))
        self._found["unknown"].append(f"{where}: unknown {what} {shown(value)}; allowed: {there}")

    def too_many(self, where: str, message: str) -> None:
        """Note more copies than there are."""
        self._found["too many"].append(f"{where}: too many: {message}")

    def impossible(self, where: str, message: str) -> None:
        """Note what cannot be."""
        self._found["impossible"].append(f"{where}: impossible: {message}")

    def check(self) -> None:
        """Raise BadPosition for the first fault of the gravest kind, if there is any."""
        for kind in FAULTS:
            for message in self._found[kind]:
                raise BadPosition(message)

    # -- values, with a default where they cannot be read ------------------------------------------

    def mapping(self, where: str, value: Any, keys: Iterable[str], what: str) -> dict[str, Any]:
        """Return a mapping that has none but these keys."""
        if not isinstance(value, Mapping):
            self.impossible(where, f"given {shown(value)}, a mapping is needed")
            return {}
        allowed = tuple(keys)
        for key in value:
            if key not in allowed:
                self.unknown(where or "position", what, key, allowed)
        return {key: value[key] for key in value if key in allowed}

    def items(self, where: str, value: Any) -> list[Any]:
        """Return a list."""
        if isinstance(value, list | tuple):
            return list(value)
        self.impossible(where, f"given {shown(value)}, a list is needed")
        return []

    def whole(self, where: str, value: Any, low: int, high: int) -> int:
        """Return an integer in low..high."""
        is_whole = hasattr(value, "__index__") and not isinstance(value, bool)
        if not is_whole or not low <= int(value) <= high:
            self.impossible(where, f"given {shown(value)}, allowed are {low} to {high}")
            return low
        return int(value)

    def flag(self, where: str, value: Any) -> bool:
        """Return true or false."""
        if not isinstance(value, bool):
            self.impossible(where, f"given {shown(value)}, allowed are true and false")
        return value is True

    def word(self, where: str, value: Any, words: tuple[str, ...], what: str) -> int:
        """Return the place of a word among `words`, 0 if it is none of them."""
        if isinstance(value, str) and value in words:
            return words.index(value)
        self.unknown(where, what, value, words)
        return 0

    def words(self, where: str, value: Any, words: tuple[str, ...], what: str) -> list[int]:
        """Return the places of several words, those left out that are unknown."""
        known = []
        for i, item in enumerate(self.items(where, value)):
            if isinstance(item, str) and item in words:
                known.append(words.index(item))
            else:
                self.unknown(f"{where}[{i}]", what, item, words)
        return known

    def counts(self, where: str, value: Any, words: tuple[str, ...], what: str) -> list[int]:
        """Return how many of each of `words` a multiset holds."""
        given = self.mapping(where, value, words, what)
        return [
            self.whole(f"{where}.{word}", given[word], 0, 1000) if word in given else 0
            for word in words
        ]
