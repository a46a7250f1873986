"""What a run goes on from, by name, and the one file that holds it: arrays and a few plain values.

The file is a safetensors file whose header carries the values as JSON and a checksum of all of it.
Reading runs no code of the file, and refuses, with the reason, what is not exactly what was saved.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save
from torch import Tensor, nn

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import write_whole


@dataclass
class Saved:
    """Arrays and JSON values by name; parts within parts have a dot between their names."""

    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)

    def add(self, name: str, array: NDArray[Any]) -> None:
        """Keep a copy of an array; one of records is kept as its bytes."""
        if array.dtype.hasobject:
            raise HoodwinkError(f"{name} holds Python objects, which a checkpoint cannot keep")
        self.arrays[name] = _as_bytes(array) if array.dtype.kind == "V" else array.copy()

    def put(self, name: str, part: "Saved") -> None:
        """Keep all of `part` under names that begin with `name`."""
        self.arrays |= {f"{name}.{key}": array for key, array in part.arrays.items()}
        self.values |= {f"{name}.{key}": value for key, value in part.values.items()}

    def part(self, name: str) -> "Saved":
        """Return what was put there under `name`; it is empty if nothing was."""
        return Saved(_within(name, self.arrays), _within(name, self.values))

    def array(self, name: str, like: NDArray[Any]) -> NDArray[Any]:
        """Return the array added as `name`, which must have the shape and type of `like`."""
        if name not in self.arrays:
            raise HoodwinkError(f"{name} is missing in what was saved")
        found, expected = self.arrays[name], _as_bytes(like) if like.dtype.kind == "V" else like
        if found.shape != expected.shape or found.dtype != expected.dtype:
            raise HoodwinkError(
                f"{name} was saved with shape {found.shape} of {found.dtype}, but here it has "
                f"{expected.shape} of {expected.dtype}"
            )
        return found if expected is like else found.view(like.dtype).reshape(like.shape)

    def value(self, name: str) -> Any:
        """Return the value saved as `name`."""
        if name not in self.values:
            raise HoodwinkError(f"{name} is missing in what was saved")
        return self.values[name]


def _as_bytes(records: NDArray[Any]) -> NDArray[np.uint8]:
    flat = np.frombuffer(np.ascontiguousarray(records).tobytes(), np.uint8)
    return flat.reshape(*records.shape, records.dtype.itemsize).copy()


def _within(name: str, mapping: Mapping[str, Any]) -> dict[str, Any]:
    start = f"{name}."
    return {k.removeprefix(start): v for k, v in mapping.items() if k.startswith(start)}


# -- the file --------------------------------------------------------------------------------------


def write_saved(path: Path, saved: Saved) -> None:
    """Write the file whole: a reader, or a run that goes on after a kill, never sees half of it."""
    header = {"values": json.dumps(saved.values), "sha256": checksum(saved)}
    arrays = {name: np.asarray(array, order="C") for name, array in saved.arrays.items()}
    write_whole(path, save(arrays, header))


def read_saved(path: Path) -> Saved:
    """Return what the file holds; HoodwinkError names what is wrong with it."""
    if not path.is_file():
        raise HoodwinkError(f"{path}: there is no such file")
    content = path.read_bytes()
    try:
        arrays = load(content)
        length = int.from_bytes(content[:8], "little")
        header = json.loads(content[8 : 8 + length])["__metadata__"]
        copies = {name: np.array(array) for name, array in arrays.items()}  # that may be written to
        saved = Saved(copies, json.loads(header["values"]))
        sha256 = header["sha256"]
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise HoodwinkError(f"{path}: damaged: {error}") from None
    if not isinstance(saved.values, dict) or sha256 != checksum(saved):
        raise HoodwinkError(f"{path}: damaged: its content is not what was saved")
    return saved


def checksum(saved: Saved) -> str:
    """Return what changes whenever anything that is saved changes."""
    total = hashlib.sha256(json.dumps(saved.values).encode())
    for name, array in sorted(saved.arrays.items()):
        total.update(json.dumps([name, array.dtype.str, array.shape]).encode())
        total.update(array.tobytes())
    return total.hexdigest()


# -- what torch and NumPy keep ---------------------------------------------------------------------


def of_module(module: nn.Module) -> Saved:
    """Return the weights of a network."""
    saved = Saved()
    for name, tensor in module.state_dict().items():
        saved.add(name, tensor.detach().cpu().numpy())
    return saved


def into_module(saved: Saved, module: nn.Module) -> None:
    """Give a network the weights that were saved."""
    with torch.no_grad():
        for name, tensor in module.state_dict().items():
            tensor.copy_(torch.from_numpy(saved.array(name, tensor.cpu().numpy())))


def of_optimizer(optimizer: torch.optim.Optimizer) -> Saved:
    """Return what an optimizer remembers of each tensor; its settings are those of the run."""
    saved = Saved()
    for i, memory in optimizer.state_dict()["state"].items():
        for key, tensor in memory.items():
            saved.add(f"{i}.{key}", tensor.cpu().numpy())
    return saved


def into_optimizer(saved: Saved, optimizer: torch.optim.Optimizer) -> None:
    """Let a new optimizer remember what was saved."""
    state: dict[int, dict[str, Tensor]] = {}
    for name, array in saved.arrays.items():
        number, _, key = name.partition(".")
        state.setdefault(int(number), {})[key] = torch.tensor(array)
    optimizer.load_state_dict(optimizer.state_dict() | {"state": state})


def of_columns(names: Iterable[str], columns: Iterable[NDArray[Any]]) -> Saved:
    """Return arrays of one length by their names."""
    saved = Saved()
    for name, column in zip(names, columns, strict=True):
        saved.add(name, column)
    return saved
