"""Which changed lines of the rules does no rule case notice?

    python tools/mutate.py warumono2 [--modules rules turn] [--json FILE]

Every function of the game's rules is changed in one small way at a time (a comparison, a sign, a number,
a connective, a statement left out), and the rule cases that run the changed line are played in plain
Python until one fails. A change that none notices has survived. Survivors that are known stand in
tests/cases/<game>_survivors.yaml with the reason; any other one makes the command end with status 1.
"""

import argparse
import ast
import copy
import importlib
import json
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from hoodwink.envs.core.case_files import Case, load_cases  # noqa: E402 - the checkout goes first
from hoodwink.envs.core.cases import check_case  # noqa: E402

MODULES = {
    "warumono2": ("rules", "movement", "scenario", "cards", "turn", "knowledge"),
    "kuhn": ("rules",),
    "leduc": ("rules",),
}
SECONDS = 5  # a case that takes longer hangs: noticed
SWAPS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


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
    def key(self) -> tuple[str, str, str, str]:
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
    """Yield every mutant of the module's rules."""
    source = Path(str(module.__file__)).read_text()
    lines = source.splitlines()
    for function in ast.parse(source).body:
        if not isinstance(function, ast.FunctionDef) or not function.decorator_list:
            continue
        bare = copy.deepcopy(function)
        bare.decorator_list, bare.returns = [], None
        for argument in bare.args.args:
            argument.annotation = None
        for node in list(ast.walk(bare)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            for changed, what in variants(node):
                tree = ast.Module([_with(bare, node, changed)], [])
                ast.fix_missing_locations(tree)
                code = compile(tree, str(module.__file__), "exec")
                inner = next(c for c in code.co_consts if isinstance(c, CodeType))
                line = getattr(node, "lineno", function.lineno)
                name = module.__name__.rsplit(".", 1)[1]
                yield Mutant(name, function.name, line, lines[line - 1].strip(), what, inner)


def _with(function: ast.FunctionDef, node: ast.AST, changed: ast.AST) -> ast.FunctionDef:
    """Return the function with one node changed (found again in a copy by its place in the walk)."""
    place = next(i for i, n in enumerate(ast.walk(function)) if n is node)
    twin = copy.deepcopy(function)
    old = next(n for i, n in enumerate(ast.walk(twin)) if i == place)
    result: ast.FunctionDef = _Replace(old, changed).visit(twin)
    return result


def lines_of(cases: list[Case], files: set[str]) -> dict[tuple[str, int], list[Case]]:
    """Return which cases run each line of the given files."""
    found: dict[tuple[str, int], list[Case]] = defaultdict(list)
    for case in cases:
        seen: set[tuple[str, int]] = set()

        def trace(frame: FrameType, event: str, _: Any, seen: Any = seen) -> Any:
            if frame.f_code.co_filename not in files:
                return None
            seen.add((frame.f_code.co_filename, frame.f_lineno))
            return trace

        sys.settrace(trace)
        failure = check_case(case)
        sys.settrace(None)
        if failure:
            raise SystemExit(f"the unchanged rules fail: {failure}")
        for line in seen:
            found[line].append(case)
    return found


def _too_long(*_: Any) -> None:
    raise TimeoutError("the case hangs")


def is_noticed(mutant: Mutant, function: FunctionType, cases: list[Case]) -> bool:
    """Return whether one of the cases fails with the changed function in place."""
    kept = function.__code__
    function.__code__ = mutant.code
    try:
        for case in cases:
            signal.alarm(SECONDS)
            if check_case(case):
                return True
        return False
    finally:
        signal.alarm(0)
        function.__code__ = kept


def known_survivors(game: str) -> dict[tuple[str, str, str, str], str]:
    """Return the reasons of the survivors that are accepted."""
    path = ROOT / "tests" / "cases" / f"{game}_survivors.yaml"
    if not path.exists():
        return {}
    entries = yaml.safe_load(path.read_text()) or []
    return {(e["module"], e["function"], e["line"], e["change"]): e["reason"] for e in entries}


def main() -> int:
    """Run the mutants and print those that survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=MODULES)
    parser.add_argument("--modules", nargs="*", help="only these files of the rules")
    parser.add_argument("--json", type=Path, help="write the survivors to this file")
    args = parser.parse_args()
    signal.signal(signal.SIGALRM, _too_long)
    folder = ROOT / "tests" / "cases"
    files = sorted(p for p in folder.glob(f"{args.game}*.yaml") if "survivors" not in p.name)
    cases = [case for path in files for case in load_cases(path)]
    names = args.modules or MODULES[args.game]
    modules = [importlib.import_module(f"hoodwink.envs.{args.game}.{name}") for name in names]
    covered = lines_of(cases, {str(m.__file__) for m in modules})
    known = known_survivors(args.game)
    began, total, new, accepted = time.monotonic(), 0, [], 0
    for module in modules:
        for mutant in mutants(module):
            total += 1
            touching = covered[str(module.__file__), mutant.line]
            if not is_noticed(mutant, vars(module)[mutant.function], touching):
                if mutant.key in known:
                    accepted += 1
                    continue
                new.append(mutant)
                print(
                    f"{mutant.module}.py:{mutant.line} {mutant.function}: {mutant.change}: {mutant.text}"
                )
        print(
            f"-- {module.__name__}: {total} so far, {time.monotonic() - began:.0f} s",
            file=sys.stderr,
        )
    print(
        f"{total} changes, {total - len(new) - accepted} noticed, {accepted} known, {len(new)} survived"
    )
    if args.json:
        rows = [
            dict(zip(("module", "function", "line", "change"), m.key, strict=True)) for m in new
        ]
        args.json.write_text(json.dumps(rows, indent=1))
    return 1 if new else 0


if __name__ == "__main__":
    raise SystemExit(main())
