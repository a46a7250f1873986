"""Numbers that are not finite: training stops at once, and what led there can be looked at."""

import json

import numpy as np
import pytest
import torch

from hoodwink import cli
from hoodwink.agents import load_agent
from hoodwink.envs.core.registry import find_game
from hoodwink.training.config import PPOConfig, WarmStart, with_changes
from hoodwink.training.diverged import Diverged, read_batch
from hoodwink.training.network import NetworkConfig, new_network
from hoodwink.training.ppo import PPO, Samples
from hoodwink.training.saved import checksum, into_module, of_module
from hoodwink.training.trainer import Trainer

KUHN = find_game("kuhn")
SMALL = {"steps": 8000, "games": 32, "decisions": 256, "minibatch": 128, "checkpoint_seconds": 0}


def test_a_run_stops_and_keeps_the_batch(tmp_path, capsys):
    config, out = tmp_path / "wild.yaml", tmp_path / "run"
    wild = {"network": {"hidden": [8]}, "learning_rate_end": 1e15}  # sane in the first update only
    config.write_text(json.dumps(SMALL | wild))
    words = ["train", "--env", "kuhn", "--config", str(config), "--seed", "7"]
    assert cli.main([*words, "--out", str(out)]) == 1
    said = capsys.readouterr().err
    assert "hoodwink: training of seed 7 diverged in update " in said
    (kept,) = out.glob("diverged-*.safetensors")
    assert f"The batch is kept in {kept}" in said
    batch = read_batch(kept)
    update = batch.value("update")
    assert f"update {update} (ppo)" in said and batch.value("reason") in said
    assert (batch.value("seed"), batch.value("stage")) == (7, "ppo")
    assert not (out / "result.json").exists()
    assert all(len(batch.arrays[name]) == len(batch.arrays["actions"]) for name in COLUMNS)

    # the last checkpoint is that of the update before, its weights are those of the batch, and
    # going on from there ends in the same way
    checkpoints = sorted((out / "checkpoints").iterdir())
    assert int(checkpoints[-1].stem) == update - 1
    before = checkpoints[-1].read_bytes(), checksum(batch)
    assert cli.main(["train", "--resume", str(out)]) == 1
    assert f"diverged in update {update} (ppo)" in capsys.readouterr().err
    assert before == (checkpoints[-1].read_bytes(), checksum(read_batch(kept)))


COLUMNS = (
    "observations", "masks", "actions", "log_probabilities", "advantages", "returns", "values",
)  # fmt: skip


def planted(spoil, after=2, **settings):
    """Return what a trainer raises that `spoil(trainer)` spoils, and its weights before that."""
    config = PPOConfig(
        steps=9000, games=32, decisions=256, minibatch=64, network=NetworkConfig((8,))
    )
    config = with_changes(config, **settings)
    tables = KUHN.tables()
    teacher = load_agent("rule", KUHN, tables)
    trainer = Trainer(KUHN, tables, config, 3, teacher=teacher)
    weights = []

    def goes_on(progress):
        if trainer.updates == after:
            weights.append(of_module(trainer.network))
            spoil(trainer)
        return True

    with pytest.raises(Diverged) as caught:
        trainer.run(goes_on)
    return caught.value, weights[0]


def test_weights_that_are_not_finite_are_found_while_playing():
    def spoil(trainer):
        with torch.no_grad():
            trainer.network.policy.weight[0, 0] = float("nan")

    error, _ = planted(spoil)
    assert "update 3 (ppo), after 512 decisions: while playing, the network gave" in str(error)
    observations, masks = (error.kept.arrays[name] for name in ("observations", "masks"))
    assert observations.shape == (len(masks), KUHN.n_observation)
    network = new_network(KUHN, NetworkConfig((8,)), 0)
    into_module(error.kept.part("weights"), network)
    assert torch.isnan(network.policy.weight[0, 0])


def test_gradients_that_are_not_finite_are_found(tmp_path):
    def spoil(trainer):
        trainer.network.value.weight.register_hook(lambda grad: grad * float("inf"))

    error, before = planted(spoil)
    assert "the norm of its gradient inf" in str(error) or "gradient nan" in str(error)
    assert "seed 3" in str(error)
    for name, array in error.kept.part("weights").arrays.items():
        assert np.array_equal(array, before.array(name, array))

    # the batch can be put before the loss again
    columns = error.kept.arrays
    learner = PPO(KUHN, PPOConfig(network=NetworkConfig((8,))), 0)
    into_module(error.kept.part("weights"), learner.network)
    samples = Samples(*(torch.from_numpy(columns[name]) for name in COLUMNS))
    part = torch.from_numpy(columns["part"])
    loss, _ = learner._loss(samples, part, {"entropy": 0.1, "barrier": 0.0})
    assert torch.isfinite(loss)  # it was the gradient


@pytest.mark.parametrize("name", ["values", "log_probabilities"])
def test_samples_that_are_not_finite_are_found(name):
    def spoil(trainer):
        collect = trainer.collector.collect

        def spoiled(steps):
            rollout = collect(steps)
            getattr(rollout.decisions, name)[5] = np.nan
            return rollout

        trainer.collector.collect = spoiled

    error, _ = planted(spoil)
    assert "that are not finite" in str(error) and "update 3" in str(error)
    assert np.isnan(error.kept.arrays[name]).any()


def test_weights_that_an_update_made_infinite_are_found():
    def spoil(trainer):
        step = trainer.ppo.optimizer.step

        def spoiled():
            step()
            with torch.no_grad():
                trainer.network.value.bias.fill_(float("inf"))

        trainer.ppo.optimizer.step = spoiled

    error, _ = planted(spoil, epochs=1, decisions=64)  # no later pass sees them
    assert "weights are not finite" in str(error)


def test_a_warm_start_is_watched_too():
    def spoil(trainer):
        trainer.network.policy.weight.register_hook(lambda grad: grad * float("nan"))

    error, before = planted(spoil, 1, warm_start=WarmStart(decisions=6000, minibatch=256))
    assert "update 2 (imitation)" in str(error) and "of the warm_start" in str(error)
    for name, array in error.kept.part("weights").arrays.items():
        assert np.array_equal(array, before.array(name, array))
    assert len(error.kept.arrays["observations"]) == len(error.kept.arrays["returns"])
