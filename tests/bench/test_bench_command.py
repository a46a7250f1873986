"""`hoodwink bench` as people call it: one short run, its table and its JSON; what it refuses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hoodwink import cli

ROOT = Path(__file__).resolve().parents[2]
QUICK = ["bench", "--env", "kuhn", "--quick", "--games", "64", "--seed", "3"]
NAMES = {"batch", "aec", "aec_wrapped", "single", "plain"}


def bench(folder, *words):
    """Return what a run in a process of its own printed, and what it wrote as JSON."""
    written = folder / "bench.json"
    command = [sys.executable, "-m", "hoodwink", *words, "--json", str(written)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done, json.loads(written.read_text())


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    return bench(tmp_path_factory.mktemp("bench"), *QUICK, "--threads", "2")


@pytest.fixture(scope="module")
def rows(quick):
    return quick[1]["rows"]


def test_every_driver_has_its_row_and_batch_one_for_each_number_of_threads(rows):
    assert [(row["driver"], row["threads"]) for row in rows] == [
        ("batch", 1), ("batch", 2), ("aec", 1), ("aec_wrapped", 1), ("single", 1), ("plain", 1),
    ]  # fmt: skip


def test_all_drivers_show_the_same_first_decisions_as_the_plain_engine(rows):
    assert len({row["checksum"] for row in rows}) == 1
    assert all(row["checksum_reproduced"] is True for row in rows)
    assert rows[0]["batch_checksum"] == rows[1]["batch_checksum"]
    assert rows[0]["batch_checksum"] is not None


@pytest.mark.parametrize("driver", sorted(NAMES))
def test_a_row_holds_what_it_promises(rows, driver):
    row = next(row for row in rows if row["driver"] == driver)
    rates = ["decisions_per_cpu_s", "decisions_per_s", "games_per_cpu_s", "games_per_s"]
    for key in [*rates, "games", "decisions", "state_bytes", "mask_bytes", "copy_share"]:
        assert row[key] > 0, key
    for key in ["peak_mib", "import_cpu_s", "forced_counted"]:
        assert row[key] > 0, key
    assert row["game"] == row["env"] == "kuhn"
    assert row["forced_share"] == 0  # nobody is ever forced in Kuhn poker
    assert len(row["repetitions"]) == 1


def test_observations_are_whole_numbers_in_a_batch_and_floats_by_aec(rows):
    by = {row["driver"]: row["observation_bytes"] for row in rows}
    assert by["aec"] == by["aec_wrapped"] == 4 * by["batch"] == 4 * by["single"]


def test_a_game_of_kuhn_has_two_and_a_quarter_decisions(rows):
    batch = rows[0]
    assert batch["decisions_per_game"] == pytest.approx(2.25, abs=0.1)


def test_the_whole_result_says_what_was_measured_and_where(quick):
    data = quick[1]
    assert data["games"] == [
        {"env": "kuhn", "game": "kuhn", "rules_version": "1", "options": {"players": 2}}
    ]
    assert data["settings"]["seed"] == 3
    assert data["machine"]["python"]
    assert data["ratios"] == data["notes"] == data["failures"] == []


def test_the_table_fits_80_columns_and_says_what_columns_mean(quick):
    lines = quick[0].stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert any(line.startswith("batch, 2 threads") for line in lines)
    assert any(line.startswith("checksum of all our rows") for line in lines)
    for word in ("CPU-s", "second", "forced", "copy", "compiling", "MiB"):
        assert any(line.startswith(f"  {word}") for line in lines), word


def test_it_looks_alive(quick):
    lines = quick[0].stderr.splitlines()
    assert lines[0].startswith("bench: [1/7] kuhn: plain engine")
    assert all(" left" in line for line in lines if line.startswith("bench:"))


def test_compiling_is_measured_cold_and_warm_apart_from_the_usual_folder(tmp_path):
    words = ["--threads", "1", "--games", "64", "--seconds", "0.02", "--drivers", "batch", "plain"]
    _, data = bench(tmp_path, "bench", "--env", "kuhn", *words)
    batch, plain = data["rows"]
    assert batch["compile_cold_cpu_s"] > 0
    assert batch["compile_cold_s"] > 0
    assert batch["compile_warm_s"] > 0
    assert plain["compile_cold_s"] is plain["compile_warm_s"] is None
    assert len(batch["repetitions"]) == 5
    assert all(each["games"] > 0 for each in batch["repetitions"])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--repetitions", "4"], "--repetitions must be at least 5, or 1 with --quick; got 4"),
        (["--quick", "--repetitions", "0"], "or 1 with --quick; got 0"),
        (["--games", "0"], "--games must be at least 1, got 0"),
        (["--threads", "0"], "--threads must be at least 1, got 0"),
        (["--seconds", "0"], "--seconds must be above 0 and at most 60, got 0.0"),
        (["--seconds", "nan"], "--seconds must be above 0 and at most 60, got nan"),
        (["--seed", "-1"], "--seed must be at least 0, got -1"),
        (["--env", "chess"], "unknown game 'chess'; there are: "),
        (["--env", "kuhn:players=9"], "players"),
        (["--json", "none/bench.json"], "there is no folder none"),
    ],
)
def test_wrong_arguments_are_one_line_and_status_2(words, complaint, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["bench", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_an_unknown_driver_is_wrong_usage(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["bench", "--drivers", "rocket"])
    assert ended.value.code == 2
    assert "invalid choice: 'rocket'" in capsys.readouterr().err


def test_no_other_command_loads_it():
    program = "import sys, hoodwink.cli; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not [name for name in done.stdout.split() if name.startswith("hoodwink.bench")]
