"""Full positions of Warumono 2 as plain mappings: completing, deriving, viewing."""

import copy
from typing import Any, Final

from tests.games.warumono2.components import CONTENTS, DECK, SEATS, SHEETS

Position = dict[str, Any]

DEFAULT_OPTIONS: Final[Position] = {
    "players": 4,
    "scenario": 1,
    "peek_at_start": True,
    "separate_start_box": False,
}
UNDEALT_PHASES: Final = ("deal", "scenario")
TURN_KEYS: Final = ("turn", "path", "left", "switched", "card", "named", "queue")


def in_play(p: Position) -> list[str]:
    """Name the seats still in the game, red first."""
    return [seat for seat, own in p["seats"].items() if not own["out"]]


def clockwise(p: Position, start: str) -> list[str]:
    """Name all seats dealt in, out or not, clockwise beginning with `start`."""
    names = list(p["seats"])
    at = names.index(start)
    return names[at:] + names[:at]


def sheet(p: Position) -> Position:
    """Find the Scenario sheet in use, built in or custom (G48)."""
    scenario = p["options"]["scenario"]
    return scenario if isinstance(scenario, dict) else SHEETS[scenario]


def directives(p: Position) -> list[str]:
    """Read what is printed on the space the Counter stands on (R35)."""
    return [
        line
        for space, lines in sheet(p).get("do", {}).items()
        if int(space) == p["counter"]
        for line in lines
    ]


def put(p: Position, key: str, value: Any) -> None:
    """Set a key of the middle of a turn, or drop it when `value` is its default."""
    p.pop(key, None)
    if value not in ([], False, None):
        p[key] = value


def derive(p: Position) -> None:
    """Compute the derived keys: the pile and the open supply (R8, R9)."""
    owners = [p["seats"][seat] for seat in in_play(p)]
    tickets = [own["ticket"] for own in owners]
    p["pile"] = sum(DECK.values()) - sum(p["discard"].values())
    p["supply"] = {
        "passport": 4 - sum(own["passport"] for own in owners),
        "plane": 4 - tickets.count("plane"),
        "boat": 4 - tickets.count("boat"),
    }


def finish(p: Position, winners: list[str]) -> None:
    """End the game: winners share 1, losers share -1, nobody or everybody gets 0 (G39)."""
    for key in (*TURN_KEYS, "rest", "to_move"):
        p.pop(key, None)
    n, w = len(p["seats"]), len(winners)
    win, lose = (0.0, 0.0) if w in (0, n) else (1 / w, -1 / (n - w))
    p["phase"], p["over"] = "over", True
    p["winners"] = [seat for seat in p["seats"] if seat in winners]
    p["payoffs"] = {seat: win if seat in winners else lose for seat in p["seats"]}


def complete(partial: Position) -> Position:
    """Fill in the defaults of cases/warumono2.md; what is given is trusted, never checked."""
    p = copy.deepcopy(partial)
    p["options"] = {**DEFAULT_OPTIONS, **p.get("options", {})}
    p.setdefault("counter", 0 if p["options"]["separate_start_box"] else 1)
    p.setdefault("phase", "over" if p.get("over") else "turn")
    p["barricades"] = sorted(p.get("barricades", []))
    p["discard"] = {**dict.fromkeys(DECK, 0), **p.get("discard", {})}

    given = p.get("seats", {})
    p["seats"] = {name: dict(given.get(name, {})) for name in SEATS[: p["options"]["players"]]}
    for own in p["seats"].values():
        _complete_seat(own, dealt=p["phase"] not in UNDEALT_PHASES)
    _complete_contents(p)
    _complete_mover(p)
    for key in ("path", "switched", "queue", "rest"):
        put(p, key, p.get(key))
    derive(p)
    if len(in_play(p)) == 1 and not p.get("over"):
        finish(p, in_play(p))  # R18
    return p


def _complete_seat(own: Position, *, dealt: bool) -> None:
    own.setdefault("out", False)
    own.setdefault("revealed", False)
    if dealt:
        own.setdefault("role", "wiseguy")
    if not own["out"]:
        for key, value in (("at", "HID"), ("passport", False), ("ticket", "none")):
            own.setdefault(key, value)


def _complete_contents(p: Position) -> None:
    """Deal the cards not given, lowest first, and the initial knowledge (R11, G62)."""
    dealt = p["phase"] not in UNDEALT_PHASES
    owners = {seat: p["seats"][seat] for seat in in_play(p)}
    used = {own["contents"] for own in owners.values() if "contents" in own}
    used |= set(p.get("out_of_play", []))
    spare = [card for card in CONTENTS if card not in used]
    for seat, own in owners.items():
        if dealt and "contents" not in own:
            own["contents"] = spare.pop(0)
        peek = p["options"]["peek_at_start"] and "contents" in own
        own.setdefault("knows", {seat: own["contents"]} if peek else {})
    gone = len(p["seats"]) - len(owners)
    p.setdefault("out_of_play", [card for card in spare if card != "loot"][:gone])


def _complete_mover(p: Position) -> None:
    """Fill in the Starting Player, the seat to move and, while chance moves, the turn."""
    if p["phase"] == "deal":
        p.setdefault("to_move", "chance")
        return
    p.setdefault("first", in_play(p)[0])
    if p["phase"] in ("die", "draw"):
        p.setdefault("to_move", "chance")
        p.setdefault("turn", p["first"])
    elif p["phase"] != "over":
        p.setdefault("to_move", p["first"])
    if p.get("turn") == p.get("to_move"):
        p.pop("turn", None)


def view(position: Position, seat: str) -> Position:
    """Keep what `seat` may know: public things, own role, records of Contents (G75)."""
    seen = copy.deepcopy(position)
    records = position["seats"][seat].get("knows", {})
    for name, own in seen["seats"].items():
        own.pop("knows", None)
        own.pop("contents", None)
        if name != seat and not own["revealed"]:
            own.pop("role", None)
        if name in records:
            record = copy.deepcopy(records[name])
            own["contents" if isinstance(record, str) else "maybe"] = record
    return seen


def others(p: Position, seat: str) -> list[str]:
    return [name for name in in_play(p) if name != seat]


def turn_order(p: Position) -> list[str]:
    """Name the remaining seats in turn order from the Starting Player (G26)."""
    return [name for name in clockwise(p, p["first"]) if name in in_play(p)]


def next_in_play(p: Position, seat: str) -> str:
    """Name the next remaining seat clockwise of `seat`."""
    return next(name for name in clockwise(p, seat)[1:] if name in in_play(p))


def is_operative(p: Position, seat: str) -> bool:
    return bool(p["seats"][seat]["role"] == "undercover")


def shown_operative(p: Position) -> str | None:
    """Name the UO if the Profession Card was shown to all, dropped out or not (G71)."""
    for seat, own in p["seats"].items():
        if own.get("role") == "undercover" and own["revealed"]:
            return str(seat)
    return None
