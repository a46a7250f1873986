"""Every game's PettingZoo environment: the kits of PettingZoo, and what they do not look at."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import hoodwink
from hoodwink.envs.core import checks
from hoodwink.envs.core.checks import Options
from tests.contract.subjects import every_case, every_game, subject

ENV_CHECKS = [
    checks.check_env_api,
    checks.check_env_seeds,
    checks.check_env_options,
    checks.check_env_globals,
    checks.check_env_masks,
    checks.check_env_rewards,
    checks.check_env_infos,
    checks.check_env_copies,
    checks.check_env_refusals,
]


@every_case
@pytest.mark.parametrize("check", ENV_CHECKS, ids=lambda check: check.__name__)
def test_env(name: str, options: Options, check: Callable[..., None]) -> None:
    check(partial(hoodwink.make, name, **options))


@every_game
def test_other_processes(name: str) -> None:
    checks.check_env_processes(partial(hoodwink.make, name, **subject(name).options[-1]))


@every_game
def test_plain_environments_are_the_same(name: str) -> None:
    for options in subject(name).options[:2]:
        texts: list[Any] = [
            checks.transcript(hoodwink.make(name, plain=plain, **options), 5)
            for plain in (True, False)
        ]
        assert texts[0] == texts[1]
