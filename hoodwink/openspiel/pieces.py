"""The named pieces that observations are made of, for one game with its tables."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.game import Game
from hoodwink.openspiel.news import Codes
from hoodwink.openspiel.position import Position, Rules
from hoodwink.openspiel.sequences import Sequences, Shape

Tensor = NDArray[np.float32]
CodesOf = Callable[[Position, int], Codes]
Write = Callable[[Position, int, Tensor], None]  # a position, a seat, zeros to write into
Text = Callable[[Position, int], str]


@dataclass(frozen=True)
class Piece:
    """A part of the tensor: its name and shape, how it is written, and how it reads."""

    name: str
    shape: Shape
    write: Write
    text: Text | None  # None: another piece says as much


class Pieces:
    """Makes the pieces; `own` ones are of the observing seat, others of every seat in a row."""

    def __init__(self, rules: Rules) -> None:
        """Take what the game is played by."""
        self._rules, self._game = rules, rules.game
        self._names = rules.game.seat_names[: rules.n_seats]
        self._whole = Sequences(rules.game, rules.sizes)
        self._one_move = Sequences(
            rules.game, rules.sizes, most=rules.game.state["events"].shape[1]
        )
        self._features = _feature_names(rules.game)

    def player(self) -> Piece:
        """Return which seat observes, one-hot."""

        def write(position: Position, seat: int, out: Tensor) -> None:
            out[seat] = 1

        return Piece("player", (len(self._names),), write, lambda _, seat: self._names[seat])

    def told(self, own: bool) -> list[Piece]:
        """Return all that a seat was told: its information state."""
        return self._events("told", self._whole, lambda position, p: position.told[p], own)

    def private(self, own: bool) -> list[Piece]:
        """Return all that a seat was told and not everybody."""
        return self._events("private", self._whole, lambda position, p: position.private(p), own)

    def private_now(self, own: bool) -> list[Piece]:
        """Return what the last move told a seat and not everybody."""
        return self._events(
            "private", self._one_move, lambda position, p: position.split[1][p], own
        )

    def public(self) -> list[Piece]:
        """Return all that everybody was told."""
        return self._events("public", self._whole, lambda position, _: position.public(), True)

    def public_now(self) -> list[Piece]:
        """Return what the last move told everybody."""
        return self._events("public", self._one_move, lambda position, _: position.split[0], True)

    def observation(self, own: bool) -> list[Piece]:
        """Return what the game shows a seat."""

        def write(position: Position, seat: int, out: Tensor) -> None:
            np.divide(self._rules.observe(position, seat), self._game.tops, out=out)

        def text(position: Position, seat: int) -> str:
            seen = self._rules.observe(position, seat)
            return " ".join(
                self._features[i] if seen[i] == 1 else f"{self._features[i]}={seen[i]}"
                for i in np.flatnonzero(seen).tolist()
            )

        piece = Piece("observation", (self._game.n_observation,), write, text)
        return [piece if own else self._of_all(piece)]

    def _events(self, name: str, sequences: Sequences, codes: CodesOf, own: bool) -> list[Piece]:
        def write(position: Position, seat: int, out: Tensor) -> None:
            sequences.write(codes(position, seat), out)

        def write_digest(position: Position, seat: int, out: Tensor) -> None:
            sequences.write_digest(codes(position, seat), out)

        def text(position: Position, seat: int) -> str:
            words = map(self._rules.event, codes(position, seat))
            return f"{name}: {'; '.join(words)}"

        pieces = [Piece(name, sequences.shape, write, text)]
        if sequences.digest_shape:
            pieces.append(Piece(f"{name}_digest", sequences.digest_shape, write_digest, None))
        return pieces if own else list(map(self._of_all, pieces))

    def _of_all(self, piece: Piece) -> Piece:
        """Return a piece of every seat, in their order."""
        seats = range(len(self._names))

        def write(position: Position, _: int, out: Tensor) -> None:
            for p in seats:
                piece.write(position, p, out[p])

        def text(position: Position, _: int) -> str:
            assert piece.text
            return " | ".join(f"{self._names[p]} {piece.text(position, p)}" for p in seats)

        return Piece(piece.name, (len(seats), *piece.shape), write, text if piece.text else None)


def _feature_names(game: Game) -> list[str]:
    """Return a name for every feature of the observation (F,)."""
    names: list[Any] = []
    for block in game.blocks:
        labels = block.labels or range(block.size)
        names += [block.name] if block.size == 1 else [f"{block.name}.{x}" for x in labels]
    return [str(name).replace(" ", "_") for name in names]
