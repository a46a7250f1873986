"""Run the cases of `hoodwink bench --solvers`, print a table, return what JSON gets."""

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from typing import Any

from hoodwink.bench.progress import Progress
from hoodwink.bench.solving.case import OURS, RATES, TASKS, Case
from hoodwink.bench.solving.plan import SOLVERS, module_of
from hoodwink.bench.spawn import CaseFailed, run_apart

EXPECTED = {"cold": 22.0, "solve": 40.0, "nash_conv": 70.0}  # seconds; others take about 8
LEGEND = """\
  CPU-s   per second of CPU time; second: by the clock; medians of repetitions
  An iteration updates all seats and the average; a traversal is one seat's.
  peers   liteefg: its own CFR+ baseline; openspiel: the C++ solver, from Python"""


def run_solvers(cases: list[Case], notes: list[str]) -> dict[str, Any]:
    """Run every case; return rows, ratios, notes and failures."""
    rows: list[dict[str, Any]] = []
    failures: list[str] = []
    progress = Progress([EXPECTED.get(case.task, 8.0) for case in cases])
    try:
        for case in cases:
            progress.next(f"{case.task}, {case.env}: {case.who}")
            try:
                rows.append(row_of(case, _measured(case, progress.tick)))
            except CaseFailed as failure:
                into = failures if case.who == OURS else notes
                into.append(f"{case.task}, {case.env}, {case.who}: {failure}")
    finally:
        progress.close()
    return {"rows": rows, "ratios": ratios(rows), "notes": notes, "failures": failures}


def _measured(case: Case, tick: Callable[[], None]) -> dict[str, Any]:
    module = module_of(case)
    if case.task != "cold":
        return run_apart(case, tick, module=module)
    with tempfile.TemporaryDirectory(prefix="hoodwink-bench-cache-") as cache:
        return run_apart(replace(case, began=time.time()), tick, cache, module=module)


def row_of(case: Case, measured: dict[str, Any]) -> dict[str, Any]:
    """Return a row as JSON has it."""
    version = "" if case.who == OURS else SOLVERS[case.who].version
    return {**asdict(case), "peer_version": version, **measured}


def ratios(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return by what we are faster in each task, by CPU time and by the clock."""
    found = []
    for mine in (row for row in rows if row["who"] == OURS):
        for row in rows:
            if row["who"] == OURS or (row["task"], row["env"]) != (mine["task"], mine["env"]):
                continue
            for per in ("cpu_s", "s"):
                if mine["task"] in RATES:
                    ratio = mine[f"per_{per}"] / row[f"per_{per}"]
                else:
                    ratio = row[per] / mine[per]
                what = {"task": mine["task"], "env": mine["env"], "peer": row["who"]}
                found.append({**what, "per": per, "ratio": ratio})
    return found


def table(result: dict[str, Any]) -> Iterator[str]:
    """Yield the lines, none over 80 columns."""
    heads = (("per CPU-s", 14), ("per second", 14), ("MiB", 9))
    yield f"{'exact solvers':<36}" + "".join(f"{head:>{width}}" for head, width in heads)
    last = None
    for row in result["rows"]:
        if (row["task"], row["env"]) != last:
            last = (row["task"], row["env"])
            yield f"{row['env']}: {TASKS[row['task']]}"
        yield from _lines(row)
    yield ""
    yield from LEGEND.splitlines()
    if result["ratios"]:
        yield f"\n{'ours by theirs':<36}{'CPU-s':>14}{'second':>14}"
    for cpu, wall in zip(result["ratios"][::2], result["ratios"][1::2], strict=True):
        name = f"  {cpu['env']}: {cpu['task']} / {cpu['peer']}"
        yield f"{name:<36}{cpu['ratio']:>14,.3g}{wall['ratio']:>14,.3g}"


def _lines(row: dict[str, Any]) -> Iterator[str]:
    name = f"  {row['who']} {row['peer_version']}".rstrip()
    memory = "-" if row["peak_mib"] is None else f"{row['peak_mib']:.0f}"
    if row["task"] in RATES:
        yield f"{name:<36}{row['per_cpu_s']:>14,.0f}{row['per_s']:>14,.0f}{memory:>9}"
        return
    seconds = f"{row['s']:.4g} s"
    yield f"{name:<36}{'':>14}{seconds:>14}{memory:>9}"
    if "prepare_s" in row:
        yield f"    tree and sequence form before it: {row['prepare_s']:.3g} s, made once"
    if row["task"] == "cold":
        yield (
            f"    ready after {row['ready_s']:.1f} s; NashConv {row['nash_conv']:.2g} after "
            f"{row['iterations']:,} iterations"
        )
    if row["task"] == "solve":
        yield (
            f"    {row['histories']:,} histories; rules {row['rules_s']:.1f} s, tree "
            f"{row['compile_s']:.1f} s; {row['iterations']:,} iterations"
        )
        if row["nash_conv"] > row["goal"]:
            yield f"    given up at NashConv {row['nash_conv']:.2g}, above {row['goal']:.2g}"
