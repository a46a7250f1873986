"""Load, check and freeze the data of Warumono: options, board, orders and small variants.

The files lie in `configs/warumono/`; each says what of it is printed and what is rebuilt. What a
user gives is checked here, once, and every error names file, line and key.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.data import Given, is_path, read_yaml
from hoodwink.envs.warumono.actions import MAX_DIE, N_ORDERS, SEATS
from hoodwink.envs.warumono.boards import EFFECTS, PLACES, TICKETS, check_board, ways_out
from hoodwink.envs.warumono.state import NONE
from hoodwink.envs.warumono.table import FAR, MAX_KIND, MAX_ROUNDS, TABLE

DATA: Final = Path(str(files("hoodwink"))) / "configs" / "warumono"
FLAGS: Final = ("keep_own_after_question", "allow_backtrack", "advance_as_detective")
OPTION_KEYS: Final = ("players", *FLAGS, "max_rounds", "variant")
VARIANT_KEYS: Final = (
    "name", "players", *FLAGS, "max_rounds", "die", "roles", "supply", "orders", "start", "pistol",
    "board",
)  # fmt: skip
SEAT_NAMES: Final = ("red", "green", "yellow", "blue")
ROUNDS: Final = 60  # G33

Plain = dict[str, Any]


# -- options --------------------------------------------------------------------------------------


def normal_options(**options: Any) -> Plain:
    """Return all options, checked and as plain data.

    `players` (2 to 4), `keep_own_after_question`, `allow_backtrack`, `advance_as_detective`,
    `max_rounds`; `variant` (a name, a mapping or a path) is there only if given. Errors:
    BadPosition naming the option.
    """
    return check_options(Given(options))


def check_options(given: Given) -> Plain:
    """Return all options of a mapping, checked; see `normal_options`."""
    fields = dict(given.fields(OPTION_KEYS, what="option"))
    if "variant" in fields and fields["variant"].value is None:
        del fields["variant"]
    variant = check_variant(fields["variant"]) if "variant" in fields else None
    normal = _defaults() if variant is None else {key: variant[key] for key in _defaults()}
    if "players" in fields:
        low, high = (variant["players"],) * 2 if variant else (2, SEATS)
        normal["players"] = fields["players"].whole(low, high)
    normal |= _flags_and_rounds(fields)
    if variant:
        named = isinstance(fields["variant"].value, str) and not is_path(fields["variant"].value)
        normal["variant"] = variant["name"] if named else variant
    return deepcopy(normal)


def _defaults() -> Plain:
    flags = dict.fromkeys(FLAGS, False) | {"advance_as_detective": True}
    return {"players": SEATS, **flags, "max_rounds": ROUNDS}


def _flags_and_rounds(fields: Mapping[str, Given]) -> Plain:
    found: Plain = {key: fields[key].flag() for key in FLAGS if key in fields}
    if "max_rounds" in fields:
        found["max_rounds"] = fields["max_rounds"].whole(1, MAX_ROUNDS)
    return found


# -- the data files -------------------------------------------------------------------------------


@cache
def standard_board() -> Plain:
    """Return the board of the game (44 spaces, rebuilt)."""
    return check_board(read_yaml(DATA / "board.yaml", "configs/warumono/board.yaml"))


@cache
def standard_orders() -> list[int]:
    """Return how many orders there are of each kind (rebuilt, G4)."""
    file = read_yaml(DATA / "orders.yaml", "configs/warumono/orders.yaml")
    return check_orders(file.fields(("orders",), ("orders",))["orders"])


def check_orders(given: Given) -> list[int]:
    """Return the number of orders of each kind, by place and ticket."""
    counts = [0] * N_ORDERS
    for item in given.items(N_ORDERS):
        fields = item.fields(("place", "ticket", "n"), ("place", "ticket", "n"))
        place = PLACES.index(fields["place"].one_of(PLACES, "place"))
        ticket = TICKETS.index(fields["ticket"].one_of(TICKETS, "ticket"))
        counts[2 * place + ticket] += fields["n"].whole(0, MAX_KIND)
        if counts[2 * place + ticket] > MAX_KIND:
            raise item.error(f"more than {MAX_KIND} orders of a kind")
    return counts


# -- variants -------------------------------------------------------------------------------------


def variants() -> list[str]:
    """Return the names of the small variants that come with the game."""
    return sorted(path.stem for path in (DATA / "variants").glob("*.yaml"))


def check_variant(given: Given) -> Plain:
    """Return a variant as plain data with all its keys, from its name, a path or a mapping."""
    if is_path(given.value):
        given = read_yaml(given.value)
    elif isinstance(given.value, str):
        name = given.one_of(variants(), "variant")
        given = read_yaml(DATA / "variants" / f"{name}.yaml", f"configs/warumono/{name}.yaml")
    fields = given.fields(VARIANT_KEYS, ("players",))
    players = fields["players"].whole(2, SEATS)
    board = check_board(fields["board"]) if "board" in fields else standard_board()
    variant = {
        **_defaults(),
        **_flags_and_rounds(fields),
        "name": fields["name"].text() if "name" in fields else "own",
        "players": players,
        "die": fields["die"].whole(1, MAX_DIE) if "die" in fields else MAX_DIE,
        "roles": _counts(fields.get("roles"), {"mafia": 5, "detective": 1}, (20, 1)),
        "supply": _counts(fields.get("supply"), {"air": 6, "boat": 6}, (6, 6)),
        "orders": check_orders(fields["orders"]) if "orders" in fields else standard_orders(),
        "pistol": "locker",
        "board": board,
    }
    if "pistol" in fields:
        variant["pistol"] = fields["pistol"].one_of(("locker", *SEAT_NAMES[:players]), "seat")
    variant["start"] = _start(fields.get("start", Given({}, "start", given.place)), variant)
    if sum(variant["roles"].values()) < players:
        raise fields["roles"].error(f"fewer Profession cards than the {players} players")
    return {key: variant[key] for key in VARIANT_KEYS}


def _counts(given: Given | None, default: dict[str, int], most: tuple[int, int]) -> dict[str, int]:
    if given is None:
        return default
    fields = given.fields(default, default)
    return {key: fields[key].whole(0, n) for key, n in zip(default, most, strict=True)}


def _start(given: Given, variant: Plain) -> Plain:
    fields = given.fields(("at", "air", "boat"))
    board, players = variant["board"], variant["players"]
    for line in fields.values():
        if len(line.items()) != players:
            raise line.error(f"given {len(line.items())} entries; allowed: {players}, one a seat")
    start: Plain = {"at": [board["start"]] * players}
    if "at" in fields:
        start["at"] = [g.one_of(board["nodes"], "space") for g in fields["at"].items()]
    for key in ("air", "boat"):
        start[key] = [0] * players
        if key in fields:
            start[key] = [g.whole(0, 6) for g in fields[key].items()]
        if sum(start[key]) > variant["supply"][key]:
            raise given.error(f"more {key} tickets than the supply holds")
    return start


# -- freezing -------------------------------------------------------------------------------------


def tables(**options: Any) -> NDArray[Any]:
    """Return the tables of a game with these options: an array of one record."""
    return tables_of(normal_options(**options))


def tables_of(normal: Mapping[str, Any]) -> NDArray[Any]:
    """Return the tables of a game with options that `normal_options` returned."""
    return _tables(json.dumps(normal, sort_keys=True)).copy()


@lru_cache(maxsize=256)
def _tables(options: str) -> NDArray[Any]:
    normal = json.loads(options)
    variant = normal.pop("variant", {"players": normal["players"]})
    return build(check_variant(Given(variant, "variant")) | normal)


def build(setup: Mapping[str, Any]) -> NDArray[Any]:
    """Freeze a complete variant, as `check_variant` returns it, into an array of one record."""
    table = np.zeros(1, TABLE)
    t = table[0]
    t["n_seats"], t["die"] = setup["players"], setup["die"]
    t["mafiosi"], t["detectives"] = setup["roles"]["mafia"], setup["roles"]["detective"]
    t["supply"] = [setup["supply"]["air"], setup["supply"]["boat"]]
    t["deck"] = setup["orders"]
    for field, key in zip(("keep_own", "backtrack", "advance"), FLAGS, strict=True):
        t[field] = setup[key]
    t["max_rounds"] = setup["max_rounds"]
    start, nodes = setup["start"], setup["board"]["nodes"]
    t["start_at"] = NONE
    for p in range(setup["players"]):
        t["start_at"][p] = nodes.index(start["at"][p])
        t["start_tickets"][p] = [start["air"][p], start["boat"][p]]
    pistol = setup["pistol"]
    t["start_pistol"] = SEAT_NAMES.index(pistol) if pistol in SEAT_NAMES else NONE
    _freeze_board(t, setup["board"])
    return table


def _freeze_board(t: Any, board: Plain) -> None:
    nodes: list[str] = board["nodes"]
    number = {name: i for i, name in enumerate(nodes)}
    t["n_spaces"] = len(nodes)
    t["hospital"] = number.get(board["hospital"], NONE)
    t["neighbours"] = NONE
    for name, to in ways_out(board).items():
        t["neighbours"][number[name], : len(to)] = [number[b] for b in to]
    for name, i in number.items():
        t["names"][i, : len(name)] = list(name.encode("ascii"))
        t["square"][i] = name not in board["round"] and name not in board["getaway"]
        t["effect"][i] = EFFECTS.get(name, 0)
        t["stops"][i] = name in board["must_stop"]
    for name in board["getaway"]:
        t["effect"][number[name]] = EFFECTS["GAA"]
    t["gate"] = NONE
    for k, ticket in enumerate(TICKETS):
        if ticket in board["ticket_edges"]:
            t["gate"][k] = [number[name] for name in board["ticket_edges"][ticket]]
    _freeze_distances(t, len(nodes))


def _freeze_distances(t: Any, n: int) -> None:
    """Write the fewest steps between spaces, by breadth-first search over all edges."""
    t["distance"] = FAR
    for start in range(n):
        t["distance"][start, start] = 0
        queue = [start]
        for x in queue:
            for y in t["neighbours"][x]:
                if y != NONE and t["distance"][start, y] == FAR:
                    t["distance"][start, y] = t["distance"][start, x] + 1
                    queue.append(int(y))
