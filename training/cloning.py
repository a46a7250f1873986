"""Warm start: learn a policy by imitating an agent, and values from what came of its games."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import mse_loss, nll_loss

from hoodwink.agents.agent import Agent
from hoodwink.envs.core.game import Game
from hoodwink.training.config import PPOConfig, WarmStart
from hoodwink.training.diverged import NotFinite, is_finite
from hoodwink.training.network import Network, masked_log_softmax
from hoodwink.training.rollout import Collector, Rollout, Teacher, returns_of
from hoodwink.training.saved import Saved, into_optimizer, of_module, of_optimizer

BLOCK = 65_536  # decisions played, learned from once, and thrown away
LEAST_RATE = 0.1  # of the learning rate, which falls linearly
GRADIENT_CLIP = 1.0
COLUMNS = ("observations", "masks", "actions", "returns", "over")  # of a minibatch


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
        self.decisions = 0

    @property
    def total(self) -> int:
        """Decisions to learn from: no more than the run has."""
        return min(self.start.decisions, self.config.steps)

    def play(self) -> Rollout:
        """Let the agent play the next block."""
        return self.collector.collect(max(1, min(BLOCK, self.total) // self.config.games))

    def learn(self, block: Rollout) -> dict[str, float]:
        """Make one pass over a block; values learn from the games that ended within it.

        Raises NotFinite, with the minibatch and the weights that the block began with.
        """
        before = of_module(self.network)
        left = max(1 - self.decisions / self.total, LEAST_RATE)
        for group in self.optimizer.param_groups:
            group["lr"] = self.start.learning_rate * left
        losses, agreed = [], []
        for part in self._parts(block):
            try:
                loss, agreement = self._step(*part)
                if not is_finite(self.network):
                    raise NotFinite("weights are not finite", Saved())
            except NotFinite as error:
                columns = (column.cpu().numpy() for column in part)
                error.kept.arrays |= dict(zip(COLUMNS, columns, strict=True))
                error.kept.put("weights", before)
                raise
            losses.append(loss)
            agreed.append(agreement)
        self.decisions += block.played
        if not losses:
            return {}
        return {
            "imitation_loss": float(np.mean(losses)),
            "imitation_agreement": float(np.mean(agreed)),
        }

    def _parts(self, block: Rollout) -> Iterator[list[Tensor]]:
        """Yield the minibatches of a block, as COLUMNS."""
        played = block.decisions
        columns = (
            played.observations, played.masks, played.actions, returns_of(block, self.bound),
            block.over[played.games],
        )  # fmt: skip
        device = self.network.device
        data = [torch.from_numpy(column).to(device) for column in columns]
        rows = torch.from_numpy(self.rng.permutation(len(played))).to(device)
        for part in rows.split(self.start.minibatch):
            yield [column[part] for column in data]

    def _step(
        self, observations: Tensor, masks: Tensor, actions: Tensor, returns: Tensor, over: Tensor
    ) -> tuple[float, float]:
        """Learn from a minibatch; return the loss, and how often the network agreed before."""
        logits, values = self.network(observations)
        log_policy = masked_log_softmax(logits, masks)
        loss = nll_loss(log_policy, actions)
        if over.any():
            value_loss = mse_loss(values[over], returns[over])
            loss = loss + self.config.value_weight * value_loss
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), GRADIENT_CLIP)
        if not torch.isfinite(loss + norm):
            raise NotFinite(
                f"the loss is {loss.item()}, the norm of its gradient {norm.item()}; try a smaller "
                "learning_rate of the warm_start",
                Saved(),
            )
        self.optimizer.step()
        return loss.item(), (log_policy.argmax(1) == actions).float().mean().item()

    # -- checkpoints -------------------------------------------------------------------------------

    def save(self) -> Saved:
        """Return all that imitation goes on from, but the network."""
        values = {"decisions": self.decisions, "rng": self.rng.bit_generator.state}
        saved = Saved(values=values)
        saved.put("optimizer", of_optimizer(self.optimizer))
        saved.put("collector", self.collector.save())
        return saved

    def restore(self, saved: Saved) -> None:
        """Go on from what was saved with the same settings."""
        self.decisions = saved.value("decisions")
        self.rng.bit_generator.state = saved.value("rng")
        into_optimizer(saved.part("optimizer"), self.optimizer)
        self.collector.restore(saved.part("collector"))
