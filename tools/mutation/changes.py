"""Small changes of the rules, one at a time: a sign, a number, a statement left out."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

SWAPS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip

Key = tuple[str, str, str, str]


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
