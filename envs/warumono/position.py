"""A state as a position in words, and what a seat may see of it."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

import numpy as np

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono.state import NONE, Phase, Role
from hoodwink.envs.warumono.tables import SEAT_NAMES
from hoodwink.envs.warumono.turn import payoff
from hoodwink.envs.warumono.words import (
    CARD_WORDS,
    ORDER_WORDS,
    PHASE_WORDS,
    ROLE_WORDS,
    TICKET_WORDS,
    space_names,
)

CHANCE_WORD: Final = "chance"
CHANCE_PHASES: Final = (Phase.DEAL, Phase.DIE, Phase.DRAW)
LOCKER: Final = "locker"

Position = dict[str, Any]


def dump(s: View, t: View, options: Mapping[str, Any]) -> Position:
    """Return the full position of a state."""
    position: Position = {"options": deepcopy(dict(options)), "round": s.round}
    if s.first != NONE:
        position["first"] = SEAT_NAMES[s.first]
    if s.phase != Phase.OVER:
        position["to_move"] = CHANCE_WORD if s.to_move == NONE else SEAT_NAMES[s.to_move]
    position |= {
        "phase": PHASE_WORDS[s.phase],
        "pistol": LOCKER if s.pistol == NONE else SEAT_NAMES[s.pistol],
        "order_discard": _orders(s.discard),
        "pile": int(t.deck.sum() - s.discard.sum() - s.orders.sum()),
        "supply": supply(s, t),
        "cash_out": bool(s.cash_out),
        "seats": {SEAT_NAMES[p]: _dump_seat(s, t, p) for p in range(s.n_seats)},
    }
    position |= _dump_turn(s, t)
    if s.phase == Phase.OVER:
        winners = [SEAT_NAMES[p] for p in range(s.n_seats) if s.winners >> p & 1]
        position |= {"over": True, "winners": winners, "payoffs": payoffs(s)}
    return position


def supply(s: View, t: View) -> dict[str, int]:
    """Return the tickets beside the board (R14, G20)."""
    left = t.supply - s.tickets.sum(axis=0)
    return {word: int(left[k]) for k, word in enumerate(TICKET_WORDS)}


def payoffs(s: View) -> dict[str, float]:
    """Return the returns of all seats at the end."""
    out = np.zeros(len(SEAT_NAMES))
    payoff(s, out)
    return {SEAT_NAMES[p]: float(out[p]) for p in range(s.n_seats)}


def _orders(counts: Any) -> dict[str, int]:
    return {word: int(counts[w]) for w, word in enumerate(ORDER_WORDS)}


def _dump_seat(s: View, t: View, p: int) -> Position:
    seat: Position = {}
    if not s.out[p]:
        seat["at"] = space_names(t)[s.at[p]]
        for k, word in enumerate(TICKET_WORDS):
            seat[word] = int(s.tickets[p, k])
        seat["orders"] = _orders(s.orders[p])
        seat["order_count"] = int(s.orders[p].sum())
    if s.role[p] != Role.UNDEALT:
        seat["role"] = ROLE_WORDS[s.role[p]]
    seat["revealed"] = bool(s.revealed[p])
    if s.contents[p] != NONE:
        seat["contents"] = CARD_WORDS[s.contents[p]]
    if not s.out[p]:
        seat["knows"] = {
            SEAT_NAMES[q]: _record(s, p, q) for q in range(s.n_seats) if s.known[p, q] != NONE
        }
    seat["out"] = bool(s.out[p])
    return seat


def _record(s: View, p: int, q: int) -> str | dict[str, Any]:
    word = CARD_WORDS[s.known[p, q]]
    touched = int(s.touched[p, q])
    return {"last_seen": word, "touched": touched} if touched else word


def _dump_turn(s: View, t: View) -> Position:
    """Return the keys of the middle of a turn that are not at their defaults."""
    keys: Position = {}
    names = space_names(t)
    if s.turn not in (NONE, s.to_move):
        keys["turn"] = SEAT_NAMES[s.turn]
    if s.n_path:
        keys["path"] = [names[x] for x in s.path[: s.n_path]]
    if s.left:
        keys["left"] = s.left
    if s.pistol_used:
        keys["pistol_used"] = True
    return keys


def view(s: View, t: View, options: Mapping[str, Any], seat: int) -> Position:
    """Return what a careful player in `seat` would have written down: public things and its own.

    Of cards it holds the seat's records only: `contents` where they are certain, `maybe` where not.
    """
    position = dump(s, t, options)
    del position["cash_out"]
    for p in range(s.n_seats):
        seen = position["seats"][SEAT_NAMES[p]]
        seen.pop("contents", None)
        seen.pop("knows", None)
        if p != seat:
            seen.pop("orders", None)
            if not s.revealed[p]:
                seen.pop("role", None)
        if s.known[seat, p] != NONE:
            seen["contents" if s.touched[seat, p] == 0 else "maybe"] = _record(s, seat, p)
    return position
