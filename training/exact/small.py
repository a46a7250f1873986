"""Which games are small enough to be walked: named variants, and the yardsticks as they stand."""

from collections.abc import Iterator
from typing import Final

from hoodwink.envs.core.game import Game
from hoodwink.envs.core.registry import NAMES, find_game

MOST: Final = 3_000_000  # histories that a named variant may have


def small_envs(game: Game) -> list[str]:
    """Return the specs of the small games that are made of one game, as `--env` takes them."""
    if not game.whole:
        return list(game.variants)
    counts = range(game.min_seats, game.seats + 1)
    return [game.name if n == game.min_seats else f"{game.name}:players={n}" for n in counts]


def with_small_games() -> list[Game]:
    """Return the games of which there are small ones."""
    return [game for game in map(find_game, NAMES) if small_envs(game)]


def all_small_envs() -> Iterator[str]:
    """Yield the specs of all small games."""
    for game in with_small_games():
        yield from small_envs(game)
