"""Golden games and counts: what was once right stays as it is, to the last observation."""

import json
from pathlib import Path

import pytest

from hoodwink.envs.core.registry import NAMES
from tests.contract import records
from tests.games.warumono2 import reference

GOLDEN = sorted(records.GOLDEN.glob("*.txt"))
PERFT = sorted(records.PERFT.glob("*.txt"))
AGAIN = "python -m tests.contract.records"


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_its_records(name: str) -> None:
    assert [f for f in GOLDEN if f.stem.split("-")[0] == name], f"no golden game: {AGAIN}"
    assert (records.PERFT / f"{name}.txt") in PERFT, f"no counts: {AGAIN}"


def test_no_record_is_left_over() -> None:
    assert {f.stem for f in GOLDEN} == set(records.GAMES)
    assert {f.stem for f in PERFT} == set(NAMES)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda f: f.stem)
def test_golden_game(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    head, words = records.recorded(text)
    again = records.playthrough(head["game"], head["options"], head["position"], words)
    for i, (new, old) in enumerate(zip(again.splitlines(), text.splitlines(), strict=False)):
        assert new == old, f"line {i + 1} of {file.name}; if that is meant: {AGAIN}"
    assert again == text


@pytest.mark.parametrize("file", PERFT, ids=lambda f: f.stem)
def test_counts(file: Path) -> None:
    for i, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
        *numbers, position = line.split(" ", records.DEPTH)
        found = records.counts(file.stem, json.loads(position))
        assert found == [int(n) for n in numbers], f"line {i + 1} of {file.name}"


def test_the_reference_counts_the_same() -> None:
    for line in (records.PERFT / "warumono2.txt").read_text(encoding="utf-8").splitlines():
        *numbers, position = line.split(" ", records.DEPTH)
        for depth in (1, 2, 3):
            assert leaves(json.loads(position), depth) == int(numbers[depth - 1]), position


def leaves(position: reference.Position, depth: int) -> int:
    words = reference.legal(position)
    if depth == 0 or not words:
        return 1
    return sum(leaves(reference.play(position, word), depth - 1) for word in words)
