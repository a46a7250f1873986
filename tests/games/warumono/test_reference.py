"""The slow reference of Warumono: its deal, its invariants, and the counts kept for the engine."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.warumono.reference import (
    IllegalWord,
    Position,
    complete,
    legal,
    play,
    start,
    view,
    weights,
)

PERFT = Path(__file__).parents[2] / "contract" / "perft" / "warumono.txt"


def deals(position: Position) -> Iterator[tuple[Position, float]]:
    """Walk all deals with their probabilities."""
    if position["phase"] != "deal":
        yield position, 1
        return
    chances = weights(position)
    for word, weight in chances.items():
        for end, share in deals(play(position, word)):
            yield end, share * weight / sum(chances.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deal_has_the_printed_odds(players: int) -> None:
    detective = 0.0
    cash: dict[str, float] = {}
    for end, share in deals(play(start({"players": players}), "start green")):
        owners = end["seats"].items()
        (holder,) = (name for name, own in owners if own["contents"] == "cash")
        cash[holder] = cash.get(holder, 0) + share
        detective += share * any(own["role"] == "detective" for _, own in owners)
    assert detective == pytest.approx(players / 6)  # R8
    assert len(cash) == players and list(cash.values()) == pytest.approx([1 / players] * players)


@pytest.mark.parametrize("seed", range(10))
def test_invariants(seed: int) -> None:
    rng = random.Random(seed)
    p = start({"players": rng.choice((2, 3, 4)), "max_rounds": 12})
    while p["phase"] != "over":
        p = play(p, rng.choice(sorted(legal(p))))
        owners = [own for own in p["seats"].values() if not own["out"]]
        held = sum(own["order_count"] for own in owners) + sum(p["order_discard"].values())
        assert p["pile"] + held == 12
        assert min(p["supply"].values()) >= 0
        if p["phase"] != "deal":
            assert sum(own["contents"] == "cash" for own in owners) == 1
            assert not any("knows" in own for own in view(p, "red")["seats"].values())
    assert sum(p["payoffs"].values()) == pytest.approx(0)


@pytest.mark.parametrize("line", PERFT.read_text().splitlines())
def test_counts_kept_for_the_engine(line: str) -> None:
    """A finished game counts as one leaf."""
    counts, _, position = line.partition(" {")
    level = [complete(json.loads("{" + position))]
    for leaves in (n for n in map(int, counts.split()) if n <= 300):
        level = [q for p in level for q in [play(p, word) for word in sorted(legal(p))] or [p]]
        assert len(level) == leaves


def test_illegal_words_are_refused() -> None:
    with pytest.raises(IllegalWord, match="illegal: rob green"):
        play(complete({}), "rob green")
