"""`Tree`: a game compiled to flat arrays, and the file that holds one."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import write_whole
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.jit import PACKAGE
from hoodwink.training.solvers.records import NODE, ROW

FORMAT = 1  # of the file
ARRAYS = {
    "nodes": NODE,
    "payoffs": np.dtype(np.float64),
    "rows": ROW,
    "actions": np.dtype(np.int32),
}


@dataclass(frozen=True)
class Tree:
    """All histories of one game, flat: what solvers work on.

    Attributes (N histories, Z of them ends, I information states, Q sequences, n seats):
        game: the game; options: all of them; seats: n.
        nodes (N,) NODE: the histories, parents first.
        payoffs (Z, n) float64: of the ends, in the order of `nodes["first"]`.
        rows (I,) ROW: the information states, seat by seat, each after those that lead to it.
        actions (Q,) int32: a sequence is a decision in an information state; those of one row
            stand together, and this is the action of each.
    """

    game: Game
    options: dict[str, Any]
    seats: int
    nodes: NDArray[Any]
    payoffs: NDArray[np.float64]
    rows: NDArray[Any]
    actions: NDArray[np.int32]

    @property
    def histories(self) -> int:
        """How many histories there are, ends among them."""
        return len(self.nodes)

    @property
    def information_states(self) -> list[int]:
        """How many information states each seat has."""
        counts: list[int] = np.bincount(self.rows["seat"], minlength=self.seats).tolist()
        return counts

    @property
    def payoff_range(self) -> float:
        """The largest payoff less the smallest, over all seats and ends."""
        return float(self.payoffs.max() - self.payoffs.min())

    @property
    def row_of(self) -> NDArray[np.int64]:
        """The information state of each sequence (Q,)."""
        return np.repeat(np.arange(len(self.rows)), self.rows["actions"])

    def identity(self) -> dict[str, Any]:
        """Return what the tree was made of, as its file states it."""
        return identity(self.game, self.options)

    def save(self, path: Path) -> None:
        """Write the tree to a file, whole or not at all."""
        header = json.dumps({"format": FORMAT, **self.identity(), "seats": self.seats})
        arrays = {name: getattr(self, name) for name in ARRAYS}
        save_arrays(path, header, arrays)


def identity(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what fixes the tree of a game: name, options, rules."""
    return {
        "game": game.name,
        "options": dict(options),
        "rules_version": game.rules_version,
        "rules_digest": rules_digest(game, json.dumps(options, sort_keys=True)),
    }


@cache
def _sources_digest(name: str) -> str:
    total = hashlib.sha256()
    for folder in ("envs/core", f"envs/{name}", f"configs/{name}"):
        files = (p for p in (PACKAGE / folder).rglob("*") if p.suffix in (".py", ".yaml"))
        for path in sorted(files):
            total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def rules_digest(game: Game, options: str) -> str:
    """Return what changes when the rules or the tables of a game with these options (JSON) do."""
    tables = game.tables(**json.loads(options))
    total = hashlib.sha256(_sources_digest(game.name).encode() + tables.tobytes())
    return total.hexdigest()[:24]


def load_tree(path: Path, game: Game, **options: Any) -> Tree:
    """Return the tree in a file; raise HoodwinkError unless it is of just this game."""
    header, arrays = load_arrays(path, ARRAYS)
    asked = identity(game, game.normal_options(**options))
    if header.get("format") != FORMAT:
        raise HoodwinkError(
            f"{path}: a tree of format {header.get('format')!r}; this version reads {FORMAT}"
        )
    for name, here in asked.items():
        if header.get(name) != here:
            raise HoodwinkError(
                f"{path}: the tree is of {name} {header.get(name)!r}, asked for is {here!r}"
            )
    return Tree(game, asked["options"], int(header["seats"]), **arrays)


# -- files of arrays -------------------------------------------------------------------------------


def save_arrays(path: Path, header: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays and a line of JSON whole or not at all."""
    content: dict[str, Any] = {"header": np.frombuffer(header.encode(), np.uint8), **arrays}
    out = BytesIO()
    np.savez(out, allow_pickle=False, **content)
    write_whole(path.absolute(), out.getvalue())


def load_arrays(
    path: Path, kinds: Mapping[str, np.dtype[Any]]
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the header and the arrays of a file; raise HoodwinkError where it is damaged."""
    if not path.is_file():
        raise HoodwinkError(f"{path}: there is no such file")
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            header = json.loads(stored["header"].tobytes())
            arrays = {name: stored[name] for name in kinds}
    except Exception as error:  # zipfile and NumPy raise a dozen kinds on damaged files
        raise HoodwinkError(f"{path}: damaged, or no file of ours: {error}") from None
    for name, kind in kinds.items():
        if arrays[name].dtype != kind:
            raise HoodwinkError(f"{path}: {name} is of {arrays[name].dtype}, not {kind}")
    if not isinstance(header, dict):
        raise HoodwinkError(f"{path}: damaged: its header is no mapping")
    return header, arrays
