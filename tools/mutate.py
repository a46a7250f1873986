"""Which changed lines of the rules does no rule case notice?

    python tools/mutate.py warumono2 [--modules rules turn] [--json FILE]

Every function of the game's rules is changed in one small way at a time (a comparison, a sign, a
number, a connective, a statement left out), and the rule cases that run the changed line are played
in plain Python until one notices. A change is noticed

- by a case: what it says does not hold, or a position on the way does not load back as itself, or
  at its end a seat can tell a world apart that is drawn for it, or the next deal keeps something
  of the game; or else
- by comparison alone: no case says otherwise, but some seat is told, remembers or sees something
  else than by the unchanged rules, or other worlds are drawn for it, or chance has other weights.

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
from contextlib import contextmanager
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
from hoodwink.envs.core.cases import Watch, check_case  # noqa: E402
from hoodwink.envs.core.game import OBSERVE  # noqa: E402
from hoodwink.envs.core.match import Match  # noqa: E402
from hoodwink.envs.core.rng import generators  # noqa: E402
from hoodwink.envs.core.state import View  # noqa: E402

MODULES = {
    "warumono2": (
        "rules", "deal", "movement", "contact", "cards", "scenario", "turn", "knowledge",
    ),
    "kuhn": ("rules",),
    "leduc": ("rules",),
}  # fmt: skip
SECONDS = 2.0  # of the processor: a case that takes longer hangs, which is noticed
ENDS = 3  # of a kind, at which worlds are drawn and a new game is dealt
MEMORY = ("belief", "key", "told", "events")  # no part of a position
CASE, COMPARISON, NOBODY = "a case", "comparison alone", "nobody"  # who notices
SWAPS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip

Key = tuple[str, str, str, str]
Place = tuple[str, int]  # file, line


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


class Stops:
    """How everything stands by the unchanged rules, wherever the stories of a case stand."""

    def __init__(self) -> None:
        self.states: list[NDArray[Any]] = []
        self.sights: list[Any] = []
        self.end: Match | None = None  # where the last of the stories has been checked
        self.is_other = False  # whether something stood otherwise under the last watch

    def keep(self, match: Match) -> None:
        """Note how the match stands."""
        self.states.append(match.states)
        self.sights.append(sights(match))
        self.end = match.copy()

    def refuse_positions(self) -> Watch:
        """Return a watch that refuses a position that does not load back as itself."""
        noted = zip(self.states, self.sights, strict=True)
        self.is_other = False

        def watch(match: Match) -> None:
            check_mask(match)
            states, seen = next(noted)
            if match.states.tobytes() == states.tobytes():
                now = match.weights(), match.payoffs
                self.is_other |= now != (seen.weights, seen.payoffs)
            else:
                self.is_other = True
                if without_memory(match.states) != without_memory(states):
                    check_position(match)

        return watch

    def refuse_others(self) -> Watch:
        """Return a watch that refuses what is told, kept, seen or weighed otherwise than noted."""
        noted = iter(self.sights)

        def watch(match: Match) -> None:
            assert sights(match) == next(noted), "seen otherwise"

        return watch


@dataclass
class Sights:
    """What the seats were told, remember and see, the weights of chance, and the returns."""

    told: list[list[str]]
    memory: bytes  # the weights of the orders of cards, where a game keeps them
    seen: list[bytes]
    weights: list[int]
    payoffs: dict[str, float]


def sights(match: Match) -> Sights:
    """Return what there is to be seen of a match."""
    seats = range(match.n_seats)
    return Sights(
        [match.told(p) for p in seats],
        match.states["belief"].tobytes() if "belief" in (match.states.dtype.names or ()) else b"",
        [match.observation(p).tobytes() for p in seats],
        match.weights(),
        match.payoffs,
    )


def check_mask(match: Match) -> None:
    """Refuse a mask with other entries than 0 and 1."""
    if match.to_move in match.seats:
        assert match.mask(match.to_move).max() == 1, "a mask holds 0 and 1"


def check_position(match: Match) -> None:
    """Refuse a match whose position does not load back as itself, byte by byte but for memory."""
    _compare(match.states, Match(match.game.name, position=match.dump()))


def without_memory(states: NDArray[Any]) -> bytes:
    """Return the bytes of the states without what is no part of a position."""
    left = states.copy()
    for name in MEMORY:
        if name in (left.dtype.names or ()):
            left[name] = 0
    return left.tobytes()


def _compare(states: NDArray[Any], loaded: Match) -> None:
    found, again = without_memory(states), without_memory(loaded.states)
    assert found == again, "the position loads back as another state"


def check_deal(match: Match) -> bytes:
    """Refuse a match of which the next deal keeps something; return what is dealt."""
    old, new = match.states, np.zeros(1, match.game.state)
    for states in (old, new):
        match.game.deal(View(states), View(match.tables))
    assert old.tobytes() == new.tobytes(), "the deal keeps something of the game before"
    return old.tobytes()


def check_worlds(match: Match) -> list[bytes]:
    """Refuse a match of which some seat can tell a world apart that is drawn for it; return those.

    A world is a position that loads as itself, it looks the same to the seat, and what is drawn
    from one world is drawn from the other.
    """
    game, tables, rng, drawn = match.game, View(match.tables), generators(0, 1)[0], []
    for p in range(match.n_seats):
        world, again = match.states, match.states
        game.resample(View(world), tables, p, rng)
        drawn.append(world.tobytes())
        _check_same_sight(match, world, p)
        kept = rng.copy()
        game.resample(View(world), tables, p, rng)
        game.resample(View(again), tables, p, kept)
        assert world.tobytes() == again.tobytes(), "the world drawn depends on the truth"
    return drawn


def _check_same_sight(match: Match, states: NDArray[Any], p: int) -> None:
    game, s, t = match.game, View(states), View(match.tables)
    seen = np.zeros(game.n_observation, np.int8)
    game.plain[OBSERVE](s, t, p, seen)
    assert seen.tobytes() == match.observation(p).tobytes(), "another world is seen otherwise"
    assert game.words.view(s, t, match.options, p) == match.view(p), "another world reads otherwise"
    _compare(states, Match(game.name, position=game.words.dump(s, t, match.options)))


def various(ends: list[Match]) -> list[Match]:
    """Return a few matches of each kind: phase, who is to move among how many."""
    kinds: dict[Any, list[Match]] = defaultdict(list)
    for match in ends:
        kinds[match.n_seats, match.to_move, match.dump().get("phase")].append(match)
    return [match for kind in kinds.values() for match in kind[:ENDS]]


class Trial:
    """The rule cases, and what the unchanged rules make of them."""

    def __init__(self, cases: list[Case], files: set[str]) -> None:
        """Play all cases once; `files` are those whose lines are noted."""
        self.cases = cases
        self.stops = [Stops() for _ in cases]
        self.noticed_last = list(range(len(cases)))  # the latest first: it may notice again
        self.playing: dict[Place, list[int]] = defaultdict(list)  # cases that run a line
        self.ending: set[Place] = set()  # lines that run in what is done at the end of a case
        for i, case in enumerate(cases):
            with traced(files) as seen:
                failure = check_case(case)
            failure = failure or check_case(case, self.stops[i].keep)
            if failure:
                raise SystemExit(f"the unchanged rules fail: {failure}")
            for place in seen:
                self.playing[place].append(i)
        ends = various([stops.end for stops in self.stops if stops.end])
        self.ends: list[tuple[Match, list[bytes]]] = []
        for match in ends:
            with traced(files) as seen:
                self.ends.append((match, [check_deal(match), *check_worlds(match)]))
            self.ending |= seen

    def noticed_by(self, mutant: Mutant, function: FunctionType) -> str:
        """Return who notices the changed function: CASE, COMPARISON or NOBODY."""
        kept = function.__code__
        function.__code__ = mutant.code
        try:
            return self._noticed_by((function.__code__.co_filename, mutant.line))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            function.__code__ = kept

    def _noticed_by(self, place: Place) -> str:
        playing = sorted(self.playing[place], key=self.noticed_last.index)
        others = []
        for i in playing:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS)
            if check_case(self.cases[i], self.stops[i].refuse_positions()):
                self.noticed_last.remove(i)
                self.noticed_last.insert(0, i)
                return CASE
            if self.stops[i].is_other:
                others.append(i)
        if place in self.ending and (by := self._noticed_at_ends()):
            return by
        for i in others:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS)
            if check_case(self.cases[i], self.stops[i].refuse_others()):
                return COMPARISON
        return NOBODY

    def _noticed_at_ends(self) -> str:
        by = ""
        for match, noted in self.ends:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS)
            try:
                if [check_deal(match), *check_worlds(match)] != noted:
                    by = COMPARISON
            except Exception:  # whatever breaks, it has been noticed
                return CASE
        return by


@contextmanager
def traced(files: set[str]) -> Iterator[set[Place]]:
    """Note which lines of the files run."""
    seen: set[Place] = set()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        yield seen
    finally:
        sys.settrace(None)


def _too_long(*_: Any) -> None:
    raise TimeoutError("the case hangs")


# -- the command ----------------------------------------------------------------------------------


def known_survivors(game: str) -> dict[Key, str]:
    """Return the reasons of the survivors that are accepted."""
    path = ROOT / "tests" / "cases" / f"{game}_survivors.yaml"
    if not path.exists():
        return {}
    entries = yaml.safe_load(path.read_text()) or []
    return {(e["module"], e["function"], e["line"], e["change"]): e["reason"] for e in entries}


def told_of(mutant: Mutant) -> str:
    """Return one line about a mutant."""
    return f"{mutant.module}.py:{mutant.line} {mutant.function}: {mutant.change}: {mutant.text}"


def main() -> int:
    """Run the mutants and print those that survive."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=MODULES)
    parser.add_argument("--modules", nargs="*", help="only these files of the rules")
    parser.add_argument("--json", type=Path, help="write what no case notices to this file")
    args = parser.parse_args()
    signal.signal(signal.SIGVTALRM, _too_long)
    folder = ROOT / "tests" / "cases"
    files = sorted(p for p in folder.glob(f"{args.game}*.yaml") if "survivors" not in p.name)
    names = args.modules or MODULES[args.game]
    modules = [importlib.import_module(f"hoodwink.envs.{args.game}.{name}") for name in names]
    trial = Trial(
        [case for path in files for case in load_cases(path)], {str(m.__file__) for m in modules}
    )
    known = {key: why for key, why in known_survivors(args.game).items() if key[0] in names}
    found: dict[str, list[Mutant]] = {CASE: [], COMPARISON: [], NOBODY: []}
    for module in modules:
        began = time.monotonic()
        for mutant in mutants(module):
            by = trial.noticed_by(mutant, vars(module)[mutant.function])
            found[by].append(mutant)
            if by == COMPARISON:
                print(f"by comparison alone: {told_of(mutant)}", flush=True)
            elif by == NOBODY and mutant.key not in known:
                print(f"survived: {told_of(mutant)}", flush=True)
        print(f"{module.__name__}: {time.monotonic() - began:.0f} s", file=sys.stderr)
    survivors = {mutant.key for mutant in found[NOBODY]}
    new = [mutant for mutant in found[NOBODY] if mutant.key not in known]
    stale = [key for key in known if key not in survivors]
    for key in stale:
        print(f"no survivor any more: {' / '.join(key)}")
    print(
        f"{sum(map(len, found.values()))} changes: {len(found[CASE])} noticed by a case, "
        f"{len(found[COMPARISON])} by comparison alone, {len(found[NOBODY]) - len(new)} known, "
        f"{len(new)} survived"
    )
    if args.json:
        rows = [
            {"by": by, "module": m.module, "function": m.function, "line": m.text,
             "change": m.change}
            for by in (COMPARISON, NOBODY)
            for m in found[by]
        ]  # fmt: skip
        args.json.write_text(json.dumps(rows, indent=1))
    return 1 if new or stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
