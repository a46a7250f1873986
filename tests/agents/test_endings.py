"""`hoodwink endings`: lengths and endings are those of the games, counted."""

import json

import pytest

from hoodwink import cli
from hoodwink.agents.endings import endings, table
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import View


def test_a_game_without_endings_of_its_own_counts_its_winners():
    found = endings("kuhn", "random", 3000, seed=2)
    assert found.endings == {"one seat wins": 1.0}
    assert found.rounds is None
    assert sum(found.wins) == pytest.approx(1)
    # uniform play: 2 decisions with probability 1/2 + 1/4, else 3
    assert found.decisions.mean == pytest.approx(2.25, abs=0.03)
    assert (found.decisions.median, found.decisions.most) == (2, 3)


def test_the_seed_decides_and_other_games_follow_another():
    first, again, other = (endings("leduc", "random", 500, seed) for seed in (1, 1, 2))
    assert first == again
    assert first.wins != other.wins


def test_endings_of_warumono2_sum_to_one_and_seldom_are_won_by_chance():
    found = endings("warumono2", "random", 600, seed=0)
    assert sum(found.endings.values()) == pytest.approx(1)
    assert found.endings["end of the sheet, nobody wins"] > 0.8
    assert found.rounds is not None
    assert found.rounds.most == 18


def how(position, words):
    match = Match("warumono2", position)
    for word in words:
        match.play(word)
    assert match.over
    game = find_game("warumono2")
    assert game.ending is not None
    return game.ending(View(match.states), View(match.tables))


EXIT = {"at": "AP2", "passport": True}
SHORT = {"name": "Short", "stars": 1, "special": [], "last": 2, "blue": [1, 2], "do": {}}
LAST = {"options": {"scenario": {**SHORT, "fate": "REMAINING_WIN"}}, "counter": 2}
LOOT, FAKE, SPY = {"contents": "loot"}, {"contents": "fake_1"}, {"role": "undercover"}


@pytest.mark.parametrize(
    ("position", "words", "ending"),
    [
        ({"seats": {"red": EXIT | LOOT}}, ["roll", "die 1", "step GAW_A"], "getaway with the Loot"),
        (
            LAST | {"seats": {"red": {"at": "S05"} | SPY, "green": {"at": "S05"} | LOOT}},
            ["arrest green"],
            "arrest of the Loot",
        ),
        (
            LAST | {"to_move": "blue", "seats": {"red": LOOT, "blue": EXIT | SPY | FAKE}},
            ["roll", "die 1", "step GAW_A"],
            "end of the sheet, with winners",
        ),
        (
            LAST | {"to_move": "blue", "seats": {"blue": EXIT | SPY | LOOT}},
            ["roll", "die 1", "step GAW_A"],
            "end of the sheet, with winners",
        ),
        (
            {"seats": {"red": EXIT | FAKE, "green": {"out": True}, "yellow": {"out": True}}},
            ["roll", "die 1", "step GAW_A"],
            "one seat left",
        ),
        (
            {
                "options": {"scenario": {**SHORT, "fate": "ALL_LOSE"}},
                "counter": 2,
                "to_move": "blue",
            },
            ["look"],
            "end of the sheet, nobody wins",
        ),
    ],
)
def test_endings_of_warumono2(position, words, ending):
    assert how(position, words).how == ending


@pytest.mark.parametrize("words", [["--games", "0"], ["--agents", "nobody"], ["--env", "chess"]])
def test_the_command_refuses_what_makes_no_sense(capsys, words):
    assert cli.main(["endings", *words]) == 2
    assert capsys.readouterr().err


def test_too_few_games_are_refused():
    with pytest.raises(HoodwinkError, match="at least one"):
        endings("kuhn", "random", 0, seed=0)


def test_the_command_prints_markdown_and_writes_json(capsys, tmp_path):
    written = tmp_path / "endings.json"
    words = ["endings", "--env", "kuhn", "--games", "50", "--json", str(written)]
    assert cli.main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| kuhn, 50 games | random | rule |"
    assert lines[1] == "| --- | ---: | ---: |"
    assert [row["agent"] for row in json.loads(written.read_text())["rows"]] == ["random", "rule"]


def test_the_table_has_a_row_for_every_ending_of_any_agent():
    played = [endings("warumono2", spec, 200, seed=1) for spec in ("random", "rule")]
    rows = [line.split(" | ")[0].removeprefix("| ") for line in table(played)]
    assert {how for each in played for how in each.endings} <= set(rows)
    assert rows[-4:] == [f"won by seat {n}" for n in range(1, 5)]
