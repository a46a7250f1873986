"""What a terminal shows: the table as text, and what a seat knows."""

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.wongamania.position import Position, view
from hoodwink.envs.wongamania.state import N_ASSETS
from hoodwink.envs.wongamania.tables import CARD_WORDS
from hoodwink.envs.wongamania.words import SEAT_NAMES

WIDTH: Final = 80
QUADRANTS: Final = ("Recovery", "Growth", "Stagnant", "Recession")


def picture(s: View, t: View, options: Mapping[str, Any], seat: int) -> str:
    """Return the table and what `seat` knows as lines of at most 80 columns."""
    seen = view(s, t, options, seat)
    lines = [*_head(seen, seat), *_prices(s, t), ""]
    for name, own in seen["seats"].items():
        lines += _seat(seen, name, own)
    lines += ["", *_wrapped(f"market {seen['market']}, {seen['discard_down']} face down")]
    lines += _wrapped(f"discard: {_cards(seen['discard'])}")
    lines += _wrapped(f"unseen: {_cards(seen['unseen'])}")
    return "\n".join(line.rstrip() for line in lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _cards(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {card}" for card, n in counts.items()) or "-"


def _head(seen: Position, seat: int) -> list[str]:
    parts = [f"Wongamania, seen by {SEAT_NAMES[seat]}", f"round {seen['round']}"]
    if seen.get("over"):
        parts.append(f"over, winner: {', '.join(seen['winners']) or 'nobody'}")
    else:
        parts.append(f"turn of {seen['turn']}, phase {seen['phase']}")
    if "to_move" in seen:
        parts.append(f"{seen['to_move']} to move")
    if seen["extra_laps"]:
        parts.append(f"prolonged by {seen['extra_laps']}")
    parts += [f"{key} {_shown(value)}" for key, value in seen.get("pending", {}).items()]
    return _wrapped("; ".join(parts))


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(f"{each['card']} of {each['by']}" for each in value) or "none"
    return str(value)


def _prices(s: View, t: View) -> Iterable[str]:
    k = s.token >> 2
    yield f"token on grid {s.token}, {QUADRANTS[k]}; income, buying/selling price:"
    words = [
        f"{CARD_WORDS[c]} {t.income[s.token, c]:+d} {t.cost[k, c]}/{t.price[k, c]}"
        for c in range(N_ASSETS)
    ]
    yield from _wrapped("  " + ", ".join(words))


def _seat(seen: Position, name: str, own: Position) -> list[str]:
    mark = ">" if seen.get("to_move") == name else " "
    keys = ("bank", "trust", "insurance", "babies", "pay_raises", "retrenchments")
    parts = [f"{key} {own[key]}" for key in keys if own[key] or key == "bank"]
    parts += ["bankrupt"] * own["bankrupt"]
    if own["assets"]:
        parts.append(f"owns {_cards(own['assets'])}")
    hand = f"hand {_cards(own['hand'])}" if "hand" in own else f"{own['hand_count']} cards in hand"
    return _wrapped(f"{mark} {name}  {'; '.join([*parts, hand])}")
