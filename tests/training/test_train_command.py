"""`hoodwink train` from the command line to the files it leaves."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from hoodwink import cli
from hoodwink.envs.core.registry import find_game
from hoodwink.training.config import PPOConfig, read_config, write_config
from hoodwink.training.device import find_device
from hoodwink.training.metrics import METRICS, PAGE, page
from hoodwink.training.report import next_commands, program
from hoodwink.training.trainer import Trainer

SMALL = {"steps": 6000, "games": 64, "decisions": 1024, "minibatch": 512, "evaluation_games": 60}


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    path = tmp_path_factory.mktemp("settings") / "small.yaml"
    warm = {"agent": "rule", "decisions": 2000}
    changes = {**SMALL, "warm_start": warm, "options": {"players": [2, 3]}}
    changes |= {"evaluation_every": 2000, "interim_games": 12, "pool": {"share": 0.4, "every": 2}}
    path.write_text(json.dumps(changes))
    return path


@pytest.fixture(scope="module")
def finished(settings, tmp_path_factory):
    """A run that came to its end."""
    out = tmp_path_factory.mktemp("runs") / "small"
    words = ["train", "--env", "kuhn", "--config", str(settings), "--out", str(out), "--seed", "3"]
    assert cli.main([*words, "--opponents", "random,rule"]) == 0
    return out


def test_a_run_leaves_agent_settings_metrics_and_result(finished):
    names = {path.name for path in finished.iterdir()}
    assert names == {
        "agent.json", "weights.safetensors", "config.yaml", "metrics.jsonl", "result.json",
        "run.json", "checkpoints", "tensorboard",
    }  # fmt: skip
    config = read_config(finished / "config.yaml")
    assert (config.steps, config.opponents.agents) == (6000, ("random", "rule"))


def test_the_result_says_how_it_was_trained(finished):
    result = json.loads((finished / "result.json").read_text())
    assert result["steps"] >= 6000
    assert result["seconds"] > 0 and result["decisions_per_s"] > 0
    assert (result["opponents"], result["warm_start"], result["seed"]) == (
        ["random", "rule"],
        "rule",
        3,
    )
    assert [row["opponents"] for row in result["evaluation"]] == ["random", "rule", "itself"]
    assert set(result["evaluation"][0]["by_seats"]) == {"2", "3"}
    assert result["options"] == [{"players": 2}, {"players": 3}]


def test_every_logged_key_is_explained_and_logged(finished):
    lines = [json.loads(line) for line in (finished / "metrics.jsonl").read_text().splitlines()]
    assert set().union(*lines) == set(METRICS)
    assert {line["stage"] for line in lines} == {"imitation", "ppo"}
    assert lines[-1]["all_decisions"] == sum(
        next(line["decisions"] for line in reversed(lines) if line["stage"] == stage)
        for stage in ("imitation", "ppo")
    )
    for line in lines:
        both = line["rollout_seconds"] + line["learn_seconds"]
        assert line["learning_share"] == pytest.approx(line["learn_seconds"] / both, rel=1e-4)


def test_tensorboard_shows_the_metrics(finished):
    lines = [json.loads(line) for line in (finished / "metrics.jsonl").read_text().splitlines()]
    events = EventAccumulator(str(finished / "tensorboard"), size_guidance={"scalars": 0})
    events.Reload()
    assert set(events.Tags()["scalars"]) == METRICS.keys() - {"stage"}
    for key in events.Tags()["scalars"]:
        found = [(event.step, event.value) for event in events.Scalars(key)]
        expected = [(line["all_decisions"], line[key]) for line in lines if key in line]
        assert found == [(step, pytest.approx(value, rel=1e-6)) for step, value in expected]


def test_the_page_of_metrics_is_up_to_date():
    assert PAGE.read_text() == page(), "run python -m hoodwink.training.metrics --write"


def test_the_agent_can_be_trained_against_and_evaluated(finished, settings, tmp_path, capsys):
    words = [
        "train",
        "--env",
        "kuhn:players=3",
        "--config",
        str(settings),
        "--out",
        str(tmp_path / "b"),
    ]
    assert cli.main([*words, "--opponents", str(finished), "--steps", "2000"]) == 0
    out = capsys.readouterr().out
    assert "next:" in out and str(finished) in out
    assert all(
        len(line) <= 80 or str(tmp_path) in line or str(finished) in line
        for line in out.splitlines()
    )
    found = tmp_path / "found.json"
    agents = [str(tmp_path / "b"), str(finished), "rule"]
    words = ["evaluate", "--env", "kuhn:players=3", "--agents", *agents, "--games", "30"]
    assert cli.main([*words, "--json", str(found)]) == 0
    assert [row["spec"] for row in json.loads(found.read_text())["agents"]] == agents


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--env", "chess"], "unknown game 'chess'"),
        (["--env", "kuhn", "--steps", "0"], "--steps must be positive"),
        (["--env", "kuhn", "--seed", "-1"], "--seed must not be negative"),
        (["--env", "kuhn", "--opponents", "chaos"], "unknown agent 'chaos'"),
        (["--env", "kuhn", "--config", "none.yaml"], "none.yaml: there is no such file"),
        (["--env", "kuhn:players=9"], "options.players"),
        (["--env", "kuhn", "--device", "abacus"], "unknown device 'abacus'; here there are: cpu"),
        (["--resume", "none"], "none: there is no such folder"),
        (["--env", "kuhn", "--json", "none/x.json"], "there is no folder none"),
    ],
)
def test_bad_input_is_refused_in_one_line(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["train", *words]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["cuda", "mps"])
def test_a_device_that_is_not_here_is_refused(name, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    assert cli.main(["train", "--env", "kuhn", "--device", name]) == 2
    assert f"device {name}: this machine, or its torch" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert find_device("auto").type == "cpu"


def test_an_interrupted_run_names_what_can_be_done_next():
    kuhn = find_game("kuhn")
    run: Any = SimpleNamespace(
        env="kuhn", folder=Path("runs/a"), game=kuhn, seed=3, algorithm="ppo"
    )
    assert list(next_commands(run, interrupted=True)) == ["train --resume runs/a"]
    run.algorithm = "sb3"  # keeps no checkpoints
    evaluate, train = next_commands(run, interrupted=True)
    assert evaluate == "evaluate --env kuhn --agents runs/a random"
    assert train == "train --env kuhn --algo sb3 --opponents runs/a --seed 4"


def test_without_a_path_to_it_the_program_is_called_by_its_place(monkeypatch, tmp_path):
    (tmp_path / "bin").mkdir()
    for name in ("python", "hoodwink"):
        (tmp_path / "bin" / name).touch(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    assert program() == "bin/hoodwink"
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert program() == "hoodwink"
    (tmp_path / "bin" / "hoodwink").unlink()
    assert program() == "python -m hoodwink"


def test_a_folder_with_something_in_it_is_not_touched(finished, settings, capsys):
    before = (finished / "agent.json").read_bytes()
    words = ["train", "--env", "kuhn", "--config", str(settings), "--out", str(finished)]
    assert cli.main(words) == 2
    assert "is not empty" in capsys.readouterr().err
    assert (finished / "agent.json").read_bytes() == before


def test_ctrl_c_saves(tmp_path):
    settings = tmp_path / "long.yaml"
    write_config(settings, PPOConfig(steps=10**9, games=64, decisions=512, minibatch=512))
    out = tmp_path / "run"
    words = ["train", "--env", "kuhn", "--config", str(settings), "--out", str(out)]
    root = Path(cli.__file__).resolve().parents[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "hoodwink", *words], cwd=root, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    metrics = out / "metrics.jsonl"
    deadline = time.monotonic() + 60
    while not (metrics.exists() and metrics.read_text().count("\n") > 2):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted after" in printed
    assert json.loads((out / "result.json").read_text())["interrupted"] is True
    assert json.loads((out / "agent.json").read_text())["training"]["interrupted"] is True


def test_a_time_limit_ends_the_run(tmp_path, settings):
    out = tmp_path / "short"
    words = ["train", "--env", "kuhn", "--config", str(settings), "--out", str(out)]
    assert cli.main([*words, "--steps", str(10**9), "--minutes", "0.01"]) == 0
    assert json.loads((out / "result.json").read_text())["steps"] < 10**7


def test_steps_are_trained_however_long_they_take(tmp_path):
    settings = tmp_path / "hasty.yaml"
    settings.write_text(json.dumps({**SMALL, "minutes": 0.0001, "evaluation_every": 2000}))
    out = tmp_path / "all"
    words = ["train", "--env", "kuhn", "--config", str(settings), "--out", str(out)]
    assert cli.main([*words, "--steps", "3000"]) == 0
    assert json.loads((out / "result.json").read_text())["steps"] >= 3000
    assert read_config(out / "config.yaml").minutes is None


def test_the_clock_moves_schedules_only_where_it_is_ahead(monkeypatch):
    kuhn = find_game("kuhn")
    trainer = Trainer(kuhn, kuhn.tables(), PPOConfig(steps=1000), 0)
    trainer.decisions, trainer.warm_seconds = 400, 20.0
    now = {"seconds": 0.0}
    monkeypatch.setattr(Trainer, "seconds", property(lambda self: now["seconds"]))
    found = []
    for now["seconds"] in (20.0, 80.0, 117.9, 220.0):  # of 200 seconds after the warm start
        found.append(trainer.share(minutes=220 / 60))
    assert found[:2] == [0.4, 0.4]
    assert found[2] == pytest.approx((0.4895 - 0.05) / 0.95)
    assert found[3] == pytest.approx(1.0)
    assert trainer.share(minutes=None) == 0.4
