"""Leduc poker is OpenSpiel's, history by history."""

from pathlib import Path

import pytest

from hoodwink.envs.core.registry import find_game
from hoodwink.envs.leduc.state import N_CARDS
from tests.games import openspiel, tree

pytestmark = pytest.mark.openspiel

GAME = find_game("leduc")
PERFT = tree.perft(Path(__file__).parent / "perft.txt")


def test_all_histories_agree_with_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
    theirs = pyspiel.load_game("leduc_poker(players=2)")
    counts, keys = openspiel.whole_tree(openspiel.Pair.deal(GAME, theirs, N_CARDS))
    assert counts == PERFT["players=2"]
    assert keys == 936


def test_random_games_of_three_agree_with_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
    theirs = pyspiel.load_game("leduc_poker(players=3)")
    lengths = list(openspiel.random_games(GAME, theirs, N_CARDS, 2000))
    assert min(lengths) >= 3 + 2 and max(lengths) == len(PERFT["players=3"]) - 1
