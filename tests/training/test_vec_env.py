"""Batches as an environment for Stable-Baselines3: it is `gym_env`, seed for seed."""

import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import hoodwink
from hoodwink.agents.bots import BotAgent
from hoodwink.agents.random import RandomAgent
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import OVER
from hoodwink.training.vec_env import BatchVecEnv, vec_env

pytestmark = pytest.mark.boundscheck

KUHN = find_game("kuhn")


def hashed(observation, mask):
    """Play what the observation says, but as good as at random."""
    legal = np.flatnonzero(mask)
    return legal[zlib.crc32(observation.tobytes()) % len(legal)]


def steady(observation, mask, t, memory, rng):
    """Play the last legal action: a bot."""
    last = 0
    for a in range(len(mask)):
        if mask[a]:
            last = a
    return last


def last_legal(observation, mask):
    return np.flatnonzero(mask)[-1]


def learners(env, seed=0, blind=False):
    """Return a policy that draws an action for each game from a generator of its own."""
    rngs = [np.random.default_rng([seed, g]) for g in range(env.num_envs)]
    n_actions = env.action_space.n

    def act():
        masks = np.stack(env.env_method("action_masks"))
        allowed = np.ones_like(masks) if blind else masks
        pairs = zip(rngs, allowed, strict=True)
        return np.array([rng.choice(n_actions, p=row / row.sum()) for rng, row in pairs])

    return act


def check_same(ours, theirs, steps, blind=False):
    """Check that two environments of seeded games are one; return how many games ended."""
    assert ours.reset().tobytes() == theirs.reset().tobytes()
    act, ends = learners(theirs, blind=blind), 0
    for _ in range(steps):
        masks = [np.stack(env.env_method("action_masks")) for env in (ours, theirs)]
        assert masks[0].dtype == masks[1].dtype and (masks[0] == masks[1]).all()
        actions = act()
        one, two = ours.step(actions), theirs.step(actions)
        for mine, other in zip(one[:3], two[:3], strict=True):
            assert mine.dtype == other.dtype and mine.tobytes() == other.tobytes()
        for mine, other, done in zip(one[3], two[3], one[2], strict=True):
            assert mine["TimeLimit.truncated"] is other["TimeLimit.truncated"] is False
            assert ("terminal_observation" in mine) == done
            if done:
                last = [info["terminal_observation"].tobytes() for info in (mine, other)]
                assert last[0] == last[1]
                for key in ("seat", "replaced", "illegal"):
                    assert mine.get(key) == other.get(key)
        ends += int(one[2].sum())
    return ends


def dummy(env, n, *arguments, seed, plain=True, **options) -> Any:
    """Return SB3's own environment of several `gym_env`."""
    made = DummyVecEnv(
        [lambda: hoodwink.gym_env(env, *arguments, plain=plain, **options) for _ in range(n)]
    )
    made.seed(seed)
    return made


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
@pytest.mark.parametrize("illegal", ["raise", "lose", "replace"])
@pytest.mark.parametrize(("env", "seat"), [("kuhn:players=3", "rotate"), ("leduc", 1)])
def test_it_is_gym_env(env, seat, illegal, plain):
    theirs = dummy(env, 5, seat, hashed, illegal, seed=7)
    ours = vec_env(env, 5, seat, hashed, illegal, seed=7, plain=plain)
    assert check_same(ours, theirs, 120, blind=illegal != "raise") > 100


def test_it_is_gym_env_in_a_long_game():
    theirs = dummy("warumono2:players=3", 4, "rotate", hashed, seed=1, plain=False)
    assert check_same(vec_env("warumono2:players=3", 4, "rotate", hashed, seed=1), theirs, 200) > 8


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
def test_bots_inside_play_as_agents_outside(plain):
    bot = BotAgent("steady", KUHN, steady, KUHN.tables(players=4), plain=plain)
    theirs = dummy("kuhn:players=4", 6, "rotate", last_legal, seed=3)
    ours = vec_env("kuhn:players=4", 6, "rotate", bot, seed=3, plain=plain)
    assert check_same(ours, theirs, 60) > 50


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
def test_bots_forget_when_a_game_ends(plain):
    def count(observation, mask, t, memory, rng):
        memory[0] += 1
        return 0

    bot = BotAgent("count", KUHN, count, KUHN.tables(), plain=plain)
    env = vec_env("kuhn", 4, 1, bot, seed=0, plain=plain)
    env.reset()
    for _ in range(20):
        env.step(np.ones(4, int))  # a bet each time, which the bot answers: two decisions a game
        counts = env._seats.desks["memory"][:, 0, 0]
        assert (counts == 1).all()


def test_opponents_by_seat_are_those_of_gym_env():
    seats = {0: last_legal, 1: hashed, 2: last_legal}
    for opponents, seat in ((seats, "rotate"), ([hashed, last_legal], 0)):
        theirs = dummy("leduc:players=3", 4, seat, opponents, seed=3)
        ours = vec_env("leduc:players=3", 4, seat, opponents, seed=3, plain=True)
        assert check_same(ours, theirs, 60) > 30


@pytest.mark.parametrize("env", ["kuhn", "leduc", "warumono2"])
def test_plain_is_compiled(env):
    opponents = "random" if env == "leduc" else "rule"
    pair = [vec_env(env, 4, opponents=opponents, seed=5, plain=plain) for plain in (True, False)]
    check_same(pair[0], pair[1], 20)
    assert pair[0]._seats.desks.tobytes() == pair[1]._seats.desks.tobytes()


def played(env, n, steps=40, seed: int | None = 11, **arguments):
    """Return what the games of a new environment show, game by game."""
    made: Any = vec_env(env, n, seed=seed, **arguments)
    shown = [made.reset()]
    act = learners(made)
    for _ in range(steps):
        observation, reward, done, _ = made.step(act())
        shown.append(np.column_stack([observation, reward, done, made.get_attr("seat")]))
    return [[row[g].tobytes() for row in shown] for g in range(n)]


def test_a_game_does_not_depend_on_the_others():
    options: dict[str, Any] = {"options": [{"players": 2}, {"players": 4}], "pool": ["random"] * 2}
    many = played("kuhn", 9, **options)
    assert played("kuhn", 2, **options) == many[:2]
    assert len({tuple(game) for game in many}) == 9


def test_a_seed_fixes_everything():
    class Restless(RandomAgent):
        """A random agent that is no bot."""

    for pool in (["random", "rule"], [Restless()]):
        once = played("kuhn:players=3", 4, pool=pool)
        assert once == played("kuhn:players=3", 4, pool=pool)
        assert once != played("kuhn:players=3", 4, pool=pool, seed=12)
        assert played("kuhn:players=3", 4, pool=pool, seed=None) != played(
            "kuhn:players=3", 4, pool=pool, seed=None
        )


def test_without_new_seeds_the_generators_go_on():
    env = vec_env("kuhn", 8, seed=1)
    first, second = env.reset(), env.reset()
    assert first.tobytes() != second.tobytes()
    env.seed(1)
    assert env.reset().tobytes() == first.tobytes()


def test_tables_may_be_mixed():
    options = [{"players": n} for n in (2, 3, 4)]
    mixed: Any = vec_env("kuhn", 6, opponents=hashed, options=options, seed=4)
    mixed.reset()
    alone = [dummy(f"kuhn:players={2 + g % 3}", 1, "rotate", hashed, seed=4 + g) for g in range(6)]
    assert [env.reset()[0].tobytes() for env in alone] == [
        row.tobytes() for row in mixed._observation()
    ]
    act = learners(mixed)
    for _ in range(50):
        actions = act()
        observation, reward, done, _ = mixed.step(actions)
        for g, env in enumerate(alone):
            theirs = env.step(actions[g : g + 1])
            assert theirs[0][0].tobytes() == observation[g].tobytes()
            assert (theirs[1][0], theirs[2][0]) == (reward[g], done[g])
        assert (np.array(mixed.get_attr("seat")) < [2, 3, 4, 2, 3, 4]).all()


@pytest.mark.parametrize("env", ["kuhn:players=4", "leduc:players=3", "warumono2"])
def test_the_learner_sees_through_its_own_seat_only(env):
    made: Any = vec_env(env, 8, opponents="random", seed=2)
    made.reset()
    act = learners(made)
    for _ in range(40):
        observation = made.step(act())[0]
        seats = made._seats
        assert (seats.actor == made.get_attr("seat")).all()
        for g, seat in enumerate(made.get_attr("seat")):
            own = np.divide(seats._batch.observe(g, seat), made.game.tops, dtype=np.float32)
            assert observation[g].tobytes() == own.tobytes()


def ending_early(s):
    """Return the actor of a Kuhn game that is over at once where the first seat has the 2."""
    return OVER if s.dealt == s.n_seats and s.moves == 0 and s.card[0] == 2 else KUHN.actor(s)


def test_games_without_a_decision_leave_no_trace():
    game = replace(KUHN, actor=ending_early)
    env = BatchVecEnv(game, game.tables(players=2), 8, 1, hashed, seed=0, plain=True)
    env.reset()
    assert env.skipped > 0
    before, act, ends = env.skipped, learners(env), 0
    for _ in range(60):
        _, rewards, done, _ = env.step(act())
        assert (rewards[~done] == 0).all() and (rewards[done] != 0).all()
        ends += int(done.sum())
        assert (env._seats.observation.sum(1) > 0).all()
    assert ends > 50 and env.skipped > before


def test_a_seat_that_never_decides_is_an_error():
    game = replace(KUHN, actor=lambda s: OVER if s.dealt == s.n_seats else KUHN.actor(s))
    env = BatchVecEnv(game, game.tables(players=2), 2, 1, hashed, seed=0, plain=True)
    with pytest.raises(hoodwink.HoodwinkError, match="seat 1 never gets to decide"):
        env.reset()


def test_a_pool_is_drawn_from_for_every_seat_and_game():
    asked = []

    class Named(RandomAgent):
        def __init__(self, name):
            self.name = name

        def start(self, n, rng, table_of=None):
            return np.zeros((n, 1), np.int64)

        def act(self, observations, masks, memory, rng):
            memory += 1
            asked.extend((self.name, count) for count in memory[:, 0].tolist())
            return super().act(observations, masks, memory, rng)

    env = vec_env("leduc:players=3", 6, 0, pool=[Named("one"), Named("two")], seed=0)
    env.reset()
    act, lines, ends = learners(env), set(), 0
    for _ in range(80):
        lines |= {tuple(row[1:]) for row in env._seats.desks["holder"].tolist()}
        ends += int(env.step(act())[2].sum())
    assert lines == {(a, b) for a in (-1, -2) for b in (-1, -2)}
    assert {name for name, _ in asked} == {"one", "two"}
    fresh = sum(count == 1 for _, count in asked)
    assert ends * 2 <= fresh <= (ends + 6) * 2  # a seat remembers its own game and no other
    assert max(count for _, count in asked) > 1


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
def test_an_illegal_action_raises_and_changes_nothing(plain):
    env = vec_env("leduc", 3, 0, seed=0, plain=plain)
    env.reset()
    before = env._seats._batch.states.tobytes()
    for wrong in (0, 3, -1):
        with pytest.raises(hoodwink.IllegalAction, match=r"game 1: .*legal: 1 \(call\), 2"):
            env.step(np.array([1, wrong, 1]))
    assert env._seats._batch.states.tobytes() == before
    env.step(np.array([1, 1, 1]))


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
def test_opponents_that_cheat_are_named(plain):
    def cheat(observation, mask, t, memory, rng):
        return 7

    bot = BotAgent("cheat", KUHN, cheat, KUHN.tables(), plain=plain)
    for opponent in (bot, lambda observation, mask: 7):
        env = vec_env("kuhn", 2, 0, opponent, seed=0, plain=plain)
        env.reset()
        with pytest.raises(hoodwink.HoodwinkError, match="opponent in seat 1 is at fault"):
            env.step(np.zeros(2, int))
        with pytest.raises(hoodwink.HoodwinkError, match="reset"):
            env.step(np.zeros(2, int))
        env.reset()


def test_what_sb3_asks_of_single_environments():
    env = vec_env("kuhn", 3, 1, seed=0)
    env.reset()
    assert env.has_attr("action_masks") and not env.has_attr("wings")
    assert env.get_attr("seat", [0, 2]) == [1, 1] and env.get_attr("render_mode", 1) == [None]
    assert [mask.tolist() for mask in env.env_method("action_masks", indices=2)] == [[True, True]]
    assert env.get_attr("action_masks")[0]().tolist() == [True, True]
    env.set_attr("wings", 2, indices=[1])
    assert env.get_attr("wings", 1) == [2] and not env.has_attr("wings")
    assert env.env_is_wrapped(VecMonitor) == [False] * 3
    env.close()


def test_masks_and_observations_are_the_callers_own():
    env: Any = vec_env("kuhn", 2, 0, seed=0)
    observation, masks = env.reset(), env.env_method("action_masks")
    masks[0][:] = False
    observation[:] = 9
    assert env.action_masks().all()
    assert env.step(np.zeros(2, int))[0].max() <= 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"n": 0}, "at least one game"),
        ({"seat": 5}, "unknown seat"),
        ({"illegal": "ignore"}, "raise, lose, replace"),
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ["random"]}, "fixed seat"),
        ({"pool": "random"}, "list of agents"),
        ({"pool": ["random"], "opponents": "random"}, "not both"),
        ({"pool": ["nobody"]}, "nobody"),
        ({"options": [{"players": 2}, {"players": 3}], "seat": 2}, "unknown seat"),
        ({"seed": -1}, "seed"),
        ({"colour": 1}, "colour"),
    ],
)
def test_wrong_arguments_are_refused(wrong, words):
    with pytest.raises(hoodwink.HoodwinkError, match=words):
        vec_env("kuhn", **{"n": 2, "plain": True, **wrong})


@pytest.mark.parametrize("actions", [[0], [0.0, 1.0], [[0], [1]]])
def test_wrong_shapes_are_refused(actions):
    env = vec_env("kuhn", 2, plain=True)
    with pytest.raises(hoodwink.HoodwinkError, match="reset"):
        env.step(np.zeros(2, int))
    env.reset()
    with pytest.raises(hoodwink.HoodwinkError, match="2 integer actions"):
        env.step(np.array(actions))
