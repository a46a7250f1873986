"""What the tests of the OpenSpiel bridge play: every game and variant with all numbers of seats."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from hoodwink.envs.core.registry import NAMES, find_game

pyspiel = pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
registered = pytest.importorskip("hoodwink.openspiel", reason="needs hoodwink[openspiel]")


def _texts() -> Iterator[str]:
    for name in NAMES:
        game = find_game(name)
        yield from (f"hoodwink_{name}(players={n})" for n in range(game.min_seats, game.seats + 1))
        yield from (f"hoodwink_{variant.replace('-', '_')}" for variant in game.variants)


TEXTS = list(_texts())
every_game = pytest.mark.parametrize("text", TEXTS)


def played(text: str, seed: int) -> Iterator[Any]:
    """Play one random game and yield its state in every position, the first and the last too."""
    rng = random.Random(seed)
    state = pyspiel.load_game(text).new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        yield state


def histories(state: Any) -> Iterator[Any]:
    """Yield a state and all that can come of it."""
    yield state
    for a in state.legal_actions():
        yield from histories(state.child(a))
