"""LiteEFG's CFR+, in the loop that its own baselines run: update both seats, then the average."""

import os
import tempfile
from importlib import import_module
from typing import Any

from hoodwink.bench.solving.case import Case
from hoodwink.bench.solving.clocked import rates

GAMES = {"leduc": "leduc_poker"}


def run(case: Case) -> dict[str, Any]:
    """Measure CFR+ iterations."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home  # it writes its games there
        import pyspiel

        # Not by `import`: what type checkers see of it hangs on whether it is installed.
        lite: Any = import_module("LiteEFG")
        solver = import_module("LiteEFG.baselines.CFRplus").graph()
        game = pyspiel.load_game(GAMES[case.env])
        environment = lite.OpenSpielEnv(game, traverse_type="Enumerate")
        environment.set_graph(solver)

        def iterate(n: int) -> None:
            for _ in range(n):
                solver.update_graph(environment)
                environment.update_strategy(solver.current_strategy())

        result = rates(case, iterate)
        average = "linear-avg-iterate"
        gains = environment.exploitability(solver.current_strategy(), average)
        return result | {"nash_conv": float(sum(gains))}
