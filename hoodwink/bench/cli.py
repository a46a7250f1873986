"""`hoodwink bench`: measure, print a table, write it as JSON."""

import argparse
import json
import os
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hoodwink import __version__
from hoodwink.bench.plan import DRIVERS, Entry, Settings, available_threads, plan
from hoodwink.bench.rows import ratios
from hoodwink.bench.runner import Outcome, run_all
from hoodwink.bench.soaking import GAMES, failures, run_soak, soak_table
from hoodwink.bench.table import table
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import check_output, write_whole
from hoodwink.envs.core.registry import NAMES

FAILED = 1
FEWEST = 5  # repetitions that a median needs to mean something
QUICK_REPETITIONS, QUICK_SECONDS = 1, 0.05


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `hoodwink bench`."""
    parser.add_argument(
        "--env", nargs="+", action="extend", metavar="ENV",
        help=f"games, perhaps with options (all: {', '.join(NAMES)})",
    )  # fmt: skip
    parser.add_argument(
        "--drivers", nargs="+", choices=DRIVERS, default=list(DRIVERS), metavar="DRIVER",
        help=f"of ours, which to measure (all: {', '.join(DRIVERS)})",
    )  # fmt: skip
    parser.add_argument(
        "--peers", action="store_true",
        help="also the same games on other libraries, which hoodwink[bench] installs",
    )  # fmt: skip
    parser.add_argument(
        "--solvers", action="store_true",
        help="in place of play: exact solvers, on Leduc and on the largest variant that can be "
        "solved whole (or the one of --env)",
    )  # fmt: skip
    parser.add_argument(
        "--soak", nargs="?", type=int, const=GAMES, metavar="GAMES",
        help=f"in place of rates: so many random games of each ({GAMES:,}), every position checked",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=1024, help="stepped together in a batch (%(default)s)"
    )
    parser.add_argument(
        "--threads", type=int, default=available_threads(),
        help="the most that step a batch (all processors: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--seconds", type=float, help="of CPU time a repetition takes, about (0.7)")
    parser.add_argument("--repetitions", type=int, help=f"to take the median of ({FEWEST})")
    parser.add_argument("--seed", type=int, default=0, help="of games and choices (%(default)s)")
    parser.add_argument(
        "--quick", action="store_true",
        help="a short look: one repetition and nothing compiled cold; no figures to quote",
    )  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result here too")


def run(args: argparse.Namespace) -> int:
    """Measure all cases, print the table, write it where that is asked for.

    Returns 1 if a checksum is not that of the plain engine, or a driver of ours failed.
    """
    settings = settings_of(args)
    if args.solvers:
        return run_solver_cases(args, settings)
    if args.soak is not None:
        return run_soak_cases(args, settings)
    entries, notes = plan(settings)
    outcome = run_all(entries, notes, settings.quick)
    result = as_data(settings, entries, outcome)
    if args.json is not None:
        write_whole(args.json, (json.dumps(result, indent=2) + "\n").encode())
    for line in table(entries, outcome.rows, ratios(outcome.rows)):
        print(line)
    if settings.quick:
        print("\n--quick: one short repetition; the rates say little")
    for note in outcome.notes:
        print(f"\nnote: {note}")
    for failure in outcome.failures:
        print(f"\nFAILED: {failure}")
    return FAILED if outcome.failures else 0


def run_solver_cases(args: argparse.Namespace, settings: Settings) -> int:
    """Measure the solvers; return 1 if one of ours failed."""
    from hoodwink.bench.solving.plan import plan as solver_plan
    from hoodwink.bench.solving.run import run_solvers
    from hoodwink.bench.solving.run import table as solver_table

    if args.env and len(args.env) > 1:
        raise HoodwinkError(f"--solvers solves one game whole, got {len(args.env)} in --env")
    chosen = {name: getattr(settings, name) for name in ("seconds", "repetitions", "seed")}
    env = args.env[0] if args.env else None
    cases, notes = solver_plan(env, settings.peers, settings.quick, chosen)
    result = run_solvers(cases, notes)
    if args.json is not None:
        data = {"hoodwink": __version__, "machine": machine(), **result}
        write_whole(args.json, (json.dumps(data, indent=2) + "\n").encode())
    for line in solver_table(result):
        print(line)
    for note in result["notes"]:
        print(f"\nnote: {note}")
    for failure in result["failures"]:
        print(f"\nFAILED: {failure}")
    return FAILED if result["failures"] else 0


def run_soak_cases(args: argparse.Namespace, settings: Settings) -> int:
    """Play a great many games; return 1 if anything was wrong in one of them."""
    rows = run_soak(settings.envs, args.soak, settings.seed, settings.threads)
    wrong = failures(rows)
    if args.json is not None:
        data = {"hoodwink": __version__, "machine": machine(), "rows": rows, "failures": wrong}
        write_whole(args.json, (json.dumps(data, indent=2) + "\n").encode())
    for line in soak_table(rows):
        print(line)
    for failure in wrong:
        print(f"\nFAILED: {failure}")
    return FAILED if wrong else 0


def settings_of(args: argparse.Namespace) -> Settings:
    """Return the settings; raise HoodwinkError where they make no sense."""
    seconds = args.seconds or (QUICK_SECONDS if args.quick else 0.7)
    if args.repetitions is None:
        repetitions = QUICK_REPETITIONS if args.quick else FEWEST
    else:
        repetitions = args.repetitions
    fewest = 1 if args.quick else FEWEST
    if repetitions < fewest:
        raise HoodwinkError(
            f"--repetitions must be at least {FEWEST}, or 1 with --quick; got {repetitions}"
        )
    for name, number in (("games", args.games), ("threads", args.threads)):
        if number < 1:
            raise HoodwinkError(f"--{name} must be at least 1, got {number}")
    if args.seed < 0:
        raise HoodwinkError(f"--seed must be at least 0, got {args.seed}")
    if args.seconds is not None and not 0 < args.seconds <= 60:
        raise HoodwinkError(f"--seconds must be above 0 and at most 60, got {args.seconds}")
    if args.solvers and args.soak is not None:
        raise HoodwinkError("--solvers and --soak are two kinds of run; give one of them")
    if args.json is not None:
        check_output(args.json, "--json")
    return Settings(
        list(dict.fromkeys(args.env or NAMES)), args.drivers, args.peers, args.games,
        args.threads, args.seed, seconds, repetitions, args.quick,
    )  # fmt: skip


def as_data(settings: Settings, entries: list[Entry], outcome: Outcome) -> dict[str, Any]:
    """Return the whole result as JSON has it."""
    return {
        "hoodwink": __version__,
        "machine": machine(),
        "settings": asdict(settings),
        "games": [
            {
                "env": entry.env,
                "game": entry.game.name,
                "rules_version": entry.game.rules_version,
                "options": entry.options,
            }
            for entry in entries
        ],
        "rows": [asdict(row) for row in outcome.rows],
        "ratios": [asdict(each) for each in ratios(outcome.rows)],
        "notes": outcome.notes,
        "failures": outcome.failures,
    }


def machine() -> dict[str, Any]:
    """Return what the rates depend on."""
    cpu_info = Path("/proc/cpuinfo")
    lines = cpu_info.read_text().splitlines() if cpu_info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.processor(),
        "threads": available_threads(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "system": platform.platform(),
        "python": platform.python_version(),
    }
