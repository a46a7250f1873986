"""Cards as numbers 0..n-1, sets of them as bits."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below


@rule
def draw_unseen(seen: int, n_cards: int, rng: Any) -> int:
    """Return a card whose bit is not set in `seen`, each of those equally likely."""
    unseen = 0
    for c in range(n_cards):
        unseen += 1 - ((seen >> c) & 1)
    left = below(rng, unseen)
    for c in range(n_cards):
        left -= 1 - ((seen >> c) & 1)
        if left < 0:
            return c
    return -1
