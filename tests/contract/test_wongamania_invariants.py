"""Section (g) of the rules of Wongamania under Hypothesis: what no step may do or lose."""

import random
from typing import cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoodwink.envs.core.checks import Run
from hoodwink.envs.wongamania.game import GAME
from tests.contract.wongamania_starts import random_position
from tests.games.wongamania.test_reference import check_position, check_step

HEALTH_CHECKS = cast(list[HealthCheck], list(HealthCheck))
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=HEALTH_CHECKS)


@QUICK
@given(seed=st.integers(0, 2**32 - 1), choices=st.lists(st.integers(0, 142), max_size=60))
def test_nothing_is_lost_and_no_step_breaks_a_rule(seed: int, choices: list[int]) -> None:
    start = GAME.words.load(random_position(random.Random(seed)), {})
    run = Run(GAME, start.options, states=start.states)
    before = run.dump()
    check_position(before)
    bought = {seat: before["round"] - 2 + own["insurance"] for seat, own in before["seats"].items()}
    for choice in choices:
        if run.over:
            break
        a = run.ids()[choice % len(run.ids())]
        word = run.word(a)
        run.play(a)
        after = run.dump()
        check_position(after)
        check_step(before, word, after, bought)
        before = after
