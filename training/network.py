"""The network of policy-gradient learners: one trunk, a policy head and a value head."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass
from torch import Tensor, nn

from hoodwink.envs.core.game import Game

WIDEST, DEEPEST = 2048, 8  # what a saved agent may ask for
IMPOSSIBLE = -1e9  # the logit of an illegal action: large and finite, so that 0 times it is 0


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class NetworkConfig:
    """The shape of a network."""

    hidden: Annotated[
        tuple[Annotated[int, Field(ge=1, le=WIDEST)], ...], Field(min_length=1, max_length=DEEPEST)
    ] = (128, 128)  # widths of the layers of the trunk, relu behind each


class Network(nn.Module):
    """Policy and value of what a seat sees; one network for all seats, which are relative in it.

    Shapes: observations (B, F) int8 as a Batch shows them -> logits (B, A), values (B,). A value is
    the expected payoff of the seat that sees, divided by the largest payoff of the game.
    """

    scale: Tensor

    def __init__(self, tops: NDArray[np.float32], n_actions: int, config: NetworkConfig) -> None:
        """Make the layers without touching their weights; see `new_network`."""
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(1 / tops), persistent=False)
        sizes = [len(tops), *config.hidden]
        self.trunk = nn.ModuleList(_linear(a, b) for a, b in pairwise(sizes))
        self.policy = _linear(sizes[-1], n_actions)
        self.value = _linear(sizes[-1], 1)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (not masked) and values."""
        x = observations.to(torch.float32) * self.scale
        for layer in self.trunk:
            x = torch.relu(layer(x))
        return self.policy(x), self.value(x).squeeze(-1)

    @property
    def device(self) -> torch.device:
        """Where the network is."""
        return self.scale.device

    def layers(self) -> Iterator[nn.Linear]:
        """Iterate over all layers, the heads last."""
        for layer in (*self.trunk, self.policy, self.value):
            assert isinstance(layer, nn.Linear)
            yield layer


def _linear(inputs: int, outputs: int) -> nn.Linear:
    return nn.Linear(inputs, outputs, device="meta").to_empty(device="cpu")  # not drawn twice


def blank_network(game: Game, config: NetworkConfig) -> Network:
    """Return a network for `game` whose weights are not set yet."""
    return Network(game.tops, game.n_actions, config)


def new_network(game: Game, config: NetworkConfig, seed: int) -> Network:
    """Return a fresh network: orthogonal weights, and a policy that is nearly uniform."""
    network = blank_network(game, config)
    generator = torch.Generator().manual_seed(seed)
    gains = [2**0.5] * len(config.hidden) + [0.01, 1.0]
    for layer, gain in zip(network.layers(), gains, strict=True):
        nn.init.orthogonal_(layer.weight, gain, generator)
        nn.init.zeros_(layer.bias)
    return network


def masked_log_softmax(logits: Tensor, masks: Tensor) -> Tensor:
    """Return the log-probabilities (B, A) of the legal actions; exp of the others is exactly 0.

    The one place where masks meet logits.
    """
    return torch.log_softmax(logits.masked_fill(masks == 0, IMPOSSIBLE), dim=-1)


def probabilities_of(log_policy: Tensor, masks: Tensor) -> Tensor:
    """Return exp of a log-policy, 0 where it is illegal; not for gradients.

    The same numbers as `log_policy.exp()`, which takes thrice as long: exp is slow to underflow.
    """
    return log_policy.masked_fill(masks == 0, 0).exp_().mul_(masks)
