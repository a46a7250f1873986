"""`Batch`: N games stepped together into preallocated arrays, chance inside, automatic restart."""

import os
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hoodwink.envs.core import drivers, jit
from hoodwink.envs.core.bits import n_words, pack, pick_bit, unpacked
from hoodwink.envs.core.errors import HoodwinkError, IllegalAction
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
)
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.state import View

SAVED = ("states", "rng", "table_of", "observation", "mask", "actor", "reward", "done")

_parallel = threading.Lock()  # Numba's workqueue layer aborts when two threads enter it
_forked = False


def _after_fork() -> None:
    global _forked
    _forked = True  # Numba's OpenMP layer kills a forked child


os.register_at_fork(after_in_child=_after_fork)


@lru_cache(maxsize=64)
def driver(f: Callable[..., Any], game_types: tuple[Any, Any], parallel: bool = False) -> Any:
    """Return a driver compiled for the records of one game."""
    states, tables = (array(kind) for kind in game_types)
    arrays = (BYTES_2D, BYTES_2D, GENERATORS, INTS, FLOATS_2D, jit.BYTES, INTS_32_2D)
    signatures = {
        drivers.reset_games: VOID(INTS, states, tables, INTS, GENERATORS, *arrays),
        drivers.step_games: INT(INTS, states, tables, INTS, GENERATORS, INTS, INT, *arrays),
        drivers.step_games_in_parallel: INT(
            INTS, states, tables, INTS, GENERATORS, INTS, INT, *arrays
        ),
        drivers.look: VOID(INTS, states, tables, INT, INT, INT, jit.BYTES),
        drivers.apply: INT(INTS, states, tables, INT, INT, INT, jit.BYTES, INTS_32),
        drivers.outcome_of: VOID(INTS, states, INT, jit.FLOATS),
        drivers.play_games: VOID(
            INTS, INTS, INTS_32_2D, states, tables, INTS, GENERATORS, GENERATORS,
            jit.BYTES, jit.BYTES, INTS_32_2D, INTS_32, FLOATS_2D, INTS,
        ),
    }  # fmt: skip
    return jit.compiled(f, signatures[f], parallel=parallel)


def compile_drivers(game_types: tuple[Any, Any]) -> None:
    """Compile the drivers that every Batch runs."""
    for f in (drivers.reset_games, drivers.step_games):
        driver(f, game_types)


def bot_signature(game: Game) -> Any:
    """Return the signature of a bot: (observation, mask, tables, memory, rng) -> action."""
    return INT(jit.BYTES, jit.BYTES, game.types[1], INTS_32, jit.GENERATOR)


class Batch:
    """N games stepped together; all arrays are preallocated and overwritten by the next step.

    Attributes (N games, S the most seats, A actions, F features):
        observation (N, F) int8: what the seat to move sees; divide by `game.tops` for [0, 1].
        mask (N, A) int8: 1 where the seat to move may play the action.
        actor (N,) int64: the seat to move; -2 if the game is over (only without restart).
        reward (N, S) float64: returns of the games that this step ended, else 0.
        done (N,) int8: 1 where this step ended a game; with restart the row shows the next game.
        states (N,) structured: the states themselves; copy to save.

    Game i is the same for the same seed and actions, whatever N and `threads`.
    """

    def __init__(
        self, game: Game, tables: NDArray[Any], n: int, *, seed: int = 0, threads: int = 1,
        restart: bool = True, plain: bool = False,
    ) -> None:  # fmt: skip
        """Make N games and deal them; game i plays by `tables[i % len(tables)]`."""
        if n < 1:
            raise HoodwinkError(f"a batch needs at least one game, got n={n}")
        if threads < 1:
            raise HoodwinkError(f"threads must be at least 1, got {threads}")
        self.game, self.tables, self.num_games = game, tables, n
        self.threads, self.restart, self.plain = min(threads, n), restart, plain
        self.table_of = np.arange(n, dtype=np.int64) % len(tables)
        self.states = np.zeros(n, game.state)
        self.observation = np.zeros((n, game.n_observation), np.int8)
        self.mask = np.zeros((n, game.n_actions), np.int8)
        self.actor = np.zeros(n, np.int64)
        self.reward = np.zeros((n, game.seats), np.float64)
        self.done = np.zeros(n, np.int8)
        self._legal = np.zeros((n, n_words(game.n_actions)), np.uint64)
        self._weights = np.zeros((self.threads, game.n_outcomes), np.int32)
        self._bind()
        self.reset(seed)

    def _bind(self) -> None:
        if self.plain:
            self._fns: Any = self.game.plain
            self._states: Any = [View(self.states, g) for g in range(self.num_games)]
            self._tables: Any = [View(self.tables, i) for i in range(len(self.tables))]
        else:
            self._fns, self._states, self._tables = self.game.functions, self.states, self.tables

    def _run(self, f: Callable[..., Any], parallel: bool = False) -> Any:
        return f if self.plain else driver(f, self.game.types, parallel)

    def _arrays(self) -> tuple[Any, ...]:
        return (
            self.observation, self.mask, self._legal, self.actor, self.reward, self.done,
            self._weights,
        )  # fmt: skip

    def reset(self, seed: int | None = None) -> None:
        """Deal every game anew; without a seed the generators go on where they are."""
        if seed is not None:
            self.rng = generators(seed, self.num_games)
        run = self._run(drivers.reset_games)
        run(self._fns, self._states, self._tables, self.table_of, self.rng, *self._arrays())

    def step(self, actions: ArrayLike) -> None:
        """Play `actions` (N,), one for the seat to move of each game.

        Raises IllegalAction if one of them is not legal; then no game has moved. Entries of games
        that are over are ignored.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_games,) or chosen.dtype.kind not in "iu":
            raise HoodwinkError(
                f"step needs {self.num_games} integer actions, got an array of shape "
                f"{chosen.shape} and type {chosen.dtype}"
            )
        chosen = np.ascontiguousarray(chosen, np.int64)
        arguments = (
            self._fns, self._states, self._tables, self.table_of, self.rng, chosen,
            int(self.restart), *self._arrays(),
        )  # fmt: skip
        bad = self._step(arguments)
        if bad >= 0:
            raise IllegalAction(self._complaint(bad, int(chosen[bad])))

    def _step(self, arguments: tuple[Any, ...]) -> int:
        if (
            self.threads > 1
            and not self.plain
            and not _forked
            and _parallel.acquire(blocking=False)
        ):
            try:
                return int(self._run(drivers.step_games_in_parallel, True)(*arguments))
            finally:
                _parallel.release()
        return int(self._run(drivers.step_games)(*arguments))

    def _complaint(self, g: int, action: int) -> str:
        seat = int(self.actor[g])
        t = View(self.tables, int(self.table_of[g]))
        words = self.game.words
        legal = ", ".join(f"{a} ({words.decision(t, seat, a)})" for a in unpacked(self._legal[g]))
        return (
            f"illegal action {action} in game {g} of the batch, seat {seat} "
            f"({self.game.seat_names[seat]}); legal: {legal}. No game has moved."
        )

    def observe(self, g: int, seat: int) -> NDArray[np.int8]:
        """Return what `seat` of game `g` sees (F,), whoever is to move."""
        out = np.zeros(self.game.n_observation, np.int8)
        self._run(drivers.look)(
            self._fns, self._states, self._tables, g, int(self.table_of[g]), seat, out
        )
        return out

    def random_actions(self, rng: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return a uniformly drawn legal action of each game (N,); one generator a game (N, 1)."""
        out = np.zeros(self.num_games, np.int64)
        run = random_actions if self.plain else _compiled_random_actions()
        run(self._legal, rng, out)
        return out

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all that the games are, by name, for `restore`."""
        return {name: getattr(self, name).copy() for name in SAVED}

    def restore(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a snapshot of a Batch with the same game, tables and N."""
        for name in SAVED:
            getattr(self, name)[...] = saved[name]
        for mask, words in zip(self.mask, self._legal, strict=True):
            pack(mask, words)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is bound to this process."""
        bound = ("_fns", "_states", "_tables", "game")
        return {k: v for k, v in self.__dict__.items() if k not in bound} | {"name": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Bind the arrays again."""
        from hoodwink.envs.core.registry import find_game

        self.game = find_game(state.pop("name"))
        self.__dict__.update(state)
        self._bind()


def random_actions(legal: Any, rngs: Any, out: Any) -> None:
    """Draw a legal action in every game; -1 where there is none."""
    for g in range(len(out)):
        out[g] = pick_bit(legal[g], rngs[g])


@lru_cache(maxsize=1)
def _compiled_random_actions() -> Any:
    return jit.compiled(random_actions, VOID(GENERATORS, GENERATORS, INTS))


def play_games(
    game: Game, batch: Batch, bots: NDArray[np.int64], bot_of: NDArray[np.int32], seed: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Play a batch to its ends by compiled bots; return payoffs (N, S) and decisions (N,)."""
    n = batch.num_games
    payoffs, decisions = np.zeros((n, game.seats)), np.zeros(n, np.int64)
    scratch = (
        np.zeros(game.n_observation, np.int8), np.zeros(game.n_actions, np.int8),
        np.zeros((game.seats, drivers.BOT_MEMORY), np.int32), np.zeros(game.n_outcomes, np.int32),
    )  # fmt: skip
    driver(drivers.play_games, game.types)(
        game.functions, bots, bot_of, batch.states, batch.tables, batch.table_of, batch.rng,
        generators(seed, n, stream=1), *scratch, payoffs, decisions,
    )  # fmt: skip
    return payoffs, decisions
