"""The stopwatch that ours and the peers share; it loads nothing of hoodwink but `case`."""

import hashlib
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from hoodwink.bench.case import HASHED, Case

CHECKSUM_DIGITS = 16

# (mask or list of the legal actions, observation or None) -> action
Pick = Callable[[Any, Any], int]


@dataclass(frozen=True)
class Tally:
    """What was played: decisions, and games that came to their end."""

    decisions: int
    games: int


class Watch:
    """Sees the decisions of an untimed run: hashes the first ones, counts the forced ones."""

    def __init__(self, hashed: int = HASHED) -> None:
        """Begin with nothing seen; `hashed` decisions go into the checksum."""
        self._left = hashed
        self._hash = hashlib.sha256()
        self.decisions = self.forced = 0
        self._observed = False

    def count(self, legal: Any) -> None:
        """Count decisions: `legal` is a mask (A,), masks (N, A), or a list of legal actions."""
        if isinstance(legal, list):
            choices = np.array([len(legal)])
        else:
            choices = np.atleast_2d(legal).sum(axis=1, dtype=np.int64)
        self.decisions += len(choices)
        self.forced += int(np.count_nonzero(choices == 1))

    def hash(self, legal: Any, observation: Any) -> None:
        """Take the bytes of observation and mask of one decision, if it is among the first."""
        if observation is None or self._left == 0:
            return
        self._observed = True
        self._left -= 1
        self._hash.update(np.ascontiguousarray(observation).tobytes())
        self._hash.update(np.asarray(legal, np.int8).tobytes())

    @property
    def checksum(self) -> str | None:
        """The hash so far; None if nothing was observed."""
        return self._hash.hexdigest()[:CHECKSUM_DIGITS] if self._observed else None

    def report(self) -> dict[str, Any]:
        """Return what the row says of the decisions seen."""
        share = self.forced / self.decisions
        return {
            "forced_share": share,
            "forced_counted": self.decisions,
            "checksum": self.checksum,
        }


class Subject(ABC):
    """What is measured: a driver with its game or games.

    Attributes:
        facts: what the row says beyond rates, such as the bytes of an observation.
    """

    facts: dict[str, Any]

    @abstractmethod
    def begin(self) -> None:
        """Deal anew from the seed: the same games each time."""

    @abstractmethod
    def play(self, decisions: int) -> Tally:
        """Play at least so many decisions and whole games, as fast as it goes."""

    @abstractmethod
    def first(self, decisions: int) -> dict[str, Any]:
        """Begin anew, play about so many decisions untimed, and return what was seen."""


class OneByOne(Subject):
    """A Subject that plays one game after the other, asking `pick` for each decision."""

    def __init__(self, case: Case, pick: Callable[[int], Pick]) -> None:
        """Begin with the picker that `pick` makes of a seed."""
        self.case, self.facts = case, {}
        self._new_pick = pick
        self.pick = pick(case.seed)

    def begin(self) -> None:
        """Deal anew from the seed: the same games each time."""
        self.pick = self._new_pick(self.case.seed)

    def play(self, decisions: int) -> Tally:
        """Play at least so many decisions and whole games, as fast as it goes."""
        return self.loop(self.pick, decisions)

    @abstractmethod
    def loop(self, pick: Pick, decisions: int) -> Tally:
        """Play at least so many decisions and whole games with `pick`."""

    def first(self, decisions: int) -> dict[str, Any]:
        """Begin anew, play about so many decisions untimed, and return what was seen."""
        self.begin()
        watch, pick = Watch(), self.first_pick()

        def watched(legal: Any, observation: Any) -> int:
            watch.count(legal)
            watch.hash(legal, None if observation is None else self.canonical(observation))
            return pick(legal, observation)

        self.loop(watched, decisions)
        return watch.report()

    def first_pick(self) -> Pick:
        """Return what picks the first decisions."""
        return self.pick

    def canonical(self, observation: Any) -> Any:
        """Return an observation in the form that is hashed."""
        return observation


def pick_from_mask(seed: int) -> Pick:
    """Return the picker of all that give a mask, on both sides: uniform over its ones."""
    random = Random(seed).random

    def pick(mask: Any, observation: Any) -> int:
        legal = mask.nonzero()[0]
        action: int = legal.item(int(random() * len(legal)))
        return action

    return pick


def pick_from_list(seed: int) -> Pick:
    """Return the picker of peers that list the legal actions: uniform over the list."""
    random = Random(seed).random

    def pick(legal: Any, observation: Any) -> int:
        action: int = legal[int(random() * len(legal))]
        return action

    return pick


def play_aec(env: Any, pick: Pick, decisions: int, seed: int | None) -> Tally:
    """Play whole games of a PettingZoo environment as its documentation does.

    Steps of terminated agents are in the time, but are no decisions. `seed` is for the first game.
    """
    made = games = 0
    while made < decisions:
        env.reset(seed=seed)
        seed = None
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(pick(observation["action_mask"], observation["observation"]))
                made += 1
        games += 1
    return Tally(made, games)


def measure(make: Callable[[], Subject], case: Case) -> dict[str, Any]:
    """Make the subject ready, look at its first decisions, then measure it."""
    imported = time.process_time()  # all that this process has done so far
    wall, cpu = time.perf_counter(), cpu_with_helpers()
    subject = make()
    subject.play(1)
    row: dict[str, Any] = {
        "import_cpu_s": imported,
        "ready_s": time.perf_counter() - wall,
        "ready_cpu_s": cpu_with_helpers() - cpu,
    }
    if case.repetitions:
        decisions = _calibrated(subject, case.seconds)
        row |= subject.first(max(HASHED, min(decisions, case.counted)))
        row["repetitions"] = [_repetition(subject, decisions) for _ in range(case.repetitions)]
    return row | subject.facts | {"peak_mib": peak_mib()}


def _calibrated(subject: Subject, seconds: float) -> int:
    """Return how many decisions take about `seconds` of CPU time."""
    asked = 1
    while True:
        began = time.process_time()
        tally = subject.play(asked)
        spent = time.process_time() - began
        if spent >= seconds / 8:
            return max(1, round(tally.decisions * seconds / spent))
        asked = 4 * tally.decisions


def _repetition(subject: Subject, decisions: int) -> dict[str, Any]:
    wall, cpu = time.perf_counter(), time.process_time()
    tally = subject.play(decisions)
    spent = {"cpu_s": time.process_time() - cpu, "s": time.perf_counter() - wall}
    return {"decisions": tally.decisions, "games": tally.games, **spent}


def cpu_with_helpers() -> float:
    """Return CPU seconds of this process and of the helpers it has waited for."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


def peak_mib() -> float | None:
    """Return the most memory this process held, in MiB; None where that is not known."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux, whose getrusage also counts what the parent held when it forked
        found = [x for x in status.read_text().splitlines() if x.startswith("VmHWM:")]
        return int(found[0].split()[1]) / 1024 if found else None
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def copy_seconds(widths: list[int], rows: int, seconds: float = 0.02) -> float:
    """Return CPU seconds per row that a plain copy of `rows` rows of these bytes takes."""
    arrays = [(np.zeros((rows, w), np.uint8), np.ones((rows, w), np.uint8)) for w in widths]
    rounds, spent = 1, 0.0
    while spent < seconds:
        rounds *= 2
        began = time.process_time()
        for _ in range(rounds):
            for target, source in arrays:
                np.copyto(target, source)
        spent = time.process_time() - began
    return spent / (rounds * rows)
