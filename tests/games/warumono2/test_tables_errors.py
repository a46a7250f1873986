"""Bad data and bad options: errors name file, line and key, what was given, what is allowed."""

from pathlib import Path
from typing import Any

import pytest

from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.warumono2.tables import DATA, normal_options

BOARD = (DATA / "board.yaml").read_text(encoding="utf-8")
SHEET = (DATA / "scenarios" / "5.yaml").read_text(encoding="utf-8")
DECK = (DATA / "deck.yaml").read_text(encoding="utf-8")
TINY = (DATA / "variants" / "tiny.yaml").read_text(encoding="utf-8")


def message(**options: Any) -> str:
    with pytest.raises(BadPosition) as caught:
        normal_options(**options)
    return str(caught.value)


def refusal(tmp_path: Path, option: str, text: str) -> str:
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    said = message(**{option: str(path)})
    assert str(path) in said
    return said.removeprefix(str(path)).strip()


def refusal_of_change(tmp_path: Path, option: str, whole: str, old: str, new: str) -> str:
    text = whole.replace(old, new)
    assert text != whole
    said = refusal(tmp_path, option, text)
    assert said.startswith("line ")
    return said


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("    - [HID, S01]", "    - [HID, S99]", "edges[0][1]", "unknown space 'S99'"),
        ("    - [FOR, S07]", "    - [FOR, FOR]", "edges[2]", "two different spaces"),
        ("    - [FOR, S07]", "    - [FOR]", "edges[2]", "two different spaces"),
        ("    - [FOR, S08]", "    - [S07, FOR]", "edges[3]", "given twice"),
        ("    - [FOR, S08]", "    - 5", "edges[3]", "given 5; allowed: a list"),
        ("    - [C7, C8]", "    - [C7, C8]\n    - [C8, C4]", "edges[54]", "C8 has 5 ways out"),
        ("start: HID", "start: [HID]", "start", "unknown space ['HID']"),
        ("big_house: BIG", "big_house: S01", "big_house", "entered by directives"),
        ("one_way: [[BIG, C3]]", "one_way: []", "big_house", "no way out"),
        ("round: [HID, FOR", "round: [HID, HID", "round[1]", "given twice"),
        (
            "action: [FOR, FAC",
            "action: [FOR, S01",
            "action[1]",
            "unknown space with an effect 'S01'",
        ),
        ("action: [FOR, FAC", "action: [FOR", "action", "'FAC' has an effect and is not listed"),
        ("FOR: forger", "FOR: smith", "effects.FOR", "unknown effect 'smith'"),
        ("FOR: forger", "FUR: forger", "effects.FUR", "unknown space 'FUR'"),
        ("PLANE: [AP1", "PLANE: [S14", "ticket_edges.PLANE", "no edge from S14 to AP2"),
        ("PLANE: [AP1", "TRAIN: [AP1", "ticket_edges.TRAIN", "unknown key 'TRAIN'"),
        ("[S14, AP1], DOCKS", "[AP1, S14], DOCKS", "areas", "past its entrance"),
        ("AIRPORT: [AP1, AP2, GAW_A]", "AIRPORT: [AP2, GAW_A]", "areas", "past its entrance"),
        ("areas: {AIRPORT: [AP1, AP2, GAW_A], ", "areas: {", "entrance_edges", "no AIRPORT"),
        ("start: HID", "begin: HID", "begin", "unknown key 'begin'"),
    ],
)
def test_bad_board_names_line_and_key(
    tmp_path: Path, old: str, new: str, key: str, words: str
) -> None:
    said = refusal_of_change(tmp_path, "board", BOARD, old, new)
    assert f": board.{key}: " in said
    assert words in said


def test_the_line_is_the_right_one(tmp_path: Path) -> None:
    text = BOARD.replace("    - [C1, C2]", "    - [C1, C9]")
    said = refusal(tmp_path, "board", text)
    assert said.startswith(
        f"line {line_of(text, '[C1, C9]')}: board.edges[46][1]: unknown space 'C9'"
    )


def test_board_limits(tmp_path: Path) -> None:
    assert "at most 44" in refusal(
        tmp_path, "board", BOARD.replace("C7, C8]\n", "C7, C8, C9]\n", 1)
    )
    assert "given twice" in refusal(
        tmp_path, "board", BOARD.replace("nodes: [HID,", "nodes: [S01,")
    )
    assert "letters, digits" in refusal(
        tmp_path, "board", BOARD.replace("[HID, FOR", "['H D', FOR", 1)
    )
    lost = BOARD.replace("    - [DK1, S18]\n", "").replace(", DOCKS: [S18, DK1]", "")
    assert "no way leads from the start to 'DK1'" in refusal(tmp_path, "board", lost)
    assert "the key 'nodes' is missing" in refusal(tmp_path, "board", "start: HID\n")


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("last: 20", "last: 31", "last", "given 31; allowed: 1 to 30"),
        ("last: 20", "last: 0", "last", "given 0; allowed: 1 to 30"),
        ("last: 20", "last: 20.0", "last", "given 20.0"),
        ("last: 20", "last: true", "last", "given True"),
        ("last: 20", "last: .nan", "last", "given nan"),
        ("last: 20", "last: 12", "printed[4]", "given 13; allowed: 1 to 12"),
        ("blue: [6, 10", "blue: [10, 10", "blue", "each space once"),
        ("blue: [6", "blue: ['6'", "blue[0]", "given '6'"),
        ("fate: REMAINING_WIN", "fate: DRAW", "fate", "unknown fate 'DRAW'"),
        ("special: [TRACKERS]", "special: []", "do.16[0]", "TRACKERS"),
        ("special: [TRACKERS]", "special: [SPEED]", "special[0]", "unknown special rule 'SPEED'"),
        ("[SNATCHED 01]", "[SNATCHED 1]", "do.16[0]", "unknown directive 'SNATCHED 1'"),
        ("[TAKEN_IN RED]", "[TAKEN_IN PINK]", "do.5[0]", "unknown directive 'TAKEN_IN PINK'"),
        ("[BETRAY]", "BETRAY", "do.8", "given 'BETRAY'; allowed: a list"),
        ("[BETRAY]", "[BETRAY, BETRAY, BETRAY, BETRAY, BETRAY]", "do.8", "at most 4"),
        ("  20: [SNATCHED", "  21: [SNATCHED", "do.21", "given the space 21; allowed: 1 to 20"),
        ("  20: [SNATCHED", "  x: [SNATCHED", "do.x", "given the space 'x'"),
        ("  20: [SNATCHED", "  18: [SNATCHED", "do.18", "given twice"),
        ("stars: 3", "stars: 9", "stars", "given 9"),
        ("name: Flee", "nom: Flee", "nom", "unknown key 'nom'"),
        ("name: Flee - or die trying", "name: 5", "name", "given 5; allowed: a text"),
        ("id: 5", "id: 8", "id", "given 8"),
    ],
)
def test_bad_sheet_names_line_and_key(
    tmp_path: Path, old: str, new: str, key: str, words: str
) -> None:
    said = refusal_of_change(tmp_path, "scenario", SHEET, old, new)
    assert f": {key}" in said
    assert words in said


def test_the_line_of_a_directive(tmp_path: Path) -> None:
    text = SHEET.replace("[LOCKDOWN AIRPORT, TAKEN_IN ROUND]", "[LOCKDOWN AIRPORT, EXPLODE]")
    said = refusal(tmp_path, "scenario", text)
    assert said.startswith(
        f"line {line_of(text, 'EXPLODE')}: do.13[1]: unknown directive 'EXPLODE'"
    )


def test_bad_deck(tmp_path: Path) -> None:
    assert "DEAL: given -1" in refusal(tmp_path, "deck", DECK.replace("DEAL: 1", "DEAL: -1"))
    said = refusal(tmp_path, "deck", DECK.replace("DEAL: 1", "STEAL: 1"))
    assert "unknown kind of card 'STEAL'" in said
    assert "at least one" in message(deck={})
    assert "deck.DEAL: given 14" in message(deck={"DEAL": 14})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: top level: given None; allowed: a mapping"),
        ("a: [1, 2", "line 1: this is no YAML"),
        ("a: 1\nb: 2\na: 3\n", "line 3: a: this key is given twice"),
        ("x: &y [1]\nz: *y\n", "aliases"),
        ("x: &y {z: *y}\n", "aliases"),
        ("last: !!python/object/apply:os.getcwd []\n", "is not allowed"),
        ("last: !!python/name:os.getcwd\n", "allowed: text, numbers, true, false"),
        ("<<: {last: 3}\nfate: ALL_LOSE\n", "unknown key '<<'"),
        ("? [1, 2]\n: 3\n", "a key must be a word or a number"),
        ("last: 2020-99-99\n", "line 1: last"),
        (f"last: {'9' * 5000}\n", "line 1: last"),
        ("[" * 3000, "nested too deeply"),
        ("a: 1\n--- \nb: 2\n", "this is no YAML"),
        ("a\0b", "no YAML"),
        ("5", "given 5; allowed: a mapping"),
    ],
)
def test_hostile_yaml(tmp_path: Path, text: str, words: str) -> None:
    assert words in refusal(tmp_path, "scenario", text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "there is no such file" in message(board=str(tmp_path / "none.yaml"))
    assert "there is no such file" in message(board=tmp_path)
    (tmp_path / "latin.yaml").write_bytes(b"name: \xe9\n")
    assert "no UTF-8" in message(scenario=tmp_path / "latin.yaml")
    (tmp_path / "big.yaml").write_bytes(b"#" * (1 << 21))
    assert "larger than" in message(scenario=tmp_path / "big.yaml")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("players: 2", "players: 5", "players: given 5; allowed: 2 to 4"),
        ("die: 2", "die: 8", "die: given 8; allowed: 1 to 7"),
        ("release: 1", "release: 3", "release: given 3; allowed: 1 to 2"),
        ("{wiseguy: 1,", "{wiseguy: 0,", "roles: fewer Profession Cards than the 2 players"),
        ("undercover: 1}", "undercover: 2}", "roles.undercover: given 2"),
        ("{passport: 2,", "{passport: 1,", "supply: fewer passports"),
        ("boat: 0}", "boat: 5}", "supply.boat: given 5"),
        ("at: [AP1, HID]", "at: [AP1]", "start.at: given 1 entries; allowed: 2"),
        ("at: [AP1, HID]", "at: [AP1, S99]", "start.at[1]: unknown space 'S99'"),
        ("ticket: [plane, none]", "ticket: [boat, none]", "start: more boat tickets"),
        ("passport: [true, true]", "passport: [false, true]", "start: a ticket without a passport"),
        ("passport: [true, true]", "passport: [1, true]", "start.passport[0]: given 1"),
        ("  start: HID", "  start: S01", "board.start: unknown space 'S01'"),
        ("  last: 2", "  last: 99", "scenario.last: given 99"),
        ("die: 2", "dice: 2", "dice: unknown key 'dice'"),
    ],
)
def test_bad_variant(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert words in refusal_of_change(tmp_path, "variant", TINY, old, new)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 2}, "players: given 2; allowed: 3 to 4"),
        ({"players": 5}, "players"),
        ({"players": True}, "players: given True"),
        ({"players": 4.0}, "players: given 4.0"),
        ({"players": float("nan")}, "players: given nan"),
        ({"players": "4"}, "players: given '4'"),
        ({"players": None}, "players: given None"),
        ({"players": 10**400}, "players"),
        ({"scenario": 0}, "unknown scenario 0"),
        ({"scenario": 8}, "unknown scenario 8"),
        ({"scenario": True}, "unknown scenario True"),
        ({"scenario": 1.0}, "unknown scenario 1.0"),
        ({"scenario": "5"}, "unknown scenario '5'"),
        ({"scenario": "Choose"}, "unknown scenario"),
        ({"scenario": [5]}, "unknown scenario [5]"),
        ({"scenario": None}, "unknown scenario None"),
        ({"scenario": {}}, "scenario: the key 'last' is missing"),
        ({"scenario": {"last": 2, "fate": None}}, "scenario.fate: unknown fate None"),
        ({"scenario": {"last": 2, "fate": "ALL_LOSE", "do": {"1": [], 1: []}}}, "given twice"),
        ({"scenario": {"last": 2, "fate": "ALL_LOSE", "do": {True: []}}}, "given the space True"),
        ({"scenario": {"last": 2, "fate": "ALL_LOSE", "name": "\x1b[2J"}}, "scenario.name"),
        ({"scenario": {"last": 2, "fate": "ALL_LOSE", "do": [1]}}, "scenario.do: given [1]"),
        ({"peek_at_start": 1}, "peek_at_start: given 1; allowed: true, false"),
        ({"separate_start_box": "yes"}, "separate_start_box: given 'yes'"),
        ({"speed": 3}, "unknown option 'speed'"),
        ({"board": 5}, "board: given 5"),
        ({"board": {"nodes": "HID"}}, "board: the key 'round' is missing"),
        ({"deck": {"ACE": 1}}, "deck.ACE: unknown kind of card 'ACE'"),
        (
            {"variant": "huge"},
            "unknown variant 'huge'; allowed: alley, mini, mini3, nano, nano3, tiny",
        ),
        ({"variant": 5}, "variant: given 5"),
        ({"variant": "tiny", "players": 3}, "players: given 3; allowed: 2"),
        ({"variant": "tiny", "deck": {"DEAL": 1}}, "deck: a variant brings its own"),
    ],
)
def test_bad_options(options: dict[str, Any], words: str) -> None:
    assert words in message(**options)


def test_errors_stay_short_and_never_loop() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert len(message(scenario=endless)) < 300
    assert len(message(scenario="x" * 10_000)) < 300
    assert len(message(players=["y" * 10_000] * 10_000)) < 700
