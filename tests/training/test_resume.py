"""A run that was stopped, in whatever way, ends as one that was not."""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from hoodwink import cli
from hoodwink.training import cli as training
from hoodwink.training.checkpoint import NEXT
from hoodwink.training.metrics import CLOCKED
from hoodwink.training.run_folder import only_writer
from hoodwink.training.session import Session

ROOT = Path(cli.__file__).resolve().parents[1]
SMALL = {
    "steps": 6000, "games": 32, "decisions": 256, "minibatch": 128, "checkpoint_seconds": 0,
    "evaluation_games": 12, "network": {"hidden": [16]}, "options": {"players": [2, 3]},
}  # fmt: skip
RUNS = {
    "plain": {"average": 0.2},
    "everything": {
        "warm_start": {"agent": "rule", "decisions": 1500, "minibatch": 256},
        "opponents": {"agents": ["random", "rule"], "share": 0.4},
        "pool": {"share": 0.5, "every": 3, "size": 2},
        "magnet": {"kind": "ema", "weight": 0.3},
        "kl_rollout": 0.1,
        "evaluation_every": 2000,
        "interim_games": 12,
    },
    "snapshot": {
        "magnet": {"kind": "snapshot", "weight": 0.3, "every": 4},
        "pool": {"share": 1.0, "every": 1, "size": 3},
    },
}


def words(folder: Path, name: str) -> list[str]:
    config = folder / f"{name}.yaml"
    config.write_text(json.dumps(SMALL | RUNS[name]))
    return ["--env", "kuhn", "--config", str(config), "--seed", "5"]


@pytest.fixture(scope="module")
def unstopped(tmp_path_factory):
    """Return a function that gives the folder of a run that came to its end without a stop."""
    folder, done = tmp_path_factory.mktemp("unstopped"), {}

    def run(name: str) -> Path:
        if name not in done:
            done[name] = folder / name
            assert cli.main(["train", *words(folder, name), "--out", str(done[name])]) == 0
        return done[name]

    return run


def metrics(folder: Path) -> list[dict]:
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if k not in CLOCKED} for line in lines]


def curves(folder: Path) -> dict[str, list[tuple[int, float]]]:
    """Return the curves that TensorBoard shows, but for those of the clock."""
    events = EventAccumulator(str(folder / "tensorboard"), size_guidance={"scalars": 0})
    events.Reload()
    tags = [tag for tag in events.Tags()["scalars"] if tag not in CLOCKED]
    return {tag: [(e.step, e.value) for e in events.Scalars(tag)] for tag in tags}


def assert_same(found: Path, expected: Path) -> None:
    """Check that two runs ended alike, byte by byte but for names and times."""
    weights = "weights.safetensors"
    assert (found / weights).read_bytes() == (expected / weights).read_bytes()
    assert metrics(found) == metrics(expected)
    assert curves(found) == curves(expected)
    left, right = (json.loads((f / "result.json").read_text()) for f in (found, expected))
    for result in (left, right):
        for row in result["evaluation"]:
            row["by_seats"] = {n: {**part, "spec": ""} for n, part in row["by_seats"].items()}
    timed = ("seconds", "decisions_per_s")
    assert {k: v for k, v in left.items() if k not in timed} == {
        k: v for k, v in right.items() if k not in timed
    }
    assert not list(found.rglob("*.tmp"))
    assert not (found / NEXT).exists()
    assert len(list((found / "checkpoints").iterdir())) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")
@pytest.mark.parametrize(
    ("name", "how", "kills"),
    [("plain", "time", 4), ("everything", "time", 6), ("everything", "rename", 8),
     ("snapshot", "rename", 4)],
)  # fmt: skip
def test_a_killed_run_ends_as_one_that_was_not(name, how, kills, unstopped, tmp_path):
    out = tmp_path / "killed"
    seed = "1"
    killer = [sys.executable, "-m", "tests.training.killer", how, str(kills), seed]
    command = [*killer, *words(tmp_path, name), "--out", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    log = (tmp_path / "killed.log").read_text()
    assert done.returncode == 0, (seed, done.stderr, log)
    said = json.loads(done.stdout)
    assert said["status"] == 0, (seed, said, log)
    assert len(set(said["reached"])) > 2, (seed, said)  # killed in different places
    assert_same(out, unstopped(name))


# -- stopped in this process -----------------------------------------------------------------------


class After(list):
    """Is empty until it has been asked a number of times: a Ctrl-C that comes at that moment."""

    def __init__(self, times: int):
        super().__init__([2])
        self.left = times

    def __len__(self):
        self.left -= 1
        return int(self.left < 0)


def stopped(folder: Path, name: str, updates: int, **changes) -> Path:
    """Return the folder of a run that was stopped after some updates, without its last lines."""
    path = folder / f"{name}.yaml"
    path.write_text(json.dumps(SMALL | RUNS[name] | changes))
    args = parsed("--env", "kuhn", "--config", str(path), "--out", str(folder / "run"), "--seed=5")
    job = training.prepare(args)
    Session(job, After(updates)).train()
    return job.folder


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    training.add_arguments(parser)
    return parser.parse_args(words)


def resume(folder: Path, *words: str) -> int:
    return cli.main(["train", "--resume", str(folder), *words])


def test_when_checkpoints_are_taken_changes_nothing(unstopped, tmp_path):
    config = tmp_path / "rare.yaml"
    config.write_text(json.dumps(SMALL | RUNS["everything"] | {"checkpoint_seconds": 1e9}))
    out = tmp_path / "rare"
    begun = ["train", "--env", "kuhn", "--seed", "5", "--config", str(config), "--out", str(out)]
    assert cli.main(begun) == 0
    weights = "weights.safetensors"
    assert (out / weights).read_bytes() == (unstopped("everything") / weights).read_bytes()
    assert metrics(out) == metrics(unstopped("everything"))


def test_small_evaluations_change_nothing(unstopped, tmp_path):
    config = tmp_path / "quiet.yaml"
    config.write_text(json.dumps(SMALL | RUNS["everything"] | {"evaluation_every": 0}))
    out = tmp_path / "quiet"
    begun = ["train", "--env", "kuhn", "--seed", "5", "--config", str(config), "--out", str(out)]
    assert cli.main(begun) == 0
    weights = "weights.safetensors"
    assert (out / weights).read_bytes() == (unstopped("everything") / weights).read_bytes()
    evaluated = [
        line for line in metrics(unstopped("everything")) if "evaluation_wins_rule" in line
    ]
    assert [line["decisions"] for line in evaluated] == [2048, 4096, 6144]


def test_a_finished_run_says_so_and_stays(unstopped, tmp_path, capsys):
    folder = unstopped("plain")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    capsys.readouterr()
    assert resume(folder, "--json", str(tmp_path / "result.json")) == 0
    assert "this run is finished" in capsys.readouterr().out
    assert (tmp_path / "result.json").read_bytes() == (folder / "result.json").read_bytes()
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_run_killed_before_its_first_checkpoint_begins_anew(unstopped, tmp_path):
    job = training.prepare(parsed(*words(tmp_path, "plain"), "--out", str(tmp_path / "run")))
    (job.folder / "config.yaml").unlink()  # the kill came before it was written
    (job.folder / ".run.json.abc.tmp").touch()
    assert resume(job.folder) == 0
    assert_same(job.folder, unstopped("plain"))


def test_a_folder_in_which_a_kill_left_nothing_whole_can_be_used(tmp_path):
    out = tmp_path / "run"
    out.mkdir()
    (out / ".run.json.abc.tmp").touch()
    training.prepare(parsed(*words(tmp_path, "plain"), "--out", str(out)))
    assert (out / "run.json").exists()


def test_a_damaged_checkpoint_is_passed_over_for_the_one_before(unstopped, tmp_path, capsys):
    folder = stopped(tmp_path, "plain", 7)
    newest, before = sorted((folder / "checkpoints").iterdir(), reverse=True)
    content = bytearray(newest.read_bytes())
    content[-100] ^= 1
    newest.write_bytes(content)
    assert resume(folder) == 0
    said = capsys.readouterr().err
    assert (
        f"{newest}: damaged: its content is not what was saved; going on from {before.name}" in said
    )
    assert_same(folder, unstopped("plain"))


def test_without_a_whole_checkpoint_a_run_does_not_go_on(tmp_path, capsys):
    folder = stopped(tmp_path, "plain", 4)
    weights = (folder / "weights.safetensors").read_bytes()
    for path in (folder / "checkpoints").iterdir():
        path.write_bytes(path.read_bytes()[:1000])
    assert resume(folder) == 2
    assert "no checkpoint can be read: " in capsys.readouterr().err
    assert (folder / "weights.safetensors").read_bytes() == weights


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--steps", "7000"], "--steps 7000: this run was begun with 6000"),
        (["--seed", "6"], "--seed 6: this run was begun with 0"),
        (["--env", "leduc"], "--env leduc: this run was begun with kuhn"),
        (["--opponents", "rule"], "--opponents rule: this run was begun with ()"),
        (["--minutes", "1"], "--minutes 1.0: this run was begun with None"),
        (["--config", "x.yaml"], "--config does not go with --resume"),
        (["--out", "x"], "--out does not go with --resume"),
    ],
)
def test_a_run_keeps_its_settings(given, message, tmp_path, capsys):
    job = training.prepare(parsed(*words(tmp_path, "plain")[:-2], "--out", str(tmp_path / "run")))
    assert resume(job.folder, *given) == 2
    assert message in capsys.readouterr().err


def test_settings_that_say_the_same_are_no_change(tmp_path):
    job = training.prepare(parsed(*words(tmp_path, "plain"), "--out", str(tmp_path / "run")))
    assert resume(job.folder, "--steps", "6000", "--env", "kuhn", "--device", "cpu") == 0


def edited(folder: Path, **changes) -> None:
    path = folder / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_what_does_not_fit_is_refused_with_the_reason(tmp_path, capsys):
    folder = training.prepare(
        parsed(*words(tmp_path, "plain"), "--out", str(tmp_path / "run"))
    ).folder
    card = (folder / "run.json").read_text()
    for changes, message in [
        ({"rules_version": "0"}, "the rules version is '1' here, but '0' where it was begun"),
        ({"observation_layout": "x"}, "the observation layout is"),
        ({"algorithm": "dream"}, "algorithm: Input should be 'ppo', given 'dream'"),
        ({"format": 2}, "format: Input should be 1, given 2"),
        ({"surprise": 2}, "surprise: Unexpected keyword argument"),
    ]:
        edited(folder, **changes)
        assert resume(folder) == 2
        assert message in capsys.readouterr().err
        (folder / "run.json").write_text(card)
    settings = folder / "config.yaml"
    settings.write_text(settings.read_text().replace("epochs: 4", "epochs: 5"))
    assert resume(folder) == 2
    assert "changed since the run began: epochs" in capsys.readouterr().err
    (folder / "run.json").unlink()
    assert resume(folder) == 2
    assert "holds no run that could go on: run.json is missing" in capsys.readouterr().err
    assert resume(tmp_path / "nowhere") == 2
    assert "nowhere: there is no such folder" in capsys.readouterr().err


def test_other_surroundings_are_named(tmp_path, capsys):
    folder = stopped(tmp_path, "plain", 2)
    begun_with = json.loads((folder / "run.json").read_text())["begun_with"]
    edited(folder, begun_with=begun_with | {"torch": "1.0"})
    assert resume(folder) == 0
    assert "begun with another state of torch (1.0, now " in capsys.readouterr().err


def test_an_opponent_that_was_trained_on_is_refused(unstopped, tmp_path, capsys):
    other = tmp_path / "other"
    shutil.copytree(unstopped("plain"), other)
    opponents = {"agents": [str(other)], "share": 0.5}
    folder = stopped(tmp_path, "plain", 2, opponents=opponents)
    for name in ("agent.json", "weights.safetensors"):
        shutil.copy(unstopped("snapshot") / name, other / name)
    assert resume(folder) == 2
    assert f"the agent {other} has been trained on since" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks of folders")
def test_two_processes_do_not_train_in_one_folder(tmp_path, capsys):
    job = training.prepare(parsed(*words(tmp_path, "plain"), "--out", str(tmp_path / "run")))
    with only_writer(job.folder):
        assert resume(job.folder) == 2
    assert "another process is training there" in capsys.readouterr().err
