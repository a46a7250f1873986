"""A solver run to its end, measured on the way: the curve, with progress, until Ctrl-C."""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from hoodwink.training.progress import clock, short
from hoodwink.training.solvers.best_response import Measure, measure
from hoodwink.training.solvers.cfr import ALGORITHMS, CFR
from hoodwink.training.solvers.form import Form
from hoodwink.training.solvers.mccfr import MCCFR
from hoodwink.training.solvers.policy import Policy
from hoodwink.training.solvers.tree import Tree

SUMMARIES = {
    "cfr": "counterfactual regret minimisation",
    "cfr+": "forgets regrets below zero, averages linearly",
    "dcfr": "discounts earlier iterations",
    "mccfr": "samples: one traversal for each seat an iteration",
}
STEP_SECONDS = 0.25  # of iterations between two looks at the clock
LINE_SECONDS = 1.0  # between two lines of progress


class Solver(Protocol):
    """What can be run for a while and asked for its average policy."""

    iterations: int

    def run(self, iterations: int) -> None:
        """Run so many more iterations."""
        ...

    def policy(self) -> Policy:
        """Return the average policy so far."""
        ...


@dataclass
class Point:
    """Where a run stood: after so many iterations and seconds of them and of measuring."""

    iterations: int
    seconds: float
    measure: Measure
    cce_gains: list[float] | None  # by seat; None for a solver that samples
    unvisited: int

    @property
    def cce_gap(self) -> float | None:
        """The largest gain of a seat by one fixed play against the history, at least 0."""
        return None if self.cce_gains is None else max(0.0, *self.cce_gains)


@dataclass
class Curve:
    """A run: its points, the last policy, and whether it was interrupted."""

    algorithm: str
    seed: int
    points: list[Point] = field(default_factory=list)
    policy: Policy | None = None
    interrupted: bool = False


def make_solver(tree: Tree, form: Form, algorithm: str, seed: int) -> Solver:
    """Return a solver of the tree; those that draw nothing leave the seed alone."""
    return CFR(tree, algorithm, form) if algorithm in ALGORITHMS else MCCFR(tree, seed)


def checkpoints(iterations: int) -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20 and so on, and at the end `iterations`."""
    size = 1
    while True:
        for digit in (1, 2, 5):
            if digit * size >= iterations:
                yield iterations
                return
            yield digit * size
        size *= 10


def follow(
    tree: Tree, form: Form, algorithm: str, iterations: int, seed: int,
    stop: Callable[[], bool], tell: Callable[[Point], None],
) -> Curve:  # fmt: skip
    """Run a solver, `tell` each point; when `stop` says so, end with a last one."""
    began = time.perf_counter()
    solver = make_solver(tree, form, algorithm, seed)
    pace = _Pace(iterations)
    curve = Curve(algorithm, seed)
    for goal in checkpoints(iterations):
        while solver.iterations < goal and not stop():
            pace.step(solver, goal)
        curve.policy = solver.policy()
        curve.points.append(
            Point(
                solver.iterations, time.perf_counter() - began, measure(tree, curve.policy, form),
                solver.cce_gaps() if isinstance(solver, CFR) and solver.iterations else None,
                curve.policy.unvisited,
            )
        )  # fmt: skip
        pace.clear()
        tell(curve.points[-1])
        if stop():
            curve.interrupted = solver.iterations < iterations
            break
    pace.clear()
    return curve


class _Pace:
    """How many iterations go into one step, and the line that says how far they are."""

    def __init__(self, total: int) -> None:
        self._total, self._rate = total, 0.0
        self._printed = time.perf_counter()
        self._moves, self._shown = sys.stderr.isatty(), False

    def step(self, solver: Solver, goal: int) -> None:
        """Run as many iterations as take a moment, up to the goal."""
        n = min(goal - solver.iterations, max(1, int(self._rate * STEP_SECONDS)))
        began = time.perf_counter()
        solver.run(n)
        self._rate = n / max(time.perf_counter() - began, 1e-9)
        self._say(solver.iterations)

    def _say(self, done: int) -> None:
        now = time.perf_counter()
        if now - self._printed < (LINE_SECONDS if self._moves else 15 * LINE_SECONDS):
            return
        self._printed, left = now, (self._total - done) / self._rate
        text = f"{short(done)} of {short(self._total)} iterations, {short(self._rate)}/s, "
        text += f"{clock(left)} left"
        if self._moves:
            print(f"\r{text:<79}", end="", file=sys.stderr, flush=True)
            self._shown = True
        else:
            print(f"hoodwink: {text}", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Wipe the line that moves, so that a row of the table can stand there."""
        if self._shown:
            print(f"\r{'':<79}\r", end="", file=sys.stderr, flush=True)
            self._shown = False
