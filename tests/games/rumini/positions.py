"""Full positions of Rumini as plain mappings: completing, counting, viewing."""

import copy
from itertools import permutations
from typing import Any, Final

from tests.games.rumini.components import LETTERS, SEATS, TOOLS, box, sea

Position = dict[str, Any]
Cards = dict[str, int]

DEFAULT_OPTIONS: Final[Position] = {
    "players": 4,
    "missions_to_win": 3,
    "open_hands": False,
    "max_rounds": 100,
}
FLAGS: Final = ("free_dir", "bonus", "numbers_only", "reversed", "trip")
TURN_KEYS: Final = ("dice", "magnet_used", "moves", "pending")


def add(cards: Cards, name: str, n: int = 1) -> None:
    """Put `n` copies of a card among the cards, or take some; counts of 0 are left out."""
    cards[name] = cards.get(name, 0) + n
    if not cards[name]:
        del cards[name]


def clockwise(p: Position, first: str) -> list[str]:
    """Name all seats clockwise, beginning with `first`."""
    names = list(p["seats"])
    at = names.index(first)
    return names[at:] + names[:at]


def unseen_tools(p: Position) -> Cards:
    """Count the tools above the known bottom of the deck: nobody knows their order."""
    hands = [own["tools"] for own in p["seats"].values()]
    counts = {
        tool: n - sum(hand.get(tool, 0) for hand in hands) - p["tool_bottom"].count(tool)
        for tool, n in box(p)["tools"].items()
    }
    return {tool: n for tool, n in counts.items() if n}


def unseen_beetles(p: Position) -> Cards:
    """Count the Beetle cards above the known bottom of their deck."""
    counts = {card: n - p["beetle_bottom"].count(card) for card, n in box(p)["beetle"].items()}
    return {card: n for card, n in counts.items() if n}


def tools_in_deck(p: Position) -> int:
    return sum(unseen_tools(p).values()) + len(p["tool_bottom"])


def magnet_supply(p: Position) -> int:
    """Count the magnets nobody holds (G7)."""
    return int(box(p)["magnets"]) - sum(own["magnets"] for own in p["seats"].values())


def missing(mission: str) -> str:
    """Name the letter that a mission card lacks (G2)."""
    return next(letter for letter in LETTERS if letter.lower() not in mission)


def complete(partial: Position) -> Position:
    """Fill in the defaults of a position; what is given is trusted, never checked."""
    p = copy.deepcopy(partial)
    p["options"] = {**DEFAULT_OPTIONS, **p.get("options", {})}
    p.setdefault("phase", "over" if p.get("over") else "roll")
    p.setdefault("round", 1)
    p.setdefault("tool_bottom", [])
    p.setdefault("beetle_bottom", [])
    given = p.get("seats", {})
    p["seats"] = {name: dict(given.get(name, {})) for name in SEATS[: p["options"]["players"]]}
    if p["phase"] == "deal":
        p["to_move"] = "chance"
        if "first" in p:
            p.setdefault("turn", p["first"])
    else:
        p.setdefault("first", "A")
    if p["phase"] not in ("deal", "over"):
        deciding = p.get("to_move", "chance")
        p.setdefault("turn", p["first"] if deciding == "chance" else deciding)
        p.setdefault("to_move", p["turn"])
        if p["phase"] == "chance":
            p["to_move"] = "chance"
    _complete_seats(p)
    return p


def _complete_seats(p: Position) -> None:
    dealt = p["phase"] != "deal"
    equipment = box(p)["equipment"]
    used = [own["mission"] for own in p["seats"].values() if "mission" in own]
    for own in p["seats"].values():
        if dealt and "mission" not in own:
            own["mission"] = next(card for card in box(p)["missions"] if card not in used)
            used.append(own["mission"])
        has = dealt or "mission" in own
        own.setdefault("at", sea(p).start)
        own.setdefault("treasures", equipment["treasures"] if has else 0)
        own.setdefault("magnets", equipment["magnets"] if has else 0)
        own.setdefault("tokens", [])
        for key in ("skip", "slow"):
            own.setdefault(key, 0)
        for key in (*FLAGS, "staying", "no_token"):
            own.setdefault(key, False)
        own["known_tools"] = {k: n for k, n in own.get("known_tools", {}).items() if n}
    waiting = [own for own in p["seats"].values() if "tools" not in own]
    for own in waiting:
        own["tools"] = {}
    for own in waiting if dealt else []:
        own["tools"] = dict.fromkeys(list(unseen_tools(p))[: equipment["tools"]], 1)
    for own in p["seats"].values():
        own["tools"] = {k: n for k, n in own["tools"].items() if n}
    count(p)


def count(p: Position) -> None:
    """Bring the multisets into their order and count the tools in every hand."""
    for own in p["seats"].values():
        for key in ("tools", "known_tools"):
            own[key] = {tool: own[key][tool] for tool in TOOLS if own[key].get(tool)}
        own["tool_count"] = sum(own["tools"].values())


def view(position: Position, seat: str) -> Position:
    """Keep what `seat` may know: public things, the own secrets, what follows from them (G51)."""
    seen = copy.deepcopy(position)
    is_open = position["options"]["open_hands"]
    for name, own in seen["seats"].items():
        del own["no_token"]
        own["may_miss"] = may_miss(position, seat)[name]
        if name != seat and not is_open:
            own.pop("mission", None)
            del own["tools"]
    seen["unknown_tools"] = sum(unseen_tools(position).values())
    seen["magnet_supply"] = magnet_supply(position)
    return seen


def may_miss(p: Position, seat: str) -> dict[str, list[str]]:
    """Name the letters that every card may lack as far as `seat` knows (G51)."""
    seats = p["seats"]
    if any("mission" not in own for own in seats.values()):
        return {name: [] for name in seats}
    is_open = p["options"]["open_hands"]
    possible: dict[str, set[str]] = {name: set() for name in seats}
    for letters in permutations([missing(card) for card in box(p)["missions"]], len(seats)):
        fits = all(
            letter not in own["tokens"]
            and (
                letter == missing(own["mission"])
                or not (is_open or name == seat or own["no_token"])
            )
            for letter, (name, own) in zip(letters, seats.items(), strict=True)
        )
        if fits:
            for letter, name in zip(letters, seats, strict=True):
                possible[name].add(letter)
    return {name: [n for n in LETTERS if n in possible[name]] for name in seats}
