"""Positions of Warumono as mappings: defaults, derived keys, who is in play, views, the end."""

import copy
from typing import Any, Final

from tests.games.warumono.components import COPIES, ORDERS, SEATS, TICKETS

Position = dict[str, Any]

DEFAULT_OPTIONS: Final[Position] = {
    "players": 4,
    "keep_own_after_question": False,
    "allow_backtrack": False,
    "advance_as_detective": True,
    "max_rounds": 60,
}
TURN_KEYS: Final = ("turn", "path", "left", "pistol_used")


def clockwise(p: Position, seat: str) -> list[str]:
    """Name all seats dealt in, clockwise from `seat`."""
    names = list(p["seats"])
    i = names.index(seat)
    return names[i:] + names[:i]


def in_play(p: Position) -> list[str]:
    return [name for name, own in p["seats"].items() if not own["out"]]


def others(p: Position, seat: str) -> list[str]:
    return [name for name in in_play(p) if name != seat]


def complete(partial: Position) -> Position:
    """Fill in the defaults of cases/warumono.md; what is given is trusted, never checked."""
    p = copy.deepcopy(partial)
    p["options"] = {**DEFAULT_OPTIONS, **p.get("options", {})}
    p.setdefault("round", 1)
    p.setdefault("phase", "over" if p.get("over") else "turn")
    p.setdefault("pistol", "locker")
    p.setdefault("cash_out", False)
    p["order_discard"] = {**dict.fromkeys(ORDERS, 0), **p.get("order_discard", {})}
    given = p.get("seats", {})
    p["seats"] = {name: dict(given.get(name, {})) for name in SEATS[: p["options"]["players"]]}
    for own in p["seats"].values():
        _complete_seat(own, dealt=p["phase"] != "deal")
    _complete_contents(p)
    _complete_mover(p)
    derive(p)
    if len(in_play(p)) == 1 and not p.get("over"):
        finish(p, in_play(p))  # G31
    return p


def _complete_seat(own: Position, *, dealt: bool) -> None:
    own.setdefault("out", False)
    own.setdefault("revealed", False)
    if dealt:
        own.setdefault("role", "mafia")
    if not own["out"]:
        for key, value in (("at", "BNK"), ("air", 0), ("boat", 0)):
            own.setdefault(key, value)
        own["orders"] = {**dict.fromkeys(ORDERS, 0), **own.get("orders", {})}


def _complete_contents(p: Position) -> None:
    """Deal the cards not given; everybody knows the own one (R12)."""
    owners = [p["seats"][name] for name in in_play(p)]
    cash_seen = p["cash_out"] or any(own.get("contents") == "cash" for own in owners)
    for own in owners:
        if p["phase"] != "deal" and "contents" not in own:
            own["contents"] = "fake" if cash_seen else "cash"
            cash_seen = True
    for name in in_play(p):
        own = p["seats"][name]
        own.setdefault("knows", {name: own["contents"]} if "contents" in own else {})


def _complete_mover(p: Position) -> None:
    """Fill in the starting player, the seat to move and, while chance moves, the turn."""
    if p["phase"] == "deal":
        p.setdefault("to_move", "chance")
        return
    p.setdefault("first", in_play(p)[0])
    if p["phase"] in ("die", "draw"):
        p.setdefault("to_move", "chance")
        p.setdefault("turn", p["first"])
    elif p["phase"] != "over":
        p.setdefault("to_move", p["first"])


def derive(p: Position) -> None:
    """Work out the keys that follow from others: pile, supply, counts of orders."""
    hands = [p["seats"][name] for name in in_play(p)]
    for own in hands:
        own["order_count"] = sum(own["orders"].values())
    p["pile"] = sum(pile(p).values())
    p["supply"] = {kind: TICKETS - sum(own[kind] for own in hands) for kind in ("air", "boat")}


def pile(p: Position) -> dict[str, int]:
    """Count the orders of each kind that nobody holds and that are not used."""
    hands = [p["seats"][name]["orders"] for name in in_play(p)]
    return {w: COPIES - p["order_discard"][w] - sum(hand[w] for hand in hands) for w in ORDERS}


def finish(p: Position, winners: list[str]) -> None:
    """End the game: +1 to the winner, the others pay equal shares (section f)."""
    for key in (*TURN_KEYS, "to_move"):
        p.pop(key, None)
    loss = -1 / (len(p["seats"]) - 1) if winners else 0.0
    p["phase"], p["over"], p["winners"] = "over", True, winners
    p["payoffs"] = {name: 1.0 if name in winners else loss for name in p["seats"]}


def view(position: Position, seat: str) -> Position:
    """Keep what `seat` may know: public things, own secrets, records of contents (G49)."""
    seen = copy.deepcopy(position)
    seen.pop("cash_out")
    records = position["seats"][seat].get("knows", {})
    for name, own in seen["seats"].items():
        own.pop("knows", None)
        own.pop("contents", None)
        if name != seat:
            own.pop("orders", None)
            if not own["revealed"]:
                own.pop("role", None)
        if name in records:
            record = copy.deepcopy(records[name])
            own["contents" if isinstance(record, str) else "maybe"] = record
    return seen
