"""OpenSpiel's C++ solvers, driven from Python as its examples do."""

from typing import Any

import pyspiel

from hoodwink.bench.solving.case import Case
from hoodwink.bench.solving.clocked import once, rates

GAMES = {"leduc": "leduc_poker(players=2)", "leduc:players=3": "leduc_poker(players=3)"}


def run(case: Case) -> dict[str, Any]:
    """Measure one task."""
    game = pyspiel.load_game(GAMES[case.env])
    if case.task == "cfr+":
        solver = pyspiel.CFRPlusSolver(game)
        result = rates(case, lambda n: _repeat(n, solver.evaluate_and_update_policy))
        return result | {"nash_conv": pyspiel.nash_conv(game, solver.average_policy())}
    if case.task == "mccfr":
        sampler = pyspiel.ExternalSamplingMCCFRSolver(game, case.seed + 1)
        return rates(case, lambda n: _repeat(n, sampler.run_iteration), per=game.num_players())
    found: list[float] = []
    policy = pyspiel.UniformRandomPolicy(game)
    result = once(lambda: found.append(pyspiel.nash_conv(game, policy)))
    return result | {"nash_conv": found[0]}


def _repeat(n: int, do: Any) -> None:
    for _ in range(n):
        do()
