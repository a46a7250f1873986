"""Which changed lines of the rules does no rule case notice?

    python tools/mutate.py warumono2 [--modules rules turn] [--json FILE]

Every function of the game's rules is changed in one small way at a time (a comparison, a sign, a
number, a connective, a statement left out), and the rule cases that run the changed line are played
in plain Python until one notices. A change is noticed

- by a case: what it says does not hold, or a position on the way does not load back as itself, or
  a seat can tell the worlds apart that are drawn for it; or else
- by comparison alone: no case says otherwise, but some seat is told or sees something else than by
  the unchanged rules, or chance has other weights.

A change that is noticed in neither way has survived. Survivors that are known stand in
tests/cases/<game>_survivors.yaml with the reason; any other one, and any entry there that no
survivor answers to, makes the command end with status 1.
"""

import argparse
import ast
import copy
import importlib
import json
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from hoodwink.envs.core.case_files import Case, load_cases  # noqa: E402 - the checkout goes first
from hoodwink.envs.core.cases import check_case  # noqa: E402
from hoodwink.envs.core.game import OBSERVE  # noqa: E402
from hoodwink.envs.core.match import Match  # noqa: E402
from hoodwink.envs.core.rng import generators  # noqa: E402
from hoodwink.envs.core.state import View  # noqa: E402

MODULES = {
    "warumono2": ("rules", "movement", "scenario", "cards", "turn", "knowledge"),
    "kuhn": ("rules",),
    "leduc": ("rules",),
}
SECONDS = 5  # a case that takes longer hangs: noticed
MEMORY = ("belief", "key", "told", "events")  # no part of a position
CASE, COMPARISON, NOBODY = "a case", "comparison alone", "nobody"  # who notices
SWAPS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip

Key = tuple[str, str, str, str]


# -- changes --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """One changed function."""

    module: str
    function: str
    line: int
    text: str  # the line as it stands
    change: str
    code: CodeType

    @property
    def key(self) -> Key:
        """What names the mutant in the list of known survivors; line numbers move."""
        return self.module, self.function, self.text, self.change


def variants(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield changed copies of one node, with what was changed."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        changed: Any = copy.deepcopy(node)
        changed.ops[0] = SWAPS[type(node.ops[0])]()
        yield changed, f"{type(node.ops[0]).__name__} -> {type(changed.ops[0]).__name__}"
    elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPS:
        changed = copy.deepcopy(node)
        changed.op = SWAPS[type(node.op)]()
        yield changed, f"{type(node.op).__name__} -> {type(changed.op).__name__}"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand, "not left out"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value), f"{node.value} -> {not node.value}"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1), f"{node.value} -> {node.value + 1}"
    elif isinstance(node, ast.Assign | ast.AugAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield ast.Pass(), "left out"


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        if node is self.old:
            return ast.copy_location(self.new, node)
        return self.generic_visit(node)


def mutants(module: ModuleType) -> Iterator[Mutant]:
    """Yield every mutant of the module's rules.

    Equal changes within one line of one function are told apart by `, second` and so on.
    """
    source = Path(str(module.__file__)).read_text()
    lines = source.splitlines()
    name = module.__name__.rsplit(".", 1)[1]
    for function in ast.parse(source).body:
        if not isinstance(function, ast.FunctionDef) or not function.decorator_list:
            continue
        bare = copy.deepcopy(function)
        bare.decorator_list, bare.returns = [], None
        for argument in bare.args.args:
            argument.annotation = None
        same: Counter[tuple[str, str]] = Counter()
        for node in list(ast.walk(bare)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            for changed, what in variants(node):
                line = getattr(node, "lineno", function.lineno)
                text = lines[line - 1].strip()
                nth = same[text, what]
                same[text, what] += 1
                if nth:
                    what += f", {('second', 'third', 'fourth', 'fifth')[nth - 1]}"
                code = _compiled(_with(bare, node, changed), str(module.__file__))
                yield Mutant(name, function.name, line, text, what, code)


def _with(function: ast.FunctionDef, node: ast.AST, changed: ast.AST) -> ast.FunctionDef:
    """Return the function with one node changed (found again in a copy by its place)."""
    place = next(i for i, n in enumerate(ast.walk(function)) if n is node)
    twin = copy.deepcopy(function)
    old = next(n for i, n in enumerate(ast.walk(twin)) if i == place)
    result: ast.FunctionDef = _Replace(old, changed).visit(twin)
    return result


def _compiled(function: ast.FunctionDef, file: str) -> CodeType:
    tree = ast.fix_missing_locations(ast.Module([function], []))
    code = compile(tree, file, "exec")
    return next(c for c in code.co_consts if isinstance(c, CodeType))


# -- who notices ----------------------------------------------------------------------------------


def check_position(match: Match) -> None:
    """Refuse a match whose position does not load back as itself, byte by byte but for memory."""
    _check_position(match.states, Match(match.game.name, position=match.dump()))


def _check_position(states: NDArray[Any], loaded: Match) -> None:
    found, again = states.copy(), loaded.states
    for name in MEMORY:
        if name in (found.dtype.names or ()):
            found[name] = again[name] = 0
    if found.tobytes() != again.tobytes():
        raise AssertionError("the position loads back as another state")


def check_worlds(match: Match) -> None:
    """Refuse a match of which some seat can tell a world apart that is drawn for it.

    A world is a position that loads as itself, it looks the same to the seat, and what is drawn
    from one world is drawn from the other.
    """
    game, tables, rng = match.game, View(match.tables), generators(0, 1)[0]
    for p in range(match.n_seats):
        world, again = match.states, match.states
        kept = rng.copy()
        game.resample(View(world), tables, p, rng)
        _check_same_sight(match, world, p)
        game.resample(View(world), tables, p, kept)
        kept = rng.copy()
        game.resample(View(world), tables, p, rng)
        game.resample(View(again), tables, p, kept)
        assert world.tobytes() == again.tobytes(), "the world drawn depends on the truth"


def _check_same_sight(match: Match, states: NDArray[Any], p: int) -> None:
    game, s, t = match.game, View(states), View(match.tables)
    seen = np.zeros(game.n_observation, np.int8)
    game.plain[OBSERVE](s, t, p, seen)
    assert seen.tobytes() == match.observation(p).tobytes(), "another world is seen otherwise"
    assert game.words.view(s, t, match.options, p) == match.view(p), "another world reads otherwise"
    _check_position(states, Match(game.name, position=game.words.dump(s, t, match.options)))


class Stops:
    """What every seat sees and is told, and the weights of chance, wherever a story of a case stands."""

    def __init__(self) -> None:
        self.kept: list[tuple[bytes, Any]] = []

    def keep(self, match: Match) -> None:
        """Note how the match stands."""
        self.kept.append((match.states.tobytes(), sights(match)))

    def compare(self) -> Any:
        """Return a watch that refuses whatever stands otherwise than it was noted."""
        noted = iter(self.kept)

        def watch(match: Match) -> None:
            state, seen = next(noted)
            if match.states.tobytes() != state or match.to_move == "chance":
                assert sights(match) == seen

        return watch


def sights(match: Match) -> Any:
    """Return what the seats were told and see, and the weights of chance."""
    seats = range(match.n_seats)
    return (
        [match.told(p) for p in seats],
        [match.observation(p).tobytes() for p in seats],
        match.weights(),
    )
