"""The options of Kuhn poker, and the tables made of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.words import check_keys, whole
from hoodwink.envs.kuhn.state import SEATS, TABLE


def normal_options(**options: Any) -> dict[str, Any]:
    """Return all options (`players`, 2 to 4); raise BadPosition naming the one that is wrong."""
    check_keys("options", options, ["players"])
    return {"players": whole("options.players", options.get("players", 2), 2, SEATS)}


def tables(**options: Any) -> NDArray[Any]:
    """Return the tables of a game with these options."""
    made = np.zeros(1, TABLE)
    made["n_seats"] = normal_options(**options)["players"]
    return made
