"""Worlds drawn for a seat of Rumini: exactly those that can be, each as often as it should be."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.state import View
from hoodwink.envs.rumini import worlds
from hoodwink.envs.rumini.game import GAME
from hoodwink.envs.rumini.state import N_TOOLS, OMITTED, Letter, Tool

Hands = tuple[tuple[int, ...], ...]

FC, ID, MM, TW = Tool
BOTTOM = 4 * ["firecracker"] + 5 * ["iron_drop"] + 4 * ["mapmaker"] + 3 * ["turning_water"]
UNSEEN = (FC, ID, MM, TW, TW)  # by seat A: two with B, two with C, one in the deck


def few(**more: Any) -> tuple[View, View]:
    """Return a position with six tools that are not at the bottom, one of them A's."""
    seats = {
        "A": {"tools": {"firecracker": 1}},
        "B": {"tools": {"firecracker": 1, "turning_water": 1}},
        "C": {"tools": {"iron_drop": 1, "mapmaker": 1}},
    }
    position = {"options": {"players": 3}, "tool_bottom": BOTTOM, "seats": seats, **more}
    loaded = GAME.words.load(position, {})
    return View(loaded.states), View(loaded.tables)


def hands(s: View) -> Hands:
    """Return the tools of B and C."""
    return tuple(tuple(int(n) for n in s.tools[q]) for q in (1, 2))


def expected(s: View) -> Counter[Hands]:
    """Return in how many orders the tools can lie, by hands, said without the code under test."""
    found: Counter[Hands] = Counter()
    for cards in set(permutations(UNSEEN)):
        if s.gone[cards[4]]:
            continue
        laid = cards[:2], cards[2:4]
        others = [[2 - hand.count(k) for k in range(N_TOOLS)] for hand in laid]
        if all(others[q][k] >= s.least[q + 1, k] for q in range(2) for k in range(N_TOOLS)):
            found[tuple(tuple(hand.count(k) for k in range(N_TOOLS)) for hand in laid)] += 1
    return found


def known(s: View, what: str) -> View:
    """Let all have seen what a name says."""
    if what in ("gone", "both"):
        s.gone[FC] = 1
    if what in ("least", "both"):
        s.least[1, TW] = s.least[2, ID] = 1
    if what == "most":
        s.gone[FC] = s.gone[ID] = s.gone[MM] = 1
    return s


@pytest.mark.parametrize("what", ["nothing", "gone", "least", "both", "most"])
def test_counting_deals_each_world_as_often_as_it_can_lie(what: str) -> None:
    s, _ = few()
    odds = expected(known(s, what))
    counts, left = 2 << 8 | 2 << 16, 1 | 1 << 8 | 1 << 16 | 2 << 24
    assert worlds.count_deals(s, 0, counts, left, -1) == sum(odds.values())
    found: Counter[Hands] = Counter()
    for chosen in range(sum(odds.values())):
        worlds.count_deals(s, 0, counts, left, chosen)
        found[hands(s)] += 1
    assert found == odds


@pytest.mark.parametrize("tries", [0, worlds.TRIES])
@pytest.mark.parametrize("what", ["nothing", "both", "most"])
def test_both_ways_to_draw_have_the_same_odds(
    what: str, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "TRIES", tries)
    s, t = few()
    odds = expected(known(s, what))
    found: Counter[Hands] = Counter()
    n, rng = 1500, generators(1, 1)[0]
    for _ in range(n):
        worlds.draw_tools(s, t, 0, rng)
        found[hands(s)] += 1
    assert set(found) == set(odds)
    for world, weight in odds.items():
        share = weight / sum(odds.values())
        assert found[world] / n == pytest.approx(share, abs=4.5 * (share / n) ** 0.5)


def test_a_tool_that_is_searched_and_will_be_found_lies_in_the_deck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worlds, "TRIES", 0)
    bottom = [tool for tool in BOTTOM if tool != "turning_water"]
    seats = {
        "A": {"at": [10, 1], "tools": {"turning_water": 3}},
        "B": {"tools": {"firecracker": 1, "turning_water": 1}},
        "C": {"tools": {"iron_drop": 1, "mapmaker": 1}},
    }
    pending = {"event": "search", "tool": "turning_water"}
    s, t = few(tool_bottom=bottom, seats=seats, phase="chance", turn="A", pending=pending)
    rng = generators(1, 2)[0]
    for _ in range(200):
        worlds.draw_tools(s, t, 0, rng)
        assert s.tools[:3, TW].sum() < t.tools[TW]


def test_who_is_towed_has_the_letter_in_every_world() -> None:
    seats = {
        "A": {"at": [8, 2], "mission": "nes"},
        "B": {"mission": "swn"},
        "C": {"mission": "esw"},
    }
    position = {"options": {"players": 3}, "phase": "anchor", "turn": "A", "seats": seats}
    loaded = GAME.words.load({**position, "pending": {"letter": "N"}}, {})
    s, t = View(loaded.states), View(loaded.tables)
    rng, cards = generators(1, 3)[0], set()
    for _ in range(100):
        worlds.draw_missions(s, t, 1, rng)
        cards.add(int(s.mission[0]))
    assert len(cards) == 2  # the other of the three cards with N is with B
    assert all(OMITTED[card] != Letter.N for card in cards)
