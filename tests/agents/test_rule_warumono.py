"""The rule bot of Warumono plays to win: far better than random play, all seats rotated."""

from hoodwink.agents.evaluate import evaluate
from hoodwink.envs.core.registry import find_game


def test_it_beats_random_play() -> None:
    result = evaluate(find_game("warumono"), {}, ["rule", *["random"] * 3], 400, 1)
    low = result.agents[0].low
    assert low is not None and low > 0.5
