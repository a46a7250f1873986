"""The board and what a seat knows as lines of at most 80 columns."""

from collections.abc import Mapping
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.rumini.position import view
from hoodwink.envs.rumini.table import FIRST_STOP, MAX_WIDTH, Kind

SIGNS: Final = {
    Kind.SEA: ".", Kind.REEF: "#", Kind.STRAIT: "=", Kind.ICE: "*", Kind.FOREST: "f",
    Kind.STICKY: "~", Kind.PIRATE: "p", Kind.SHIPWRECK: "h", Kind.STORM: "v", Kind.BUTTERFLY: "y",
    Kind.GULL: "g", Kind.WHIRLPOOL: "o", Kind.BEETLE: "b", Kind.SHARK: "c", Kind.OCTOPUS: "x",
    Kind.CURRENT: "a", Kind.RING: ".", Kind.EHA: "^", Kind.DHA: "_",
}  # fmt: skip


def sign(t: View, x: int) -> str:
    """Return the letters of a space of the empty board."""
    kind = Kind(int(t.kind[x]))
    if kind in SIGNS:
        return "@" if x == t.start else SIGNS[kind]
    if kind >= FIRST_STOP:
        return kind.name
    return kind.name[-1] if kind <= Kind.ANCHOR_W else "+"


def picture(s: View, t: View, options: Mapping[str, Any], seat: int) -> str:
    """Return board, ships and what `seat` knows."""
    seen = view(s, t, options, seat)
    rows = [[sign(t, MAX_WIDTH * y + x) for x in range(t.width)] for y in range(t.height)]
    ships: dict[tuple[int, int], str] = {}
    for name, own in seen["seats"].items():
        x, y = own["at"]
        ships[x, y] = ships.get((x, y), "") + name
    for (x, y), names in ships.items():
        rows[y][x] = names if len(names) < 3 else names[:2] + "+"
    lines = [_row("y x", [str(x) for x in range(t.width)])]  # a space is [x, y] in words
    lines += [_row(f"{y:>2}|", row) for y, row in enumerate(rows)]
    lines.append(_headline(seen))
    lines += [_line(name, own, seen) for name, own in seen["seats"].items()]
    return "\n".join(line[:80] for line in lines)


def _row(head: str, cells: list[str]) -> str:
    """Return a line of the map, its number at the left."""
    return (head + "".join(f"{cell:>3}" for cell in cells)).rstrip()


def _headline(seen: Mapping[str, Any]) -> str:
    dice = " ".join(str(v) for v in seen.get("dice", {}).values())
    return (
        f"round {seen['round']}  {seen['phase']}  dice {dice or '-'}  "
        f"deck {seen['unknown_tools']}+{len(seen['tool_bottom'])}  "
        f"magnets {seen['magnet_supply']}"
    )


def _line(name: str, own: Mapping[str, Any], seen: Mapping[str, Any]) -> str:
    mark = ">" if seen.get("to_move") == name else " "
    tools = own.get("tools", own["known_tools"])
    held = " ".join(f"{tool}:{n}" for tool, n in tools.items())
    card = own.get("mission") or "not " + "/".join(own["may_miss"])
    return (
        f"{mark}{name} {''.join(own['tokens']) or '-':3} card {card}  "
        f"$ {own['treasures']} mag {own['magnets']} tools {own['tool_count']} {held}"
    )
