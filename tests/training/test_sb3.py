"""`--algo sb3`: MaskablePPO on batches, saved and played as an agent of ours."""

import json
import pickle
import random
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from hoodwink import cli
from hoodwink.agents.load import load_agent
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.jit import _sources
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.training.config import all_options, config_path, read_config, write_config
from hoodwink.training.diverged import Diverged
from hoodwink.training.metrics import METRICS
from hoodwink.training.network import NetworkConfig
from hoodwink.training.sb3 import SB3Trainer, network_of, policy_kwargs, save_model
from hoodwink.training.sb3_config import SB3Config
from hoodwink.training.vec_env import vec_env

KUHN = find_game("kuhn")
SMALL: dict[str, Any] = {
    "steps": 1024, "games": 16, "n_steps": 16, "batch_size": 64, "n_epochs": 2,
    "network": {"hidden": [32, 16]}, "evaluation_games": 60,
}  # fmt: skip


def small(**changes):
    network = NetworkConfig(hidden=(32, 16))
    return SB3Config(**{**SMALL, "network": network, "opponents": ("random",), **changes})


def new_model(env, **arguments):
    arguments = {"policy_kwargs": policy_kwargs((32, 16)), "n_steps": 16, **arguments}
    return MaskablePPO("MlpPolicy", env, seed=1, device="cpu", **arguments)


# -- weights ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kuhn:players=3", "leduc"])
def test_a_saved_policy_plays_as_sb3_does(name, tmp_path):
    env = vec_env(name, 32, seed=0)
    model = new_model(env, learning_rate=0.01)
    model.learn(1024)
    save_model(tmp_path / "agent", model, name)
    agent = load_agent(str(tmp_path / "agent"), env.game)
    observation, masks = env.reset(), env.action_masks()
    seen = torch.from_numpy(observation)
    with torch.no_grad():
        distribution: Any = model.policy.get_distribution(seen, masks).distribution
        values = model.policy.predict_values(seen)[:, 0]
    raw = env._seats.observation
    ours = agent.probabilities(raw, masks.astype(np.int8), agent.start(32, np.random.default_rng()))
    assert np.abs(ours - distribution.probs.numpy()).max() < 1e-6
    assert ours.std(0).max() > 0.01  # it has learned to tell observations apart
    network = network_of(model.policy, env.game)
    bound = max(map(abs, env.game.payoff_range))
    assert torch.allclose(bound * network(torch.from_numpy(raw))[1], values, atol=1e-5)


def test_a_saved_policy_says_how_it_was_trained(tmp_path):
    model = new_model(vec_env("kuhn:players=3", 4, seed=0))
    save_model(tmp_path, model, "kuhn", players=3)
    card = json.loads((tmp_path / "agent.json").read_text())
    assert card["training"] == {"algorithm": "sb3", "seed": 1, "steps": 0}
    assert (card["options"], card["network"]) == ([{"players": 3}], {"hidden": [32, 16]})


@pytest.mark.parametrize("shape", [{}, {**policy_kwargs((8,)), "net_arch": [8]}])
def test_a_policy_of_another_shape_is_refused(shape):
    model = new_model(vec_env("kuhn", 2, seed=0), policy_kwargs=shape)
    with pytest.raises(HoodwinkError, match="policy_kwargs"):
        network_of(model.policy, KUHN)


# -- a run -----------------------------------------------------------------------------------------


def weights(trainer):
    return {name: w.numpy().copy() for name, w in trainer.result.state_dict().items()}


def global_generators():
    states = random.getstate(), np.random.get_state(), torch.get_rng_state().tolist()
    return pickle.dumps(states)


def test_a_seed_fixes_the_run_and_global_generators_stay():
    ends = []
    for seed in (3, 3, 4):
        torch.rand(len(ends))  # so that they stand elsewhere
        np.random.rand(len(ends))
        before = global_generators()
        config = small(opponents=("itself", "rule"))
        trainer = SB3Trainer(KUHN, KUHN.tables(), config, seed)
        trainer.run(lambda progress: True)
        assert trainer.decisions == 1024
        ends.append(weights(trainer))
        assert global_generators() == before
    assert all((ends[0][name] == ends[1][name]).all() for name in ends[0])
    assert any((ends[0][name] != ends[2][name]).any() for name in ends[0])


def test_it_learns_to_beat_a_bad_player():
    config = small(steps=16_384, games=64, batch_size=256, learning_rate=0.01, n_epochs=4)
    trainer = SB3Trainer(KUHN, KUHN.tables(), config, 0)
    payoffs = []

    def note(progress):
        payoffs.append(progress.metrics["payoff_against_opponents"])
        return True

    trainer.run(note)
    assert payoffs[0] < 0.1 < 0.2 < np.mean(payoffs[-5:])


def test_every_update_is_reported_until_nobody_wants_more():
    seen = []

    def note(progress):
        seen.append(progress)
        return len(seen) < 2

    trainer = SB3Trainer(KUHN, KUHN.tables(), small(), 0)
    trainer.run(note)
    assert [progress.decisions for progress in seen] == [256, 512]
    assert trainer.decisions == 512 + 16
    assert all(set(progress.metrics) < set(METRICS) for progress in seen)
    assert seen[0].stage == "sb3" and seen[0].metrics["games"] > 50


def test_time_is_up_after_the_update():
    trainer = SB3Trainer(KUHN, KUHN.tables(), small(steps=10**9), 0)
    trainer.run(lambda progress: True, minutes=1e-9)
    assert trainer.decisions == 256 + 16


def test_itself_is_the_learner_before_its_last_update():
    config = small(opponents=("itself",), steps=512, learning_rate_end=1e-3)
    trainer = SB3Trainer(KUHN, KUHN.tables(), config, 0)
    before = weights(trainer)
    trainer.run(lambda progress: True)
    played = trainer._network.state_dict()
    after = weights(trainer)
    assert all(not np.array_equal(before[name], played[name]) for name in before)
    assert all(not np.array_equal(after[name], played[name]) for name in after)


def test_numbers_that_are_not_finite_end_the_run():
    trainer = SB3Trainer(KUHN, KUHN.tables(), small(learning_rate=1e30, max_grad_norm=1e30), 0)
    with pytest.raises(Diverged, match="seed 0 diverged after"):
        trainer.run(lambda progress: True)


def test_a_seed_too_large_for_sb3_is_refused():
    with pytest.raises(HoodwinkError, match="seeds below 4294967296"):
        SB3Trainer(KUHN, KUHN.tables(), small(), 1 << 32)


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Runs of both algorithms that came to their end, by name."""
    folder = tmp_path_factory.mktemp("runs")
    options = {"options": {"players": [2, 3]}}
    ppo = {"steps": 2000, "games": 32, "decisions": 512, "evaluation_games": 60}
    for name, changes in (("sb3", SMALL), ("ppo", ppo)):
        (folder / f"{name}.yaml").write_text(json.dumps({**changes, **options}))
        words = ["train", "--env", "kuhn", "--algo", name, "--seed", "3"]
        words += ["--config", str(folder / f"{name}.yaml"), "--out", str(folder / name)]
        assert cli.main([*words, "--opponents", "random,rule"]) == 0
    return folder


def test_a_run_leaves_what_ppo_leaves(finished):
    results = []
    for name in ("sb3", "ppo"):
        results.append(json.loads((finished / name / "result.json").read_text()))
    sb3, ppo = results
    assert set(sb3) == set(ppo) and (sb3["algorithm"], ppo["algorithm"]) == ("sb3", "ppo")
    ours, theirs = ({p.name for p in (finished / name).iterdir()} for name in ("sb3", "ppo"))
    assert ours == theirs - {"run.json"}  # which only those have that can go on
    assert (sb3["opponents"], sb3["steps"], sb3["seed"]) == (["random", "rule"], 1024, 3)
    assert sb3["decisions_per_s"] > 0
    assert [row["opponents"] for row in sb3["evaluation"]] == ["random", "rule", "itself"]
    config = read_config(finished / "sb3" / "config.yaml", SB3Config)
    assert config.opponents == ("random", "rule")


def test_every_logged_key_is_explained(finished):
    lines = (finished / "sb3" / "metrics.jsonl").read_text().splitlines()
    assert len(lines) == 4
    assert all(set(json.loads(line)) <= set(METRICS) for line in lines)


def test_the_agent_can_be_met(finished, tmp_path, capsys):
    agent = str(finished / "sb3")
    words = ["evaluate", "--env", "kuhn:players=3", "--agents", agent, "random", "rule"]
    assert cli.main([*words, "--games", "30"]) == 0
    (tmp_path / "a.yaml").write_text(json.dumps(SMALL))
    words = ["train", "--env", "kuhn", "--algo", "sb3", "--config", str(tmp_path / "a.yaml")]
    assert cli.main([*words, "--opponents", agent, "--out", str(tmp_path / "b")]) == 0
    assert f"opponents: {agent}" in capsys.readouterr().out
    assert cli.main([*words, "--opponents", "none", "--out", str(tmp_path / "c")]) == 0
    assert "opponents: itself\n" in capsys.readouterr().out


def test_settings_of_another_algorithm_are_refused(finished, tmp_path, capsys):
    words = ["train", "--env", "kuhn", "--out", str(tmp_path / "a")]
    assert cli.main([*words, "--config", str(finished / "sb3.yaml")]) == 2
    assert "n_steps: unknown key" in capsys.readouterr().err
    assert cli.main([*words, "--algo", "sb3", "--config", str(finished / "ppo.yaml")]) == 2
    assert "decisions: unknown key" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_settings(name, tmp_path):
    game = find_game(name)
    path = config_path(game, "sb3")
    config = read_config(path, SB3Config)
    assert all_options(game, config)
    assert config.n_steps * config.games % config.batch_size == 0  # no minibatch is cut short
    write_config(tmp_path / "again.yaml", config)
    assert read_config(tmp_path / "again.yaml", SB3Config) == config
    assert path.resolve() not in {source.resolve() for source in _sources()}
