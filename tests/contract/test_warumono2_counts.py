"""What the boxes hold: every count of the data equals the printed one, twice over."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.game import GAME
from hoodwink.envs.warumono2.state import Kind, Op
from tests.games.warumono2.components import (
    ACTION,
    AREAS,
    DECK,
    ENTRANCES,
    NEIGHBOURS,
    ROUND,
    SHEETS,
    TICKET_EDGES,
    TWO_WAY,
)

DATA = Path(__file__).parents[2] / "configs" / "warumono2"


def table(**options: Any) -> View:
    return View(GAME.tables(**options))


def name_of(t: View, x: int) -> str:
    return bytes(t.names[x]).rstrip(b"\0").decode()


def test_the_box() -> None:
    t = table()
    assert (t.wiseguys, t.undercovers) == (5, 1)  # R1
    assert (t.passports, list(t.tickets)) == (4, [0, 4, 4])
    assert (t.die, t.release, t.n_spaces) == (6, 4, 44)
    assert sum(t.deck) == 13
    assert {Kind(k).name.lower(): int(n) for k, n in enumerate(t.deck)} == DECK


def test_the_board() -> None:
    t = table()
    names = [name_of(t, x) for x in range(t.n_spaces)]
    assert set(names) == set(NEIGHBOURS) and len(set(names)) == 44
    for x, name in enumerate(names):
        assert {names[y] for y in t.neighbours[x] if y >= 0} == set(NEIGHBOURS[name]), name
    assert {names[x] for x in range(44) if t.is_round[x]} == ROUND
    assert {names[x] for x in range(44) if t.effect[x]} == ACTION
    for e, place in enumerate(AREAS):
        assert {names[x] for x in range(44) if t.area[x] == e + 1} == set(AREAS[place])
        assert tuple(names[x] for x in t.entrance[e]) == ENTRANCES[place]
    for e, edge in enumerate(TICKET_EDGES.values()):
        assert tuple(names[x] for x in t.gate[e]) == edge


def test_ways_go_both_ways_but_out_of_the_big_house() -> None:
    t = table()
    pairs = {(x, int(y)) for x in range(44) for y in t.neighbours[x] if y >= 0}
    one_way = {(name_of(t, x), name_of(t, y)) for x, y in pairs if (y, x) not in pairs}
    assert one_way == {("BIG", "C3")}
    assert len(pairs) == 2 * len(TWO_WAY.split()) + 1


@pytest.mark.parametrize(
    ("far", "steps"),
    [
        ("HID-FOR", 7), ("FOR-FAC", 6), ("FAC-GAW_A", 5), ("FAC-GAW_D", 9), ("FAC-TRA", 8),
        ("TRA-GAW_D", 5), ("HID-ALL", 6), ("BIG-FAC", 5),
    ],
)  # fmt: skip
def test_distances(far: str, steps: int) -> None:
    t = table()
    names = [name_of(t, x) for x in range(44)]
    one, other = map(names.index, far.split("-"))
    assert t.distance[one, other] == steps


@pytest.mark.parametrize("k", range(1, 8))
def test_sheets(k: int) -> None:
    t, sheet = table(scenario=k), SHEETS[k]
    i = int(t.sheet)
    assert (t.number[i], t.last[i]) == (k, sheet["last"])
    assert [c for c in range(len(t.blue[i])) if t.blue[i, c]] == sheet["blue"]
    assert bool(t.trackers[i]) == ("TRACKERS" in sheet["special"])
    assert bool(t.pass_left[i]) == ("PASS_LEFT" in sheet["special"])
    for c in range(t.ops.shape[1]):
        ops = [Op(int(op)).name for op in t.ops[i, c] if op]
        printed = [
            line.replace(" 0", "_").replace(" ", "_") for line in sheet["do"].get(str(c), [])
        ]
        assert ops == printed, c


def test_every_directive_is_somewhere() -> None:
    lines = [line for sheet in SHEETS.values() for on in sheet["do"].values() for line in on]
    used = {line.split()[0] for line in lines}
    assert used == {
        "CONFIRM", "SNATCHED", "LOCKDOWN", "REOPENED", "TAKEN_IN", "BETRAY", "DISPLAY_CONTENTS",
        "DISPLAY_PROFESSIONS",
    }  # fmt: skip


def test_the_files_are_the_tables() -> None:
    assert len(list((DATA / "scenarios").glob("*.yaml"))) == 7
    deck = yaml.safe_load((DATA / "deck.yaml").read_text(encoding="utf-8"))
    assert sum(deck["back_alley"].values()) == 13
