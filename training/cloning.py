"""Warm start: learn a policy by imitating an agent, and values from what came of its games."""

from collections.abc import Callable, Sequence
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
from hoodwink.training.rollout import Collector, Rollout, Teacher, returns_of

BLOCK = 65_536  # decisions played, learned from once, and thrown away
LEAST_RATE = 0.1  # of the learning rate, which falls linearly
GRADIENT_CLIP = 1.0


class Imitation:
    """Trains a network on the decisions of an agent, in games of that agent and of opponents."""

    def __init__(
        self, network: Network, game: Game, tables: NDArray[Any], agent: Agent, config: PPOConfig,
        start: WarmStart, seed: int, opponents: Sequence[Agent] = (),
    ) -> None:  # fmt: skip
        """Deal the games, some of them with opponents as later; they are not imitated."""
        self.network, self.config, self.start = network, config, start
        self.bound = max(abs(limit) for limit in game.payoff_range)
        self.collector = Collector(
            game,
            tables,
            config.games,
            seed,
            Teacher(agent),
            opponents,
            config.opponents.share,
            agent,
        )
        self.optimizer = torch.optim.Adam(network.parameters(), eps=1e-5, fused=True)
        self.rng = np.random.default_rng([seed, 2])

    def run(self, total: int, goes_on: Callable[[int, dict[str, float]], bool]) -> None:
        """Learn from `total` decisions, or until `goes_on(decisions, metrics)` says no."""
        decisions = 0
        while decisions < total:
            for group in self.optimizer.param_groups:
                group["lr"] = self.start.learning_rate * max(1 - decisions / total, LEAST_RATE)
            block = self.collector.collect(max(1, min(BLOCK, total) // self.config.games))
            decisions += block.played
            if not goes_on(decisions, self._learn(block)):
                return

    def _learn(self, block: Rollout) -> dict[str, float]:
        """Make one pass over a block; values learn from the games that ended within it."""
        played = block.decisions
        observations, masks = torch.from_numpy(played.observations), torch.from_numpy(played.masks)
        actions = torch.from_numpy(played.actions)
        targets = torch.from_numpy(returns_of(block, self.bound))
        over = torch.from_numpy(block.over[played.games])
        losses, agreed = [], []
        for part in torch.from_numpy(self.rng.permutation(len(played))).split(self.start.minibatch):
            logits, values = self.network(observations[part])
            log_policy = masked_log_softmax(logits, masks[part])
            loss, known = nll_loss(log_policy, actions[part]), over[part]
            if known.any():
                value_loss = mse_loss(values[known], targets[part][known])
                loss = loss + self.config.value_weight * value_loss
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), GRADIENT_CLIP)
            self.optimizer.step()
            losses.append(loss.item())
            agreed.append((log_policy.argmax(1) == actions[part]).float().mean().item())
        if not losses:
            return {}
        return {
            "imitation_loss": float(np.mean(losses)),
            "imitation_agreement": float(np.mean(agreed)),
        }
