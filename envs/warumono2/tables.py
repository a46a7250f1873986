"""Load, check and freeze the data of Warumono 2: options, board, deck, sheets and small variants.

The files lie in `configs/warumono2/`; each says what of it is printed and what is rebuilt, and may
be replaced by what is in the box: as options (`board`, `deck`, `scenario` take a path) or in place.
Everything a user gives is checked here, once, and every error names file, line and key.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from functools import cache, lru_cache
from importlib.resources import files
from numbers import Integral
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.data import Given, is_path, read_yaml
from hoodwink.envs.warumono2.actions import N_SCENARIOS, rel_of
from hoodwink.envs.warumono2.boards import EFFECTS, EXITS, TICKETS, check_board, ways_out
from hoodwink.envs.warumono2.sheets import DIRECTIVES, KINDS, check_deck, check_sheet
from hoodwink.envs.warumono2.state import MAX_DIE, N_OPS, NONE, SEATS, Fate, Op, Ticket
from hoodwink.envs.warumono2.table import AHEAD, FAR, HORIZON, N_COUNTERS, TABLE

DATA: Final = Path(str(files("hoodwink"))) / "configs" / "warumono2"
OPTION_KEYS: Final = (
    "players", "scenario", "peek_at_start", "separate_start_box", "board", "deck", "variant",
)  # fmt: skip
VARIANT_KEYS: Final = (
    "name", "players", "die", "release", "roles", "supply", "start",
    "board", "deck", "scenario", "peek_at_start", "separate_start_box",
)  # fmt: skip
COMPONENT_KEYS: Final = ("die", "release", "roles", "supply", "box")
CHOOSE: Final = "choose"
MIN_PLAYERS = 3  # of the printed game; a variant may have two (G1)
MAX_ROLES = 20

Plain = dict[str, Any]


# -- options --------------------------------------------------------------------------------------


def normal_options(**options: Any) -> Plain:
    """Return all options, checked and as plain data: paths are replaced by what the files hold.

    `players` (3, 4), `scenario` (1 to 7, "choose", a mapping or a path), `peek_at_start`,
    `separate_start_box`; `board`, `deck` (a mapping or a path) and `variant` (a name, a mapping or
    a path) are there only if given. Errors: BadPosition naming the option.
    """
    return check_options(Given(options))


def check_options(given: Given) -> Plain:
    """Return all options of a mapping, checked; see `normal_options`."""
    fields = {
        key: option
        for key, option in given.fields(OPTION_KEYS, what="option").items()
        if not (key in ("board", "deck", "variant") and option.value is None)
    }
    variant = check_variant(fields["variant"]) if "variant" in fields else None
    normal = _defaults(variant)
    if "players" in fields:
        normal["players"] = _players(fields["players"], variant)
    if "scenario" in fields:
        normal["scenario"] = check_scenario(fields["scenario"])
    for key in ("peek_at_start", "separate_start_box"):
        if key in fields:
            normal[key] = fields[key].flag()
    for key, check in (("board", check_board), ("deck", check_deck)):
        if key in fields:
            if variant:
                raise fields[key].error("a variant brings its own; allowed: nothing")
            normal[key] = check(opened(fields[key]))
    if variant:
        named = isinstance(fields["variant"].value, str) and not is_path(fields["variant"].value)
        normal["variant"] = variant["name"] if named else variant
    return deepcopy(normal)


def opened(given: Given) -> Given:
    """Return what the file holds that `given` names, or `given` itself."""
    return read_yaml(given.value) if is_path(given.value) else given


def check_scenario(given: Given) -> int | str | Plain:
    """Return the number of a sheet, "choose", or a sheet of one's own (R4, G37, G48)."""
    value = given.value
    if is_path(value) or isinstance(value, Mapping):
        return check_sheet(opened(given))
    if isinstance(value, str) and value == CHOOSE:
        return CHOOSE
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or not 1 <= int(value) <= N_SCENARIOS:
        numbers = range(1, N_SCENARIOS + 1)
        raise given.unknown("scenario", [*numbers, CHOOSE, "a mapping", "a path to a .yaml file"])
    return int(value)


def _players(given: Given, variant: Plain | None) -> int:
    if variant and given.value != variant["players"]:
        raise given.wrong(f"{variant['players']}, which is what the variant has")
    return given.whole(variant["players"] if variant else MIN_PLAYERS, SEATS)


def _defaults(variant: Plain | None) -> Plain:
    if variant is None:
        return {
            "players": SEATS,
            "scenario": 1,
            "peek_at_start": True,
            "separate_start_box": False,
        }
    keys = ("players", "scenario", "peek_at_start", "separate_start_box")
    return {key: variant[key] for key in keys}


# -- the data files -------------------------------------------------------------------------------


def _data(name: str) -> Given:
    return read_yaml(DATA / name, f"configs/warumono2/{name}")


@cache
def standard_board() -> Plain:
    """Return the board of the game (44 spaces, rebuilt)."""
    return check_board(_data("board.yaml"))


@cache
def standard_deck() -> Plain:
    """Return the counts of the 13 Back Alley Cards (rebuilt)."""
    return check_deck(_data("deck.yaml"))


@cache
def standard_sheet(number: int) -> Plain:
    """Return the Scenario sheet 1 to 7."""
    return check_sheet(_data(f"scenarios/{number}.yaml"))


@cache
def components() -> Plain:
    """Return die, Profession Cards and supply of the game (R1)."""
    return _components(_data("components.yaml").fields(COMPONENT_KEYS, COMPONENT_KEYS))


def _components(fields: dict[str, Given]) -> Plain:
    die = fields["die"].whole(1, MAX_DIE)
    roles = fields["roles"].fields(("wiseguy", "undercover"), ("wiseguy", "undercover"))
    supply = fields["supply"].fields(("passport", "plane", "boat"), ("passport", "plane", "boat"))
    return {
        "die": die,
        "release": fields["release"].whole(1, die) if "release" in fields else min(4, die),
        "roles": {
            "wiseguy": roles["wiseguy"].whole(0, MAX_ROLES),
            "undercover": roles["undercover"].whole(0, 1),
        },
        "supply": {key: given.whole(0, SEATS) for key, given in supply.items()},
    }


# -- variants -------------------------------------------------------------------------------------


def variants() -> list[str]:
    """Return the names of the small variants that come with the game."""
    return sorted(path.stem for path in (DATA / "variants").glob("*.yaml"))


def check_variant(given: Given) -> Plain:
    """Return a variant as plain data with all its keys, from its name, a path or a mapping.

    A variant is `players` (2 to 4) and whatever it changes: `die`, `release`, `roles`, `supply`,
    `start` (lists `at`, `passport`, `ticket`, one entry a seat), `board`, `deck`, `scenario` and
    the two flags. Errors: BadPosition naming what is wrong.
    """
    if isinstance(given.value, str) and not is_path(given.value):
        return _named_variant(given.one_of(variants(), "variant"))
    return _variant(opened(given))


@cache
def _named_variant(name: str) -> Plain:
    return _variant(_data(f"variants/{name}.yaml"))


def _variant(given: Given) -> Plain:
    fields = given.fields(VARIANT_KEYS, ("players",))
    players = fields["players"].whole(2, SEATS)
    box = {key: Given(value, key, given.place) for key, value in components().items()}
    if "die" in fields:
        del box["release"]
    board = check_board(opened(fields["board"])) if "board" in fields else standard_board()
    variant = {
        "name": fields["name"].text() if "name" in fields else "own",
        "players": players,
        **_components(box | {key: fields[key] for key in COMPONENT_KEYS[:4] if key in fields}),
        "board": board,
        "deck": check_deck(opened(fields["deck"])) if "deck" in fields else standard_deck(),
        "scenario": check_scenario(fields["scenario"]) if "scenario" in fields else 1,
        "peek_at_start": fields["peek_at_start"].flag() if "peek_at_start" in fields else True,
        "separate_start_box": "separate_start_box" in fields
        and fields["separate_start_box"].flag(),
    }
    variant["start"] = _start(fields.get("start", Given({}, "start", given.place)), variant)
    if sum(variant["roles"].values()) < players:
        raise fields["roles"].error(f"fewer Profession Cards than the {players} players")
    if variant["supply"]["passport"] < players:
        raise fields["supply"].error(f"fewer passports than the {players} players")
    return {key: variant[key] for key in VARIANT_KEYS}


def _start(given: Given, variant: Plain) -> Plain:
    fields = given.fields(("at", "passport", "ticket"))
    board, players = variant["board"], variant["players"]
    for line in fields.values():
        if len(line.items()) != players:
            raise line.error(f"given {len(line.items())} entries; allowed: {players}, one a seat")
    start = {
        "at": _line(
            fields, "at", lambda g: g.one_of(board["nodes"], "space"), board["start"], players
        ),
        "passport": _line(fields, "passport", Given.flag, False, players),
        "ticket": _line(
            fields, "ticket", lambda g: g.one_of(TICKET_WORDS, "ticket"), "none", players
        ),
    }
    for ticket in TICKET_WORDS[1:]:
        if start["ticket"].count(ticket) > variant["supply"][ticket]:
            raise given.error(f"more {ticket} tickets than the supply holds")
    for passport, ticket in zip(start["passport"], start["ticket"], strict=True):
        if ticket != "none" and not passport:
            raise given.error("a ticket without a passport")  # G7
    return start


TICKET_WORDS: Final = tuple(ticket.name.lower() for ticket in Ticket)


def _line(fields: dict[str, Given], key: str, read: Any, default: Any, players: int) -> list[Any]:
    if key not in fields:
        return [default] * players
    return [read(item) for item in fields[key].items()]


# -- freezing -------------------------------------------------------------------------------------


def tables(**options: Any) -> NDArray[Any]:
    """Return the tables of a game with these options: an array of one record."""
    return tables_of(normal_options(**options))


def tables_of(normal: Mapping[str, Any]) -> NDArray[Any]:
    """Return the tables of a game with options that `normal_options` returned."""
    return _tables(json.dumps(normal, sort_keys=True)).copy()


@lru_cache(maxsize=256)
def _tables(options: str) -> NDArray[Any]:
    return build(_setup(json.loads(options)))


def _setup(normal: Plain) -> Plain:
    """Return the complete variant that the options describe."""
    if "variant" in normal:
        setup = check_variant(Given(normal["variant"], "variant"))
    else:
        board, players = normal.get("board", standard_board()), normal["players"]
        start = {"at": [board["start"]] * players, "passport": [False] * players}
        setup = {
            **components(),
            "board": board,
            "deck": normal.get("deck", standard_deck()),
            "start": start | {"ticket": ["none"] * players},
        }
    flags = ("players", "scenario", "peek_at_start", "separate_start_box")
    return setup | {key: normal[key] for key in flags}


def build(setup: Mapping[str, Any]) -> NDArray[Any]:
    """Freeze a complete variant, as `check_variant` returns it, into an array of one record."""
    table = np.zeros(1, TABLE)
    t = table[0]
    t["n_seats"] = setup["players"]
    t["die"], t["release"] = setup["die"], setup["release"]
    t["wiseguys"], t["undercovers"] = setup["roles"]["wiseguy"], setup["roles"]["undercover"]
    t["passports"] = setup["supply"]["passport"]
    t["tickets"] = [0, setup["supply"]["plane"], setup["supply"]["boat"]]
    t["deck"] = [setup["deck"][kind] for kind in KINDS]
    t["peek"] = setup["peek_at_start"]
    t["first_counter"] = 0 if setup["separate_start_box"] else 1
    _freeze_board(t, setup["board"])
    _freeze_start(t, setup)
    _freeze_sheets(t, setup["scenario"])
    return table


def _freeze_start(t: Any, setup: Mapping[str, Any]) -> None:
    start, nodes = setup["start"], setup["board"]["nodes"]
    t["start_at"] = NONE
    for p in range(setup["players"]):
        t["start_at"][p] = nodes.index(start["at"][p])
        t["start_passport"][p] = start["passport"][p]
        t["start_ticket"][p] = TICKET_WORDS.index(start["ticket"][p])


def _freeze_board(t: Any, board: Plain) -> None:
    nodes: list[str] = board["nodes"]
    number = {name: i for i, name in enumerate(nodes)}
    t["n_spaces"] = len(nodes)
    t["big"] = number[board["big_house"]]
    t["neighbours"] = NONE
    for name, to in ways_out(board).items():
        t["neighbours"][number[name], : len(to)] = [number[b] for b in to]
    for name in nodes:
        t["names"][number[name], : len(name)] = list(name.encode("ascii"))
        t["is_round"][number[name]] = name in board["round"]
    for name, effect in board["effects"].items():
        t["effect"][number[name]] = EFFECTS[effect]
    t["entrance"], t["gate"] = NONE, NONE
    for e, (exit_name, ticket) in enumerate(zip(EXITS, TICKETS, strict=True)):
        for name in board["areas"].get(exit_name, ()):
            t["area"][number[name]] = e + 1
        if exit_name in board["entrance_edges"]:
            t["entrance"][e] = [number[name] for name in board["entrance_edges"][exit_name]]
        if ticket in board["ticket_edges"]:
            t["gate"][e] = [number[name] for name in board["ticket_edges"][ticket]]
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


def _freeze_sheets(t: Any, scenario: int | str | Plain) -> None:
    if isinstance(scenario, dict):
        sheets = [(0, scenario)]
        t["sheet"] = 0
    else:  # all seven, so that a chosen sheet and a fixed one are the same state
        sheets = [(k, standard_sheet(k)) for k in range(1, N_SCENARIOS + 1)]
        t["sheet"] = NONE if scenario == CHOOSE else int(scenario) - 1
    t["n_sheets"] = len(sheets)
    for i, (number, sheet) in enumerate(sheets):
        t["number"][i] = number
        _freeze_sheet(t, i, sheet)


def _freeze_sheet(t: Any, i: int, sheet: Plain) -> None:
    t["last"][i] = sheet["last"]
    t["fate"][i] = Fate[sheet["fate"]]
    t["trackers"][i] = "TRACKERS" in sheet["special"]
    t["pass_left"][i] = "PASS_LEFT" in sheet["special"]
    t["blue"][i, sheet["blue"]] = 1
    for space, directives in sheet["do"].items():
        for k, name in enumerate(directives):
            t["ops"][i, int(space), k] = DIRECTIVES[name]
    for p in range(int(t["n_seats"])):
        _look_ahead(t, i, p)


def _look_ahead(t: Any, i: int, p: int) -> None:
    """Write what seat `p` sees of sheet `i` from each space on.

    First how many rounds it is to the next space of each kind, then of the next spaces which kinds
    they are. Kind 0 is blue, the others are directives, colours as relative seats.
    """
    n = int(t["n_seats"])
    kinds = np.zeros((N_COUNTERS + AHEAD, N_OPS), np.int8)
    for space in range(N_COUNTERS):
        kinds[space, 0] = t["blue"][i, space]
        for op in t["ops"][i, space]:
            if Op.TAKEN_IN_RED <= op < Op.TAKEN_IN_RED + n:
                kinds[space, Op.TAKEN_IN_RED + rel_of(p, op - Op.TAKEN_IN_RED, n)] = 1
            elif op != Op.NOTHING and not Op.TAKEN_IN_RED <= op <= Op.TAKEN_IN_BLUE:
                kinds[space, op] = 1
    rounds = np.full(N_OPS, HORIZON, np.int8)
    rounds[Op.TAKEN_IN_RED + n : Op.TAKEN_IN_BLUE + 1] = 0  # nobody sits there
    playing = rounds != 0
    for space in range(N_COUNTERS - 1, -1, -1):
        rounds = np.where(kinds[space + 1] == 1, 1, np.minimum(rounds + playing, HORIZON))
        row = np.concatenate([rounds, kinds[space + 1 : space + 1 + AHEAD].ravel()])
        t["ahead"][p, i, space, : len(row)] = row
