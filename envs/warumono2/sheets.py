"""Scenario sheets and the Back Alley deck as data: what a file or a mapping may say."""

from typing import Any, Final

from hoodwink.envs.core.data import Given, shown
from hoodwink.envs.warumono2.actions import N_SCENARIOS
from hoodwink.envs.warumono2.state import Fate, Kind, Op
from hoodwink.envs.warumono2.table import MAX_LAST, MAX_OPS

MAX_STARS = 5
MAX_OF_A_KIND = 13  # Back Alley Cards of one kind, so many as the printed deck holds in all
SPECIALS: Final = ("TRACKERS", "PASS_LEFT")
FATES: Final = tuple(fate.name for fate in Fate)
KINDS: Final = tuple(kind.name for kind in Kind)
DIRECTIVES: Final[dict[str, Op]] = {
    "CONFIRM": Op.CONFIRM,
    "SNATCHED 01": Op.SNATCHED_1,
    "SNATCHED 02": Op.SNATCHED_2,
    "SNATCHED 03": Op.SNATCHED_3,
    "LOCKDOWN AIRPORT": Op.LOCKDOWN_AIRPORT,
    "LOCKDOWN DOCKS": Op.LOCKDOWN_DOCKS,
    "REOPENED AIRPORT": Op.REOPENED_AIRPORT,
    "REOPENED DOCKS": Op.REOPENED_DOCKS,
    "TAKEN_IN ROUND": Op.TAKEN_IN_ROUND,
    "TAKEN_IN RED": Op.TAKEN_IN_RED,
    "TAKEN_IN GREEN": Op.TAKEN_IN_GREEN,
    "TAKEN_IN YELLOW": Op.TAKEN_IN_YELLOW,
    "TAKEN_IN BLUE": Op.TAKEN_IN_BLUE,
    "BETRAY": Op.BETRAY,
    "DISPLAY_CONTENTS": Op.DISPLAY_CONTENTS,
    "DISPLAY_PROFESSIONS": Op.DISPLAY_PROFESSIONS,
}
DIRECTIVE_NAMES: Final = {int(op): name for name, op in DIRECTIVES.items()}
SHEET_KEYS: Final = ("name", "stars", "special", "last", "blue", "do", "fate")
FILE_KEYS: Final = ("id", *SHEET_KEYS, "printed")


def check_sheet(given: Given) -> dict[str, Any]:
    """Return a Scenario sheet as plain data, `do` by texts of the numbers in rising order.

    Needed are `last` and `fate`; `id` and `printed` may be there, as in our files, and are left
    out. Errors: BadPosition naming what is wrong. Source: R35-R53, G25, G48.
    """
    fields = given.fields(FILE_KEYS, ("last", "fate"), "key")
    last = fields["last"].whole(1, MAX_LAST)
    if "id" in fields:
        fields["id"].whole(1, N_SCENARIOS)
    if "printed" in fields:
        _spaces(fields["printed"], last)
    special = fields["special"].distinct(SPECIALS, "special rule") if "special" in fields else []
    return {
        "name": fields["name"].text() if "name" in fields else "Original",
        "stars": fields["stars"].whole(1, MAX_STARS) if "stars" in fields else 1,
        "special": special,
        "last": last,
        "blue": _spaces(fields["blue"], last) if "blue" in fields else [],
        "do": _directives(fields["do"], last, special) if "do" in fields else {},
        "fate": fields["fate"].one_of(FATES, "fate"),
    }


def check_deck(given: Given) -> dict[str, int]:
    """Return how many cards of each kind a Back Alley deck holds; kinds left out have none.

    The counts may stand under `back_alley`, as in the file of the standard deck. Source: R1, R28.
    """
    if "back_alley" in given.entries():
        given = given.fields(("back_alley",))["back_alley"]
    fields = given.fields(KINDS, what="kind of card")
    deck = {k: fields[k].whole(0, MAX_OF_A_KIND) if k in fields else 0 for k in KINDS}
    if sum(deck.values()) == 0:
        raise given.error("a deck without a card; allowed: at least one")
    return deck


def _spaces(given: Given, last: int) -> list[int]:
    spaces = [item.whole(1, last) for item in given.items()]
    if len(set(spaces)) < len(spaces):
        raise given.error(f"given {spaces}; allowed: each space once")
    return sorted(spaces)


def _directives(given: Given, last: int, special: list[str]) -> dict[str, list[str]]:
    do: dict[int, list[str]] = {}
    for key, line in given.entries().items():
        space = _space_number(key, line, last)
        if space in do:
            raise line.error(f"space {space} is given twice")
        do[space] = [_directive(item, special) for item in line.items(MAX_OPS)]
    return {str(space): do[space] for space in sorted(do) if do[space]}


def _space_number(key: Any, line: Given, last: int) -> int:
    if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) <= 4:
        key = int(key)
    if isinstance(key, bool) or not isinstance(key, int) or not 1 <= key <= last:
        raise line.error(f"given the space {shown(key)}; allowed: 1 to {last}")
    return key


def _directive(item: Given, special: list[str]) -> str:
    name = item.one_of(DIRECTIVES, "directive")
    if name.startswith("SNATCHED") and "TRACKERS" not in special:  # G25
        raise item.error(f"given {name!r} on a sheet whose `special` does not list TRACKERS")
    return name
