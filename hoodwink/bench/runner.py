"""Run the cases one after the other and gather their rows."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from hoodwink.bench.case import Case
from hoodwink.bench.peers import PEERS
from hoodwink.bench.plan import COMPILED, Entry
from hoodwink.bench.progress import Progress
from hoodwink.bench.rows import Row, make_row
from hoodwink.bench.spawn import CaseFailed, run_apart
from hoodwink.envs.core.game import LARGE

PEER_COMPILES = "pgx"  # every process of it anew
START, FIRST_RUN = 2.0, 3.2  # seconds to start a process; repetitions' worth of what is not timed


@dataclass
class Outcome:
    """All rows, what stands in for rows that are missing, and what went wrong."""

    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def run_all(entries: list[Entry], notes: list[str], quick: bool) -> Outcome:
    """Run every case; one that fails is a failure, or of a peer a note, and the next one follows.

    With `quick` nothing is compiled cold: compiled code comes from the usual folder.
    """
    outcome = Outcome(notes=list(notes))
    progress = Progress([s for entry in entries for s in _expected(entry, quick)])
    try:
        for entry in entries:
            _run_entry(entry, quick, progress, outcome)
    finally:
        progress.close()
    return outcome


def _run_entry(entry: Entry, quick: bool, progress: Progress, outcome: Outcome) -> None:
    progress.next(f"{entry.env}: plain engine")
    try:
        reference = run_apart(entry.reference, progress.tick)
    except CaseFailed as failure:
        reference = {"checksum": None, "batch_checksum": None}
        outcome.failures.append(f"{entry.env}, plain engine: {failure}")
    for case in entry.cases:
        progress.next(f"{entry.env}: {case.name}")
        try:
            row = _run_case(case, reference, quick, progress.tick)
        except CaseFailed as failure:
            to = outcome.notes if case.driver in PEERS else outcome.failures
            to.append(f"{entry.env}, {case.name}: {failure}")
            continue
        outcome.rows.append(row)
        outcome.failures += _complaints(row, reference)


def _run_case(case: Case, reference: dict[str, Any], quick: bool, tick: Callable[[], None]) -> Row:
    if case.driver in PEERS:
        measured = run_apart(case, tick)
        return make_row(
            case, measured, measured if case.driver == PEER_COMPILES else None, False, None
        )
    if case.driver not in COMPILED or quick:
        return make_row(case, run_apart(case, tick), None, False, reference)
    with tempfile.TemporaryDirectory(prefix="hoodwink-bench-cache-") as cache:
        cold = run_apart(replace(case, repetitions=0), tick, cache)
        return make_row(case, run_apart(case, tick, cache), cold, True, reference)


def _complaints(row: Row, reference: dict[str, Any]) -> list[str]:
    """Return what is wrong with a row that was measured."""
    where = f"{row.env}, {row.name}"
    found = []
    if not row.games:
        found.append(f"{where}: no game came to its end, so nothing was measured")
    if row.checksum_reproduced is False:
        kinds = ["checksum"] if row.batch_checksum is None else ["checksum", "batch_checksum"]
        given = " ".join(str(getattr(row, kind)) for kind in kinds)
        due = " ".join(str(reference[kind]) for kind in kinds)
        found.append(f"{where}: checksum {given} is not that of the plain engine, {due}")
    return found


def _expected(entry: Entry, quick: bool) -> list[float]:
    """Return the seconds that the steps of a game may take: its reference, then its cases."""
    compiling = 25.0 if entry.game.n_actions > LARGE else 6.0
    steps = [START + 1.0]
    for case in entry.cases:
        seconds = START + (case.repetitions + FIRST_RUN) * case.seconds
        if case.driver in COMPILED and not quick:
            seconds += START + compiling
        steps.append(seconds + (10.0 if case.driver == PEER_COMPILES else 0.0))
    return steps
