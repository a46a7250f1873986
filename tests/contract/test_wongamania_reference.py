"""The engine of Wongamania and the slow reference play the same game, word by word."""

import random
from math import gcd
from typing import Any

import pytest

from hoodwink.envs.core.checks import Run
from hoodwink.envs.wongamania.game import GAME
from tests.contract.wongamania_starts import VARIANTS, random_options, random_position
from tests.games.wongamania.reference import Position, legal, play, start, view, weights

OPTIONS = [
    {"players": players, "variant": variant, "mode": mode, "max_rounds": 10}
    for players in (2, 3, 4, 5)
    for variant in VARIANTS
    for mode in ("simple", "victory_points")
]


def check_same(run: Run, position: Position, words: list[str]) -> None:
    """Compare all that both say of one position: the position, what is possible, every view."""
    where = f"{run.options} after {words}"
    assert run.dump() == position, where
    assert {run.word(a) for a in run.ids()} == legal(position), where
    if position.get("to_move") == "chance":
        given = {run.word(a): int(run.weights[a]) for a in run.ids()}
        common = gcd(*given.values())
        assert {word: w // common for word, w in given.items()} == weights(position), where
    for p in run.seats:
        assert run.view(p) == view(position, GAME.seat_names[p]), (p, where)


def choose(rng: random.Random, words: list[str]) -> str:
    """Choose a word, and seldom to end a turn early."""
    if "pass" in words and len(words) > 1 and rng.random() < 0.8:
        words = [word for word in words if word != "pass"]
    kinds = sorted({word.split()[0] for word in words})
    kind = rng.choice([*kinds, *(["play"] * 3 if "play" in kinds else [])])
    return rng.choice([word for word in words if word.split()[0] == kind])


def follow(run: Run, position: Position, seed: int) -> list[str]:
    """Play both to the end by the same random words; return the words."""
    rng = random.Random(seed)
    words: list[str] = []
    while True:
        check_same(run, position, words)
        if run.over:
            return words
        ids = {run.word(a): a for a in run.ids()}
        word = choose(rng, sorted(ids))
        run.play(ids[word])
        position = play(position, word)
        words.append(word)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
def test_games_from_the_deal(options: dict[str, Any]) -> None:
    follow(Run(GAME, options), start(options), seed=len(str(options)))


@pytest.mark.parametrize("seed", range(40))
def test_games_from_random_positions(seed: int) -> None:
    position = random_position(random.Random(seed))
    loaded = GAME.words.load(position, {})
    follow(Run(GAME, loaded.options, states=loaded.states), position, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_games(seed: int) -> None:
    rng = random.Random(seed)
    for i in range(20):
        position = random_position(rng)
        loaded = GAME.words.load(position, {})
        follow(Run(GAME, loaded.options, states=loaded.states), position, seed + 1000 * i)
    options = random_options(rng)
    follow(Run(GAME, options), start(options), seed)
