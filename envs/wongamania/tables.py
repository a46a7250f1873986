"""Load and check options and data of Wongamania, and freeze them into tables.

The files lie in `configs/wongamania/`; each says what of it is printed and what is rebuilt. Errors
about options say `unknown` for a name that does not exist, `impossible` for a value out of range.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from numbers import Integral
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.data import Given, read_yaml, shown
from hoodwink.envs.wongamania.state import (
    N_ASSETS,
    N_GRIDS,
    N_QUADRANTS,
    SEATS,
    TABLE,
    Card,
    Class,
)

DATA: Final = Path(str(files("hoodwink"))) / "configs" / "wongamania"
CARD_WORDS: Final = tuple(card.name.lower() for card in Card)
CATEGORIES: Final = ("professional", "incident", "global")
KINDS: Final = {
    "tactical": CARD_WORDS[Card.BLUE_CHIP : N_ASSETS],
    "professional": CARD_WORDS[N_ASSETS : Card.BABY],
    "incident": CARD_WORDS[Card.BABY : Card.DEBTZILLA],
    "global": CARD_WORDS[Card.DEBTZILLA :],
}
CLASSES: Final = {"stock": Class.STOCK, "property": Class.PROPERTY, "bond": Class.BOND}
MODES: Final = ("simple", "victory_points")
VARIANTS: Final = ("standard", "apprentice", "strategist", "hardcore")
BOARDS: Final = ("basic", "advance")
DICE: Final = (3, 6)
SEAT_LETTERS: Final = ("A", "B", "C", "D", "E")
OPTION_KEYS: Final = (
    "players", "mode", "variant", "board", "trust_cost", "die_faces", "max_rounds",
)  # fmt: skip
MIN_PLAYERS: Final = 2
MOST_COST: Final = 1000
MOST_LAPS: Final = 1000

Plain = dict[str, Any]


# -- options --------------------------------------------------------------------------------------


def normal_options(**options: Any) -> Plain:
    """Return all options, checked; see cases of the options in RULES.md.

    `players` (2 to 5), `mode`, `variant`, `board`, `trust_cost`, `die_faces` (3, 6), `max_rounds`.
    Errors: BadPosition naming the option.
    """
    return check_options(Given(options))


def check_options(given: Given) -> Plain:
    """Return all options of a mapping, checked."""
    fields = given.fields(OPTION_KEYS, what="option")
    names = {
        key: fields[key].one_of(allowed, key)
        for key, allowed in (
            ("mode", MODES),
            ("variant", (*VARIANTS, *small_variants())),
            ("board", BOARDS),
        )
        if key in fields
    }
    variant = names.get("variant", "standard")
    changes = _variants()[variant]
    whole = {
        "players": _number(fields, "players", MIN_PLAYERS, SEATS, changes["players"]),
        "trust_cost": _number(fields, "trust_cost", 1, MOST_COST, changes["trust_cost"]),
        "die_faces": _die_faces(fields),
        "max_rounds": _number(fields, "max_rounds", 1, MOST_LAPS, changes["max_rounds"]),
    }
    return {
        "players": whole["players"],
        "mode": names.get("mode", changes["mode"]),
        "variant": variant,
        "board": names.get("board", changes["board"]),
        "trust_cost": whole["trust_cost"],
        "die_faces": whole["die_faces"],
        "max_rounds": whole["max_rounds"],
    }


def _number(fields: Mapping[str, Given], key: str, low: int, high: int, default: int) -> int:
    if key not in fields:
        return default
    value = fields[key].value
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or not low <= int(value) <= high:
        raise fields[key].error(
            f"impossible: given {shown(value)}; allowed: a whole number from {low} to {high}"
        )
    return int(value)


def _die_faces(fields: Mapping[str, Given]) -> int:
    faces = fields["die_faces"].value if "die_faces" in fields else DICE[0]
    if isinstance(faces, bool) or not isinstance(faces, Integral) or int(faces) not in DICE:
        given = shown(faces)
        raise fields["die_faces"].error(f"impossible: given {given}; allowed: 3, 6")
    return int(faces)


# -- data -----------------------------------------------------------------------------------------


def _data(name: str) -> Any:
    return _plain(read_yaml(DATA / name, f"configs/wongamania/{name}"))


def _plain(given: Given) -> Any:
    """Return the values of a file without their places."""
    if isinstance(given.value, Mapping):
        return {key: _plain(item) for key, item in given.entries().items()}
    if isinstance(given.value, list):
        return [_plain(item) for item in given.items()]
    return given.value


@cache
def _cards() -> Plain:
    """Return what the data file says of every card."""
    read = _data("cards.yaml")
    cards: Plain = {}
    for category in ("assets", *CATEGORIES):
        cards |= read[category]
    return cards


@cache
def _boards() -> Plain:
    read: Plain = _data("boards.yaml")
    return read


@cache
def _components() -> Plain:
    read: Plain = _data("components.yaml")
    return read


@cache
def _variants() -> Plain:
    """Return the printed and the small variants with all their keys."""
    cost = _components()["trust_cost"]
    usual: Plain = {
        "players": 3, "mode": MODES[1], "max_rounds": 40, "remove": {}, "remove_kinds": [],
        "deck": None, "insurance": True, "board": BOARDS[0], "trust_cost": cost, "die": None,
        "grids": [*range(N_GRIDS)], "chairpersons": [*SEAT_LETTERS], "components": {},
    }  # fmt: skip
    small = {name: _data(f"variants/{name}.yaml") for name in small_variants()}
    return {name: usual | changes for name, changes in (_data("variants.yaml") | small).items()}


@cache
def small_variants() -> tuple[str, ...]:
    """Return the names of the small variants that come with the game."""
    return tuple(sorted(path.stem for path in (DATA / "variants").glob("*.yaml")))


def deck(variant: str) -> list[int]:
    """Return how many copies of each card a variant has (R43, R44)."""
    changes = _variants()[variant]
    if changes["deck"]:
        return [changes["deck"].get(name, 0) for name in CARD_WORDS]
    gone = {name for kind in changes["remove_kinds"] for name in KINDS[kind]}
    cards = _cards()
    return [
        0 if name in gone else cards[name]["n"] - changes["remove"].get(name, 0)
        for name in CARD_WORDS
    ]


# -- tables ---------------------------------------------------------------------------------------


def tables(**options: Any) -> NDArray[Any]:
    """Return the tables of a game with these options."""
    return tables_of(normal_options(**options))


def tables_of(normal: Plain) -> NDArray[Any]:
    """Return the tables of checked options."""
    return _tables(tuple(normal.items())).copy()


@lru_cache(maxsize=64)
def _tables(items: tuple[tuple[str, Any], ...]) -> NDArray[Any]:
    normal = dict(items)
    made = np.zeros(1, TABLE)
    t = made[0]
    variant = _variants()[normal["variant"]]
    box = _components() | variant["components"]
    t["n_seats"] = normal["players"]
    t["simple"] = normal["mode"] == "simple"
    t["advance"] = normal["board"] == "advance"
    t["trust_cost"] = normal["trust_cost"]
    t["max_laps"] = normal["max_rounds"]
    t["insures"] = bool(variant["insurance"])
    for x in variant["grids"]:
        t["grids"][x] = 1
    for p, name in enumerate(SEAT_LETTERS):
        t["chairs"][p] = name in variant["chairpersons"]
    for key in ("goal", "salary", "start_wonga", "start_hand", "mulligan", "relief"):
        t[key] = box[key]
    t["insurance_cost"], t["n_actions"] = box["insurance_cost"], box["actions"]
    t["trusts"] = box["trust_funds"]
    for key, points in box["score"].items():
        t["score_retrenched" if key == "retrenchment" else f"score_{key}"] = points
    t["die"] = variant["die"] or _boards()["dice"][normal["die_faces"]]
    t["deck"] = deck(normal["variant"])
    _write_cards(t, normal["board"])
    return made


def _write_cards(t: Any, side: str) -> None:
    """Write costs, prices and incomes of all cards on one side of the board."""
    board, cards = _boards()[side], _cards()
    for c, name in enumerate(CARD_WORDS):
        card = cards[name]
        t["insurable"][c] = card.get("insurable", False)
        if c >= N_ASSETS:
            t["cost"][:, c] = card["cost"]
            continue
        kind = card["class"]
        t["class_of"][c] = CLASSES[kind]
        for k in range(N_QUADRANTS):
            t["cost"][k, c] = _price(card["buy"], board["price"], kind, k, 0)
            t["price"][k, c] = _price(card["sell"], board["price"], kind, k, 1)
        for x in range(N_GRIDS):
            t["income"][x, c] = _income(card["income"], board["track"], kind, x)


def _price(rule: Plain, price: Plain, kind: str, k: int, side: int) -> int:
    """Return a buying (`side` 0) or selling price in quadrant `k`."""
    zone = {"board": kind, "stock_board": "stock"}.get(rule.get("of", ""))
    value = price[zone][k][side] if zone else 0
    return _ruled(rule, value)


def _income(rule: Plain, track: Plain, kind: str, x: int) -> int:
    """Return the income on grid `x`."""
    if "recession" in rule and x >= N_GRIDS - N_GRIDS // N_QUADRANTS:
        return int(rule["recession"])
    return _ruled(rule, track[kind][x] if rule.get("of") == "track" else 0)


def _ruled(rule: Plain, value: int) -> int:
    value = value * rule.get("times", 1) + rule.get("plus", 0)
    return int(max(value, rule["least"]) if "least" in rule else value)
