"""Our solvers, measured."""

import time
from collections.abc import Callable
from typing import Any

from hoodwink.bench.solving.case import Case
from hoodwink.bench.solving.clocked import once, rates
from hoodwink.bench.stopwatch import peak_mib
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.solvers import (
    CFR,
    MCCFR,
    Form,
    Policy,
    Tree,
    compile_tree,
    measure,
    sequence_form,
)
from hoodwink.training.solvers.best_response import measure_policy

GOAL = 0.01  # of the range of payoffs
MOST_SECONDS = 600.0  # to come there: of more than two seats nobody promises that CFR+ ever does
STEP_SECONDS = 0.25  # of iterations between two looks at the clock
MARGIN = 0.4  # seconds of the budget for the last step and for measuring


def tree_of(env: str) -> Tree:
    """Return the tree of a game, its rules compiled before."""
    game, options = parse_env(env)
    return compile_tree(game, **options)


def cfr_plus(case: Case) -> dict[str, Any]:
    """Measure iterations, and where so many have come."""
    tree = tree_of(case.env)
    form = sequence_form(tree)
    solver = CFR(tree, "cfr+", form, track=False)
    solver.run(1)
    result = rates(case, solver.run)
    return result | {"nash_conv": measure_policy(form, solver.average()).nash_conv}


def mccfr(case: Case) -> dict[str, Any]:
    """Measure traversals; an iteration has one for each seat."""
    tree = tree_of(case.env)
    solver = MCCFR(tree, case.seed)
    solver.run(1)
    return rates(case, solver.run, per=tree.seats)


def nash_conv(case: Case) -> dict[str, Any]:
    """Measure one NashConv, and separately all that has to be made for it once."""
    game, options = parse_env(case.env)
    measure(*_uniform(tree_of("kuhn")))  # whatever compiles, compiles here
    _ = compile_tree(game, **options)
    made: list[tuple[Tree, Form]] = []

    def prepare() -> None:
        tree = compile_tree(game, **options)
        made.append((tree, sequence_form(tree)))

    prepared = once(prepare)
    tree, form = made[0]
    policy, found = Policy.uniform(tree), []
    result = once(lambda: found.append(measure(tree, policy, form)))
    extra = {"prepare_s": prepared["s"], "prepare_cpu_s": prepared["cpu_s"]}
    return result | extra | {"nash_conv": found[0].nash_conv, "histories": tree.histories}


def _uniform(tree: Tree) -> tuple[Tree, Policy]:
    return tree, Policy.uniform(tree)


def cold(case: Case) -> dict[str, Any]:
    """Solve until the budget is spent, counted from the start of the process."""
    tree = tree_of(case.env)
    form = sequence_form(tree)
    solver = CFR(tree, "cfr+", form, track=False)
    solver.run(1)
    measure_policy(form, solver.average())
    ready = time.time() - case.began
    spent = _run_until(solver, lambda: time.time() - case.began >= case.budget - MARGIN)
    found = measure_policy(form, solver.average())
    total = time.time() - case.began
    return {
        "s": total, "ready_s": ready, "iterations": solver.iterations,
        "nash_conv": found.nash_conv, "solving_s": spent, "peak_mib": peak_mib(),
    }  # fmt: skip


def _run_until(solver: CFR, is_over: Callable[[], bool]) -> float:
    began, n = time.perf_counter(), 100
    while not is_over():
        step = time.perf_counter()
        solver.run(n)
        n = max(1, round(n * STEP_SECONDS / (time.perf_counter() - step)))
    return time.perf_counter() - began


def solve(case: Case) -> dict[str, Any]:
    """Compile a game and solve it until NashConv is 1 % of the range of its payoffs, or give up."""
    game, options = parse_env(case.env)
    wall, cpu = time.perf_counter(), time.process_time()
    _ = game.functions
    rules = time.perf_counter() - wall
    tree = compile_tree(game, **options)
    form = sequence_form(tree)
    compiled = time.perf_counter() - wall
    solver, goal, found = CFR(tree, "cfr+", form, track=False), GOAL * tree.payoff_range, None
    while found is None or (found.nash_conv > goal and time.perf_counter() - wall < MOST_SECONDS):
        solver.run(max(10, solver.iterations // 4))
        found = measure_policy(form, solver.average())
    return {
        "s": time.perf_counter() - wall, "cpu_s": time.process_time() - cpu, "rules_s": rules,
        "compile_s": compiled - rules, "iterations": solver.iterations,
        "nash_conv": found.nash_conv, "goal": goal, "histories": tree.histories,
        "information_states": tree.information_states, "peak_mib": peak_mib(),
    }  # fmt: skip


DO = {"cfr+": cfr_plus, "mccfr": mccfr, "nash_conv": nash_conv, "cold": cold, "solve": solve}


def run(case: Case) -> dict[str, Any]:
    """Measure one task."""
    return DO[case.task](case)
