"""Exact values and best responses of a policy; NashConv and what it is made of."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.jit import FLOATS, VOID
from hoodwink.training.solvers import passes
from hoodwink.training.solvers.form import FORM, Form, sequence_form
from hoodwink.training.solvers.policy import Policy
from hoodwink.training.solvers.tree import Tree


@dataclass(frozen=True)
class Measure:
    """What a policy is worth, seat by seat.

    Attributes:
        value: what each seat expects if all play the policy.
        deviation_gain: how much more it would by its best response, all others playing on.
    """

    value: list[float]
    deviation_gain: list[float]

    @property
    def nash_conv(self) -> float:
        """The sum of the gains: 0 in a Nash equilibrium."""
        return sum(self.deviation_gain)

    @property
    def exploitability(self) -> float | None:
        """NashConv / 2 in a game of two; of more seats there is no such number."""
        return self.nash_conv / 2 if len(self.value) == 2 else None


@lru_cache(maxsize=1)
def _evaluate() -> Any:
    signature = VOID(*FORM, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS)
    return jit.compiled(passes.evaluate, signature)


def measure_policy(form: Form, policy: NDArray[np.float64]) -> Measure:
    """Measure the probabilities (Q,) of a form's sequences."""
    x, g = np.zeros(form.n_sequences), np.zeros(form.n_sequences)
    values, best = np.zeros(form.tree.seats), np.zeros(form.tree.seats)
    _evaluate()(*form.arrays, policy, x, g, values, best)
    return Measure(values.tolist(), (best - values).tolist())


def measure(tree: Tree, policy: Policy, form: Form | None = None) -> Measure:
    """Return value and deviation gain of every seat; `form`, where it is known, saves time."""
    form = form or sequence_form(tree)
    return measure_policy(form, form.policy(policy.probabilities))


def nash_conv(tree: Tree, policy: Policy) -> float:
    """Return the sum over seats of what a best response to the others' `policy` gains."""
    return measure(tree, policy).nash_conv
