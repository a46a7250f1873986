"""Whole game trees of small games, level by level, and exact values on them.

Rules run compiled, thousands of histories in a call. Nothing here knows a game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.drivers import apply, outcome_of
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.jit import BYTES_2D, FLOATS, INT, INTS, INTS_32_2D, VOID, array
from hoodwink.envs.core.state import CHANCE, OVER


@dataclass
class Level:
    """The histories of one length: states (N,), actor (N,), mask (N, A), weights (N, O)."""

    depth: int
    states: NDArray[Any]
    actor: NDArray[np.int64]
    mask: NDArray[np.int8]
    weights: NDArray[np.int32]


def play_each(
    fns: Any, states: Any, tables: Any, moves: Any, mask: Any, weights: Any, actor: Any
) -> None:
    """Play moves[i] in states[i] (-2: deal anew), and show what is possible then."""
    for i in range(len(moves)):
        actor[i] = apply(fns, states, tables, i, 0, moves[i], mask[i], weights[i])


@lru_cache
def compiled_play(types: tuple[Any, Any]) -> Any:
    jit.rule(apply)
    states, tables = (array(kind) for kind in types)
    arrays = (BYTES_2D, INTS_32_2D, INTS)
    return jit.compiled(play_each, VOID(INTS, states, tables, INTS, *arrays))


@lru_cache
def compiled_outcome(types: tuple[Any, Any]) -> Any:
    return jit.compiled(outcome_of, VOID(INTS, array(types[0]), INT, FLOATS))


def after(game: Game, tables: NDArray[Any], depth: int, states: Any, moves: Any) -> Level:
    n = len(moves)
    level = Level(
        depth, states, np.zeros(n, np.int64), np.zeros((n, game.n_actions), np.int8),
        np.zeros((n, game.n_outcomes), np.int32),
    )  # fmt: skip
    compiled_play(game.types)(
        game.functions, states, tables, moves, level.mask, level.weights, level.actor
    )
    return level


def levels(game: Game, **options: Any) -> Iterator[Level]:
    """Yield all histories of length 0, 1, 2 and so on, to the end of the longest game."""
    tables = game.tables(**options)
    level = after(game, tables, 0, np.zeros(1, game.state), np.array([-2]))
    while len(level.states):
        yield level
        decided, decisions = np.nonzero(level.mask)
        drawn, outcomes = np.nonzero(level.weights)
        parents = np.concatenate([decided, drawn])
        moves = np.concatenate([decisions, outcomes]).astype(np.int64)
        level = after(game, tables, level.depth + 1, level.states[parents], moves)


def perft(path: Path) -> dict[str, list[int]]:
    """Read `<options> <depth> <histories>` lines; return the counts by depth for each options."""
    counts: dict[str, list[int]] = {}
    for line in path.read_text().splitlines():
        options, depth, number = line.split()
        assert int(depth) == len(counts.setdefault(options, [])), line
        counts[options].append(int(number))
    return counts


# -- exact values ----------------------------------------------------------------------------------


@dataclass
class Node:
    """One history: who moves, the key of its information state, what follows, how it ends."""

    actor: int
    key: int = 0
    odds: list[float] = field(default_factory=list)  # of each child, by chance or uniform play
    children: list["Node"] = field(default_factory=list)
    payoffs: list[float] = field(default_factory=list)


def tree(game: Game, **options: Any) -> Node:
    """Return the root of the whole tree, every seat playing uniformly."""
    tables = game.tables(**options)

    def node(level: Level) -> Node:
        actor = int(level.actor[0])
        if actor == OVER:
            out = np.zeros(game.seats)
            compiled_outcome(game.types)(game.functions, level.states, 0, out)
            return Node(actor, payoffs=out.tolist())
        given = level.weights[0] if actor == CHANCE else level.mask[0]
        key = 0 if actor == CHANCE else int(level.states["key"][0, actor])
        moves = np.flatnonzero(given)
        odds = (given[moves] / given.sum()).tolist()
        children = [
            node(after(game, tables, level.depth + 1, level.states.copy(), np.array([move])))
            for move in moves
        ]
        return Node(actor, key, odds, children)

    return node(after(game, tables, 0, np.zeros(1, game.state), np.array([-2])))


def uniform_value(node: Node, p: int) -> float:
    """Return what seat `p` expects."""
    if not node.children:
        return node.payoffs[p]
    pairs = zip(node.odds, node.children, strict=True)
    return sum(odds * uniform_value(child, p) for odds, child in pairs)


def best_value(root: Node, p: int) -> float:
    """Return what seat `p` expects if it alone plays its best response."""
    members: dict[int, list[tuple[Node, float]]] = {}  # key -> histories, how likely but for p
    choices: dict[int, int] = {}

    def gather(node: Node, reach: float) -> None:
        if node.actor == p:
            members.setdefault(node.key, []).append((node, reach))
        for odds, child in zip(node.odds, node.children, strict=True):
            gather(child, reach if node.actor == p else reach * odds)

    def choice(key: int) -> int:
        if key not in choices:
            n = len(members[key][0][0].children)
            worth = [sum(r * value(h.children[a]) for h, r in members[key]) for a in range(n)]
            choices[key] = worth.index(max(worth))
        return choices[key]

    def value(node: Node) -> float:
        if not node.children:
            return node.payoffs[p]
        if node.actor == p:
            return value(node.children[choice(node.key)])
        return sum(o * value(c) for o, c in zip(node.odds, node.children, strict=True))

    gather(root, 1.0)
    return value(root)


def uniform_nash_conv(game: Game, **options: Any) -> float:
    """Return the sum over seats of what a best response to uniform play gains."""
    root = tree(game, **options)
    seats = range(game.seats_dealt(game.tables(**options)))
    return sum(best_value(root, p) - uniform_value(root, p) for p in seats)
