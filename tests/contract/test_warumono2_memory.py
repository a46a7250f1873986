"""The exact memory of Warumono 2 is what enumeration says, order by order and weight by weight."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.checks import Tree
from hoodwink.envs.warumono2.game import GAME
from hoodwink.envs.warumono2.knowledge import ORDERS
from hoodwink.envs.warumono2.state import NONE
from tests.contract.warumono2_micro import MICRO

Cards = tuple[int, ...]  # of the seats, NONE for those without


def odds(weights: dict[Cards, float]) -> dict[Cards, float]:
    total = sum(weights.values())
    return {cards: round(weight / total, 9) for cards, weight in weights.items()}


def believed(state: Any, p: int) -> dict[Cards, float]:
    """Read the memory of seat `p` as odds of who holds which card."""
    weights: dict[Cards, float] = defaultdict(float)
    held = state["contents"] != NONE
    for o in np.flatnonzero(state["belief"][p]):
        weights[tuple(np.where(held, ORDERS[o], NONE).tolist())] += float(state["belief"][p, o])
    return odds(weights)


def check_memory(tree: Tree) -> int:
    """Check the memory of every seat in every state against all histories; return their number."""
    enumerated: list[dict[int, dict[Cards, float]]] = [{} for _ in tree.seats]
    memory: list[dict[int, dict[Cards, float]]] = [{} for _ in tree.seats]
    for layer in tree.layers():
        cards = [tuple(row) for row in layer.states["contents"].tolist()]
        for p in tree.seats:
            keys = layer.states["key"][:, p].tolist()
            for i in range(len(keys)):
                weights = enumerated[p].setdefault(keys[i], defaultdict(float))
                weights[cards[i]] += float(layer.share[i])
                if keys[i] not in memory[p]:
                    memory[p][keys[i]] = believed(layer.states[i], p)
    for p in tree.seats:
        for key, weights in enumerated[p].items():
            assert memory[p][key] == pytest.approx(odds(weights), abs=1e-8)
    return sum(map(len, memory))


@pytest.mark.parametrize("name", [*MICRO, "tiny", "nano", "nano3"])
def test_the_memory_equals_enumeration(name: str) -> None:
    tree = Tree(GAME, MICRO.get(name, {"variant": name}), plain=False)
    assert check_memory(tree) > 100
