"""Section (g) of the rules under Hypothesis: conservation, and what no step may do."""

import random
from typing import cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoodwink.envs.core.checks import Run
from hoodwink.envs.warumono2.game import GAME
from hoodwink.envs.warumono2.knowledge import ORDERS
from tests.contract.warumono2_starts import random_position
from tests.games.warumono2.test_reference import check_position, check_step

HEALTH_CHECKS = cast(list[HealthCheck], list(HealthCheck))
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=HEALTH_CHECKS)


def loaded(seed: int) -> Run:
    """Return a game that begins at a random position."""
    start = GAME.words.load(random_position(random.Random(seed)), {})
    return Run(GAME, start.options, states=start.states)


@QUICK
@given(seed=st.integers(0, 2**32 - 1), choices=st.lists(st.integers(0, 43), max_size=60))
def test_nothing_is_lost_and_no_step_breaks_a_rule(seed: int, choices: list[int]) -> None:
    run = loaded(seed)
    before = run.dump()
    check_position(before)
    arrests = 0
    for choice in choices:
        if run.over:
            break
        a = run.ids()[choice % len(run.ids())]
        word = run.word(a)
        arrests += word.startswith("arrest")
        run.play(a)
        after = run.dump()
        check_position(after)
        check_step(before, word, after)
        before = after
    assert arrests <= 1  # (g) 11
    if run.over:
        assert abs(sum(before["payoffs"].values())) < 1e-9  # (g) 17


@QUICK
@given(seed=st.integers(0, 2**32 - 1), choices=st.lists(st.integers(0, 43), max_size=40))
def test_who_is_out_stays_out(seed: int, choices: list[int]) -> None:
    run = loaded(seed)
    for choice in choices:
        gone = [p for p in run.seats if run.s.out[p]]
        assert run.actor not in gone  # (g) 12
        names = [GAME.seat_names[p] for p in gone]
        words = [run.word(a) for a in run.ids()] if run.actor >= 0 else []
        assert not [word for word in words if word.split()[-1] in names]
        if run.over:
            break
        run.play(run.ids()[choice % len(run.ids())])
        assert all(run.s.out[p] for p in gone)
        for p in gone:
            assert (run.s.at[p], run.s.passport[p], run.s.ticket[p]) == (-1, 0, 0)
            assert run.s.contents[p] == -1 and not (run.s.known[p] + 1).any()


@QUICK
@given(seed=st.integers(0, 2**32 - 1), choices=st.lists(st.integers(0, 43), max_size=40))
def test_the_memory_never_loses_the_truth(seed: int, choices: list[int]) -> None:
    """Every seat, in or out, holds the true order possible; its certain records are true."""
    run = loaded(seed)
    for choice in choices:
        if run.over:
            break
        run.play(run.ids()[choice % len(run.ids())])
        for p in run.seats:
            assert _believes_truth(run, p), run
            for h in run.seats:
                if run.s.known[p, h] >= 0 and run.s.touched[p, h] == 0:
                    assert run.s.known[p, h] == run.s.contents[h], run


def _believes_truth(run: Run, p: int) -> bool:
    holds = [h for h in run.seats if run.s.contents[h] >= 0]
    return any(
        run.s.belief[p, o] > 0 and all(ORDERS[o, h] == run.s.contents[h] for h in holds)
        for o in range(len(ORDERS))
    )
