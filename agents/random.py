"""The agent that knows nothing: any legal action, each equally likely."""

from typing import Any

import numpy as np
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
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import pick_legal


@rule
def random_bot(observation: Any, mask: Any, t: Any, memory: Any, rng: Any) -> int:
    """Return any legal action; the agent as a compiled bot, see bots.py."""
    return pick_legal(mask, rng)


class RandomAgent:
    """Plays uniformly at random."""

    name = "random"

    def start(
        self, n: int, rng: np.random.Generator, table_of: NDArray[np.int64] | None = None
    ) -> Memory:
        """Return no memory."""
        return no_memory(n)

    def act(
        self, observations: Observations, masks: Masks, memory: Memory, rng: np.random.Generator
    ) -> Actions:
        """Return a legal action for each row."""
        return sample(masks, rng)

    def probabilities(
        self, observations: Observations, masks: Masks, memory: Memory
    ) -> Probabilities:
        """Return the same probability for every legal action."""
        uniform: Probabilities = (masks / masks.sum(1, keepdims=True)).astype(np.float32)
        return uniform
