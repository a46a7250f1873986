"""How long a game can last: with any tables, and with given ones."""

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.state import MAX_DIE, NONE, SEATS, Op
from hoodwink.envs.warumono2.table import MAX_LAST, MAX_OPS, Effect

# A turn: roll, steps, contact, two choices of a card. A space of the sheet: every seat is asked.
_TURN = 1 + MAX_DIE + 1 + 2
_ROUND = SEATS * _TURN + MAX_OPS * SEATS
MAX_DECISIONS = 1 + (MAX_LAST + 1) * _ROUND + MAX_OPS * SEATS

_ASKS_ALL = (Op.LOCKDOWN_AIRPORT, Op.LOCKDOWN_DOCKS, Op.TAKEN_IN_ROUND, Op.BETRAY)


def most_moves(t: View) -> tuple[int, int]:
    """Return the most decisions and the most chance moves of a game with these tables."""
    chosen = t.sheet == NONE
    sheets = range(t.n_sheets) if chosen else (t.sheet,)
    decisions, turns = (max(most) for most in zip(*(_of_sheet(t, i) for i in sheets), strict=True))
    draws = 1 if _has(t, Effect.BACK_ALLEY) else 0
    return decisions + chosen, 1 + 2 * t.n_seats + turns * (1 + draws)


def _of_sheet(t: View, sheet: int) -> tuple[int, int]:
    """Return the most decisions, and the turns, of a game by one sheet."""
    counters = range(t.first_counter, int(t.last[sheet]) + 1)
    turns = t.n_seats * len(counters)
    asked = sum(_asked(t, int(op)) for k in counters for op in t.ops[sheet, k])
    return turns * (1 + t.die + 1 + _choices(t)) + asked, turns


def _asked(t: View, op: int) -> int:
    """Return how many seats a directive can ask."""
    if op in _ASKS_ALL:
        return int(t.n_seats)
    return 1 if Op.TAKEN_IN_RED <= op <= Op.TAKEN_IN_BLUE else 0


def _choices(t: View) -> int:
    """Return how many choices a space can offer: two by a card, one of a ticket."""
    if _has(t, Effect.BACK_ALLEY):
        return 2
    return 1 if _has(t, Effect.FACILITATOR) or _has(t, Effect.TRADER) else 0


def _has(t: View, effect: int) -> bool:
    return effect in t.effect[: t.n_spaces]
