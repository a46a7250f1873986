"""Who decides next, and how Wonga and cards move in Wongamania."""

from tests.games.wongamania.components import CLASS, selling_price
from tests.games.wongamania.positions import Position, add


def ask(p: Position, phase: str, seat: str, **pending: object) -> None:
    """Let `seat` decide next, in the turn of whoever has it."""
    p["phase"], p["to_move"] = phase, seat
    p.pop("pending", None)
    if pending:
        p["pending"] = pending


def ask_chance(p: Position, phase: str, **pending: object) -> None:
    ask(p, phase, "chance", **pending)


def reshuffle_if_empty(p: Position) -> None:
    """Make a new Market of all discards when a card is needed and there is none (R5, G7)."""
    if p["market"] == 0:
        p["market"] = sum(p["discard"].values()) + p["discard_down"]
        p["discard"], p["discard_down"] = {}, 0


def collect(p: Position, seat: str, wonga: int) -> None:
    """Put fresh money under the Bank card, as far as there are cards (G6)."""
    for _ in range(wonga):
        reshuffle_if_empty(p)
        if p["market"] > 0:
            p["market"] -= 1
            p["seats"][seat]["bank"] += 1


def spend(p: Position, seat: str, wonga: int) -> None:
    """Pay or lose up to `wonga`, face down (G5)."""
    wonga = min(wonga, p["seats"][seat]["bank"])
    p["seats"][seat]["bank"] -= wonga
    p["discard_down"] += wonga


def must_pay(p: Position, seat: str, debt: int, **why: object) -> str:
    """Pay what is in the Bank; if that is not enough ask for a sale, or declare bankrupt.

    Return what became of it: `paid`, `selling` or `bankrupt`.
    """
    paid = min(debt, p["seats"][seat]["bank"])
    spend(p, seat, paid)
    if paid == debt:
        return "paid"
    if not p["seats"][seat]["assets"]:
        go_bankrupt(p, seat)  # R34
        return "bankrupt"
    ask(p, "forced_sale", seat, debt=debt - paid, **why)  # R33
    return "selling"


def go_bankrupt(p: Position, seat: str) -> None:
    """Discard the hand and all in play except Trust Funds (R35, G27)."""
    own = p["seats"][seat]
    for card, n in own["hand"].items():
        add(p["discard"], card, n)
    add(p["discard"], "baby", own["babies"])
    add(p["discard"], "pay_raise", own["pay_raises"])
    add(p["discard"], "retrenchment", own["retrenchments"])
    own["hand"], own["insurance"], own["bankrupt"] = {}, 0, True
    own["babies"] = own["pay_raises"] = own["retrenchments"] = 0


def sell(p: Position, seat: str, asset: str) -> None:
    """Discard an Asset, then take its price from the Market (G9)."""
    add(p["seats"][seat]["assets"], asset, -1)
    add(p["discard"], asset)
    collect(p, seat, selling_price(asset, p["options"]["board"], p["token"]))


def count_assets(p: Position, seat: str, *classes: str) -> int:
    return sum(n for asset, n in p["seats"][seat]["assets"].items() if CLASS[asset] in classes)


def discard_from_hand(p: Position, seat: str, card: str) -> None:
    add(p["seats"][seat]["hand"], card, -1)
    add(p["discard"], card)
