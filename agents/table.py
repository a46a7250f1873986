"""A table of probabilities as an agent: what a solver found, played by what a seat sees.

The file holds a 128-bit digest of observation and mask for each information state. Where these do
not tell information states apart, because seats were told more than they see now, an agent cannot
play as the policy does.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
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
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game, layout_hash
from hoodwink.training.exact.histories import met
from hoodwink.training.solvers.agents import shown_rows
from hoodwink.training.solvers.policy import Policy, no_probabilities
from hoodwink.training.solvers.tree import Tree, load_arrays, save_arrays

FORMAT = 1
DIGEST = 16  # bytes
ARRAYS: dict[str, np.dtype[Any]] = {
    "digests": np.dtype(np.uint8),  # (I, DIGEST)
    "first": np.dtype(np.int64),  # (I + 1,) where the actions of each begin
    "actions": np.dtype(np.int32),
    "probabilities": np.dtype(np.float64),
}


def digests(observations: Observations, masks: Masks) -> list[bytes]:
    """Return what stands for each row of observations and masks."""
    both = np.concatenate([observations, masks], axis=1)
    return [hashlib.blake2b(row.tobytes(), digest_size=DIGEST).digest() for row in both]


def save_table(path: Path, policy: Policy, made: Mapping[str, Any]) -> Policy:
    """Save a policy so that it can be played as `table:PATH`; `made` says how it came about.

    Returns what the agent plays: the policy itself, unless seats see the same in information states
    that it plays differently. There the agent mixes them as often as they are met.
    """
    tree = policy.tree
    found = _seen(tree)
    seen, row, group = np.unique(found, return_index=True, return_inverse=True)
    played = policy if len(seen) == len(found) else _mixed(policy, group)
    sequences = tree.sequences(row)
    header = {
        "format": FORMAT,
        "game": tree.game.name,
        "rules_version": tree.game.rules_version,
        "observation_layout": layout_hash(tree.game),
        "options": tree.options,
        "made": dict(made),
    }
    arrays: dict[str, NDArray[Any]] = {
        "digests": seen.view(np.uint8).reshape(-1, DIGEST),
        "first": np.append(0, np.cumsum(tree.rows["actions"][row], dtype=np.int64)),
        "actions": tree.actions[sequences],
        "probabilities": played.probabilities[sequences],
    }
    save_arrays(path, json.dumps(header), arrays)
    return played


def _seen(tree: Tree) -> NDArray[Any]:
    """Return the digest of what the seat of each information state sees (I,)."""
    found = np.zeros((len(tree.rows), DIGEST), np.uint8)
    for shown, observations, masks in shown_rows(tree):
        joined = b"".join(digests(observations, masks))
        found[shown] = np.frombuffer(joined, np.uint8).reshape(-1, DIGEST)
    return found.view(f"V{DIGEST}").ravel()


def _mixed(policy: Policy, group: NDArray[np.int64]) -> Policy:
    """Return the policy that plays alike in all information states of a group.

    They have the same actions. Each counts as often as it is met, or all alike if none ever is.
    """
    tree = policy.tree
    rows, row_of = tree.rows, tree.row_of
    weight = met(policy)
    unmet = np.bincount(group, weight) == 0
    weight[unmet[group]] = 1.0
    width = np.zeros(group.max() + 1, np.int64)
    width[group] = rows["actions"]
    within = np.arange(len(row_of)) - rows["first"][row_of]
    slot = (np.cumsum(width) - width)[group[row_of]] + within
    total = np.bincount(slot, weight[row_of] * policy.probabilities)
    share = total[slot] / np.bincount(group, weight)[group[row_of]]
    return Policy(tree, share, policy.unvisited)


class TableAgent:
    """Plays a saved table; uniformly where the table knows nothing."""

    def __init__(self, name: str, path: Path, game: Game, tables: NDArray[Any]) -> None:
        """Read the file; HoodwinkError gives the reason if it does not fit the games to play."""
        self.name = name
        header, arrays = load_arrays(path, ARRAYS)
        _check_header(path, header, game, tables)
        if not _fit_together(game, **arrays):
            raise HoodwinkError(f"{path}: damaged: its arrays do not fit together")
        self._first, self._actions = arrays["first"], arrays["actions"]
        self._probabilities = arrays["probabilities"]
        self._row = {digest.tobytes(): r for r, digest in enumerate(arrays["digests"])}

    def start(
        self, n: int, rng: np.random.Generator, table_of: NDArray[np.int64] | None = None
    ) -> Memory:
        """Return no memory."""
        return no_memory(n)

    def act(
        self, observations: Observations, masks: Masks, memory: Memory, rng: np.random.Generator
    ) -> Actions:
        """Return an action drawn from the table for each row."""
        return sample(self.probabilities(observations, masks, memory), rng)

    def probabilities(
        self, observations: Observations, masks: Masks, memory: Memory
    ) -> Probabilities:
        """Return what the table says of each row."""
        out: Probabilities = (masks / masks.sum(1, keepdims=True)).astype(np.float32)
        for i, digest in enumerate(digests(observations, masks)):
            r = self._row.get(digest)
            if r is not None:
                span = slice(self._first[r], self._first[r + 1])
                out[i] = 0
                out[i, self._actions[span]] = self._probabilities[span]
        if out[masks == 0].any():
            raise HoodwinkError(f"{self.name}: this table plays what is illegal")
        return out


def _check_header(path: Path, header: Mapping[str, Any], game: Game, tables: NDArray[Any]) -> None:
    here = {
        "format": FORMAT,
        "game": game.name,
        "rules_version": game.rules_version,
        "observation_layout": layout_hash(game),
    }
    for key, ours in here.items():
        if header.get(key) != ours:
            raise HoodwinkError(
                f"{path}: this table does not fit: its {key} is {header.get(key)!r:.60}, "
                f"here it is {ours!r:.60}"
            )
    options = header.get("options")
    if not isinstance(options, dict):
        raise HoodwinkError(f"{path}: damaged: it names no options")
    made_for = game.tables(**options).tobytes()
    if any(tables[i : i + 1].tobytes() != made_for for i in range(len(tables))):
        raise HoodwinkError(
            f"{path}: this table is for {game.name} with {options}, and knows no other options"
        )


def _fit_together(
    game: Game, digests: NDArray[Any], first: NDArray[Any], actions: NDArray[Any],
    probabilities: NDArray[Any],
) -> bool:  # fmt: skip
    n = len(first) - 1 if first.ndim == 1 else -1
    if n < 0 or digests.shape != (n, DIGEST) or actions.ndim != 1:
        return False
    if probabilities.shape != actions.shape or first[[0, -1]].tolist() != [0, len(actions)]:
        return False
    return bool(
        (np.diff(first) > 0).all()
        and not no_probabilities(probabilities, first[:-1]).any()
        and ((actions >= 0) & (actions < game.n_actions)).all()
        and len(np.unique(digests, axis=0)) == n
    )
