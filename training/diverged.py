"""Training that produced numbers which are not finite: it stops, and what led there is kept.

The batch lies in the run's folder as `diverged-NUMBER.safetensors`; `read_batch` reads it again.
"""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.training.saved import Saved, of_module, read_saved, write_saved


class NotFinite(Exception):
    """A number is not finite; `kept` are the arrays to look at, by name."""

    def __init__(self, reason: str, kept: Saved) -> None:
        super().__init__(reason)
        self.reason, self.kept = reason, kept


class Diverged(HoodwinkError):
    """Training stopped since numbers were not finite; `kept` is the batch that led there."""

    def __init__(self, message: str, kept: Saved) -> None:
        super().__init__(message)
        self.kept = kept


def is_finite(module: nn.Module) -> bool:
    """Return whether all weights are finite."""
    return all(bool(torch.isfinite(weights).all()) for weights in module.parameters())


def check_decided(
    observations: NDArray[Any], masks: NDArray[Any], log_probabilities: NDArray[Any],
    values: NDArray[Any], network: nn.Module,
) -> None:  # fmt: skip
    """Raise NotFinite unless what `network` says of the rows is finite."""
    if np.isfinite(log_probabilities).all() and np.isfinite(values).all():
        return
    kept = Saved({"observations": observations, "masks": masks})
    kept.put("weights", of_module(network))
    raise NotFinite("while playing, the network gave values or logits that are not finite", kept)


def keep_batch(folder: Path, number: int, error: Diverged) -> Path:
    """Write what `error` keeps into `folder` and return the file."""
    path = folder / f"diverged-{number:08d}.safetensors"
    write_saved(path, error.kept)
    return path


def read_batch(path: Path) -> Saved:
    """Return a batch that was kept; HoodwinkError if the file is damaged.

    Arrays (M decisions, F features, A actions): observations (M, F), masks (M, A), and if it came
    to learning actions (M, 1), log_probabilities, advantages, returns and values (M,), and `part`,
    the rows of the minibatch at fault; `weights.NAME` are those before the update, which
    `into_module(batch.part("weights"), network)` puts into a network. Values: seed, stage, update
    and reason.
    """
    return read_saved(path)
