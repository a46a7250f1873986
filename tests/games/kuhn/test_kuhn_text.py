"""Kuhn poker in words: positions, views, what is refused."""

from typing import Any

import pytest

from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import View
from tests.games import tree

GAME = find_game("kuhn")
WORDS = GAME.words


@pytest.mark.parametrize("players", [2, 3])
def test_every_position_round_trips(players: int) -> None:
    tree.assert_positions_round_trip(GAME, players=players)


def test_full_position_of_a_game_under_way() -> None:
    loaded = WORDS.load({"options": {"players": 3}, "history": ["pass", "bet"]}, {})
    s, t = View(loaded.states), View(loaded.tables)
    assert WORDS.dump(s, t, loaded.options) == {
        "options": {"players": 3},
        "phase": "bet",
        "to_move": "C",
        "history": ["pass", "bet"],
        "seats": {
            "A": {"card": 0, "paid": 1},
            "B": {"card": 1, "paid": 2},
            "C": {"card": 2, "paid": 1},
        },
    }
    assert WORDS.view(s, t, loaded.options, 1)["seats"] == {
        "A": {"paid": 1},
        "B": {"card": 1, "paid": 2},
        "C": {"paid": 1},
    }


def test_picture_shows_the_own_card_only() -> None:
    loaded = WORDS.load({"seats": {"A": {"card": 2}}, "history": ["bet"]}, {})
    assert WORDS.ansi(View(loaded.states), View(loaded.tables), loaded.options, 1) == (
        "Kuhn poker, pot 3\n  A  card ?  paid 2\n> B  card 0  paid 1\n  played: bet"
    )


def test_cards_are_shown_at_the_end_by_those_who_are_in() -> None:
    position = {"options": {"players": 3}, "history": ["bet", "pass", "bet"]}
    loaded = WORDS.load(position, {})
    seen = WORDS.view(View(loaded.states), View(loaded.tables), loaded.options, 0)
    assert seen["seats"] == {
        "A": {"card": 0, "paid": 2},
        "B": {"paid": 1},
        "C": {"card": 2, "paid": 2},
    }
    assert seen["winners"] == ["C"]
    folded = WORDS.load({"history": ["bet", "pass"]}, {})
    seen = WORDS.view(View(folded.states), View(folded.tables), folded.options, 0)
    assert seen["seats"]["B"] == {"paid": 1}


def test_a_half_dealt_position_loads() -> None:
    loaded = WORDS.load({"phase": "deal", "seats": {"A": {"card": 2}}}, {})
    assert loaded.states["card"][0].tolist() == [2, -1, -1, -1]
    assert WORDS.load({"to_move": "chance"}, {}).states["dealt"][0] == 0


def test_words_and_ids_both_ways() -> None:
    t = View(GAME.tables(players=2))
    assert [WORDS.decision(t, 0, a) for a in range(GAME.n_actions)] == ["pass", "bet"]
    outcomes = [WORDS.outcome(t, o) for o in range(GAME.n_outcomes)]
    assert [word for word in outcomes if word] == [f"deal {c}" for c in range(3)]
    assert WORDS.known("deal 4") and WORDS.known("bet")
    assert not WORDS.known("raise") and not WORDS.known("deal 5")


def test_events_in_words() -> None:
    position = {"options": {"players": 4}, "history": ["pass", "bet", "pass", "bet", "pass"]}
    loaded = WORDS.load(position, {})
    s, t = View(loaded.states), View(loaded.tables)
    told = [WORDS.event(t, int(code)) for code in s.events[1, : s.told[1]]]
    assert told == [
        "A is dealt a card", "your card is 1", "C is dealt a card", "D is dealt a card",
        "A: pass", "B: bet", "C: pass", "D: bet", "A: pass", "B shows 1", "D shows 3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"pot": 2}, "unknown key 'pot'"),
        ({"options": {"seats": 2}}, "options: unknown key 'seats'"),
        ({"options": {"players": 5}}, "options.players must be a whole number from 2 to 4"),
        ({"options": {"players": True}}, "options.players"),
        ({"options": {"players": "3"}}, "options.players"),
        ({"seats": {"C": {}}}, "seats: unknown key 'C'"),
        ({"seats": {"A": {"chips": 1}}}, "seats.A: unknown key 'chips'"),
        ({"seats": {"A": {"card": 3}}}, "seats.A.card must be a whole number from 0 to 2"),
        ({"seats": {"A": {"card": 1}, "B": {"card": 1}}}, "seats.B.card is 1, which another"),
        ({"seats": {"A": 2}}, "seats.A must be a mapping"),
        ({"seats": {"A": {"paid": 2}}}, "seats.A.paid is 2"),
        ({"history": ["call"]}, "history[0]: 'call'"),
        ({"history": ["bet", "bet", "bet"]}, "history[2]: 'bet'"),
        ({"history": "bet"}, "history must be a list"),
        ({"history": ["bet"], "to_move": "A"}, "to_move is 'A'"),
        ({"history": ["bet"], "phase": "over"}, "phase is 'over'"),
        ({"over": True}, "over does not apply"),
        ({"history": ["bet", "pass"], "winners": ["B"]}, "winners is ['B']"),
        ({"history": ["bet", "pass"], "payoffs": {"A": 2}}, "payoffs.A is 2"),
        ({"phase": "deal", "seats": {"B": {"card": 1}}}, "in the deal the first"),
        ({"phase": "deal", "history": ["bet"]}, "history[0]"),
    ],
)
def test_bad_positions_are_refused(position: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition) as refused:
        WORDS.load(position, {})
    assert words in str(refused.value)
