"""Agents measured exactly: what an agent would do in every information state, as a `Policy`."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hoodwink.agents.agent import Agent, Masks, Memory, Observations
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.training.solvers import places, walk
from hoodwink.training.solvers.compiler import Walker
from hoodwink.training.solvers.policy import Policy
from hoodwink.training.solvers.tree import Tree

BLOCK = 8192  # information states that are shown in one go
OFF = 1e-3  # by which the float32 probabilities of an agent may miss 1


def shown_rows(
    tree: Tree, block: int = BLOCK
) -> Iterator[tuple[NDArray[np.int64], Observations, Masks]]:
    """Yield information states with what their seats see (B, F) and may do (B, A).

    Each comes once, and after those of its seat that lead to it.
    """
    game, walker = tree.game, Walker(tree.game, tree.options)
    walker.count(tree.histories)  # makes room for the longest history
    walker.begin()
    n = min(block, max(len(tree.rows), 1))
    while True:
        observations = np.zeros((n, game.n_observation), np.int8)
        masks, shown = np.zeros((n, game.n_actions), np.int8), np.zeros(n, np.int64)
        found = walker.run(
            walk.show_rows, tree.nodes, tree.rows, observations, masks, shown, walker.size
        )
        if found == places.OTHER_TREE:
            raise HoodwinkError(f"this tree is not of {game.name} with {tree.options}")
        if found:
            yield shown[:found], observations[:found], masks[:found]
        if found < n:
            return


def policy_of(tree: Tree, agent: Agent, block: int = BLOCK) -> Policy:
    """Return how `agent` plays in every information state of the tree.

    An agent that remembers is asked along each seat's own decisions, with the memory that it had
    then. Raises HoodwinkError if what it remembers is drawn at random: such an agent mixes whole
    plans, and no table of probabilities plays as it does.
    """
    memories = _Memories(tree, agent)
    probabilities = np.zeros(len(tree.actions))
    for shown, observations, masks in shown_rows(tree, block):
        for part in memories.layers(shown):
            rows, seen, legal = shown[part], observations[part], masks[part]
            given = agent.probabilities(seen, legal, memories.before(rows))
            memories.carry_on(rows, seen, legal)
            _fill(tree, rows, np.asarray(given, np.float64), probabilities)
    return Policy(tree, probabilities)


def _fill(
    tree: Tree, rows: NDArray[np.int64], given: NDArray[np.float64], out: NDArray[np.float64]
) -> None:
    """Write the probabilities (B, A) of some rows to their sequences, so that they sum to 1."""
    n = tree.rows["actions"][rows]
    line, sequence = np.repeat(np.arange(len(rows)), n), tree.sequences(rows)
    picked = given[line, tree.actions[sequence]]
    sums = np.add.reduceat(picked, np.cumsum(n) - n)
    bad = ~(np.abs(sums - 1) <= OFF)
    if bad.any():
        r = int(rows[np.flatnonzero(bad)[0]])
        raise HoodwinkError(
            f"the agent gives the legal actions of information state {r} of {tree.game.name} "
            f"{sums[bad][0]:.6g} in all, which must be 1"
        )
    out[sequence] = picked / sums[line]


class _Memories:
    """What an agent remembers behind each information state; nothing at all for most agents."""

    def __init__(self, tree: Tree, agent: Agent) -> None:
        self._agent, self._rows = agent, tree.rows
        row_of = tree.row_of
        parent = tree.rows["parent"]
        self._parent = np.where(parent < 0, -1, row_of[parent]) if len(row_of) else parent
        self._start = self._began(0)
        self._none = self._start.nbytes == 0
        if not self._none:
            self._check(self._start, self._began(1))
            self._after = np.repeat(self._start, len(tree.rows), axis=0)

    def _began(self, seed: int) -> Memory:
        memory: Memory = self._agent.start(1, np.random.default_rng(seed), np.zeros(1, np.int64))
        return memory

    def layers(self, shown: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Yield places in `shown` that can be asked together, in the order in which to do so."""
        if self._none:
            yield np.arange(len(shown))
            return
        depth = self._rows["depth"][shown]
        for d in np.unique(depth):
            yield np.flatnonzero(depth == d)

    def before(self, rows: NDArray[np.int64]) -> Memory:
        """Return what the agent remembers when it comes to these information states."""
        start: Memory = np.repeat(self._start, len(rows), axis=0)
        if not self._none:
            later = self._parent[rows] >= 0
            start[later] = self._after[self._parent[rows][later]]
        return start

    def carry_on(self, rows: NDArray[np.int64], seen: Observations, legal: Masks) -> None:
        """Let it remember these information states too."""
        if self._none:
            return
        once, again = self.before(rows), self.before(rows)
        self._agent.act(seen, legal, once, np.random.default_rng(0))
        self._agent.act(seen, legal, again, np.random.default_rng(1))
        self._check(once, again)
        self._after[rows] = once

    def _check(self, once: Memory, again: Memory) -> None:
        if once.tobytes() != again.tobytes():
            raise HoodwinkError(
                f"{self._agent.name} draws at random what it remembers, so it plays no fixed "
                "probabilities in an information state and cannot be measured exactly"
            )
