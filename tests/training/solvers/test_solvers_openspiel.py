"""The same numbers as OpenSpiel's solvers, to nine digits."""

import pytest

from hoodwink.training.solvers import Policy, cfr, measure, nash_conv
from tests.training.solvers.planted import tree_of

pytestmark = pytest.mark.openspiel

THEIRS = {
    "kuhn": "kuhn_poker(players=2)",
    "kuhn:players=3": "kuhn_poker(players=3)",
    "leduc": "leduc_poker(players=2)",
}


@pytest.mark.parametrize("env", THEIRS)
def test_uniform_and_first_action_play_are_worth_the_same(env: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
    policies = pytest.importorskip("open_spiel.python.policy", reason="needs hoodwink[openspiel]")
    game, tree = pyspiel.load_game(THEIRS[env]), tree_of(env)
    first = policies.FirstActionPolicy(game).to_tabular()
    pairs = [
        (Policy.uniform(tree), pyspiel.UniformRandomPolicy(game)),
        (Policy.first_action(tree), policies.python_policy_to_pyspiel_policy(first)),
    ]
    for ours, theirs in pairs:
        assert nash_conv(tree, ours) == pytest.approx(pyspiel.nash_conv(game, theirs), abs=1e-9)


@pytest.mark.parametrize("env", ["kuhn", "leduc"])
@pytest.mark.parametrize("algorithm", ["cfr", "cfr+"])
def test_fifty_iterations_end_at_the_same_policy(env: str, algorithm: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
    game, tree = pyspiel.load_game(THEIRS[env]), tree_of(env)
    solver = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}[algorithm](game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    theirs = solver.average_policy()
    found = measure(tree, cfr(tree, 50, algorithm))
    assert found.nash_conv == pytest.approx(pyspiel.nash_conv(game, theirs), abs=1e-9)
    values = pyspiel.expected_returns(game.new_initial_state(), theirs, -1, True)
    assert found.value == pytest.approx(values, abs=1e-9)
