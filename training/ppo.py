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
from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
import torch
from torch import Tensor, nn

from hoodwink.envs.core.game import Game
from hoodwink.training.config import PPOConfig
from hoodwink.training.diverged import NotFinite, is_finite
from hoodwink.training.network import Network, masked_log_softmax, new_network
from hoodwink.training.rollout import Rollout, advantages
from hoodwink.training.saved import Saved, into_module, into_optimizer, of_module, of_optimizer

CHUNK = 8192  # rows of a forward pass without gradients


@dataclass
class Samples:
    """The decisions of one rollout as tensors."""

    observations: Tensor  # (M, F) int8
    masks: Tensor  # (M, A) int8
    actions: Tensor  # (M, 1)
    log_probabilities: Tensor  # (M,) by the policy that played
    advantages: Tensor  # (M,) normalised
    returns: Tensor  # (M,) what the values learn
    values: Tensor  # (M,) by the network that played
    old: Tensor | None = None  # (M, A) log-policy before the update, if kl_rollout needs it
    magnet: Tensor | None = None  # (M, A) log-policy of the magnet


class PPO:
    """The network, its optimizer, and the networks that follow it."""

    def __init__(
        self, game: Game, config: PPOConfig, seed: int, device: torch.device | str = "cpu"
    ) -> None:
        """Make a fresh network on `device`; its weights are the same on every device."""
        self.config, self.device = config, torch.device(device)
        self.bound = max(abs(limit) for limit in game.payoff_range)
        self.network = new_network(game, config.network, seed).to(self.device)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=config.learning_rate, eps=1e-5, fused=True
        )
        self.rng = np.random.default_rng([seed, 3])
        self.magnet: Network | None = None
        self.average: Network | None = None
        self.updates = 0

    @property
    def result(self) -> Network:
        """The network to keep: the last one, or the averaged one where the settings say so."""
        return self.average or self.network

    # -- one update --------------------------------------------------------------------------------

    def update(self, rollout: Rollout, progress: float) -> dict[str, float]:
        """Learn from a rollout; `progress` is the share of the run that is over.

        Raises NotFinite, with the samples and the weights that the update began with.
        """
        before = of_module(self.network)
        if self.updates == 0:
            self.magnet = self._first_magnet()
        samples, metrics = self._samples(rollout)
        try:
            _check_samples(samples)
            metrics |= self._learn(samples, progress)
            if not is_finite(self.network):
                raise NotFinite("weights are not finite", Saved())
        except NotFinite as error:
            error.kept.arrays |= _columns(samples).arrays
            error.kept.put("weights", before)
            raise
        self.updates += 1
        self._move_magnet()
        self._move_average()
        metrics["temperature"] = (
            metrics["entropy_weight"] * metrics["advantage_deviation"] * self.bound
        )
        return metrics

    def _learn(self, samples: Samples, progress: float) -> dict[str, float]:
        """Make the passes of one update."""
        config = self.config
        rate = config.learning_rate + progress * (config.learning_rate_end - config.learning_rate)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        weights = {"entropy": config.entropy.at(progress), "barrier": config.barrier.at(progress)}
        sums: dict[str, float] = {}
        parts = 0
        for _ in range(config.epochs if len(samples.actions) else 0):
            order = torch.from_numpy(self.rng.permutation(len(samples.actions))).to(self.device)
            for part in order.chunk(max(1, round(len(order) / config.minibatch))):
                for key, value in self._step(samples, part, weights).items():
                    sums[key] = sums.get(key, 0.0) + value
                parts += 1
        metrics = {key: value / max(parts, 1) for key, value in sums.items()}
        return metrics | {"learning_rate": rate, "entropy_weight": weights["entropy"]}

    def _samples(self, rollout: Rollout) -> tuple[Samples, dict[str, float]]:
        """Return what is ready to be learned from, and how the games went."""
        raw, ready = advantages(rollout, self.bound, self.config.gae_lambda)
        played, raw = rollout.decisions.pick(ready), raw[ready]
        returns, deviation = raw + played.values, float(raw.std()) if len(raw) else 0.0
        normal = (raw - raw.mean()) / (deviation + 1e-8) if len(raw) else raw
        columns = (
            played.observations, played.masks, played.actions[:, None], played.log_probabilities,
            normal, returns, played.values,
        )  # fmt: skip
        samples = Samples(*(torch.from_numpy(column).to(self.device) for column in columns))
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
        return samples, metrics

    def _step(
        self, samples: Samples, part: Tensor, weights: Mapping[str, float]
    ) -> dict[str, float]:
        loss, metrics = self._loss(samples, part, weights)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), self.config.gradient_clip)
        if not torch.isfinite(loss + norm):
            raise NotFinite(
                f"the loss is {loss.item()}, the norm of its gradient {norm.item()}; try a smaller "
                "learning_rate",
                Saved({"part": part.cpu().numpy()}),
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

    # -- checkpoints -------------------------------------------------------------------------------

    def save(self) -> Saved:
        """Return all that learning goes on from."""
        saved = Saved(values={"updates": self.updates, "rng": self.rng.bit_generator.state})
        saved.put("optimizer", of_optimizer(self.optimizer))
        for name in ("network", "magnet", "average"):
            network = getattr(self, name)
            if network is not None:
                saved.put(name, of_module(network))
        return saved

    def restore(self, saved: Saved) -> None:
        """Go on from what was saved with the same settings."""
        self.updates = saved.value("updates")
        self.rng.bit_generator.state = saved.value("rng")
        into_module(saved.part("network"), self.network)
        into_optimizer(saved.part("optimizer"), self.optimizer)
        self.magnet, self.average = (
            self._copy_with(saved.part(name)) for name in ("magnet", "average")
        )

    def _copy_with(self, weights: Saved) -> Network | None:
        if not weights.arrays:
            return None
        network = copy.deepcopy(self.network)
        into_module(weights, network)
        return network

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


def _columns(samples: Samples) -> Saved:
    """Return the samples by name."""
    saved = Saved()
    for column in fields(samples):
        tensor = getattr(samples, column.name)
        if tensor is not None:
            saved.add(column.name, tensor.cpu().numpy())
    return saved


def _check_samples(samples: Samples) -> None:
    for name in ("log_probabilities", "advantages", "returns"):
        if not torch.isfinite(getattr(samples, name)).all():
            raise NotFinite(f"there are {name} that are not finite", Saved())


# -- policies as log-probabilities (B, A) ----------------------------------------------------------


@torch.no_grad()
def log_policy(network: Network, samples: Samples) -> Tensor:
    """Return the log-policy of `network` in all samples."""
    parts = zip(samples.observations.split(CHUNK), samples.masks.split(CHUNK), strict=True)
    return torch.cat([masked_log_softmax(network(seen)[0], masks) for seen, masks in parts])


def uniform(masks: Tensor) -> Tensor:
    """Return the log-policy that plays every legal action with the same probability."""
    return masked_log_softmax(torch.zeros(masks.shape, device=masks.device), masks)


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
