"""Liar's Dice in words: positions, views, what is refused."""

from typing import Any

import pytest

from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import View
from tests.games import tree

GAME = find_game("liars_dice")
WORDS = GAME.words


@pytest.mark.parametrize(
    "options", [{"dice": 1, "faces": 3}, {"dice": 2, "faces": 2}, {"players": 3, "faces": 2}]
)
def test_every_position_round_trips(options: dict[str, int]) -> None:
    tree.assert_positions_round_trip(GAME, **options)


def test_full_position_of_a_game_under_way() -> None:
    position = {"options": {"dice": 2}, "history": ["bid 1x2"], "seats": {"B": {"dice": [2, 6]}}}
    loaded = WORDS.load(position, {})
    s, t = View(loaded.states), View(loaded.tables)
    assert WORDS.dump(s, t, loaded.options) == {
        "options": {"players": 2, "dice": 2, "faces": 6},
        "phase": "bid",
        "to_move": "B",
        "history": ["bid 1x2"],
        "seats": {"A": {"dice": [1, 1]}, "B": {"dice": [2, 6]}},
    }
    assert WORDS.view(s, t, loaded.options, 1)["seats"] == {
        "A": {"rolled": 2},
        "B": {"dice": [2, 6]},
    }


def test_nobody_looks_at_dice_before_all_are_rolled() -> None:
    loaded = WORDS.load(
        {"options": {"dice": 2}, "phase": "roll", "seats": {"A": {"dice": [4]}}}, {}
    )
    s, t = View(loaded.states), View(loaded.tables)
    for p in (0, 1):
        seen = WORDS.view(s, t, loaded.options, p)
        assert seen["seats"] == {"A": {"rolled": 1}, "B": {"rolled": 0}}


def test_picture_shows_the_own_dice_only() -> None:
    loaded = WORDS.load({"seats": {"A": {"dice": [3]}}, "history": ["bid 1x3"]}, {})
    assert WORDS.ansi(View(loaded.states), View(loaded.tables), loaded.options, 1) == (
        "Liar's Dice, 6 is wild\n  A  ?\n> B  1\n  played: bid 1x3"
    )


def test_all_dice_are_shown_at_the_end() -> None:
    loaded = WORDS.load({"seats": {"A": {"dice": [3]}}, "history": ["bid 1x3", "liar"]}, {})
    seen = WORDS.view(View(loaded.states), View(loaded.tables), loaded.options, 1)
    assert seen["seats"] == {"A": {"dice": [3]}, "B": {"dice": [1]}}
    assert (seen["winners"], seen["payoffs"]) == (["A"], {"A": 1, "B": -1})


def test_pictures_fit_the_screen() -> None:
    bids = [f"bid {n}x{face}" for n in range(1, 21) for face in range(1, 7)]
    position = {"options": {"players": 4, "dice": 5}, "history": [*bids, "liar"]}
    loaded = WORDS.load(position, {})
    picture = WORDS.ansi(View(loaded.states), View(loaded.tables), loaded.options, 0)
    assert max(map(len, picture.splitlines())) <= 80


def test_words_and_ids_both_ways() -> None:
    t = View(GAME.tables(faces=2))
    words = [WORDS.decision(t, 0, a) for a in range(GAME.n_actions)]
    assert [word for word in words if word] == ["bid 1x1", "bid 1x2", "bid 2x1", "bid 2x2", "liar"]
    outcomes = [WORDS.outcome(t, o) for o in range(GAME.n_outcomes)]
    assert outcomes == ["roll 1", "roll 2", "", "", "", ""]
    assert WORDS.known("bid 20x6") and WORDS.known("roll 6") and WORDS.known("liar")
    assert not WORDS.known("bid 21x1") and not WORDS.known("roll 7") and not WORDS.known("bid 1x7")


def test_events_in_words() -> None:
    position = {"options": {"dice": 2}, "seats": {"A": {"dice": [2, 5]}}, "history": ["bid 2x5"]}
    loaded = WORDS.load(position, {})
    s, t = View(loaded.states), View(loaded.tables)
    told = [WORDS.event(t, int(code)) for code in s.events[0, : s.told[0]]]
    assert told == [
        "A rolls a die", "A rolls a die", "you have a 2", "you have a 5",
        "B rolls a die", "B rolls a die", "bid 2x5",
    ]  # fmt: skip
    ended = WORDS.load({**position, "history": ["bid 2x5", "liar"]}, {})
    s = View(ended.states)
    told = [WORDS.event(t, int(code)) for code in s.events[1, : s.told[1]]]
    assert told[-5:] == ["liar", "A shows a 2", "A shows a 5", "B shows a 1", "B shows a 1"]


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"pot": 2}, "unknown key 'pot'"),
        ({"options": {"sides": 2}}, "options: unknown key 'sides'"),
        ({"options": {"players": 5}}, "options.players must be a whole number from 2 to 4"),
        ({"options": {"dice": 6}}, "options.dice must be a whole number from 1 to 5"),
        ({"options": {"faces": 1}}, "options.faces must be a whole number from 2 to 6"),
        ({"options": {"dice": True}}, "options.dice"),
        ({"seats": {"C": {}}}, "seats: unknown key 'C'"),
        ({"seats": {"A": {"rolled": 1}}}, "seats.A: unknown key 'rolled'"),
        ({"seats": {"A": {"dice": [7]}}}, "seats.A.dice[0] must be a whole number from 1 to 6"),
        ({"seats": {"A": {"dice": 2}}}, "seats.A.dice must be a list"),
        ({"seats": {"A": {"dice": []}}}, "seats.A.dice: 0 where each seat has 1"),
        ({"seats": {"A": {"dice": [1, 1]}}}, "seats.A.dice: 2 where each seat has 1"),
        ({"options": {"dice": 2}, "seats": {"A": {"dice": [2, 1]}}}, "in rising order"),
        ({"seats": {"A": 2}}, "seats.A must be a mapping"),
        ({"history": ["liar"]}, "history[0]: 'liar'"),
        ({"history": ["bid 3x1"]}, "history[0]: 'bid 3x1'"),
        ({"history": ["bid 1x2", "bid 1x2"]}, "history[1]: 'bid 1x2'"),
        ({"history": ["bid 1x2", "liar", "liar"]}, "history[2]: 'liar'"),
        ({"history": [["liar"]]}, "history[0]: ['liar']"),
        ({"history": "liar"}, "history must be a list"),
        ({"history": ["bid 1x2"], "to_move": "A"}, "to_move is 'A'"),
        ({"over": True}, "over does not apply"),
        ({"history": ["bid 1x1", "liar"], "winners": ["B"]}, "winners is ['B']"),
        ({"phase": "roll", "seats": {"B": {"dice": [1]}}}, "the seats before it"),
        ({"phase": "roll", "seats": {"A": {"dice": [1]}, "B": {"dice": [1]}}}, "all dice are"),
        ({"phase": "roll", "history": ["bid 1x1"]}, "history[0]"),
    ],
)
def test_bad_positions_are_refused(position: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition) as refused:
        WORDS.load(position, {})
    assert words in str(refused.value)
