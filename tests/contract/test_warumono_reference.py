"""The engine of Warumono and the slow reference play the same game, word by word."""

import random
from math import gcd
from typing import Any

import pytest

from hoodwink.envs.core.checks import Run
from hoodwink.envs.warumono.game import GAME
from tests.contract.warumono_starts import random_position
from tests.games.warumono.reference import Position, complete, legal, play, start, view, weights

OPTIONS = [
    {"players": n, "keep_own_after_question": keep, "allow_backtrack": back, **more}
    for n in (2, 3, 4)
    for keep in (False, True)
    for back in (False, True)
    for more in ({}, {"advance_as_detective": False, "max_rounds": 7})
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


def follow(run: Run, position: Position, seed: int) -> list[str]:
    """Play both to the end by the same random words; return the words."""
    rng = random.Random(seed)
    words: list[str] = []
    while True:
        check_same(run, position, words)
        if run.over:
            return words
        ids = {run.word(a): a for a in run.ids()}
        word = rng.choice(sorted(ids))
        run.play(ids[word])
        position = play(position, word)
        words.append(word)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
def test_games_from_the_deal(options: dict[str, Any]) -> None:
    follow(Run(GAME, options), start(options), seed=len(str(options)))


@pytest.mark.parametrize("seed", range(40))
def test_games_from_random_positions(seed: int) -> None:
    position = complete(random_position(random.Random(seed)))
    loaded = GAME.words.load(position, {})
    follow(Run(GAME, loaded.options, states=loaded.states), position, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_games(seed: int) -> None:
    rng = random.Random(seed)
    for i in range(20):
        position = complete(random_position(rng))
        loaded = GAME.words.load(position, {})
        follow(Run(GAME, loaded.options, states=loaded.states), position, seed + 1000 * i)
    options = rng.choice(OPTIONS)
    follow(Run(GAME, options), start(options), seed)
