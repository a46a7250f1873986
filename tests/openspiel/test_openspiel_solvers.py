"""OpenSpiel's solvers on games of hoodwink, beside ours and beside OpenSpiel's own games."""

from typing import Any

import numpy as np
import pytest

from hoodwink.training.solvers import Policy, cfr, nash_conv
from hoodwink.training.solvers.mccfr import MCCFR
from tests.openspiel.playing import pyspiel
from tests.training.solvers.planted import tree_of

pytestmark = pytest.mark.openspiel
slow = pytest.mark.slow

TWINS = {
    "kuhn": ("kuhn_poker(players=2)", "hoodwink_kuhn(players=2)"),
    "kuhn:players=3": ("kuhn_poker(players=3)", "hoodwink_kuhn(players=3)"),
    "kuhn:players=4": ("kuhn_poker(players=4)", "hoodwink_kuhn(players=4)"),
    "leduc": ("leduc_poker(players=2)", "hoodwink_leduc(players=2)"),
    "liars_dice-nano": ("liars_dice(dice_sides=4)", "hoodwink_liars_dice_nano"),
}
BRIDGED = {
    **{env: ours for env, (_, ours) in TWINS.items() if env != "kuhn:players=4"},
    "warumono2-nano": "hoodwink_warumono2_nano",
    "warumono2-nano3": "hoodwink_warumono2_nano3",
    "rumini-nano": "hoodwink_rumini_nano",
}
SMALL = ["kuhn", "kuhn:players=3"]


def first_action(game: Any) -> Any:
    """Return OpenSpiel's policy of the first legal action."""
    from open_spiel.python import policy

    return policy.python_policy_to_pyspiel_policy(policy.FirstActionPolicy(game).to_tabular())


def cfr_average(game: Any, iterations: int, kind: str = "CFRSolver") -> Any:
    """Return the average policy of a solver of OpenSpiel."""
    solver = getattr(pyspiel, kind)(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()  # `average_policy` would not outlive the solver


@pytest.mark.parametrize("env", BRIDGED)
def test_uniform_and_first_action_have_the_same_nash_conv(env: str) -> None:
    game, tree = pyspiel.load_game(BRIDGED[env]), tree_of(env)
    uniform = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    assert nash_conv(tree, Policy.uniform(tree)) == pytest.approx(uniform, abs=1e-9)
    first = pyspiel.nash_conv(game, first_action(game))
    assert nash_conv(tree, Policy.first_action(tree)) == pytest.approx(first, abs=1e-9)


@pytest.mark.parametrize(
    "env", [env if env in SMALL else pytest.param(env, marks=slow) for env in BRIDGED]
)
def test_fifty_iterations_of_cfr_have_the_same_nash_conv(env: str) -> None:
    game, tree = pyspiel.load_game(BRIDGED[env]), tree_of(env)
    theirs = pyspiel.nash_conv(game, cfr_average(game, 50))
    assert nash_conv(tree, cfr(tree, 50)) == pytest.approx(theirs, abs=1e-9)


def test_ours_is_measured_alike_by_openspiel() -> None:
    """The very policy that our CFR finds, handed over by what each seat was told."""
    from open_spiel.python import policy

    env = "warumono2-nano3"
    game, tree = pyspiel.load_game(BRIDGED[env]), tree_of(env)
    ours = cfr(tree, 50)
    row_of = {(int(r["seat"]), int(r["key"])): i for i, r in enumerate(tree.rows)}

    def probabilities(state: Any) -> dict[int, float]:
        p = state.current_player()
        row = row_of[p, int(state.position.states["key"][0, p])]
        return dict(zip(state.legal_actions(), ours.of_row(row).tolist(), strict=True))

    table = policy.tabular_policy_from_callable(game, probabilities)
    theirs = pyspiel.nash_conv(game, policy.python_policy_to_pyspiel_policy(table))
    assert nash_conv(tree, ours) == pytest.approx(theirs, abs=1e-9)


# -- known values of Kuhn and Leduc poker ----------------------------------------------------------


@pytest.mark.parametrize(
    ("env", "infosets", "known"),
    [
        ("kuhn", 12, 11 / 12), ("kuhn:players=3", 48, 2.0625), ("kuhn:players=4", 160, 3.4760),
        ("leduc", 936, 4.7472), ("liars_dice-nano", 1024, 1.3101),
    ],
)  # fmt: skip
def test_uniform_play_of_all_three_is_worth_what_is_known(
    env: str, infosets: int, known: float
) -> None:
    """OpenSpiel's game, ours through the bridge, and ours by our solvers."""
    theirs, ours = (pyspiel.load_game(text) for text in TWINS[env])
    measured = [pyspiel.nash_conv(g, pyspiel.UniformRandomPolicy(g)) for g in (theirs, ours)]
    measured.append(nash_conv(tree_of(env), Policy.uniform(tree_of(env))))
    assert measured == pytest.approx([known] * 3, abs=5e-5)
    assert np.ptp(measured) < 1e-9
    assert len(tree_of(env).rows) == infosets


@slow
def test_uniform_play_of_leduc_with_three_seats_is_worth_the_same() -> None:
    theirs = pyspiel.load_game("leduc_poker(players=3)")
    found = pyspiel.nash_conv(theirs, pyspiel.UniformRandomPolicy(theirs))
    tree = tree_of("leduc:players=3")
    assert len(tree.rows) == 25_800
    assert found == pytest.approx(12.611, abs=5e-4)
    assert nash_conv(tree, Policy.uniform(tree)) == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize(
    ("env", "kind", "iterations", "known", "digits"),
    [
        ("kuhn", "CFRSolver", 100, 0.0165, 5e-5),
        ("kuhn", "CFRSolver", 1000, 0.0019, 5e-5),
        ("kuhn:players=3", "CFRSolver", 100, 0.0370, 5e-5),
        ("kuhn:players=3", "CFRSolver", 1000, 0.0039, 5e-5),
        pytest.param("kuhn:players=3", "CFRSolver", 10_000, 0.00036, 5e-6, marks=slow),
        ("leduc", "CFRSolver", 100, 0.191, 5e-4),
        pytest.param("leduc", "CFRSolver", 1000, 0.0236, 5e-5, marks=slow),
        ("leduc", "CFRPlusSolver", 100, 0.0268, 5e-5),
        pytest.param("leduc", "CFRPlusSolver", 500, 0.0019, 1e-4, marks=slow),
    ],
)
def test_cfr_on_openspiels_game_and_ours_on_ours(
    env: str, kind: str, iterations: int, known: float, digits: float
) -> None:
    game, tree = pyspiel.load_game(TWINS[env][0]), tree_of(env)
    theirs = pyspiel.nash_conv(game, cfr_average(game, iterations, kind))
    ours = nash_conv(tree, cfr(tree, iterations, "cfr+" if "Plus" in kind else "cfr"))
    assert [ours, theirs] == pytest.approx([known] * 2, abs=digits)


@pytest.mark.parametrize(
    ("env", "iterations", "known"),
    [
        ("kuhn", 1_000, 0.053), ("kuhn", 10_000, 0.028), ("kuhn", 100_000, 0.0052),
        ("kuhn:players=3", 10_000, 0.050), ("kuhn:players=3", 100_000, 0.024),
        ("leduc", 10_000, 0.541),
        pytest.param("leduc", 100_000, 0.130, marks=slow),
        pytest.param("leduc", 1_000_000, 0.0384, marks=slow),
    ],
)  # fmt: skip
def test_sampling_comes_as_close_as_openspiel(env: str, iterations: int, known: float) -> None:
    """One run each of chance: within a factor of three of the one that is on record."""
    solver = MCCFR(tree_of(env), seed=1)
    solver.run(iterations)
    assert known / 3 < nash_conv(tree_of(env), solver.policy()) < 3 * known
