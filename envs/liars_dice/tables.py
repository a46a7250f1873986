"""The options of Liar's Dice, and the tables made of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.words import check_keys, whole
from hoodwink.envs.liars_dice.state import DICE, FACES, SEATS, TABLE

VARIANTS: dict[str, dict[str, Any]] = {
    "liars_dice-nano": {"players": 2, "dice": 1, "faces": 4},
    "liars_dice-nano3": {"players": 3, "dice": 1, "faces": 3},
    "liars_dice-mini": {"players": 2, "dice": 2, "faces": 3},
}


def normal_options(**options: Any) -> dict[str, Any]:
    """Return all options; raise BadPosition naming the one that is wrong.

    They are `players` (2 to 4, else 2), `dice` of each seat (1 to 5, else 1) and `faces` of each
    die (2 to 6, else 6).
    """
    check_keys("options", options, ["players", "dice", "faces"])
    return {
        "players": whole("options.players", options.get("players", 2), 2, SEATS),
        "dice": whole("options.dice", options.get("dice", 1), 1, DICE),
        "faces": whole("options.faces", options.get("faces", FACES), 2, FACES),
    }


def tables(**options: Any) -> NDArray[Any]:
    """Return the tables of a game with these options."""
    full = normal_options(**options)
    made = np.zeros(1, TABLE)
    made["n_seats"] = full["players"]
    made["n_dice"] = full["dice"]
    made["n_faces"] = full["faces"]
    return made
