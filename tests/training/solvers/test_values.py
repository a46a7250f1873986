"""Exact values: those that are known from elsewhere, and those of slower, plainer ways."""

import itertools
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.solvers import CFR, Policy, Tree, cfr, measure, nash_conv
from tests.games import tree as walked
from tests.training.solvers.planted import tree_of


def random_policy(tree: Tree, seed: int) -> Policy:
    drawn = np.random.default_rng(seed).random(len(tree.actions)) ** 4
    sums = np.add.reduceat(drawn, tree.rows["first"])
    return Policy(tree, drawn / sums[tree.row_of])


def uniform(env: str) -> float:
    tree = tree_of(env)
    return nash_conv(tree, Policy.uniform(tree))


@pytest.mark.parametrize(
    ("env", "known"),
    [("kuhn", 11 / 12), ("kuhn:players=3", 2.0625), ("kuhn:players=4", 3.4760), ("leduc", 4.7472)],
)
def test_nash_conv_of_uniform_play_is_what_is_known(env: str, known: float) -> None:
    assert uniform(env) == pytest.approx(known, abs=1e-12 if env == "kuhn" else 5e-5)


def test_nash_conv_of_uniform_play_of_leduc_with_three_seats_is_what_is_known() -> None:
    tree = tree_of("leduc:players=3")
    assert len(tree.rows) == 25_800
    assert nash_conv(tree, Policy.uniform(tree)) == pytest.approx(12.611, abs=5e-4)


@pytest.mark.parametrize("env", ["kuhn", "leduc"])
def test_nash_conv_of_who_always_folds_is_2(env: str) -> None:
    tree = tree_of(env)  # passing and folding are the actions with the lowest number
    assert nash_conv(tree, Policy.first_action(tree)) == pytest.approx(2, abs=1e-12)


@pytest.mark.parametrize(
    ("env", "algorithm", "iterations", "known", "within"),
    [
        ("kuhn", "cfr", 100, 0.0165, 5e-5),
        ("kuhn", "cfr", 1000, 0.0019, 5e-5),
        ("kuhn:players=3", "cfr", 100, 0.0370, 5e-5),
        ("kuhn:players=3", "cfr", 1000, 0.0039, 5e-5),
        ("kuhn:players=3", "cfr", 10_000, 0.00036, 5e-6),
        ("leduc", "cfr", 100, 0.191, 5e-4),
        ("leduc", "cfr", 1000, 0.0236, 5e-5),
        ("leduc", "cfr+", 100, 0.0268, 5e-5),
        # By then rounding tells: the same in 80 bits is 0.00185, OpenSpiel says 0.00188.
        ("leduc", "cfr+", 500, 0.0019, 1e-4),
    ],
)
def test_curves_are_those_that_are_known(
    env: str, algorithm: str, iterations: int, known: float, within: float
) -> None:
    tree = tree_of(env)
    assert nash_conv(tree, cfr(tree, iterations, algorithm)) == pytest.approx(known, abs=within)


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "dcfr"])
def test_the_first_seat_of_kuhn_loses_an_eighteenth(algorithm: str) -> None:
    tree = tree_of("kuhn")
    found = measure(tree, cfr(tree, 5000, algorithm))
    assert found.value[0] == pytest.approx(-1 / 18, abs=2e-4)
    assert sum(found.value) == pytest.approx(0, abs=1e-12)
    assert found.nash_conv == pytest.approx(sum(found.deviation_gain)) and found.nash_conv < 1e-3


def test_a_known_equilibrium_of_kuhn_has_nothing_to_gain() -> None:
    tree = tree_of("kuhn")
    probabilities = np.zeros(len(tree.actions))
    alpha = 0.2  # how often the first seat bets with the lowest card
    bets = {  # (seat, card, what came before) -> how likely to bet
        (0, 0, ""): alpha, (0, 1, ""): 0, (0, 2, ""): 3 * alpha,
        (0, 0, "pb"): 0, (0, 1, "pb"): alpha + 1 / 3, (0, 2, "pb"): 1,
        (1, 0, "p"): 1 / 3, (1, 1, "p"): 0, (1, 2, "p"): 1,
        (1, 0, "b"): 0, (1, 1, "b"): 1 / 3, (1, 2, "b"): 1,
    }  # fmt: skip
    for r, row in enumerate(tree.rows):
        history, k = "", int(row["node"])
        while tree.nodes["parent"][tree.nodes["parent"][k]] > 0:
            history = "pb"[tree.nodes["move"][k]] + history
            k = int(tree.nodes["parent"][k])
        cards = [int(tree.nodes["move"][node]) for node in (tree.nodes["parent"][k], k)]
        seat = int(row["seat"])
        bet = bets[seat, cards[seat], history]
        probabilities[row["first"] : row["first"] + 2] = 1 - bet, bet
        assert tree.rows[r] == row
    found = measure(tree, Policy(tree, probabilities))
    assert found.nash_conv == pytest.approx(0, abs=1e-12)
    assert found.value[0] == pytest.approx(-1 / 18)


# -- beside plainer ways ---------------------------------------------------------------------------


class Plain:
    """The same game as a tree of objects, played by a policy: slow, and made another way."""

    def __init__(self, env: str, policy: Policy) -> None:
        game, options = parse_env(env)
        self.root = walked.tree(game, **options)
        rows = policy.tree.rows
        self.rows = {(int(row["seat"]), int(row["key"])): policy.of_row(r).tolist()
                     for r, row in enumerate(rows)}  # fmt: skip
        self.play(self.root)

    def play(self, node: walked.Node) -> None:
        if node.actor >= 0:
            node.odds = self.rows[node.actor, node.key]
        for child in node.children:
            self.play(child)


@pytest.mark.parametrize("env", ["kuhn", "kuhn:players=3", "leduc"])
def test_values_and_best_responses_are_those_of_a_plain_walk(env: str) -> None:
    policy = random_policy(tree_of(env), 1)
    plain, found = Plain(env, policy), measure(policy.tree, policy)
    for p in range(policy.tree.seats):
        value = walked.uniform_value(plain.root, p)
        assert found.value[p] == pytest.approx(value, abs=1e-12)
        best = walked.best_value(plain.root, p)
        assert found.deviation_gain[p] == pytest.approx(best - value, abs=1e-12)


def pure_policies(tree: Tree, seat: int, base: Policy) -> list[Policy]:
    """Return every way in which one seat can play without mixing, the others playing `base`."""
    mine = np.flatnonzero(tree.rows["seat"] == seat)
    found = []
    for choices in itertools.product(*(range(tree.rows["actions"][r]) for r in mine)):
        probabilities = base.probabilities.copy()
        for r, choice in zip(mine, choices, strict=True):
            first, n = int(tree.rows["first"][r]), int(tree.rows["actions"][r])
            probabilities[first : first + n] = np.arange(n) == choice
        found.append(Policy(tree, probabilities))
    return found


def test_the_best_response_is_the_best_of_all_there_are() -> None:
    tree = tree_of("kuhn")
    policy = random_policy(tree, 2)
    found = measure(tree, policy)
    for p in (0, 1):
        best = max(measure(tree, other).value[p] for other in pure_policies(tree, p, policy))
        assert found.value[p] + found.deviation_gain[p] == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "dcfr"])
def test_the_gap_of_the_history_is_that_of_all_fixed_plays_against_it(algorithm: str) -> None:
    tree = tree_of("kuhn")
    solver = CFR(tree, algorithm)
    iterations = 7
    history = []
    for _ in range(iterations):
        history.append(solver.last())
        solver.run(1)
    t = np.arange(1, iterations + 1)
    weights = {"cfr": np.ones(iterations), "cfr+": t, "dcfr": t**2}[algorithm]
    for p, gap in enumerate(solver.cce_gaps()):
        got = np.array([measure(tree, policy).value[p] for policy in history])
        fixed = np.array(
            [[measure(tree, other).value[p] for other in pure_policies(tree, p, policy)]
             for policy in history]
        )  # fmt: skip
        expected = np.average(fixed, axis=0, weights=weights).max()
        assert gap == pytest.approx(expected - np.average(got, weights=weights), abs=1e-12)


def test_the_gap_of_one_profile_is_what_a_seat_can_gain() -> None:
    tree = tree_of("kuhn:players=3")
    solver = CFR(tree)
    solver.run(1)
    gains = measure(tree, Policy.uniform(tree)).deviation_gain
    assert solver.cce_gaps() == pytest.approx(gains, abs=1e-12)


def test_a_gap_is_refused_where_no_history_was_kept() -> None:
    solver = CFR(tree_of("kuhn"), track=False)
    solver.run(1)
    with pytest.raises(HoodwinkError, match="there is no history of play"):
        solver.cce_gaps()


# -- averages --------------------------------------------------------------------------------------


def own_reach(tree: Tree, policy: Policy) -> list[float]:
    """Return how likely the seat of each information state plays its part of what leads there."""
    row_of = tree.row_of
    reach = []
    for row in tree.rows:
        up = int(row["parent"])
        reach.append(1.0 if up < 0 else reach[row_of[up]] * policy.probabilities[up])
    return reach


@pytest.mark.parametrize("env", ["kuhn", "kuhn:players=3", "kuhn:players=4", "leduc"])
@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "dcfr"])
def test_averages_weigh_by_own_reach_alone(env: str, algorithm: str) -> None:
    tree = tree_of(env)
    solver = CFR(tree, algorithm, track=False)
    total = np.zeros(len(tree.actions))
    for t in range(1, 13):
        policy = solver.last()
        weight = {"cfr": 1, "cfr+": t, "dcfr": t**2}[algorithm]
        total += weight * np.array(own_reach(tree, policy))[tree.row_of] * policy.probabilities
        solver.run(1)
    sums = np.add.reduceat(total, tree.rows["first"])[tree.row_of]
    n = tree.rows["actions"][tree.row_of]
    expected = np.where(sums > 0, total / np.where(sums > 0, sums, 1), 1 / n)
    found = solver.policy()
    np.testing.assert_allclose(found.probabilities, expected, atol=1e-12)
    assert found.unvisited == (np.add.reduceat(total, tree.rows["first"]) == 0).sum()


def test_a_run_in_parts_is_the_run() -> None:
    tree = tree_of("leduc")
    parts = CFR(tree, "dcfr")
    for n in (1, 2, 3, 14):
        parts.run(n)
    whole = CFR(tree, "dcfr", track=False)
    whole.run(20)
    assert parts.iterations == whole.iterations == 20
    assert parts.policy().probabilities.tobytes() == whole.policy().probabilities.tobytes()


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(HoodwinkError, match="unknown algorithm 'lp'; there are: cfr, cfr"):
        CFR(tree_of("kuhn"), "lp")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda p: p[1:], "needs 24 float64 probabilities"),
        (lambda p: p.astype(np.float32), "got float32"),
        (lambda p: p * 0.9, "information state 0 of kuhn are"),
        (lambda p: np.where(np.arange(len(p)) == 3, np.nan, p), "information state 1 of kuhn"),
        (lambda p: p + np.tile([0.6, -0.6], 12), "must be at least 0 and sum to 1"),
    ],
)
def test_what_is_no_policy_is_refused(change: Any, message: str) -> None:
    tree = tree_of("kuhn")
    with pytest.raises(HoodwinkError, match=message):
        Policy(tree, change(Policy.uniform(tree).probabilities))
