"""A tree length by length, and how often each of its histories comes about."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.state import OVER
from hoodwink.training.solvers.policy import Policy
from hoodwink.training.solvers.tree import Tree, spans

Numbers = NDArray[np.int64]


def lengths(tree: Tree) -> Iterator[Numbers]:
    """Yield the nodes that 0, 1, 2 moves lead to, and so on, those of one parent together."""
    nodes = tree.nodes
    layer = np.zeros(1, np.int64)
    while len(layer):
        yield layer
        inner = layer[nodes["actor"][layer] != OVER]
        layer = spans(nodes["first"][inner], nodes["children"][inner])


def reach(policy: Policy) -> NDArray[np.float64]:
    """Return how likely each history (N,) of the policy's tree is if all seats play it."""
    tree = policy.tree
    nodes, found = tree.nodes, np.ones(tree.histories)
    for i, layer in enumerate(lengths(tree)):
        if i == 0:
            continue
        up = nodes["parent"][layer]
        row = nodes["row"][up]
        sequence = tree.rows["first"][row] + layer - nodes["first"][up]
        decided = policy.probabilities[np.where(row >= 0, sequence, 0)]
        drawn = nodes["weight"][layer] / np.maximum(1, nodes["total"][up])
        found[layer] = found[up] * np.where(row >= 0, decided, drawn)
    return found


def met(policy: Policy) -> NDArray[np.float64]:
    """Return how often in a game each information state (I,) is met if all play the policy."""
    decided = policy.tree.nodes["row"] >= 0
    rows = policy.tree.nodes["row"][decided]
    often = np.bincount(rows, reach(policy)[decided], minlength=len(policy.tree.rows))
    return often.astype(np.float64)
