"""`Policy`: a table of probabilities, one for each decision in each information state."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.training.solvers.tree import Tree

TOLERANCE = 1e-6  # by which probabilities may miss 1


def no_probabilities(
    given: NDArray[np.float64], first: NDArray[np.integer[Any]]
) -> NDArray[np.bool_]:
    """Return of the parts of `given` that begin at `first` whether they are no probabilities."""
    if not len(first):
        return np.zeros(0, np.bool_)
    sums, least = np.add.reduceat(given, first), np.minimum.reduceat(given, first)
    bad: NDArray[np.bool_] = ~((np.abs(sums - 1) <= TOLERANCE) & (least >= 0))
    return bad


@dataclass(frozen=True)
class Policy:
    """How all seats of a tree play.

    Attributes:
        tree: the tree it is for.
        probabilities (Q,) float64: of each sequence of `tree`, given its information state.
        unvisited: information states that whatever made it knows nothing of: they are uniform.
    """

    tree: Tree
    probabilities: NDArray[np.float64]
    unvisited: int = 0

    def __post_init__(self) -> None:
        """Check that these are probabilities; raise HoodwinkError naming the information state."""
        rows, given = self.tree.rows, self.probabilities
        if given.shape != (len(self.tree.actions),) or given.dtype != np.float64:
            raise HoodwinkError(
                f"a policy needs {len(self.tree.actions)} float64 probabilities, got "
                f"{given.dtype} of shape {given.shape}"
            )
        bad = no_probabilities(given, rows["first"])
        if bad.any():
            r = int(np.flatnonzero(bad)[0])
            raise HoodwinkError(
                f"probabilities of information state {r} of {self.tree.game.name} are "
                f"{self.of_row(r).tolist()}: they must be at least 0 and sum to 1"
            )

    @classmethod
    def uniform(cls, tree: Tree) -> "Policy":
        """Return the policy under which every action is equally likely."""
        counts = tree.rows["actions"]
        return cls(tree, np.repeat(1.0 / counts, counts))

    @classmethod
    def first_action(cls, tree: Tree) -> "Policy":
        """Return the policy that always takes the legal action with the lowest number."""
        probabilities = np.zeros(len(tree.actions))
        probabilities[tree.rows["first"]] = 1.0
        return cls(tree, probabilities)

    def of_row(self, r: int) -> NDArray[np.float64]:
        """Return the probabilities in information state `r`, of its actions in rising order."""
        first, n = int(self.tree.rows["first"][r]), int(self.tree.rows["actions"][r])
        return self.probabilities[first : first + n]
