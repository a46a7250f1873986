"""What a terminal shows: where the pieces are, and what a seat knows."""

import textwrap
from collections.abc import Mapping
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono.position import Position, view
from hoodwink.envs.warumono.state import NONE
from hoodwink.envs.warumono.tables import SEAT_NAMES
from hoodwink.envs.warumono.words import space_names

WIDTH: Final = 80
MARKS: Final = "RGYB"  # pieces of red, green, yellow, blue; small for the seat that looks


def picture(s: View, t: View, options: Mapping[str, Any], seat: int) -> str:
    """Return the pieces on the board and what `seat` knows as lines of at most 80 columns."""
    seen = view(s, t, options, seat)
    lines = [*_head(seen, seat), "", *_board(s, t, seat), "", *_seats(seen, seat), "", *_rest(seen)]
    return "\n".join(line.rstrip() for line in lines)


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _head(seen: Position, seat: int) -> list[str]:
    if seen.get("over"):
        what = f"over; winners: {', '.join(seen['winners']) or 'nobody'}"
    else:
        what = f"{seen['to_move']} to move, phase {seen['phase']}"
    extra = [f"{key} {seen[key]}" for key in ("turn", "left") if key in seen]
    if "path" in seen:
        extra.append(f"path {' '.join(seen['path'])}")
    if seen.get("pistol_used"):
        extra.append("pistol used")
    title = f"Warumono, seen by {SEAT_NAMES[seat]}; round {seen['round']}; {what}"
    return _wrapped("; ".join([title, *extra]))


def _board(s: View, t: View, seat: int) -> list[str]:
    """Return the spaces, each with the pieces on it and the ways out."""
    names = space_names(t)
    lines, line = [], ""
    for x, name in enumerate(names):
        marks = "".join(MARKS[p] for p in range(s.n_seats) if s.at[p] == x)
        marks = marks.replace(MARKS[seat], MARKS[seat].lower())
        ways = "/".join(names[y] for y in t.neighbours[x] if y != NONE)
        entry = f"{name}{':' + marks if marks else ''}({ways})"
        if len(line) + 1 + len(entry) > WIDTH:
            lines.append(line)
            line = ""
        line += (" " if line else "") + entry
    return [*lines, line]


def _seats(seen: Position, seat: int) -> list[str]:
    lines = ["seat     at    air boat orders  profession         contents"]
    for p, (name, own) in enumerate(seen["seats"].items()):
        mark = f"{'*' if p == seat else ' '}{name}"
        role = own.get("role", "?") + (" (shown)" if own["revealed"] else "")
        if own["out"]:
            lines.append(f"{mark:9}out{'':20}{role}")
            continue
        card = own.get("contents") or _maybe(own.get("maybe"))
        papers = f"{own['air']:3} {own['boat']:4} {own['order_count']:6}"
        lines.append(f"{mark:9}{own['at']:6}{papers}  {role:18} {card}")
    return lines


def _maybe(record: Mapping[str, Any] | None) -> str:
    if record is None:
        return "?"
    return f"maybe {record['last_seen']}, touched {record['touched']}"


def _rest(seen: Position) -> list[str]:
    used = [f"{n} {word}" for word, n in seen["order_discard"].items() if n]
    own: Position = next((o["orders"] for o in seen["seats"].values() if "orders" in o), {})
    held = [f"{n} {word}" for word, n in own.items() if n]
    supply = ", ".join(f"{n} {word}" for word, n in seen["supply"].items())
    return [
        *_wrapped(f"Own orders: {', '.join(held) or 'none'}. Pistol: {seen['pistol']}."),
        *_wrapped(f"Supply: {supply}. Pile {seen['pile']}, used: {', '.join(used) or 'none'}."),
    ]
