"""The Gymnasium spaces of a game, and its whole state as one vector."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from hoodwink.envs.core.game import Game

HISTORY = ("key", "told", "events")  # of a state: what the seats were told


def observation_space(game: Game) -> Dict:
    """Return the space of what an agent sees: `observation` and `action_mask`."""
    return Dict(
        {
            "observation": Box(0.0, 1.0, (game.n_observation,), np.float32),
            "action_mask": Box(0, 1, (game.n_actions,), np.int8),
        }
    )


def state_space(game: Game) -> Box:
    """Return the space of `flat_state`: each field within what its type can hold."""
    low: list[int] = []
    high: list[int] = []
    for name, where in state_fields(game).items():
        limits = np.iinfo(game.state[name].base)
        low += [limits.min] * (where.stop - where.start)
        high += [limits.max] * (where.stop - where.start)
    return Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)


def flat_state(game: Game, states: NDArray[Any]) -> NDArray[np.float32]:
    """Return the first of `states` as numbers: all fields, hidden ones too, but no history."""
    parts = [np.ravel(states[name][0]) for name in state_fields(game)]
    return np.concatenate(parts).astype(np.float32)


def state_fields(game: Game) -> dict[str, slice]:
    """Return where in `flat_state` each field of the state lies, in the order of the record."""
    fields: dict[str, slice] = {}
    offset = 0
    for name in game.state.names or ():
        if name not in HISTORY and not name.startswith("pad"):
            size = int(np.prod(game.state[name].shape, dtype=int))
            fields[name] = slice(offset, offset + size)
            offset += size
    return fields
