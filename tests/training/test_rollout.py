"""Trajectories of seats, and advantages against the closed form."""

import numpy as np
import pytest

from hoodwink.agents.random import RandomAgent
from hoodwink.envs.core.registry import find_game
from hoodwink.training.rollout import (
    Collector,
    Decisions,
    Rollout,
    Teacher,
    advantages,
    last_of_chain,
)

KUHN = find_game("kuhn")


def rollout(rows, payoffs, over):
    """Return a rollout of (game, seat, value) rows."""
    games, seats, values = (np.array(column) for column in zip(*rows, strict=True))
    m = len(rows)
    decisions = Decisions(
        np.zeros((m, 1), np.int8), np.ones((m, 2), np.int8), np.zeros(m, np.int64),
        np.zeros(m, np.float32), values.astype(np.float32), games, seats, games,
    )  # fmt: skip
    learned, pooled = np.ones((2, 3), bool), np.zeros(2, bool)
    return Rollout(decisions, np.array(payoffs, float), np.array(over), learned, pooled, m)


ROWS = [  # game, seat, value: in the order of play; seat 2 of game 0 never acts
    (0, 0, 0.1), (1, 1, 0.5), (0, 1, -0.2), (0, 0, 0.3), (1, 1, 0.4), (0, 0, -0.1), (1, 0, 0.0),
]  # fmt: skip
PAYOFFS = [[2.0, -1.0, -1.0], [0.0, 0.0, 0.0]]


@pytest.mark.parametrize("lam", [0.0, 0.5, 0.95, 1.0])
def test_advantages_are_the_closed_form_of_each_seat(lam):
    r = rollout(ROWS, PAYOFFS, [True, False])
    found, ready = advantages(r, 2.0, lam)
    seat_0 = [0.1, 0.3, -0.1]
    deltas = [seat_0[1] - seat_0[0], seat_0[2] - seat_0[1], 1.0 - seat_0[2]]
    expected = {
        0: sum(lam**k * d for k, d in enumerate(deltas)),
        3: sum(lam**k * d for k, d in enumerate(deltas[1:])),
        5: deltas[2],
        2: -0.5 + 0.2,  # the other seat's payoff, straight after its only decision
        1: 0.4
        - 0.5,  # game 1 is still on: the value of the seat's own next decision closes the sum
    }
    assert {i: found[i] for i in expected} == pytest.approx(expected, abs=1e-6)
    assert ready.tolist() == [True, True, True, True, False, True, False]


def test_advantages_with_lambda_one_are_payoff_less_value():
    r = rollout(ROWS, PAYOFFS, [True, True])
    found, ready = advantages(r, 1.0, 1.0)
    payoffs = np.array(PAYOFFS)[r.decisions.games, r.decisions.seats]
    assert found == pytest.approx(payoffs - r.decisions.values, abs=1e-6)
    assert ready.all()


def test_a_rollout_without_decisions_is_none():
    empty = rollout(ROWS, PAYOFFS, [True, False])
    empty.decisions = empty.decisions.pick(np.zeros(len(ROWS), bool))
    assert [len(part) for part in advantages(empty, 1.0, 0.9)] == [0, 0]


class Watcher(Teacher):
    """Plays at random and writes down all that it decides."""

    def __init__(self):
        super().__init__(RandomAgent())
        self.count = 0

    def decide(self, observations, masks, memory, rows, rng):
        self.count += len(observations)
        return super().decide(observations, masks, memory, rows, rng)


def watched(**arguments):
    """Return a collector of games of two and three seats, and who decides in them."""
    tables = np.concatenate([KUHN.tables(players=n) for n in (2, 3)])
    watcher = Watcher()
    collector = Collector(
        KUHN, tables, 8, 3, watcher, teacher=RandomAgent(), plain=True, **arguments
    )
    return collector, watcher


def test_no_decision_is_lost_or_learned_twice():
    collector, watcher = watched()
    ready = waiting = 0
    for _ in range(30):
        r = collector.collect(2)
        kept = advantages(r, 2.0, 1.0)[1]
        ready += kept.sum()
        waiting = (~kept).sum()
        assert r.played == 16
        assert np.array_equal(~kept, last_of_chain(r) & ~r.over[r.decisions.games])
    assert ready + waiting == watcher.count == 30 * 16


def test_payoffs_reach_the_seats_that_won_them():
    collector, _ = watched()
    for _ in range(20):
        r = collector.collect(3)
        assert np.allclose(r.payoffs.sum(1), 0)
        assert not r.payoffs[~r.over].any()
        ended = r.over[r.decisions.games]
        assert (
            r.payoffs[r.decisions.games, r.decisions.seats][ended] != 0
        ).all()  # nobody draws in Kuhn poker


def test_opponents_hold_one_to_all_but_one_seat():
    collector, watcher = watched(opponents=[RandomAgent()], share=0.5)
    held = []
    for _ in range(60):
        r = collector.collect(3)
        n_seats = collector.n_seats[r.decisions.slots]
        assert r.learned[r.decisions.games, r.decisions.seats][
            r.over[r.decisions.games]
        ].all()  # only the learner's own decisions
        for g in np.flatnonzero(r.over):
            held.append(int(r.learned[g, :2].sum()))
        assert (r.decisions.seats < n_seats).all()
    assert watcher.count < 60 * 24
    assert set(held) == {0, 1, 2}  # 0 in a game of three seats
    assert 0.4 < np.mean(np.array(held) == 2) < 0.75
