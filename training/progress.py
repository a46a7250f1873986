"""How far a run is, and a line that says so to the person who waits."""

import sys
import time
from dataclasses import dataclass, field

EVERY_TERMINAL, EVERY_LOG = 0.2, 15.0  # seconds between two lines


@dataclass
class Progress:
    """Where a run stands; `metrics` are those of the last update, see metrics.py."""

    stage: str  # "imitation" or "ppo"
    decisions: int  # in this stage
    total: int
    seconds: float
    metrics: dict[str, float] = field(default_factory=dict)
    earlier: int = 0  # decisions of the stages before

    @property
    def all_decisions(self) -> int:
        """Decisions of all stages."""
        return self.earlier + self.decisions


class ProgressLine:
    """Prints stage, share, rate and time left to stderr: a line that moves, or one now and then."""

    def __init__(self, minutes: float | None = None) -> None:
        """Begin; with a time limit of `minutes` the time left is bounded by it."""
        self._moves = sys.stderr.isatty()
        self._limit = None if minutes is None else 60 * minutes
        self._printed = 0.0
        self._stage, self._began = "", (0, 0.0)

    def show(self, progress: Progress) -> None:
        """Print where the run stands, unless that was done a moment ago."""
        now = time.perf_counter()
        if progress.stage != self._stage:
            self._stage, self._began = progress.stage, (progress.decisions, progress.seconds)
            return  # no rate yet: what came before was mostly compiling
        if now - self._printed >= (EVERY_TERMINAL if self._moves else EVERY_LOG):
            self._printed = now
            text = self._text(progress)
            print(f"\r{text:<79}" if self._moves else text, end="" if self._moves else "\n",
                  file=sys.stderr, flush=True)  # fmt: skip

    def close(self) -> None:
        """End the moving line."""
        if self._moves and self._printed:
            print(file=sys.stderr)

    def _text(self, progress: Progress) -> str:
        seconds = max(progress.seconds - self._began[1], 1e-9)
        rate = (progress.decisions - self._began[0]) / seconds
        left = max(progress.total - progress.decisions, 0) / max(rate, 1e-9)
        if self._limit is not None:
            left = min(left, max(self._limit - progress.seconds, 0.0))
        text = f"{progress.stage} {short(progress.decisions)} of {short(progress.total)} decisions"
        then = ", then ppo" if progress.stage == "imitation" else ""
        text += f", {short(rate)}/s, {clock(left)} left{then}"
        metrics = progress.metrics
        if "entropy" in metrics:
            text += f", entropy {metrics['entropy']:.2f}"
        if "payoff_against_opponents" in metrics:
            text += f", payoff {metrics['payoff_against_opponents']:+.2f}"
        return text


def clock(seconds: float) -> str:
    """Return a time as minutes:seconds."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def short(number: float) -> str:
    """Return a number in at most three digits and a letter."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"
