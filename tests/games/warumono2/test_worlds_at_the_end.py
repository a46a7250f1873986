"""Who may have been who, and what stays possible: worlds drawn where rule cases end."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hoodwink import Match, Perspective
from hoodwink.envs.core.case_files import load_cases
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.knowledge import ORDERS
from hoodwink.envs.warumono2.state import NONE, Card, Role

FOLDER = Path(__file__).parents[2] / "cases"
FILES = ("warumono2_fates.yaml", "warumono2_movement.yaml")
CASES = {case.id: case for file in FILES for case in load_cases(FOLDER / file)}
NOBODY = "nobody"  # who was dealt in
DRAWS = 60


def ended(case: str) -> Match:
    """Play a rule case to its end."""
    story = CASES[f"warumono2/{case}"].story
    match = Match("warumono2", position=CASES[f"warumono2/{case}"].position)
    for word in story.play:
        match.play(word)
    match.play_forced()
    assert match.over
    return match


def worlds(match: Match, seat: str) -> Iterator[View]:
    """Draw worlds that a seat cannot tell from the true one."""
    drawn = Perspective(match, seat).worlds(DRAWS, rng=1)
    return (View(drawn, i) for i in range(DRAWS))


def operative(s: View, names: tuple[str, ...]) -> str:
    """Name the operative of a world."""
    return next((name for p, name in enumerate(names) if s.role[p] == Role.UNDERCOVER), NOBODY)


OPERATIVES = {
    # by this fate only an operative wins: a winner who has shown nothing is the operative,
    "fate-operative": {"yellow"},
    "fate-operative-of-two": {"yellow"},
    "fate-operative-three-players": {"red"},
    # and if nobody wins, nobody who remains is; who is out may have been,
    "fate-operative-not-dealt": {NOBODY},
    "fate-operative-gone": {"green", NOBODY},
    "fate-operative-after-a-getaway": {NOBODY},
    # but a win by the Loot, by being the last one, or another fate tells no Profession.
    "getaway-before-the-fate-of-the-operative": {"red", "green", "blue", NOBODY},
    "getaway-last-one-wins": {"red", "green", "yellow", NOBODY},
    "fate-all-lose": {"red", "green", "yellow", "blue", NOBODY},
    "fate-loot-holder": {"red", "green", "yellow", "blue", NOBODY},
}


@pytest.mark.parametrize("case", OPERATIVES)
def test_who_may_have_been_the_operative(case: str) -> None:
    match = ended(case)
    truth = operative(View(match.states), match.seats)
    for seat in match.seats:
        found = {operative(s, match.seats) for s in worlds(match, seat)}
        expected = {seat} if seat == truth else OPERATIVES[case] - {seat}
        assert found == expected, seat


def test_the_operative_is_who_is_left_where_every_profession_is_dealt() -> None:
    start = "start green, role red wiseguy, role green undercover, contents red loot"
    match = Match("warumono2", position={"phase": "deal", "options": {"variant": "tiny"}})
    for word in [*start.split(", "), "contents green fake_1"]:
        match.play(word)
    for seat in match.seats:
        assert {operative(s, match.seats) for s in worlds(match, seat)} == {"green"}, seat


HOLDERS = {
    "fate-loot-holder": {"yellow"},
    "fate-loot-holder-operative": {"green"},
    "fate-operative-after-a-getaway": {"red", "green", "blue"},
}


@pytest.mark.parametrize("case", HOLDERS)
def test_who_may_have_held_the_loot(case: str) -> None:
    match = ended(case)
    truth = list(View(match.states).contents).index(Card.LOOT)
    for p, seat in enumerate(match.seats):
        found = {match.seats[list(s.contents).index(Card.LOOT)] for s in worlds(match, seat)}
        assert found == ({seat} if p == truth else HOLDERS[case] - {seat}), seat


@pytest.mark.parametrize("case", ["fate-remaining-three-players", "fate-remaining-three"])
def test_others_memories_follow_the_cards(case: str) -> None:
    match = ended(case)
    weights = match.states["belief"][0].sum(axis=1).tolist()
    for seat in match.seats:
        for s in worlds(match, seat):
            assert s.belief.sum(axis=1).tolist() == weights, "a weight is lost or doubled"
            held = s.contents != NONE
            is_true = (ORDERS[:, held] == s.contents[held]).all(axis=1)
            for q in range(match.n_seats):
                assert s.belief[q, np.flatnonzero(is_true)].any(), f"{q} excludes the world"
