"""What every agent offers: it gets rows of a batch, never the environment, and returns actions."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Observations = NDArray[np.int8]  # (n, F), as a Batch shows them; divide by `game.tops` for [0, 1]
Masks = NDArray[np.int8]  # (n, A), 1 where the action is legal; every row has one
Memory = NDArray[
    Any
]  # (n, ...), one row a game and seat; what a row holds is the agent's own affair
Actions = NDArray[np.int64]  # (n,)
Probabilities = NDArray[np.float32]  # (n, A), exactly 0 where the action is illegal


class Agent(Protocol):
    """Plays any number of games at once.

    Row i of all arguments belongs together: what one seat of one game sees, may do and remembers. A
    memory is used for one seat of one game from its first decision to its last.
    """

    name: str  # the spec it was loaded by

    def start(
        self, n: int, rng: np.random.Generator, table_of: NDArray[np.int64] | None = None
    ) -> Memory:
        """Return the memory of `n` seats at the start of their games.

        `table_of` (n,) says by which of the tables that the agent was loaded with each row plays;
        by default row i plays by number i modulo their count, as the games of a Batch do.
        """
        ...

    def act(
        self, observations: Observations, masks: Masks, memory: Memory, rng: np.random.Generator
    ) -> Actions:
        """Return a legal action for each row; changes `memory` in place."""
        ...

    def probabilities(
        self, observations: Observations, masks: Masks, memory: Memory
    ) -> Probabilities:
        """Return how likely `act` plays each action; leaves `memory` as it is."""
        ...


def no_memory(n: int) -> Memory:
    """Return the memory of `n` seats that need none."""
    return np.zeros((n, 0), np.int8)


def act_in_rows(
    agent: Agent, observations: Observations, masks: Masks, memory: Memory,
    rows: NDArray[np.int64], rng: np.random.Generator,
) -> Actions:  # fmt: skip
    """Let `agent` act with the `rows` of `memory`; all else is already picked out."""
    part = memory[rows]
    actions = agent.act(observations, masks, part, rng)
    memory[rows] = part
    return actions


def sample(probabilities: NDArray[Any], rng: np.random.Generator) -> Actions:
    """Draw an action for each row (n, A); one whose probability is 0 is never drawn."""
    summed = np.cumsum(probabilities, axis=1, dtype=np.float64)
    # u < 1, so u * total < total: the first action beyond it has raised the sum, and exists
    drawn = rng.random(len(summed)) * summed[:, -1]
    chosen: Actions = np.argmax(summed > drawn[:, None], axis=1).astype(np.int64)
    return chosen
