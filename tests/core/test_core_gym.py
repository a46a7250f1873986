"""One seat as a Gymnasium environment: right rewards, right next observations, seeds, masks."""

import copy
import pickle
import warnings
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import hoodwink
from hoodwink.agents.random import RandomAgent
from hoodwink.envs.core.registry import NAMES


def first_legal(observation, mask):
    return np.flatnonzero(mask)[0]


def last_legal(observation, mask):
    return np.flatnonzero(mask)[-1]


def episode(env, seed=None, policy=last_legal):
    observation, info = env.reset(seed=seed)
    seen: list[tuple[Any, ...]] = [(observation.tobytes(), info["seat"])]
    while True:
        observation, reward, terminated, truncated, info = env.step(
            policy(None, env.action_masks())
        )
        seen.append((observation.tobytes(), reward, terminated, truncated))
        if terminated:
            return seen


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [0, "rotate"])
def test_gymnasium_accepts_it_without_a_warning(name, seat):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(hoodwink.gym_env(name, seat, "random", illegal="replace"), skip_render_check=True)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_learner_sees_its_own_decisions_and_gets_its_own_payoff(seat):
    """The same game, played once through the Gymnasium view and once seat by seat."""
    env = hoodwink.gym_env("leduc", seat, last_legal, players=3)
    whole = hoodwink.make("leduc", players=3)
    for seed in range(30):
        observation, info = env.reset(seed=seed)
        whole.reset(seed=seed)
        total = 0.0
        over = False
        while not whole.terminations[whole.agent_selection]:
            seen = whole.last()[0]
            assert seen is not None
            mover = whole.agent_selection
            if mover == f"player_{seat}":
                assert not over
                assert observation.tobytes() == seen["observation"].tobytes()
                assert (info["action_mask"] == seen["action_mask"]).all()
                assert (env.action_masks() == seen["action_mask"]).all()
                action = first_legal(None, seen["action_mask"])
                observation, reward, over, truncated, info = env.step(action)
                assert not truncated
                total += reward
            else:
                action = last_legal(None, seen["action_mask"])
            whole.step(int(action))
        assert over
        assert total == whole.rewards[f"player_{seat}"]
        assert observation.tobytes() == whole.observe(f"player_{seat}")["observation"].tobytes()
        assert not env.action_masks().any()


def test_a_list_of_opponents_sits_down_in_the_order_of_the_seats():
    asked = []

    def note(name):
        def policy(observation, mask):
            asked.append(name)
            return first_legal(observation, mask)

        return policy

    env = hoodwink.gym_env("kuhn:players=3", 1, [note("first"), note("third")])
    env.reset(seed=0)
    assert asked == ["first"]
    env.step(0)
    assert asked == ["first", "third"]
    asked.clear()
    env = hoodwink.gym_env("kuhn:players=3", "A", {"C": note("C"), "B": note("B")})
    env.reset(seed=0)
    env.step(0)
    assert asked == ["B", "C"]


def test_an_opponent_sees_what_its_own_seat_sees():
    seen = []

    def policy(observation, mask):
        seen.append(observation)
        return first_legal(observation, mask)

    env = hoodwink.gym_env("kuhn", 1, policy)
    env.reset(seed=6)
    whole = hoodwink.make("kuhn")
    whole.reset(seed=6)
    expected = whole.last()[0]
    assert expected is not None
    assert seen[0].tobytes() == expected["observation"].tobytes()


def test_agents_get_a_memory_for_each_game():
    class Counting(RandomAgent):
        def start(self, n, rng, table_of=None):
            assert isinstance(rng, np.random.Generator)
            return np.zeros((n, 1), np.int64)

        def act(self, observations, masks, memory, rng):
            memory += 1
            counts.append(int(memory[0, 0]))
            return super().act(observations, masks, memory, rng)

    counts = []
    env = hoodwink.gym_env("leduc", 0, Counting())
    for _ in range(20):
        episode(env, policy=first_legal)
    assert counts.count(1) == 20
    assert max(counts) == 2 or max(counts) > 1


def test_a_seed_fixes_seats_opponents_and_games():
    one, two = (hoodwink.gym_env("warumono2", None, "random") for _ in range(2))
    first = [episode(one, 5), *(episode(one) for _ in range(3))]
    assert first == [episode(two, 5), *(episode(two) for _ in range(3))]
    assert first != [episode(two, 6), *(episode(two) for _ in range(3))]


def test_rotate_draws_every_seat():
    env = hoodwink.gym_env("kuhn:players=4", "rotate", "random")
    seats = [env.reset(seed=0)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(40))]
    assert set(seats) == {0, 1, 2, 3}


def test_without_a_seed_environments_differ():
    episodes = {tuple(episode(hoodwink.gym_env("warumono2", 0, first_legal))[0]) for _ in range(10)}
    assert len(episodes) > 5


def test_illegal_raise_changes_nothing():
    env = hoodwink.gym_env("leduc", 0, "random")
    env.reset(seed=0)
    for action in (0, 99, -1, None, 1.0):
        with pytest.raises(hoodwink.IllegalAction, match=r"legal: 1 \(call\), 2 \(raise\)"):
            env.step(cast(Any, action))
    assert env.action_masks().tolist() == [False, True, True]
    env.step(cast(Any, np.array(1)))


def test_illegal_lose_ends_the_game():
    env = hoodwink.gym_env("leduc", 0, "random", illegal="lose")
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (env.game.payoff_range[0], True, False)
    assert info["illegal"]
    with pytest.raises(hoodwink.HoodwinkError, match="reset"):
        env.step(1)


def test_illegal_replace_plays_a_seeded_legal_action_and_counts():
    def blind(env, seed):
        env.reset(seed=seed)
        for count in range(1, 50):
            observation, _, terminated, _, info = env.step(77)
            assert info["replaced"] == count
            if terminated:
                return observation.tobytes(), count
        raise AssertionError

    env = hoodwink.gym_env("leduc", 0, "random", illegal="replace")
    ends = {seed: blind(env, seed) for seed in range(20)}
    assert ends == {seed: blind(env, seed) for seed in range(20)}
    assert len({count for _, count in ends.values()}) > 1
    assert env.reset(seed=0)[1]["replaced"] == 0


def test_an_opponent_that_cheats_is_named():
    env = hoodwink.gym_env("kuhn", 0, lambda observation, mask: 5)
    env.reset(seed=0)
    with pytest.raises(hoodwink.IllegalAction, match="opponent in seat 1 is at fault"):
        env.step(0)


def test_stepping_before_reset_is_refused():
    with pytest.raises(hoodwink.HoodwinkError, match="reset"):
        hoodwink.gym_env("kuhn", 0, "random").step(0)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"seat": 5}, "unknown seat"),
        ({"illegal": "ignore"}, "raise, lose, replace"),
        ({"opponents": 3}, "an opponent is"),
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ["random"]}, "fixed seat"),
        ({"seat": 0, "opponents": ["random"] * 2}, "1 opponents are needed, got 2"),
        ({"seat": 0, "opponents": {"A": "random"}}, "no opponent for seat 1"),
        ({"colour": 1}, "colour"),
        ({"render_mode": "human"}, "render_mode"),
    ],
)
def test_wrong_arguments_are_refused(wrong, words):
    with pytest.raises(hoodwink.HoodwinkError, match=words):
        hoodwink.gym_env("kuhn", **wrong)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alone(duplicate):
    env = hoodwink.gym_env("leduc", "rotate", "random")
    env.reset(seed=3)
    twin = duplicate(env)
    assert [episode(twin) for _ in range(5)] == [episode(env) for _ in range(5)]


def test_ansi_shows_what_the_learner_knows():
    env = hoodwink.gym_env("kuhn", 1, first_legal, render_mode="ansi")
    env.reset(seed=0)
    match = hoodwink.Match("kuhn", seed=0)
    match.roll()
    match.play("pass")
    assert env.render() == match.ansi(1)
