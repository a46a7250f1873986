"""The rules of Kuhn poker, its tree counted, and values known from the literature."""

from pathlib import Path

import numpy as np
import pytest

from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import View
from tests.games import tree

pytestmark = pytest.mark.boundscheck

GAME = find_game("kuhn")
PERFT = tree.perft(Path(__file__).parent / "perft.txt")


@pytest.mark.parametrize(
    ("cards", "history", "payoffs"),
    [
        ([1, 2], "pass pass", [-1, 1]),
        ([1, 0], "pass pass", [1, -1]),
        ([1, 2], "pass bet pass", [-1, 1]),
        ([2, 1], "pass bet pass", [-1, 1]),
        ([2, 1], "pass bet bet", [2, -2]),
        ([0, 2], "bet pass", [1, -1]),
        ([0, 2], "bet bet", [-2, 2]),
        ([0, 3, 1], "pass pass pass", [-1, 2, -1]),
        ([2, 3, 1], "bet pass bet", [3, -1, -2]),
        ([3, 2, 1], "pass bet pass pass", [-1, 2, -1]),
        ([3, 2, 1], "pass pass bet bet bet", [4, -2, -2]),
        ([0, 1, 2, 4], "pass pass pass pass", [-1, -1, -1, 3]),
        ([0, 1, 2, 4], "pass pass bet pass bet bet", [-2, -2, 5, -1]),
    ],
)
def test_the_highest_card_that_paid_takes_the_pot(
    cards: list[int], history: str, payoffs: list[int]
) -> None:
    names = GAME.seat_names[: len(cards)]
    position = {
        "options": {"players": len(cards)},
        "history": history.split(),
        "seats": {name: {"card": card} for name, card in zip(names, cards, strict=True)},
    }
    loaded = GAME.words.load(position, {})
    out = np.zeros(GAME.seats)
    GAME.payoff(View(loaded.states), out)
    assert GAME.actor(View(loaded.states)) == -2
    assert out[: len(cards)].tolist() == payoffs


@pytest.mark.parametrize(("players", "number"), [(2, 12), (3, 48), (4, 160)])
def test_number_of_histories_and_information_states(players: int, number: int) -> None:
    lengths, keys = tree.counts(GAME, players=players)
    assert lengths == PERFT[f"players={players}"]
    assert len(lengths) == 1 + players + 2 * players - 1  # the deal, then at most 2 n - 1 decisions
    assert GAME.max_decisions == 2 * GAME.seats - 1
    assert keys == number


@pytest.mark.parametrize(("players", "nash_conv"), [(2, 11 / 12), (3, 2.0625), (4, 3.4760416667)])
def test_nash_conv_of_uniform_play(players: int, nash_conv: float) -> None:
    assert tree.uniform_nash_conv(GAME, players=players) == pytest.approx(nash_conv)


@pytest.mark.parametrize(("players", "values"), [(2, [1 / 8, -1 / 8]), (3, [15, -3, -12])])
def test_value_of_uniform_play(players: int, values: list[float]) -> None:
    root = tree.tree(GAME, players=players)
    expected = values if players == 2 else [value / 64 for value in values]
    assert [tree.uniform_value(root, p) for p in range(players)] == pytest.approx(expected)


def test_payoffs_sum_to_zero_and_keep_their_range() -> None:
    tables = np.concatenate([GAME.tables(players=n) for n in (2, 3, 4)])
    batch = Batch(GAME, tables, 300, seed=2)
    low, high = 0.0, 0.0
    for _ in range(60):
        batch.step(np.ones(300, np.int64))  # all bet
        assert (batch.reward.sum(axis=1) == 0).all()
        low, high = min(low, batch.reward.min()), max(high, batch.reward.max())
    assert (low, high) == GAME.payoff_range == (-2.0, 6.0)
