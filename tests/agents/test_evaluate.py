"""Meetings: the same deals in every seating, sums of zero, honest intervals."""

import json

import numpy as np
import pytest

from hoodwink import cli
from hoodwink.agents.evaluate import estimate, evaluate, meet, shortened, table
from hoodwink.agents.random import RandomAgent
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.registry import find_game

KUHN = find_game("kuhn")
CARDS = next(b for b in KUHN.blocks if b.name == "card")
SEAT = next(b for b in KUHN.blocks if b.name == "seat")


class Noting(RandomAgent):
    """Passes always, and notes seat and card of its first decision in each game."""

    def __init__(self, name):
        self.name, self.noted = name, []

    def act(self, observations, masks, memory, rng):
        for row in observations:
            seat = row[SEAT.offset : SEAT.offset + SEAT.size].argmax()
            card = row[CARDS.offset : CARDS.offset + CARDS.size].argmax()
            self.noted.append((int(seat), int(card)))
        return np.zeros(len(observations), np.int64)


def bounds(estimate):
    assert estimate.low is not None and estimate.high is not None
    return estimate.low, estimate.high


def met(agents, games=60, seed=0, **options):
    full = KUHN.normal_options(**options)
    return meet(KUHN, [full], KUHN.tables(**full), agents, games, seed)


def test_seatings_share_the_deals():
    a, b, c = (Noting(name) for name in "abc")
    result = met([a, b, c], games=30, players=3)
    assert result.deals == 10
    for seat in range(3):  # the cards dealt to a seat are those of the deals, whoever sits there
        dealt = [sorted(card for s, card in agent.noted if s == seat) for agent in (a, b, c)]
        assert dealt[0] == dealt[1] == dealt[2]
        assert len(dealt[0]) == 10


def test_passing_in_all_seatings_earns_nothing():
    result = met([Noting(name) for name in "ab"], games=100)
    for agent in result.agents:  # each deal is won once by each: paired, there is no noise left
        assert (agent.mean, agent.low, agent.high, agent.win_rate) == (0, 0, 0, 0.5)


def test_means_sum_to_zero_and_the_same_seed_gives_the_same():
    results = [
        evaluate(KUHN, {"players": 3}, ["rule", "random", "random"], 3000, seed)
        for seed in (1, 1, 2)
    ]
    for result in results:
        assert sum(agent.mean for agent in result.agents) == pytest.approx(0, abs=1e-9)
    assert results[0] == results[1] != results[2]
    rule = results[0].agents[0]
    low, high = bounds(rule)
    assert 0 < low < rule.mean < high < 2
    assert rule.win_rate_low is not None and rule.win_rate_low < rule.win_rate


def test_games_are_rounded_up_to_whole_deals(capsys):
    words = ["evaluate", "--env", "kuhn:players=4", "--agents", *["random"] * 4, "--games", "10"]
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    assert "12 games (10 rounded up): 3 deals in 4 seatings" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_result_is_written_for_machines(tmp_path, capsys):
    words = ["evaluate", "--env", "kuhn", "--agents", "rule", "random", "--games", "40"]
    assert cli.main([*words, "--json", str(tmp_path / "r.json"), "--seed", "4"]) == 0
    found = json.loads((tmp_path / "r.json").read_text())
    assert (found["game"], found["rules_version"], found["seed"]) == ("kuhn", KUHN.rules_version, 4)
    assert found["options"] == [{"players": 2}]
    assert [row["spec"] for row in found["agents"]] == ["rule", "random"]
    assert {"spec", "mean", "low", "high", "win_rate", "games"} <= set(found["agents"][0])
    assert "random" in capsys.readouterr().out


def test_a_line_up_that_does_not_fill_the_seats_is_refused(capsys):
    with pytest.raises(HoodwinkError, match="so it takes 3 agents, got 2: random rule"):
        evaluate(KUHN, {"players": 3}, ["random", "rule"], 10, 0)
    with pytest.raises(HoodwinkError, match="at least one game"):
        evaluate(KUHN, {}, ["random", "random"], 0, 0)
    with pytest.raises(HoodwinkError, match="the same number of seats"):
        evaluate(KUHN, [{"players": 3}, {"players": 2}], ["random", "rule"], 10, 0)


def test_intervals_cover_what_they_promise():
    rng = np.random.default_rng(0)
    covered = 0
    for _ in range(1000):
        deals = rng.normal(0, 1, (12, 1)) + rng.normal(0, 0.3, (12, 3))  # correlated within a deal
        found = estimate(deals, np.ones_like(deals))
        low, high = bounds(found)
        covered += low <= 0 <= high
    assert 925 <= covered <= 970


def test_an_interval_of_a_share_of_the_games_covers_too():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(1000):
        weights = (rng.random((60, 4)) < 0.3).astype(float)
        found = estimate(rng.normal(0, 1, (60, 4)), weights)
        low, high = bounds(found)
        covered += low <= 0 <= high
    assert 925 <= covered <= 970


def test_too_few_deals_have_no_interval():
    one = estimate(np.array([[1.0, 3.0]]), np.ones((1, 2)))
    assert (one.mean, one.low, one.high, one.games) == (2, None, None, 2)
    none = estimate(np.ones((3, 2)), np.zeros((3, 2)))
    assert (none.low, none.high, none.games) == (None, None, 0)
    lines = list(table(met([Noting("a"), Noting("b")], games=2)))
    assert len(lines) == 6


def test_long_names_are_shortened():
    assert shortened("runs/" + "x" * 90 + "/end", 20, keep_end=True) == "..." + "x" * 13 + "/end"
    assert shortened("abcdef", 5) == "ab..."


@pytest.mark.parametrize(
    ("name", "roles"),
    [
        ("warumono", ["mafia", "detective"]),
        ("warumono2", ["wiseguy", "undercover"]),
        ("kuhn", []),
    ],
)
def test_roles_have_the_words_of_the_game(name, roles):
    game = find_game(name)
    n = game.normal_options()["players"]
    result = evaluate(game, {}, ["random"] * n, 40, 0)
    assert sorted({word for agent in result.agents for word in agent.roles}) == sorted(roles)
    assert all(word in "\n".join(table(result)) for word in roles)
