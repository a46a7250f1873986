"""The parts of the benchmark: picking, watching, comparing, telling the time left."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from hoodwink.bench.case import SPREAD, Case, spread
from hoodwink.bench.peers import PEERS
from hoodwink.bench.plan import Settings, plan
from hoodwink.bench.progress import Progress, clock
from hoodwink.bench.rows import Row, ratios
from hoodwink.bench.spawn import run_apart
from hoodwink.bench.stopwatch import Watch, pick_from_list, pick_from_mask
from hoodwink.bench.table import table

ROOT = Path(__file__).resolve().parents[2]
DEFAULTS = Settings(["kuhn"], ["batch", "plain"], False, 64, 2, 0, 0.05, 5, False)


def row(driver, api="", cpu=100.0, wall=50.0, threads=1, **changes):
    fields = dict.fromkeys(Row.__dataclass_fields__)
    given = {
        "game": "kuhn", "env": "kuhn", "driver": driver, "api": api, "threads": threads,
        "decisions_per_cpu_s": cpu, "decisions_per_s": wall, "games_per_cpu_s": 1.0, "games": 7,
        "forced_share": 0.5, "checksum": "c0ffee", "checksum_reproduced": True,
    }  # fmt: skip
    return Row(**{**fields, **given, **changes})


# -- picking and watching --------------------------------------------------------------------------


def test_picks_are_uniform_over_the_legal_actions():
    mask = np.array([0, 1, 0, 1, 1], np.int8)
    from_mask, from_list = pick_from_mask(1), pick_from_list(1)
    counts = Counter(from_mask(mask, None) for _ in range(3000))
    assert sorted(counts) == [1, 3, 4]
    assert min(counts.values()) > 900
    assert Counter(from_list([1, 3, 4], None) for _ in range(3000)) == counts


def test_a_watch_counts_forced_decisions_of_masks_and_lists():
    watch = Watch()
    watch.count(np.array([0, 1, 0], np.int8))
    watch.count(np.array([[1, 1, 0], [0, 0, 1]], np.int8))
    watch.count([2, 5])
    watch.count([2])
    assert (watch.decisions, watch.forced) == (5, 3)


@pytest.mark.parametrize("damaged", ["observation", "mask", "order"])
def test_a_checksum_moves_with_every_byte(damaged):
    shown = [
        (np.array([1, 0], np.int8), np.array([3, 4], np.int8)),
        (np.array([1, 1], np.int8), np.array([5, 6], np.int8)),
    ]

    def checksum():
        watch = Watch()
        for mask, observation in shown:
            watch.hash(mask, observation)
        return watch.checksum

    before = checksum()
    assert checksum() == before
    if damaged == "order":
        shown.reverse()
    else:
        shown[1][damaged == "observation"][0] += 1
    assert checksum() != before


def test_a_checksum_is_of_the_first_decisions_only():
    first, longer = Watch(2), Watch(2)
    for watch, decisions in ((first, 2), (longer, 5)):
        for i in range(decisions):
            watch.hash(np.ones(2, np.int8), np.full(3, i, np.int8))
    assert first.checksum == longer.checksum
    assert Watch().checksum is None


@pytest.mark.parametrize("games", [1, 2, 15, 16, 17, 1024])
def test_games_all_over_the_batch_are_distinct_and_hold_both_ends(games):
    rows = spread(games)
    assert len(set(rows)) == len(rows) == min(SPREAD, games)
    assert (rows[0], rows[-1]) == (0, games - 1)


# -- planning --------------------------------------------------------------------------------------


def test_a_batch_is_stepped_by_one_thread_and_by_all():
    (entry,), _ = plan(DEFAULTS)
    assert [case.name for case in entry.cases] == ["batch, 1 thread", "batch, 2 threads", "plain"]


def test_peers_play_the_game_they_have_and_no_variant_of_it(monkeypatch):
    monkeypatch.setattr(type(PEERS["pgx"]), "missing", [])
    envs = ["kuhn", "leduc", "kuhn:players=3", "warumono2"]
    entries, notes = plan(Settings(envs, ["plain"], True, 64, 2, 0, 0.05, 5, False))
    found = [list(dict.fromkeys(case.driver for case in entry.cases)) for entry in entries]
    assert notes == []
    assert found == [
        ["plain", "openspiel", "pgx"],
        ["plain", "openspiel", "pettingzoo", "rlcard", "pgx"],
        ["plain"],
        ["plain"],
    ]


# -- comparing and telling -------------------------------------------------------------------------


def test_ratios_compare_the_fastest_of_both_sides():
    rows = [
        row("batch", cpu=100.0, wall=90.0),
        row("batch", cpu=80.0, wall=160.0, threads=2),
        row("pgx", "loop_256", cpu=20.0, wall=40.0),
        row("pgx", "scan_256", cpu=50.0, wall=20.0),
        row("openspiel", "numpy", cpu=10.0, wall=10.0),
        row("openspiel", "unobserved", cpu=99.0, wall=99.0),
    ]
    by_cpu, by_clock, *others = ratios(rows)
    assert (by_cpu.ours_threads, by_cpu.peer_api, by_cpu.ratio) == (1, "scan_256", 2.0)
    assert (by_clock.ours_threads, by_clock.peer_api, by_clock.ratio) == (2, "loop_256", 4.0)
    assert [(r.peer, r.peer_api, r.ratio) for r in others] == [
        ("openspiel", "numpy", 10.0),
        ("openspiel", "numpy", 16.0),
    ]


def test_ratios_keep_to_one_game():
    assert ratios([row("batch"), row("pgx", "scan_1", env="leduc", game="leduc")]) == []


def test_the_table_with_peers_fits_80_columns():
    (entry,), _ = plan(DEFAULTS)
    rows = [
        row("batch", cpu=123_456_789.0, wall=99_999_999.0, threads=16, games=10**9),
        row("openspiel", "unobserved", peak_mib=1234.5, checksum_reproduced=None),
        row("openspiel", "numpy", compile_cold_s=123.4, checksum_reproduced=None),
    ]
    lines = list(table([entry], rows, ratios(rows)))
    assert [line for line in lines if len(line) > 80] == []
    assert any("batch, 16 threads / openspiel numpy" in line for line in lines)


def test_the_time_left_follows_what_the_steps_took(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    progress = Progress([10.0, 10.0, 20.0])
    progress.next("one")
    assert progress.left(now[0]) == pytest.approx(40.0)
    now[0] += 20.0  # twice as long as expected
    progress.next("two")
    assert progress.left(now[0]) == pytest.approx(60.0)
    now[0] += 500.0
    assert progress.left(now[0]) == pytest.approx(40.0)


def test_clock():
    assert (clock(0.4), clock(59.6), clock(605.0)) == ("0:00", "1:00", "10:05")


# -- peers, where they are installed ---------------------------------------------------------------

APIS = [
    pytest.param("kuhn", "pgx", api, marks=pytest.mark.slow) for api in ("scan_256", "loop_256")
]
APIS += [("leduc", name, api) for name in PEERS if name != "pgx" for api in PEERS[name].apis]
DECISIONS_PER_GAME = {  # Leduc in RLCard lets one fold at any time
    ("kuhn", "pgx"): 2.25, ("leduc", "openspiel"): 4.06,
    ("leduc", "pettingzoo"): 2.57, ("leduc", "rlcard"): 2.57,
}  # fmt: skip


@pytest.mark.parametrize(("game", "peer", "api"), APIS)
def test_a_peer_plays_whole_games(game, peer, api):
    if PEERS[peer].missing:
        pytest.skip(f"{PEERS[peer].missing} not installed")
    case = Case(game, game, peer, api, seconds=0.2, repetitions=1, counted=0)
    found = run_apart(case, lambda: None)
    (played,) = found["repetitions"]
    expected = DECISIONS_PER_GAME[game, peer]
    assert played["decisions"] / played["games"] == pytest.approx(expected, rel=0.07)
    assert (found["checksum"] is None) == (api == "unobserved")
    assert found["forced_share"] == 0
    assert found["peak_mib"] > 0


def test_a_peers_process_loads_nothing_of_ours():
    program = (
        "import runpy; worker = runpy.run_path('hoodwink/bench/worker.py'); "
        "worker['without_ours'](); import sys, hoodwink.bench.stopwatch, hoodwink.bench.peers; "
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "hoodwink.bench.stopwatch" in loaded
    assert not {"pettingzoo", "gymnasium", "numba", "hoodwink.envs"} & loaded
