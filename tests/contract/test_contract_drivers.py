"""Plain, compiled, batched, threaded, copied and sent: it is the same game to the byte."""

import pytest

from hoodwink.envs.core import checks
from hoodwink.envs.core.checks import Options
from tests.contract.subjects import every_case, every_game, subject

pytestmark = pytest.mark.boundscheck


@every_game
def test_plain_equals_compiled_equals_batched(name: str) -> None:
    it = subject(name)
    assert checks.check_twins(it.game, it.options, n=50) > 1


@every_case
@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
def test_a_game_by_hand_is_the_game_of_a_batch(name: str, options: Options, plain: bool) -> None:
    for seed in range(3):
        checks.check_single(subject(name).game, options, seed=seed, plain=plain)


@every_game
def test_a_game_does_not_depend_on_the_others(name: str) -> None:
    it = subject(name)
    checks.check_batch(it.game, it.options, n=12, steps=120, threads=(1, 2, 5))


@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_illegal_actions_change_nothing(name: str, threads: int) -> None:
    it = subject(name)
    checks.check_refusals(it.game, it.options, threads=threads)


@every_game
def test_a_pickled_batch_goes_on(name: str) -> None:
    it = subject(name)
    checks.check_pickled_batch(it.game, it.options)


@every_game
def test_ends_and_restarts(name: str) -> None:
    it = subject(name)
    assert checks.check_batch_ends(it.game, it.options, n=32, steps=1000) > 50


@pytest.mark.slow
@every_game
def test_many_twins(name: str) -> None:
    it = subject(name)
    for seed in range(1, 6):
        checks.check_twins(it.game, it.options, n=60, seed=seed)
