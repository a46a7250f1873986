"""The engine of Rumini and the slow reference play the same game, word by word."""

import random
from math import gcd
from typing import Any

import pytest

from hoodwink.envs.core.checks import Run
from hoodwink.envs.rumini.game import GAME
from tests.contract.rumini_twins import random_board, random_position
from tests.games.rumini.reference import Position, legal, play, start, view, weights

OPTIONS = [
    {"players": players, "missions_to_win": missions, "open_hands": is_open, "max_rounds": 12}
    for players in (2, 3, 4)
    for missions in (2, 3)
    for is_open in (False, True)
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
        kind = rng.choice(sorted({word.split()[0] for word in ids}))
        word = rng.choice(sorted(word for word in ids if word.split()[0] == kind))
        run.play(ids[word])
        position = play(position, word)
        words.append(word)


def follow_from(position: Position, seed: int) -> None:
    """Load a position and play it to the end."""
    loaded = GAME.words.load(position, {})
    follow(Run(GAME, loaded.options, states=loaded.states), position, seed)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
def test_games_from_the_deal(options: dict[str, Any]) -> None:
    follow(Run(GAME, options), start(options), seed=len(str(options)))


@pytest.mark.parametrize("seed", range(40))
def test_games_from_random_positions(seed: int) -> None:
    follow_from(random_position(random.Random(seed)), seed)


@pytest.mark.parametrize("seed", range(12))
def test_games_on_other_boards(seed: int) -> None:
    rng = random.Random(seed)
    follow_from(random_position(rng, board=random_board(rng)), seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_games(seed: int) -> None:
    rng = random.Random(seed)
    for i in range(20):
        board = random_board(rng) if i % 4 == 0 else None
        follow_from(random_position(rng, board=board), seed + 1000 * i)
