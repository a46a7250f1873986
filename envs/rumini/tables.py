"""Load, check and freeze the data of Rumini: options, board, components and small variants.

The files lie in `configs/rumini/`; each says what of it is printed and what is rebuilt, and may be
replaced by what is in the box: as options (`board`, `components` take a path) or in place.
Everything a user gives is checked here, once, and every error names file, line and key.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.data import Given, is_path, read_yaml
from hoodwink.envs.rumini.boards import check_board, lay_out
from hoodwink.envs.rumini.state import (
    MAX_DIE,
    MOST_BEETLES,
    MOST_TOOLS,
    N_BEETLES,
    N_TOOLS,
    SEATS,
    Face,
    Tool,
)
from hoodwink.envs.rumini.table import TABLE
from hoodwink.envs.rumini.voyage import turns_to_go

DATA: Final = Path(str(files("hoodwink"))) / "configs" / "rumini"
MISSIONS: Final = ("nes", "esw", "swn", "wne")
FACES: Final = tuple(face.name.lower() for face in Face)
TOOLS: Final = tuple(tool.name.lower() for tool in Tool)
BEETLES: Final = tuple(f"fb{i + 1}" for i in range(N_BEETLES))
OPTION_KEYS: Final = (
    "players", "missions_to_win", "open_hands", "max_rounds", "board", "components", "variant",
)  # fmt: skip
COMPONENT_KEYS: Final = (
    "die", "compass", "missions", "tools", "magnets", "beetle", "equipment",
)  # fmt: skip
VARIANT_KEYS: Final = (
    "name", "players", "missions_to_win", "open_hands", "max_rounds", "board", "components",
)  # fmt: skip
EQUIPMENT: Final = ("magnets", "treasures", "tools")
MIN_PLAYERS: Final = 2
MOST_ROUNDS: Final = 1000
MOST_MAGNETS: Final = 100

Plain = dict[str, Any]


# -- options --------------------------------------------------------------------------------------


def normal_options(**options: Any) -> Plain:
    """Return all options, checked and as plain data: paths are replaced by what the files hold.

    `players` (2 to 4), `missions_to_win` (2, 3), `open_hands`, `max_rounds`; `board`, `components`
    (a mapping or a path) and `variant` (a name, a mapping or a path) are there only if given.
    Errors: BadPosition naming the option.
    """
    return check_options(Given(options))


def check_options(given: Given) -> Plain:
    """Return all options of a mapping, checked; see `normal_options`."""
    fields = {
        key: option
        for key, option in given.fields(OPTION_KEYS, what="option").items()
        if not (key in ("board", "components", "variant") and option.value is None)
    }
    variant = check_variant(fields["variant"]) if "variant" in fields else None
    normal: Plain = {"players": SEATS, "missions_to_win": 3, "open_hands": False, "max_rounds": 100}
    if variant:
        normal = {key: variant[key] for key in normal}
    if "players" in fields:
        most = variant["players"] if variant else SEATS
        normal["players"] = ranged(fields["players"], MIN_PLAYERS, most)
    if "missions_to_win" in fields:
        normal["missions_to_win"] = ranged(fields["missions_to_win"], 1 if variant else 2, 3)
    if "open_hands" in fields:
        normal["open_hands"] = flag(fields["open_hands"])
    if "max_rounds" in fields:
        normal["max_rounds"] = ranged(fields["max_rounds"], 1, MOST_ROUNDS)
    for key, check in (("board", check_board), ("components", check_components)):
        if key in fields:
            if variant:
                raise fields[key].error("a variant brings its own; allowed: nothing")
            normal[key] = check(opened(fields[key]))
    if variant:
        named = isinstance(fields["variant"].value, str) and not is_path(fields["variant"].value)
        normal["variant"] = variant["name"] if named else variant
    return deepcopy(normal)


def ranged(given: Given, low: int, high: int) -> int:
    """Return an integer in low..high; the error says that anything else is impossible."""
    value = given.value
    whole = hasattr(value, "__index__") and not isinstance(value, bool | np.bool_)
    if not whole or not low <= int(value) <= high:
        raise given.wrong(f"{low} to {high}, all else is impossible")
    return int(value)


def flag(given: Given) -> bool:
    """Return true or false; the error says that anything else is impossible."""
    if not isinstance(given.value, bool | np.bool_):
        raise given.wrong("true, false, all else is impossible")
    return bool(given.value)


def opened(given: Given) -> Given:
    """Return what the file holds that `given` names, or `given` itself."""
    return read_yaml(given.value) if is_path(given.value) else given


# -- the data files -------------------------------------------------------------------------------


def _data(name: str) -> Given:
    return read_yaml(DATA / name, f"configs/rumini/{name}")


@cache
def standard_board() -> Plain:
    """Return the board of the game (rebuilt)."""
    return check_board(_data("board.yaml").fields(("board",), ("board",))["board"])


@cache
def standard_components() -> Plain:
    """Return dice, cards and magnets of the game."""
    return check_components(_data("components.yaml"))


@cache
def variant_names() -> tuple[str, ...]:
    """Return the names of the small variants."""
    return tuple(sorted(path.stem for path in (DATA / "variants").glob("*.yaml")))


def check_variant(given: Given) -> Plain:
    """Return a small variant: all options, board and components; what it leaves out is standard."""
    if isinstance(given.value, str) and not is_path(given.value):
        return deepcopy(_named_variant(given.one_of(variant_names(), "variant")))
    return _variant(opened(given), "custom")


@cache
def _named_variant(name: str) -> Plain:
    return _variant(_data(f"variants/{name}.yaml"), name)


def _variant(given: Given, name: str) -> Plain:
    fields = given.fields(VARIANT_KEYS)
    variant: Plain = {
        "name": name, "players": 2, "missions_to_win": 3, "open_hands": False, "max_rounds": 100,
        "board": standard_board(), "components": standard_components(),
    }  # fmt: skip
    players = ranged(fields["players"], MIN_PLAYERS, SEATS) if "players" in fields else 2
    checks: dict[str, Callable[[Given], Any]] = {
        "name": lambda g: g.text(),
        "players": lambda g: ranged(g, MIN_PLAYERS, SEATS),
        "missions_to_win": lambda g: ranged(g, 1, 3),
        "open_hands": flag,
        "max_rounds": lambda g: ranged(g, 1, MOST_ROUNDS),
        "board": lambda g: check_board(opened(g)),
        "components": lambda g: check_components(opened(g), players),
    }
    return variant | {key: checks[key](value) for key, value in fields.items()}


def check_components(given: Given, seats: int = SEATS) -> Plain:
    """Return dice, cards and magnets, checked for so many seats; what is left out is as printed."""
    fields = given.fields(COMPONENT_KEYS)
    parts: Plain = {
        "die": 6, "compass": dict.fromkeys(FACES, 1), "missions": list(MISSIONS),
        "tools": {}, "magnets": 15, "beetle": {},
        "equipment": {"magnets": 1, "treasures": 1, "tools": 2},
    }  # fmt: skip
    if "die" in fields:
        parts["die"] = fields["die"].whole(1, MAX_DIE)
    if "compass" in fields:
        parts["compass"] = _counts(fields["compass"], FACES, 100)
        if not any(parts["compass"].values()):
            raise fields["compass"].error("a compass die without faces")
    if "missions" in fields:
        parts["missions"] = fields["missions"].distinct(MISSIONS, "mission card")
    if "tools" in fields:
        parts["tools"] = _counts(fields["tools"], TOOLS, MOST_TOOLS)
    if "magnets" in fields:
        parts["magnets"] = fields["magnets"].whole(0, MOST_MAGNETS)
    if "beetle" in fields:
        parts["beetle"] = _counts(fields["beetle"], BEETLES, MOST_BEETLES)
    if "equipment" in fields:
        parts["equipment"] |= {
            key: value.whole(0, 10) for key, value in fields["equipment"].fields(EQUIPMENT).items()
        }
    _check_equipment(given, parts, seats)
    return parts


def _counts(given: Given, names: tuple[str, ...], most: int) -> dict[str, int]:
    counts = {key: value.whole(0, most) for key, value in given.fields(names).items()}
    if sum(counts.values()) > most:
        raise given.error(f"too many: {sum(counts.values())} in all; allowed: {most}")
    return {name: counts[name] for name in names if counts.get(name)}


def _check_equipment(given: Given, parts: Plain, seats: int) -> None:
    """Check that there is enough of everything for each seat, and that every deal ends."""
    n, counts = parts["equipment"]["tools"], sorted(parts["tools"].values())
    if n > 2 or sum(counts) < n * seats or (n == 2 and sum(counts[:-1]) < seats):
        raise given.error(f"{n} different tools for each of {seats} seats cannot be dealt")
    if len(parts["missions"]) < seats:
        raise given.error(f"{seats} seats need as many mission cards")
    if parts["equipment"]["magnets"] * seats > parts["magnets"]:
        raise given.error("fewer magnets than the seats begin with")


# -- the record -----------------------------------------------------------------------------------


def tables(**options: Any) -> NDArray[Any]:
    """Return the tables of a game with these options, an array of one record."""
    return tables_of(normal_options(**options))


def tables_of(normal: Plain) -> NDArray[Any]:
    """Return the tables of options that are checked."""
    return _frozen(json.dumps(normal, sort_keys=True)).copy()


@lru_cache(maxsize=64)
def _frozen(text: str) -> NDArray[Any]:
    normal = json.loads(text)
    variant = check_variant(Given(normal["variant"], "variant")) if "variant" in normal else {}
    board = normal.get("board") or variant.get("board") or standard_board()
    parts = normal.get("components") or variant.get("components") or standard_components()
    made = np.zeros(1, TABLE)
    t = made[0]
    t["n_seats"], t["to_win"] = normal["players"], normal["missions_to_win"]
    t["open_hands"], t["max_rounds"] = normal["open_hands"], normal["max_rounds"]
    t["die"], t["magnets"] = parts["die"], parts["magnets"]
    t["compass"] = [parts["compass"].get(face, 0) for face in FACES]
    t["cards"] = [card in parts["missions"] for card in MISSIONS]
    t["tools"] = [parts["tools"].get(tool, 0) for tool in TOOLS]
    t["beetles"] = [parts["beetle"].get(card, 0) for card in BEETLES]
    t["n_tools"], t["n_beetles"] = t["tools"].sum(), t["beetles"].sum()
    for key in EQUIPMENT:
        t[f"start_{key}"] = parts["equipment"][key]
    lay_out(board, t)
    t["to_go"], t["at_rest"] = turns_to_go(t)
    return made


assert len(TOOLS) == N_TOOLS
