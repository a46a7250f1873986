"""A trained network as an agent: it draws its actions from the policy, as it was trained to."""

import numpy as np
import torch
from numpy.typing import NDArray

from hoodwink.agents.agent import (
    Actions,
    Masks,
    Memory,
    Observations,
    Probabilities,
    no_memory,
    sample,
)
from hoodwink.training.network import Network, masked_log_softmax, probabilities_of


class PolicyAgent:
    """Plays the policy head of a network."""

    def __init__(self, name: str, network: Network) -> None:
        """Play `network` as it is; later training of it is seen here too."""
        self.name, self.network = name, network

    def start(
        self, n: int, rng: np.random.Generator, table_of: NDArray[np.int64] | None = None
    ) -> Memory:
        """Return no memory."""
        return no_memory(n)

    def act(
        self, observations: Observations, masks: Masks, memory: Memory, rng: np.random.Generator
    ) -> Actions:
        """Return an action drawn from the policy for each row."""
        return sample(self.probabilities(observations, masks, memory), rng)

    @torch.inference_mode()
    def probabilities(
        self, observations: Observations, masks: Masks, memory: Memory
    ) -> Probabilities:
        """Return the policy of each row."""
        seen, legal = (
            torch.from_numpy(np.require(x, None, ["C", "W"])).to(self.network.device)
            for x in (observations, masks)
        )
        log_policy = masked_log_softmax(self.network(seen)[0], legal)
        result: Probabilities = probabilities_of(log_policy, legal).cpu().numpy()
        return result
