"""What every agent keeps to: legal actions, illegal ones with probability exactly 0, rows apart."""

import numpy as np
import pytest
import torch

from hoodwink.agents import load_agent
from hoodwink.agents.agent import sample
from hoodwink.agents.bots import BotAgent, games_with_bots, rule_bot
from hoodwink.agents.policy import PolicyAgent
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.rng import below
from hoodwink.envs.kuhn.rules import BET
from hoodwink.training.network import NetworkConfig, masked_log_softmax, new_network

KUHN = find_game("kuhn")
RNG = np.random.default_rng(0)


def agents():
    tables = np.concatenate([KUHN.tables(players=n) for n in (2, 3, 4)])
    network = new_network(KUHN, NetworkConfig((8,)), 0)
    return {
        "random": load_agent("random", KUHN),
        "policy": PolicyAgent("policy", network),
        "bot": load_agent("rule", KUHN, tables),
        "plain bot": BotAgent("rule", KUHN, rule_bot(KUHN), tables, plain=True),
    }


@pytest.mark.parametrize("name", ["random", "policy"])
def test_illegal_actions_have_probability_exactly_0(name):
    agent = agents()[name]
    masks = (RNG.random((500, KUHN.n_actions)) < 0.5).astype(np.int8)
    masks[np.arange(500), RNG.integers(KUHN.n_actions, size=500)] = 1
    seen = RNG.integers(0, 5, (500, KUHN.n_observation)).astype(np.int8)
    memory = agent.start(500, RNG)
    probabilities = agent.probabilities(seen, masks, memory)
    assert (probabilities[masks == 0] == 0).all()
    assert (probabilities[masks == 1] > 0).all()
    assert probabilities.sum(1) == pytest.approx(np.ones(500), abs=1e-5)
    for _ in range(20):
        actions = agent.act(seen, masks, memory, RNG)
        assert masks[np.arange(500), actions].all()


def test_masks_beat_the_largest_logits_and_leave_gradients_finite():
    logits = torch.tensor([[1e8, -1e8, 3.0], [1e4, 0.0, 0.0]], requires_grad=True)
    masks = torch.tensor([[0, 1, 0], [0, 1, 1]], dtype=torch.int8)
    policy = masked_log_softmax(logits, masks)
    expected = np.array([[0, 1, 0], [0, 0.5, 0.5]])
    assert policy.exp().detach().numpy() == pytest.approx(expected)
    (policy.exp() * policy).sum().backward()
    assert logits.grad is not None and torch.isfinite(logits.grad).all()


def test_sampling_follows_the_probabilities():
    probabilities = np.tile(np.array([0.0, 0.2, 0.0, 0.8], np.float32), (20_000, 1))
    counts = np.bincount(sample(probabilities, RNG), minlength=4)
    assert counts[0] == counts[2] == 0
    assert counts[1] == pytest.approx(4000, abs=250)


def test_compiled_and_plain_bot_play_the_same():
    every = agents()
    batch = Batch(KUHN, np.concatenate([KUHN.tables(players=n) for n in (2, 3, 4)]), 300, seed=2)
    memories = {name: every[name].start(300, RNG) for name in ("bot", "plain bot")}
    for step in range(12):
        actions = [
            every[name].act(batch.observation, batch.mask, memory, np.random.default_rng(step))
            for name, memory in memories.items()
        ]
        assert np.array_equal(*actions)
        batch.step(actions[0])


def test_a_bot_reads_the_tables_of_its_row():
    bot = agents()["plain bot"]
    seen = np.zeros((3, KUHN.n_observation), np.int8)
    card = next(b.offset for b in KUHN.blocks if b.name == "card")
    seen[:, card + 3] = 1  # the best card of three seats
    masks = np.ones((3, KUHN.n_actions), np.int8)
    memory = bot.start(3, RNG, np.array([1, 2, 1]))
    frequencies = bot.probabilities(seen, masks, memory)
    assert frequencies[:, BET].tolist() == [1.0, 0.0, 1.0]
    assert bot.start(4, RNG)["table"].tolist() == [0, 1, 2, 0]


def test_a_bot_keeps_its_memory_from_one_decision_to_the_next():
    def counting(observation, mask, t, memory, rng):
        memory[0] += 1
        return int(below(rng, 1) + memory[0] % 2)

    bot = BotAgent("counting", KUHN, counting, KUHN.tables(), plain=True)
    seen, masks = np.zeros((2, KUHN.n_observation), np.int8), np.ones((2, KUHN.n_actions), np.int8)
    memory = bot.start(2, RNG)
    bot.probabilities(seen, masks, memory)
    played = [bot.act(seen, masks, memory, RNG).tolist() for _ in range(3)]
    assert played == [[1, 1], [0, 0], [1, 1]]
    assert memory["cells"][:, 0].tolist() == [3, 3]


def test_games_without_a_bot_are_refused():
    assert "kuhn" in games_with_bots()
    with pytest.raises(HoodwinkError, match="leduc has no rule bot"):
        rule_bot(find_game("leduc"))
