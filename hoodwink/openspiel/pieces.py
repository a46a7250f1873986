"""The named pieces that observations are made of, for one game with its tables."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.openspiel.news import Codes
from hoodwink.openspiel.position import Position, Rules
from hoodwink.openspiel.sequences import Sequences, Shape

Tensor = NDArray[np.float32]
CodesOf = Callable[[Position, int], Codes]
Write = Callable[[Position, int, Tensor], None]  # a position, a seat, zeros to write into
Text = Callable[[Position, int], str]
IsKnown = Callable[[Position, int], bool]


def always(position: Position, seat: int) -> bool:
    """Return that it is known."""
    return True


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
        return self._events(
            "told", self._whole, lambda position, p: position.told[p], own, Position.remembers
        )

    def private(self, own: bool) -> list[Piece]:
        """Return all that a seat was told and not everybody."""
        return self._events("private", self._whole, Position.private, own, Position.remembers)

    def private_now(self, own: bool) -> list[Piece]:
        """Return what the last move told a seat and not everybody; see `public_now`."""

        def is_known(position: Position, seat: int) -> bool:
            played = position.before is not None and not self._game.silent
            return played or position.remembers(seat)

        def codes(position: Position, seat: int) -> Codes:
            return position.private(seat)[-1:] if self._game.silent else position.split[1][seat]

        return self._events("private", self._one_move, codes, own, is_known)

    def public(self) -> list[Piece]:
        """Return all that everybody was told."""
        return self._events("public", self._whole, lambda position, _: position.public(), True)

    def public_now(self) -> list[Piece]:
        """Return what the last move told everybody.

        Where moves may be silent, it is the last news alone: what one move told would say whether
        another lay before it.
        """

        def codes(position: Position, seat: int) -> Codes:
            return position.public()[-1:] if self._game.silent else position.split[0]

        return self._events("public", self._one_move, codes, True)

    def observation(self, own: bool) -> list[Piece]:
        """Return what the game shows a seat."""

        def write(position: Position, seat: int, out: Tensor) -> None:
            np.divide(self._rules.observe(position, seat), self._game.tops, out=out)

        piece = Piece("observation", (self._game.n_observation,), write, self._seen)
        return [piece if own else self._of_all(piece)]

    def _seen(self, position: Position, seat: int) -> str:
        """Return what the game shows a seat, as text."""
        seen = self._rules.observe(position, seat)
        return " ".join(
            self._features[i] if seen[i] == 1 else f"{self._features[i]}={seen[i]}"
            for i in np.flatnonzero(seen).tolist()
        )

    def _seen_when_drawn(self, position: Position, seat: int) -> str:
        """Return what a seat saw when the world was drawn, in place of what it had been told."""
        seen = position.drawn.seen if position.drawn else {}
        if seat not in seen:
            seen[seat] = f"(sees {self._seen(position.line()[0], seat)})"
        return seen[seat]

    def _events(
        self, name: str, sequences: Sequences, codes: CodesOf, own: bool, is_known: IsKnown = always
    ) -> list[Piece]:
        def known_codes(position: Position, seat: int) -> Codes:
            if not is_known(position, seat):
                raise HoodwinkError(
                    f"this world was not drawn for seat {self._names[seat]}: what that was told is "
                    "not known, so there is no tensor of it (but one of what it observes)"
                )
            return codes(position, seat)

        def write(position: Position, seat: int, out: Tensor) -> None:
            sequences.write(known_codes(position, seat), out)

        def write_digest(position: Position, seat: int, out: Tensor) -> None:
            sequences.write_digest(known_codes(position, seat), out)

        def text(position: Position, seat: int) -> str:
            words = list(map(self._rules.event, codes(position, seat)))
            if not is_known(position, seat):
                words.insert(0, self._seen_when_drawn(position, seat))
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
