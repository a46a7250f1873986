"""`hoodwink solve` as people call it: what it prints, what it writes, what it refuses."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hoodwink import cli
from hoodwink.training.solvers import CFR, Policy, cfr, measure
from hoodwink.training.solvers.curve import checkpoints
from tests.training.solvers.planted import tree_of

ROOT = Path(__file__).resolve().parents[3]


def solve(
    capsys: pytest.CaptureFixture[str], folder: Path, *words: str
) -> tuple[str, dict[str, Any]]:
    """Return what the command printed, and what it wrote as JSON."""
    file = folder / "solve.json"
    assert cli.main(["solve", *words, "--json", str(file)]) == 0
    return capsys.readouterr().out, json.loads(file.read_text())


def test_a_run_is_shown_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, found = solve(capsys, tmp_path, "--env", "kuhn", "--algo", "cfr", "--iterations", "100")
    tree = tree_of("kuhn")
    expected, solver = measure(tree, cfr(tree, 100)), CFR(tree)
    solver.run(100)
    assert found["iterations"] == [1, 2, 5, 10, 20, 50, 100]
    assert found["nash_conv"][0] == pytest.approx(11 / 12)
    assert found["nash_conv"][-1] == pytest.approx(expected.nash_conv, abs=1e-12)
    assert found["value"] == pytest.approx(expected.value, abs=1e-12)
    assert found["deviation_gain"] == pytest.approx(expected.deviation_gain, abs=1e-12)
    assert found["exploitability"] == pytest.approx(expected.nash_conv / 2)
    assert found["cce_gain"] == pytest.approx(solver.cce_gaps(), abs=1e-12)
    assert found["cce_gap"][-1] == pytest.approx(max(solver.cce_gaps()), abs=1e-12)
    assert len(found["cce_gap"]) == len(found["seconds_at"]) == 7
    assert found["seconds"] == found["seconds_at"][-1] and found["compile_seconds"] > 0
    assert (found["histories"], found["information_states"]) == (58, [6, 6])
    assert (found["game"], found["rules_version"]) == ("kuhn", "1")
    assert (found["options"], found["seed"], found["algo"]) == ({"players": 2}, 0, "cfr")
    assert found["interrupted"] is False and found["unvisited"] == 0
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.split()[:2] == ["100", "0.016452"] for line in lines), text
    assert "58 histories" in text and "12 information states: 6, 6 by seat" in text
    assert "exploitability" in text and "+0.05" in text


def test_exploitability_is_of_two_seats_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, found = solve(capsys, tmp_path, "--env", "kuhn:players=3", "--iterations", "20")
    assert "exploitability" not in text and "exploitability" not in found
    assert found["algo"] == "cfr+" and len(found["value"]) == 3 == len(found["deviation_gain"])


def test_a_sampled_run_has_no_gap_of_its_history_and_hangs_on_the_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--env", "kuhn", "--algo", "mccfr", "--iterations", "300", "--seed")
    text, found = solve(capsys, tmp_path, *words, "4")
    again, other = (solve(capsys, tmp_path, *words, seed)[1] for seed in ("4", "5"))
    assert found["nash_conv"] == again["nash_conv"] != other["nash_conv"]
    assert found["cce_gap"] == [None] * len(found["iterations"]) and found["cce_gain"] is None
    assert found["seed"] == 4 and " - " in text


@pytest.mark.parametrize("agent", ["random", "rule"])
def test_an_agent_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], agent: str
) -> None:
    text, found = solve(capsys, tmp_path, "--env", "kuhn", "--agent", agent)
    assert found["agent"] == agent and "algo" not in found
    assert f"{agent} in all seats: NashConv {found['nash_conv'][0]:.6g}, exploitability" in text
    assert found["estimated"] == (agent == "rule") == ("200 draws" in text)
    if agent == "random":
        assert found["nash_conv"] == pytest.approx([11 / 12])
        uniform = measure(tree_of("kuhn"), Policy.uniform(tree_of("kuhn")))
        assert found["value"] == pytest.approx(uniform.value)


def test_a_solution_can_be_saved_measured_and_met(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "leduc.table"
    words = ("--env", "leduc", "--iterations", "300")
    text, solved = solve(capsys, tmp_path, *words, "--save", str(file))
    assert f"table:{file}" in text
    _, found = solve(capsys, tmp_path, "--env", "leduc", "--agent", f"table:{file}")
    assert found["nash_conv"][0] == pytest.approx(solved["nash_conv"][-1], abs=1e-5)
    meeting = ["evaluate", "--env", "leduc", "--agents", f"table:{file}", "random"]
    assert cli.main([*meeting, "--games", "2000"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if "leduc.table" in line)
    number = re.search(r"[+-]\d+\.\d+", line)
    assert number is not None and float(number[0]) > 0.3


def test_a_tree_is_kept_and_taken_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kuhn.tree"
    words = ("--env", "kuhn", "--iterations", "5", "--tree", str(file))
    _, first = solve(capsys, tmp_path, *words)
    monkeypatch.setattr("hoodwink.training.solvers.cli.compile_tree", None)
    _, again = solve(capsys, tmp_path, *words)
    assert first["nash_conv"] == again["nash_conv"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--env", "kuhn", "--iterations", "0"], "--iterations must be at least 1, got 0"),
        (["--env", "kuhn", "--seed", "-1"], "--seed must be at least 0, got -1"),
        (["--env", "kuhn", "--json", "none/x"], "--json none/x: there is no folder none"),
        (["--env", "kuhn", "--save", "none/x"], "--save none/x: there is no folder none"),
        (["--env", "kuhn", "--json", "x", "--tree", "./x"], "--json and --tree name the same file"),
        (["--env", "kuhn", "--limit", "9" * 20], "the limit must be from 1 to 2,147,483,647, got"),
        (["--env", "kuhn", "--agent", ""], "unknown agent ''"),
        (
            ["--env", "kuhn", "--agent", "random", "--algo", "cfr"],
            "--algo does not go with",
        ),
        (["--env", "kuhn", "--agent", "clever"], "unknown agent 'clever'"),
        (["--env", "chess"], "unknown game 'chess'"),
        (["--env", "leduc", "--limit", "9000"], "9,457 histories, over the limit of 9,000"),
    ],
)
def test_what_cannot_be_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["solve", *words]) == 2
    assert message in capsys.readouterr().err


def test_an_agent_that_is_none_is_refused_before_the_game_is_compiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hoodwink.training.solvers.cli.compile_tree", None)
    assert cli.main(["solve", "--env", "kuhn", "--agent", "clever"]) == 2
    told = capsys.readouterr()
    assert "unknown agent 'clever'" in told.err and told.out == ""


def test_checkpoints_are_spaced_evenly_on_a_scale_of_logarithms() -> None:
    assert list(checkpoints(1)) == [1]
    assert list(checkpoints(70)) == [1, 2, 5, 10, 20, 50, 70]
    assert list(checkpoints(200)) == [1, 2, 5, 10, 20, 50, 100, 200]


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_an_interrupted_run_shows_and_writes_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "solve.json"
    command = [sys.executable, "-m", "hoodwink", "solve", "--env", "leduc"]
    command += ["--iterations", "1000000000", "--json", str(file)]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    while "1,000" not in (line := running.stdout.readline()):
        assert line, "it has ended"
    time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    rest, _ = running.communicate()
    assert running.returncode == 130, rest
    found = json.loads(file.read_text())
    assert found["interrupted"] is True
    assert 1000 <= found["iterations"][-1] < 1_000_000_000
    assert len(found["value"]) == 2 and "deviation gain" in rest
