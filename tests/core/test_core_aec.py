"""The PettingZoo environment: its own tests, its wrappers, seeds, the end, copies and secrets."""

import copy
import pickle
import random
import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.state_test import test_state_space as check_state_space
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

import hoodwink
from hoodwink.envs import kuhn_v0, leduc_v0
from hoodwink.envs.core.aec import CheckedEnv, OutOfBounds, OutOfOrder
from hoodwink.envs.core.registry import NAMES, find_game

ROOT = Path(__file__).resolve().parents[2]
MODULES = {
    name: import_module(f"hoodwink.envs.{name}_v{find_game(name).version}") for name in NAMES
}


@pytest.fixture(autouse=True)
def quiet():
    EnvLogger.suppress_output()
    yield
    EnvLogger.flush()
    EnvLogger.unsuppress_output()


def wrapped(raw, lowest):
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, lowest)))


def legal(env, rng):
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        return None
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def play(env, seed, rng_seed=0):
    """Play a game at random and return all that could be seen of it."""
    rng = np.random.default_rng(rng_seed)
    env.reset(seed=seed)
    seen = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        row = (observation["observation"].tobytes(), observation["action_mask"].tobytes())
        seen.append((agent, *row, reward, terminated, truncated, dict(info)))
        env.step(legal(env, rng))
    return seen


def to_the_end(env, seed=0):
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    while not env.terminations[env.agent_selection]:
        env.step(legal(env, rng))


# -- PettingZoo's own tests -----------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_pettingzoo_accepts_it_without_a_warning_of_ours(name, kind):
    make = getattr(MODULES[name], kind)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=200)
        seed_test(make, num_cycles=200)
        check_state_space(make())
    expected = ("probably should be gymnasium.spaces.box", "Observation is not a NumPy array")
    assert [str(w.message) for w in caught if not any(e in str(w.message) for e in expected)] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_registry_knows_it_by_both_spellings(name):
    for spelling in (f"hoodwink/{name}_v0", f"hoodwink/{name}-v0"):
        env = pettingzoo.make("aec", spelling, illegal="terminate")
        assert str(env) == f"{name}_v0"
        assert isinstance(env, CheckedEnv)
        assert env.illegal == "terminate"


def test_the_registered_environments_are_the_games_there_are():
    versions = tuple(f"{name}_v{find_game(name).version}" for name in NAMES)
    assert hoodwink.ENVIRONMENTS == versions
    assert hoodwink.games() == list(NAMES)


def test_importing_is_cheap_and_leaves_no_torch():
    program = (
        "import sys, warnings; warnings.simplefilter('error'); import hoodwink, importlib;"
        "importlib.reload(hoodwink);"  # registering twice is no warning
        "print([m for m in ('torch', 'numba', 'hoodwink.envs.core.match') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


# -- spaces and observations ----------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_spaces_are_the_same_objects_and_hold_what_is_seen(name):
    env = hoodwink.make(name)
    to_the_end(env)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_spaces[agent]
        assert env.action_space(agent) is env.action_spaces[agent]
        assert env.observation_space(agent).contains(env.observe(agent))
    spaces = [env.action_space(agent) for agent in env.possible_agents]
    assert len({id(space) for space in spaces}) == len(spaces)  # so that each can be seeded
    assert env.state_space.contains(env.state())


def test_only_who_is_to_move_has_a_mask_and_anybody_can_be_observed():
    env = hoodwink.make("leduc", players=3)
    rng = np.random.default_rng(0)
    for seed in range(20):
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection]:
            for agent in env.possible_agents:
                mask = env.observe(agent)["action_mask"]
                assert mask.any() == (agent == env.agent_selection)
            env.step(legal(env, rng))
        assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


def test_what_is_returned_may_be_kept_and_changed():
    env = hoodwink.make("kuhn", players=3)
    env.reset(seed=1)
    first = env.last()[0]
    assert first is not None
    kept = {key: value.copy() for key, value in first.items()}
    again = env.last()[0]
    assert again is not None
    again["observation"][:] = 9
    again["action_mask"][:] = 0
    env.step(0)
    assert all((first[key] == kept[key]).all() for key in kept)
    env.step(0)  # the mask inside was not touched
    env.observe("player_0")["observation"][:] = 9
    assert env.observe("player_0")["observation"].max() <= 1


def test_a_resampled_world_looks_the_same_to_the_seat():
    env = hoodwink.make("warumono2")
    rng = np.random.default_rng(3)
    env.reset(seed=3)
    for _ in range(20):
        for seat, agent in enumerate(env.possible_agents):
            if agent != env.agent_selection:  # the mover's was computed when it came to move
                other = copy.deepcopy(env)
                solo = other._solo
                other.game.resample(solo.s, solo.t, seat, np.array([7], np.uint64))
                for key, seen in env.observe(agent).items():
                    assert seen.tobytes() == other.observe(agent)[key].tobytes()
        env.step(legal(env, rng))


@pytest.mark.parametrize("name", NAMES)
def test_infos_hold_nothing(name):
    env = hoodwink.make(name)
    to_the_end(env)
    assert env.infos == {agent: {} for agent in env.possible_agents}


def test_state_names_every_field_and_shows_what_is_hidden():
    env = hoodwink.make("kuhn", players=3)
    to_the_end(env, seed=5)
    fields = env.state_fields()
    assert list(fields)[:5] == ["n_seats", "dealt", "moves", "bettor", "card"]
    assert list(env.state()[fields["card"]]) == list(env._solo.states["card"][0])
    assert max(where.stop for where in fields.values()) == len(env.state())
    assert not {"key", "told", "events"} & set(fields)


# -- seeds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), [("kuhn", {"players": 4}), ("warumono2", {})])
def test_a_seed_gives_the_games_of_a_batch(name, options):
    batch = hoodwink.make_batch(name, 2, seed=11, **options)
    env = hoodwink.make(name, **options)
    env.reset(seed=11)
    for _ in range(400):
        if env.terminations[env.agent_selection]:
            assert list(env.rewards.values()) == list(batch.reward[0, : env.num_agents])
            env.reset()  # goes on with the generator, as the batch does
        assert env.agent_selection == f"player_{batch.actor[0]}"
        seen = env.last()[0]
        assert seen is not None
        assert (seen["observation"] == batch.observation[0] / batch.game.tops).all()
        assert (seen["action_mask"] == batch.mask[0]).all()
        actions = np.array([np.flatnonzero(mask)[-1] for mask in batch.mask])
        env.step(actions[0])
        batch.step(actions)


def test_plain_runs_are_equal():
    assert play(hoodwink.make("leduc", plain=True), 4) == play(hoodwink.make("leduc"), 4)


def test_the_first_reset_without_a_seed_is_unforeseeable_the_others_go_on():
    deals = set()
    for _ in range(20):
        env = hoodwink.make("warumono2")
        env.reset()
        deals.add(env.state().tobytes())
    assert len(deals) > 10
    one, two = hoodwink.make("kuhn"), hoodwink.make("kuhn")
    for env in (one, two):
        env.reset(seed=2)
    for _ in range(10):
        one.reset()
        two.reset()
        assert one.state().tobytes() == two.state().tobytes()


def global_generators():
    state = np.random.get_state(legacy=True)
    assert isinstance(state, tuple)
    return random.getstate(), state[1].tobytes()


def test_no_global_generator_is_read_or_moved():
    played = []
    for seed in (1, 2):
        random.seed(seed)
        np.random.seed(seed)
        before = global_generators()
        played.append(play(hoodwink.make("kuhn"), 3))
        assert global_generators() == before
    assert played[0] == played[1]


@pytest.mark.parametrize("seed", [-1, 0.5, "1"])
def test_a_bad_seed_is_refused_and_the_game_goes_on(seed):
    env = hoodwink.make("kuhn")
    env.reset(seed=0)
    before = env.state().tobytes()
    with pytest.raises(hoodwink.HoodwinkError, match="seed"):
        env.reset(seed=seed)
    assert env.state().tobytes() == before


# -- options --------------------------------------------------------------------------------------


def test_options_survive_reseeding():
    env = hoodwink.make("warumono2", players=3, scenario=6)
    for seed in (None, 1, None, 1):
        env.reset(seed=seed)
        assert env.num_agents == 3
        assert env.game_options["scenario"] == 6


def test_reset_changes_options_for_good_but_not_the_number_of_players():
    env = hoodwink.make("warumono2", scenario=1)
    env.reset(seed=1, options={"game_options": {"scenario": 6}})
    changed = env._solo.tables.copy()
    env.reset(seed=1)
    assert env.game_options["scenario"] == 6
    assert (env._solo.tables == changed).all()
    assert (changed == find_game("warumono2").tables(scenario=6)).all()
    for wrong in ({"players": 3}, {"colour": 1}, {"scenario": 99}, 3):
        with pytest.raises(hoodwink.HoodwinkError):
            env.reset(options={"game_options": wrong})
    assert env.game_options["scenario"] == 6


@pytest.mark.parametrize(
    "wrong", [{"players": 9}, {"colour": 1}, {"illegal": "lose"}, {"render_mode": "human"}]
)
def test_wrong_options_are_refused(wrong):
    with pytest.raises(hoodwink.HoodwinkError, match=next(iter(wrong))):
        hoodwink.make("kuhn", **wrong)


# -- order, bounds, legality ----------------------------------------------------------------------


@pytest.mark.parametrize("action", [7, -1, None, 0.0, "bet", np.array([1]), 10**30, [0]])
def test_an_action_outside_the_space_is_refused(action):
    for env in (hoodwink.make("kuhn"), hoodwink.make("kuhn", illegal="terminate")):
        env.reset(seed=0)
        before = env.state().tobytes()
        with pytest.raises(OutOfBounds, match=r"legal: 0 \(pass\), 1 \(bet\)"):
            env.step(action)
        assert env.state().tobytes() == before
        env.step(0)


@pytest.mark.parametrize("action", [1, np.int32(1), np.int64(1), np.uint8(1), np.array(1)])
def test_every_kind_of_whole_number_is_an_action(action):
    env = hoodwink.make("kuhn")
    env.reset(seed=0)
    env.step(action)
    assert env.agent_selection == "player_1"


@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_an_illegal_action_raises_and_names_the_legal_ones(kind):
    env = getattr(leduc_v0, kind)()
    env.reset(seed=0)
    before = env.state().tobytes()
    with pytest.raises(hoodwink.IllegalAction, match=r"0 \(fold\).*legal: 1 \(call\), 2 \(raise\)"):
        env.step(0)
    assert env.state().tobytes() == before
    assert env.agent_selection == "player_0"
    assert not any(env.terminations.values())


def snapshot(env):
    return (
        list(env.agents), env.agent_selection, dict(env.rewards), dict(env.terminations),
        dict(env.truncations), dict(env._cumulative_rewards), dict(env.infos),
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_wrappers_of_pettingzoo_behave_the_same(name):
    """Legal games, and games ended by an illegal action at any point, to the last dead step."""
    module, lowest = MODULES[name], find_game(name).payoff_range[0]
    ours, theirs = module.env(illegal="terminate"), wrapped(module.raw_env(), lowest)
    rng = np.random.default_rng(0)
    for game in range(12):
        ours.reset(seed=game)
        theirs.reset(seed=game)
        for step, (agent, other) in enumerate(
            zip(ours.agent_iter(), theirs.agent_iter(), strict=True)
        ):
            assert agent == other
            (seen, *rest), (seen_too, *rest_too) = ours.last(), theirs.last()
            assert rest == rest_too
            assert seen is not None
            assert seen_too is not None
            assert all(seen[key].tobytes() == seen_too[key].tobytes() for key in seen)
            if rest[1] or rest[2]:
                action = None
            else:
                mask = seen["action_mask"]
                cheat = game % 2 and step >= game and not mask.all()
                action = int(rng.choice(np.flatnonzero(mask == (0 if cheat else 1))))
            ours.step(action)
            theirs.step(action)
            assert snapshot(ours) == snapshot(theirs)


def test_illegal_terminate_costs_the_mover_the_lowest_payoff():
    env = hoodwink.make("leduc", illegal="terminate")
    env.reset(seed=0)
    env.step(0)
    lowest = env.game.payoff_range[0]
    assert env.rewards == {"player_0": lowest, "player_1": 0.0}
    assert all(env.terminations.values())
    assert env.agent_selection == "player_0"
    assert not env.observe("player_0")["action_mask"].any()
    env.reset(seed=0)
    assert not any(env.terminations.values())
    assert env.observe("player_0")["action_mask"].any()


def test_a_game_ended_by_an_illegal_action_leaves_no_trace_in_the_next():
    env = hoodwink.make("leduc", illegal="terminate")
    env.reset(seed=0)
    env.step(1)
    env.step(0)  # player_1's fold is illegal
    to_the_end(env)
    for _ in env.agent_iter():
        env.step(None)
    assert env.agent_selection == "player_0"


CALLS = {
    "step": lambda env: env.step(0),
    "observe": lambda env: env.observe("player_0"),
    "state": lambda env: env.state(),
    "render": lambda env: env.render(),
    "agent_iter": lambda env: env.agent_iter(),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_before_reset_says_so(name):
    env = hoodwink.make("kuhn", render_mode="ansi")
    with pytest.raises(OutOfOrder, match=rf"reset\(\) needs to be called before {name}\(\)"):
        CALLS[name](env)
    with pytest.raises(AssertionError, match=f"before {name}"):
        CALLS[name](wrapped(kuhn_v0.raw_env(render_mode="ansi"), -2))


@pytest.mark.parametrize(
    "name",
    ["agents", "num_agents", "rewards", "terminations", "truncations", "infos", "agent_selection"],
)
def test_an_attribute_before_reset_says_so(name):
    for env in (hoodwink.make("kuhn"), kuhn_v0.raw_env(), wrapped(kuhn_v0.raw_env(), -2)):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)


def test_a_loop_that_does_not_step_is_stopped():
    env = hoodwink.make("kuhn")
    env.reset(seed=0)
    with pytest.raises(OutOfOrder, match="need to call step"):
        for _ in env.agent_iter(max_iter=5):
            pass


def test_an_unknown_agent_is_refused():
    env = hoodwink.make("kuhn")
    env.reset(seed=0)
    for call in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(hoodwink.HoodwinkError, match=r"unknown agent .* player_0, player_1"):
            call("player_2")


# -- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_end_is_the_same_for_all_games(name):
    """All terminate at once, player_0 is selected, then each dead step takes one away in order."""
    env = hoodwink.make(name)
    rng = np.random.default_rng(0)
    for seed in range(5):
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection]:
            assert not any(env.terminations.values())
            assert not any(env.rewards.values())
            assert env.agents == env.possible_agents
            env.step(legal(env, rng))
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-9)
        payoffs = dict(env.rewards)
        gone = []
        for agent in env.agent_iter():
            _, reward, terminated, _, _ = env.last()
            assert (reward, terminated) == (payoffs[agent], True)
            with pytest.raises(hoodwink.HoodwinkError, match="only None"):
                env.step(0)
            env.step(None)
            gone.append(agent)
            assert env.agents == [a for a in env.possible_agents if a not in gone]
        assert gone == env.possible_agents
        with pytest.raises(OutOfOrder, match="after the end"):
            env.step(None)


def test_seats_that_drop_out_stay_in_agents_and_are_never_selected():
    env = hoodwink.make("warumono2")
    rng = np.random.default_rng(1)
    dropped = 0
    for seed in range(40):
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection]:
            out = env._solo.states["out"][0]
            seat = env.possible_agents.index(env.agent_selection)
            assert not out[seat]
            dropped += int(out.any())
            assert env.agents == env.possible_agents
            env.step(legal(env, rng))
    assert dropped


# -- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("plain", [False, True])
def test_a_copy_in_mid_game_goes_on_alone(duplicate, plain):
    env = hoodwink.make("leduc", players=3, plain=plain)
    env.reset(seed=7)
    env.step(1)
    env.step(2)
    twin = duplicate(env)
    before = env.state().tobytes()
    ends = []
    for one in (twin, env):
        if one is env:
            assert env.state().tobytes() == before
        rng = np.random.default_rng(5)
        seen = []
        for _ in range(40):
            if one.terminations[one.agent_selection]:
                seen.append(tuple(one.rewards.values()))
                one.reset()
            one.step(legal(one, rng))
            seen.append(one.state().tobytes())
        ends.append(seen)
    assert ends[0] == ends[1]


def test_an_environment_can_be_sent_before_its_first_reset():
    env = pickle.loads(pickle.dumps(hoodwink.make("kuhn")))
    assert play(env, 1) == play(hoodwink.make("kuhn"), 1)


def test_a_pickle_holds_no_address_and_works_in_another_process(tmp_path):
    env = hoodwink.make("kuhn")
    env.reset(seed=1)
    env.step(0)
    path = tmp_path / "env.pickle"
    path.write_bytes(pickle.dumps(env))
    program = (
        "import pickle, sys; env = pickle.load(open(sys.argv[1], 'rb'));"
        "env.step(0); print(env.terminations, list(env.rewards.values()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], cwd=ROOT, capture_output=True, text=True
    )
    env.step(0)
    assert done.stdout == f"{env.terminations} {list(env.rewards.values())}\n", done.stderr


# -- pictures -------------------------------------------------------------------------------------


def test_ansi_shows_what_the_selected_agent_knows():
    env = hoodwink.make("kuhn", render_mode="ansi")
    env.reset(seed=0)
    match = hoodwink.Match("kuhn", seed=0)
    match.roll()
    assert env.render() == match.ansi(0)
    env.step(0)
    assert env.render() == env.game.words.ansi(env._solo.s, env._solo.t, env.game_options, 1)
    env.close()


def test_rendering_without_a_mode_warns():
    env = hoodwink.make("kuhn")
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
