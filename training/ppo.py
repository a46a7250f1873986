"""Masked PPO by self-play for any number of seats, from top to bottom.

One network plays all seats: what a seat sees is relative to it. Each seat of each game is a
trajectory of its own (see rollout.py), paid only at the end, gamma 1. The loss, a mean over
decisions:

    - min(r A, clip(r) A)            r = policy / policy that played, A the normalised advantage
    + value_weight (V - return)^2
    - entropy H(policy)              with a schedule
    + barrier KL(uniform, policy)    with a schedule
    + kl_rollout KL(policy, policy that played)
    + magnet KL(policy, magnet), or KL(magnet, policy)

Its switches give, among others, plain PPO (entropy alone), MMD (entropy and kl_rollout; Sokota et
al. 2023) and a magnet that is copied now and then or averaged over the updates. In games of hidden
information play has to stay mixed; the barrier keeps an action from dying out where the gradients
of all other terms vanish.
"""

import copy
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hoodwink.agents.agent import Agent
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.training.cloning import Imitation
from hoodwink.training.config import PPOConfig, WarmStart
from hoodwink.training.network import Network, masked_log_softmax, new_network
from hoodwink.training.rollout import Collector, NetworkLearner, Rollout, advantages

CHUNK = 8192  # rows of a forward pass without gradients


class Diverged(HoodwinkError):
    """Training produced numbers that are not finite."""


@dataclass
class Progress:
    """Where a run stands; `metrics` are those of the last update, see metrics.py."""

    stage: str  # "imitation", "ppo" or "sb3"
    decisions: int
    total: int
    seconds: float
    metrics: dict[str, float] = field(default_factory=dict)


@dataclass
class Samples:
    """The decisions of one rollout as tensors."""

    observations: Tensor  # (M, F) int8
    masks: Tensor  # (M, A) int8
    actions: Tensor  # (M, 1)
    log_probabilities: Tensor  # (M,) by the policy that played
    advantages: Tensor  # (M,) normalised
    returns: Tensor  # (M,) what the values learn
    old: Tensor | None = None  # (M, A) log-policy before the update, if kl_rollout needs it
    magnet: Tensor | None = None  # (M, A) log-policy of the magnet


class Trainer:
    """One run: the network, its optimizer, and the games it plays."""

    def __init__(
        self, game: Game, tables: NDArray[Any], config: PPOConfig, seed: int,
        opponents: Sequence[Agent] = (), teacher: Agent | None = None,
    ) -> None:  # fmt: skip
        """Make a fresh network; the opponents and the teacher are those that `config` names."""
        self.game, self.tables, self.config, self.seed = game, tables, config, seed
        self.opponents, self.teacher = opponents, teacher
        self.bound = max(abs(limit) for limit in game.payoff_range)
        self.network = new_network(game, config.network, seed)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=config.learning_rate, eps=1e-5, fused=True
        )
        self.rng = np.random.default_rng([seed, 3])
        self.magnet: Network | None = None
        self.average: Network | None = None
        self.decisions = self.updates = 0
        self.ppo_seconds = 0.0  # spent playing and learning, without the warm start

    @property
    def result(self) -> Network:
        """The network to keep: the last one, or the averaged one where the settings say so."""
        return self.average or self.network

    def run(self, goes_on: Callable[[Progress], bool], minutes: float | None = None) -> None:
        """Train until the steps are done, the time is up, or `goes_on` returns False.

        `goes_on` is called after every block of imitation and after every update. Raises Diverged.
        """
        began = time.perf_counter()
        if self.teacher is not None and self.config.warm_start is not None:
            if not self._imitate(self.teacher, self.config.warm_start, goes_on, minutes):
                return
        self._learn(goes_on, began, minutes)

    def _imitate(
        self, teacher: Agent, start: WarmStart, goes_on: Callable[[Progress], bool],
        minutes: float | None,
    ) -> bool:  # fmt: skip
        """Start warm, with no more decisions than the run and half of its time; False to stop."""
        began = time.perf_counter()
        total = min(start.decisions, self.config.steps)
        limit = np.inf if minutes is None else 30 * minutes
        wanted = True

        def report(decisions: int, metrics: dict[str, float]) -> bool:
            nonlocal wanted
            seconds = time.perf_counter() - began
            wanted = goes_on(Progress("imitation", decisions, total, seconds, metrics))
            return wanted and seconds < limit

        Imitation(
            self.network, self.game, self.tables, teacher, self.config, start, self.seed + 1,
            self.opponents,
        ).run(total, report)  # fmt: skip
        return wanted

    def _learn(
        self, goes_on: Callable[[Progress], bool], began: float, minutes: float | None
    ) -> None:
        config = self.config
        collector = Collector(
            self.game, self.tables, config.games, self.seed, NetworkLearner(self.network),
            self.opponents, config.opponents.share,
        )  # fmt: skip
        first = time.perf_counter()
        budget = np.inf if minutes is None else max(60 * minutes - (first - began), 1e-9)
        self.magnet = self._first_magnet()
        while True:
            spent = (time.perf_counter() - first) / budget  # 0 without a time limit
            progress = max(self.decisions / config.steps, spent)
            if progress >= 1:
                return
            rollout = collector.collect(max(1, config.decisions // config.games))
            metrics = self.update(rollout, progress)
            self.decisions += rollout.played
            self.ppo_seconds = time.perf_counter() - first
            seconds = time.perf_counter() - began
            if not goes_on(Progress("ppo", self.decisions, config.steps, seconds, metrics)):
                return

    # -- one update --------------------------------------------------------------------------------

    def update(self, rollout: Rollout, progress: float) -> dict[str, float]:
        """Learn from a rollout; `progress` is the share of the run that is over."""
        config = self.config
        rate = config.learning_rate + progress * (config.learning_rate_end - config.learning_rate)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        samples, metrics = self._samples(rollout)
        weights = {"entropy": config.entropy.at(progress), "barrier": config.barrier.at(progress)}
        sums: dict[str, float] = {}
        parts = 0
        for _ in range(config.epochs if len(samples.actions) else 0):
            order = torch.from_numpy(self.rng.permutation(len(samples.actions)))
            for part in order.chunk(max(1, round(len(order) / config.minibatch))):
                for key, value in self._step(samples, part, weights).items():
                    sums[key] = sums.get(key, 0.0) + value
                parts += 1
        self.updates += 1
        self._move_magnet()
        self._move_average()
        metrics |= {key: value / max(parts, 1) for key, value in sums.items()}
        metrics |= {"learning_rate": rate, "entropy_weight": weights["entropy"]}
        metrics["temperature"] = weights["entropy"] * metrics["advantage_deviation"] * self.bound
        return metrics

    def _samples(self, rollout: Rollout) -> tuple[Samples, dict[str, float]]:
        """Return what is ready to be learned from, and how the games went."""
        raw, ready = advantages(rollout, self.bound, self.config.gae_lambda)
        played, raw = rollout.decisions.pick(ready), raw[ready]
        returns, deviation = raw + played.values, float(raw.std()) if len(raw) else 0.0
        normal = (raw - raw.mean()) / (deviation + 1e-8) if len(raw) else raw
        columns = (
            played.observations, played.masks, played.actions[:, None], played.log_probabilities,
            normal, returns,
        )  # fmt: skip
        samples = Samples(*(torch.from_numpy(column) for column in columns))
        if self.config.kl_rollout > 0:
            samples.old = log_policy(self.network, samples)
        if self.magnet is not None:
            samples.magnet = log_policy(self.magnet, samples)
        elif self.config.magnet.weight > 0:
            samples.magnet = uniform(samples.masks)
        spread = float(returns.var()) if len(raw) else 0.0
        metrics = {
            "advantage_deviation": deviation,
            "explained_variance": 1 - float(raw.var()) / spread if spread else 0.0,
            "games": float(rollout.over.sum()),
        }
        return samples, metrics | _against_opponents(rollout)

    def _step(
        self, samples: Samples, part: Tensor, weights: Mapping[str, float]
    ) -> dict[str, float]:
        loss, metrics = self._loss(samples, part, weights)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), self.config.gradient_clip)
        if not torch.isfinite(loss + norm):
            raise Diverged(
                f"training of seed {self.seed} diverged in update {self.updates + 1}, after "
                f"{self.decisions} decisions: the loss is {loss.item()}, the norm of its gradient "
                f"{norm.item()}; try a smaller learning_rate"
            )
        self.optimizer.step()
        return metrics

    def _loss(
        self, samples: Samples, part: Tensor, weights: Mapping[str, float]
    ) -> tuple[Tensor, dict[str, float]]:
        config = self.config
        masks, advantage = samples.masks[part], samples.advantages[part]
        logits, values = self.network(samples.observations[part])
        policy = masked_log_softmax(logits, masks)  # (B, A), as all log-policies

        change = (
            policy.gather(1, samples.actions[part]).squeeze(1) - samples.log_probabilities[part]
        )
        ratio = change.exp()
        clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
        policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
        value_loss = (values - samples.returns[part]).square().mean()
        probabilities = policy.exp()
        entropy = -(probabilities * policy).sum(1).mean()
        barrier = kl_from_uniform(policy, masks)

        loss = policy_loss + config.value_weight * value_loss
        loss = loss - weights["entropy"] * entropy + weights["barrier"] * barrier
        if samples.old is not None:
            loss = loss + config.kl_rollout * kl(probabilities, policy, samples.old[part])
        if samples.magnet is not None:
            magnet = samples.magnet[part]
            if config.magnet.direction == "to":
                pull = kl(probabilities, policy, magnet)
            else:
                pull = kl(magnet.exp(), magnet, policy)
            loss = loss + config.magnet.weight * pull
        metrics = {
            "policy_loss": policy_loss,
            "value_loss": value_loss,
            "entropy": entropy,
            "barrier": barrier,
            "kl": ((ratio - 1) - change).mean(),
            "clipped": ((ratio - 1).abs() > config.clip).float().mean(),
            "least_probability": probabilities.masked_fill(masks == 0, 1).min(),
        }
        return loss, {key: value.item() for key, value in metrics.items()}

    # -- networks that follow the one that learns --------------------------------------------------

    def _first_magnet(self) -> Network | None:
        magnet = self.config.magnet
        return (
            None if magnet.weight == 0 or magnet.kind == "uniform" else copy.deepcopy(self.network)
        )

    def _move_magnet(self) -> None:
        magnet = self.config.magnet
        if self.magnet is None:
            return
        if magnet.kind == "ema":
            blend(self.magnet, self.network, magnet.rate)
        elif self.updates % magnet.every == 0:
            self.magnet.load_state_dict(self.network.state_dict())

    def _move_average(self) -> None:
        if self.config.average == 0:
            return
        if self.average is None:
            self.average = copy.deepcopy(self.network)
        horizon = max(1.0, self.config.average * self.updates)
        blend(self.average, self.network, 1 - 1 / horizon)


def _against_opponents(rollout: Rollout) -> dict[str, float]:
    """Return the mean payoff of the learner where others played too, if it did."""
    held, payoffs = rollout.learned[rollout.over], rollout.payoffs[rollout.over]
    mixed = held.any(1) & ~held.all(1)
    if not mixed.any():
        return {}
    return {"payoff_against_opponents": float(payoffs[mixed][held[mixed]].mean())}


# -- policies as log-probabilities (B, A) ----------------------------------------------------------


@torch.no_grad()
def log_policy(network: Network, samples: Samples) -> Tensor:
    """Return the log-policy of `network` in all samples."""
    parts = zip(samples.observations.split(CHUNK), samples.masks.split(CHUNK), strict=True)
    return torch.cat([masked_log_softmax(network(seen)[0], masks) for seen, masks in parts])


def uniform(masks: Tensor) -> Tensor:
    """Return the log-policy that plays every legal action with the same probability."""
    return masked_log_softmax(torch.zeros(masks.shape), masks)


def kl(probabilities: Tensor, log_p: Tensor, log_q: Tensor) -> Tensor:
    """Return the mean divergence KL(p, q); p is given both ways, to take its exp only once."""
    return (probabilities * (log_p - log_q)).sum(1).mean()


def kl_from_uniform(policy: Tensor, masks: Tensor) -> Tensor:
    """Return the mean divergence KL(uniform over the legal actions, policy)."""
    legal = masks.sum(1)
    return (-(policy * masks).sum(1) / legal - legal.log()).mean()


@torch.no_grad()
def blend(into: Network, network: Network, keep: float) -> None:
    """Move the weights of `into` towards those of `network`, keeping the share `keep`."""
    for old, new in zip(into.parameters(), network.parameters(), strict=True):
        old.lerp_(new, 1 - keep)
