"""Stable-Baselines3 itself on one seat of a game: its checker, and its algorithms as they are."""

import warnings
from typing import Any

import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

import hoodwink
from hoodwink.envs.core.registry import NAMES
from hoodwink.training.vec_env import vec_env


@pytest.fixture(autouse=True)
def warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [0, "rotate"])
def test_sb3_accepts_it_without_a_warning(name, seat):
    env = hoodwink.gym_env(name, seat, "random", illegal="replace", render_mode="ansi")
    check_env(env, skip_render_check=False)


ALGORITHMS = [
    (PPO, {"n_steps": 64, "batch_size": 64}, 192),
    (A2C, {}, 200),
    (DQN, {"learning_starts": 50, "buffer_size": 500}, 200),
]


@pytest.mark.parametrize(("algorithm", "arguments", "steps"), ALGORITHMS)
@pytest.mark.parametrize("illegal", ["replace", "lose"])
def test_unmasked_algorithms_run(algorithm, arguments, steps, illegal):
    env = hoodwink.gym_env("leduc", "rotate", "random", illegal=illegal)
    model = algorithm("MlpPolicy", env, seed=0, device="cpu", **arguments).learn(steps)
    assert model.num_timesteps >= steps and model.ep_info_buffer


@pytest.mark.parametrize(("algorithm", "arguments", "steps"), ALGORITHMS)
def test_unmasked_algorithms_run_on_a_batch(algorithm, arguments, steps):
    env = VecMonitor(vec_env("leduc", 4, illegal="replace", seed=0))
    model = algorithm("MlpPolicy", env, seed=0, device="cpu", **arguments).learn(4 * steps)
    assert model.num_timesteps >= 4 * steps and model.ep_info_buffer


@pytest.mark.parametrize(
    "wrapped", [lambda env: env, lambda env: ActionMasker(env, type(env).action_masks)]
)
def test_masked_ppo_runs(wrapped):
    env = wrapped(hoodwink.gym_env("leduc", "rotate", "random"))
    model = MaskablePPO("MlpPolicy", env, n_steps=64, seed=0, device="cpu").learn(128)
    assert model.num_timesteps == 128


def test_sb3s_own_wrappers_and_evaluation_work():
    model = MaskablePPO(
        "MlpPolicy", VecNormalize(vec_env("kuhn", 8, seed=0)), n_steps=16, seed=0, device="cpu"
    ).learn(256)
    games = VecMonitor(vec_env("kuhn", 8, seed=1))
    found: Any = evaluate_policy(model, games, 40, return_episode_rewards=True)
    payoffs, lengths = found
    assert set(map(abs, payoffs)) <= {1.0, 2.0} and set(lengths) <= {1, 2}
