"""Liar's Dice is OpenSpiel's, history by history, and its uniform play is worth the same."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.rng import generators, pick
from hoodwink.envs.liars_dice.rules import LIAR
from hoodwink.envs.liars_dice.state import FACES
from tests.games import openspiel, tree

pytestmark = pytest.mark.openspiel

GAME = find_game("liars_dice")
PERFT = tree.perft(Path(__file__).parent / "perft.txt")


def pair(dice: int, faces: int) -> openspiel.Pair:
    """Return both games for two seats before the first roll; theirs has no ids for lower faces."""
    pyspiel = pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
    theirs = pyspiel.load_game(f"liars_dice(numdice={dice},dice_sides={faces})")

    def action(a: int) -> int:
        return 2 * dice * faces if a == LIAR else faces * (a // FACES) + a % FACES

    options: dict[str, Any] = {"dice": dice, "faces": faces}
    return openspiel.Pair.deal(GAME, theirs, FACES, options, action)


@pytest.mark.parametrize(("dice", "faces", "number"), [(1, 4, 1024), (2, 2, 768)])
def test_all_histories_agree_with_openspiel(dice: int, faces: int, number: int) -> None:
    counts, keys = openspiel.whole_tree(pair(dice, faces))
    rolls = [faces**i for i in range(2 * dice + 1)]  # a state forgets in which order dice fell
    assert counts[: len(rolls)] == rolls
    assert dice > 1 or counts == PERFT[f"dice={dice},faces={faces}"]
    assert sum(counts) == sum(rolls[:-1]) + rolls[-1] * (2 * 2 ** (2 * dice * faces) - 1)
    assert keys == number


@pytest.mark.parametrize(("dice", "faces"), [(1, 6), (2, 3), (2, 6), (5, 6)])
def test_random_games_agree_with_openspiel(dice: int, faces: int) -> None:
    keys: dict[int, str] = {}
    texts: dict[str, int] = {}
    lengths = set()
    for rng in generators(3, 200):
        game, length = pair(dice, faces), 0
        while moves := game.check(keys, texts):
            chosen = list(moves.items())[pick(np.ones(len(moves), np.int32), rng)]
            game, length = game.child(*chosen), length + 1
        lengths.add(length)
    assert min(lengths) == 2 * dice + 2
    assert len(lengths) > 3


@pytest.mark.parametrize(("dice", "faces", "nash_conv"), [(1, 4, 1.3101), (2, 2, None)])
def test_uniform_play_is_worth_as_much_there(
    dice: int, faces: int, nash_conv: float | None
) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.policy import UniformRandomPolicy

    theirs = pyspiel.load_game(f"liars_dice(numdice={dice},dice_sides={faces})")
    found = exploitability.nash_conv(theirs, UniformRandomPolicy(theirs))
    assert tree.uniform_nash_conv(GAME, dice=dice, faces=faces) == pytest.approx(found)
    assert nash_conv is None or found == pytest.approx(nash_conv, abs=5e-5)
