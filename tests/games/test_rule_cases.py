"""Every rule case of the project holds, and every rule has one."""

import re
from pathlib import Path

import pytest

from hoodwink.envs.core.case_files import Case, load_cases
from hoodwink.envs.core.cases import check_case

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(p for p in (ROOT / "tests/cases").glob("*.yaml") if "survivors" not in p.name)
CASES = [case for path in FILES for case in load_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    assert not (failure := check_case(case)), str(failure)


def test_ids_are_unique() -> None:
    ids = [case.id for case in CASES]
    assert len(ids) == len(set(ids))


def numbers(game: str) -> list[str]:
    """Return the numbers that the rules page of a game gives a line, in order."""
    page = (ROOT / "envs" / game / "RULES.md").read_text()
    return re.findall(r"^\| ([RG]\d+) \|", page, re.MULTILINE)


def test_the_page_of_warumono2_has_every_number_once() -> None:
    expected = {f"R{i}" for i in range(1, 101)} | {f"G{i}" for i in range(1, 80)}
    assert sorted(numbers("warumono2")) == sorted(expected)


def test_the_page_of_wongamania_has_every_number_once() -> None:
    expected = {f"R{i}" for i in range(1, 47)} | {f"G{i}" for i in range(1, 52)}
    assert sorted(numbers("wongamania")) == sorted(expected)


@pytest.mark.parametrize("game", ["warumono2", "wongamania"])
def test_every_number_is_cited_by_a_case(game: str) -> None:
    text = "".join(path.read_text() for path in FILES if path.name.startswith(game))
    cited = {n for cites in re.findall(r"cites: \[([^]]*)\]", text) for n in cites.split(", ")}
    assert set(numbers(game)) <= cited, set(numbers(game)) - cited


@pytest.mark.parametrize("game", ["warumono2", "wongamania"])
def test_the_page_names_code_that_exists(game: str) -> None:
    page = (ROOT / "envs" / game / "RULES.md").read_text()
    named = [part for span in re.findall(r"`(\w+\.py[^`]*)`", page) for part in span.split("; ")]
    assert len(named) > 80
    for part in named:
        file, _, functions = part.partition(": ")
        source = (ROOT / "envs" / game / file).read_text()
        for function in filter(None, functions.split(", ")):
            assert re.search(rf"^(def|class) {function}\b", source, re.MULTILINE), part
