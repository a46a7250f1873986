"""Kuhn poker is OpenSpiel's, history by history."""

from pathlib import Path

import pytest

from hoodwink.envs.core.registry import find_game
from hoodwink.envs.kuhn.state import N_CARDS
from tests.games import openspiel, tree

pytestmark = pytest.mark.openspiel

GAME = find_game("kuhn")
PERFT = tree.perft(Path(__file__).parent / "perft.txt")


@pytest.mark.parametrize(("players", "number"), [(2, 12), (3, 48), (4, 160)])
def test_all_histories_agree_with_openspiel(players: int, number: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
    theirs = pyspiel.load_game(f"kuhn_poker(players={players})")
    counts, keys = openspiel.whole_tree(openspiel.Pair.deal(GAME, theirs, N_CARDS))
    assert counts == PERFT[f"players={players}"]
    assert keys == number
