"""How far the run is: a line on stderr that moves, or one a case and every few seconds."""

import sys
import time

EVERY_TERMINAL, EVERY_LOG = 0.2, 15.0  # seconds between two lines


class Progress:
    """Says what runs, for how long, and how much time is left."""

    def __init__(self, expected: list[float]) -> None:
        """Begin with the seconds that each step may take; they are corrected as it goes."""
        self._expected, self._at = expected, -1
        self._moves = sys.stderr.isatty()
        self._began = self._step_began = time.monotonic()
        self._printed = 0.0
        self._what = ""

    def next(self, what: str) -> None:
        """Go on to the next step."""
        self._at += 1
        self._what, self._step_began = what, time.monotonic()
        self._print()

    def tick(self) -> None:
        """Show that it is alive, unless that was done a moment ago."""
        if time.monotonic() - self._printed >= (EVERY_TERMINAL if self._moves else EVERY_LOG):
            self._print()

    def close(self) -> None:
        """End the moving line."""
        if self._moves and self._printed:
            print(f"\r{'':<79}\r", end="", file=sys.stderr, flush=True)

    def left(self, now: float) -> float:
        """Return the seconds left: those expected, stretched as the steps so far were."""
        done = sum(self._expected[: self._at])
        stretch = (self._step_began - self._began) / done if done else 1.0
        running = self._expected[self._at] * stretch - (now - self._step_began)
        return max(running, 0.0) + stretch * sum(self._expected[self._at + 1 :])

    def _print(self) -> None:
        now = self._printed = time.monotonic()
        text = (
            f"[{self._at + 1}/{len(self._expected)}] {self._what}, "
            f"{clock(now - self._step_began)}, about {clock(self.left(now))} left"
        )
        print(
            f"\r{text:<79.79}" if self._moves else f"bench: {text}",
            end="" if self._moves else "\n", file=sys.stderr, flush=True,
        )  # fmt: skip


def clock(seconds: float) -> str:
    """Return a time as minutes:seconds."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"
