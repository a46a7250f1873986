"""How long, wide and dear a game can be: exact where all of it can be walked, else true bounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.checks.histories import DEAL_ANEW, Tree
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.state import CHANCE, OVER, View

MOST_HISTORIES: Final = 1 << 17  # of a game that is walked; that takes under half a second
LONGEST_SEQUENCE: Final = 512  # events of a seat that a tensor holds where the most is not known


@dataclass(frozen=True)
class Sizes:
    """The numbers that OpenSpiel wants to know of a game with given tables.

    decisions, chances: the most moves of either kind; actions, outcomes: the ids lie below; low,
    high: no seat gets less, none more; told: events of one seat that a tensor holds; codes: those
    that can be told, or empty where they are not known. Exact: every bound is reached, and no seat
    is ever told more than `told`.
    """

    decisions: int
    chances: int
    actions: int
    outcomes: int
    low: float
    high: float
    told: int
    codes: tuple[int, ...] = ()
    exact: bool = False


def measure(game: Game, tables: NDArray[Any], options: dict[str, Any]) -> Sizes:
    """Return the sizes of a game with these tables, which the options made."""
    return _walked(Tree(game, options, plain=False)) or _bounded(game, tables)


def _bounded(game: Game, tables: NDArray[Any]) -> Sizes:
    words, t, n = game.words, View(tables), game.seats_dealt(tables)
    decisions, chances = game.limits(tables)
    worst, best = game.payoff_range
    return Sizes(
        decisions=decisions,
        chances=chances,
        actions=1
        + max(a for a in range(game.n_actions) if any(words.decision(t, p, a) for p in range(n))),
        outcomes=1 + max(o for o in range(game.n_outcomes) if words.outcome(t, o)),
        low=max(worst, -best * (n - 1)),  # payoffs sum to zero
        high=min(best, -worst * (n - 1)),
        told=min(LONGEST_SEQUENCE, 2 * (decisions + chances)),
    )


# -- walking all histories -------------------------------------------------------------------------


@dataclass
class _Layer:
    """The states after equally many moves, one for each history (N,), and what is possible."""

    states: NDArray[Any]
    decisions: NDArray[np.int64]
    chances: NDArray[np.int64]
    mask: NDArray[np.int8]
    weights: NDArray[np.int32]
    actor: NDArray[np.int64]


def _walked(tree: Tree) -> Sizes | None:
    """Return the sizes of a game by walking all its histories; None if there are too many."""
    most = np.zeros(5, np.int64)  # decisions, chances, actions, outcomes, told
    payoffs: list[float] = []
    codes: set[int] = set()
    for layer in _layers(tree):
        if layer is None:
            return None
        reached = (
            layer.decisions.max(), layer.chances.max(), _above(layer.mask), _above(layer.weights),
            layer.states["told"].max(),
        )  # fmt: skip
        most = np.maximum(most, reached)
        codes.update(np.unique(layer.states["events"]).tolist())
        payoffs += _extremes(tree, layer.states[layer.actor == OVER])
    decisions, chances, actions, outcomes, told = most.tolist()
    return Sizes(
        decisions, chances, actions, outcomes, min(payoffs), max(payoffs), told,
        tuple(sorted(codes - {0})), exact=True,
    )  # fmt: skip


def _layers(tree: Tree) -> Iterator[_Layer | None]:
    """Yield the layers from the deal on; None in place of the one that is too much."""
    left = MOST_HISTORIES
    states, moves = np.zeros(1, tree.game.state), np.array([DEAL_ANEW])
    decisions, chances = np.zeros(1, np.int64), np.zeros(1, np.int64)
    while len(moves):
        left -= len(moves)
        layer = _played(tree, states, moves, decisions, chances)
        yield layer
        decided, actions = np.nonzero(layer.mask)
        drawn, outcomes = np.nonzero(layer.weights)
        if left < len(decided) + len(drawn):
            yield None
            return
        parents = np.concatenate([decided, drawn])
        moves = np.concatenate([actions, outcomes]).astype(np.int64)
        states = layer.states[parents]
        decisions = layer.decisions[parents] + (layer.actor[parents] != CHANCE)
        chances = layer.chances[parents] + (layer.actor[parents] == CHANCE)


def _played(
    tree: Tree, states: NDArray[Any], moves: NDArray[np.int64], decisions: NDArray[np.int64],
    chances: NDArray[np.int64],
) -> _Layer:  # fmt: skip
    """Play a move in each of the states, in place."""
    n = len(moves)
    mask = np.zeros((n, tree.game.n_actions), np.int8)
    weights = np.zeros((n, tree.game.n_outcomes), np.int32)
    actor = np.zeros(n, np.int64)
    tree.run(0, states, moves, mask, weights, actor)
    return _Layer(states, decisions, chances, mask, weights, actor)


def _extremes(tree: Tree, states: NDArray[Any]) -> list[float]:
    """Return the least and the most that a seat gets in states that are over; nothing of none."""
    if not len(states):
        return []
    observation = np.zeros((len(states), tree.game.n_observation), np.int8)
    payoffs = np.zeros((len(states), tree.game.seats))
    tree.run(1, states, 0, observation, payoffs)
    dealt = payoffs[:, : len(tree.seats)]
    return [float(dealt.min()), float(dealt.max())]


def _above(marks: NDArray[Any]) -> int:
    """Return one more than the last column that is marked in any row."""
    columns = np.flatnonzero(marks.any(axis=0))
    return int(columns[-1]) + 1 if len(columns) else 0
