"""Agents measured exactly, and solved tables that play."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hoodwink.agents import load_agent
from hoodwink.agents.agent import no_memory
from hoodwink.agents.bots import BotAgent
from hoodwink.agents.policy import PolicyAgent
from hoodwink.agents.table import ARRAYS, save_table
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.registry import find_game
from hoodwink.training.exact.histories import met
from hoodwink.training.network import NetworkConfig, new_network
from hoodwink.training.portrait.gather import decisions
from hoodwink.training.solvers import Policy, cfr, measure, nash_conv, policy_of
from hoodwink.training.solvers.agents import shown_rows
from hoodwink.training.solvers.tree import load_arrays, save_arrays
from tests.training.solvers.planted import tree_of

KUHN, LEDUC = find_game("kuhn"), find_game("leduc")


@pytest.mark.boundscheck
@pytest.mark.parametrize("block", [1, 7, 936, 8192])
def test_every_information_state_is_shown_once_after_those_that_lead_to_it(block: int) -> None:
    tree = tree_of("leduc")
    met: list[int] = []
    for shown, observations, masks in shown_rows(tree, block):
        assert len(shown) == len(observations) == len(masks) <= block
        for r, mask in zip(shown.tolist(), masks, strict=True):
            row = tree.rows[r]
            span = slice(row["first"], row["first"] + row["actions"])
            assert np.flatnonzero(mask).tolist() == tree.actions[span].tolist()
            assert row["parent"] < 0 or tree.row_of[row["parent"]] in met
            met.append(r)
    assert sorted(met) == list(range(len(tree.rows)))


@pytest.mark.parametrize("env", ["kuhn:players=3", "leduc", "warumono2-tiny"])
def test_the_random_agent_is_the_uniform_policy(env: str) -> None:
    tree = tree_of(env)
    found = policy_of(tree, load_agent("random", tree.game))
    np.testing.assert_allclose(found.probabilities, Policy.uniform(tree).probabilities, atol=1e-7)


def test_a_network_is_measured_as_it_plays() -> None:
    tree, network = tree_of("leduc"), new_network(LEDUC, NetworkConfig((16,)), 1)
    agent = PolicyAgent("network", network)
    found = policy_of(tree, agent)
    for shown, observations, masks in shown_rows(tree, 100):
        given = agent.probabilities(observations, masks, no_memory(len(masks)))
        for r, line, mask in zip(shown, given, masks, strict=True):
            np.testing.assert_allclose(found.of_row(r), line[mask == 1], atol=1e-6)
    assert 0 < nash_conv(tree, found)


def test_the_value_of_an_agent_is_what_it_gets_over_many_games() -> None:
    tree = tree_of("kuhn")
    agent = load_agent("rule", KUHN)
    expected = measure(tree, policy_of(tree, agent)).value[0]
    games, rng = 40_000, np.random.default_rng(0)
    batch = Batch(KUHN, KUHN.tables(), games, seed=1, restart=False)
    memory, payoffs = agent.start(games * 2, rng), np.zeros(games)
    while (batch.actor >= 0).any():
        rows = np.arange(games) * 2 + np.maximum(batch.actor, 0)
        part = memory[rows]
        masks = np.where(batch.actor[:, None] >= 0, batch.mask, 1).astype(np.int8)
        batch.step(agent.act(batch.observation, masks, part, rng))
        payoffs += batch.reward[:, 0]
    assert payoffs.mean() == pytest.approx(expected, abs=4 * payoffs.std() / games**0.5 + 0.01)


# -- agents that remember --------------------------------------------------------------------------


@rule
def counting_bot(observation: Any, mask: Any, t: Any, memory: Any, rng: Any) -> int:
    """Call at its first decision, and from then on do the most it may."""
    memory[0] += 1
    if memory[0] == 1:
        return 1
    for a in range(len(mask) - 1, 0, -1):
        if mask[a] != 0:
            return a
    return 0


class Moody:
    """Draws when a game begins whether to be bold in it: no table of probabilities does that."""

    name = "moody"

    def start(self, n: int, rng: np.random.Generator, table_of: Any = None) -> Any:
        return rng.integers(1 << 40, size=(n, 1))

    def act(self, observations: Any, masks: Any, memory: Any, rng: Any) -> Any:
        return masks.argmax(1)

    def probabilities(self, observations: Any, masks: Any, memory: Any) -> Any:
        return masks / masks.sum(1, keepdims=True)


class Drifting(Moody):
    """Draws what it remembers at each decision."""

    def start(self, n: int, rng: np.random.Generator, table_of: Any = None) -> Any:
        return np.zeros((n, 1), np.int64)

    def act(self, observations: Any, masks: Any, memory: Any, rng: Any) -> Any:
        memory[:, 0] = rng.integers(1 << 40, size=len(memory))
        return masks.argmax(1)


class Wasteful(Moody):
    """Gives legal actions half of what it should."""

    def start(self, n: int, rng: np.random.Generator, table_of: Any = None) -> Any:
        return no_memory(n)

    def probabilities(self, observations: Any, masks: Any, memory: Any) -> Any:
        return 0.5 * masks / masks.sum(1, keepdims=True)


def test_an_agent_that_remembers_is_asked_along_its_own_decisions() -> None:
    tree = tree_of("leduc")
    agent = BotAgent("counting", LEDUC, counting_bot, LEDUC.tables())
    for block in (3, 8192):
        found = policy_of(tree, agent, block)
        for r, row in enumerate(tree.rows):
            actions = tree.actions[row["first"] : row["first"] + row["actions"]]
            played = int(actions[found.of_row(r).argmax()])
            assert played == (1 if row["depth"] == 0 else actions.max()), r


@pytest.mark.parametrize("agent", [Moody(), Drifting()])
def test_an_agent_that_draws_its_memory_is_refused(agent: Any) -> None:
    with pytest.raises(HoodwinkError, match="moody draws at random what it remembers"):
        policy_of(tree_of("kuhn"), agent)


def test_an_agent_whose_probabilities_are_none_is_refused() -> None:
    with pytest.raises(HoodwinkError, match=r"information state \d+ of kuhn 0.5 in all"):
        policy_of(tree_of("kuhn"), Wasteful())


# -- tables that play ------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "leduc.table"
    save_table(path, cfr(tree_of("leduc"), 20), {"algo": "cfr"})
    return path


def test_a_saved_table_plays_as_it_was_solved(file: Path) -> None:
    tree = tree_of("leduc")
    agent = load_agent(f"table:{file}", LEDUC)
    assert agent.name == f"table:{file}"
    found = policy_of(tree, agent)
    np.testing.assert_allclose(found.probabilities, cfr(tree, 20).probabilities, atol=1e-6)
    assert [path.name for path in file.parent.iterdir()] == ["leduc.table"]


def test_a_table_plays_uniformly_where_it_knows_nothing(file: Path) -> None:
    agent = load_agent(f"table:{file}", LEDUC)
    masks = np.array([[1, 1, 1], [0, 1, 1]], np.int8)
    strange = np.full((2, LEDUC.n_observation), 9, np.int8)
    given = agent.probabilities(strange, masks, no_memory(2))
    np.testing.assert_allclose(given, masks / masks.sum(1, keepdims=True), atol=1e-6)
    drawn = agent.act(strange, masks, no_memory(2), np.random.default_rng(1))
    assert masks[[0, 1], drawn].all()


def refused(file: Path, message: str, game: Any = LEDUC, **options: Any) -> None:
    with pytest.raises(HoodwinkError, match=message):
        load_agent(f"table:{file}", game, game.tables(**options))


def test_a_table_for_something_else_is_refused(file: Path) -> None:
    refused(file, "this table is for leduc with .*, and knows no other options", players=3)
    refused(file, "its game is 'leduc', here it is 'kuhn'", KUHN)
    refused(file, "its rules_version is '1', here it is '2'", replace(LEDUC, rules_version="2"))
    refused(file.parent / "none", "there is no such file")
    file.write_bytes(file.read_bytes()[:500])
    refused(file, "damaged")


@pytest.mark.parametrize(
    "fault",
    ["negative", "nan", "half", "short", "order", "options", "action", "twice", "scalar", "empty"],
)
def test_a_damaged_table_is_refused(file: Path, fault: str) -> None:
    with np.load(file) as stored:
        arrays = {name: stored[name] for name in ARRAYS}
        header = json.loads(stored["header"].tobytes())
    if fault == "options":
        header["options"] = None
    elif fault == "short":
        arrays["digests"] = arrays["digests"][1:]
    elif fault == "order":
        arrays["first"][1:3] = arrays["first"][[2, 1]]
    elif fault == "action":
        arrays["actions"][0] = LEDUC.n_actions
    elif fault == "twice":
        arrays["digests"][1] = arrays["digests"][0]
    elif fault == "half":
        arrays["probabilities"] *= 0.5
    elif fault in ("scalar", "empty"):
        for name, array in arrays.items():
            arrays[name] = array[:0] if fault == "empty" else array.ravel()[0].reshape(())
    else:
        arrays["probabilities"][3] = -0.1 if fault == "negative" else np.nan
    save_arrays(file, json.dumps(header), arrays)
    refused(file, "damaged")


def test_a_table_that_plays_what_is_illegal_is_noticed(file: Path) -> None:
    header, arrays = load_arrays(file, ARRAYS)
    arrays["actions"][:] = (arrays["actions"] + 1) % LEDUC.n_actions
    save_arrays(file, json.dumps(header), arrays)
    with pytest.raises(HoodwinkError, match="this table plays what is illegal"):
        policy_of(tree_of("leduc"), load_agent(f"table:{file}", LEDUC))


def test_a_tree_of_another_game_shows_nothing() -> None:
    """A file can say what it likes: only that its numbers fit together is checked beforehand."""
    tree = tree_of("kuhn")
    false = replace(tree, nodes=tree.nodes.copy())
    false.nodes["move"] = 0  # the same card twice
    with pytest.raises(HoodwinkError, match="this tree is not of kuhn with"):
        list(decisions(Policy.uniform(false)))
    false.nodes["first"][0] = 10**9
    with pytest.raises(HoodwinkError, match="this tree is not of kuhn with"):
        policy_of(false, load_agent("random", KUHN))


@rule
def observe_little(s: Any, t: Any, p: int, out: Any) -> None:
    """Show a seat no more than its place."""
    out[p] = 1


def test_where_seats_see_too_little_a_table_mixes_what_is_met(tmp_path: Path) -> None:
    blind = replace(KUHN, observe=observe_little)
    tree = replace(tree_of("kuhn"), game=blind)
    policy = cfr(tree, 10)
    played = save_table(tmp_path / "table", policy, {})
    agent = load_agent(f"table:{tmp_path / 'table'}", blind)
    found = policy_of(tree, agent)
    np.testing.assert_allclose(found.probabilities, played.probabilities, atol=1e-6)
    often = met(policy)
    for seat in (0, 1):
        rows = np.flatnonzero(tree.rows["seat"] == seat).tolist()
        expected = np.average([policy.of_row(r) for r in rows], axis=0, weights=often[rows])
        for r in rows:
            np.testing.assert_allclose(played.of_row(r), expected, atol=1e-12)
    fold = Policy.first_action(tree)
    assert measure(tree, save_table(tmp_path / "fold", fold, {})) == measure(tree, fold)


def test_a_variant_that_is_seen_in_part_only_can_be_saved(tmp_path: Path) -> None:
    tree = tree_of("warumono2-nano")
    policy = cfr(tree, 50)
    played = save_table(tmp_path / "table", policy, {})
    assert not np.array_equal(played.probabilities, policy.probabilities)
    agent = load_agent(f"table:{tmp_path / 'table'}", tree.game, tree.game.tables(**tree.options))
    np.testing.assert_allclose(
        policy_of(tree, agent).probabilities, played.probabilities, atol=1e-6
    )
