"""What can be played in a full position of Warumono, said plainly from the rules file.

Independent of the engine: it works on positions as `dump` writes them, on the board as it is on
file.
"""

from pathlib import Path
from typing import Any

import yaml

Position = dict[str, Any]

FILE = Path(__file__).resolve().parents[3] / "configs" / "warumono" / "board.yaml"
BOARD = yaml.safe_load(FILE.read_text(encoding="utf-8"))["board"]
NEAR: dict[str, list[str]] = {node: [] for node in BOARD["nodes"]}
for one, other in BOARD["edges"]:
    NEAR[one].append(other)
    NEAR[other].append(one)
WAYS_ON = {"AIR": ("A1", "air"), "POR": ("P1", "boat")}
SEATS = ("red", "green", "yellow", "blue")
ORDERS = [f"{place}_{kind}" for place in ("war", "bar", "par") for kind in ("air", "boat")]


def others(position: Position, seat: str) -> list[str]:
    """Return the other seats that are still in the game."""
    seats = position["seats"]
    return [name for name in seats if name != seat and not seats[name]["out"]]


def legal(position: Position) -> set[str]:
    """Return all words that can be played."""
    phase = position["phase"]
    if phase == "over":
        return set()
    if position["to_move"] == "chance":
        return chance(position)
    seat = position["to_move"]
    return {
        "turn": turn, "move": move, "contact": contact, "redeem": redeem, "tip_off": tip_off,
        "getaway": getaway,
    }[phase](position, seat)  # fmt: skip


def chance(position: Position) -> set[str]:
    """Return the outcomes that are possible (section e)."""
    if position["phase"] == "die":
        return {f"die {k}" for k in range(1, 7)}
    if position["phase"] == "draw":
        hands = [own["orders"] for own in position["seats"].values() if not own["out"]]
        held = {w: sum(hand[w] for hand in hands) for w in ORDERS}
        used = position["order_discard"]
        pile = {w: 2 - held[w] - used[w] for w in ORDERS}
        return {f"draw {w}" for w, n in (pile if any(pile.values()) else used).items() if n}
    seats = position["seats"]
    if "first" not in position:
        return {f"start {name}" for name in seats}
    for name, own in seats.items():
        if "role" not in own:
            shown = any(other.get("role") == "detective" for other in seats.values())
            return {f"role {name} mafia"} | (set() if shown else {f"role {name} detective"})
    waiting = [name for name, own in seats.items() if "contents" not in own]
    if any(own.get("contents") == "cash" for own in seats.values()):
        return {f"contents {waiting[0]} fake"}
    fake = {f"contents {waiting[0]} fake"} if len(waiting) > 1 else set()
    return fake | {f"contents {waiting[0]} cash"}


def robberies(position: Position, seat: str) -> set[str]:
    """Return the uses of the pistol (R39-R41)."""
    if position["pistol"] != seat:
        return set()
    seats = position["seats"]
    near = [name for name in others(position, seat) if seats[name]["at"] == seats[seat]["at"]]
    return {f"{word} {name}" for name in near for word in ("rob", "rob_hospital")}


def turn(position: Position, seat: str) -> set[str]:
    """Return what begins a turn; after a pistol one can only roll (R16, G13, G46)."""
    if position.get("pistol_used"):
        return {"roll"}
    return {"look", "roll"} | robberies(position, seat)


def move(position: Position, seat: str) -> set[str]:
    """Return steps along streets, with tickets and cover as they are (R19-R21, G9, G19, G21)."""
    own, options, words = position["seats"][seat], position["options"], {"stop"}
    onward, ticket = WAYS_ON.get(own["at"], ("", ""))
    for space in NEAR[own["at"]]:
        if space in position["path"] and not options["allow_backtrack"]:
            continue
        if space != onward or own[ticket] > 0:
            words.add(f"step {space}")
        if space == onward and own["role"] == "detective" and options["advance_as_detective"]:
            words.add("advance")
    return words


def contact(position: Position, seat: str) -> set[str]:
    """Return what one can do to those on the route (R22-R25, R38, R45, G22)."""
    seats, words = position["seats"], {"pass"} | robberies(position, seat)
    for name in others(position, seat):
        space = seats[name]["at"]
        closed = space in BOARD["round"] or space in BOARD["getaway"]
        if space in position["path"] and not closed:
            words |= {f"switch_real {name}", f"switch_fake {name}"}
        if seats[seat]["role"] == "detective" and space == seats[seat]["at"]:
            words.add(f"question {name}")
    return words


def redeem(position: Position, seat: str) -> set[str]:
    """Return the tickets that the orders in hand are good for here (R31, G20, G38)."""
    own = position["seats"][seat]
    return {"pass"} | {
        f"redeem_{kind}"
        for kind in ("air", "boat")
        if own["orders"][f"{own['at'].lower()}_{kind}"] and position["supply"][kind]
    }


def tip_off(position: Position, seat: str) -> set[str]:
    """Return whose card one can look at (R35, G36)."""
    return {"pass"} | {f"target {name}" for name in others(position, seat)}


def getaway(position: Position, seat: str) -> set[str]:
    """Return pass, and the declaration of a mafioso (R43, G23, G25)."""
    return {"pass"} | ({"declare"} if position["seats"][seat]["role"] == "mafia" else set())


def check_position(position: Position) -> None:
    """Check section (g) of the rules on a full position."""
    seats = position["seats"]
    stay = {name: own for name, own in seats.items() if not own["out"]}
    if position["phase"] == "deal":
        return
    cash = [name for name, own in stay.items() if own["contents"] == "cash"]
    gone = position["cash_out"] or (position["phase"] == "over" and not stay)
    assert len(cash) == (0 if gone else 1), "exactly one cash"
    assert sum(own.get("role") == "detective" for own in seats.values()) <= 1
    for w in ORDERS:
        held = sum(own["orders"][w] for own in stay.values())
        assert 0 <= held + position["order_discard"][w] <= 2, w
    in_hands = sum(sum(own["orders"].values()) for own in stay.values())
    assert position["pile"] + in_hands + sum(position["order_discard"].values()) == 12
    for kind in ("air", "boat"):
        assert position["supply"][kind] + sum(own[kind] for own in stay.values()) == 6
        assert position["supply"][kind] >= 0
    assert position["pistol"] == "locker" or position["pistol"] in stay
    for own in seats.values():
        if own["out"]:
            assert set(own) <= {"out", "role", "revealed"}
    path = position.get("path", [])
    assert len(path) + position.get("left", 0) <= 7
    if not position["options"]["allow_backtrack"]:
        assert len(set(path)) == len(path)
    assert not set(path[1:-1]) & set(BOARD["must_stop"])
    if position["phase"] == "over":
        assert abs(sum(position["payoffs"].values())) < 1e-9
