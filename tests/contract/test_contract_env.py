"""Every game's PettingZoo environment: the kits of PettingZoo, and what they do not look at."""

import copy
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import hoodwink
from hoodwink.envs.core import checks
from hoodwink.envs.core.checks import Options
from hoodwink.envs.core.checks.env import play_env
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.single import ONLY_LOOK
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
    options = subject(name).options[-1]
    checks.check_env_processes(partial(hoodwink.make, name, plain=True, **options))


@every_game
def test_plain_environments_are_the_same(name: str) -> None:
    for options in subject(name).options[:2]:
        texts: list[Any] = [
            checks.transcript(hoodwink.make(name, plain=plain, **options), 5)
            for plain in (True, False)
        ]
        assert texts[0] == texts[1]


@every_case
def test_nothing_an_agent_gets_differs_in_another_world(name: str, options: Options) -> None:
    """Put resampled worlds behind a copy of the environment; the seat to move must not notice."""
    env = hoodwink.make(name, render_mode="ansi", **options)
    rng = generators(0, 1, stream=9)[0]
    for i, agent in enumerate(play_env(env, seed=1)):
        if i % 5 or env.terminations[agent]:
            continue
        seat, twin = env.possible_agents.index(agent), copy.deepcopy(env)
        game, solo = env.game, twin._solo
        game.compiled_resample(solo.states[0], solo.tables[0], seat, rng)
        solo.apply(ONLY_LOOK)
        assert repr((env.last(), env.infos[agent])) == repr((twin.last(), twin.infos[agent]))
        assert env.render() == twin.render()
        seen, other = env.observe(agent), twin.observe(agent)
        assert (seen["observation"] == other["observation"]).all()
        assert (seen["observation"] == solo.observe(seat) / game.tops).all()
        assert (seen["action_mask"] == solo.mask).all()
        assert env.infos == {a: {} for a in env.agents}
