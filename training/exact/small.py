"""Which games are small enough to be walked: the variants of a game, or its numbers of seats."""

from collections.abc import Iterator

from hoodwink.envs.core.game import Game
from hoodwink.envs.core.registry import NAMES, find_game


def small_envs(game: Game) -> list[str]:
    """Return the specs of the small games that are made of one game, as `--env` takes them."""
    if game.variants:
        return list(game.variants)
    counts = range(game.min_seats, game.seats + 1)
    return [game.name if n == game.min_seats else f"{game.name}:players={n}" for n in counts]


def all_small_envs() -> Iterator[str]:
    """Yield the specs of all small games."""
    for name in NAMES:
        yield from small_envs(find_game(name))
