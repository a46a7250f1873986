"""A slow, plain reference of Warumono 2: the oracle the compiled engine is tested against.

Every function works on a full position, a mapping exactly as `dump` writes it (see
cases/warumono2.md). Nothing here is clever: routes are found by walking all of them. R.. and
G.. are the statements and rulings of the rules file.

    position = start({"scenario": 5})
    position = play(position, "start green")
    legal(position), weights(position), view(position, "red")
"""

import copy
from collections.abc import Callable, Iterable, Iterator
from math import gcd
from typing import Final

from tests.games.warumono2.components import (
    ACTION,
    AREAS,
    CONTENTS,
    DECK,
    ROUND,
    TICKET_EDGES,
)
from tests.games.warumono2.deal import deal_chances, undealt
from tests.games.warumono2.knowledge import hand_over, learn, pass_left, show, switch
from tests.games.warumono2.positions import (
    TURN_KEYS,
    Position,
    clockwise,
    complete,
    derive,
    directives,
    finish,
    in_play,
    is_operative,
    next_in_play,
    others,
    put,
    sheet,
    shown_operative,
    turn_order,
    view,
)
from tests.games.warumono2.routes import routes, ticket_after

__all__ = [
    "IllegalWord",
    "Position",
    "complete",
    "ends",
    "legal",
    "play",
    "start",
    "view",
    "weights",
]


class IllegalWord(ValueError):
    """A word that cannot be played in this position."""


def start(options: Position) -> Position:
    """Build the position before the deal: chance names the Starting Player first (R3)."""
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
    chances = _CHANCES[position["phase"]](position)
    divisor = gcd(*chances.values())
    return {word: weight // divisor for word, weight in chances.items() if weight}


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


def ends(position: Position) -> set[str]:
    """List the spaces on which the present movement can end."""
    return {path[-1] for path in routes(position, position["to_move"])}


# Who is who ----------------------------------------------------------------------------------


def _mover(p: Position) -> str:
    """Name the seat whose turn it is, also while chance moves."""
    return str(p.get("turn", p["to_move"]))


def _ask(p: Position, phase: str, seat: str) -> None:
    """Let `seat` decide next; inside a turn the seat to move is the one whose turn it is."""
    p.pop("turn", None)
    p["phase"], p["to_move"] = phase, seat


def _ask_chance(p: Position, phase: str, seat: str) -> None:
    """Let chance move next, in the turn of `seat`."""
    p["phase"], p["to_move"], p["turn"] = phase, "chance", seat


# The deal ------------------------------------------------------------------------------------


def _play_deal(p: Position, kind: str, seat: str, card: str = "") -> None:
    if kind == "start":
        p["first"] = seat
        if p["options"]["scenario"] == "choose":
            _ask(p, "scenario", seat)  # R4, G37
            return
    else:
        own = p["seats"][seat]
        own[kind] = card
        if kind == "contents" and p["options"]["peek_at_start"]:
            own["knows"] = {seat: card}  # R11, G62
    _deal_on(p)


def _scenario_decisions(_p: Position, _seat: str) -> Iterator[str]:
    yield from (f"scenario {k}" for k in range(1, 8))


def _play_scenario(p: Position, _verb: str, number: str) -> None:
    p["options"]["scenario"] = int(number)
    p["phase"], p["to_move"] = "deal", "chance"
    _deal_on(p)


def _deal_on(p: Position) -> None:
    """Begin the game when all cards are dealt, with what is printed on the first space (R51)."""
    if not undealt(p, "role") and not undealt(p, "contents"):
        _enter_space(p)


# Turns and rounds ----------------------------------------------------------------------------


def _turn_decisions(p: Position, seat: str) -> Iterator[str]:
    yield from ("roll", "look")  # R64
    yield from _arrests(p, seat, [p["seats"][seat]["at"]])  # R66 iv, G19


def _play_turn(p: Position, verb: str, target: str = "") -> None:
    seat = p["to_move"]
    if verb == "roll":
        _ask_chance(p, "die", seat)
    elif verb == "look":
        learn(p, seat, seat)  # R90
        _end_turn(p, seat)
    else:
        _arrest(p, seat, target)


def _end_turn(p: Position, seat: str) -> None:
    """Pass on to the next remaining seat, or end the round at the first seat (R47, G73)."""
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
    _end_round(p)


def _end_round(p: Position) -> None:
    """Move the Counter; past the last space the fate is applied (R36, R48, G38)."""
    _replace_starting_player(p)
    if p["counter"] == sheet(p)["last"]:
        finish(p, _fate_winners(p))
        return
    p["counter"] += 1
    _enter_space(p)


def _replace_starting_player(p: Position) -> None:
    if p["first"] not in in_play(p):
        p["first"] = next_in_play(p, p["first"])  # G27, G73


def _fate_winners(p: Position) -> list[str]:
    """Name whom the printed fate lets win (R19, G57)."""
    remaining = in_play(p)
    return {
        "ALL_LOSE": [],
        "LOOT_HOLDER_WINS": [s for s in remaining if p["seats"][s]["contents"] == "loot"],
        "UO_WINS_ELSE_NONE": [s for s in remaining if is_operative(p, s)],
        "REMAINING_WIN": remaining,
    }[sheet(p)["fate"]]


# Movement ------------------------------------------------------------------------------------


def _die_chances(_p: Position) -> dict[str, int]:
    return {f"die {k}": 1 for k in range(1, 7)}


def _play_die(p: Position, _verb: str, pips: str) -> None:
    seat = _mover(p)
    here = p["seats"][seat]["at"]
    _ask(p, "move", seat)
    p["path"], p["left"] = [here], int(pips)
    if here == "BIG" and int(pips) > 4:
        _end_movement(p, seat)  # R31
    else:
        _go_on(p, seat)


def _move_decisions(p: Position, seat: str) -> Iterator[str]:
    done = len(p["path"])
    yield from {f"step {path[done]}" for path in routes(p, seat)}


def _play_move(p: Position, _verb: str, space: str) -> None:
    seat = p["to_move"]
    own = p["seats"][seat]
    own["ticket"] = ticket_after(own["at"], space, own["ticket"])  # G5
    own["at"] = space
    p["path"].append(space)
    p["left"] -= 1
    if p["left"] == 0 or space in ACTION:  # R70, R72
        _end_movement(p, seat)
    else:
        _go_on(p, seat)


def _go_on(p: Position, seat: str) -> None:
    """Ask for the next step, unless no further step exists (G10)."""
    if all(len(path) == len(p["path"]) for path in routes(p, seat)):
        _end_movement(p, seat)


def _end_movement(p: Position, seat: str) -> None:
    """Ask for contact when another Marker stands on the path (G72), else go on."""
    del p["left"]
    if any(p["seats"][other]["at"] in p["path"] for other in others(p, seat)):
        _ask(p, "contact", seat)
    else:
        _space_effect(p, seat)


# Contact: switch and arrest ------------------------------------------------------------------


def _contact_decisions(p: Position, seat: str) -> Iterator[str]:
    yield "pass"
    yield from _arrests(p, seat, p["path"])
    for other in others(p, seat):
        space = p["seats"][other]["at"]
        if space in p["path"] and space not in ROUND:  # R81, R86, G12
            yield from (f"switch_real {other}", f"switch_fake {other}")


def _arrests(p: Position, seat: str, path: list[str]) -> Iterator[str]:
    """List whom the UO may arrest: on a blue space only, on the path only (R92, R93, G18)."""
    blue = p["counter"] in map(int, sheet(p).get("blue", []))
    if blue and is_operative(p, seat):
        on_path = [other for other in others(p, seat) if p["seats"][other]["at"] in path]
        yield from (f"arrest {other}" for other in on_path)


def _play_contact(p: Position, verb: str, target: str = "") -> None:
    seat = p["to_move"]
    if verb == "arrest":
        _arrest(p, seat, target)
        return
    if verb != "pass":
        p["switched"] = True
        switch(p, seat, target, real=verb == "switch_real")
    _space_effect(p, seat)  # R84


def _arrest(p: Position, seat: str, target: str) -> None:
    """Arrest `target`: the Loot wins, anything else throws the UO out (R94-R98)."""
    operative, suspect = p["seats"][seat], p["seats"][target]
    operative["revealed"] = True
    shown = suspect["contents"]
    if shown == "loot":
        show(p, target)  # G78
        finish(p, [seat])
        return

    p["out_of_play"] = _in_card_order([*p["out_of_play"], shown])
    suspect["contents"] = operative["contents"]
    for observer in in_play(p):  # G43, G75
        knows = p["seats"][observer]["knows"]
        knows.pop(target, None)
        if seat in knows:
            knows[target] = knows[seat]
    _leave(p, seat)
    _end_turn(p, seat)  # R97


def _in_card_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=CONTENTS.index)


def _drop_out(p: Position, seat: str) -> None:
    """Take a seat whose Contents Card was shown out of the game (G23)."""
    p["out_of_play"] = _in_card_order([*p["out_of_play"], p["seats"][seat]["contents"]])
    _leave(p, seat)


def _leave(p: Position, seat: str) -> None:
    """Remove Marker, papers and records of a seat; the last one left wins (R18)."""
    own = p["seats"][seat]
    p["seats"][seat] = {"out": True, "role": own["role"], "revealed": own["revealed"]}
    for other in in_play(p):
        p["seats"][other]["knows"].pop(seat, None)
    if len(in_play(p)) == 1:
        finish(p, in_play(p))


# What spaces do ------------------------------------------------------------------------------


def _space_effect(p: Position, seat: str) -> None:
    """Follow the space reached (R72-R80); nothing if the Marker did not move (G79)."""
    own = p["seats"][seat]
    space = own["at"] if len(p["path"]) > 1 else None
    if space == "ALL":
        _ask_chance(p, "draw", seat)
        _reshuffle(p)
    elif (
        space in ("FAC", "TRA")
        and own["passport"]
        and (own["ticket"] == "none") == (space == "FAC")
    ):
        _ask(p, "ticket", seat)  # R75, R76, G33
    else:
        if space == "FOR":
            own["passport"] = True  # R74
        if space in ("GAW_A", "GAW_D"):
            _getaway(p, seat)
        _end_turn(p, seat)


def _ticket_decisions(p: Position, seat: str) -> Iterator[str]:
    held = p["seats"][seat]["ticket"]
    yield "pass"
    yield from (f"take_{kind}" for kind in TICKET_EDGES if kind != held)


def _play_ticket(p: Position, verb: str) -> None:
    seat = p["to_move"]
    if verb != "pass":
        p["seats"][seat]["ticket"] = verb.removeprefix("take_")
    _end_turn(p, seat)


def _getaway(p: Position, seat: str) -> None:
    """Show both cards; win with the Loot, leave with Fake Money, stay as UO (R78-R80, G8)."""
    own = p["seats"][seat]
    own["revealed"] = True
    show(p, seat)
    if own["role"] == "undercover":
        return
    if own["contents"] == "loot":
        finish(p, [seat])
    else:
        _drop_out(p, seat)


# The Back Alley ------------------------------------------------------------------------------


def _pile(p: Position) -> dict[str, int]:
    return {card: n - p["discard"][card] for card, n in DECK.items()}


def _reshuffle(p: Position) -> None:
    """Make a new pile when a card is due and none is left (G31, G76)."""
    if not any(_pile(p).values()):
        p["discard"] = dict.fromkeys(DECK, 0)


def _draw_chances(p: Position) -> dict[str, int]:
    return {f"draw {card}": n for card, n in _pile(p).items()}


def _play_draw(p: Position, _verb: str, card: str) -> None:
    seat = _mover(p)
    p["discard"][card] += 1
    if card in ("pickpocket", "informant", "troublemaker", "deal"):
        p["card"] = card
        _ask(p, "card", seat)
    elif card == "police_raid":
        p["card"] = card
        _take_in(p, [seat])
        if "queue" not in p:
            _end_turn(p, seat)  # G66
    else:
        if card == "shell_game":
            pass_left(p)
        else:
            p["seats"][seat]["ticket"] = "none"  # BA7
        _end_turn(p, seat)


def _card_decisions(p: Position, seat: str) -> Iterator[str]:
    targets = [other for other in others(p, seat) if other != p.get("named")]
    verbs = ("switch_real", "switch_fake") if p["card"] == "pickpocket" else ("target",)
    yield from (f"{verb} {other}" for verb in verbs for other in targets)  # G32
    if p["card"] in ("pickpocket", "informant"):
        yield "pass"  # G76


def _play_card(p: Position, verb: str, target: str = "") -> None:
    seat, card = p["to_move"], p["card"]
    if card == "troublemaker" and "named" not in p and len(others(p, seat)) > 1:
        p["named"] = target
        return
    if card == "pickpocket" and verb != "pass":
        p["switched"] = True
        switch(p, seat, target, real=verb == "switch_real")
    elif card == "informant" and verb != "pass":
        learn(p, seat, target)
    elif card in ("troublemaker", "deal"):
        partner = str(p.get("named", seat))  # G76: with one other left the drawer exchanges
        hand_over(p, {partner: target, target: partner})
    _end_turn(p, seat)


# Directives of the Scenario ------------------------------------------------------------------


def _enter_space(p: Position) -> None:
    """Carry out what is printed on the space reached, before the next turn (R49-R51)."""
    put(p, "rest", directives(p))
    _carry_on(p)


def _carry_on(p: Position) -> None:
    """Carry out the directives still to come until a seat has to answer; then the round."""
    while p.get("rest"):
        kind, *words = p["rest"][0].lower().split()
        put(p, "rest", p["rest"][1:])
        _DIRECTIVES[kind](p, *words)
        if p.get("over") or "queue" in p:
            return
    _ask(p, "turn", p["first"])


def _confirm(p: Position) -> None:
    for seat in in_play(p):
        learn(p, seat, seat)  # R37, G30


def _snatched(p: Position, device: str) -> None:
    """Let all look; the holder of the device drops out, role unseen (R38, G23, G24)."""
    _confirm(p)
    for seat in in_play(p):
        if p["seats"][seat]["contents"] == f"fake_{int(device)}":
            _drop_out(p, seat)
            break
    _replace_starting_player(p)  # G73: at once between rounds


def _lockdown(p: Position, place: str) -> None:
    """Set the Barricade and take in whoever is inside (R39, R40, G14, G77)."""
    p["barricades"] = sorted({*p["barricades"], place})
    _take_in(p, [seat for seat in in_play(p) if p["seats"][seat]["at"] in AREAS[place]])


def _reopened(p: Position, place: str) -> None:
    p["barricades"] = [name for name in p["barricades"] if name != place]  # R41


def _taken_in(p: Position, whom: str) -> None:
    """Take in everybody on round spaces, or one colour, absent ones ignored (R42, G52)."""
    if whom == "round":
        _take_in(p, [seat for seat in in_play(p) if p["seats"][seat]["at"] in ROUND])
    else:
        _take_in(p, [seat for seat in in_play(p) if seat == whom])


def _betray(p: Position) -> None:
    """Ask everybody who could be the UO; a shown UO alone (R43, G28, G71)."""
    shown = shown_operative(p)
    hidden = [seat for seat in turn_order(p) if not p["seats"][seat]["revealed"]]
    _ask_in_turn(p, "betray", [s for s in in_play(p) if s == shown] if shown else hidden)


def _display_contents(p: Position) -> None:
    for seat in in_play(p):
        show(p, seat)  # R44, G35
    if "PASS_LEFT" in sheet(p).get("special", []):
        pass_left(p)


def _display_professions(p: Position) -> None:
    for seat in in_play(p):
        p["seats"][seat]["revealed"] = True  # R45, G35


def _betray_decisions(p: Position, seat: str) -> Iterator[str]:
    yield "pass"
    if is_operative(p, seat):
        yield from (f"target {other}" for other in others(p, seat))


def _play_betray(p: Position, verb: str, target: str = "") -> None:
    if verb == "target":
        learn(p, p["to_move"], target)
    _ask_in_turn(p, "betray", p["queue"][1:])
    if "queue" not in p:
        _carry_on(p)


# The Big House -------------------------------------------------------------------------------


def _take_in(p: Position, seats: list[str]) -> None:
    """Move seats to the Big House, asking those who could be the UO first (R32-R34, G71)."""
    affected = [s for s in turn_order(p) if s in seats and p["seats"][s]["at"] != "BIG"]  # G34
    no_question = shown_operative(p) is not None
    asked = [s for s in affected if not no_question and not p["seats"][s]["revealed"]]
    for seat in affected:
        if seat not in asked and not is_operative(p, seat):
            p["seats"][seat]["at"] = "BIG"
    _ask_in_turn(p, "taken_in", asked)


def _ask_in_turn(p: Position, phase: str, queue: list[str]) -> None:
    put(p, "queue", queue)
    if queue:
        _ask(p, phase, queue[0])


def _taken_in_decisions(p: Position, seat: str) -> Iterator[str]:
    yield "submit"
    if is_operative(p, seat):
        yield "reveal"


def _play_taken_in(p: Position, verb: str) -> None:
    seat, *waiting = p["queue"]
    if verb == "submit":
        p["seats"][seat]["at"] = "BIG"
    else:
        p["seats"][seat]["revealed"] = True
        for other in waiting:
            p["seats"][other]["at"] = "BIG"  # G71: not asked any more
        waiting = []
    _ask_in_turn(p, "taken_in", waiting)
    if "queue" in p:
        return
    if "card" in p:
        _end_turn(p, seat)  # G66
    else:
        _carry_on(p)


_CHANCES: Final[dict[str, Callable[[Position], dict[str, int]]]] = {
    "deal": deal_chances,
    "die": _die_chances,
    "draw": _draw_chances,
}
_DECISIONS: Final[dict[str, Callable[[Position, str], Iterator[str]]]] = {
    "scenario": _scenario_decisions,
    "turn": _turn_decisions,
    "move": _move_decisions,
    "contact": _contact_decisions,
    "ticket": _ticket_decisions,
    "card": _card_decisions,
    "taken_in": _taken_in_decisions,
    "betray": _betray_decisions,
}
_PLAYS: Final[dict[str, Callable[..., None]]] = {
    "deal": _play_deal,
    "scenario": _play_scenario,
    "turn": _play_turn,
    "die": _play_die,
    "move": _play_move,
    "contact": _play_contact,
    "ticket": _play_ticket,
    "draw": _play_draw,
    "card": _play_card,
    "taken_in": _play_taken_in,
    "betray": _play_betray,
}
_DIRECTIVES: Final[dict[str, Callable[..., None]]] = {
    "confirm": _confirm,
    "snatched": _snatched,
    "lockdown": _lockdown,
    "reopened": _reopened,
    "taken_in": _taken_in,
    "betray": _betray,
    "display_contents": _display_contents,
    "display_professions": _display_professions,
}
