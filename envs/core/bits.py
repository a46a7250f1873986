"""Sets of small numbers as bits of 64-bit words: legal actions, packed to be counted and drawn."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.instructions import count_bits, nth_bit
from hoodwink.envs.core.jit import inlined, rule
from hoodwink.envs.core.rng import below

WORD = 64

Words = NDArray[np.uint64]


def n_words(n: int) -> int:
    """Return how many words hold the numbers 0..n-1."""
    return -(-n // WORD)


@rule
def pack(mask: NDArray[np.int8], words: Words) -> None:
    """Set the bit of every action that `mask` (A,) of zeros and ones allows in `words`."""
    for w in range(len(words)):
        first = WORD * w
        bits = np.uint64(0)
        for i in range(min(WORD, len(mask) - first)):
            bits |= np.uint64(mask[first + i]) << np.uint64(i)
        words[w] = bits


@rule
def has_bit(words: Words, a: int) -> bool:
    """Return whether the number `a` (0 to 64 * len(words) - 1) is in the set."""
    return bool((words[a // WORD] >> np.uint64(a % WORD)) & np.uint64(1))


@inlined
def pick_bit(words: Words, rng: Any) -> int:
    """Return a number of the set, each equally likely; -1 if the set is empty."""
    total = 0
    for w in range(len(words)):
        total += count_bits(words[w])
    if total == 0:
        return -1
    left = below(rng, total)
    for w in range(len(words)):
        bits = words[w]
        here = count_bits(bits)
        if left < here:
            return WORD * w + nth_bit(bits, left)
        left -= here
    return -1


def unpacked(words: Words) -> list[int]:
    """Return the numbers of a set in rising order."""
    return [WORD * w + i for w, bits in enumerate(words) for i in range(WORD) if int(bits) >> i & 1]
