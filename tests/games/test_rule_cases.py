"""Every rule case of the project holds, and every rule has one."""

import re
from pathlib import Path

import pytest

from hoodwink.envs.core.case_files import Case, load_cases
from hoodwink.envs.core.cases import check_case
from hoodwink.envs.core.registry import NAMES

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


def with_rules() -> list[str]:
    """Return the games that have a page of numbered rules."""
    return [name for name in NAMES if (ROOT / "envs" / name / "RULES.md").exists()]


def cases_of(game: str) -> list[Path]:
    """Return the files of cases of a game: `<game>.yaml` and `<game>_*.yaml`."""
    return [path for path in FILES if re.fullmatch(rf"{game}(_.*)?", path.stem)]


# How many rules and how many rulings each page lists.
PAGES = {"warumono2": (100, 79), "warumono": (49, 51), "wongamania": (46, 51), "rumini": (67, 55)}


@pytest.mark.parametrize("game", PAGES)
def test_the_page_has_every_number_once(game: str) -> None:
    rules, rulings = PAGES[game]
    expected = [f"R{i + 1}" for i in range(rules)] + [f"G{i + 1}" for i in range(rulings)]
    assert sorted(numbers(game)) == sorted(expected)


@pytest.mark.parametrize("game", with_rules())
def test_every_number_is_cited_by_a_case(game: str) -> None:
    text = "".join(path.read_text() for path in cases_of(game))
    cited = {n for cites in re.findall(r"cites: \[([^]]*)\]", text) for n in cites.split(", ")}
    assert numbers(game)
    assert set(numbers(game)) <= cited, set(numbers(game)) - cited


@pytest.mark.parametrize("game", with_rules())
def test_the_page_names_code_that_exists(game: str) -> None:
    page = (ROOT / "envs" / game / "RULES.md").read_text()
    named = [part for span in re.findall(r"`(\w+\.py[^`]*)`", page) for part in span.split("; ")]
    assert len(named) > (100 if game == "warumono2" else 0)
    for part in named:
        file, _, functions = part.partition(": ")
        source = (ROOT / "envs" / game / file).read_text()
        for function in filter(None, functions.split(", ")):
            assert re.search(rf"^(def|class) {function}\b", source, re.MULTILINE), part
