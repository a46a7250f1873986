"""CFR, CFR+ and discounted CFR on the sequence form.

All let the seats learn one after the other (alternating updates), as OpenSpiel's solvers do, and
average every seat's play weighted by its own reach alone, whatever the number of seats:

- CFR (Zinkevich et al. 2007): regrets are summed, all iterations count alike.
- CFR+ (Tammelin 2014): regrets below zero are forgotten, iteration t counts t.
- Discounted CFR (Brown and Sandholm 2019): after iteration t regrets above zero are multiplied by
  t^1.5 / (t^1.5 + 1), those below by 1/2; iteration t counts t^2.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.jit import FLOATS, FLOATS_2D, INT, INTS_32, VOID
from hoodwink.training.solvers import passes
from hoodwink.training.solvers.form import CHOICES, FORM, Form, sequence_form
from hoodwink.training.solvers.policy import Policy
from hoodwink.training.solvers.tree import Tree

ALGORITHMS = ("cfr", "cfr+", "dcfr")
ALPHA, GAMMA = 1.5, 2.0  # of discounted CFR; its beta is 0


@lru_cache(maxsize=1)
def _iterate() -> Any:
    return jit.compiled(passes.iterate, VOID(*FORM, *[FLOATS] * 7, FLOATS_2D, INT))


@lru_cache(maxsize=1)
def _deviate() -> Any:
    return jit.compiled(passes.deviate, VOID(INTS_32, INTS_32, CHOICES, FLOATS, FLOATS, FLOATS))


@lru_cache(maxsize=1)
def compiled_normalise() -> Any:
    """Return the loop that turns sums into an average policy."""
    return jit.compiled(passes.normalise, INT(CHOICES, FLOATS, FLOATS))


class CFR:
    """One run of CFR, CFR+ or discounted CFR; `run` goes on from where it is."""

    def __init__(
        self, tree: Tree, algorithm: str = "cfr", form: Form | None = None, *, track: bool = True,
        start: float = 0.0,
    ) -> None:  # fmt: skip
        """Begin at the uniform policy; without `track` it runs faster, but has no `cce_gaps`.

        Every regret begins at `start`. From 0 on, exact ties are decided by rounding; from a small
        number above 0 on, other correct implementations come to the same digits.
        """
        if algorithm not in ALGORITHMS:
            raise HoodwinkError(
                f"unknown algorithm {algorithm!r}; there are: {', '.join(ALGORITHMS)}"
            )
        self.tree, self.algorithm, self.track = tree, algorithm, track
        self.form = form or sequence_form(tree)
        n = self.form.n_sequences
        self.iterations = 0
        self._policy = self.form.policy(Policy.uniform(tree).probabilities)
        self._reach, self._gradient, self._regret = np.zeros(n), np.zeros(n), np.full(n, start)
        self._average, self._history = np.zeros(n), np.zeros(n)
        self._got, self._weight = np.zeros(tree.seats), 0.0

    def _steps(self, iterations: int) -> NDArray[np.float64]:
        """Return weight, keep and drop of the next iterations."""
        t = np.arange(self.iterations + 1, self.iterations + iterations + 1, dtype=np.float64)
        steps = np.ones((iterations, 3))
        if self.algorithm == "cfr+":
            steps[:, 0], steps[:, 2] = t, 0.0
        elif self.algorithm == "dcfr":
            steps[:, 0] = t**GAMMA
            steps[:, 1] = t**ALPHA / (t**ALPHA + 1)
            steps[:, 2] = 0.5
        return steps

    def run(self, iterations: int) -> None:
        """Run so many more iterations."""
        steps = self._steps(iterations)
        _iterate()(
            *self.form.arrays, self._policy, self._reach, self._gradient, self._regret,
            self._average, self._history, self._got, steps, int(self.track),
        )  # fmt: skip
        self.iterations += iterations
        self._weight += float(steps[:, 0].sum())

    def average(self) -> NDArray[np.float64]:
        """Return the average policy, of the form's sequences."""
        policy = np.ones_like(self._average)
        self.unvisited = int(compiled_normalise()(self.form.choices, self._average, policy))
        return policy

    def policy(self) -> Policy:
        """Return the average policy."""
        average = self.average()
        return Policy(self.tree, self.form.probabilities(average), self.unvisited)

    def last(self) -> Policy:
        """Return the policy of the next iteration, which is no average."""
        return Policy(self.tree, self.form.probabilities(self._policy))

    def cce_gaps(self) -> list[float]:
        """Return how much each seat would have gained by one fixed play all along.

        The history of play is the profile that all seats had at the beginning of each iteration, an
        iteration counting as much as in the average. The largest gain is how far this joint
        distribution is from a coarse correlated equilibrium.
        """
        if not self.track or not self.iterations:
            raise HoodwinkError("there is no history of play: track it, and run some iterations")
        best = np.zeros(self.tree.seats)
        form = self.form
        _deviate()(form.base, form.bounds, form.choices, self._history, self._gradient, best)
        gaps: list[float] = ((best - self._got) / self._weight).tolist()
        return gaps


def cfr(tree: Tree, iterations: int, algorithm: str = "cfr") -> Policy:
    """Return the average policy after so many iterations."""
    solver = CFR(tree, algorithm, track=False)
    solver.run(iterations)
    return solver.policy()
