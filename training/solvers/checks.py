"""What holds of every tree, checked of one that comes out of a file.

Compiled loops follow the numbers in its arrays without looking, so each must point to where it
should. That the tree is of the game, its header says; what the payoffs are, nobody can check.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.game import Game
from hoodwink.envs.core.state import CHANCE, OVER


def holds_together(
    game: Game, seats: int, nodes: NDArray[Any], payoffs: NDArray[Any], rows: NDArray[Any],
    actions: NDArray[Any],
) -> bool:  # fmt: skip
    """Return whether the arrays of a tree fit together."""
    flat = nodes.ndim == rows.ndim == actions.ndim == 1
    if not flat or payoffs.shape[1:] != (seats,) or not len(nodes):
        return False
    return bool(
        _rows_hold(game, seats, rows, actions, nodes)
        and _nodes_hold(game, seats, nodes, rows, actions)
        and np.array_equal(_firsts_of_ends(nodes), np.arange(len(payoffs)))
        and np.isfinite(payoffs).all()
    )


def _rows_hold(
    game: Game, seats: int, rows: NDArray[Any], actions: NDArray[Any], nodes: NDArray[Any]
) -> bool:
    n, seat, parent = rows["actions"].astype(np.int64), rows["seat"], rows["parent"]
    before = np.cumsum(n) - n
    if (
        not _within(n, 1, game.n_actions)
        or not _within(seat, 0, seats - 1)
        or not _within(actions, 0, game.n_actions - 1)
        or not _within(rows["node"], 0, len(nodes) - 1)
        or n.sum() != len(actions)
        or not np.array_equal(rows["first"], before)
        or not ((parent >= -1) & (parent < before)).all()
        or not (np.diff(seat) >= 0).all()
    ):
        return False
    row_of = np.repeat(np.arange(len(rows)), n)
    later = parent >= 0
    up = row_of[parent[later]]
    rising = np.diff(actions) > 0
    return bool(
        (seat[up] == seat[later]).all()
        and (rows["depth"][later] == rows["depth"][up] + 1).all()
        and not rows["depth"][~later].any()
        and rising[np.diff(row_of) == 0].all()
        and np.array_equal(nodes["row"][rows["node"]], np.arange(len(rows)))
    )


def _nodes_hold(
    game: Game, seats: int, nodes: NDArray[Any], rows: NDArray[Any], actions: NDArray[Any]
) -> bool:
    actor, row, parent = nodes["actor"], nodes["row"], nodes["parent"]
    k = np.arange(len(nodes))
    inner, decided, drawn = actor != OVER, actor >= 0, actor == CHANCE
    if (
        not _within(actor, OVER, seats - 1)
        or not (row[~decided] == -1).all()
        or not _within(row[decided], 0, len(rows) - 1)
        or not ((parent < k) & (parent >= np.minimum(k, 1) - 1)).all()
        or not (nodes["children"] >= inner).all()
        or nodes["children"][~inner].any()
        or nodes["children"].sum(dtype=np.int64) != len(nodes) - 1
    ):
        return False
    up, at = parent[1:], k[1:] - nodes["first"][parent[1:]]
    by_seat = decided[up]
    sequence = rows["first"][row[up[by_seat]]] + at[by_seat]
    total = np.bincount(up, nodes["weight"][1:], minlength=len(nodes))
    return bool(
        parent[0] == -1
        and ((at >= 0) & (at < nodes["children"][up])).all()
        and (rows["seat"][row[decided]] == actor[decided]).all()
        and (rows["actions"][row[decided]] == nodes["children"][decided]).all()
        and np.array_equal(actions[sequence], nodes["move"][1:][by_seat])
        and _within(nodes["move"][1:][~by_seat], 0, game.n_outcomes - 1)
        and (nodes["weight"][1:][~by_seat] > 0).all()
        and np.array_equal(total[drawn], nodes["total"][drawn])
    )


def _firsts_of_ends(nodes: NDArray[Any]) -> NDArray[Any]:
    return np.sort(nodes["first"][nodes["actor"] == OVER])


def _within(numbers: NDArray[Any], low: int, high: int) -> bool:
    return bool(((numbers >= low) & (numbers <= high)).all())
