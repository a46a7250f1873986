"""The constants that are kept are those that OpenSpiel's algorithms find on the bridged games."""

from typing import Any

import pytest

from hoodwink.envs.core.spec import parse_env
from hoodwink.training.exact.numbers import ITERATIONS, START, cfr_average, compiled_env, kept
from hoodwink.training.solvers import measure, sequence_form

pyspiel = pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
pytestmark = pytest.mark.openspiel

GAMES = {
    "kuhn": "hoodwink_kuhn",
    "kuhn:players=3": "hoodwink_kuhn(players=3)",
    "leduc": "hoodwink_leduc",
    "liars_dice-nano": "hoodwink_liars_dice_nano",
    "warumono2-nano": "hoodwink_warumono2_nano",
    "warumono2-nano3": "hoodwink_warumono2_nano3",
    "warumono-nano": "hoodwink_warumono_nano",
    "wongamania-nano": "hoodwink_wongamania_nano",
    "rumini-nano": "hoodwink_rumini_nano",
}
SLOW = (  # seconds an iteration
    "leduc", "liars_dice-nano", "warumono2-nano", "warumono2-nano3", "wongamania-nano",
    "rumini-nano",
)  # fmt: skip


def games(slow: tuple[str, ...]) -> list[Any]:
    return [pytest.param(env, marks=[pytest.mark.slow] * (env in slow)) for env in GAMES]


def iterations(env: str) -> int:
    return 10 if env in SLOW else ITERATIONS


def theirs(env: str) -> Any:
    import hoodwink.openspiel  # noqa: F401 - registers the games

    return pyspiel.load_game(GAMES[env])


def kept_of(env: str, way: str) -> dict[str, Any]:
    return kept(parse_env(env)[0])[env][way]


@pytest.mark.parametrize("env", games(SLOW[:2]))
def test_nash_conv_of_fixed_play(env: str) -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms.exploitability import nash_conv

    game = theirs(env)
    ways = {"uniform": policy.UniformRandomPolicy, "first_action": policy.FirstActionPolicy}
    for way, make in ways.items():
        expected = kept_of(env, way)["nash_conv"]
        assert nash_conv(game, make(game)) == pytest.approx(expected, abs=1e-9), way


@pytest.mark.parametrize("env", games(SLOW))
def test_cfr(env: str) -> None:
    from open_spiel.python.algorithms.cfr import CFRSolver
    from open_spiel.python.algorithms.expected_game_score import policy_value
    from open_spiel.python.algorithms.exploitability import nash_conv

    game = theirs(env)
    solver = CFRSolver(game)
    for node in solver._info_state_nodes.values():
        for action in node.legal_actions:
            node.cumulative_regret[action] = START
    for _ in range(iterations(env)):
        solver.evaluate_and_update_policy()
    average, tree = solver.average_policy(), compiled_env(env)
    ours = measure(tree, cfr_average(sequence_form(tree), iterations(env)))
    assert nash_conv(game, average) == pytest.approx(ours.nash_conv, abs=1e-9)
    values = policy_value(game.new_initial_state(), [average] * game.num_players())
    assert values.tolist() == pytest.approx(ours.value, abs=1e-9)
