"""One small generator per game, the same in plain and in compiled runs.

The generator is xorshift64 (Marsaglia 2003, shifts 13, 7, 17) in an array of one uint64: shifts and
exclusive-ors only, since NumPy warns of a product of uint64 that overflows. It never lives in a
state.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.jit import rule

Generator = NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
WARM_UP = 8


@rule
def advance(rng: Generator) -> Any:
    """Step the generator and return its 64 bits."""
    x = rng[0]
    x = x ^ (x << np.uint64(13))
    x = x ^ (x >> np.uint64(7))
    x = x ^ (x << np.uint64(17))
    rng[0] = x
    return x


@rule
def below(rng: Generator, n: int) -> Any:
    """Return a uniform integer in 0..n-1, n < 2**31 (the bias is under n / 2**32).

    The upper 32 bits, taken as a fraction of 2**32, times n: no division.
    """
    return np.int64(((advance(rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@rule
def pick(weights: NDArray[np.int32], rng: Generator) -> int:
    """Return an index drawn with the given integer weights."""
    total = 0
    for i in range(len(weights)):
        total += weights[i]
    left = below(rng, total)
    for i in range(len(weights)):
        left -= weights[i]
        if left < 0:
            return i
    return -1


@rule
def pick_legal(mask: NDArray[np.int8], rng: Generator) -> int:
    """Return a legal action, each equally likely; -1 if there is none."""
    total = 0
    for a in range(len(mask)):
        total += mask[a]
    if total == 0:
        return -1
    left = below(rng, total)
    for a in range(len(mask)):
        left -= mask[a]
        if left < 0:
            return a
    return -1


def generators(seed: int, n: int, stream: int = 0) -> NDArray[np.uint64]:
    """Return the generators (n, 1) of games 0..n-1 of `seed` (splitmix64 over seed, stream, game).

    Generator i depends on seed, stream and i alone. `stream` keeps apart what must not be coupled:
    0 the chance of the games, 1 and up the agents' own choices.
    """
    x = np.arange(n, dtype=np.uint64)[:, None]
    for word in (seed & 0xFFFFFFFFFFFFFFFF, (seed >> 64) & 0xFFFFFFFFFFFFFFFF, stream):
        x = _mix(x ^ _mix(np.full_like(x, np.uint64(word))))
    x[x == 0] = _GOLDEN  # the one state that xorshift cannot leave
    return x


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    x = x + _GOLDEN
    x = (x ^ (x >> np.uint64(30))) * _MIX_1
    x = (x ^ (x >> np.uint64(27))) * _MIX_2
    return x ^ (x >> np.uint64(31))
