"""Kuhn poker in words: actions, deals, events, positions and views."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.state import CHANCE, OVER, View
from hoodwink.envs.core.words import as_mapping, check_agrees, check_keys, number, whole
from hoodwink.envs.kuhn import rules
from hoodwink.envs.kuhn.state import N_CARDS, SEATS, STATE, TABLE

SEAT_NAMES = ("A", "B", "C", "D")
ACTIONS = ("pass", "bet")
POSITION_KEYS = ("options", "phase", "to_move", "history", "seats", "over", "winners", "payoffs")


def normal_options(**options: Any) -> dict[str, Any]:
    """Return all options: `players`, 2 to 4; raise BadPosition naming what is wrong."""
    check_keys("options", options, ["players"])
    return {"players": whole("options.players", options.get("players", 2), 2, SEATS)}


def tables(**options: Any) -> NDArray[Any]:
    """Return the tables of a game with these options."""
    table = np.zeros(1, TABLE)
    table["n_seats"] = normal_options(**options)["players"]
    return table
