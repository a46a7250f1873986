"""PPO on Kuhn poker, whose answers are known: it learns, repeats itself, and can be saved."""

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import torch

from hoodwink.agents import load_agent
from hoodwink.agents.policy import PolicyAgent
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import CHANCE, OVER, View
from hoodwink.training.checkpoint import save_agent
from hoodwink.training.config import PPOConfig, Schedule, config_path, read_config, with_changes
from hoodwink.training.diverged import Diverged
from hoodwink.training.trainer import Trainer

KUHN = find_game("kuhn")


class Tree:
    """All histories of a small game; a policy maps what a seat sees to probabilities."""

    def __init__(self, game, **options):
        self.game, self.tables = game, game.tables(**options)
        self.t, self.n = View(self.tables), game.seats_dealt(self.tables)
        state = np.zeros(1, game.state)
        game.deal(View(state), self.t)
        self.seen = {}  # (seat, observation) -> mask
        self.root = self._node(state)

    def _node(self, state):
        s, game = View(state), self.game
        p = game.actor(s)
        if p == OVER:
            payoff = np.zeros(game.seats)
            game.payoff(s, payoff)
            return OVER, None, payoff[: self.n]
        possible = np.zeros(game.n_outcomes if p == CHANCE else game.n_actions, np.int32)
        observation = np.zeros(game.n_observation, np.int8)
        if p == CHANCE:
            game.chance(s, self.t, possible)
            key = possible / possible.sum()
        else:
            game.legal(s, self.t, possible)
            game.observe(s, self.t, p, observation)
            key = (p, observation.tobytes())
            self.seen[key] = possible
        children = []
        for a in np.flatnonzero(possible):
            after = state.copy()
            game.step(View(after), self.t, a)
            children.append((a, self._node(after)))
        return p, key, children

    def policy(self, agent):
        keys = list(self.seen)
        observations = np.array([np.frombuffer(o, np.int8) for _, o in keys])
        masks = np.array([self.seen[key] for key in keys], np.int8)
        memory = agent.start(len(keys), np.random.default_rng(0))
        return dict(zip(keys, agent.probabilities(observations, masks, memory), strict=True))

    def values(self, policy):
        def value(node) -> Any:
            p, key, rest = node
            if p == OVER:
                return rest
            weights = key if p == CHANCE else policy[key]
            return sum(weights[a] * value(child) for a, child in rest)

        return value(self.root)

    def best_response(self, policy, seat):
        reached = {}  # what the seat sees -> [(reach of the others, node)]

        def gather(node, reach):
            p, key, rest = node
            if p == seat:
                reached.setdefault(key, []).append((reach, node))
            for a, child in rest if p != OVER else ():
                weight = 1 if p == seat else (key if p == CHANCE else policy[key])[a]
                gather(child, reach * weight)

        gather(self.root, 1.0)
        chosen = {}

        def value(node) -> Any:
            p, key, rest = node
            if p == OVER:
                return rest[seat]
            if p == seat:
                return value(dict(rest)[choice(key)])
            weights = key if p == CHANCE else policy[key]
            return sum(weights[a] * value(child) for a, child in rest)

        def choice(key):
            if key not in chosen:
                nodes = reached[key]
                gains = {
                    a: sum(reach * value(dict(node[2])[a]) for reach, node in nodes)
                    for a, _ in nodes[0][1][2]
                }
                chosen[key] = max(gains, key=lambda a: gains[a])
            return chosen[key]

        return value(self.root)

    def nash_conv(self, policy):
        now = self.values(policy)
        return sum(self.best_response(policy, p) - now[p] for p in range(self.n))


def trained(seed=0, steps=60_000, **changes):
    torch.set_num_threads(1)
    config = with_changes(read_config(config_path(KUHN)), steps=steps, **changes)
    trainer = Trainer(KUHN, KUHN.tables(), config, seed)
    lines = []
    trainer.run(lambda progress: lines.append(progress) or True)
    return trainer, lines


@pytest.mark.parametrize(("players", "expected"), [(2, 11 / 12), (3, 2.0625)])
def test_nash_conv_of_uniform_play_is_the_known_one(players, expected):
    tree = Tree(KUHN, players=players)
    tables = KUHN.tables(players=players)
    policy = tree.policy(load_agent("random", KUHN, tables))
    assert tree.nash_conv(policy) == pytest.approx(expected, abs=2e-3)


def test_ppo_gets_near_equilibrium():
    trainer, lines = trained(steps=200_000, average=0.05)
    tree = Tree(KUHN, players=2)
    policy = tree.policy(PolicyAgent("new", trainer.network))
    assert tree.nash_conv(policy) < 0.35  # uniform: 0.917; about 0.2 is usual
    assert tree.nash_conv(tree.policy(PolicyAgent("average", trainer.result))) < 0.35
    assert tree.values(policy)[0] == pytest.approx(-1 / 18, abs=0.03)
    assert lines[-1].decisions >= 200_000 > lines[-2].decisions


def test_same_seed_gives_the_same_weights():
    runs = [trained(seed)[0].network.state_dict() for seed in (5, 5, 6)]
    for name, tensor in runs[0].items():
        assert torch.equal(tensor, runs[1][name])
    assert any(not torch.equal(tensor, runs[2][name]) for name, tensor in runs[0].items())


def test_training_moves_no_global_generator():
    torch.manual_seed(1)
    np.random.seed(1)
    before = torch.get_rng_state(), np.random.get_state(legacy=False)
    trained(steps=4096)
    assert torch.equal(before[0], torch.get_rng_state())
    after = np.random.get_state(legacy=False)
    assert str(before[1]) == str(after)


def test_saved_agent_plays_the_same_in_another_process(tmp_path):
    trainer, _ = trained(steps=20_000)
    options = [KUHN.normal_options()]
    save_agent(
        tmp_path / "run", KUHN, trainer.network, trainer.config.network, options, {"seed": 0}
    )
    rng = np.random.default_rng(0)
    observations = (rng.random((1000, KUHN.n_observation)) * (KUHN.tops + 1)).astype(np.int8)
    masks = np.ones((1000, KUHN.n_actions), np.int8)
    np.save(tmp_path / "seen.npy", observations)
    program = f"""
import numpy as np
from hoodwink.agents import load_agent
from hoodwink.envs.core.registry import find_game
seen = np.load({str(tmp_path / "seen.npy")!r})
agent = load_agent({str(tmp_path / "run")!r}, find_game("kuhn"))
masks = np.ones((1000, {KUHN.n_actions}), np.int8)
np.save({str(tmp_path / "out.npy")!r}, agent.probabilities(seen, masks, agent.start(1000, None)))
"""
    subprocess.run([sys.executable, "-c", program], check=True)
    agent = PolicyAgent("here", trainer.network)
    here = agent.probabilities(observations, masks, agent.start(1000, rng))
    assert np.abs(np.load(tmp_path / "out.npy") - here).max() < 1e-6


def test_training_that_diverges_stops_and_names_the_seed():
    with pytest.raises(Diverged, match="seed 7 diverged in update"):
        trained(7, learning_rate=1e30, gradient_clip=1e30)


@pytest.mark.parametrize(
    "changes",
    [
        {"magnet": {"kind": "snapshot", "weight": 0.3, "every": 2, "direction": "from"}},
        {"magnet": {"kind": "uniform", "weight": 0.3}},
        {"magnet": {"weight": 0.0}, "kl_rollout": 0.5},
    ],
)
def test_every_regulariser_runs(changes):
    from pydantic import TypeAdapter

    config = TypeAdapter(PPOConfig).validate_json(
        json.dumps({**changes, "steps": 10_000}), strict=True
    )
    trainer = Trainer(KUHN, KUHN.tables(), config, 0)
    lines = []
    trainer.run(lambda progress: lines.append(progress) or True)
    assert all(np.isfinite(value) for line in lines for value in line.metrics.values())


def test_entropy_alone_keeps_the_policy_near_uniform():
    high = Schedule(5.0, 5.0)
    _, lines = trained(steps=40_000, entropy=high)
    assert lines[-1].metrics["entropy"] == pytest.approx(np.log(2), abs=0.02)
