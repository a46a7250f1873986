"""Leduc poker in words: positions, views, what is refused."""

from typing import Any

import pytest

from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import View
from tests.games import tree

GAME = find_game("leduc")
WORDS = GAME.words
SHOWDOWN = ["call", "raise", "fold", "call", "raise", "call"]  # of three: C has folded


def test_every_position_round_trips() -> None:
    tree.assert_positions_round_trip(GAME, players=2)


def test_full_position_of_a_finished_game() -> None:
    position = {"options": {"players": 3}, "history": SHOWDOWN, "public": 4}
    loaded = WORDS.load(position, {})
    s, t = View(loaded.states), View(loaded.tables)
    assert WORDS.dump(s, t, loaded.options) == {
        "options": {"players": 3},
        "phase": "over",
        "history": SHOWDOWN,
        "public": 4,
        "seats": {
            "A": {"card": 0, "paid": 7, "out": False},
            "B": {"card": 1, "paid": 7, "out": False},
            "C": {"card": 2, "paid": 1, "out": True},
        },
        "over": True,
        "winners": ["A", "B"],
        "payoffs": {"A": 0.5, "B": 0.5, "C": -1},
    }
    assert "card" not in WORDS.view(s, t, loaded.options, 0)["seats"]["C"]
    assert WORDS.ansi(s, t, loaded.options, 0) == (
        "Leduc poker, pot 15, public card 4\n"
        "  A  card 0  paid 7\n"
        "  B  card 1  paid 7\n"
        "  C  card ?  paid 1  out\n"
        "  played: call raise fold call | raise call\n"
        "  the pot goes to A, B"
    )


def test_public_card_is_due_until_it_is_given() -> None:
    due = WORDS.load({"history": ["call", "call"]}, {})
    assert WORDS.dump(View(due.states), View(due.tables), due.options)["phase"] == "public"
    turned = WORDS.load({"history": ["call", "call"], "public": 5}, {})
    assert turned.states["shared"][0] == 5 and turned.states["to_move"][0] == 0
    implied = WORDS.load({"history": ["call", "call", "raise"]}, {})
    assert implied.states["shared"][0] == 2  # the lowest that nobody has


def test_words_and_ids_both_ways() -> None:
    t = View(GAME.tables(players=2))
    assert [WORDS.decision(t, 0, a) for a in range(GAME.n_actions)] == ["fold", "call", "raise"]
    outcomes = [WORDS.outcome(t, o) for o in range(GAME.n_outcomes)]
    assert [word for word in outcomes if word] == [f"deal {c}" for c in range(6)]
    assert WORDS.known("deal 7") and WORDS.known("fold")
    assert not WORDS.known("deal 8") and not WORDS.known("bet")


def test_events_in_words() -> None:
    position = {"options": {"players": 3}, "history": SHOWDOWN, "public": 4}
    loaded = WORDS.load(position, {})
    s, t = View(loaded.states), View(loaded.tables)
    assert [WORDS.event(t, int(code)) for code in s.events[0, : s.told[0]]] == [
        "your card is 0", "B is dealt a card", "C is dealt a card",
        "A: call", "B: raise", "C: fold", "A: call",
        "the public card is 4", "A: raise", "B: call", "A shows 0", "B shows 1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"pot": 2}, "unknown key 'pot'"),
        ({"options": {"players": 4}}, "options.players must be a whole number from 2 to 3"),
        ({"seats": {"C": {}}}, "seats: unknown key 'C'"),
        ({"seats": {"A": {"card": 6}}}, "seats.A.card must be a whole number from 0 to 5"),
        ({"seats": {"A": {"out": True}}}, "seats.A.out is True"),
        ({"history": ["fold"]}, "history[0]: 'fold'"),
        ({"history": ["raise", "raise", "raise"]}, "history[2]: 'raise'"),
        ({"history": ["raise", "fold", "call"]}, "history[2]: 'call'"),
        ({"history": ["call", "call"], "public": 0}, "public is 0, which a seat has"),
        ({"history": ["call", "call"], "public": 6}, "public must be a whole number from 0 to 5"),
        ({"public": 4}, "public does not apply"),
        ({"history": ["call", "call"], "to_move": "A"}, "to_move is 'A'"),
        ({"history": ["raise", "fold"], "payoffs": {"A": 2}}, "payoffs.A is 2"),
    ],
)
def test_bad_positions_are_refused(position: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition) as refused:
        WORDS.load(position, {})
    assert words in str(refused.value)
