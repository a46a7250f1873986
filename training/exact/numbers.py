"""Sizes and exact constants of one small game, and the files that keep them for the tests.

The constants are NashConv and the value of each seat for three ways of playing: uniformly; always
the legal action with the lowest number; the average of 100 iterations of CFR. They hold for any
correct implementation to nine digits. Of CFR that is true only because its regrets begin just above
0: from 0 on, regrets of equal actions stay at 0 but for rounding, which then decides what is
played, so that each implementation comes to other averages from the second iteration on.
"""

import json
from pathlib import Path
from typing import Any, Final

from hoodwink.envs.core.game import Game
from hoodwink.envs.core.spec import parse_env
from hoodwink.envs.core.state import CHANCE
from hoodwink.training.exact.histories import lengths
from hoodwink.training.exact.small import MOST
from hoodwink.training.solvers.best_response import Measure, measure
from hoodwink.training.solvers.cfr import CFR
from hoodwink.training.solvers.compiler import compile_tree
from hoodwink.training.solvers.form import sequence_form
from hoodwink.training.solvers.policy import Policy
from hoodwink.training.solvers.tree import Tree

ITERATIONS: Final = 100  # of CFR
START: Final = 0.01  # of its regrets
DIGITS: Final = 12  # behind the point, in the file

Numbers = dict[str, Any]


def compiled_env(env: str) -> Tree:
    """Return the tree of the game that a spec names."""
    game, options = parse_env(env)
    return compile_tree(game, limit=MOST, **options)


def sizes(tree: Tree) -> Numbers:
    """Return how large a tree is; `longest` counts moves, those of chance too."""
    actor = tree.nodes["actor"]
    return {
        "seats": tree.seats,
        "histories": tree.histories,
        "ends": len(tree.payoffs),
        "chance": int((actor == CHANCE).sum()),
        "information_states": tree.information_states,
        "longest": sum(1 for _ in lengths(tree)) - 1,
    }


def constants(tree: Tree) -> Numbers:
    """Return NashConv and values for each of the three ways of playing."""
    form = sequence_form(tree)
    solver = CFR(tree, "cfr", form, track=False, start=START)
    solver.run(ITERATIONS)
    ways = {
        "uniform": Policy.uniform(tree),
        "first_action": Policy.first_action(tree),
        "cfr_100": solver.policy(),
    }
    return {name: _measured(measure(tree, policy, form)) for name, policy in ways.items()}


def _measured(measured: Measure) -> Numbers:
    return {
        "nash_conv": _plain(measured.nash_conv),
        "values": [_plain(value) for value in measured.value],
    }


def _plain(x: float) -> float:
    return round(x, DIGITS) + 0.0  # no -0.0


def numbers(env: str) -> Numbers:
    """Return sizes and constants of the small game that a spec names."""
    tree = compiled_env(env)
    return {**sizes(tree), **constants(tree)}


# -- the files -------------------------------------------------------------------------------------


def file_of(game: Game) -> Path:
    """Return where the numbers of the small games made of one game are kept."""
    return Path(__file__).resolve().parents[2] / "configs" / game.name / "exact.json"


def kept(game: Game) -> dict[str, Numbers]:
    """Return the numbers that are kept, by spec; nothing where there is no file."""
    path = file_of(game)
    found: dict[str, Numbers] = json.loads(path.read_text()) if path.exists() else {}
    return found
