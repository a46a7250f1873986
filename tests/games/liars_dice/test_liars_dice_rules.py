"""The rules of Liar's Dice, its tree counted, and values known from elsewhere."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import View
from hoodwink.envs.liars_dice.rules import LIAR
from tests.games import tree

pytestmark = pytest.mark.boundscheck

GAME = find_game("liars_dice")
PERFT = tree.perft(Path(__file__).parent / "perft.txt")


@pytest.mark.parametrize(
    ("dice", "bids", "payoffs"),
    [
        ([[1], [1]], "1x1", [1, -1]),
        ([[2], [3]], "1x1", [-1, 1]),
        ([[2], [6]], "1x1", [1, -1]),  # the highest face is wild
        ([[6], [6]], "2x1", [1, -1]),
        ([[5], [5]], "1x6", [-1, 1]),  # but nothing counts as the highest face
        ([[1], [2]], "1x1 1x2 2x2", [-1, 1]),
        ([[1], [2]], "1x1 1x2", [-1, 1]),  # B bid the last, and it holds
        ([[1], [3]], "1x1 1x2", [1, -1]),
        ([[1, 6], [1, 2]], "3x1", [1, -1]),
        ([[1, 6], [1, 2]], "4x1", [-1, 1]),
        ([[1], [2], [3]], "1x1 1x2", [0, 1, -1]),  # C calls B: A has nothing to do with it
        ([[1], [2], [3]], "1x1 1x2 2x2", [1, 0, -1]),  # A calls C
        ([[1], [2], [3], [4]], "1x1 1x2 1x3 1x5", [1, 0, 0, -1]),
    ],
)
def test_who_wins_from_whom(dice: list[list[int]], bids: str, payoffs: list[int]) -> None:
    position: dict[str, Any] = {
        "options": {"players": len(dice), "dice": len(dice[0])},
        "history": [*(f"bid {bid}" for bid in bids.split()), "liar"],
        "seats": {"ABCD"[p]: {"dice": own} for p, own in enumerate(dice)},
    }
    loaded = GAME.words.load(position, {})
    out = np.zeros(GAME.seats)
    GAME.payoff(View(loaded.states), out)
    assert GAME.actor(View(loaded.states)) == -2
    assert out[: len(dice)].tolist() == payoffs


@pytest.mark.parametrize(
    ("options", "number"),
    [
        ({"dice": 1, "faces": 4}, 4 * 2**8),  # own die, and any set of bids, not yet called
        ({"dice": 2, "faces": 2}, 3 * 2**8),
        ({"dice": 1, "faces": 6}, 6 * 2**12),
        ({"players": 3, "dice": 1, "faces": 3}, 3 * 2**9),
    ],
)
def test_number_of_histories_and_information_states(options: dict[str, int], number: int) -> None:
    lengths, keys = tree.counts(GAME, **options)
    assert lengths == PERFT[",".join(f"{key}={value}" for key, value in options.items())]
    assert keys == number
    decisions, chances = GAME.limits(GAME.tables(**options))
    assert len(lengths) == 1 + decisions + chances


def test_nash_conv_of_uniform_play() -> None:
    found = tree.uniform_nash_conv(GAME, dice=1, faces=4)
    assert found == pytest.approx(1.3101, abs=5e-5)


def test_payoffs_sum_to_zero_and_keep_their_range() -> None:
    tables = np.concatenate([GAME.tables(players=n, dice=2) for n in (2, 3, 4)])
    batch = Batch(GAME, tables, 300, seed=2)
    low, high = 0.0, 0.0
    for _ in range(40):
        batch.step(np.where(batch.mask[:, LIAR] == 1, LIAR, batch.mask.argmax(axis=1)))
        assert (batch.reward.sum(axis=1) == 0).all()
        low, high = min(low, batch.reward.min()), max(high, batch.reward.max())
    assert (low, high) == GAME.payoff_range == (-1.0, 1.0)
