"""The games there are, found by name and imported on first use."""

from importlib import import_module

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game

NAMES = ("warumono2", "warumono", "wongamania", "rumini", "kuhn", "leduc", "liars_dice")


def find_game(name: str) -> Game:
    """Return the game called `name`; raise HoodwinkError that lists the games there are."""
    if name not in NAMES:
        raise HoodwinkError(f"unknown game {name!r}; there are: {', '.join(NAMES)}")
    game: Game = import_module(f"hoodwink.envs.{name}.game").GAME
    return game
