"""Exact yardsticks: small games compiled whole, solved, and policies measured on them.

records.py, tree.py, checks.py  the arrays of a compiled game, the file that holds them, its checks
walk.py, news.py, places.py     how they are made: every history walked once
compiler.py                     the walk begun, given room, and checked
form.py                         the sequence form of a tree, on which solvers run
passes.py                       the compiled loops of all that walks the whole game
cfr.py                          CFR, CFR+ and discounted CFR
mccfr.py                        external-sampling MCCFR
policy.py, best_response.py     tables of probabilities; values, deviation gains, NashConv
agents.py                       any agent as a table of probabilities
curve.py, cli.py                a run measured on the way; `hoodwink solve`
"""

from hoodwink.training.solvers.agents import policy_of
from hoodwink.training.solvers.best_response import Measure, measure, nash_conv
from hoodwink.training.solvers.cfr import CFR, cfr
from hoodwink.training.solvers.compiler import compile_tree, count_histories
from hoodwink.training.solvers.form import Form, sequence_form
from hoodwink.training.solvers.mccfr import MCCFR
from hoodwink.training.solvers.policy import Policy
from hoodwink.training.solvers.tree import Tree, load_tree

__all__ = [
    "CFR",
    "MCCFR",
    "Form",
    "Measure",
    "Policy",
    "Tree",
    "cfr",
    "compile_tree",
    "count_histories",
    "load_tree",
    "measure",
    "nash_conv",
    "policy_of",
    "sequence_form",
]
