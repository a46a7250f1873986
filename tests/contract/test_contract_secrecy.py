"""No seat of any game sees what it was not told, and each remembers exactly what it was."""

import pytest

from hoodwink.envs.core import checks
from hoodwink.envs.core.checks import Options
from tests.contract.subjects import Small, every_case, every_game, every_small, subject


@every_small
def test_equal_told_sequences_mean_equal_sights(name: str, small: Small) -> None:
    count = checks.check_secrecy_exact(
        subject(name).game, small.options, plain=small.plain, words_of=small.words_of
    )
    assert count > 50


@every_small
def test_perfect_recall_where_it_is_promised(name: str, small: Small) -> None:
    it = subject(name)
    if it.recall:
        checks.check_recall(it.game, small.options, plain=small.plain)


@every_small
def test_the_worlds_drawn_are_those_that_can_be(name: str, small: Small) -> None:
    it = subject(name)
    checks.check_worlds_exact(
        it.game,
        small.options,
        it.hidden,
        plain=small.plain,
        one_in=small.draws_of,
        shares=small.shares,
    )


@every_case
def test_nothing_differs_in_another_world(name: str, options: Options) -> None:
    it = subject(name)
    starts = it.starts(8, seed=7)
    checks.check_secrecy(it.game, options, games=2, starts=starts, every=it.every)


@pytest.mark.boundscheck
@every_game
def test_every_phase_is_compared(name: str) -> None:
    it = subject(name)
    phases: set[int] = set()
    for i, options in enumerate(it.options):
        phases |= checks.check_secrecy(
            it.game,
            options,
            games=2,
            seed=i,
            starts=it.starts(20, seed=i),
            see=checks.bare_sight,
            plain=False,
        )
    assert phases == set(range(it.game.n_phases))


@every_case
def test_resampled_worlds(name: str, options: Options) -> None:
    it = subject(name)
    share = checks.check_resample(
        it.game, options, games=4, starts=it.starts(6, seed=8), every=it.every,
        invariants=it.invariants,
    )  # fmt: skip
    assert share > (0.05 if options.get("open_hands") else 0.2)  # played openly, little is hidden
