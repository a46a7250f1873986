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
import importlib
import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from hoodwink.envs.core.case_files import load_cases  # noqa: E402 - the checkout goes first
from tools.mutation.changes import Key, Mutant, mutants  # noqa: E402 - the checkout goes first
from tools.mutation.trial import (  # noqa: E402 - the checkout goes first
    CASE,
    COMPARISON,
    NOBODY,
    Trial,
)

CASES = ROOT / "tests" / "cases"
MODULES = {
    "warumono2": (
        "rules", "deal", "movement", "contact", "cards", "scenario", "turn", "knowledge", "worlds",
    ),
    "warumono": ("rules", "deal", "movement", "contact", "turn", "knowledge"),
    "wongamania": ("rules", "rounds", "cards", "opps", "effects", "turn"),
    "rumini": ("rules", "deal", "rolling", "spaces", "deeds", "decks", "turn"),
    "kuhn": ("rules",),
    "leduc": ("rules",),
    "liars_dice": ("rules",),
}  # fmt: skip

Found = dict[str, list[Mutant]]  # by who notices


def main() -> int:
    """Run the mutants and print those that survive; return 1 unless all of them are known."""
    args = arguments()
    names = args.modules or MODULES[args.game]
    known = [key for key in known_survivors(args.game) if key[0] in names]
    modules = [importlib.import_module(f"hoodwink.envs.{args.game}.{name}") for name in names]
    found = try_all(trial_of(args.game, modules), modules, known)
    if args.json:
        write_rows(args.json, found)
    return report(found, known)


def arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=MODULES)
    parser.add_argument("--modules", nargs="*", help="only these files of the rules")
    parser.add_argument("--json", type=Path, help="write what no case notices to this file")
    return parser.parse_args()


def known_survivors(game: str) -> dict[Key, str]:
    """Return the reasons of the survivors that are accepted."""
    path = CASES / f"{game}_survivors.yaml"
    if not path.exists():
        return {}
    entries = yaml.safe_load(path.read_text()) or []
    return {(e["module"], e["function"], e["line"], e["change"]): e["reason"] for e in entries}


def trial_of(game: str, modules: Iterable[ModuleType]) -> Trial:
    """Return the trial by all rule cases of the game."""
    paths = (CASES / f"{game}.yaml", *CASES.glob(f"{game}_*.yaml"))
    files = sorted(p for p in paths if "survivors" not in p.name)
    cases = [case for path in files for case in load_cases(path)]
    return Trial(cases, {str(module.__file__) for module in modules})


def try_all(trial: Trial, modules: Iterable[ModuleType], known: Sequence[Key]) -> Found:
    """Try every mutant, print those that no case notices and nobody knows, and return all."""
    found: Found = {CASE: [], COMPARISON: [], NOBODY: []}
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
    return found


def told_of(mutant: Mutant) -> str:
    """Return one line about a mutant."""
    return f"{mutant.module}.py:{mutant.line} {mutant.function}: {mutant.change}: {mutant.text}"


def report(found: Found, known: Sequence[Key]) -> int:
    """Print how many are noticed by whom; return 1 if a survivor is new or a known one is none."""
    survivors = {mutant.key for mutant in found[NOBODY]}
    new = survivors.difference(known)
    stale = [key for key in known if key not in survivors]
    for key in stale:
        print(f"no survivor any more: {' / '.join(key)}")
    print(
        f"{sum(map(len, found.values()))} changes: {len(found[CASE])} noticed by a case, "
        f"{len(found[COMPARISON])} by comparison alone, {len(survivors) - len(new)} known, "
        f"{len(new)} survived"
    )
    return 1 if new or stale else 0


def write_rows(path: Path, found: Found) -> None:
    """Write what no case notices, whole or not at all."""
    rows = [
        {"by": by, "module": m.module, "function": m.function, "line": m.text, "change": m.change}
        for by in (COMPARISON, NOBODY)
        for m in found[by]
    ]
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_text(json.dumps(rows, indent=1))
    temporary.replace(path)


if __name__ == "__main__":
    raise SystemExit(main())
