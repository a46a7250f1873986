"""What the seats were told by one move, and what of it everybody knows.

A state keeps the last events of every seat only, so the bridge writes them down move by move.
"""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game

Codes = tuple[int, ...]


def told_since(counts: Sequence[int], states: NDArray[Any], n_seats: int) -> tuple[Codes, ...]:
    """Return what each seat was told since it had been told `counts` events.

    Raises HoodwinkError if a state cannot hold so many: a rule that tells too much in one move.
    """
    now = states["told"][0].tolist()
    rings = states["events"][0]
    size = rings.shape[1]
    news = []
    for p in range(n_seats):
        first, end = counts[p], now[p]
        if end - first > size:
            raise HoodwinkError(
                f"seat {p} was told {end - first} events by one move; a state keeps {size}"
            )
        ring = rings[p]
        news.append(tuple([int(ring[i % size]) for i in range(first, end)]))
    return tuple(news)


def split(game: Game, news: Sequence[Codes]) -> tuple[Codes, tuple[Codes, ...]]:
    """Return what of the news of one move is public, and what only each seat got.

    Public is what all seats were told, and what all were told but the one who knows more of it
    (`game.veiled`: that somebody was dealt a card).
    """
    if all(told == news[0] for told in news):
        return news[0], tuple(() for _ in news)
    shared = common(news)
    is_public = [
        [in_all or code in game.veiled for code, in_all in zip(told, flags, strict=True)]
        for told, flags in zip(news, shared, strict=True)
    ]
    most = max(range(len(news)), key=lambda p: sum(is_public[p]))
    public = tuple(c for c, open_ in zip(news[most], is_public[most], strict=True) if open_)
    private = tuple(
        tuple(c for c, open_ in zip(told, flags, strict=True) if not open_)
        for told, flags in zip(news, is_public, strict=True)
    )
    return public, private


def common(news: Sequence[Codes]) -> list[list[bool]]:
    """Return of every event of every seat whether all seats were told it, in the same order."""
    flags = [[False] * len(told) for told in news]
    places = [0] * len(news)
    for code in news[0]:
        found = [
            told.index(code, at) if code in told[at:] else -1
            for told, at in zip(news, places, strict=True)
        ]
        if -1 not in found:
            for p, i in enumerate(found):
                flags[p][i] = True
            places = [i + 1 for i in found]
    return flags
