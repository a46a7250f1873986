"""Rule cases: every key of `then` can fail, broken files are refused, crashes count as failed."""

import json

import pytest

from hoodwink import HoodwinkError, cli
from hoodwink.envs.core.case_files import load_cases
from hoodwink.envs.core.cases import check_case, differences
from hoodwink.envs.kuhn.text import KuhnWords

DEAL = "position: {seats: {A: {card: 2}, B: {card: 0}}}"


def write(tmp_path, text, name="cases.yaml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def failures(tmp_path, text):
    return [check_case(case) for case in load_cases(write(tmp_path, text))]


HOLDS = [
    "then: {legal: [bet]}",
    "then: {illegal: [deal 0, fold]}",
    "then: {only: [bet, pass]}",
    "then: {to_move: A, over: false}",
    "then: {position: {seats: {A: {card: 2}}, history: []}}",
    "then: {position: {phase: bet, over: false, winners: []}}",  # left out before the end
    "then: {sees: {B: {seats: {B: {card: 0}, A: {card: null}}}}}",
    "{play: [bet, pass], then: {over: true, winners: [A], to_move: null}}",
    "{play: [bet, pass], then: {payoffs: {B: -1.0000001}}}",
    "{play: [bet, bet, bet], error: illegal}",
    "{play: [bet, fold], error: UNKNOWN}",
    "branches: [{play: [bet], then: {to_move: B}}, {play: [pass], then: {to_move: B}}]",
    "branches: [{play: [bet, bet, bet], error: illegal}]",
]
FAILS = [
    ("then: {legal: [bet, deal 0]}", "legal"),
    ("then: {illegal: [bet]}", "illegal"),
    ("then: {only: [bet]}", "only"),
    ("then: {only: [bet, pass, deal 0]}", "only"),
    ("then: {to_move: B}", "to_move"),
    ("then: {to_move: null}", "to_move"),
    ("then: {over: true}", "over"),
    ("then: {winners: []}", "winners"),
    ("then: {payoffs: {A: 0}}", "payoffs.A"),
    ("then: {position: {seats: {A: {card: 1}}}}", "position.seats.A.card"),
    ("then: {position: {seats: {A: {}}}}", "position.seats.A"),
    ("then: {position: {history: [bet]}}", "position.history"),
    ("then: {position: {nothing: 3}}", "position.nothing"),
    ("then: {sees: {B: {seats: {A: {card: 2}}}}}", "sees.B.seats.A.card"),
    ("then: {sees: {A: {seats: {A: {card: null}}}}}", "sees.A.seats.A.card"),
    ("then: {sees: {Q: {to_move: A}}}", "the game"),
    ("then: {ends: [S06]}", "ends"),
    ("{play: [bet, pass], then: {winners: [B]}}", "winners"),
    ("{play: [bet, pass], then: {winners: [A, B]}}", "winners"),
    ("{play: [bet, pass], then: {payoffs: {A: 1.001}}}", "payoffs.A"),
    ("{play: [bet, pass], then: {over: false}}", "over"),
    ("{play: [fold], then: {to_move: B}}", "play 1 (fold)"),
    ("{play: [bet, pass], error: illegal}", "error"),
    ("{play: [bet, bet, bet], error: unknown}", "play 3 (bet)"),
    ("{play: [fold, bet], error: unknown}", "play 1 (fold)"),
    ("branches: [{play: [bet], then: {to_move: B}}, {then: {to_move: B}}]", "branch 2: to_move"),
    ("branches: [{play: [bet], error: illegal}]", "branch 1: error"),
    ("{branches: [{play: [bet]}, {play: [pass]}], same_view: [B]}", "same_view B, view"),
    ("{branches: [{play: [bet]}, {play: [pass]}], same_view: [A]}", "same_view A, observation"),
    ("{branches: [{}, {play: [pass]}], same_view: [A]}", "same_view A, mask"),
]


def flow(body):
    """Return a case that begins at a decision and goes on with the keys of `body`."""
    inner = body[1:-1] if body.startswith("{") else body
    return f"- {{id: kuhn/x, {DEAL}, {inner}}}\n"


@pytest.mark.parametrize("body", HOLDS)
def test_what_holds_passes(tmp_path, body):
    (failure,) = failures(tmp_path, flow(body))
    assert not failure, str(failure)


@pytest.mark.parametrize(("body", "where"), FAILS)
def test_what_does_not_hold_fails_there(tmp_path, body, where):
    (failure,) = failures(tmp_path, flow(body))
    assert where in failure.expected, str(failure)
    assert where in failure.found
    assert "kuhn/x" in str(failure)
    assert "cases.yaml:1" in str(failure)


def test_an_error_may_come_from_loading(tmp_path):
    text = "- {id: kuhn/x, position: {options: {players: 9}}, %s}\n"
    assert not failures(tmp_path, text % "error: players")[0]
    assert failures(tmp_path, text % "error: seats")[0].expected == {"error": "... seats ..."}
    assert failures(tmp_path, text % "then: {over: false}")[0].expected == {"position": "loads"}
    assert failures(tmp_path, "- {id: kuhn/x, error: players}\n")[0].found == {"error": "no error"}


def test_same_view_looks_at_every_branch(tmp_path):
    same = "{play: [deal 0]}, {play: [deal 0]}"
    start = "position: {phase: deal}, play: [deal 2]"
    text = f"- {{id: kuhn/x, {start}, branches: [%s], same_view: [B]}}\n"
    assert not failures(tmp_path, text % same)[0]
    third = failures(tmp_path, text % f"{same}, {{play: [deal 1]}}")[0]
    assert third.expected["same_view B, observation"] == "equal in branches 1 and 3"


def test_branches_go_on_before_forced_outcomes_and_then_is_checked_behind_them(tmp_path):
    deal = "start red, role red undercover, contents red loot, contents green fake_1"
    text = f"""
- id: warumono2/forced
  position: {{phase: deal, options: {{players: 3}}}}
  play: [{deal}]
  then: {{to_move: chance}}
  branches:
    - {{play: [contents yellow fake_2], then: {{to_move: red}}}}
    - {{play: [contents yellow fake_2, look], then: {{to_move: green}}}}
- id: warumono2/settled
  position: {{phase: deal}}
  play: [{deal}, contents yellow fake_2]
  then: {{to_move: red, position: {{phase: turn}}}}
  branches:
    - {{play: [contents blue fake_3], then: {{to_move: red}}}}
    - {{play: [look], then: {{to_move: green}}}}
"""
    assert [str(failure) for failure in failures(tmp_path, text) if failure] == []


@pytest.mark.parametrize(
    ("expected", "found", "differ"),
    [
        ({}, {}, False), ({}, {"a": 1}, True), ({"a": {}}, {"a": {"b": 1}}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False), ({"a": False}, {}, False), ({"a": []}, {}, False),
        ({"a": 0}, {}, True), ({"a": True}, {"a": 1}, True), ({"a": 1}, {"a": True}, True),
        ({"a": 1}, {"a": 1.0000001}, False), ({"a": 1}, {"a": 1.01}, True),
        ({"a": [1, 2]}, {"a": [2, 1]}, True), ({"a": [1]}, {"a": [1, 2]}, True),
        ({"a": "1"}, {"a": 1}, True), ({"a": {"b": 1}}, {"a": 1}, True),
        ([{"a": 1}], [{"a": 1, "b": 2}], True),
    ],
)  # fmt: skip
def test_partial_positions(expected, found, differ):
    assert bool(list(differences(expected, found, "x"))) is differ


def test_words_stay_words(tmp_path):
    path = write(tmp_path, "- {id: kuhn/x, error: x, play: [no, on, 3, 01, 1e3x, 2020-01-01]}\n")
    (case,) = load_cases(path)
    assert case.story.play == ["no", "on", "3", "01", "1e3x", "2020-01-01"]


BROKEN = {
    "no YAML": ("- id: kuhn/a\n  then: [", ":3: no valid YAML"),
    "tab": ("- id: kuhn/a\n\tthen: {}", ":2"),
    "empty": ("", "list of cases"),
    "no list": ("id: kuhn/a", "list of cases"),
    "empty list": ("[]", "list of cases"),
    "no mapping": ("- id: kuhn/a\n  then: {over: false}\n- 3", ":3"),
    "no id": ("- then: {over: false}", ":1: a case needs an id"),
    "id without a game": ("- {id: M1, then: {over: false}}", "needs an id"),
    "id a number": ("- {id: 3, then: {over: false}}", "needs an id"),
    "unknown game": ("\n- {id: chess/a, then: {over: false}}", ":2: chess/a: unknown game 'chess'"),
    "unknown key": ("- {id: kuhn/a, than: {over: false}}", "unknown key 'than'"),
    "unknown key of a branch": ("- {id: kuhn/a, branches: [{position: {}}]}", "unknown key 'posi"),
    "a key twice": ("- id: kuhn/a\n  note: x\n  note: y", ":3"),
    "an id twice": ("- {id: kuhn/a, error: x}\n- {id: kuhn/a, error: x}", ":2: id kuhn/a is also"),
    "nothing to check": ("- {id: kuhn/a, position: {}}", "nothing to check"),
    "then and error": ("- {id: kuhn/a, then: {over: true}, error: x}", "in place of"),
    "position a list": ("- {id: kuhn/a, position: [3], error: x}", "position must be a mapping"),
    "play a word": ("- {id: kuhn/a, play: bet}", "play must be a list"),
    "play a mapping": ("- {id: kuhn/a, play: [{a: b}]}", "words only"),
    "then a list": ("- {id: kuhn/a, then: [over]}", "then must be a mapping"),
    "over a word": ("- {id: kuhn/a, then: {over: yes}}", "true or false"),
    "legal a word": ("- {id: kuhn/a, then: {legal: bet}}", "legal must be a list"),
    "sees a list": ("- {id: kuhn/a, then: {sees: [A]}}", "sees must be a mapping"),
    "error a list": ("- {id: kuhn/a, error: [x]}", "error must be text"),
    "one branch": ("- {id: kuhn/a, same_view: [A], branches: [{play: []}]}", "at least two"),
    "a Python object": ("- !!python/object/apply:os.getcwd []", "no valid YAML"),
    "too deep": ("[" * 5000, "YAML"),
    "a zero byte": ("- id: a\0", "no valid YAML"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_refused_by_file_and_line(tmp_path, kind, capsys):
    text, words = BROKEN[kind]
    path = write(tmp_path, text)
    with pytest.raises(HoodwinkError) as refused:
        load_cases(path)
    assert str(refused.value).startswith(f"{path}")
    assert words in str(refused.value)
    assert len(str(refused.value)) < 400
    assert cli.main(["case", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_what_is_no_text_file_is_refused(tmp_path):
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\xfe\x00\x80")
    for path in (binary, tmp_path, tmp_path / "none.yaml"):
        with pytest.raises(HoodwinkError, match=str(path)):
            load_cases(path)


def test_windows_line_ends_and_a_mark_of_byte_order_do_not_matter(tmp_path):
    path = tmp_path / "cases.yaml"
    path.write_bytes(b"\xef\xbb\xbf- id: kuhn/a\r\n  then: {over: false}\r\n")
    (case,) = load_cases(path)
    assert not check_case(case)


def test_the_command_names_each_failure_and_ends_with_the_count(tmp_path, capsys):
    good = write(tmp_path, "- {id: kuhn/a, then: {over: false}}\n", "good.yaml")
    bad = write(tmp_path, "- {id: kuhn/b, then: {over: true}}\n", "bad.yaml")
    report = tmp_path / "report.json"
    assert cli.main(["case", str(good)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert cli.main(["case", str(good), str(bad), "--json", str(report)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"FAILED kuhn/b ({bad}:1): over: expected true, found false",
        "1 passed, 1 failed",
    ]
    assert json.loads(report.read_text()) == {
        "passed": 1,
        "failed": 1,
        "failures": [{"id": "kuhn/b", "expected": {"over": True}, "found": {"over": False}}],
    }
    assert [path.name for path in tmp_path.glob("*.tmp")] == []


def test_an_id_in_two_files_is_refused(tmp_path, capsys):
    paths = [write(tmp_path, "- {id: kuhn/a, error: x}\n", name) for name in ("a.yaml", "b.yaml")]
    assert cli.main(["case", *map(str, paths)]) == 2
    assert "id kuhn/a is also in" in capsys.readouterr().err


def test_json_that_cannot_be_written_is_refused(tmp_path, capsys):
    path = write(tmp_path, "- {id: kuhn/a, then: {over: false}}\n")
    assert cli.main(["case", str(path), "--json", str(tmp_path / "no" / "report.json")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_case_that_crashes_the_game_has_failed_and_the_others_go_on(
    tmp_path, capsys, monkeypatch
):
    def crash(*args):
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(KuhnWords, "view", crash)
    text = "- {id: kuhn/a, then: {sees: {A: {over: false}}}}\n- {id: kuhn/b, then: {over: false}}\n"
    assert cli.main(["case", str(write(tmp_path, text))]) == 1
    out = capsys.readouterr().out
    assert "kuhn/a" in out
    assert "ZeroDivisionError: planted" in out
    assert out.endswith("1 passed, 1 failed\n")


def test_an_illegal_word_that_no_game_has_is_remarked(tmp_path, capsys):
    path = write(tmp_path, "- {id: kuhn/a, then: {illegal: [deal 0, fold]}}\n")
    assert cli.main(["case", str(path)]) == 0
    assert capsys.readouterr().out.startswith(
        f"note: kuhn/a ({path}:1): illegal: 'fold' is no word"
    )
