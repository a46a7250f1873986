"""A position that is being read: values are checked, and what is wrong is told by its kind."""

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Final

from hoodwink.envs.core.data import Given, shown
from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.state import View
from hoodwink.envs.wongamania.state import N_ASSETS, NONE
from hoodwink.envs.wongamania.tables import CARD_WORDS
from hoodwink.envs.wongamania.words import SEAT_NAMES

KINDS_OF_FAULTS: Final = ("unknown", "too many", "impossible")  # the first of these is told
MOST: Final = 1000  # of anything that is counted


class Reading:
    """A position on the way into a state; faults are noted and told at the end."""

    def __init__(self, root: Given, s: View, t: View) -> None:
        """Begin to read `root` into `s`."""
        self.root, self.s, self.t = root, s, t
        self.fields: dict[str, Given] = {}
        self.seats: list[dict[str, Given]] = [{} for _ in self.names]
        self.faults: dict[str, BadPosition] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The seats that play."""
        return SEAT_NAMES[: self.t.n_seats]

    def fault(self, kind: str, given: Given, message: str) -> None:
        """Note what is wrong; the first fault of each kind counts."""
        self.faults.setdefault(kind, given.error(f"{kind}: {message}"))

    def impossible(self, key: str, message: str) -> None:
        """Note that the value of a key, given or not, cannot be."""
        self.fault("impossible", self.fields.get(key, Given(None, key)), message)

    def tell(self) -> None:
        """Raise the gravest fault, if there is one."""
        for kind in KINDS_OF_FAULTS:
            if kind in self.faults:
                raise self.faults[kind]

    def entries(self, given: Given, allowed: Iterable[str], what: str) -> dict[str, Given]:
        """Return the values of a mapping; keys that are not allowed are unknown."""
        if not isinstance(given.value, Mapping):
            self.fault("impossible", given, f"given {shown(given.value)}; allowed: a mapping")
            return {}
        known, allowed = {}, tuple(allowed)
        for key, item in given.entries().items():
            if key in allowed:
                known[key] = item
            else:
                self.fault(
                    "unknown", item, f"no {what} {shown(key)}; there are {', '.join(allowed)}"
                )
        return known

    def items(self, given: Given) -> list[Given]:
        """Return the items of a list."""
        if isinstance(given.value, list | tuple):
            return given.items()
        self.fault("impossible", given, f"given {shown(given.value)}; allowed: a list")
        return []

    def one_of(self, given: Given, allowed: Iterable[str], what: str) -> str:
        """Return a name; the first allowed one if it is unknown."""
        allowed = tuple(allowed)
        if isinstance(given.value, str) and given.value in allowed:
            return given.value
        self.fault(
            "unknown", given, f"no {what} {shown(given.value)}; there are {', '.join(allowed)}"
        )
        return allowed[0]

    def seat(self, given: Given) -> int:
        """Return the number of a seat that plays."""
        return self.names.index(self.one_of(given, self.names, "seat"))

    def whole(self, given: Given, low: int, high: int) -> int:
        """Return a whole number in low..high; `low` if it is none."""
        value = given.value
        if (
            isinstance(value, bool)
            or not isinstance(value, Integral)
            or not low <= int(value) <= high
        ):
            self.fault(
                "impossible", given, f"given {shown(value)}; allowed: {low} to {high}, whole"
            )
            return low
        return int(value)

    def count(self, given: Given, low: int = 0) -> int:
        """Return a number of things from `low`; there are never as many as MOST."""
        value = given.value
        if isinstance(value, Integral) and not isinstance(value, bool) and int(value) > MOST:
            self.fault("too many", given, f"given {shown(value)}; allowed: {low} to {MOST}, whole")
            return low
        return self.whole(given, low, MOST)

    def flag(self, given: Given) -> bool:
        """Return true or false."""
        if not isinstance(given.value, bool):
            self.fault("impossible", given, f"given {shown(given.value)}; allowed: true, false")
        return given.value is True

    def cards(self, given: Given, *, assets: bool = False) -> dict[int, int]:
        """Return counts of cards by their numbers; with `assets` of Assets only."""
        counts: dict[int, int] = {}
        for name, item in self.entries(given, CARD_WORDS, "card").items():
            c = CARD_WORDS.index(name)
            if assets and c >= N_ASSETS:
                self.fault("impossible", item, f"{name} is no Asset")
                continue
            n = self.count(item)
            if n > self.t.deck[c]:
                self.fault("too many", item, f"{n} of {name}; there are {int(self.t.deck[c])}")
            counts[c] = min(n, int(self.t.deck[c]))
        return counts

    def optional(self, key: str, low: int, high: int, default: int) -> int:
        """Return the number of a key of the position, or its default."""
        return self.whole(self.fields[key], low, high) if key in self.fields else default

    def optional_count(self, key: str, default: int) -> int:
        """Return the number of things of a key of the position, or its default."""
        return self.count(self.fields[key]) if key in self.fields else default

    def seat_of(self, key: str, default: int = NONE) -> int:
        """Return the seat that a key of the position names, or the default."""
        return self.seat(self.fields[key]) if key in self.fields else default
