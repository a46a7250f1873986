"""The result as text of 80 columns at most."""

from collections.abc import Iterator
from typing import Any

from hoodwink.bench.case import HASHED, SPREAD, SPREAD_DECISIONS
from hoodwink.bench.peers import PEERS
from hoodwink.bench.plan import Entry
from hoodwink.bench.rows import Ratio, Row

WIDTHS = (20, 8, 8, 8, 8, 7, 6, 6, 5, 4)
HEADS = (
    " " * 20 + "   decisions per   games   games forced  copy compiling most",
    "driver".ljust(20) + "   CPU-s  second   CPU-s    done      %     %  cold warm MiB",
)
LEGEND = f"""\
Uniformly random legal play: observation and mask are made for every decision,
and the action is picked from the mask. Dealing, chance and scoring are in the
time but are no decisions. Rates are medians of the repetitions.
  CPU-s      per second of CPU time of the process, all its threads
  second     per second by the clock, which drops when others use the machine
  games done that came to their end while measured
  forced     share of the decisions with one legal action
  copy       CPU time of a plain memory copy of state, observation and mask, as
             a share of that of a decision
  compiling  seconds until the first decision: all to compile, all on disk
  MiB        most memory held, imports and all
The checksum is of observations and masks of the first {HASHED:,} decisions of
game 0; of a batch also of the first {SPREAD_DECISIONS} of up to {SPREAD} games all over it.
  batch                 many games stepped together
  aec, aec_wrapped      env(), and raw_env() in PettingZoo's wrappers
  single, plain         one game, one call a move; the same as plain Python"""
PEER_LEGEND = """\
  openspiel numpy       state loop with observation and mask as NumPy arrays
  openspiel unobserved  the same without: picked from the list of legal actions
  pettingzoo, rlcard    in their Leduc one may fold at any time: shorter games;
                        rlcard gives a list in place of a mask
  pgx loop_N, scan_N    N games; one jitted step a call, or many steps a call;
                        compiled anew by every process"""


def table(entries: list[Entry], rows: list[Row], found: list[Ratio]) -> Iterator[str]:
    """Yield the lines: a table for each game, what the columns mean, how we compare."""
    for entry in entries:
        mine = [row for row in rows if row.env == entry.env]
        yield from _heading(entry)
        yield from HEADS
        for row in mine:
            yield _line(_cells(row))
        yield from _checksums(mine)
        yield ""
    yield from LEGEND.splitlines()
    if any(row.driver in PEERS for row in rows):
        yield from PEER_LEGEND.splitlines()
    if found:
        yield ""
        yield from _ratios(found)


def _heading(entry: Entry) -> Iterator[str]:
    game = entry.game
    options = ", ".join(f"{k}={v}" for k, v in entry.options.items() if v is not None)
    yield _cut(f"{entry.env}: {game.title}, rules version {game.rules_version}; {options}")
    yield (
        f"a state has {game.state.itemsize:,} bytes, an observation {game.n_observation:,} (by AEC "
        f"{4 * game.n_observation:,}), a mask {game.n_actions:,}"
    )


def _cut(text: str, width: int = 80) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def _line(cells: tuple[str, ...]) -> str:
    first, *rest = zip(cells, WIDTHS, strict=True)
    return first[0].ljust(first[1]) + "".join(cell.rjust(width) for cell, width in rest)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.name,
        _short(row.decisions_per_cpu_s),
        _short(row.decisions_per_s),
        _short(row.games_per_cpu_s),
        _short(row.games),
        f"{100 * row.forced_share:.1f}",
        _maybe(row.copy_share, 100, 2),
        _maybe(row.compile_cold_s, 1, 1),
        _maybe(row.compile_warm_s, 1, 1),
        _maybe(row.peak_mib, 1, 0),
    )


def _maybe(number: float | None, times: int, digits: int) -> str:
    return "-" if number is None else f"{times * number:.{digits}f}"


def _short(number: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= 0.9995 * size:
            return f"{number / size:#.3g}".rstrip(".") + letter
    return f"{number:.3g}"


def _checksums(rows: list[Row]) -> Iterator[str]:
    ours = [row for row in rows if row.driver not in PEERS]
    sums = sorted({str(row.checksum) for row in ours})
    if ours and all(row.checksum_reproduced for row in ours):
        yield f"checksum of all our rows: {', '.join(sums)}, as the plain engine plays it"
    for row in ours:
        if not row.checksum_reproduced:
            yield f"CHECKSUM of {row.name} is not what the plain engine gives: {row.checksum}"


def _ratios(found: list[Ratio]) -> Iterator[str]:
    yield "ours by theirs, decisions" + "per CPU-s".rjust(38) + "per s".rjust(12)
    lines: dict[tuple[Any, ...], dict[str, float]] = {}
    for each in found:
        key = (each.game, each.ours, each.ours_threads, each.peer, each.peer_api)
        lines.setdefault(key, {})[each.per] = each.ratio
    for (game, ours, threads, peer, api), by in lines.items():
        mine = f"{ours}, {threads} thread{'s' * (threads > 1)}" if ours == "batch" else ours
        cells = (f"{by[per]:.3g}" if per in by else "" for per in ("cpu_s", "s"))
        label = _cut(f"  {game}: {mine} / {peer} {api}", 51)
        yield label.ljust(51) + "".join(cell.rjust(12) for cell in cells)
