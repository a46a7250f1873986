"""What a terminal shows: the board as text, the sheet, and what a seat knows."""

import re
import textwrap
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.position import EXIT_WORDS, Position, directives, view
from hoodwink.envs.warumono2.state import NONE, Fate
from hoodwink.envs.warumono2.tables import standard_sheet, tables
from hoodwink.envs.warumono2.words import SEAT_NAMES, space_names

WIDTH: Final = 80
MARKS: Final = "RGYB"  # Markers of red, green, yellow, blue; small for the seat that looks

BOARD: Final = r"""
HID-----S02-----S03-------------S04-----S05-----S06-----S07-----FOR
 |   /                           |                           \   |
S01                             C1                              S08
 |                               |                               |
S24                              |                              S09
 |                              C2                               |
S23                          /   |   \                  BIG      |
 |                        /      |      \                v       |
S22-----C7------C8--------------ALL-------------C4------C3------S10
 |                        \      |      /                        |
S21                          \   |   /                          S11
 |                              C6                               |
S20                             C5                              S12
 |   \                           |                           /   |
TRA-----S19-----S18-----S17-----S16-----S15-----S14-----S13-----FAC
                 :                               :
                DK1=====DK2-----GAW_D           AP1=====AP2-----GAW_A
"""  # the drawing of the standard board
NAME: Final = re.compile("[A-Z][A-Z_]*[0-9]*(?:_[A-Z])?")
LEGEND: Final = ": entrance, # barricade, = costs a ticket, v one way only"
ENTRANCES: Final = {"airport": "AP1", "docks": "DK1"}


def picture(s: View, t: View, options: Mapping[str, Any], seat: int) -> str:
    """Return board, sheet and what `seat` knows as lines of at most 80 columns."""
    seen = view(s, t, options, seat)
    lines = [
        *_head(s, t, seen, seat),
        "",
        *_board(s, t, seat),
        "",
        *_sheet(s, t),
        "",
        *_seats(seen, seat),
        "",
        *_table(t, seen),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _head(s: View, t: View, seen: Position, seat: int) -> list[str]:
    if seen.get("over"):
        what = f"over; winners: {', '.join(seen['winners']) or 'nobody'}"
    else:
        what = f"{seen['to_move']} to move, phase {seen['phase']}"
    keys = ("turn", "path", "left", "card", "named", "queue")
    extra = [f"{key} {_text(seen[key])}" for key in keys if key in seen]
    if seen.get("switched"):
        extra.append("switched")
    return _wrapped("; ".join([f"Warumono 2, seen by {SEAT_NAMES[seat]}; {what}", *extra]), "  ")


def _text(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _flowed(items: Iterable[str]) -> list[str]:
    """Put items behind one another, never breaking one."""
    lines = [" "]
    for item in items:
        if len(lines[-1]) + 1 + len(item) > WIDTH:
            lines.append(" ")
        lines[-1] += f" {item}"
    return lines


# -- the board ------------------------------------------------------------------------------------


def _board(s: View, t: View, seat: int) -> list[str]:
    names = space_names(t)
    if names == space_names(_standard()) and (t.neighbours == _standard().neighbours).all():
        return _drawn(s, names, seat)
    lines = []
    for x, name in enumerate(names):
        ways = " ".join(names[y] for y in t.neighbours[x] if y != NONE)
        lines += _wrapped(f"{name:8} {_markers(s, x, seat):5} to {ways}", " " * 18)
    return lines


@cache
def _standard() -> View:
    return View(tables())


def _markers(s: View, x: int, seat: int) -> str:
    marks = [MARKS[p] for p in range(s.n_seats) if s.at[p] == x]
    return "".join(mark.lower() if mark == MARKS[seat] else mark for mark in marks)


def _drawn(s: View, names: tuple[str, ...], seat: int) -> list[str]:
    lines: list[str] = list(BOARD.strip("\n").split("\n"))
    places = {
        found[0]: (i, found.start())
        for i, line in enumerate(lines)
        for found in NAME.finditer(line)
    }
    for x, name in enumerate(names):
        marks = _markers(s, x, seat)
        if marks:
            i, column = places[name]
            text = name + (":" if len(marks) < len(MARKS) else "") + marks
            lines[i] = f"{lines[i][:column]}{text}{lines[i][column + len(text) :]}"
    for e, word in enumerate(EXIT_WORDS):
        if s.barricade[e]:
            i, column = places[ENTRANCES[word]]
            lines[i - 1] = f"{lines[i - 1][: column + 1]}#{lines[i - 1][column + 2 :]}"
    return [*lines, LEGEND]


# -- sheet, seats and table -----------------------------------------------------------------------


def _sheet(s: View, t: View) -> list[str]:
    if s.sheet == NONE:
        return ["Scenario: to be chosen by the Starting Player."]
    i = s.sheet
    number = int(t.number[i])
    title = f"{number} {standard_sheet(number)['name']}" if number else "of your own"
    special = [w for w, on in (("TRACKERS", t.trackers[i]), ("PASS_LEFT", t.pass_left[i])) if on]
    lines = _wrapped(
        f"Scenario {title}{', ' + ', '.join(special) if special else ''}; "
        "[n] is the Counter, * arrests possible:"
    )
    pieces: list[str] = []
    for c in range(min(s.counter, t.first_counter), t.last[i] + 1):
        said = directives(t, i, c)
        if said or t.blue[i, c] or c == s.counter:
            space = f"[{c}]" if c == s.counter else str(c)
            space += "*" if t.blue[i, c] else ""
            said = [" ".join([space, *said[:1]]), *said[1:]]
            pieces += [f"{piece}," for piece in said[:-1]] + [f"{said[-1]};"]
    return lines + _flowed([*pieces, f"after {t.last[i]} {Fate(t.fate[i]).name}"])


def _seats(seen: Position, seat: int) -> list[str]:
    lines = ["seat     at       passport  ticket  profession         contents"]
    for p, (name, own) in enumerate(seen["seats"].items()):
        mark = f"{'*' if p == seat else ' '}{name}"
        role = own.get("role", "?") + (" (shown)" if own["revealed"] else "")
        if own["out"]:
            lines.append(f"{mark:9}out{'':24}{role}")
            continue
        passport = "yes" if own["passport"] else "no"
        card = own.get("contents") or _maybe(own.get("maybe"))
        lines.append(f"{mark:9}{own['at']:9}{passport:9} {own['ticket']:7} {role:18} {card}")
    return lines


def _maybe(record: Mapping[str, Any] | None) -> str:
    if record is None:
        return "?"
    return f"maybe {record['last_seen']}, touched {record['touched']}"


def _table(t: View, seen: Position) -> list[str]:
    shut = [word for word in EXIT_WORDS if word in seen["barricades"]]
    used = [f"{n} {word}" for word, n in seen["discard"].items() if n]
    supply = ", ".join(f"{n} {word}" for word, n in seen["supply"].items())
    return [
        *_wrapped(f"Barricades: {_list(shut)}. Starting Player: {seen.get('first', 'not known')}."),
        *_wrapped(f"Supply: {supply}. Out of play: {_list(seen['out_of_play'])}."),
        *_wrapped(f"Pile {seen['pile']}, used: {_list(used)}.", "  "),
    ]


def _list(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"
