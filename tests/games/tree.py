"""Small games walked whole: counts, positions, exact values. Nothing here knows a game."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from hoodwink.envs.core.checks import Run, Tree
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.state import CHANCE, View


def perft(path: Path) -> dict[str, list[int]]:
    """Read `<options> <depth> <histories>` lines; return the counts by depth for each options."""
    counts: dict[str, list[int]] = {}
    for line in path.read_text().splitlines():
        options, depth, number = line.split()
        assert int(depth) == len(counts.setdefault(options, [])), line
        counts[options].append(int(number))
    return counts


def counts(game: Game, **options: Any) -> tuple[list[int], int]:
    """Return how many histories there are of each length, and the keys of the seats to move.

    Of games whose states remember how they came about.
    """
    lengths: list[int] = []
    keys: set[int] = set()
    for layer in Tree(game, options, plain=False).layers():
        lengths.append(len(layer.states))
        decided = np.flatnonzero(layer.actor >= 0)
        keys.update(layer.states["key"][decided, layer.actor[decided]].tolist())
    return lengths, len(keys)


def assert_positions_round_trip(game: Game, **options: Any) -> None:
    """Assert that load(dump(s)) is s in all histories, byte for byte: what was told comes back."""
    tree = Tree(game, options, plain=False)
    t = View(tree.tables)
    for layer in tree.layers():
        for i in range(len(layer.states)):
            position = game.words.dump(View(layer.states, i), t, tree.options)
            loaded = game.words.load(position, {})
            assert loaded.states.tobytes() == layer.states[i : i + 1].tobytes(), position
            assert loaded.options == tree.options


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
    run = Run(game, options, plain=False)

    def node() -> Node:
        if run.over:
            return Node(run.actor, payoffs=run.payoffs.tolist())
        given = run.weights if run.actor == CHANCE else run.mask
        key = 0 if run.actor == CHANCE else int(run.s.key[run.actor])
        moves = run.ids()
        here = Node(run.actor, key, (given[moves] / given.sum()).tolist())
        states = run.states.copy()
        for move in moves:
            run.put(states)
            run.play(move)
            here.children.append(node())
        return here

    return node()


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
