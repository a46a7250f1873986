"""A state as a position in words, and what a seat may see of it."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from hoodwink.envs.core.state import View
from hoodwink.envs.wongamania.opps import answer
from hoodwink.envs.wongamania.state import NONE, Card, Phase
from hoodwink.envs.wongamania.tables import CARD_WORDS
from hoodwink.envs.wongamania.turn import payoff
from hoodwink.envs.wongamania.words import PHASE_WORDS, SEAT_NAMES, WHY_WORDS

CHANCE_WORD: Final = "chance"
SEAT_COUNTS: Final = {  # key of a seat -> field of the state
    "bank": "bank",
    "trust": "trust",
    "insurance": "insurance",
    "babies": "babies",
    "pay_raises": "raises",
    "retrenchments": "retrenched",
}
TARGET_KEPT: Final = (Card.CAR_ACCIDENT, Card.ILLNESS)  # in a forced sale

Position = dict[str, Any]


def multiset(counts: Any) -> dict[str, int]:
    """Return counts of cards by their names, without those of 0."""
    return {CARD_WORDS[c]: int(n) for c, n in enumerate(counts) if n}


def dump(s: View, t: View, options: Mapping[str, Any]) -> Position:
    """Return the full position of a state."""
    position: Position = {
        "options": dict(options),
        "chairperson": SEAT_NAMES[s.chair],
        "round": s.round,
        "laps_done": s.laps,
        "extra_laps": s.extra,
        "token": s.token,
        "phase": PHASE_WORDS[s.phase],
        "actions_left": s.actions,
        "discard": multiset(s.discard),
        "discard_down": s.down,
        "market": s.market,
    }
    if s.phase != Phase.OVER:
        position["turn"] = SEAT_NAMES[s.turn]
        position["to_move"] = CHANCE_WORD if s.to_move == NONE else SEAT_NAMES[s.to_move]
    pending = _dump_pending(s)
    if pending:
        position["pending"] = pending
    position["seats"] = {SEAT_NAMES[p]: _dump_seat(s, p) for p in range(s.n_seats)}
    if s.phase == Phase.OVER:
        winner = [] if s.winner == NONE else [SEAT_NAMES[s.winner]]
        position |= {"over": True, "winners": winner, "payoffs": payoffs(s)}
    return position


def payoffs(s: View) -> dict[str, float]:
    """Return the returns of all seats at the end."""
    out = np.zeros(len(SEAT_NAMES))
    payoff(s, out)
    return {SEAT_NAMES[p]: float(out[p]) for p in range(s.n_seats)}


def _dump_seat(s: View, p: int) -> Position:
    seat: Position = {"hand": multiset(s.hand[p]), "hand_count": int(s.held[p])}
    seat |= {key: int(getattr(s, field)[p]) for key, field in SEAT_COUNTS.items()}
    return seat | {"assets": multiset(s.assets[p]), "bankrupt": bool(s.bankrupt[p])}


def _dump_pending(s: View) -> Position:
    """Return what is being resolved, with exactly the keys of the phase."""
    if s.phase == Phase.MULLIGAN:
        return {"discarded": s.left}
    if s.phase == Phase.DRAW:
        return {"for": WHY_WORDS[s.why], "left": s.left}
    pending: Position = {"debt": s.debt} if s.phase == Phase.FORCED_SALE else {}
    if s.card != NONE:
        pending |= {"card": CARD_WORDS[s.card], "by": SEAT_NAMES[s.by]}
    if s.target != NONE:
        pending["target"] = SEAT_NAMES[s.target]
    if s.phase == Phase.WINDOW:
        word = CARD_WORDS[answer(s)]
        pending["opps"] = [{"card": word, "by": SEAT_NAMES[s.opps[i]]} for i in range(s.n_opps)]
    if s.phase == Phase.LOSE:
        pending["left"] = s.left
    return pending


def view(s: View, t: View, options: Mapping[str, Any], seat: int) -> Position:
    """Return what a careful player in `seat` would have written down.

    In a window only the seat that is asked sees that it is open.
    """
    position = dump(s, t, options)
    for p in range(s.n_seats):
        if p != seat:
            del position["seats"][SEAT_NAMES[p]]["hand"]
    unseen = s.unseen + sum(s.hand[p] for p in range(s.n_seats) if p != seat)
    position["unseen"] = multiset(unseen)
    if s.phase == Phase.WINDOW and s.to_move != seat:
        del position["to_move"]
        position["phase"] = "end" if s.card == NONE else "act"
    return position
