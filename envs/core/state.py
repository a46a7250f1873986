"""States as records: the fields that core keeps in every game, the plain view, and `tell`.

A state is its bytes: a NumPy structured record without pointers and without a generator. Compiled
code works on the record itself, plain Python on a `View` of it (np.record would return a method for
a field called `round`, wrap small integers silently, and is five times slower).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.jit import inlined, rule

CHANCE = -1  # actor: chance is due
OVER = -2  # actor: the game has ended
N_EVENTS = 24  # events that a state remembers for each seat, where a game does not say
FIRST_KEY = 0x6A09E667F3BCC908

States = NDArray[Any]  # structured


def core_fields(seats: int, n_events: int = N_EVENTS) -> list[tuple[Any, ...]]:
    """Return the fields that every game's state begins with."""
    return [
        # running key of all that a seat was told: its information state
        ("key", np.uint64, (seats,)),
        ("told", np.int32, (seats,)),  # how many events a seat was told
        # the last of them, a ring: event i at i % n_events
        ("events", np.int16, (seats, n_events)),
    ]


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return an aligned record in which every byte belongs to a field: a state is its bytes.

    NumPy's `copy` leaves garbage between fields and behind the last, so what alignment leaves free
    is filled with fields named `pad0`, `pad1` and so on, which nothing writes.
    """
    aligned = np.dtype(list(fields), align=True)
    places = [place[1] for place in (aligned.fields or {}).values()]
    ends = [0, *(place + aligned[i].itemsize for i, place in enumerate(places))]
    starts = [*places, aligned.itemsize]
    filled: list[tuple[Any, ...]] = []
    for i, (end, start) in enumerate(zip(ends, starts, strict=True)):
        if start > end:
            filled.append((f"pad{i}", np.int8, (start - end,)))
        filled.extend(fields[i : i + 1])
    return np.dtype(filled, align=True)


@rule
def forget_events(s: Any) -> None:
    """Put the core fields at the start of a game."""
    for p in range(len(s.key)):
        s.key[p] = np.uint64(FIRST_KEY + p)
        s.told[p] = 0
        for i in range(s.events.shape[1]):
            s.events[p, i] = 0


@inlined
def place_in(ring: int, i: int) -> int:
    """Return where element `i` of a sequence lies in a ring of so many."""
    return i & (ring - 1) if ring & (ring - 1) == 0 else i % ring  # the first costs no division


@rule
def tell(s: Any, seats: int, code: int) -> None:
    """Tell the event `code` (1 to 32767) to every seat whose bit is set in `seats`.

    This is the only way news travels. The key of a seat is the whole sequence it was told, hashed:
    a polynomial over GF(2**64) (the xorshift step has full period), so that two sequences collide
    by accident only, with probability 2**-64.
    """
    for p in range(len(s.key)):
        if (seats >> p) & 1:
            x = s.key[p] ^ np.uint64(code)
            x = x ^ (x << np.uint64(13))
            x = x ^ (x >> np.uint64(7))
            s.key[p] = x ^ (x << np.uint64(17))
            s.events[p, place_in(s.events.shape[1], s.told[p])] = code
            s.told[p] += 1


@rule
def silence(s: Any, p: int) -> None:
    """Wipe what seat `p` was told (in a resampled world nobody may read it off)."""
    s.key[p] = np.uint64(FIRST_KEY + p)
    s.told[p] = 0
    for i in range(s.events.shape[1]):
        s.events[p, i] = 0


@rule
def clear(out: Any) -> None:
    """Set a one-dimensional array to zero (a loop: slices cost seconds of compile time)."""
    for i in range(len(out)):
        out[i] = 0


class View:
    """One record as an object with attributes: scalars as Python numbers, arrays as real views.

    Reading and writing an attribute reads and writes the record that the view was made of.
    """

    _scalars: dict[str, NDArray[Any]]

    def __init__(self, records: NDArray[Any], i: int = 0) -> None:
        dtype = records.dtype
        scalars: dict[str, NDArray[Any]] = {}
        object.__setattr__(self, "_scalars", scalars)
        for name in dtype.names or ():
            if dtype[name].shape:
                object.__setattr__(self, name, records[name][i])
            else:
                scalars[name] = records[name][i : i + 1]

    def __getattr__(self, name: str) -> Any:
        try:
            return self._scalars[name].item()
        except KeyError:
            raise AttributeError(f"the record has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._scalars:
            raise AttributeError(
                f"{name!r} is no scalar field of the record; write into arrays with [...]"
            )
        self._scalars[name][0] = value
