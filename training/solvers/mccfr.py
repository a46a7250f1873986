"""External-sampling MCCFR (Lanctot et al. 2009) on the tree.

An iteration is one traversal for each seat: it tries all actions of its own, and draws those of the
others and of chance. With two seats the average strategy is gathered on the way, at the decisions
of the other seat: how often a traversal comes there depends on that seat's own reach and on chance
alone. With more seats it would depend on the third's play too, so each iteration then plays one
more game for each seat: it plays as it does, chance as it is, and all others uniformly.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from hoodwink.envs.core import jit
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.jit import (
    FLOATS,
    FLOATS_2D,
    GENERATOR,
    INT,
    INTS_32,
    VOID,
    array,
    inlined,
    record_type,
)
from hoodwink.envs.core.rng import advance, below, generators
from hoodwink.envs.core.state import CHANCE, OVER
from hoodwink.training.solvers.passes import normalise
from hoodwink.training.solvers.policy import Policy
from hoodwink.training.solvers.records import NODE, ROW
from hoodwink.training.solvers.tree import Tree

STREAM = 5  # of generators


@inlined
def draw_outcome(nodes: Any, k: int, rng: Any) -> int:
    """Return the child of a chance node that chance draws."""
    first = nodes[k].first
    n = nodes[k].children
    total = nodes[k].total
    left = below(rng, total)
    if total == n:  # all weights are 1
        return int(first + left)
    for j in range(first, first + n):
        left -= nodes[j].weight
        if left < 0:
            return int(j)
    return int(first)


@inlined
def draw_action(
    nodes: Any, rows: Any, regret: Any, average: Any, k: int, gather: bool, rng: Any
) -> int:
    """Return the child that the seat to move draws; `gather` adds its policy to the average."""
    r = nodes[k].row
    first = rows[r].first
    n = rows[r].actions
    if n == 1:
        return int(nodes[k].first)
    total = 0.0
    for s in range(first, first + n):
        total += max(regret[s], 0.0)
    u = (advance(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
    chosen = 0
    if total > 0.0:
        left = u * total
        scale = 1.0 / total
        found = False
        for j in range(n):
            positive = max(regret[first + j], 0.0)
            if gather:
                average[first + j] += positive * scale
            if not found and positive > 0.0:
                chosen = j
                left -= positive
                found = left < 0.0
    else:
        chosen = int(u * n)
        if gather:
            for j in range(n):
                average[first + j] += 1.0 / n
    return int(nodes[k].first + chosen)


@inlined
def learn(rows: Any, r: int, regret: Any, value: Any, first_visit: int) -> float:
    """Add to the regrets of an information state what its actions were worth; return its value."""
    first = rows[r].first
    n = rows[r].actions
    total = 0.0
    expected = 0.0
    plain = 0.0
    for j in range(n):
        positive = max(regret[first + j], 0.0)
        total += positive
        expected += positive * value[first_visit + j]
        plain += value[first_visit + j]
    mean = expected / total if total > 0.0 else plain / n
    for j in range(n):
        regret[first + j] += value[first_visit + j] - mean
    return mean


@inlined
def traverse(
    nodes: Any, rows: Any, payoffs: Any, p: int, gather: int, regret: Any, average: Any, at: Any,
    below_it: Any, value: Any, rng: Any,
) -> None:  # fmt: skip
    """Walk the tree for seat `p`; the seat `gather` adds to its average where it is met.

    at, below_it and value are scratch, one entry a visit: its node, the first visit below, value.
    """
    at[0] = 0
    head, tail = 0, 1
    while head < tail:
        k = at[head]
        q = nodes[k].actor
        while q != p and q != OVER:
            if q == CHANCE:
                k = draw_outcome(nodes, k, rng)
            else:
                k = draw_action(nodes, rows, regret, average, k, q == gather, rng)
            q = nodes[k].actor
        at[head] = k
        if q == p:
            below_it[head] = tail
            for j in range(nodes[k].children):
                at[tail] = nodes[k].first + j
                tail += 1
        head += 1
    for visit in range(tail - 1, -1, -1):
        k = at[visit]
        if nodes[k].actor == OVER:
            value[visit] = payoffs[nodes[k].first, p]
        else:
            value[visit] = learn(rows, nodes[k].row, regret, value, below_it[visit])


@inlined
def gather_alone(nodes: Any, rows: Any, p: int, regret: Any, average: Any, rng: Any) -> None:
    """Play one game in which seat `p` adds to its average, and the others play uniformly."""
    k = 0
    q = nodes[k].actor
    while q != OVER:
        if q == CHANCE:
            k = draw_outcome(nodes, k, rng)
        elif q == p:
            k = draw_action(nodes, rows, regret, average, k, True, rng)
        else:
            k = nodes[k].first + below(rng, nodes[k].children)
        q = nodes[k].actor


def sample_iterations(
    nodes: Any, rows: Any, payoffs: Any, regret: Any, average: Any, at: Any, below_it: Any,
    value: Any, rng: Any, iterations: int,
) -> None:  # fmt: skip
    """Run so many iterations."""
    seats = payoffs.shape[1]
    for _ in range(iterations):
        for p in range(seats):
            gather = 1 - p if seats == 2 else -1
            traverse(nodes, rows, payoffs, p, gather, regret, average, at, below_it, value, rng)
            if seats > 2:
                gather_alone(nodes, rows, p, regret, average, rng)


@lru_cache(maxsize=1)
def _compiled() -> tuple[Any, Any]:
    nodes, rows = array(record_type(NODE)), array(record_type(ROW))
    run = VOID(nodes, rows, FLOATS_2D, FLOATS, FLOATS, INTS_32, INTS_32, FLOATS, GENERATOR, INT)
    over = INT(rows, FLOATS, FLOATS)
    return jit.compiled(sample_iterations, run), jit.compiled(normalise, over)


class MCCFR:
    """One run of external-sampling MCCFR; the same seed gives the same run."""

    def __init__(self, tree: Tree, seed: int = 0) -> None:
        """Begin at the uniform policy."""
        if seed < 0:
            raise HoodwinkError(f"seed must be at least 0, got {seed}")
        self.tree, self.iterations = tree, 0
        n = len(tree.actions)
        self._regret, self._average = np.zeros(n), np.zeros(n)
        self._scratch = np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32), np.zeros(n + 1)
        self._rng = generators(seed, 1, STREAM)[0]

    def run(self, iterations: int) -> None:
        """Run so many more iterations."""
        tree = self.tree
        _compiled()[0](
            tree.nodes, tree.rows, tree.payoffs, self._regret, self._average, *self._scratch,
            self._rng, iterations,
        )  # fmt: skip
        self.iterations += iterations

    def policy(self) -> Policy:
        """Return the average policy; information states that were never met are uniform."""
        probabilities = np.zeros_like(self._average)
        unvisited = int(_compiled()[1](self.tree.rows, self._average, probabilities))
        return Policy(self.tree, probabilities, unvisited)
