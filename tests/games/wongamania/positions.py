"""Full positions of Wongamania as plain mappings: completing, counting, viewing."""

import copy
from collections.abc import Mapping
from typing import Any, Final

from tests.games.wongamania.components import NAMES, SEATS, deck

Position = dict[str, Any]
Cards = dict[str, int]

CHANCE_PHASES: Final = ("deal", "roll", "draw", "bank_draw", "lose", "tie")
ANNOUNCED_PHASES: Final = ("target", "shift", "window")  # the card played is not yet discarded


def full_options(options: Position) -> Position:
    """Fill in the options left out."""
    hardcore = options.get("variant") == "hardcore"
    defaults = {
        "players": 3,
        "mode": "victory_points",
        "variant": "standard",
        "board": "advance" if hardcore else "basic",
        "trust_cost": 10 if hardcore else 8,
        "die_faces": 3,
        "max_rounds": 40,
    }
    return {**defaults, **options}


def clockwise(p: Position, first: str) -> list[str]:
    """Name all seats clockwise, beginning with `first`."""
    names = list(p["seats"])
    at = names.index(first)
    return names[at:] + names[:at]


def others(p: Position, seat: str) -> list[str]:
    """Name the other seats, clockwise from `seat`."""
    return clockwise(p, seat)[1:]


def add(cards: Cards, name: str, n: int = 1) -> None:
    """Put `n` copies of a card among the cards, in the order of the type ids, or take some."""
    cards[name] = cards.get(name, 0) + n
    kept = {card: cards[card] for card in NAMES if cards.get(card)}
    cards.clear()
    cards.update(kept)


def minus(cards: Mapping[str, int], *taken: Mapping[str, int]) -> Cards:
    """Count the cards that are left without those taken."""
    left = {card: n - sum(part.get(card, 0) for part in taken) for card, n in cards.items()}
    return {card: n for card, n in left.items() if n}


def announced(p: Position) -> Cards:
    """Count the cards played that are neither discarded nor in front of a player (G47)."""
    cards: Cards = {}
    if p["phase"] in ANNOUNCED_PHASES:
        pending = p.get("pending", {})
        for card in [pending.get("card"), *(opps["card"] for opps in pending.get("opps", []))]:
            if card:
                add(cards, card)
    return cards


def on_table(p: Position) -> Cards:
    """Count the cards that lie open on the table."""
    cards = announced(p)
    for own in p["seats"].values():
        for asset, n in own["assets"].items():
            add(cards, asset, n)
        add(cards, "baby", own["babies"])
        add(cards, "pay_raise", own["pay_raises"])
        add(cards, "retrenchment", own["retrenchments"])
    return cards


def unseen(p: Position) -> Cards:
    """Count the cards that may come from the Market or a Bank: one pool (G46)."""
    hands = [own["hand"] for own in p["seats"].values()]
    return minus(deck(p["options"]["variant"]), *hands, on_table(p), p["discard"])


def view(position: Position, seat: str) -> Position:
    """Keep what `seat` knows: the own hand, no other, and not who is asked in a window."""
    seen = copy.deepcopy(position)
    for name, own in seen["seats"].items():
        if name != seat:
            del own["hand"]
    cards = deck(position["options"]["variant"])
    hand = position["seats"][seat]["hand"]
    seen["unseen"] = minus(cards, hand, on_table(position), position["discard"])
    if position["phase"] == "window" and position["to_move"] != seat:
        del seen["to_move"]
        seen["phase"] = "act" if "card" in position["pending"] else "end"
    return seen


def complete(partial: Position) -> Position:
    """Fill in the defaults of cases/wongamania.md; what is given is trusted, never checked.

    The phase `payday` is left to be carried out.
    """
    p = copy.deepcopy(partial)
    p["options"] = full_options(p.get("options", {}))
    p.setdefault("chairperson", "A")
    p.setdefault("round", 1)
    p.setdefault("laps_done", p["round"] - 1)
    p.setdefault("extra_laps", 0)
    p.setdefault("token", 0)
    given = p.get("seats", {})
    p["seats"] = {name: dict(given.get(name, {})) for name in SEATS[: p["options"]["players"]]}
    _complete_phase(p)
    p.setdefault("actions_left", 3 if p["phase"] == "act" else 0)
    _complete_seats(p)
    _complete_piles(p)
    return p


def _complete_phase(p: Position) -> None:
    """Fill in the phase, and whose turn and whose decision it is."""
    is_given = "turn" in p or "to_move" in p
    p.setdefault("phase", "over" if p.get("over") else "payday" if is_given else "mulligan")
    if p["phase"] == "over":
        return
    deciding = p.get("to_move", "chance")
    default = clockwise(p, p["chairperson"])[-1 if p["phase"] == "start_grid" else 0]
    p.setdefault("turn", default if deciding == "chance" else deciding)
    if p["phase"] in CHANCE_PHASES:
        p["to_move"] = "chance"
    p.setdefault("to_move", p["turn"])
    if p["phase"] == "mulligan":
        p.setdefault("pending", {"discarded": 0})


def _complete_seats(p: Position) -> None:
    """Fill in what the seats have, hands last: four cards each, the lowest type ids left."""
    is_deal = p["phase"] == "deal"
    for own in p["seats"].values():
        own.setdefault("bank", 0 if is_deal else 3)
        own["assets"] = minus(own.get("assets", {}))
        for key in ("trust", "insurance", "babies", "pay_raises", "retrenchments"):
            own.setdefault(key, 0)
        own.setdefault("bankrupt", False)
    p["discard"] = minus(p.get("discard", {}))
    hands = [own["hand"] for own in p["seats"].values() if "hand" in own]
    spare = minus(deck(p["options"]["variant"]), *hands, on_table(p), p["discard"])
    lowest = [card for card in NAMES for _ in range(spare.get(card, 0))]
    for own in p["seats"].values():
        if "hand" not in own:
            n = 0 if is_deal or own["bankrupt"] else 4
            own["hand"] = {card: lowest[:n].count(card) for card in lowest[:n]}
            del lowest[:n]
        own["hand"] = minus(own["hand"])
        own["hand_count"] = sum(own["hand"].values())


def _complete_piles(p: Position) -> None:
    """Count the Market, or with a Market given the face-down discards."""
    left = sum(unseen(p).values()) - sum(own["bank"] for own in p["seats"].values())
    if "market" not in p:
        p.setdefault("discard_down", 0)
        p["market"] = left - p["discard_down"]
    p.setdefault("discard_down", left - p["market"])
