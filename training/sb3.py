"""`--algo sb3`: sb3-contrib's MaskablePPO on our batches, its policy saved as one of our agents.

The trunk is a features extractor that policy and value share, so that all weights have their place
in a `Network`, and what SB3 has learned is played without SB3.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from hoodwink.agents.load import load_agent
from hoodwink.agents.policy import PolicyAgent
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.checkpoint import save_agent
from hoodwink.training.device import find_device
from hoodwink.training.diverged import Diverged
from hoodwink.training.network import Network, NetworkConfig, blank_network
from hoodwink.training.progress import Progress
from hoodwink.training.saved import Saved, of_module
from hoodwink.training.sb3_config import ITSELF, SB3Config
from hoodwink.training.vec_env import BatchVecEnv

SEEDS = 1 << 32  # SB3 seeds NumPy's old generator, which takes smaller ones only

Wanted = Callable[[Progress], bool]


# -- a policy of SB3 as a network of ours ----------------------------------------------------------


class Trunk(BaseFeaturesExtractor):
    """The trunk of a `Network`: linear layers with relu behind each."""

    def __init__(self, observation_space: Box, hidden: tuple[int, ...]) -> None:
        """Make layers of these widths."""
        super().__init__(observation_space, hidden[-1])
        self.hidden = tuple(hidden)
        sizes = [observation_space.shape[0], *hidden]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))

    def forward(self, observations: Tensor) -> Tensor:
        """Return features (B, hidden[-1]) of observations (B, F) in [0, 1]."""
        x = observations
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


def policy_kwargs(hidden: tuple[int, ...] = (128, 128)) -> dict[str, Any]:
    """Return the `policy_kwargs` of an SB3 model whose policy can be saved as an agent."""
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"hidden": tuple(hidden)},
        "net_arch": [],
        "optimizer_kwargs": {"eps": 1e-5, "fused": True},  # SB3's own, in one pass
    }


def network_of(policy: MaskableActorCriticPolicy, game: Game) -> Network:
    """Return a policy of SB3 as a network of ours; its values are divided by the largest payoff.

    Raises HoodwinkError unless it was made with `policy_kwargs`.
    """
    trunk: Any = policy.features_extractor
    shared = policy.share_features_extractor and not list(policy.mlp_extractor.parameters())
    if not isinstance(trunk, Trunk) or not shared:
        raise HoodwinkError(
            "only an MlpPolicy made with policy_kwargs=hoodwink.training.sb3.policy_kwargs(...) "
            "can be an agent: an agent's policy and values share their layers"
        )
    network = blank_network(game, NetworkConfig(hidden=trunk.hidden))
    copy_weights(policy, network, game)
    return network


@torch.no_grad()
def copy_weights(policy: MaskableActorCriticPolicy, network: Network, game: Game) -> None:
    """Write the weights of a policy of SB3 into a network of the same shape."""
    bound = max(abs(limit) for limit in game.payoff_range)
    trunk: Any = policy.features_extractor
    sources = [*trunk.layers, policy.action_net, policy.value_net]
    for layer, source in zip(network.layers(), sources, strict=True):
        scale = bound if source is policy.value_net else 1.0
        layer.weight.copy_(source.weight / scale)
        layer.bias.copy_(source.bias / scale)


def save_model(folder: str | Path, model: MaskablePPO, env: str, **options: Any) -> None:
    """Save the policy of `model` as an agent that plays `env`; see `policy_kwargs`."""
    game, named = parse_env(env)
    network = network_of(model.policy, game)
    widths = tuple(layer.out_features for layer in list(network.layers())[:-2])
    full = game.normal_options(**{**named, **options})
    training = {"algorithm": "sb3", "seed": model.seed, "steps": model.num_timesteps}
    save_agent(Path(folder), game, network, NetworkConfig(hidden=widths), [full], training)


# -- a run -----------------------------------------------------------------------------------------


class SB3Trainer:
    """One run of MaskablePPO; `hoodwink train` uses it as it uses the trainer of ppo.py."""

    def __init__(self, game: Game, tables: NDArray[Any], config: SB3Config, seed: int) -> None:
        """Make the games, their opponents and a fresh model."""
        if seed >= SEEDS:
            raise HoodwinkError(f"sb3 takes seeds below {SEEDS}, got {seed}")
        self.game, self.config, self.seed = game, config, seed
        self.ppo_seconds = 0.0  # spent playing and learning
        self._began = time.perf_counter()
        self._network = blank_network(game, config.network)  # the opponent "itself"
        itself = PolicyAgent(ITSELF, self._network)
        pool = [
            itself if name == ITSELF else load_agent(name, game, tables)
            for name in config.opponents
        ]
        self.env = BatchVecEnv(game, tables, config.games, pool=pool)
        with global_generators_kept():
            self.model = MaskablePPO(
                "MlpPolicy", self.env, self._learning_rate, **config.arguments(),
                policy_kwargs=policy_kwargs(config.network.hidden), seed=seed,
                device=find_device(config.device),
            )  # fmt: skip
        self.model.set_logger(Logger(None, []))
        self.look_at_itself()

    def _learning_rate(self, left: float) -> float:
        start, end = self.config.learning_rate, self.config.learning_rate_end
        return end + (start - end) * max(left, 0.0)  # the last rollout may go beyond the steps

    @property
    def decisions(self) -> int:
        """Those of the learner so far."""
        return self.model.num_timesteps

    @property
    def all_decisions(self) -> int:
        """Those of the learner so far: there is one stage."""
        return self.decisions

    @property
    def updates(self) -> int:
        """How often it was learned."""
        return self.model._n_updates // self.config.n_epochs

    @property
    def seconds(self) -> float:
        """Time since training began."""
        return time.perf_counter() - self._began

    def save(self) -> None:
        """Return None: SB3's part of the run cannot go on."""

    def restore(self, saved: Saved) -> None:
        """Raise HoodwinkError: there is nothing to go on from."""
        raise HoodwinkError("a run of sb3 cannot go on; begin another")

    @property
    def result(self) -> Network:
        """The policy and values so far as a network."""
        return network_of(self.model.policy, self.game)

    def look_at_itself(self) -> None:
        """Let the opponent "itself" play as the learner does now."""
        copy_weights(self.model.policy, self._network, self.game)

    def run(self, goes_on: Wanted, minutes: float | None = None) -> None:
        """Train until the steps are done, the time is up, or `goes_on` returns False.

        `goes_on` is called after every update. Raises Diverged.
        """
        watch = _Watch(self, goes_on, np.inf if minutes is None else 60 * minutes)
        self._began = began = time.perf_counter()
        try:
            with global_generators_kept():
                self.model.set_random_seed(self.seed)
                self.model.learn(self.config.steps, watch, log_interval=sys.maxsize)
        except ValueError as error:
            if "invalid values" not in str(error):  # so torch's distributions speak of NaN
                raise
            raise self.diverged() from None
        finally:
            self.ppo_seconds += time.perf_counter() - began

    def check_finite(self) -> None:
        """Raise Diverged if a weight is not finite."""
        if not all(torch.isfinite(weights).all() for weights in self.model.policy.parameters()):
            raise self.diverged()

    def diverged(self) -> Diverged:
        """Return the error that ends the run, with the weights and the rollout that is on."""
        buffer = self.model.rollout_buffer
        names = ("observations", "actions", "advantages", "returns", "values", "log_probs")
        kept = Saved({name: getattr(buffer, name) for name in names}, {"seed": self.seed})
        kept.put("weights", of_module(self.model.policy))
        return Diverged(
            f"training of seed {self.seed} diverged after {self.decisions} decisions: there are "
            "numbers that are not finite; try a smaller learning_rate",
            kept,
        )


@contextmanager
def global_generators_kept() -> Iterator[None]:
    """Leave the global generators, which SB3 seeds and uses, as they were before."""
    before = random.getstate(), np.random.get_state()
    with torch.random.fork_rng(devices=[]):
        try:
            yield
        finally:
            random.setstate(before[0])
            np.random.set_state(before[1])


class _Watch(BaseCallback):
    """Reports every update, and stops when there is no more time or wish."""

    def __init__(self, trainer: SB3Trainer, goes_on: Wanted, budget: float) -> None:
        super().__init__()
        self.trainer, self.goes_on, self.budget = trainer, goes_on, budget
        self.began, self.wanted, self.reported = time.perf_counter(), True, 0
        self.games, self.payoffs = 0, 0.0

    def _on_step(self) -> bool:
        done = self.locals["dones"]
        self.games += int(done.sum())
        self.payoffs += float(self.locals["rewards"][done].sum())
        return self.wanted

    def _on_rollout_start(self) -> None:
        self._report()
        self.trainer.look_at_itself()

    def _on_training_end(self) -> None:
        self._report()

    def _report(self) -> None:
        """Tell of the last update, if there was one since."""
        if self.model._n_updates == self.reported:
            return
        self.reported = self.model._n_updates
        self.trainer.check_finite()
        seconds = time.perf_counter() - self.began
        total = self.trainer.config.steps
        progress = Progress("sb3", self.num_timesteps, total, seconds, self._metrics())
        self.wanted = self.goes_on(progress) and seconds < self.budget
        self.games, self.payoffs = 0, 0.0

    def _metrics(self) -> dict[str, float]:
        """Return the last update by the keys of metrics.py."""
        logged = self.logger.name_to_value
        bound = max(abs(limit) for limit in self.trainer.game.payoff_range)
        metrics = {
            "games": float(self.games),
            "policy_loss": logged["train/policy_gradient_loss"],
            "value_loss": logged["train/value_loss"] / bound**2,
            "explained_variance": logged["train/explained_variance"],
            "entropy": -logged["train/entropy_loss"],
            "entropy_weight": self.trainer.config.ent_coef,
            "kl": logged["train/approx_kl"],
            "clipped": logged["train/clip_fraction"],
            "learning_rate": logged["train/learning_rate"],
        }
        if self.games:
            metrics["payoff_against_opponents"] = self.payoffs / self.games
        return {key: float(value) for key, value in metrics.items()}
