"""All histories of a small game, layer by layer, thousands in a call."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.checks.run import Options
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
from hoodwink.envs.core.jit import (
    BYTES_2D,
    FLOATS_2D,
    INT,
    INTS,
    INTS_32_2D,
    VOID,
    array,
)
from hoodwink.envs.core.state import CHANCE, OVER, States, View

LIMIT = 1_000_000  # states of one layer

DEAL_ANEW = -2


def play_each(
    fns: Any, states: Any, tables: Any, moves: Any, mask: Any, weights: Any, actor: Any
) -> None:
    """Play moves[i] in states[i] (-2: deal anew) and write what is possible then."""
    t = tables[0]
    for i in range(len(moves)):
        s = states[i]
        if moves[i] == DEAL_ANEW:
            call_void(fns[DEAL], s, t)
            actor[i] = call_int(fns[ACTOR], s)
        else:
            actor[i] = call_int(fns[ADVANCE], s, t, moves[i])
        if actor[i] >= 0:
            call_void(fns[LEGAL], s, t, mask[i])
        elif actor[i] == CHANCE:
            call_void(fns[CHANCE_WEIGHTS], s, t, weights[i])


def look_each(fns: Any, states: Any, tables: Any, p: int, observation: Any, payoffs: Any) -> None:
    """Write what seat `p` sees of every state, and the returns of those that are over."""
    t = tables[0]
    for i in range(len(observation)):
        call_void(fns[OBSERVE], states[i], t, p, observation[i])
        if call_int(fns[ACTOR], states[i]) == OVER:
            call_void(fns[PAYOFF], states[i], payoffs[i])


@lru_cache(maxsize=16)
def _compiled(game_types: tuple[Any, Any]) -> tuple[Any, Any]:
    states, tables = (array(kind) for kind in game_types)
    play = VOID(INTS, states, tables, INTS, BYTES_2D, INTS_32_2D, INTS)
    see = VOID(INTS, states, tables, INT, BYTES_2D, FLOATS_2D)
    return jit.compiled(play_each, play), jit.compiled(look_each, see)


@dataclass
class Layer:
    """The states that some number of moves can lead to, each once.

    states (N,), actor (N,), mask (N, A), weights (N, O); share (N,) the sum, over the histories
    that lead to the state, of the product of their chances, every decision counting 1.
    """

    tree: "Tree"
    states: States
    actor: NDArray[np.int64]
    mask: NDArray[np.int8]
    weights: NDArray[np.int32]
    share: NDArray[np.float64]

    def mask_of(self, p: int) -> NDArray[np.int8]:
        """Return the mask that seat `p` gets in each state (N, A)."""
        mine: NDArray[np.int8] = self.mask * (self.actor == p)[:, None].astype(np.int8)
        return mine

    def see(self, p: int) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
        """Return what seat `p` sees (N, F), and all returns (N, S), 0 before the end."""
        n, game = len(self.states), self.tree.game
        observation = np.zeros((n, game.n_observation), np.int8)
        payoffs = np.zeros((n, game.seats))
        self.tree.run(1, self.states, p, observation, payoffs)
        return observation, payoffs


class Tree:
    """A small game with all that can happen in it, plain or compiled."""

    def __init__(self, game: Game, options: Options, *, plain: bool = True) -> None:
        """Take a game with its options."""
        self.game, self.plain = game, plain
        self.options = game.normal_options(**options)
        self.tables = game.tables(**options)
        self.seats = range(game.seats_dealt(self.tables))

    def run(self, which: int, states: States, *arguments: Any) -> None:
        """Call `play_each` (0) or `look_each` (1) on states."""
        if self.plain:
            views = [View(states, i) for i in range(len(states))]
            (play_each, look_each)[which](
                self.game.plain, views, [View(self.tables)], *arguments
            )  # fmt: skip
        else:
            _compiled(self.game.types)[which](self.game.functions, states, self.tables, *arguments)

    def layers(self) -> Iterator[Layer]:
        """Yield the states after 0, 1, 2 moves and so on, until every game is over."""
        layer = self._after(np.zeros(1, self.game.state), np.array([DEAL_ANEW]), np.ones(1))
        while len(layer.states):
            yield layer
            decided, decisions = np.nonzero(layer.mask)
            drawn, outcomes = np.nonzero(layer.weights)
            chances = layer.weights / np.maximum(1, layer.weights.sum(axis=1))[:, None]
            parents = np.concatenate([decided, drawn])
            moves = np.concatenate([decisions, outcomes]).astype(np.int64)
            share = np.concatenate(
                [layer.share[decided], layer.share[drawn] * chances[drawn, outcomes]]
            )
            layer = self._after(layer.states[parents], moves, share)

    def _after(self, states: States, moves: NDArray[np.int64], share: NDArray[np.float64]) -> Layer:
        n = len(moves)
        assert n <= LIMIT, (
            f"more than {LIMIT} histories at once: {self.game.name} is no small variant"
        )
        mask = np.zeros((n, self.game.n_actions), np.int8)
        weights = np.zeros((n, self.game.n_outcomes), np.int32)
        actor = np.zeros(n, np.int64)
        self.run(0, states, moves, mask, weights, actor)
        if n == 0:
            return Layer(self, states, actor, mask, weights, share)
        _, first, number = np.unique(rows(states), return_index=True, return_inverse=True)
        merged = np.bincount(number.ravel(), share).astype(np.float64)
        return Layer(self, states[first], actor[first], mask[first], weights[first], merged)


def rows(matrix: NDArray[Any]) -> NDArray[Any]:
    """Return each row, or each record, as one comparable value (N,)."""
    whole = np.ascontiguousarray(matrix)
    n = len(whole)
    return whole.view(np.uint8).reshape(n, -1).view(f"V{whole.nbytes // n}").ravel()
