"""`compile_tree`: count a game's histories, refuse too many, walk them into arrays, check them.

What an information state is comes from the events that its seat was told, one by one (walk.py). On
the way every history is compared with its information state: the same key, the same last decision
of the seat (perfect recall), the same actions. At the end no two information states of a seat may
have one key.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.jit import (
    BYTES_2D,
    FLOATS_2D,
    GENERATORS,
    INT,
    INTS,
    INTS_32,
    INTS_32_2D,
    VOID,
    array,
    record_type,
)
from hoodwink.envs.core.state import View
from hoodwink.training.solvers import news, places, walk
from hoodwink.training.solvers.records import LEVEL, NEWS, NODE, ROW
from hoodwink.training.solvers.tree import Tree

LIMIT = 5_000_000  # histories
COUNTED = 10  # times the limit: beyond that nobody counts on
WORDS_2D = GENERATORS  # rows of uint64
COMPLAINTS = {
    places.TOO_MUCH_NEWS: "a seat is told more at once than a state keeps",
    places.OTHER_KEY: "a seat was told the same, but the key of its state is another",
    places.OTHER_PAST: "a seat forgets what it did: its last decision differs, its news do not",
    places.OTHER_ACTIONS: "a seat was told the same, but other actions are legal",
}


def compile_tree(game: Game, *, limit: int = LIMIT, **options: Any) -> Tree:
    """Return the tree of `game` with these options.

    Raises HoodwinkError if there are more than `limit` histories, saying how many, and if a seat
    lacks perfect recall or two information states share a key.
    """
    walker = Walker(game, options)
    counted = walker.count(limit)
    return _Builder(walker, counted).tree()


def count_histories(game: Game, *, limit: int = LIMIT, **options: Any) -> int:
    """Return how many histories the game has; raise HoodwinkError beyond `limit`."""
    return int(Walker(game, options).count(limit)[places.NODES])


@lru_cache(maxsize=64)
def driver(f: Callable[..., Any], game_types: tuple[Any, Any]) -> Any:
    """Return a walk compiled for the records of one game."""
    states, tables = (array(kind) for kind in game_types)
    nodes, rows, entries, levels = (array(record_type(d)) for d in (NODE, ROW, NEWS, LEVEL))
    common = (INTS, states, WORDS_2D, tables, BYTES_2D, INTS_32_2D, levels)
    signatures = {
        walk.count: INT(*common, INTS, INT),
        walk.build: INT(
            *common, INTS_32_2D, INTS_32_2D, INTS_32_2D, nodes, FLOATS_2D, rows, INTS_32, INTS_32,
            entries, INTS_32, INTS,
        ),
        walk.show_rows: INT(*common, nodes, rows, BYTES_2D, BYTES_2D, INTS, INTS),
    }  # fmt: skip
    return jit.compiled(f, signatures[f])


@lru_cache(maxsize=1)
def _fill_slots() -> Any:
    return jit.compiled(news.fill_slots, VOID(array(record_type(NEWS)), INTS_32, INT, INT))


class Walker:
    """What every walk over one game needs: a state and what is possible, for each level."""

    def __init__(self, game: Game, options: dict[str, Any], depth: int = 64) -> None:
        """Make room for histories of `depth` moves; `deepen` makes more."""
        self.game = game
        self.options = game.normal_options(**options)
        self.tables = game.tables(**options)
        self.seats = game.seats_dealt(self.tables)
        self.levels = np.zeros(0, LEVEL)
        self.states = np.zeros(0, game.state)
        self.masks = np.zeros((0, game.n_actions), np.int8)
        self.weights = np.zeros((0, game.n_outcomes), np.int32)
        self._grow(depth)
        self.size = np.zeros(places.N_SIZES, np.int64)
        self.size[places.DEPTH] = places.BEFORE

    def _grow(self, depth: int) -> None:
        for name in ("levels", "states", "masks", "weights"):
            old = getattr(self, name)
            new = np.zeros((depth, *old.shape[1:]), old.dtype)
            new[: len(old)] = old
            setattr(self, name, new)

    def deepen(self) -> None:
        """Make room for twice as long histories."""
        self._grow(2 * len(self.levels))

    def begin(self) -> None:
        """Put the walk before the deal."""
        self.size[:] = 0
        self.size[places.DEPTH] = places.BEFORE

    def run(self, f: Callable[..., Any], *arguments: Any) -> int:
        """Call a walk, from where it stands."""
        words = self.states.view(np.uint64).reshape(len(self.states), -1)
        return int(
            driver(f, self.game.types)(
                self.game.functions, self.states, words, self.tables, self.masks, self.weights,
                self.levels, *arguments,
            )
        )  # fmt: skip

    def count(self, limit: int) -> NDArray[np.int64]:
        """Return the sizes of the tree; raise HoodwinkError beyond `limit` histories."""
        most = COUNTED * limit
        self.begin()
        while True:
            end = self.run(walk.count, self.size, most)
            if end != places.TOO_DEEP:
                break
            self.deepen()
        if end == places.FULL or self.size[places.NODES] > limit:
            more = "more than " if end == places.FULL else ""
            number = most if end == places.FULL else int(self.size[places.NODES])
            raise HoodwinkError(
                f"{self.game.name} with {self.options} has {more}{number:,} histories, over the "
                f"limit of {limit:,}: take a smaller variant, or raise the limit"
            )
        return self.size.copy()


class _Builder:
    """The arrays while they grow."""

    def __init__(self, walker: Walker, counted: NDArray[np.int64]) -> None:
        self.walker = walker
        decisions, choices = int(counted[places.DECISIONS]), int(counted[places.CHOICES])
        self.nodes = np.zeros(int(counted[places.NODES]), NODE)
        self.payoffs = np.zeros((int(counted[places.ENDS]), walker.game.seats))
        self.rows = np.zeros(decisions, ROW)
        self.actions, self.row_of = np.zeros(choices, np.int32), np.zeros(choices, np.int32)
        self.news = np.zeros(0, NEWS)
        self.slots = np.zeros(0, np.int32)

    def _more_news(self) -> None:
        """Make room for twice as many sequences of events."""
        known = int(self.walker.size[places.ENTRIES])
        more = np.zeros(max(1 << 12, 2 * len(self.news)), NEWS)
        more[: len(self.news)] = self.news
        self.news, self.slots = more, np.full(2 * len(more), -1, np.int32)
        _fill_slots()(self.news, self.slots, self.walker.seats, known)

    def tree(self) -> Tree:
        """Walk, check, and return the tree."""
        walker, seats = self.walker, self.walker.seats
        walker.begin()
        walker.size[places.ENTRIES] = seats  # the seats begin with one entry each: nothing told
        self._more_news()
        self.news["parent"][:seats], self.news["row"][:seats] = -1, -1
        heard = np.zeros((len(walker.levels), seats), np.int32)
        heard[0] = np.arange(seats)
        last = np.full_like(heard, -1)
        known = np.zeros_like(heard)
        while True:
            end = walker.run(
                walk.build, heard, known, last, self.nodes, self.payoffs,
                self.rows, self.actions, self.row_of, self.news, self.slots,
                walker.size,
            )  # fmt: skip
            if end != places.FULL:
                break
            self._more_news()
        if end != places.DONE:
            raise HoodwinkError(self._complaint(end))
        return self._finished()

    def _complaint(self, end: int) -> str:
        walker = self.walker
        game, d, p = walker.game, int(walker.size[places.DEPTH]), int(walker.size[places.SEAT])
        t = View(walker.tables)
        told = View(walker.states, d).told[p]
        events = View(walker.states, d).events[p]
        recent = [int(events[i % len(events)]) for i in range(max(0, told - len(events)), told)]
        words = "; ".join(game.words.event(t, code) for code in recent)
        return (
            f"{game.name} with {walker.options} cannot be solved: {COMPLAINTS[end]} (seat "
            f"{game.seat_names[p]}, after {d} moves; it was told: {words})"
        )

    def _finished(self) -> Tree:
        """Return the arrays cut to their length, information states in their final order."""
        walker, size = self.walker, self.walker.size
        rows, actions = self.rows[: size[places.ROWS]], self.actions[: size[places.SEQUENCES]]
        self._check_keys(rows)
        order = np.lexsort((np.arange(len(rows)), rows["actions"], rows["depth"], rows["seat"]))
        place = np.empty(len(rows), np.int32)
        place[order] = np.arange(len(rows))
        sorted_rows = rows[order]
        first = np.cumsum(sorted_rows["actions"]) - sorted_rows["actions"]
        new_sequence = np.repeat(first - rows["first"][order], sorted_rows["actions"])
        old_sequence = np.arange(len(actions)) - new_sequence  # of each new one
        moved = np.empty(len(actions), np.int32)
        moved[old_sequence] = np.arange(len(actions))
        parent = sorted_rows["parent"]
        sorted_rows["parent"] = np.where(parent < 0, -1, moved[parent])
        sorted_rows["first"] = first
        nodes = self.nodes
        nodes["row"] = np.where(nodes["row"] < 0, -1, place[nodes["row"]])
        payoffs = np.ascontiguousarray(self.payoffs[:, : walker.seats])
        return Tree(
            walker.game, walker.options, walker.seats, nodes, payoffs, sorted_rows,
            actions[old_sequence],
        )  # fmt: skip

    def _check_keys(self, rows: NDArray[Any]) -> None:
        """Raise HoodwinkError if two information states of a seat share a key."""
        for p in range(self.walker.seats):
            keys = rows["key"][rows["seat"] == p]
            found, times = np.unique(keys, return_counts=True)
            if len(found) < len(keys):
                game = self.walker.game
                raise HoodwinkError(
                    f"{game.name} with {self.walker.options} cannot be solved: {times.max()} "
                    f"information states of seat {game.seat_names[p]} share the key "
                    f"{int(found[times.argmax()]):#018x}, though the seat was told other things"
                )
