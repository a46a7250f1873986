"""Play a great many games at random and check every position in compiled code.

What a test cannot afford: a million games, every decision of them held to the contract (something
can be played, features lie within their tops, no game exceeds its bound, payoffs sum to zero) and
to the game's own invariants (`Game.broken`).
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.game import (
    ACTOR,
    ADVANCE,
    CHANCE_WEIGHTS,
    DEAL,
    LEGAL,
    OBSERVE,
    PAYOFF,
    Game,
)
from hoodwink.envs.core.instructions import call_int, call_void
from hoodwink.envs.core.jit import BYTES, FLOATS, GENERATORS, INT, INTS, INTS_2D, INTS_32, array
from hoodwink.envs.core.rng import generators, pick, pick_legal
from hoodwink.envs.core.state import CHANCE, OVER, View, clear

CHUNK = 1000  # games that one task plays
STREAM = 16  # the first stream of random numbers; each chunk has two

# What is wrong besides a broken invariant, whose number is above zero.
NO_MOVE, TOO_LONG, OUT_OF_RANGE, NOT_ZERO_SUM, NO_OUTCOME = -1, -2, -3, -4, -5
CONTRACT = {
    NO_MOVE: "the seat to move has no legal action",
    TOO_LONG: "the game has more moves than its bound allows",
    OUT_OF_RANGE: "an observation lies outside 0..top",
    NOT_ZERO_SUM: "the payoffs do not sum to zero, or lie outside their range",
    NO_OUTCOME: "chance is due and no outcome is possible",
}


@dataclass(frozen=True)
class Fault:
    """What went wrong in a game, and its words up to there (from the deal)."""

    game: int
    options: int  # which of the tables it was played by
    what: str
    moves: list[str]


@dataclass(frozen=True)
class Soaked:
    """What many games were like; `faults` are those in which something was wrong (the first few).

    Attributes:
        decisions, chance_moves: of all games.
        longest, bound: most decisions of a game, and the most that the rules allow, where the
            difference is smallest.
        faulty: games in which something was wrong.
    """

    games: int
    decisions: int
    chance_moves: int
    longest: int
    bound: int
    faulty: int
    faults: list[Fault]


MOST_FAULTS = 10  # that are told in full


def soak(
    game: Game, tables: NDArray[Any], games: int, *, seed: int = 0, threads: int = 1,
    tick: Callable[[int], None] = lambda done: None,
) -> Soaked:  # fmt: skip
    """Play `games` games at random, game i by `tables[i % len(tables)]`, and check them.

    The result depends on `seed` and not on `threads`. Calls `tick` with the games played so far.
    """
    limits = _limits(game, tables)

    def play(first: int) -> NDArray[np.int64]:
        n = min(CHUNK, games - first)
        stream = STREAM + 2 * (first // CHUNK)
        rngs = generators(seed, n, stream), generators(seed, n, stream + 1)
        return _play(game, tables, first, limits, rngs, np.full(0, -1))

    _play(game, tables, 0, limits, (generators(0, 0), generators(0, 0)), np.full(0, -1))  # compile
    chunks = []
    with ThreadPoolExecutor(threads) as pool:
        for rows in pool.map(play, range(0, games, CHUNK)):
            chunks.append(rows)
            tick(min(len(chunks) * CHUNK, games))
    return _summary(game, tables, np.concatenate(chunks), limits, seed)


def _limits(game: Game, tables: NDArray[Any]) -> NDArray[np.int64]:
    """Return the most decisions and chance moves with each of the tables, (len(tables), 2)."""
    return np.array([game.limits(tables, i) for i in range(len(tables))], np.int64)


def _play(
    game: Game, tables: NDArray[Any], first: int, limits: NDArray[np.int64],
    rngs: tuple[NDArray[np.uint64], NDArray[np.uint64]], moves: NDArray[np.int64],
) -> NDArray[np.int64]:  # fmt: skip
    """Play games `first` and on, one for each generator; return their rows, see `soak_games`."""
    rows = np.zeros((len(rngs[0]), 3), np.int64)
    broken = 0 if game.broken is None else jit.address(game.compiled_broken)
    _loop(game.types)(
        game.functions, broken, np.zeros(1, game.state), tables, first, limits, *rngs,
        game.tops.astype(np.int8), np.zeros(game.n_observation, np.int8),
        np.zeros(game.n_actions, np.int8), np.zeros(game.n_outcomes, np.int32),
        np.zeros(game.seats), np.array(game.payoff_range, np.float64), rows, moves,
    )  # fmt: skip
    return rows


def _summary(
    game: Game, tables: NDArray[Any], rows: NDArray[np.int64], limits: NDArray[np.int64], seed: int
) -> Soaked:
    faulty = np.flatnonzero(rows[:, 2])
    by = np.arange(len(rows)) % len(tables)
    closest = int(np.argmin(limits[by, 0] - rows[:, 0]))
    faults = [
        Fault(g, int(by[g]), what_is_wrong(game, int(rows[g, 2])), replay(game, tables, g, seed))
        for g in faulty[:MOST_FAULTS].tolist()
    ]
    return Soaked(
        len(rows), int(rows[:, 0].sum()), int(rows[:, 1].sum()), int(rows[closest, 0]),
        int(limits[by[closest], 0]), len(faulty), faults,
    )  # fmt: skip


def what_is_wrong(game: Game, code: int) -> str:
    """Return a fault in words: a line of the contract, or an invariant of the game."""
    return CONTRACT[code] if code < 0 else game.invariants[code - 1]


def replay(game: Game, tables: NDArray[Any], g: int, seed: int) -> list[str]:
    """Return the words of game `g`, up to its fault."""
    limits = _limits(game, tables)
    stream, place = STREAM + 2 * (g // CHUNK), g % CHUNK
    chance, choices = (generators(seed, place + 1, stream + i)[place:].copy() for i in range(2))
    moves = np.full(2 * (int(limits.sum(axis=1).max()) + 2), -1)
    _play(game, tables, g, limits, (chance, choices), moves)
    t, words = View(tables, g % len(tables)), game.words
    return [
        words.outcome(t, a) if p == CHANCE else words.decision(t, p, a)
        for p, a in moves.reshape(-1, 2).tolist()
        if a >= 0
    ]


@lru_cache(maxsize=16)
def _loop(game_types: tuple[Any, Any]) -> Any:
    states, tables = (array(kind) for kind in game_types)
    signature = jit.VOID(
        INTS, INT, states, tables, INT, INTS_2D, GENERATORS, GENERATORS, BYTES, BYTES, BYTES,
        INTS_32, FLOATS, FLOATS, INTS_2D, INTS,
    )  # fmt: skip
    return jit.compiled(soak_games, signature)


# -- the loop --------------------------------------------------------------------------------------


def soak_games(
    fns: Any, broken: Any, states: Any, tables: Any, first: Any, limits: Any, rngs: Any,
    choices: Any, tops: Any, observation: Any, mask: Any, weights: Any, payoffs: Any,
    payoff_range: Any, rows: Any, moves: Any,
) -> None:  # fmt: skip
    """Play games `first` and on, one a row of `rows`: decisions, chance moves, what is wrong (0).

    `moves` takes (actor, action) pairs of the last game, as many as there is room for.
    """
    s = states[0]
    for row in range(len(rows)):
        place = (first + row) % len(tables)
        t = tables[place]
        call_void(fns[DEAL], s, t)
        p = call_int(fns[ACTOR], s)
        decided, chanced, wrong, written = 0, 0, 0, 0
        while wrong == 0:
            if broken != 0:
                wrong = call_int(broken, s, t)
            if wrong != 0 or p == OVER:
                break
            if decided > limits[place, 0] or chanced > limits[place, 1]:
                wrong = TOO_LONG
                break
            if p == CHANCE:
                clear(weights)
                call_void(fns[CHANCE_WEIGHTS], s, t, weights)
                a = pick(weights, rngs[row]) if weights.sum() > 0 else -1
                wrong = NO_OUTCOME if a < 0 else 0
                chanced += 1
            else:
                clear(observation)
                call_void(fns[OBSERVE], s, t, p, observation)
                for i in range(len(tops)):
                    if observation[i] < 0 or observation[i] > tops[i]:
                        wrong = OUT_OF_RANGE
                clear(mask)
                call_void(fns[LEGAL], s, t, mask)
                a = pick_legal(mask, choices[row])
                wrong = NO_MOVE if a < 0 else wrong
                decided += 1
            if written + 1 < len(moves) and a >= 0:
                moves[written] = p
                moves[written + 1] = a
                written += 2
            if wrong == 0:
                p = call_int(fns[ADVANCE], s, t, a)
        if wrong == 0:
            clear(payoffs)
            call_void(fns[PAYOFF], s, payoffs)
            total = 0.0
            for q in range(len(payoffs)):
                total += payoffs[q]
                if not payoff_range[0] - 1e-9 <= payoffs[q] <= payoff_range[1] + 1e-9:
                    wrong = NOT_ZERO_SUM
            if not abs(total) < 1e-9:
                wrong = NOT_ZERO_SUM
        rows[row, 0] = decided
        rows[row, 1] = chanced
        rows[row, 2] = wrong
