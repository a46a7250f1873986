"""What the cards of Wongamania do when they still stand after their window."""

from collections.abc import Callable
from typing import Final

from tests.games.wongamania.components import INSURABLE
from tests.games.wongamania.money import (
    ask,
    ask_chance,
    collect,
    count_assets,
    discard_from_hand,
    must_pay,
    spend,
)
from tests.games.wongamania.positions import Position, add, clockwise, others


def take_effect(p: Position, card: str, by: str, target: str | None) -> None:
    """Let a card that still stands take effect, then go on with the turn."""
    ask(p, "act", by)
    if target is None:
        add(p["discard"], card)
        _GLOBALS[card](p, card, by)
    elif card in INSURABLE and _is_spared(p, card, target):
        add(p["discard"], card)
    else:
        _aim(p, card, by, target)


def _is_spared(p: Position, card: str, victim: str) -> bool:
    """Use the victim's Insurance if there is something to cancel (R31, G48)."""
    own = p["seats"][victim]
    least_bank = {"divorce": 2, "burglary": 1}.get(card, 0)
    would_act = own["bank"] >= least_bank
    if card in CLASSES:
        would_act = count_assets(p, victim, *CLASSES[card]) > 0
    if not would_act or not own["insurance"]:
        return False
    own["insurance"] = 0
    return True


def _aim(p: Position, card: str, by: str, target: str) -> None:
    own, victim = p["seats"][by], p["seats"][target]
    if card == "baby":
        victim["babies"] += 1
        return
    if card == "retrenchment":
        victim["retrenchments"] += 1
        return

    add(p["discard"], card)
    if card == "headhunter" and by == target:
        own["retrenchments"] -= 1
        add(p["discard"], "retrenchment")
    elif card == "headhunter":
        victim["pay_raises"] -= 1
        own["pay_raises"] += 1
    elif card == "divorce":
        spend(p, target, victim["bank"] // 2)
    elif card == "burglary":
        stolen = min(2, victim["bank"])  # G26
        victim["bank"] -= stolen
        own["bank"] += stolen
    elif card == "scandal":
        _let_lose(p, card, by, target, 2)
    else:
        debt = {"car_accident": 3, "illness": 2}[card]
        if must_pay(p, target, debt, card=card, by=by, target=target) != "selling":
            after_payment(p, card, by, target)


def after_payment(p: Position, card: str, by: str, victim: str) -> None:
    """Go on with a card after a victim has paid: Illness takes a hand card too (G49)."""
    if card == "illness" and not p["seats"][victim]["bankrupt"]:
        _let_lose(p, card, by, victim, 1)
    elif card in _GLOBALS:
        _GLOBALS[card](p, card, by, victim)
    else:
        ask(p, "act", by)


def _let_lose(p: Position, card: str, by: str, target: str, left: int) -> None:
    """Let chance take hand cards of the target, as many as there are (G49)."""
    left = min(left, sum(p["seats"][target]["hand"].values()))
    if left:
        ask_chance(p, "lose", card=card, by=by, target=target, left=left)
    else:
        ask(p, "act", by)


def lose_chances(p: Position) -> dict[str, int]:
    hand = p["seats"][p["pending"]["target"]]["hand"]
    return {f"discard_random {card}": n for card, n in hand.items()}


def play_lose(p: Position, _verb: str, card: str) -> None:
    pending = p["pending"]
    discard_from_hand(p, pending["target"], card)
    _let_lose(p, pending["card"], pending["by"], pending["target"], pending["left"] - 1)


def _victims(p: Position, by: str, after: str | None) -> list[str]:
    """Name the other players clockwise, or those that come after one of them (G45)."""
    seats = others(p, by)
    return seats[seats.index(after) + 1 :] if after else seats


def _debtzilla(p: Position, card: str, by: str, after: str | None = None) -> None:
    for victim in _victims(p, by, after):
        debt = count_assets(p, victim, *CLASSES[card])
        if _is_spared(p, card, victim):
            continue
        if must_pay(p, victim, debt, card=card, by=by) == "selling":
            return
    ask(p, "act", by)


def _crash(p: Position, card: str, by: str, after: str | None = None) -> None:
    for victim in _victims(p, by, after):
        if count_assets(p, victim, *CLASSES[card]) and not _is_spared(p, card, victim):
            ask(p, "forced_loss", victim, card=card, by=by)  # G50
            return
    ask(p, "act", by)


def _inflationsaurus(p: Position, _card: str, by: str) -> None:
    for victim in others(p, by):
        spend(p, victim, 2)


def _taxopus(p: Position, _card: str, by: str) -> None:
    for victim in others(p, by):
        spend(p, victim, p["seats"][victim]["bank"] // 3)


def _boom(p: Position, _card: str, _by: str) -> None:
    p["token"] = 4


def _recession(p: Position, _card: str, _by: str) -> None:
    p["token"] = 12


def _easing(p: Position, _card: str, by: str) -> None:
    for seat in clockwise(p, by):
        collect(p, seat, 2)


def _rally(p: Position, _card: str, by: str) -> None:
    collect(p, by, count_assets(p, by, "stock", "property"))


def play_forced_loss(p: Position, _verb: str, asset: str) -> None:
    victim, card, by = p["to_move"], p["pending"]["card"], p["pending"]["by"]
    add(p["seats"][victim]["assets"], asset, -1)
    add(p["discard"], asset)
    _crash(p, card, by, victim)


CLASSES: Final = {
    "debtzilla": ("stock", "property"),
    "stock_market_crash": ("stock",),
    "property_bubble_bursts": ("property",),
    "bond_default": ("bond",),
}
_GLOBALS: Final[dict[str, Callable[..., None]]] = {
    "debtzilla": _debtzilla,
    "inflationsaurus": _inflationsaurus,
    "taxopus": _taxopus,
    "economic_boom": _boom,
    "recession_hits": _recession,
    "stock_market_crash": _crash,
    "property_bubble_bursts": _crash,
    "bond_default": _crash,
    "quantitative_easing": _easing,
    "market_rally": _rally,
}
