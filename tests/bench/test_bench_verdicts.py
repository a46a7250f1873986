"""What makes the command fail, and what does not: run in this process, with faults put in."""

from importlib import import_module

import numpy as np
import pytest

from hoodwink import cli
from hoodwink.bench import ours, peers, runner, spawn
from hoodwink.bench.peers import Peer

QUICK = ["bench", "--env", "kuhn", "--quick", "--games", "32", "--threads", "1", "--drivers"]


@pytest.fixture
def here(monkeypatch):
    """Run the cases in this process, where they can be tampered with."""

    def run_here(case, tick, cache=None):
        return import_module(spawn._module(case)).run(case)

    monkeypatch.setattr(runner, "run_apart", run_here)


def damaged(method, damage, after):
    """Return `method` that does `damage` to its object from call number `after` on."""
    calls = []

    def wrapped(instance, *args):
        result = method(instance, *args)
        calls.append(1)
        if len(calls) >= after:
            damage(instance)
        return result

    return wrapped


def flip_feature(solo):
    solo.observation[3] ^= 1


def hide_action(solo):
    solo.mask[0] = 0


def flip_last_game(batch):
    if not batch.plain:  # the reference is a plain Batch
        batch.observation[-1, 0] ^= 1


def test_untouched_drivers_pass(here, capsys):
    assert cli.main([*QUICK, "plain", "single", "batch"]) == 0
    assert "as the plain engine plays it" in capsys.readouterr().out


@pytest.mark.parametrize("damage", [flip_feature, hide_action])
def test_damage_to_what_is_shown_is_noticed(here, monkeypatch, capsys, damage):
    monkeypatch.setattr(ours.Solo, "move", damaged(ours.Solo.move, damage, 900))
    assert cli.main([*QUICK, "plain"]) == 1
    out = capsys.readouterr().out
    assert "FAILED: kuhn, plain: checksum " in out
    assert "is not that of the plain engine" in out
    assert "as the plain engine plays it" not in out


def test_damage_to_the_last_game_of_a_batch_is_noticed(here, monkeypatch, capsys):
    monkeypatch.setattr(ours.Batch, "step", damaged(ours.Batch.step, flip_last_game, 1))
    assert cli.main([*QUICK, "batch"]) == 1
    assert "FAILED: kuhn, batch, 1 thread: checksum " in capsys.readouterr().out


def test_features_between_the_whole_numbers_are_refused():
    aec = ours.Aec(ours.Case("kuhn", "kuhn", "aec"))
    fine = np.zeros(aec.game.n_observation, np.float32)
    assert not aec.canonical(fine).any()
    with pytest.raises(ours.HoodwinkError, match="no multiple"):
        aec.canonical(fine + np.float32(0.3))


def test_a_driver_that_fails_is_a_failure_and_the_next_one_runs(here, monkeypatch, capsys):
    honest = runner.run_apart

    def run(case, tick, cache=None):
        if case.driver == "single":
            raise spawn.CaseFailed("RuntimeError: out of luck")
        return honest(case, tick)

    monkeypatch.setattr(runner, "run_apart", run)
    assert cli.main([*QUICK, "single", "plain"]) == 1
    out = capsys.readouterr().out
    assert "FAILED: kuhn, single: RuntimeError: out of luck" in out
    assert "\nplain  " in out


def test_nothing_finished_is_a_failure(here, monkeypatch, capsys):
    monkeypatch.setattr(ours.Plain, "play", lambda self, n: ours.Tally(10**9, 0))
    monkeypatch.setattr("hoodwink.bench.stopwatch._calibrated", lambda subject, seconds: 1000)
    assert cli.main([*QUICK, "plain"]) == 1
    assert "no game came to its end" in capsys.readouterr().out


def test_a_peer_that_is_not_installed_is_a_note(here, monkeypatch, capsys):
    absent = {"openspiel": Peer(("no_such_distribution",), {"kuhn": "kuhn_poker"}, ("numpy",))}
    monkeypatch.setattr(peers, "PEERS", absent)
    monkeypatch.setattr("hoodwink.bench.plan.PEERS", absent)
    assert cli.main([*QUICK, "plain", "--peers"]) == 0
    out = capsys.readouterr().out
    assert "note: no rows of openspiel: no_such_distribution not installed" in out
    assert "pip install hoodwink[bench]" in out


def test_a_peer_that_fails_is_a_note(here, monkeypatch, capsys):
    broken = {"openspiel": Peer(("numpy",), {"kuhn": "no_such_game"}, ("numpy",))}
    monkeypatch.setattr("hoodwink.bench.plan.PEERS", broken)
    honest = runner.run_apart

    def run(case, tick, cache=None):
        if case.driver == "openspiel":
            raise spawn.CaseFailed("SpielError: Unknown game")
        return honest(case, tick)

    monkeypatch.setattr(runner, "run_apart", run)
    assert cli.main([*QUICK, "plain", "--peers"]) == 0
    assert "note: kuhn, openspiel numpy: SpielError: Unknown game" in capsys.readouterr().out


def test_a_case_that_ends_badly_says_why():
    case = ours.Case("chess", "chess", "plain")
    with pytest.raises(spawn.CaseFailed, match="unknown game 'chess'"):
        spawn.run_apart(case, lambda: None)
