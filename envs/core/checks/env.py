"""Checks of a PettingZoo environment, beyond `api_test` and `seed_test`, which see little."""

import contextlib
import copy
import hashlib
import io
import os
import pickle
import random
import subprocess
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

Make = Callable[[], Any]  # a new environment; for other processes it must be picklable
ROOT = Path(__file__).resolve().parents[3]
DICT_WARNINGS = (  # of api_test, about observations that hold a mask
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)
EMPTY: tuple[dict[str, Any] | None, ...] = ({}, None)
HASH_SEEDS = ("0", "4711")


def check_env_api(make: Make, *, cycles: int = 200) -> None:
    """Run PettingZoo's own `api_test` and `seed_test`."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("error")
        for harmless in DICT_WARNINGS:
            warnings.filterwarnings("ignore", message=harmless)
        run: Any = api_test
        run(make(), num_cycles=cycles)
        run = seed_test
        run(make, num_cycles=cycles)


def play_env(
    env: Any, seed: int | None, *, choice: int = 0, options: dict[str, Any] | None = None
) -> Iterator[str]:
    """Play one whole game by seeded random legal actions; yield the agent before each of its steps.

    Masks decide, not the action spaces, so that nothing but `seed` and `choice` counts.
    """
    env.reset(seed=seed, options=options)
    rng = random.Random(choice)
    for agent in env.agent_iter():
        yield agent
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
        else:
            env.step(rng.choice([int(a) for a in np.flatnonzero(observation["action_mask"])]))


def transcript(env: Any, seed: int | None, *, choice: int = 0) -> str:
    """Return a digest of a whole game: all that every agent gets at every step."""
    digest = hashlib.sha256()
    for agent in play_env(env, seed, choice=choice):
        observation, *rest = env.last()
        digest.update(repr((agent, *rest)).encode())
        for other in env.possible_agents:
            digest.update(_bytes(env.observe(other)))
        digest.update(_bytes(observation))
    return digest.hexdigest()


def _bytes(observation: Any) -> bytes:
    seen, mask = observation["observation"], observation["action_mask"]
    return bytes(seen.tobytes() + mask.tobytes())


# -- seeds -----------------------------------------------------------------------------------------


def check_env_seeds(make: Make, *, games: int = 5) -> None:
    """Check that a seed fixes whole games, on a new object and on one that has played before."""
    one, two = make(), make()
    first = [transcript(one, seed, choice=seed) for seed in range(games)]
    assert first == [transcript(two, seed, choice=seed) for seed in range(games)], "another object"
    backwards = [transcript(one, seed, choice=seed) for seed in reversed(range(games))]
    assert first[::-1] == backwards, "the same object, seeded anew"
    half = play_env(one, 0)
    next(half)
    next(half)
    assert transcript(one, 1, choice=1) == first[1], "the same object, left in mid-game"
    assert len(set(first)) > 1, "the seed does nothing"
    unseeded = {transcript(make(), None) for _ in range(2 * games)}
    assert len(unseeded) > 1, "games without a seed are all the same"


def check_env_options(make: Make, *, seed: int = 3) -> None:
    """Check that options outlive a reset with a seed, and with empty options."""
    env = make()
    spaces = [repr((env.observation_space(a), env.action_space(a))) for a in env.possible_agents]
    whole = transcript(env, seed)
    for given in EMPTY:
        env.reset(seed=seed + 1, options=given)
        assert transcript(env, seed) == whole, "options are lost by a seed"
    after = [repr((env.observation_space(a), env.action_space(a))) for a in env.possible_agents]
    assert spaces == after, "a seed changes the spaces"


def check_env_globals(make: Make, *, seed: int = 0) -> None:
    """Check that the global generators are neither read nor moved."""
    env = make()
    quiet = transcript(env, seed)
    for noise in (1, 2):
        for _ in play_env(env, seed):
            random.seed(noise)
            np.random.seed(noise)
            before = repr((random.getstate(), np.random.get_state()))
            for agent in env.possible_agents:
                env.observe(agent)
            assert repr((random.getstate(), np.random.get_state())) == before, "observing draws"
        random.seed(noise)
        np.random.seed(noise)
        before = repr((random.getstate(), np.random.get_state()))
        assert transcript(env, seed) == quiet, "a global generator changes the game"
        assert repr((random.getstate(), np.random.get_state())) == before, (
            "a global generator moves"
        )


def check_env_processes(make: Make, *, seed: int = 0) -> None:
    """Check that a seed fixes the game in other processes with other PYTHONHASHSEEDs."""
    here = transcript(make(), seed)
    program = (
        "import pickle, sys; from hoodwink.envs.core.checks.env import transcript;"
        "print(transcript(pickle.loads(bytes.fromhex(sys.argv[1]))(), int(sys.argv[2])))"
    )
    for hash_seed in HASH_SEEDS:
        done = subprocess.run(
            [sys.executable, "-c", program, pickle.dumps(make).hex(), str(seed)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout.strip() == here, (
            f"another game in a process with PYTHONHASHSEED={hash_seed}"
        )


# -- what agents get -------------------------------------------------------------------------------


def check_env_masks(make: Make, *, games: int = 3) -> None:
    """Check masks and spaces: zeros for everybody who is not to move, never empty for who is."""
    env = make()
    for seed in range(games):
        for agent in play_env(env, seed):
            ends = env.terminations[agent] or env.truncations[agent]
            for other in env.possible_agents:
                observation = env.observe(other)
                assert env.observation_space(other).contains(observation), (other, observation)
                mask = observation["action_mask"]
                assert mask.dtype == np.int8 and mask.shape == (env.action_space(other).n,)
                if other == agent and not ends:
                    assert mask.any(), f"{agent} is to move and has no legal action"
                else:
                    assert not mask.any(), f"{other} sees a mask while {agent} is to move"


def check_env_rewards(make: Make, *, games: int = 5) -> None:
    """Check that agents collect their returns through `last`, and that these sum to zero."""
    env = make()
    for seed in range(games):
        collected: dict[str, float] = defaultdict(float)
        for agent in play_env(env, seed):
            assert set(env.agents) <= set(env.possible_agents)
            collected[agent] += env.last()[1]
            ends = [env.terminations[a] for a in env.agents]
            assert all(ends) or not any(ends), "agents end at different times"
            assert all(ends) or len(env.agents) == len(env.possible_agents), "an agent has left"
            assert all(ends) or not any(env.rewards.values()), "a reward before the end"
            assert not any(env.truncations.values()), "a truncation: length limits are rules"
        assert set(collected) == set(env.possible_agents), "an agent never got its return"
        assert abs(sum(collected.values())) < 1e-9, f"returns {dict(collected)} do not sum to zero"
        assert not env.agents, "agents are left after the end"


def check_env_infos(make: Make, *, games: int = 60) -> None:
    """Check that what an agent's info says follows from what the agent has observed before."""
    env = make()
    known: dict[tuple[str, bytes], str] = {}
    for seed in range(games):
        seen = {a: hashlib.sha256() for a in env.possible_agents}
        for _ in play_env(env, seed, choice=seed % 7):
            for a in env.agents:
                seen[a].update(_bytes(env.observe(a)))
                info = repr(env.infos[a])
                told = known.setdefault((a, seen[a].digest()), info)
                assert told == info, f"{a} cannot know {info} (or {told}): it has seen the same"


# -- copies and refusals ---------------------------------------------------------------------------


def check_env_copies(make: Make, *, seed: int = 0, every: int = 7) -> None:
    """Check that copies and pickles of a game under way go on alike, apart from the first."""
    env = make()
    for i, _ in enumerate(play_env(env, seed)):
        if i % every == 0:
            pickled = pickle.loads(pickle.dumps(env))
            futures = [_future(copy.deepcopy(env)), _future(pickled)]
            before = env.state().tobytes() if env.agents else b""
            assert futures[0] == futures[1] == _future(copy.deepcopy(env)), (
                "a copy goes on otherwise"
            )
            assert before == (env.state().tobytes() if env.agents else b""), "a copy is not apart"


def _future(env: Any) -> str:
    rng, digest = random.Random(0), hashlib.sha256()
    while env.agents:
        observation, *rest = env.last()
        digest.update(repr((env.agent_selection, *rest)).encode() + _bytes(observation))
        legal = [int(a) for a in np.flatnonzero(observation["action_mask"])]
        env.step(rng.choice(legal) if legal else None)
    return digest.hexdigest()


def check_env_refusals(make: Make, *, seed: int = 0) -> None:
    """Check that an illegal action raises, names the legal ones, and changes nothing."""
    env = make()
    for agent in play_env(env, seed):
        if env.terminations[agent]:
            break
        mask = env.observe(agent)["action_mask"]
        illegal = [int(a) for a in np.flatnonzero(mask == 0)]
        before = env.state().tobytes()
        for wrong in (*illegal[:2], len(mask), -1, None, "roll"):
            try:
                env.step(wrong)
            except Exception as error:
                legal = np.flatnonzero(mask)
                assert all(str(int(a)) in str(error) for a in legal) or wrong is None, error
            else:
                raise AssertionError(f"the illegal action {wrong!r} was played")
            assert env.state().tobytes() == before and env.agent_selection == agent
