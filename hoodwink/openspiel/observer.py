"""What a seat, everybody or nobody in particular knows: a tensor of named pieces, and as text.

With perfect recall it is what was told, from the deal on. Without, it is the game's observation,
or, where only public or only private information is asked for, what the last move told. Two states
of one game have the same text just where they have the same tensor.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.openspiel.pieces import Piece, Pieces

if TYPE_CHECKING:
    from hoodwink.openspiel.games import HoodwinkGame
    from hoodwink.openspiel.state import HoodwinkState

NOBODY = pyspiel.PrivateInfoType.NONE
SINGLE = pyspiel.PrivateInfoType.SINGLE_PLAYER


class Observer:
    """OpenSpiel's observer: `tensor`, `dict` of its pieces, `set_from` and `string_from`."""

    def __init__(
        self, game: "HoodwinkGame", kind: Any, params: Mapping[str, Any] | None = None
    ) -> None:
        """Lay out the pieces for an IIGObservationType; `params` must be empty."""
        if params:
            raise HoodwinkError(f"hoodwink's observers take no parameters, got {dict(params)}")
        self._pieces = _pieces(game.pieces, kind)
        sizes = [int(np.prod(piece.shape)) for piece in self._pieces]
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes, dtype=np.int64).tolist()
        self.dict = {
            piece.name: self.tensor[end - size : end].reshape(piece.shape)
            for piece, size, end in zip(self._pieces, sizes, ends, strict=True)
        }

    def set_from(self, state: "HoodwinkState", player: int) -> None:
        """Write what `player` observes into `tensor`."""
        self.tensor.fill(0)
        for piece in self._pieces:
            piece.write(state.position, player, self.dict[piece.name])

    def string_from(self, state: "HoodwinkState", player: int) -> str:
        """Return what `player` observes as text."""
        said = (piece.text(state.position, player) for piece in self._pieces if piece.text)
        return " | ".join(said)


def _pieces(known: Pieces, kind: Any) -> list[Piece]:
    """Return the pieces that show what an IIGObservationType asks for."""
    public, private, recall = kind.public_info, kind.private_info, kind.perfect_recall
    own = private == SINGLE
    pieces = [known.player()] if own else []
    if public and private == NOBODY:
        pieces += known.public() if recall else known.public_now()
    elif public:
        pieces += known.told(own) if recall else known.observation(own)
    elif private != NOBODY:
        pieces += known.private(own) if recall else known.private_now(own)
    return pieces
