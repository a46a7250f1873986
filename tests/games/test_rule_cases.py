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


def test_the_page_of_warumono_has_every_number_once() -> None:
    expected = {f"R{i}" for i in range(1, 50)} | {f"G{i}" for i in range(1, 52)}
    assert sorted(numbers("warumono")) == sorted(expected)


@pytest.mark.parametrize("game", ["warumono2", "warumono"])
def test_every_number_is_cited_by_a_case(game: str) -> None:
    text = "".join(p.read_text() for p in FILES if re.match(rf"{game}[._]", p.name))
    cited = {n for cites in re.findall(r"cites: \[([^]]*)\]", text) for n in cites.split(", ")}
    assert set(numbers(game)) <= cited, set(numbers(game)) - cited


@pytest.mark.parametrize("game", ["warumono2"])
def test_the_page_names_code_that_exists(game: str) -> None:
    page = (ROOT / "envs" / game / "RULES.md").read_text()
    named = [part for span in re.findall(r"`(\w+\.py[^`]*)`", page) for part in span.split("; ")]
    assert len(named) > 100
    for part in named:
        file, _, functions = part.partition(": ")
        source = (ROOT / "envs" / game / file).read_text()
        for function in filter(None, functions.split(", ")):
            assert re.search(rf"^(def|class) {function}\b", source, re.MULTILINE), part
