"""`hoodwink bench --soak`: threads change nothing, and every fault is found."""

import json
from dataclasses import replace

import numpy as np
import pytest

from hoodwink import cli
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.envs.core.soak import CONTRACT, Soaked, soak
from hoodwink.envs.kuhn import rules

KUHN = find_game("kuhn")
TABLES = np.concatenate([KUHN.tables(players=n) for n in (2, 3, 4)])


@rule
def never(s, t):
    return 0


@rule
def nobody_bets(s, t):
    return 2 if s.bettor >= 0 else 0


@rule
def nothing_after_a_bet(s, t, mask):
    if s.bettor < 0:
        rules.legal(s, t, mask)


@rule
def gains_for_all(s, out):
    for p in range(s.n_seats):
        out[p] = 1


@rule
def great_gains(s, out):
    out[0] = 20
    out[1] = -20


@rule
def no_third_card(s, t, weights):
    if s.dealt < 2:
        rules.chance(s, t, weights)


@rule
def two_seats(s, t, p, out):
    out[0] = 120 if s.moves else 0


def one_move(t):
    return 1, 4


FAULTS = {
    "the seat to move": {"legal": nothing_after_a_bet},
    "the payoffs do not": {"payoff": gains_for_all},
    "the payoffs do not sum to zero, or lie": {"payoff": great_gains},
    "chance is due": {"chance": no_third_card},
    "an observation": {"observe": two_seats},
    "the game has more": {"most_moves": one_move},
    "nobody ever bets": {"broken": nobody_bets, "invariants": ("cards differ", "nobody ever bets")},
}


def test_games_of_all_kinds_are_well_and_reach_the_bound():
    played = soak(KUHN, TABLES, 2500, seed=3)
    assert (played.games, played.faulty, played.faults) == (2500, 0, [])
    assert (played.longest, played.bound) in {(3, 3), (5, 5), (7, 7)}
    assert 2 * 2500 <= played.decisions <= 7 * 2500
    assert 2 * 2500 < played.chance_moves < 4 * 2500


def test_threads_change_nothing_and_the_seed_does():
    def played(seed: int, threads: int) -> Soaked:
        return soak(KUHN, TABLES, 3300, seed=seed, threads=threads)

    assert played(1, 1) == played(1, 3) != played(2, 1)


@pytest.mark.parametrize("what", FAULTS)
def test_every_fault_is_found_and_told_with_its_moves(what):
    game = replace(KUHN, **FAULTS[what])
    played = soak(game, TABLES, 60)
    assert played.faulty > 0
    assert len(played.faults) == min(played.faulty, 10)
    fault = played.faults[0]
    assert fault.what.startswith(what)
    assert fault.options == fault.game % 3
    assert fault.moves[0].startswith("deal ")
    assert soak(KUHN, TABLES, 60).faulty == 0


def test_the_moves_of_a_fault_end_where_it_is():
    game = replace(KUHN, broken=nobody_bets, invariants=("cards differ", "nobody ever bets"))
    for fault in soak(game, TABLES, 60).faults:
        assert [word for word in fault.moves if word == "bet"] == fault.moves[-1:]


def test_a_game_whose_invariants_hold_is_well():
    assert soak(replace(KUHN, broken=never), TABLES, 60).faulty == 0


def test_every_kind_of_fault_has_its_words():
    told = {text for text in CONTRACT.values() if any(text.startswith(what) for what in FAULTS)}
    assert told == set(CONTRACT.values())


@pytest.mark.parametrize("name", NAMES)
def test_numbers_of_invariants_fit_their_names(name):
    game = find_game(name)
    assert (game.broken is None) == (game.invariants == ())


def test_the_command_prints_a_row_a_game(capsys, tmp_path):
    written = tmp_path / "soak.json"
    words = ["--env", "kuhn", "kuhn:players=3", "--soak", "1500", "--threads", "1"]
    assert cli.main(["bench", *words, "--json", str(written)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["kuhn", "kuhn:players=3"]
    assert all(len(line) <= 80 for line in lines)
    rows = json.loads(written.read_text())["rows"]
    assert [row["games"] for row in rows] == [1500, 1500]
    assert [len(row["options"]) for row in rows] == [3, 1]


def test_the_command_tells_faults_and_fails(capsys, monkeypatch):
    game = replace(KUHN, broken=nobody_bets, invariants=("cards differ", "nobody ever bets"))
    monkeypatch.setattr("hoodwink.bench.soaking.parse_env", lambda env: (game, {}))
    assert cli.main(["bench", "--env", "kuhn", "--soak", "100", "--threads", "1"]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("FAILED: kuhn: ")
    assert "nobody ever bets" in last
    assert last.endswith("bet")


@pytest.mark.parametrize("words", [["--soak", "0"], ["--soak", "10", "--solvers"]])
def test_the_command_refuses_what_makes_no_sense(capsys, words):
    assert cli.main(["bench", "--env", "kuhn", *words]) == 2
    assert "--soak" in capsys.readouterr().err
