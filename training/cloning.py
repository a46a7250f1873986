"""Warm start: learn a policy by imitating an agent, and values from what came of its games."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn.functional import mse_loss, nll_loss

from hoodwink.agents.agent import Agent
from hoodwink.envs.core.game import Game
from hoodwink.training.config import PPOConfig, WarmStart
from hoodwink.training.network import Network, masked_log_softmax
from hoodwink.training.rollout import Collector, Rollout, Teacher

BLOCK = 65_536  # decisions played, learned from once, and thrown away


def imitate(
    network: Network, game: Game, tables: NDArray[Any], agent: Agent, config: PPOConfig,
    start: WarmStart, seed: int, goes_on: Callable[[int], bool],
) -> dict[str, float]:  # fmt: skip
    """Let `agent` play in all seats and train `network` on it; return how well it agrees at the end.

    `goes_on(decisions)` is called after each block and may end the imitation by returning False.
    """
    collector = Collector(game, tables, config.games, seed, Teacher(agent), teacher=agent)
    optimizer = torch.optim.Adam(network.parameters(), lr=start.learning_rate, eps=1e-5, fused=True)
    rng = np.random.default_rng([seed, 2])
    decisions, result = 0, {}
    while decisions < start.decisions:
        left = 1 - decisions / start.decisions
        for group in optimizer.param_groups:
            group["lr"] = start.learning_rate * max(left, 0.1)
        block = collector.collect(max(1, BLOCK // config.games))
        decisions += block.decisions
        result = _learn(
            network, optimizer, block, config, start, rng, max(map(abs, game.payoff_range))
        )
        if not goes_on(decisions):
            break
    return result


def _learn(
    network: Network, optimizer: torch.optim.Optimizer, block: Rollout, config: PPOConfig,
    start: WarmStart, rng: np.random.Generator, bound: float,
) -> dict[str, float]:  # fmt: skip
    """Make one pass over a block; values learn from the games that ended within it."""
    observations, masks = torch.from_numpy(block.observations), torch.from_numpy(block.masks)
    actions = torch.from_numpy(block.actions)
    returns = block.payoffs[block.game, block.seats] / bound
    targets = torch.from_numpy(returns.astype(np.float32))
    over = torch.from_numpy(block.over[block.game])
    agreed, loss_sum, parts = 0.0, 0.0, 0
    for part in torch.from_numpy(rng.permutation(len(actions))).split(start.minibatch):
        logits, values = network(observations[part])
        log_policy = masked_log_softmax(logits, masks[part])
        loss = nll_loss(log_policy, actions[part])
        known = over[part]
        if known.any():
            value_loss = mse_loss(values[known], targets[part][known])
            loss = loss + config.value_weight * value_loss
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        agreed += (log_policy.argmax(1) == actions[part]).float().mean().item()
        loss_sum, parts = loss_sum + loss.item(), parts + 1
    parts = max(parts, 1)
    return {"imitation_loss": loss_sum / parts, "imitation_agreement": agreed / parts}
