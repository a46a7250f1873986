"""Told events as tensors.

Where all that can be told is known, row i of the tensor is the one-hot of event i. Otherwise, and
where that would be too large, entry i is the code of event i over the greatest there can be; of a
sequence that is too long the last events stay. What is left out then is still told apart by a
64-bit digest of the whole, as bits: two sequences have the same tensor only if both agree in all
that is kept and in the digest, by accident with probability 2**-64.
"""

from hashlib import blake2b
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.game import Game
from hoodwink.openspiel.news import Codes
from hoodwink.openspiel.sizes import Sizes

MOST_ONE_HOT: Final = 8192  # features of a sequence
DIGEST_BITS: Final = 64

Shape = tuple[int, ...]


class Sequences:
    """How sequences of told events of one game are written into tensors."""

    def __init__(self, game: Game, sizes: Sizes, most: int | None = None) -> None:
        """Choose the way of writing that fits the sizes; no sequence is longer than `most`."""
        self.most = sizes.told if most is None else min(most, sizes.told)
        self._is_cut = most is None and not sizes.exact
        self.one_hot = sizes.exact and self.most * len(sizes.codes) <= MOST_ONE_HOT
        self._top = np.float32(game.n_events - 1)
        self._column = {code: i for i, code in enumerate(sizes.codes)}

    @property
    def shape(self) -> Shape:
        """The shape of the tensor of one sequence."""
        return (self.most, len(self._column)) if self.one_hot else (self.most,)

    @property
    def digest_shape(self) -> Shape | None:
        """The shape of the digest; None where sequences are never cut."""
        return (DIGEST_BITS,) if self._is_cut else None

    def write(self, codes: Codes, out: NDArray[np.float32]) -> None:
        """Write a sequence into `out`, which is zero and has `shape`."""
        kept = codes[-self.most :]
        if self.one_hot:
            out[range(len(kept)), [self._column[code] for code in kept]] = 1
        else:
            out[: len(kept)] = np.asarray(kept, np.float32) / self._top

    def write_digest(self, codes: Codes, out: NDArray[np.float32]) -> None:
        """Write the digest of a whole sequence into `out` (64,)."""
        whole = np.asarray(codes, np.int16).tobytes()
        digest: Any = np.frombuffer(blake2b(whole, digest_size=DIGEST_BITS // 8).digest(), np.uint8)
        out[:] = np.unpackbits(digest)
