"""External-sampling MCCFR: right in the limit, for any number of seats, and the same for a seed."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.training.solvers import MCCFR, Tree, nash_conv
from tests.training.solvers.planted import tree_of

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import hashlib
from hoodwink.envs.core.registry import find_game
from hoodwink.training.solvers import MCCFR, compile_tree
solver = MCCFR(compile_tree(find_game("leduc")), 5)
solver.run(500)
print(hashlib.sha256(solver.policy().probabilities.tobytes()).hexdigest())
"""


@pytest.mark.boundscheck
@pytest.mark.parametrize(
    ("env", "iterations", "below"),
    [  # OpenSpiel's solver is at 0.028, 0.024 and 0.13 by then
        ("kuhn", 10_000, 0.05),
        ("kuhn:players=3", 100_000, 0.05),
        ("leduc", 100_000, 0.2),
    ],
)
def test_it_comes_close_to_an_equilibrium(env: str, iterations: int, below: float) -> None:
    tree = tree_of(env)
    solver = MCCFR(tree, 1)
    solver.run(iterations)
    assert 1e-5 < nash_conv(tree, solver.policy()) < below


def gathered(tree: Tree, policy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much average each information state has gathered while all play `policy`."""
    solver = MCCFR(tree, 3)
    solver._regret[:] = 1e9 * policy  # so much that what is learned on the way changes nothing
    solver.run(300_000)
    return np.add.reduceat(solver._average, tree.rows["first"])


@pytest.mark.parametrize("seat", [0, 1])
def test_averages_of_three_seats_weigh_by_own_reach_alone(seat: int) -> None:
    tree = tree_of("kuhn:players=3")
    mine = tree.rows["seat"][tree.row_of] == seat
    shares = []
    for others in (0.1, 0.9):  # how often the others bet
        policy = np.where(tree.actions == 1, others, 1 - others)
        policy[mine] = 0.5
        weight = gathered(tree, policy)
        later = np.flatnonzero((tree.rows["seat"] == seat) & (tree.rows["depth"] == 1))
        before = tree.row_of[tree.rows["parent"][later]]
        shares.append(weight[later] / weight[before])
    np.testing.assert_allclose(shares[0], shares[1], rtol=0.05)


def test_the_same_seed_is_the_same_run_in_another_process() -> None:
    solver = MCCFR(tree_of("leduc"), 5)
    for n in (1, 99, 400):
        solver.run(n)
    here = hashlib.sha256(solver.policy().probabilities.tobytes()).hexdigest()
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.stdout.split() == [here], done.stderr


def test_another_seed_is_another_run() -> None:
    found = []
    for seed in (1, 2):
        solver = MCCFR(tree_of("kuhn"), seed)
        solver.run(100)
        found.append(solver.policy().probabilities.tobytes())
    assert found[0] != found[1]


def test_information_states_that_were_never_met_are_uniform_and_counted() -> None:
    tree = tree_of("leduc")
    solver = MCCFR(tree, 1)
    solver.run(3)
    policy = solver.policy()
    assert 0 < policy.unvisited < len(tree.rows)
    alike = [np.ptp(policy.of_row(r)) == 0 for r in range(len(tree.rows))]
    assert sum(alike) >= policy.unvisited


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(HoodwinkError, match="seed must be at least 0, got -1"):
        MCCFR(tree_of("kuhn"), -1)
