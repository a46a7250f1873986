"""`hoodwink solve`: solve a small game and show the curve, or measure an agent exactly."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from hoodwink.agents.agent import Agent
from hoodwink.agents.bots import DRAWS, BotAgent
from hoodwink.agents.load import KINDS, load_agent
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import check_output, write_whole
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.interrupt import interruptible
from hoodwink.training.portrait import command as picture
from hoodwink.training.solvers.agents import policy_of
from hoodwink.training.solvers.best_response import Measure, measure
from hoodwink.training.solvers.compiler import LIMIT, compile_tree
from hoodwink.training.solvers.curve import SUMMARIES, Curve, Point, follow
from hoodwink.training.solvers.form import sequence_form
from hoodwink.training.solvers.policy import Policy
from hoodwink.training.solvers.tree import Tree, load_tree

ALGORITHM = "cfr+"
ITERATIONS = {"mccfr": 100_000}
USUAL_ITERATIONS = 1000
INTERRUPTED = 130  # exit status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `hoodwink solve`."""
    parser.add_argument(
        "--env", required=True, help="a small game, a named variant, or a game with options"
    )
    kinds = "; ".join(f"{name}: {text}" for name, text in SUMMARIES.items())
    parser.add_argument("--algo", choices=SUMMARIES, help=f"{kinds} (default {ALGORITHM})")
    parser.add_argument(
        "--iterations", type=int,
        help=f"of the solver ({USUAL_ITERATIONS:,}; of mccfr {ITERATIONS['mccfr']:,})",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=int, default=0, help="of a solver that samples (%(default)s)"
    )
    parser.add_argument(
        "--agent", metavar="AGENT",
        help=f"measure this agent in all seats, in place of solving: {', '.join(KINDS)}",
    )  # fmt: skip
    parser.add_argument(
        "--save", type=Path, metavar="FILE",
        help="save the average policy as an agent, which can then be named table:FILE",
    )  # fmt: skip
    parser.add_argument(
        "--tree", type=Path, metavar="FILE",
        help="keep the compiled game in this file, or take it from there",
    )  # fmt: skip
    parser.add_argument(
        "--limit", type=int, default=LIMIT,
        help=f"histories that a game may have at most ({LIMIT:,})",
    )  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result here too")
    picture.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Solve or measure, print the table, write it where that is asked for."""
    game, options = parse_env(args.env)
    check(args)
    agent = None
    if args.agent is not None:  # refused before anything takes time
        agent = load_agent(args.agent, game, game.tables(**options))
    began = time.perf_counter()
    tree = make_tree(args, game, options)
    for line in heading(tree, time.perf_counter() - began):
        print(line)
    facts = {**tree.identity(), "seed": args.seed, "histories": tree.histories}
    facts |= {"information_states": tree.information_states}
    facts |= {"compile_seconds": time.perf_counter() - began}
    status, result = solve(args, tree) if agent is None else measure_agent(args, tree, agent)
    if args.json is not None:
        write_whole(args.json, (json.dumps(facts | result, indent=2) + "\n").encode())
    return status


def check(args: argparse.Namespace) -> None:
    """Raise HoodwinkError where the command line makes no sense, before anything takes time."""
    check_outputs(args)
    for name in ("iterations", "limit"):
        number = getattr(args, name)
        if number is not None and number < 1:
            raise HoodwinkError(f"--{name} must be at least 1, got {number}")
    if args.seed < 0:
        raise HoodwinkError(f"--seed must be at least 0, got {args.seed}")
    for name in ("algo", "iterations", "save"):
        if args.agent is not None and getattr(args, name) is not None:
            raise HoodwinkError(f"--{name} does not go with --agent, which is only measured")


def check_outputs(args: argparse.Namespace) -> None:
    """Raise HoodwinkError where a file cannot be written, or two options name the same."""
    named: dict[Path, str] = {}
    for name in ("json", "save", "tree", "chart"):
        path = getattr(args, name)
        if path is None:
            continue
        if name != "tree" or not path.is_file():  # a tree that is there is only read
            check_output(path, f"--{name}")
        other = named.setdefault(path.resolve(), name)
        if other != name:
            raise HoodwinkError(f"--{other} and --{name} name the same file, {path}")
    picture.check(args)


def make_tree(args: argparse.Namespace, game: Game, options: dict[str, Any]) -> Tree:
    """Return the compiled game, from its file or anew."""
    if args.tree is not None and args.tree.exists():
        return load_tree(args.tree, game, **options)
    tree = compile_tree(game, limit=args.limit, **options)
    if args.tree is not None:
        tree.save(args.tree)
    return tree


# -- solving ---------------------------------------------------------------------------------------


def solve(args: argparse.Namespace, tree: Tree) -> tuple[int, dict[str, Any]]:
    """Run the solver, print its curve; return the exit status and what JSON gets."""
    algorithm = args.algo or ALGORITHM
    iterations = args.iterations or ITERATIONS.get(algorithm, USUAL_ITERATIONS)
    print(f"{algorithm}: {SUMMARIES[algorithm]}\n")
    print(curve_head(tree.seats))
    with interruptible() as interrupted:
        curve = follow(
            tree, sequence_form(tree), algorithm, iterations, args.seed,
            lambda: bool(interrupted), lambda point: print(curve_line(point), flush=True),
        )  # fmt: skip
    last = curve.points[-1]
    for line in seat_lines(tree, last.measure, last.cce_gains):
        print(line)
    if last.unvisited:
        print(f"\n{last.unvisited:,} information states were never met: uniform play there")
    if args.save is not None and curve.policy is not None:
        made = {"algo": algorithm, "iterations": last.iterations}
        for line in saved_lines(args.save, curve.policy, made):
            print(line)
    if curve.policy is not None:
        how = f"{algorithm}, {last.iterations:,} iterations"
        picture.show(args, curve.policy, how, last.measure)
    return INTERRUPTED if curve.interrupted else 0, curve_data(curve)


def saved_lines(path: Path, policy: Policy, made: dict[str, Any]) -> Iterator[str]:
    """Save a policy as an agent; yield its name, and how it plays if that is not the policy."""
    from hoodwink.agents.table import save_table

    played = save_table(path, policy, made)
    yield f"\nsaved: an agent by the name of table:{path}"
    if not np.allclose(played.probabilities, policy.probabilities, rtol=0, atol=1e-12):
        nash_conv = measure(policy.tree, played).nash_conv
        yield "Seats see the same in some information states that were solved apart; there the"
        yield f"agent mixes what it would do in each. Its NashConv is {nash_conv:.6g}."


def curve_data(curve: Curve) -> dict[str, Any]:
    """Return a curve as JSON has it: lists by checkpoint, and by seat at the last one."""
    points, last = curve.points, curve.points[-1]
    return {
        "algo": curve.algorithm,
        "iterations": [point.iterations for point in points],
        "nash_conv": [point.measure.nash_conv for point in points],
        "cce_gap": [point.cce_gap for point in points],
        "seconds_at": [point.seconds for point in points],
        "cce_gain": last.cce_gains,
        "unvisited": last.unvisited,
        "interrupted": curve.interrupted,
        "seconds": last.seconds,
        **measure_data(last.measure),
    }


def measure_data(found: Measure) -> dict[str, Any]:
    """Return value and deviation gain by seat; exploitability of two seats alone."""
    data: dict[str, Any] = {"value": found.value, "deviation_gain": found.deviation_gain}
    if found.exploitability is not None:
        data["exploitability"] = found.exploitability
    return data


# -- measuring -------------------------------------------------------------------------------------


def measure_agent(args: argparse.Namespace, tree: Tree, agent: Agent) -> tuple[int, dict[str, Any]]:
    """Measure an agent that holds all seats; return the exit status and what JSON gets."""
    began = time.perf_counter()
    policy = policy_of(tree, agent)
    found = measure(tree, policy)
    seconds = time.perf_counter() - began
    print(f"{args.agent} in all seats: NashConv {found.nash_conv:.6g}", end="")
    print("" if found.exploitability is None else f", exploitability {found.exploitability:.6g}")
    for line in seat_lines(tree, found, None):
        print(line)
    mixes = bool(np.any((policy.probabilities > 0) & (policy.probabilities < 1)))
    estimated = isinstance(agent, BotAgent) and mixes
    if estimated:
        print(f"\nthis bot draws: its probabilities are those of {DRAWS} draws each")
    picture.show(args, policy, f"{args.agent} in all seats", found)
    data = {"agent": args.agent, "iterations": [0], "nash_conv": [found.nash_conv]}
    data |= {"estimated": estimated, "seconds": seconds}
    return 0, data | measure_data(found)


# -- text ------------------------------------------------------------------------------------------


def heading(tree: Tree, seconds: float) -> Iterator[str]:
    """Yield what was compiled, in lines of at most 80 columns."""
    options = ", ".join(f"{k}={v}" for k, v in tree.options.items() if v is not None)
    text = f"{tree.game.name}, rules version {tree.game.rules_version}: {options}"
    yield text if len(text) <= 80 else text[:77] + "..."
    states = tree.information_states
    yield f"{tree.histories:,} histories, compiled in {seconds:.1f} s"
    yield f"{sum(states):,} information states: {', '.join(f'{n:,}' for n in states)} by seat"
    if seconds > 2:
        sys.stdout.flush()


def curve_head(seats: int) -> str:
    """Return the heads of the columns of a curve."""
    extra = f"{'exploitability':>16}" if seats == 2 else ""
    return f"{'iterations':>12}{'NashConv':>14}{extra}{'CCE gap':>14}{'seconds':>10}"


def curve_line(point: Point) -> str:
    """Return one checkpoint as a line of the table."""
    found = point.measure
    extra = "" if found.exploitability is None else f"{found.exploitability:>16.6f}"
    gap = "-" if point.cce_gap is None else f"{point.cce_gap:.6f}"
    return f"{point.iterations:>12,}{found.nash_conv:>14.6f}{extra}{gap:>14}{point.seconds:>10.1f}"


def seat_lines(tree: Tree, found: Measure, cce_gains: list[float] | None) -> Iterator[str]:
    """Yield value and deviation gain of each seat."""
    yield ""
    last = "" if cce_gains is None else f"{'gain on history':>18}"
    yield f"{'seat':<12}{'value':>14}{'deviation gain':>18}{last}"
    for p in range(tree.seats):
        last = "" if cce_gains is None else f"{cce_gains[p]:>+18.6f}"
        yield (
            f"{tree.game.seat_names[p]:<12}{found.value[p]:>+14.6f}"
            f"{found.deviation_gain[p]:>18.6f}{last}"
        )
