"""A slow, plain reference of Warumono: what the compiled engine is tested against.

Every function works on a full position, a mapping exactly as `dump` writes it (see
cases/warumono.md). R.. and G.. are the statements and rulings of the rules file.

    position = start({"players": 3})
    position = play(position, "start green")
    legal(position), weights(position), view(position, "red")
"""

import copy
from collections.abc import Callable, Iterator
from math import gcd
from typing import Final

from tests.games.warumono.components import (
    GETAWAY,
    MUST_STOP,
    NEIGHBOURS,
    ORDERS,
    PLACES,
    PROFESSIONS,
    ROUND,
    TICKET_EDGES,
)
from tests.games.warumono.knowledge import learn, replace, show, switch
from tests.games.warumono.positions import (
    TURN_KEYS,
    Position,
    clockwise,
    complete,
    derive,
    finish,
    in_play,
    others,
    pile,
    view,
)

__all__ = ["IllegalWord", "Position", "complete", "legal", "play", "start", "view", "weights"]


class IllegalWord(ValueError):
    """A word that cannot be played in this position."""


def start(options: Position) -> Position:
    """Build the position before the deal: chance names the starting player first (G3)."""
    return complete({"phase": "deal", "options": options})


def legal(position: Position) -> set[str]:
    """List the words playable now: decisions of the seat to move, or outcomes of chance."""
    if position["phase"] == "over":
        return set()
    if position["to_move"] == "chance":
        return set(weights(position))
    return set(_DECISIONS[position["phase"]](position, position["to_move"]))


def weights(position: Position) -> dict[str, int]:
    """Give the possible outcomes of the chance event that is due, with their proportions."""
    chances = {word: n for word, n in _CHANCES[position["phase"]](position).items() if n}
    divisor = gcd(*chances.values())
    return {word: n // divisor for word, n in chances.items()}


def play(position: Position, word: str) -> Position:
    """Return the full position after `word`; `position` itself stays as it is.

    Forced chance events that follow are not played. Errors: IllegalWord.
    """
    if word not in legal(position):
        raise IllegalWord(f"illegal: {word}")
    p = copy.deepcopy(position)
    _PLAYS[p["phase"]](p, *word.split())
    derive(p)
    return p


def _ask(p: Position, phase: str, seat: str) -> None:
    """Let `seat` decide next; inside a turn the seat to move is the one whose turn it is."""
    p.pop("turn", None)
    p["phase"], p["to_move"] = phase, seat


def _ask_chance(p: Position, phase: str, seat: str) -> None:
    """Let chance move next, in the turn of `seat`."""
    p["phase"], p["to_move"], p["turn"] = phase, "chance", seat


# The deal ------------------------------------------------------------------------------------


def _undealt(p: Position, kind: str) -> list[str]:
    return [name for name, own in p["seats"].items() if kind not in own]


def _dealt(p: Position, kind: str, card: str) -> int:
    return sum(own.get(kind) == card for own in p["seats"].values())


def _deal_chances(p: Position) -> dict[str, int]:
    if "first" not in p:
        return {f"start {name}": 1 for name in p["seats"]}  # G3
    waiting = _undealt(p, "role")
    if waiting:
        left = {card: n - _dealt(p, "role", card) for card, n in PROFESSIONS.items()}
        return {f"role {waiting[0]} {card}": n for card, n in left.items()}  # R8
    waiting = _undealt(p, "contents")
    if _dealt(p, "contents", "cash"):
        return {f"contents {waiting[0]} fake": 1}
    return {  # R10
        f"contents {waiting[0]} cash": 1,
        f"contents {waiting[0]} fake": len(waiting) - 1,
    }


def _play_deal(p: Position, kind: str, seat: str, card: str = "") -> None:
    if kind == "start":
        p["first"] = seat
    else:
        p["seats"][seat][kind] = card
        if kind == "contents":
            learn(p, seat, seat)  # R12
    if not _undealt(p, "role") and not _undealt(p, "contents"):
        _ask(p, "turn", p["first"])


# Turns and rounds ----------------------------------------------------------------------------


def _turn_decisions(p: Position, seat: str) -> Iterator[str]:
    yield "roll"
    if "pistol_used" not in p:  # G46
        yield "look"  # R16, R18
        yield from _robberies(p, seat)  # R38


def _robberies(p: Position, seat: str) -> Iterator[str]:
    """List what the owner of the pistol can do to those on the same space (R39, R41)."""
    if p["pistol"] == seat:
        for other in _company(p, seat):
            yield from (f"rob {other}", f"rob_hospital {other}")


def _company(p: Position, seat: str) -> list[str]:
    here = p["seats"][seat]["at"]
    return [other for other in others(p, seat) if p["seats"][other]["at"] == here]


def _play_turn(p: Position, verb: str, target: str = "") -> None:
    seat = p["to_move"]
    if verb == "roll":
        _ask_chance(p, "die", seat)
    elif verb == "look":
        learn(p, seat, seat)  # R17
        _end_turn(p, seat)
    else:
        _rob(p, seat, target, verb)


def _rob(p: Position, seat: str, target: str, verb: str) -> None:
    """Take all orders and tickets; the pistol goes to the victim (R39, R41, R42)."""
    own, victim = p["seats"][seat], p["seats"][target]
    for kind in ("air", "boat"):
        own[kind] += victim[kind]
        victim[kind] = 0
    for order in ORDERS:
        own["orders"][order] += victim["orders"][order]
        victim["orders"][order] = 0
    if verb == "rob_hospital":
        victim["at"] = "HOS"
    p["pistol"], p["pistol_used"] = target, True


def _end_turn(p: Position, seat: str) -> None:
    """Pass on to the next remaining seat; a round ends at the first seat (G48)."""
    if p.get("over"):
        return
    for key in TURN_KEYS:
        p.pop(key, None)
    for name in clockwise(p, seat)[1:]:
        if name == p["first"]:
            break
        if name in in_play(p):
            _ask(p, "turn", name)
            return
    p["first"] = next(name for name in clockwise(p, p["first"]) if name in in_play(p))
    if p["round"] == p["options"]["max_rounds"]:
        finish(p, [])  # G33
    else:
        p["round"] += 1
        _ask(p, "turn", p["first"])


# Movement ------------------------------------------------------------------------------------


def _die_chances(_p: Position) -> dict[str, int]:
    return {f"die {k}": 1 for k in range(1, 7)}


def _play_die(p: Position, _verb: str, pips: str) -> None:
    seat = p["turn"]
    _ask(p, "move", seat)
    p["path"], p["left"] = [p["seats"][seat]["at"]], int(pips)


def _move_decisions(p: Position, seat: str) -> Iterator[str]:
    own = p["seats"][seat]
    yield "stop"  # R20, R21
    for space in NEIGHBOURS[own["at"]]:
        ticket = TICKET_EDGES.get((own["at"], space))
        fresh = space not in p["path"] or p["options"]["allow_backtrack"]  # G9
        if fresh and (ticket is None or own[ticket]):
            yield f"step {space}"
        if ticket and own["role"] == "detective" and p["options"]["advance_as_detective"]:
            yield "advance"  # G21


def _play_move(p: Position, verb: str, space: str = "") -> None:
    seat = p["to_move"]
    own = p["seats"][seat]
    if verb == "stop":
        _end_movement(p, seat)
        return
    if verb == "advance":
        own["revealed"] = True
        space = {"AIR": "A1", "POR": "P1"}[own["at"]]
    elif ticket := TICKET_EDGES.get((own["at"], space)):
        own[ticket] -= 1  # R33, R34
    own["at"] = space
    p["path"].append(space)
    p["left"] -= 1
    if p["left"] == 0 or space in MUST_STOP:  # G46
        _end_movement(p, seat)


def _moved(p: Position) -> bool:
    return len(p["path"]) > 1  # G8, G47


def _end_movement(p: Position, seat: str) -> None:
    """Pick up the pistol, then ask for contact when anybody stands on the route (G11, G45)."""
    del p["left"]
    if p["seats"][seat]["at"] == "LOC" and _moved(p) and p["pistol"] == "locker":
        p["pistol"] = seat  # R37, G17
    on_route = [other for other in others(p, seat) if p["seats"][other]["at"] in p["path"]]
    if on_route and "pistol_used" not in p:
        _ask(p, "contact", seat)
    else:
        _space_effect(p, seat)


# Contact -------------------------------------------------------------------------------------


def _contact_decisions(p: Position, seat: str) -> Iterator[str]:
    yield "pass"
    for other in others(p, seat):
        space = p["seats"][other]["at"]
        if space in p["path"] and space not in (*ROUND, *GETAWAY):  # R23 to R25, G22
            yield from (f"switch_real {other}", f"switch_fake {other}")
    yield from _robberies(p, seat)
    if p["seats"][seat]["role"] == "detective":
        yield from (f"question {other}" for other in _company(p, seat))  # R45


def _play_contact(p: Position, verb: str, target: str = "") -> None:
    seat = p["to_move"]
    if verb == "question":
        _question(p, seat, target)
        return
    if verb.startswith("rob"):
        _rob(p, seat, target, verb)
    elif verb != "pass":
        switch(p, seat, target, real=verb == "switch_real")
    _space_effect(p, seat)


def _question(p: Position, seat: str, target: str) -> None:
    """Show the contents: the cash is an arrest, a fake throws the detective out (R46 to R48)."""
    detective, suspect = p["seats"][seat], p["seats"][target]
    detective["revealed"] = True  # G51
    if suspect["contents"] == "cash":
        show(p, target)
        finish(p, [seat])
        return
    if p["options"]["keep_own_after_question"]:
        show(p, target)
        p["cash_out"] = p["cash_out"] or detective["contents"] == "cash"
    else:
        suspect["contents"] = detective["contents"]  # G1
        replace(p, target, seat)
    _drop_out(p, seat)


def _drop_out(p: Position, seat: str) -> None:
    """Give back what the seat owns and pass on; the last one left wins (G16, G31, G39)."""
    own = p["seats"][seat]
    for order in ORDERS:
        p["order_discard"][order] += own["orders"][order]
    if p["pistol"] == seat:
        p["pistol"] = "locker"
    p["seats"][seat] = {"out": True, "role": own["role"], "revealed": own["revealed"]}
    for other in in_play(p):
        p["seats"][other]["knows"].pop(seat, None)
    if len(in_play(p)) == 1:
        finish(p, in_play(p))
    _end_turn(p, seat)


# What spaces do ------------------------------------------------------------------------------


def _space_effect(p: Position, seat: str) -> None:
    """Follow the space reached; without a step only the getaway is asked (G8, G23)."""
    own = p["seats"][seat]
    space = own["at"]
    if space in GETAWAY:
        _ask(p, "getaway", seat)
    elif space == "HID" and _moved(p) and _drawable(p):
        _ask_chance(p, "draw", seat)  # R30
    elif space in PLACES and _moved(p) and any(own["orders"].values()):
        _ask(p, "redeem", seat)  # R31, G45
    elif space == "TIP" and _moved(p):
        _ask(p, "tip_off", seat)  # R35
    else:
        _end_turn(p, seat)


def _drawable(p: Position) -> dict[str, int]:
    """Count the orders to draw from; an empty pile is made anew from the used ones (G6)."""
    left = pile(p) if any(pile(p).values()) else p["order_discard"]
    return {order: n for order, n in left.items() if n}


def _draw_chances(p: Position) -> dict[str, int]:
    return {f"draw {order}": n for order, n in _drawable(p).items()}


def _play_draw(p: Position, _verb: str, order: str) -> None:
    if not any(pile(p).values()):
        p["order_discard"] = dict.fromkeys(ORDERS, 0)
    p["seats"][p["turn"]]["orders"][order] += 1
    _end_turn(p, p["turn"])


def _redeem_decisions(p: Position, seat: str) -> Iterator[str]:
    own = p["seats"][seat]
    yield "pass"  # G38
    for kind in ("air", "boat"):
        if own["orders"][f"{PLACES[own['at']]}_{kind}"] and p["supply"][kind]:  # G20
            yield f"redeem_{kind}"


def _play_redeem(p: Position, verb: str) -> None:
    seat = p["to_move"]
    own = p["seats"][seat]
    if verb != "pass":
        kind = verb.removeprefix("redeem_")
        order = f"{PLACES[own['at']]}_{kind}"
        own["orders"][order] -= 1
        p["order_discard"][order] += 1  # G5
        own[kind] += 1
    if verb == "pass" or not any(own["orders"].values()):
        _end_turn(p, seat)  # G37


def _tip_off_decisions(p: Position, seat: str) -> Iterator[str]:
    yield "pass"  # G36
    yield from (f"target {other}" for other in others(p, seat))


def _play_tip_off(p: Position, verb: str, target: str = "") -> None:
    seat = p["to_move"]
    if verb == "target":
        learn(p, seat, target)
    _end_turn(p, seat)


def _getaway_decisions(p: Position, seat: str) -> Iterator[str]:
    yield "pass"  # G23
    if p["seats"][seat]["role"] == "mafia":
        yield "declare"  # G25


def _play_getaway(p: Position, verb: str) -> None:
    seat = p["to_move"]
    if verb == "pass":
        _end_turn(p, seat)
        return
    p["seats"][seat]["revealed"] = True  # G24
    show(p, seat)
    if p["seats"][seat]["contents"] == "cash":
        finish(p, [seat])  # R43
    else:
        _drop_out(p, seat)  # R44


_CHANCES: Final[dict[str, Callable[[Position], dict[str, int]]]] = {
    "deal": _deal_chances,
    "die": _die_chances,
    "draw": _draw_chances,
}
_DECISIONS: Final[dict[str, Callable[[Position, str], Iterator[str]]]] = {
    "turn": _turn_decisions,
    "move": _move_decisions,
    "contact": _contact_decisions,
    "redeem": _redeem_decisions,
    "tip_off": _tip_off_decisions,
    "getaway": _getaway_decisions,
}
_PLAYS: Final[dict[str, Callable[..., None]]] = {
    "deal": _play_deal,
    "die": _play_die,
    "move": _play_move,
    "turn": _play_turn,
    "draw": _play_draw,
    "contact": _play_contact,
    "redeem": _play_redeem,
    "tip_off": _play_tip_off,
    "getaway": _play_getaway,
}
