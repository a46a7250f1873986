"""The rules of Leduc poker, its tree counted, and values known from the literature."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core import checks
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import View
from tests.games import tree

pytestmark = pytest.mark.boundscheck

GAME = find_game("leduc")
PERFT = tree.perft(Path(__file__).parent / "perft.txt")


def loaded(cards: list[int], history: str, public: int | None = None) -> tuple[View, View]:
    names = GAME.seat_names[: len(cards)]
    position: dict[str, Any] = {
        "options": {"players": len(cards)},
        "history": history.split(),
        "seats": {name: {"card": card} for name, card in zip(names, cards, strict=True)},
    }
    if public is not None:
        position["public"] = public
    result = GAME.words.load(position, {})
    return View(result.states), View(result.tables)


@pytest.mark.parametrize(
    ("cards", "history", "public", "payoffs"),
    [
        ([0, 5], "raise fold", None, [1, -1]),
        ([0, 5], "call raise raise fold", None, [3, -3]),
        ([0, 5], "call call call call", 2, [-1, 1]),  # the higher rank
        ([0, 5], "call call call call", 1, [1, -1]),  # a pair beats it
        ([2, 3], "raise call raise call", 5, [0, 0]),  # the same rank: split
        ([0, 4], "call call raise call", 2, [-5, 5]),
        ([2, 4], "raise raise call raise raise call", 3, [13, -13]),  # all raises
        ([0, 2, 4], "raise fold fold", None, [2, -1, -1]),
        ([4, 5, 0], "raise call fold call call", 2, [0.5, 0.5, -1]),
        ([0, 2, 6], "call raise raise call fold raise call", 1, [12, -3, -9]),
        ([0, 2, 6], "call raise raise call fold raise call", 5, [-9, -3, 12]),
    ],
)
def test_the_best_hand_takes_the_pot(
    cards: list[int], history: str, public: int | None, payoffs: list[float]
) -> None:
    s, _ = loaded(cards, history, public)
    out = np.zeros(GAME.seats)
    GAME.payoff(s, out)
    assert GAME.actor(s) == -2
    assert out[: len(cards)].tolist() == payoffs


@pytest.mark.parametrize(
    ("history", "public", "actions"),
    [
        ("", None, ["call", "raise"]),
        ("call", None, ["call", "raise"]),
        ("raise", None, ["fold", "call", "raise"]),
        ("raise raise", None, ["fold", "call"]),
        ("raise raise call", 2, ["call", "raise"]),
        ("raise raise call raise raise", 2, ["fold", "call"]),
    ],
)
def test_folding_needs_a_raise_and_there_are_two_raises_a_round(
    history: str, public: int | None, actions: list[str]
) -> None:
    s, t = loaded([0, 5], history, public)
    mask = np.zeros(GAME.n_actions, np.int8)
    GAME.legal(s, t, mask)
    assert [GAME.words.decision(t, GAME.actor(s), int(a)) for a in np.flatnonzero(mask)] == actions


def test_the_public_card_is_none_of_those_in_hands() -> None:
    s, t = loaded([0, 5, 2], "call call call")
    weights = np.zeros(GAME.n_outcomes, np.int32)
    GAME.chance(s, t, weights)
    words = [GAME.words.outcome(t, int(o)) for o in np.flatnonzero(weights)]
    assert words == [f"deal {c}" for c in (1, 3, 4, 6, 7)]
    assert set(weights[weights > 0].tolist()) == {1}


def test_the_first_seat_that_is_in_begins_the_second_round() -> None:
    s, _ = loaded([0, 1, 2], "call call raise fold call", 5)
    assert GAME.actor(s) == 1


@pytest.mark.parametrize(("players", "number"), [(2, 936), (3, 25_800)])
def test_number_of_histories_and_information_states(players: int, number: int) -> None:
    assert tree.counts(GAME, players=players) == (PERFT[f"players={players}"], number)


def test_no_game_has_more_decisions_than_promised() -> None:
    deals = 3 + 1
    assert len(PERFT["players=3"]) == 1 + deals + GAME.max_decisions


def test_nash_conv_of_uniform_play() -> None:
    root = tree.tree(GAME, players=2)
    assert tree.uniform_value(root, 0) == pytest.approx(
        -0.078125
    )  # OpenSpiel's expected game value
    assert tree.uniform_nash_conv(GAME, players=2) == pytest.approx(4.747222222222222)


@pytest.mark.slow
def test_key_and_observation_are_the_information_state_of_three() -> None:
    checks.check_secrecy_exact(GAME, {"players": 3}, plain=False, words_of=1000)
    checks.check_recall(GAME, {"players": 3}, plain=False)


def test_payoffs_sum_to_zero_and_keep_their_range() -> None:
    tables = np.concatenate([GAME.tables(players=n) for n in (2, 3)])
    batch = Batch(GAME, tables, 2000, seed=2)
    low, high = 0.0, 0.0
    for _ in range(60):
        raises = np.where(batch.mask[:, 2] == 1, 2, 1)  # as much as possible into the pot
        batch.step(raises)
        assert np.abs(batch.reward.sum(axis=1)).max() < 1e-9
        low, high = min(low, batch.reward.min()), max(high, batch.reward.max())
    assert (low, high) == GAME.payoff_range == (-13.0, 26.0)
