"""A state as a position in words, and what a seat may see of it."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

import numpy as np

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.sheets import DIRECTIVE_NAMES
from hoodwink.envs.warumono2.state import NONE, Op, Phase, Role, Ticket
from hoodwink.envs.warumono2.table import MAX_OPS
from hoodwink.envs.warumono2.tables import CHOOSE
from hoodwink.envs.warumono2.turn import payoff
from hoodwink.envs.warumono2.words import (
    CARD_WORDS,
    KIND_WORDS,
    PHASE_WORDS,
    ROLE_WORDS,
    SEAT_NAMES,
    TICKET_WORDS,
    space_names,
)

CHANCE_WORD: Final = "chance"
CHANCE_PHASES: Final = (Phase.DEAL, Phase.DIE, Phase.DRAW)
EXIT_WORDS: Final = ("airport", "docks")

Position = dict[str, Any]


def dump(s: View, t: View, options: Mapping[str, Any]) -> Position:
    """Return the full position of a state."""
    position: Position = {"options": current_options(s, t, options), "counter": s.counter}
    if s.first != NONE:
        position["first"] = SEAT_NAMES[s.first]
    if s.phase != Phase.OVER:
        position["to_move"] = CHANCE_WORD if s.to_move == NONE else SEAT_NAMES[s.to_move]
    position |= {
        "phase": PHASE_WORDS[s.phase],
        "barricades": [word for e, word in enumerate(EXIT_WORDS) if s.barricade[e]],
        "discard": {word: int(s.used[k]) for k, word in enumerate(KIND_WORDS)},
        "pile": int(t.deck.sum() - s.used.sum()),
        "supply": supply(s, t),
        "out_of_play": [word for c, word in enumerate(CARD_WORDS) if s.gone[c]],
        "seats": {SEAT_NAMES[p]: _dump_seat(s, t, p) for p in range(s.n_seats)},
    }
    position |= _dump_turn(s, t)
    if s.phase == Phase.OVER:
        position |= _dump_end(s)
    return position


def current_options(s: View, t: View, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options, with the number of the sheet in place of `choose` once it is chosen."""
    current = deepcopy(dict(options))
    if current.get("scenario") == CHOOSE and s.sheet != NONE:
        current["scenario"] = int(t.number[s.sheet])
    return current


def supply(s: View, t: View) -> dict[str, int]:
    """Return what lies beside the board: all that is not in hands (R9)."""
    return {
        "passport": int(t.passports - s.passport.sum()),
        "plane": int(t.tickets[Ticket.PLANE] - (s.ticket == Ticket.PLANE).sum()),
        "boat": int(t.tickets[Ticket.BOAT] - (s.ticket == Ticket.BOAT).sum()),
    }


def directives(t: View, sheet: int, counter: int) -> list[str]:
    """Return the directives of a space of a sheet, as in the scenario data."""
    return [DIRECTIVE_NAMES[int(op)] for op in t.ops[sheet, counter] if op != Op.NOTHING]


def payoffs(s: View) -> dict[str, float]:
    """Return the returns of all seats at the end."""
    out = np.zeros(len(SEAT_NAMES))
    payoff(s, out)
    return {SEAT_NAMES[p]: float(out[p]) for p in range(s.n_seats)}


def _dump_seat(s: View, t: View, p: int) -> Position:
    seat: Position = {}
    if not s.out[p]:
        seat["at"] = space_names(t)[s.at[p]]
        seat["passport"] = bool(s.passport[p])
        seat["ticket"] = TICKET_WORDS[s.ticket[p]]
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
    if s.switched:
        keys["switched"] = True
    if s.card != NONE:
        keys["card"] = KIND_WORDS[s.card]
    if s.named != NONE:
        keys["named"] = SEAT_NAMES[s.named]
    if s.n_queue:
        keys["queue"] = [SEAT_NAMES[p] for p in s.queue[: s.n_queue]]
    if s.directive < MAX_OPS:
        keys["rest"] = directives(t, s.sheet, s.counter)[s.directive :]
    return keys


def _dump_end(s: View) -> Position:
    winners = [SEAT_NAMES[p] for p in range(s.n_seats) if s.winners >> p & 1]
    return {"over": True, "winners": winners, "payoffs": payoffs(s)}


def view(s: View, t: View, options: Mapping[str, Any], seat: int) -> Position:
    """Return what a careful player in `seat` would have written down: public things and its own.

    Of cards it holds the seat's records only: `contents` where they are certain, `maybe` where not.
    """
    position = dump(s, t, options)
    for p in range(s.n_seats):
        seen = position["seats"][SEAT_NAMES[p]]
        seen.pop("contents", None)
        seen.pop("knows", None)
        if p != seat and not s.revealed[p]:
            seen.pop("role", None)
        if s.known[seat, p] != NONE:
            seen["contents" if s.touched[seat, p] == 0 else "maybe"] = _record(s, seat, p)
    return position
