"""The tool that measures training beside Stable-Baselines3: what it compares is what it says."""

from argparse import Namespace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hoodwink

PATH = Path(__file__).resolve().parents[2] / "tools" / "compare_sb3.py"


@pytest.fixture(scope="module")
def tool() -> Any:
    spec = spec_from_file_location("compare_sb3", PATH)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tutorials_wrapper_plays_the_game(tool):
    whole, single = hoodwink.make("leduc"), tool.TutorialWrapper(hoodwink.make("leduc"))
    for seed in range(10):
        whole.reset(seed=seed)
        observation, over = single.reset(seed=seed)[0], False
        while not over:
            seen: Any = whole.last()[0]
            assert observation.tobytes() == seen["observation"].tobytes()
            assert (single.action_mask() == seen["action_mask"]).all()
            action, mover = int(np.flatnonzero(seen["action_mask"])[-1]), whole.agent_selection
            whole.step(action)
            observation, reward, over, _, _ = single.step(action)
            assert reward == whole.rewards[mover]
        assert all(whole.terminations.values())


def test_every_contestant_trains_as_many_decisions_as_it_says(tool, monkeypatch):
    monkeypatch.setattr(tool, "UPDATE", 128)
    args = Namespace(env="kuhn", opponents="random", hidden=[8], games=128, only="vec")
    found = list(tool.contestants(args))
    assert [name for _, name, _ in found] == [
        "DummyVecEnv of 64", "our VecEnv of 64", "our VecEnv of 128",
    ]  # fmt: skip
    for _, _, make in found:
        train = make(0)
        assert [train(1), train(200)] == [128, 256]


def test_ratios_are_to_the_first_of_the_comparison(tool):
    rates = [[10.0, 40.0, 20.0], [60.0, 60.0, 60.0], [5.0], [10.0]]
    names = ("aec", "aec", "vec", "vec")
    rows = [
        tool.Row(name, "", [tool.Rate(x, 2 * x) for x in each])
        for name, each in zip(names, rates, strict=True)
    ]
    ratios = [line.split()[-2:] for line in tool.table(rows)][1:]
    assert ratios == [["1.00"] * 2, ["3.00"] * 2, ["1.00"] * 2, ["2.00"] * 2]
