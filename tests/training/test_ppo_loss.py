"""The terms of the loss against their formulas, and networks that follow another."""

import numpy as np
import pytest
import torch

from hoodwink.envs.core.registry import find_game
from hoodwink.training.config import Magnet, PPOConfig, Schedule
from hoodwink.training.network import NetworkConfig, masked_log_softmax, new_network
from hoodwink.training.ppo import PPO, Samples, blend, kl, kl_from_uniform, uniform
from hoodwink.training.trainer import Trainer

KUHN = find_game("kuhn")
MASKS = torch.tensor([[1, 1, 0, 1], [0, 1, 1, 0], [0, 0, 1, 0]], dtype=torch.int8)


def policies():
    logits = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(0))
    return [masked_log_softmax(each, MASKS) for each in logits]


def divergence(p, q):
    """Return the mean KL by the definition, over legal actions only."""
    rows = [
        sum(np.exp(p[i, a]) * (p[i, a] - q[i, a]) for a in np.flatnonzero(MASKS[i]))
        for i in range(len(p))
    ]
    return np.mean(rows)


def test_divergences_are_those_of_the_definition():
    p, q = policies()
    assert kl(p.exp(), p, q).item() == pytest.approx(divergence(p.numpy(), q.numpy()), abs=1e-6)
    assert kl(p.exp(), p, p).item() == 0
    flat = uniform(MASKS)
    expected = divergence(flat.numpy(), p.numpy())
    assert kl_from_uniform(p, MASKS).item() == pytest.approx(expected, abs=1e-6)
    assert kl_from_uniform(flat, MASKS).item() == pytest.approx(0, abs=1e-6)
    assert flat.exp()[0].tolist() == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])


def samples(network, n=5):
    """Return samples whose actions `network` plays with the probabilities that they hold."""
    rng = np.random.default_rng(0)
    seen = torch.from_numpy(rng.integers(0, 2, (n, KUHN.n_observation)).astype(np.int8))
    masks = torch.ones((n, KUHN.n_actions), dtype=torch.int8)
    actions = torch.from_numpy(rng.integers(0, 2, (n, 1)))
    policy = masked_log_softmax(network(seen)[0], masks).detach()
    three = [torch.from_numpy(rng.normal(size=n).astype(np.float32)) for _ in range(3)]
    return Samples(seen, masks, actions, policy.gather(1, actions)[:, 0], *three)


def small(**settings):
    return PPOConfig(network=NetworkConfig((8,)), **settings)


def test_the_loss_is_the_sum_of_its_terms():
    settings = small(magnet=Magnet(weight=0.7, direction="from"), kl_rollout=0.3)
    learner = PPO(KUHN, settings, 0)
    given = samples(learner.network)
    given.old = given.magnet = uniform(given.masks)
    loss, terms = learner._loss(given, torch.arange(5), {"entropy": 0.2, "barrier": 0.4})
    logits, values = learner.network(given.observations)
    policy = masked_log_softmax(logits, given.masks)
    flat = uniform(given.masks)
    expected = (
        -given.advantages.mean()  # the ratio is 1
        + 0.5 * (values - given.returns).square().mean()
        + 0.2 * (policy.exp() * policy).sum(1).mean()
        + (0.4 + 0.7) * kl(flat.exp(), flat, policy)
        + 0.3 * kl(policy.exp(), policy, flat)
    )
    assert loss.item() == pytest.approx(expected.item(), abs=1e-6)
    assert terms["kl"] == pytest.approx(0, abs=1e-6)
    assert terms["clipped"] == 0


@pytest.mark.parametrize(("direction", "factor"), [(1.0, 1.2), (-1.0, 1.5)])
def test_the_ratio_is_clipped_where_that_is_pessimistic(direction, factor):
    learner = PPO(KUHN, small(clip=0.2), 0)
    given = samples(learner.network)
    given.log_probabilities -= np.log(1.5)  # so that every ratio is 1.5
    given.advantages = torch.full((5,), direction)
    _, terms = learner._loss(given, torch.arange(5), {"entropy": 0.0, "barrier": 0.0})
    assert terms["policy_loss"] == pytest.approx(-direction * factor, abs=1e-5)
    assert terms["clipped"] == 1


def test_networks_move_towards_another():
    a, b = (new_network(KUHN, NetworkConfig((8,)), seed) for seed in (1, 2))
    expected = 0.9 * a.policy.weight.detach() + 0.1 * b.policy.weight.detach()
    blend(a, b, 0.9)
    assert torch.allclose(a.policy.weight, expected, atol=1e-7)


def test_a_magnet_that_is_copied_stays_until_its_time():
    settings = small(
        steps=2048 * 4, games=64, decisions=2048, magnet=Magnet("snapshot", 0.3, every=3),
        entropy=Schedule(0.1, 0.1),
    )  # fmt: skip
    trainer = Trainer(KUHN, KUHN.tables(), settings, 0)
    first = {name: t.clone() for name, t in trainer.network.state_dict().items()}
    same = []

    def goes_on(progress):
        magnet = trainer.ppo.magnet
        assert magnet is not None
        same.append(all(torch.equal(t, first[name]) for name, t in magnet.state_dict().items()))
        return True

    trainer.run(goes_on)
    assert same == [True, True, False, False]
