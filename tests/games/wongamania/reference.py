"""A slow, plain reference of Wongamania: the oracle the compiled engine is tested against.

Every function works on a full position, a mapping exactly as `dump` writes it (see
cases/wongamania.md). R.. and G.. are the statements and rulings of the rules file.

    position = start({"players": 2})
    position = play(position, "chairperson B")
    legal(position), weights(position), view(position, "A")
"""

import copy
from collections.abc import Callable, Iterator
from math import gcd
from typing import Final

from tests.games.wongamania import positions
from tests.games.wongamania.components import (
    AIMED,
    ASSETS,
    CARDS,
    CLASS,
    FACES,
    GLOBAL,
    GRIDS,
    INSURANCES,
    TRUSTS,
    buying_price,
    income,
    selling_price,
)
from tests.games.wongamania.effects import (
    CLASSES,
    after_payment,
    lose_chances,
    play_forced_loss,
    play_lose,
    take_effect,
)
from tests.games.wongamania.money import (
    ask,
    ask_chance,
    collect,
    count_assets,
    discard_from_hand,
    must_pay,
    reshuffle_if_empty,
    sell,
    spend,
)
from tests.games.wongamania.positions import Position, add, clockwise, others, unseen, view

__all__ = ["IllegalWord", "Position", "complete", "legal", "play", "start", "view", "weights"]

SHIFTS: Final = ("-2", "-1", "1", "2")


class IllegalWord(ValueError):
    """A word that cannot be played in this position."""


def start(options: Position) -> Position:
    """Build the position before the deal: chance names the Chairperson first (G21)."""
    return complete({"phase": "deal", "options": options})


def complete(partial: Position) -> Position:
    """Fill in what a position leaves out; a Payday given as the phase is carried out."""
    p = positions.complete(partial)
    if p["phase"] == "payday":
        _payday(p)
    _count(p)
    return p


def legal(position: Position) -> set[str]:
    """List the words playable now: decisions of the seat to move, or outcomes of chance."""
    if position["phase"] == "over":
        return set()
    if position["to_move"] == "chance":
        return set(weights(position))
    return set(_DECISIONS[position["phase"]](position, position["to_move"]))


def weights(position: Position) -> dict[str, int]:
    """Give the possible outcomes of the chance event that is due, with their proportions."""
    chances = _CHANCES[position["phase"]](position)
    divisor = gcd(*chances.values())
    return {word: weight // divisor for word, weight in chances.items()}


def play(position: Position, word: str) -> Position:
    """Return the full position after `word`; `position` itself stays as it is.

    Forced chance events that follow are not played. Errors: IllegalWord.
    """
    if word not in legal(position):
        raise IllegalWord(f"illegal: {word}")
    p = copy.deepcopy(position)
    _PLAYS[p["phase"]](p, *word.split())
    _count(p)
    return p


def _count(p: Position) -> None:
    for own in p["seats"].values():
        own["hand_count"] = sum(own["hand"].values())


# The deal ------------------------------------------------------------------------------------


def _deal_chances(p: Position) -> dict[str, int]:
    return {f"chairperson {seat}": 1 for seat in p["seats"]}


def _play_deal(p: Position, _verb: str, seat: str) -> None:
    p["chairperson"] = seat
    _deal_to(p, seat)


def _deal_to(p: Position, seat: str) -> None:
    """Give a seat its three Wonga and let its four cards come (R39, R40)."""
    p["turn"] = seat
    collect(p, seat, 3)
    _let_draw(p, "deal", 4)


def _let_draw(p: Position, what_for: str, left: int) -> None:
    """Let chance name the cards that come into the hand of the seat whose turn it is."""
    left = min(left, p["market"] + sum(p["discard"].values()) + p["discard_down"])  # G6
    if left > 0:
        reshuffle_if_empty(p)  # G7: not after the last card
        ask_chance(p, "draw", **{"for": what_for, "left": left})
    else:
        _drawn(p, what_for)


def _draw_chances(p: Position) -> dict[str, int]:
    return {f"card {card}": n for card, n in unseen(p).items()}


def _play_draw(p: Position, _verb: str, card: str) -> None:
    add(p["seats"][p["turn"]]["hand"], card)
    p["market"] -= 1
    _let_draw(p, p["pending"]["for"], p["pending"]["left"] - 1)


def _drawn(p: Position, what_for: str) -> None:
    """Go on when all cards have come into the hand."""
    seat = p["turn"]
    following = others(p, seat)[0]
    if what_for == "deal":
        if following != p["chairperson"]:
            _deal_to(p, following)
        else:
            _ask_for_mulligan(p, p["chairperson"])
    elif what_for == "mulligan":
        _end_mulligan(p)
    elif what_for == "payday":
        p["seats"][seat]["bankrupt"] = False
        _begin_actions(p)
    else:
        ask(p, "act", seat)


# Mulligan and starting grid ------------------------------------------------------------------


def _ask_for_mulligan(p: Position, seat: str) -> None:
    p["turn"] = seat
    ask(p, "mulligan", seat, discarded=0)


def _mulligan_decisions(p: Position, seat: str) -> Iterator[str]:
    yield "pass"
    if p["pending"]["discarded"] < 4:
        yield from (f"mulligan {card}" for card in p["seats"][seat]["hand"])  # R41


def _play_mulligan(p: Position, verb: str, card: str = "") -> None:
    seat, discarded = p["to_move"], p["pending"]["discarded"]
    if verb == "mulligan":
        discard_from_hand(p, seat, card)
        p["pending"]["discarded"] += 1
    elif discarded:
        _let_draw(p, "mulligan", discarded)
    else:
        _end_mulligan(p)


def _end_mulligan(p: Position) -> None:
    """Ask the next seat, after the last one for the starting grid (R38, G23)."""
    seat = p["turn"]
    following = others(p, seat)[0]
    if following != p["chairperson"]:
        _ask_for_mulligan(p, following)
    else:
        ask(p, "start_grid", seat)


def _grid_decisions(_p: Position, _seat: str) -> Iterator[str]:
    yield from (f"grid {k}" for k in range(GRIDS))


def _play_grid(p: Position, _verb: str, grid: str) -> None:
    p["token"] = int(grid)
    _begin_round(p)


# Rounds, laps and turns ----------------------------------------------------------------------


def _begin_round(p: Position) -> None:
    p["turn"] = p["chairperson"]
    ask_chance(p, "roll")


def _die_chances(p: Position) -> dict[str, int]:
    faces = FACES[p["options"]["die_faces"]]
    return {f"die {k}": faces.count(k) for k in sorted(set(faces))}


def _play_die(p: Position, _verb: str, pips: str) -> None:
    p["token"] = (p["token"] + int(pips)) % GRIDS  # R4
    _payday(p)


def _payday(p: Position) -> None:
    """Collect or pay the net of salary, incomes and Babies (R21-R23, G8)."""
    seat = p["turn"]
    own = p["seats"][seat]
    salary = 0 if own["retrenchments"] else 2 + own["pay_raises"]
    board, token = p["options"]["board"], p["token"]
    net = salary - own["babies"]
    net += sum(n * income(asset, board, token) for asset, n in own["assets"].items())
    collect(p, seat, max(0, net))
    _settle_payday(p, must_pay(p, seat, max(0, -net)))


def _settle_payday(p: Position, outcome: str) -> None:
    """Go on when the Payday is paid: with two cards for a bankrupt, else with Phase 2 (R36)."""
    if outcome == "bankrupt":
        _end_turn(p)  # G25
    elif outcome == "paid":
        if p["seats"][p["turn"]]["bankrupt"]:
            _let_draw(p, "payday", 2)
        else:
            _begin_actions(p)


def _begin_actions(p: Position) -> None:
    p["actions_left"] = 3
    ask(p, "act", p["turn"])


def _end_turn(p: Position) -> None:
    """Open the window at the end of a turn (G16)."""
    p["actions_left"] = 0
    _ask_for_opps(p, p["turn"])


def _pass_on(p: Position) -> None:
    """Let the next seat have its Payday, or end the lap."""
    following = others(p, p["turn"])[0]
    if following != p["chairperson"]:
        p["turn"] = following
        _payday(p)
        return
    p["laps_done"] += 1
    if p["extra_laps"] and p["laps_done"] < p["options"]["max_rounds"]:
        p["extra_laps"] -= 1  # G18: no roll
        p["turn"] = following
        _payday(p)
    else:
        _end_round(p)


def _end_round(p: Position) -> None:
    """Count Insurances down; score if the game is decided or too long (R15, G13, G41)."""
    p["extra_laps"] = 0  # G41: what is left of them when the game is too long
    for own in p["seats"].values():
        own["insurance"] = max(0, own["insurance"] - 1)
    is_decided = any(own["trust"] >= 3 for own in p["seats"].values())
    if is_decided or p["laps_done"] >= p["options"]["max_rounds"]:
        ask_chance(p, "tie")
        best = _best(p)
        if len(best) == 1:
            _finish(p, best[0])
    else:
        p["round"] += 1
        _begin_round(p)


# The end -------------------------------------------------------------------------------------


def _score(p: Position, seat: str) -> int:
    own, board, token = p["seats"][seat], p["options"]["board"], p["token"]
    assets = sum(n * selling_price(asset, board, token) for asset, n in own["assets"].items())
    points = 10 * own["trust"] + assets + own["babies"] + own["bank"]
    return int(points - 8 * own["retrenchments"])  # R17


def _best(p: Position) -> list[str]:
    scores = {seat: _score(p, seat) for seat in p["seats"]}
    return [seat for seat, score in scores.items() if score == max(scores.values())]


def _tie_chances(p: Position) -> dict[str, int]:
    return {f"tie {seat}": 1 for seat in _best(p)}  # R18, G34


def _play_tie(p: Position, _verb: str, seat: str) -> None:
    _finish(p, seat)


def _finish(p: Position, winner: str) -> None:
    for key in ("turn", "to_move", "pending"):
        p.pop(key, None)
    p["phase"], p["over"], p["winners"] = "over", True, [winner]
    p["actions_left"] = p["extra_laps"] = 0
    loss = -1 / (len(p["seats"]) - 1)
    p["payoffs"] = {seat: 1.0 if seat == winner else loss for seat in p["seats"]}


# Phase 2: actions ----------------------------------------------------------------------------


def _act_decisions(p: Position, seat: str) -> Iterator[str]:
    yield "pass"  # R25
    if p["actions_left"] == 0:
        return
    own, options = p["seats"][seat], p["options"]
    if own["bank"] >= 1:
        yield "draw"  # R26
    yield from (f"trade {card}" for card in own["hand"])  # R27: the card itself can come back
    yield from (f"play {card}" for card in own["hand"] if _can_play(p, seat, card))
    yield from (f"sell {asset}" for asset in own["assets"])  # R29
    out = sum(other["insurance"] > 0 for other in p["seats"].values())
    if own["bank"] >= 1 and not own["insurance"] and out < INSURANCES:
        if options["variant"] != "strategist":  # R44
            yield "insure"  # R30
    out = sum(other["trust"] for other in p["seats"].values())
    if own["bank"] >= options["trust_cost"] and out < TRUSTS:
        yield "trust"  # R32


def _cost(p: Position, card: str) -> int:
    cost = CARDS[card][1]
    return buying_price(card, p["options"]["board"], p["token"]) if cost is None else cost


def _can_play(p: Position, seat: str, card: str) -> bool:
    """Tell whether a card can be played as an action (section (d), G29)."""
    if _cost(p, card) > p["seats"][seat]["bank"] or card in ("lawyer", "veto"):
        return False
    return card != "headhunter" or bool(_targets(p, seat, card))


def _targets(p: Position, seat: str, card: str) -> list[str]:
    """Name whom a card can be aimed at (G30)."""
    if card == "baby":
        return clockwise(p, seat)
    if card == "headhunter":
        own = [seat] if p["seats"][seat]["retrenchments"] else []
        return own + [other for other in others(p, seat) if p["seats"][other]["pay_raises"]]
    return others(p, seat)


def _play_act(p: Position, verb: str, card: str = "") -> None:
    seat = p["to_move"]
    if verb == "pass":
        _end_turn(p)
        return
    p["actions_left"] -= 1
    if verb == "draw":
        ask_chance(p, "bank_draw")
    elif verb == "trade":
        discard_from_hand(p, seat, card)
        _let_draw(p, "trade", 1)
    elif verb == "play":
        _play_card(p, seat, card)
    elif verb == "sell":
        sell(p, seat, card)
    elif verb == "insure":
        spend(p, seat, 1)
        p["seats"][seat]["insurance"] = 2
    elif verb == "trust":
        spend(p, seat, p["options"]["trust_cost"])
        p["seats"][seat]["trust"] += 1
        if p["options"]["mode"] == "simple" and p["seats"][seat]["trust"] >= 3:
            _finish(p, seat)  # R14, G20


def _bank_chances(p: Position) -> dict[str, int]:
    return {f"bank_card {card}": n for card, n in unseen(p).items()}  # G46


def _play_bank_card(p: Position, _verb: str, card: str) -> None:
    own = p["seats"][p["turn"]]
    own["bank"] -= 1
    add(own["hand"], card)
    ask(p, "act", p["turn"])


# Cards played --------------------------------------------------------------------------------


def _play_card(p: Position, seat: str, card: str) -> None:
    """Pay for a card, then ask what it needs, then announce it (G47)."""
    own = p["seats"][seat]
    spend(p, seat, _cost(p, card))
    add(own["hand"], card, -1)
    if card in ASSETS:
        add(own["assets"], card)
    elif card == "pay_raise":
        own["pay_raises"] += 1
    elif card in AIMED:
        ask(p, "target", seat, card=card, by=seat)
    elif card == "economist":
        ask(p, "shift", seat, card=card, by=seat)
    elif card in GLOBAL:
        _ask_for_opps(p, seat, card=card, by=seat)
    else:
        add(p["discard"], card)
        if card == "politician":
            p["extra_laps"] += 1  # G18
        else:
            classes = {"banker": "bond", "stockbroker": "stock", "property_agent": "property"}
            collect(p, seat, 2 * count_assets(p, seat, classes[card]))


def _shift_decisions(_p: Position, _seat: str) -> Iterator[str]:
    yield from (f"shift {k}" for k in SHIFTS)


def _play_shift(p: Position, _verb: str, steps: str) -> None:
    add(p["discard"], p["pending"]["card"])
    p["token"] = (p["token"] + int(steps)) % GRIDS
    ask(p, "act", p["turn"])


def _target_decisions(p: Position, seat: str) -> Iterator[str]:
    yield from (f"target {other}" for other in _targets(p, seat, p["pending"]["card"]))


def _play_target(p: Position, _verb: str, target: str) -> None:
    seat, card = p["to_move"], p["pending"]["card"]
    if target == seat:
        take_effect(p, card, seat, target)  # G51: no window
    else:
        _ask_for_opps(p, seat, card=card, by=seat, target=target)


# Windows -------------------------------------------------------------------------------------


def _ask_for_opps(p: Position, seat: str, **announcement: object) -> None:
    """Open the window after an announcement of `seat`, or at the end of its turn (G16)."""
    ask(p, "window", seat, **announcement, opps=[])
    _ask_next(p, _asked(p))


def _asked(p: Position) -> list[str]:
    """Name who may be asked since the last card, in order; not all can answer."""
    pending = p["pending"]
    if pending["opps"]:
        return others(p, pending["opps"][-1]["by"])
    if "target" in pending:
        return [pending["target"]]
    if "card" in pending:
        return others(p, pending["by"])
    return [*others(p, p["turn"]), p["turn"]]


def _answer(pending: Position) -> str:
    """Name the one Opps! card that can be played in this window."""
    if "card" not in pending:
        return "politician"
    return "veto" if pending["card"] in GLOBAL else "lawyer"


def _ask_next(p: Position, seats: list[str]) -> None:
    """Ask the first of the seats that can answer; if there is none the window closes."""
    for seat in seats:
        card, own = _answer(p["pending"]), p["seats"][seat]
        if card in own["hand"] and own["bank"] >= _cost(p, card):
            p["to_move"] = seat
            return
    _close_window(p)


def _window_decisions(p: Position, _seat: str) -> Iterator[str]:
    yield from ("pass", f"play {_answer(p['pending'])}")


def _play_window(p: Position, verb: str, card: str = "") -> None:
    seat, asked = p["to_move"], _asked(p)
    if verb == "pass":
        _ask_next(p, asked[asked.index(seat) + 1 :])
        return
    spend(p, seat, _cost(p, card))
    add(p["seats"][seat]["hand"], card, -1)
    p["pending"]["opps"].append({"card": card, "by": seat})
    _ask_next(p, _asked(p))


def _close_window(p: Position) -> None:
    """Discard the Opps! cards; each one nullified the one before it (R13, G17)."""
    pending = p["pending"]
    for opps in pending["opps"]:
        add(p["discard"], opps["card"])
    if "card" not in pending:
        p["extra_laps"] += bool(pending["opps"])  # G18: one lap for a window
        ask(p, "act", p["turn"])
        _pass_on(p)
    elif len(pending["opps"]) % 2:
        add(p["discard"], pending["card"])  # G44
        ask(p, "act", p["turn"])
    else:
        take_effect(p, pending["card"], pending["by"], pending.get("target"))


# Forced sales and losses ---------------------------------------------------------------------


def _forced_decisions(p: Position, seat: str) -> Iterator[str]:
    assets = p["seats"][seat]["assets"]
    if p["phase"] == "forced_loss":
        assets = [asset for asset in assets if CLASS[asset] in CLASSES[p["pending"]["card"]]]
    yield from (f"sell {asset}" for asset in assets)


def _play_forced_sale(p: Position, _verb: str, asset: str) -> None:
    """Sell one Asset for the debt; the surplus is kept (G9)."""
    seat, why = p["to_move"], dict(p["pending"])
    debt = why.pop("debt")
    sell(p, seat, asset)
    outcome = must_pay(p, seat, debt, **why)
    if not why:
        _settle_payday(p, outcome)
    elif outcome != "selling":
        after_payment(p, why["card"], why["by"], seat)


_CHANCES: Final[dict[str, Callable[[Position], dict[str, int]]]] = {
    "deal": _deal_chances,
    "draw": _draw_chances,
    "roll": _die_chances,
    "bank_draw": _bank_chances,
    "lose": lose_chances,
    "tie": _tie_chances,
}
_DECISIONS: Final[dict[str, Callable[[Position, str], Iterator[str]]]] = {
    "mulligan": _mulligan_decisions,
    "start_grid": _grid_decisions,
    "act": _act_decisions,
    "target": _target_decisions,
    "shift": _shift_decisions,
    "window": _window_decisions,
    "forced_sale": _forced_decisions,
    "forced_loss": _forced_decisions,
}
_PLAYS: Final[dict[str, Callable[..., None]]] = {
    "deal": _play_deal,
    "draw": _play_draw,
    "mulligan": _play_mulligan,
    "start_grid": _play_grid,
    "roll": _play_die,
    "act": _play_act,
    "target": _play_target,
    "shift": _play_shift,
    "window": _play_window,
    "bank_draw": _play_bank_card,
    "forced_sale": _play_forced_sale,
    "forced_loss": play_forced_loss,
    "lose": play_lose,
    "tie": _play_tie,
}
