"""Games named in one string: `warumono2`, `warumono2-tiny`, `warumono2:players=3,scenario=2`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.envs.core.single import merged_options, shortened


def parse_env(text: str) -> tuple[Game, dict[str, Any]]:
    """Return the game that `text` names, and the options it gives (not filled up, but checked).

    The text is a game or a named variant, then perhaps a colon and options `key=value` with commas
    between. `true`, `false`, `null` and numbers are read as such, all else is text. Raises
    HoodwinkError that lists what is allowed.
    """
    if not isinstance(text, str):
        raise HoodwinkError(f"a game is named by text such as 'warumono2', got {shortened(text)}")
    name, colon, rest = text.strip().partition(":")
    game, options = _named(name.strip())
    if colon:
        options.update(_pairs(rest, text))
    game.normal_options(**options)
    return game, options


def _named(name: str) -> tuple[Game, dict[str, Any]]:
    base = name.partition("-")[0]
    if base in NAMES:
        game = find_game(base)
        if name == base:
            return game, {}
        if name in game.variants:
            return game, dict(game.variants[name])
        there = ", ".join([base, *game.variants])
        raise HoodwinkError(f"unknown variant {shortened(name)}; there are: {there}")
    raise HoodwinkError(f"unknown game {shortened(name)}; there are: {', '.join(NAMES)}")


def _pairs(rest: str, text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for part in rest.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not key or not equals or not value:
            raise HoodwinkError(
                f"options are written key=value with commas between, got {shortened(part)} in "
                f"{shortened(text)}"
            )
        if key in options:
            raise HoodwinkError(f"option {shortened(key)} is given twice in {shortened(text)}")
        options[key] = _value(value)
    return options


def _value(text: str) -> Any:
    """Read a value: only what looks like a number or a constant is one."""
    constants = {"true": True, "false": False, "null": None}
    if text.lower() in constants:
        return constants[text.lower()]
    if re.fullmatch(r"[+-]?\d{1,18}", text):
        return int(text)
    if re.fullmatch(r"[+-]?\d{1,18}\.\d{1,18}", text):
        return float(text)
    return text


def batch_tables(
    name: str,
    options: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None,
    keywords: Mapping[str, Any],
) -> tuple[Game, NDArray[Any]]:
    """Return the game and one table record for each of the options, for a Batch that mixes them."""
    game, named = parse_env(name)
    several = [options or {}] if isinstance(options, Mapping | None) else list(options)
    if not several:
        raise HoodwinkError("options is an empty list: give at least one mapping of options")
    rows = []
    for one in several:
        if not isinstance(one, Mapping):
            raise HoodwinkError(
                f"options must be a mapping or a list of them, got {shortened(one)}"
            )
        rows.append(game.tables(**merged_options({**named, **one}, keywords)))
    return game, np.concatenate(rows)
