"""The data of Warumono 2: every count of the box, the rebuilt board, the deck and the sheets."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest
import yaml

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.boards import ways_out
from hoodwink.envs.warumono2.sheets import DIRECTIVES
from hoodwink.envs.warumono2.state import N_OPS, NONE, Fate, Op
from hoodwink.envs.warumono2.table import AHEAD, FAR, HORIZON, TABLE, Effect
from hoodwink.envs.warumono2.tables import (
    DATA,
    components,
    normal_options,
    standard_board,
    standard_deck,
    standard_sheet,
    tables,
    variants,
)
from hoodwink.envs.warumono2.words import space_names

BOARD = standard_board()
SHEETS = {k: standard_sheet(k) for k in range(1, 8)}


def node(name: str) -> int:
    return BOARD["nodes"].index(name)


def table(**options: Any) -> View:
    return View(tables(**options))


# -- board -----------------------------------------------------------------------------------------


def test_board_has_44_spaces_in_the_order_of_the_action_table() -> None:
    ring = [f"S{k:02}" for k in range(1, 25)]
    lanes = [f"C{k}" for k in range(1, 9)]
    places = "HID FOR FAC TRA ALL BIG AP1 AP2 DK1 DK2 GAW_A GAW_D".split()
    assert BOARD["nodes"] == places + ring + lanes
    assert len(BOARD["nodes"]) == 44
    assert space_names(table()) == tuple(BOARD["nodes"])


def test_board_kinds() -> None:
    assert BOARD["round"] == ["HID", "FOR", "FAC", "TRA", "ALL", "BIG"]  # R87
    assert sorted(BOARD["action"]) == ["ALL", "FAC", "FOR", "GAW_A", "GAW_D", "TRA"]  # R73
    t = table()
    assert [BOARD["nodes"][x] for x in np.flatnonzero(t.is_round)] == BOARD["round"]
    effects = {BOARD["nodes"][x]: Effect(e).name for x, e in enumerate(t.effect) if e}
    assert effects == {
        "FOR": "FORGER", "FAC": "FACILITATOR", "TRA": "TRADER", "ALL": "BACK_ALLEY",
        "GAW_A": "GETAWAY", "GAW_D": "GETAWAY",
    }  # fmt: skip


def test_board_edges_are_two_way_but_for_the_big_house() -> None:
    ways = ways_out(BOARD)
    one_way = [(a, b) for a in ways for b in ways[a] if a not in ways[b]]
    assert one_way == [("BIG", "C3")]  # G11
    assert len(BOARD["edges"]) == 54
    assert sum(map(len, ways.values())) == 2 * 54 + 1
    assert max(map(len, ways.values())) == 4


def test_board_ring_and_neighbours() -> None:
    ways = ways_out(BOARD)
    for k in range(1, 25):
        assert f"S{k % 24 + 1:02}" in ways[f"S{k:02}"]
    assert ways["HID"] == ["S01", "S02"]
    assert ways["C2"] == ["ALL", "C1", "C4", "C8"]
    neighbours = table().neighbours
    for name, to in ways.items():
        row = [int(x) for x in neighbours[node(name)] if x != NONE]
        assert row == sorted(node(b) for b in to)


@pytest.mark.parametrize(
    ("start", "end", "steps"),
    [
        ("HID", "FOR", 7), ("FOR", "FAC", 6), ("FAC", "GAW_A", 5), ("FAC", "GAW_D", 9),
        ("FAC", "TRA", 8), ("TRA", "GAW_D", 5), ("HID", "ALL", 6), ("BIG", "FAC", 5),
    ],
)  # fmt: skip
def test_board_distances(start: str, end: str, steps: int) -> None:
    assert table().distance[node(start), node(end)] == steps


def test_board_nobody_walks_into_the_big_house() -> None:
    distance = table().distance
    assert (np.delete(distance[:44, node("BIG")], node("BIG")) == FAR).all()
    assert (np.delete(distance[:44, :44], node("BIG"), axis=1) < FAR).all()


def test_board_exits() -> None:
    t = table()
    assert t.entrance.tolist() == [[node("S14"), node("AP1")], [node("S18"), node("DK1")]]
    assert t.gate.tolist() == [[node("AP1"), node("AP2")], [node("DK1"), node("DK2")]]
    areas = [[BOARD["nodes"][x] for x in np.flatnonzero(t.area == e)] for e in (1, 2)]
    assert areas == [["AP1", "AP2", "GAW_A"], ["DK1", "DK2", "GAW_D"]]
    assert t.big == node("BIG")


# -- components ------------------------------------------------------------------------------------


def test_components_are_those_of_the_box() -> None:
    assert components() == {
        "die": 6,
        "release": 4,
        "roles": {"wiseguy": 5, "undercover": 1},
        "supply": {"passport": 4, "plane": 4, "boat": 4},
    }
    with (DATA / "components.yaml").open(encoding="utf-8") as file:
        box = yaml.safe_load(file)["box"]
    assert box == {
        "board": 1, "markers": 4, "identity_cards": 4, "contents_cards": 4, "profession_cards": 6,
        "passports": 4, "plane_tickets": 4, "boat_tickets": 4, "back_alley_cards": 13,
        "barricades": 2, "die": 1, "scenarios": 21, "blank_scenarios": 3, "counter": 1, "manual": 1,
    }  # fmt: skip


def test_deck_has_13_cards() -> None:
    assert list(standard_deck().values()) == [3, 3, 2, 1, 1, 2, 1]
    assert sum(standard_deck().values()) == 13
    assert table().deck.tolist() == [3, 3, 2, 1, 1, 2, 1]


# -- sheets ----------------------------------------------------------------------------------------


def test_sheets_as_listed() -> None:
    heads = {
        k: (s["name"], s["stars"], s["special"], s["last"], s["fate"]) for k, s in SHEETS.items()
    }
    assert heads == {
        1: ("First Flight Out", 1, [], 18, "ALL_LOSE"),
        2: ("Storm over the Harbour", 1, [], 18, "UO_WINS_ELSE_NONE"),
        3: ("The Mole", 2, [], 18, "LOOT_HOLDER_WINS"),
        4: ("Round-up", 2, [], 15, "ALL_LOSE"),
        5: ("Flee - or die trying", 3, ["TRACKERS"], 20, "REMAINING_WIN"),
        6: ("Open Cases", 3, ["PASS_LEFT"], 17, "UO_WINS_ELSE_NONE"),
        7: ("No Way Out", 3, [], 20, "LOOT_HOLDER_WINS"),
    }
    assert {k: s["blue"] for k, s in SHEETS.items()} == {
        1: [5, 6, 7, 12, 13, 14, 18],
        2: [4, 5, 10, 11, 12, 16, 17, 18],
        3: [5, 6, 9, 10, 13, 14, 15, 16, 17, 18],
        4: [4, 8, 12, 13, 14],
        5: [6, 10, 11, 15],
        6: [7, 8, 13, 14, 16, 17],
        7: [8, 10, 13, 16, 17, 18, 19, 20],
    }


def test_sheet_5_has_the_printed_directives() -> None:
    printed = {
        3: ["TAKEN_IN ROUND"],
        5: ["TAKEN_IN RED"],
        6: [],
        7: ["TAKEN_IN GREEN"],
        13: ["LOCKDOWN AIRPORT", "TAKEN_IN ROUND"],
        14: ["TAKEN_IN YELLOW"],
        15: [],
        16: ["SNATCHED 01"],
        18: ["SNATCHED 02"],
        20: ["SNATCHED 03"],
    }  # R54-R61
    sheet = SHEETS[5]
    assert {k: sheet["do"].get(str(k), []) for k in printed} == printed
    assert [k for k in printed if k in sheet["blue"]] == [6, 15]
    with (DATA / "scenarios/5.yaml").open(encoding="utf-8") as file:
        assert yaml.safe_load(file)["printed"] == list(printed)
    assert sheet["fate"] == "REMAINING_WIN"  # R62


@pytest.mark.parametrize("k", [1, 2, 3, 4, 6, 7])
def test_other_sheets_print_nothing(k: int) -> None:
    with (DATA / f"scenarios/{k}.yaml").open(encoding="utf-8") as file:
        raw = yaml.safe_load(file)
    assert raw["printed"] == []
    assert raw["id"] == k


def test_every_directive_occurs() -> None:
    said = Counter(name for s in SHEETS.values() for line in s["do"].values() for name in line)
    assert set(said) == set(DIRECTIVES)


def test_every_special_rule_and_fate_occurs() -> None:
    assert {word for s in SHEETS.values() for word in s["special"]} == {"TRACKERS", "PASS_LEFT"}
    assert {s["fate"] for s in SHEETS.values()} == {fate.name for fate in Fate}


@pytest.mark.parametrize("k", range(1, 8))
def test_frozen_sheet_says_the_same(k: int) -> None:
    t, sheet = table(scenario=k), SHEETS[k]
    i = int(t.sheet)
    assert (t.n_sheets, t.number[i]) == (7, k)
    assert np.flatnonzero(t.blue[i]).tolist() == sheet["blue"]
    names = {int(op): name for name, op in DIRECTIVES.items()}
    do = {str(c): [names[int(o)] for o in ops if o] for c, ops in enumerate(t.ops[i]) if ops[0]}
    assert do == sheet["do"]
    assert Fate(t.fate[i]).name == sheet["fate"]


def test_rounds_to_what_comes_next() -> None:
    t = table(scenario=5, players=3)
    for p in range(3):
        rounds = t.ahead[p, t.sheet]
        assert rounds[[1, 5, 6, 10, 15], 0].tolist() == [5, 1, 4, 1, HORIZON]
        assert rounds[[1, 3, 13], Op.TAKEN_IN_ROUND].tolist() == [2, 10, HORIZON]
        assert rounds[19, Op.SNATCHED_3] == 1
        assert rounds[1, Op.TAKEN_IN_BLUE] == 0  # a fourth seat, which there is not


def test_colours_ahead_are_seats_seen_from_the_observer() -> None:
    do = {"2": ["TAKEN_IN GREEN"], "5": ["TAKEN_IN BLUE", "CONFIRM"]}
    t = table(players=4, scenario={"last": 9, "fate": "ALL_LOSE", "blue": [3], "do": do})
    for p in range(4):
        green, blue = (Op.TAKEN_IN_RED + (seat - p) % 4 for seat in (1, 3))
        row = t.ahead[p, 0, 1]
        assert (row[green], row[blue], row[0], row[Op.CONFIRM]) == (1, 4, 2, 4)
        spaces = row[N_OPS : N_OPS * (1 + AHEAD)].reshape(AHEAD, N_OPS)
        shown = [np.flatnonzero(space).tolist() for space in spaces]
        assert shown == [[green], [0], [], sorted([Op.CONFIRM, blue]), [], []]


def test_choose_holds_all_seven_sheets() -> None:
    t = table(scenario="choose")
    assert (t.sheet, t.n_sheets, t.number.tolist()) == (-1, 7, [1, 2, 3, 4, 5, 6, 7])
    assert t.last.tolist() == [18, 18, 18, 15, 20, 17, 20]


# -- options ---------------------------------------------------------------------------------------


def test_default_options() -> None:
    assert normal_options() == {
        "players": 4, "scenario": 1, "peek_at_start": True, "separate_start_box": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 3, "scenario": "choose"},
        {"scenario": {"last": 3, "fate": "ALL_LOSE", "do": {2: ["CONFIRM"], "1": ["BETRAY"]}}},
        {"variant": "tiny"},
        {"board": BOARD, "deck": {"DEAL": 2}},
        {"board": str(DATA / "board.yaml"), "deck": DATA / "deck.yaml"},
        {"scenario": str(DATA / "scenarios" / "5.yaml"), "separate_start_box": True},
        {"variant": str(DATA / "variants" / "alley.yaml")},
    ],
)
def test_options_are_plain_data_and_stay_what_they_are(options: dict[str, Any]) -> None:
    normal = normal_options(**options)
    assert json.loads(json.dumps(normal)) == normal
    assert normal_options(**normal) == normal
    assert tables(**normal).tobytes() == tables(**options).tobytes()


def test_files_of_the_standard_game_as_options_change_nothing() -> None:
    own = tables(
        board=DATA / "board.yaml", deck=DATA / "deck.yaml", scenario=DATA / "scenarios/3.yaml"
    )
    standard = tables(scenario=3)
    by_sheet = ("number", "last", "fate", "trackers", "pass_left", "blue")
    by_sheet += ("ops",)
    for name in TABLE.names or ():
        if name not in (*by_sheet, "sheet", "n_sheets", "ahead"):
            assert np.array_equal(own[name], standard[name]), name
    for name in by_sheet[1:]:
        assert np.array_equal(own[name][0, 0], standard[name][0, 2]), name
    assert np.array_equal(own["ahead"][0, :, 0], standard["ahead"][0, :, 2])


def test_the_board_of_the_rules_without_our_keys_loads() -> None:
    plain = {k: v for k, v in BOARD.items() if k not in ("effects", "big_house")}
    assert normal_options(board={"board": plain})["board"] == BOARD


def test_tables_are_fresh_copies() -> None:
    first = tables()
    first["die"] = 1
    assert tables()["die"][0] == 6
    assert first.dtype == TABLE
    options = normal_options(variant="tiny")
    options["scenario"]["last"] = 99
    assert normal_options(variant="tiny")["scenario"]["last"] == 2


def test_separate_start_box_and_peek() -> None:
    t = table(separate_start_box=True, peek_at_start=False)
    assert (t.first_counter, t.peek) == (0, 0)
    assert (table().first_counter, table().peek) == (1, 1)


@pytest.mark.parametrize("name", ["alley", "tiny"])
def test_variants_freeze(name: str) -> None:
    assert name in variants()
    t = table(variant=name)
    assert t.n_seats == 2
    assert t.n_spaces < 44
    assert (t.start_at[2:] == NONE).all()
    assert t.start_ticket[0] == 1


def test_an_exit_that_a_board_lacks_is_nowhere() -> None:
    t = table(variant="tiny")
    assert t.entrance.tolist() == [[0, 2], [NONE, NONE]]
    assert t.gate.tolist() == [[2, 3], [NONE, NONE]]
    assert (table(variant="alley").entrance == NONE).all()


def test_numbers_of_the_spaces_may_be_written_with_two_digits(tmp_path: Any) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("last: 10\nfate: ALL_LOSE\ndo: {01: [BETRAY], 08: [CONFIRM], 010: [BETRAY]}\n")
    do = {"1": ["BETRAY"], "8": ["CONFIRM"], "10": ["BETRAY"]}
    assert normal_options(scenario=str(path))["scenario"]["do"] == do
