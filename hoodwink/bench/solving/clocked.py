"""Rates of something that can be done any number of times, and times of what is done once."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from hoodwink.bench.solving.case import Case
from hoodwink.bench.stopwatch import peak_mib


def rates(case: Case, do: Callable[[int], None], per: int = 1) -> dict[str, Any]:
    """Call `do` with a number of iterations that takes `case.seconds`; return the median rates.

    An iteration counts as `per`.
    """
    n = _calibrated(do, case.seconds)
    repetitions = [_timed(do, n) for _ in range(case.repetitions)]
    return {
        "per_cpu_s": median(per * n / each["cpu_s"] for each in repetitions),
        "per_s": median(per * n / each["s"] for each in repetitions),
        "iterations": n,
        "repetitions": repetitions,
        "peak_mib": peak_mib(),
    }


def once(do: Callable[[], None]) -> dict[str, Any]:
    """Return how long something takes."""
    return {**_timed(lambda _: do(), 1), "peak_mib": peak_mib()}


def _calibrated(do: Callable[[int], None], seconds: float) -> int:
    n = 1
    while True:
        spent = _timed(do, n)["cpu_s"]
        if spent >= seconds / 8:
            return max(1, round(n * seconds / spent))
        n *= 4


def _timed(do: Callable[[int], None], n: int) -> dict[str, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    do(n)
    return {"cpu_s": time.process_time() - cpu, "s": time.perf_counter() - wall}
