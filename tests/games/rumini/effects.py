"""What happens to a ship in Rumini: its way, the spaces it rests on, the Beetle's cards."""

from collections import Counter

from tests.games.rumini.components import ALL, MARKETS, STRAIGHT, sea
from tests.games.rumini.positions import (
    Position,
    add,
    magnet_supply,
    tools_in_deck,
    unseen_beetles,
    unseen_tools,
)
from tests.games.rumini.turns import ask, ask_chance, drop_tool, finish, rest

MOST_MOVES = 10  # G25
MISSED = {"FER": 2, "BAT": 1, "SZU": 2, "MUR": 1, "BIB": 2, "TIL": 2, "DHA": 1, "SHARK": 2}
MISSED["OCTOPUS"] = 2
ASKED = {
    "FER": "iron_drop", "MUR": "iron_drop", "BIB": "iron_drop", "TIL": "iron_drop",
    "BAT": "mapmaker", "SZU": "mapmaker", "DHA": "mapmaker", "FOREST": "mapmaker",
    "GULL": "turning_water", "SHARK": "turning_water", "OCTOPUS": "turning_water",
}  # fmt: skip


# The way -------------------------------------------------------------------------------------


def carry(p: Position, direction: str, length: int) -> None:
    """Begin a move in a direction: the rolled one or one that follows (G25)."""
    p["moves"] = p.get("moves", 0) + 1
    sail(p, direction, length, length)


def sail(
    p: Position, direction: str, length: int, left: int, *, opened: bool = False,
    refused: bool = False,
) -> None:  # fmt: skip
    """Go `left` steps of `length`; the Strait is a question (R14, R58, R59, G9, G34).

    The first step may be one into a Strait that was opened, or refused.
    """
    own = p["seats"][p["turn"]]
    while left and not refused:
        onward = sea(p).next(own["at"], direction)
        if onward is None:
            break
        if sea(p).kind(onward) == "STRAIT" and not opened:
            if own["tools"]:  # G12
                ask(p, "tool", tool="firecracker", direction=direction, length=length, left=left)
                return
            break
        opened = False
        own["at"] = onward
        left -= 1
        if sea(p).must_stop(onward):
            break
    if left < length:
        arrive(p, direction, length)
    else:
        rest(p)  # R17, G9


def teleport(p: Position, at: list[int]) -> None:
    """Carry the ship to a space, whose effect applies (G21, G25)."""
    p["moves"] = p.get("moves", 0) + 1
    p["seats"][p["turn"]]["at"] = at
    arrive(p, "", 0)


# Spaces --------------------------------------------------------------------------------------


def arrive(p: Position, direction: str, length: int) -> None:
    """Apply the effect of the space where the last step ended (R18, G25)."""
    own = p["seats"][p["turn"]]
    kind = sea(p).kind(own["at"])
    if p["moves"] >= MOST_MOVES:
        rest(p)
    elif kind == "ANCHOR":
        reach(p, sea(p).letter(own["at"]))
    elif kind == "BLUE":  # R20, G36
        letter = sea(p).letter(own["at"])
        if sum(own["tools"].values()) >= 2 and letter not in own["tokens"]:
            ask(p, "tool", tool="firecracker")
        else:
            rest(p)
    elif kind in ASKED:
        if own["tools"]:
            ask(p, "tool", tool=ASKED[kind])
        else:
            answer(p, used=False)
    elif kind in ("RING", "BUTTERFLY"):  # R29, R56
        teleport(p, list(sea(p).islands["FER"]))
    elif kind == "STORM" and direction:  # R55, G23
        carry(p, direction, 2 * length)
    elif kind == "MOK":  # R41
        ask(p, "mokka")
    elif kind in ("URG", "SZO", "ZSU"):  # R33, R40, R46
        ask_chance(p, "poker")
    elif kind == "SZP":  # R50
        ask_chance(p, "szilex")
    elif kind == "WHIRLPOOL":  # R60
        ask_chance(p, "whirlpool", faces=[])
    elif kind == "CURRENT":  # R64
        ask_chance(p, "current", numbers=[])
    elif kind == "BEETLE":  # R25, R61
        ask_chance(p, "beetle")
    else:
        _gain(p, own, kind)


def _gain(p: Position, own: Position, kind: str) -> None:
    """Apply the effects after which nothing is left to decide but a purchase."""
    if kind == "EHA":  # R49
        own["numbers_only"] = True
    if kind in ("ERC", "ORO", "CSI", "SHIPWRECK"):  # R28, R32, R38, R54
        own["treasures"] += 1
        own["trip"] = own["trip"] or kind == "CSI"
    elif kind == "PIT":  # R35
        own["skip"] += 1
        own["bonus"] = True
    elif kind == "KOP":  # R45
        take_magnet(p)
    elif kind == "PIRATE":
        lose_treasure(own)
    if kind in MARKETS and own["treasures"] and tools_in_deck(p):  # R27, G54
        ask(p, "buy")
    else:
        rest(p)


def reach(p: Position, letter: str) -> None:
    """Receive token and treasure, and win with the last (R8, R9, R51, G22, G43)."""
    own = p["seats"][p["turn"]]
    if letter.lower() not in own["mission"]:
        own["no_token"] = True  # G51
    elif letter not in own["tokens"]:
        own["tokens"] = [n for n in "NESW" if n in (*own["tokens"], letter)]
        own["treasures"] += 1
        if len(own["tokens"]) == p["options"]["missions_to_win"]:
            finish(p, [p["turn"]])
            return
    rest(p)


def take_magnet(p: Position) -> None:
    """Take a magnet if one is left (G7)."""
    p["seats"][p["turn"]]["magnets"] += magnet_supply(p) > 0


def lose_treasure(own: Position) -> None:
    """Hand over a treasure, or miss one roll (R33, R53, G39)."""
    if own["treasures"]:
        own["treasures"] -= 1
    else:
        own["skip"] += 1


def draw_tool(p: Position, own: Position, tool: str) -> None:
    """Take the top tool; all know it if the whole deck was known (G51)."""
    if not unseen_tools(p):
        p["tool_bottom"].pop(0)
        add(own["known_tools"], tool)
    add(own["tools"], tool)


# Tools ---------------------------------------------------------------------------------------


def can_use(p: Position, own: Position) -> bool:
    """Tell whether the seat holds the tool it is asked for (G12)."""
    held: int = own["tools"].get(p["pending"]["tool"], 0)
    if sea(p).kind(own["at"]) == "BLUE" and "left" not in p["pending"]:
        return held >= 2 and sea(p).letter(own["at"]).lower() in own["mission"]  # G36
    return held >= 1


def answer(p: Position, *, used: bool) -> None:
    """Go on after the question for a tool on a space; with no tool it is declined unasked."""
    own = p["seats"][p["turn"]]
    kind = sea(p).kind(own["at"])
    if used:
        tool = p["pending"]["tool"]
        for _ in range(2 if kind == "BLUE" else 1):
            drop_tool(p, tool)
        _tamed(p, own, kind)
        return
    own["skip"] += MISSED.get(kind, 0)
    if kind == "FOREST":  # R63
        own["reversed"] = True
    elif kind == "GULL":  # R57
        own["slow"] = 2
    rest(p)


def _tamed(p: Position, own: Position, kind: str) -> None:
    """Apply what the right tool brings."""
    if kind == "BLUE":
        ask(p, "anchor", letter=sea(p).letter(own["at"]))
    elif kind == "FER":  # G14
        ask(p, "dir", distance=4, directions=ALL)
    elif kind == "GULL":
        ask(p, "anchor", letter="N")
    elif kind == "SHARK":  # R65
        teleport(p, list(sea(p).islands["MOK"]))
    elif kind == "TIL":  # R47, G41
        if unseen_tools(p).get("turning_water") or "turning_water" in p["tool_bottom"]:
            ask_chance(p, "search", tool="turning_water")
        else:
            ask(p, "anchor", letter="W")
    else:
        own["treasures"] += kind == "BAT"  # R30
        own["free_dir"] = own["free_dir"] or kind in ("SZU", "MUR", "DHA", "OCTOPUS")  # G15
        own["numbers_only"] = own["numbers_only"] or kind == "FOREST"
        rest(p)


# Chance --------------------------------------------------------------------------------------


def happen(p: Position, event: str, what: str) -> None:
    """Go on after a chance event on a space."""
    own, pending = p["seats"][p["turn"]], p["pending"]
    if event == "beetle":
        if not unseen_beetles(p):
            p["beetle_bottom"].pop(0)
        p["beetle_bottom"].append(what)  # G53
        _draw_beetle(p, own, what)
    elif event == "fb3":
        draw_tool(p, own, what)
        rest(p)
    elif event == "search":
        _search(p, own, what)
    elif event == "poker":
        if int(what) >= 4:
            own["treasures"] += 1
        else:
            lose_treasure(own)
        rest(p)
    elif event == "szilex":
        if int(what) % 2:
            own["skip"] += 2
            rest(p)
        else:
            ask(p, "dir", distance=2 * int(what), directions=ALL)
    elif event == "current":
        pending["numbers"].append(int(what))
        if len(pending["numbers"]) == 2:
            ask(p, "pick", numbers=pending["numbers"])
    else:
        pending["faces"].append(what)
        if len(pending["faces"]) == 3:
            _spin(p, pending["faces"])


def _search(p: Position, own: Position, tool: str) -> None:
    """Turn the next card of a search: keep the one wanted, put others under (R23, G51)."""
    if not unseen_tools(p):
        p["tool_bottom"].pop(0)
    if tool != p["pending"]["tool"]:
        p["tool_bottom"].append(tool)
        return
    add(own["tools"], tool)
    add(own["known_tools"], tool)
    if sea(p).kind(own["at"]) == "TIL":
        ask(p, "anchor", letter="W")
    else:
        own["treasures"] -= 1
        rest(p)


def _spin(p: Position, faces: list[str]) -> None:
    """Go seven steps where two of three faces point (R60, G27, G47)."""
    face, n = Counter(faces).most_common(1)[0]
    if n == 1:
        rest(p)
    elif face in ("cross", "star"):
        ask(p, "dir", distance=7, directions=STRAIGHT if face == "cross" else ALL)
    else:
        carry(p, face, 7)


def _draw_beetle(p: Position, own: Position, card: str) -> None:
    """Carry out a Fortuna Beetle card."""
    if card == "fb3" and tools_in_deck(p):
        ask_chance(p, "fb3")
    elif card == "fb5":
        ask(p, "distance")
    elif card == "fb6":
        teleport(p, sea(p).nearest_blue(own["at"]))
    elif card == "fb14":
        teleport(p, list(sea(p).islands["FER"]))
    elif card == "fb15":
        ask(p, "target")
    elif card == "fb12" and own["tools"]:
        ask(p, "discard_tool")
    elif card == "fb10" and own["tools"] and not own["treasures"]:
        ask(p, "discard_tool")
    else:
        own["treasures"] += {"fb1": 1, "fb2": 2, "fb10": -1}.get(card, 0)
        own["treasures"] = max(0, own["treasures"])
        own["skip"] += {"fb8": 1, "fb9": 2}.get(card, 0)
        own["bonus"] = own["bonus"] or card == "fb7"
        if card == "fb4":
            take_magnet(p)
        elif card == "fb11":
            own["magnets"] = 0
        elif card == "fb13":
            own["at"] = list(sea(p).start)
        rest(p)
