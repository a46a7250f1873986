"""`hoodwink bench --solvers`: a quick run, and the parts that a quick run leaves out."""

import json
from dataclasses import asdict, replace

import pytest

from hoodwink import cli
from hoodwink.bench.solving import ours, plan
from hoodwink.bench.solving.case import OURS, TASKS, Case
from hoodwink.bench.solving.run import ratios, row_of, run_solvers, table
from hoodwink.bench.spawn import CaseFailed
from hoodwink.envs.core.errors import HoodwinkError


def test_a_quick_run_prints_its_rates_and_writes_them(tmp_path, capsys):
    file = tmp_path / "bench.json"
    assert cli.main(["bench", "--solvers", "--quick", "--json", str(file)]) == 0
    text, found = capsys.readouterr().out, json.loads(file.read_text())
    assert [row["task"] for row in found["rows"]] == ["cfr+", "mccfr"]
    for row in found["rows"]:
        assert row["per_cpu_s"] > 1000 and row["per_s"] > 1000 and row["peak_mib"] > 1
        assert (row["who"], row["env"], row["peer_version"]) == (OURS, "leduc", "")
        assert len(row["repetitions"]) == 1
    assert 0 < found["rows"][0]["nash_conv"] < 4
    assert found["failures"] == [] and found["machine"]["python"]
    assert max(map(len, text.splitlines())) <= 80 and "CFR+ iterations" in text


def test_the_plan_names_every_task_and_peers_where_they_are(monkeypatch):
    monkeypatch.setattr(plan, "largest_variant", lambda: "kuhn")
    cases, notes = plan.plan(None, peers=False, quick=False)
    assert [case.task for case in cases] == list(TASKS) and notes == []
    assert {case.who for case in cases} == {OURS} and cases[-1].env == "kuhn"
    here = {name: replace(peer, distributions=("numpy",)) for name, peer in plan.SOLVERS.items()}
    monkeypatch.setattr(plan, "SOLVERS", here)
    cases, notes = plan.plan("leduc", peers=True, quick=False)
    assert [(case.task, case.who) for case in cases if case.who != OURS] == [
        ("cfr+", "liteefg"), ("cfr+", "openspiel"), ("mccfr", "openspiel"),
        ("nash_conv", "openspiel"),
    ]  # fmt: skip
    assert notes == [] and cases[-1].env == "leduc"
    gone = {name: replace(peer, distributions=("no-such",)) for name, peer in here.items()}
    monkeypatch.setattr(plan, "SOLVERS", gone)
    cases, notes = plan.plan("leduc", peers=True, quick=True)
    assert {case.who for case in cases} == {OURS}
    assert "no rows of liteefg: no-such not installed; pip install LiteEFG" in notes[0]


def test_the_largest_variant_is_the_largest_that_can_be_solved(monkeypatch):
    sizes = {"warumono2-tiny": 5, "warumono2-mini": 9, "warumono2-nano": 7}

    def count(game, variant):
        name = f"warumono2-{variant}"
        if name not in sizes:
            raise HoodwinkError("too large")
        return sizes[name]

    monkeypatch.setattr(plan, "count_histories", count)
    assert plan.largest_variant() == "warumono2-mini"


@pytest.mark.parametrize("task", ["nash_conv", "solve"])
def test_what_is_done_once_is_measured(task):
    found = ours.run(Case(task, "kuhn", OURS))
    assert found["s"] > 0 and found["histories"] == 58
    if task == "nash_conv":
        assert found["nash_conv"] == pytest.approx(11 / 12) and found["prepare_s"] > 0
    else:
        assert found["nash_conv"] <= found["goal"] == pytest.approx(0.04)
        assert found["iterations"] >= 10


def test_a_game_that_is_never_solved_is_given_up(monkeypatch):
    monkeypatch.setattr(ours, "GOAL", -1.0)
    monkeypatch.setattr(ours, "MOST_SECONDS", 0.0)
    found = ours.run(Case("solve", "kuhn:players=3", OURS))
    assert found["nash_conv"] > found["goal"] and found["iterations"] == 10


def test_settings_reach_every_case():
    settings = {"seconds": 0.3, "repetitions": 7, "seed": 9}
    cases, _ = plan.plan("kuhn", peers=False, quick=False, settings=settings)
    assert {(case.seconds, case.repetitions, case.seed) for case in cases} == {(0.3, 7, 9)}


def test_an_unknown_game_is_refused_before_anything_is_measured(capsys):
    for words in (["--env", "chess"], ["--env", "chess", "--quick"], ["--env", "kuhn:players=9"]):
        assert cli.main(["bench", "--solvers", *words]) == 2
        assert capsys.readouterr().out == ""


def test_a_cold_run_ends_when_its_budget_is_spent():
    import time

    case = Case("cold", "kuhn", OURS, began=time.time() - 10, budget=10.5)
    found = ours.run(case)
    assert found["ready_s"] >= 10 and found["s"] >= 10.1
    assert found["iterations"] >= 1 and found["nash_conv"] < 1


def test_ratios_are_ours_by_theirs():
    rate = {"per_cpu_s": 10.0, "per_s": 8.0}
    rows = [
        row_of(Case("cfr+", "leduc", OURS), rate),
        row_of(Case("cfr+", "leduc", "openspiel"), {"per_cpu_s": 2.0, "per_s": 1.0}),
        row_of(Case("nash_conv", "leduc:players=3", OURS), {"cpu_s": 0.5, "s": 1.0}),
        row_of(Case("nash_conv", "leduc:players=3", "openspiel"), {"cpu_s": 50.0, "s": 60.0}),
    ]
    assert [(each["per"], each["ratio"]) for each in ratios(rows)] == [
        ("cpu_s", 5.0), ("s", 8.0), ("cpu_s", 100.0), ("s", 60.0),
    ]  # fmt: skip


def test_the_table_shows_every_row_within_80_columns():
    cold = {"s": 19.9, "peak_mib": None, "ready_s": 9.0, "nash_conv": 1e-6, "iterations": 10**6}
    solve = {
        "s": 100.0, "peak_mib": 9999.0, "histories": 3 * 10**6, "rules_s": 30.0,
        "compile_s": 9.0, "iterations": 1000, "nash_conv": 0.03, "goal": 0.02,
    }  # fmt: skip
    once = {"s": 60.0, "cpu_s": 50.0, "peak_mib": 3000.0, "prepare_s": 1.0}
    rows = [row_of(Case("nash_conv", "leduc:players=3", who), once) for who in (OURS, "openspiel")]
    rows += [row_of(Case("cold", "leduc", OURS), cold), row_of(Case("solve", "x", OURS), solve)]
    lines = "\n".join(table({"rows": rows, "ratios": ratios(rows)})).splitlines()
    assert max(map(len, lines)) <= 80
    assert "    given up at NashConv 0.03, above 0.02" in lines
    assert sum("openspiel" in line for line in lines) == 3  # its row, its ratio, the legend


def test_a_peer_that_fails_is_a_note_and_one_of_ours_a_failure(monkeypatch):
    def fail(*_, **__):
        raise CaseFailed("it broke")

    monkeypatch.setattr("hoodwink.bench.solving.run.run_apart", fail)
    cases = [Case("cfr+", "leduc", who) for who in (OURS, "openspiel")]
    found = run_solvers(cases, [])
    assert found["failures"] == ["cfr+, leduc, hoodwink: it broke"]
    assert found["notes"] == ["cfr+, leduc, openspiel: it broke"]


@pytest.mark.openspiel
@pytest.mark.parametrize("task", ["cfr+", "mccfr"])
def test_openspiel_is_measured(task):
    pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
    from hoodwink.bench.peers import openspiel_solvers

    case = Case(task, "leduc", "openspiel", seconds=0.02, repetitions=1)
    found = openspiel_solvers.run(case)
    assert found["per_cpu_s"] > 1 and asdict(case)["who"] == "openspiel"


def test_only_one_game_is_solved_whole(capsys):
    assert cli.main(["bench", "--solvers", "--env", "kuhn", "leduc"]) == 2
    assert "--solvers solves one game whole, got 2 in --env" in capsys.readouterr().err
