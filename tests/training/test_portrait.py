"""A strategy summed up says what it does: known strategies of Kuhn poker, and what bluffs."""

import xml.etree.ElementTree as ElementTree
from functools import lru_cache

import numpy as np
import pytest

from hoodwink.cli import main
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.portrait import Deed, Tag, plain_portrayal, portrayal
from hoodwink.envs.core.spec import parse_env
from hoodwink.envs.core.state import View
from hoodwink.training.exact.histories import met
from hoodwink.training.exact.numbers import compiled_env
from hoodwink.training.portrait.gather import decisions, portrait_of, states_of
from hoodwink.training.portrait.scenes import Bar, Decision, Portrait, Scene, heading, sum_up
from hoodwink.training.portrait.show import FORMS, check_chart, write_chart
from hoodwink.training.portrait.svg import BAR_WIDTH, TONES, svg
from hoodwink.training.portrait.text import lines, markdown, percent
from hoodwink.training.solvers import Policy, cfr, measure

ENVS = ["kuhn", "kuhn:players=4", "leduc", "warumono2-nano", "warumono2-nano3", "warumono2-alley"]


@lru_cache
def solved(env: str, iterations: int = 400) -> Portrait:
    tree = compiled_env(env)
    policy = cfr(tree, iterations, "cfr+")
    return portrait_of(policy, env, f"CFR+, {iterations} iterations", measure(tree, policy))


def share(portrait: Portrait, scene: str, holding: str, deed: str) -> float:
    """Return how often a deed is done, all named by their texts."""
    found = next(s for s in portrait.scenes if s.title.text == scene)
    bar = next(b for b in found.bars if b.holding.text == holding)
    return sum(bar.share(d) for d in found.deeds if d.text == deed)


# -- what is said is true --------------------------------------------------------------------------


def test_kuhn_poker_bluffs_as_theory_says() -> None:
    """A bets three times as often with K as with J; the rest is the same in all equilibria."""
    kuhn = solved("kuhn")
    bluff = share(kuhn, "A, no bet so far", "with J", "bets")
    assert share(kuhn, "A, no bet so far", "with K", "bets") == pytest.approx(3 * bluff, abs=0.03)
    assert share(kuhn, "A, facing a bet", "with Q", "calls") == pytest.approx(
        bluff + 1 / 3, abs=0.03
    )
    assert share(kuhn, "B, no bet so far", "with J", "bets") == pytest.approx(1 / 3, abs=0.02)
    assert share(kuhn, "B, facing a bet", "with Q", "calls") == pytest.approx(1 / 3, abs=0.02)
    assert share(kuhn, "B, facing a bet", "with K", "folds") < 0.001


def test_the_smallest_game_is_one_of_bluff() -> None:
    """With the Loot and without, gestures are feigned half the time, or they would tell which."""
    nano = solved("warumono2-nano")
    for holding in ("Wiseguy, has the Loot", "Wiseguy, has a fake"):
        for deed in ("feigns a switch", "switches really"):
            assert share(nano, "Meeting somebody", holding, deed) == pytest.approx(0.5, abs=0.03)
    assert 0.2 < share(nano, "Meeting somebody", "Operative, unsure", "arrests") < 0.6


@pytest.mark.parametrize("env", ["warumono2-nano", "warumono2-nano3"])
def test_the_operative_hides_on_purpose_and_shows_himself_on_purpose(env: str) -> None:
    scene, deed = "About to be taken in", "shows himself and stays"
    assert share(solved(env), scene, "Operative, has the Loot", deed) < 0.02
    assert share(solved(env), scene, "Operative, has a fake", deed) > 0.8


@pytest.mark.parametrize("env", ENVS)
def test_it_comes_to_each_decision_as_often_as_the_bars_say(env: str) -> None:
    tree = compiled_env(env)
    policy = Policy.uniform(tree)
    portrait = portrait_of(policy, env, "uniform", measure(tree, policy))
    bars = [bar for scene in portrait.scenes for bar in scene.bars]
    free = tree.rows["actions"] > 1
    assert sum(bar.met for bar in bars) == pytest.approx(met(policy)[free].sum())
    for bar in bars:
        assert sum(bar.done.values()) == pytest.approx(bar.met)


@pytest.mark.parametrize("env", ENVS)
def test_scene_holding_and_deed_depend_on_nothing_hidden(env: str) -> None:
    """All histories of an information state are shown alike."""
    tree = compiled_env(env)
    words, t = portrayal(tree.game), View(tree.game.tables(**tree.options))
    rng = np.random.default_rng(0)
    rows = rng.choice(len(tree.rows), size=min(60, len(tree.rows)), replace=False)
    nodes = np.flatnonzero(np.isin(tree.nodes["row"], rows))[:4000]
    said: dict[int, set[object]] = {}
    for node, states in zip(nodes, states_of(tree, nodes.tolist()), strict=True):
        r = int(tree.nodes["row"][node])
        p, s = int(tree.rows["seat"][r]), View(states)
        first, n = int(tree.rows["first"][r]), int(tree.rows["actions"][r])
        deeds = tuple(words.deed(s, t, p, int(a)) for a in tree.actions[first : first + n])
        said.setdefault(r, set()).add((words.situation(s, t, p), deeds))
    assert max(map(len, said.values())) == 1
    assert len(said) > 5


def test_the_states_are_those_of_the_information_states() -> None:
    tree = compiled_env("warumono2-nano")
    for one in decisions(Policy.uniform(tree)):
        assert one.s.to_move == one.seat
        key = np.uint64(one.s.key[one.seat])
        row = np.flatnonzero((tree.rows["key"] == key) & (tree.rows["seat"] == one.seat))
        assert len(row) == 1
        assert one.actions == tree.actions[tree.row_of == row[0]].tolist()


def test_a_game_without_words_of_its_own_is_shown_by_seats() -> None:
    tree = compiled_env("kuhn")
    t = View(tree.game.tables(**tree.options))
    scenes = sum_up(plain_portrayal(tree.game), t, decisions(Policy.uniform(tree)))
    assert [scene.title.text for scene in scenes] == ["A is to move", "B is to move"]
    assert [deed.text for deed in scenes[0].deeds] == ["pass", "bet"]
    assert scenes[0].bars[0].share(scenes[0].deeds[1]) == pytest.approx(0.5)


def test_decisions_without_a_choice_are_left_out() -> None:
    tree = compiled_env("kuhn")
    t = View(tree.game.tables(**tree.options))
    one = next(decisions(Policy.uniform(tree)))
    forced = Decision(one.s, one.seat, 1.0, [0], [1.0])
    assert sum_up(portrayal(tree.game), t, [forced]) == []


# -- how it is shown -------------------------------------------------------------------------------


@pytest.mark.parametrize("env", ENVS)
def test_the_table_fits_a_terminal(env: str) -> None:
    shown = list(lines(solved(env)))
    assert max(map(len, shown)) <= 80
    assert shown[0] == solved(env).title


@pytest.mark.parametrize("env", ENVS)
def test_the_drawing_is_xml_with_a_bar_for_each_holding(env: str) -> None:
    portrait = solved(env)
    root = ElementTree.fromstring(svg(portrait))
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    for scene in portrait.scenes:
        assert scene.title.text in texts
        assert all(bar.holding.text in texts for bar in scene.bars)
    widths = [
        float(node.attrib["width"])
        for node in root.iter("{http://www.w3.org/2000/svg}rect")
        if node.find("{http://www.w3.org/2000/svg}title") is not None
    ]
    bars = sum(len(scene.bars) for scene in portrait.scenes)
    assert sum(widths) == pytest.approx(BAR_WIDTH * bars, rel=0.01)


def test_what_is_written_in_a_drawing_is_escaped() -> None:
    bar = Bar(Tag(0, "a<b"), 1.0, {Deed(0, "x&y", "quiet"): 1.0})
    drawn = svg(Portrait('"<&>"', [], [Scene(Tag(0, "<"), list(bar.done), [bar])]))
    texts = [node.text for node in ElementTree.fromstring(drawn).iter()]
    assert {"a<b", "x&y", '"<&>"'} <= set(texts)


def test_every_tone_of_every_game_has_its_colour() -> None:
    for env in ENVS:
        for scene in solved(env).scenes:
            assert {deed.tone for deed in scene.deeds} <= set(TONES)


def test_markdown_has_a_table_for_each_scene() -> None:
    page = list(markdown(solved("kuhn")))
    assert page[0] == "# Kuhn poker"
    assert sum(line.startswith("| --- |") for line in page) == len(solved("kuhn").scenes)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "-"),
        (0.0003, "-"),
        (0.004, "0.4 %"),
        (0.25, "25 %"),
        (0.998, "99.8 %"),
        (1.0, "100 %"),
    ],
)
def test_percent(number: float, text: str) -> None:
    assert percent(number) == text


@pytest.mark.parametrize(
    ("env", "title"), [("kuhn", "Kuhn poker"), ("warumono2-nano", "Warumono 2, nano")]
)
def test_heading(env: str, title: str) -> None:
    assert heading(parse_env(env)[0], env) == title


@pytest.mark.parametrize("ending", FORMS)
def test_a_picture_is_written_in_the_form_its_name_asks_for(ending: str, tmp_path) -> None:
    path = tmp_path / f"kuhn{ending}"
    write_chart(solved("kuhn"), path)
    assert path.read_text() == FORMS[ending](solved("kuhn"))
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["kuhn.pdf", "kuhn", "nowhere/kuhn.svg"])
def test_other_names_are_refused(name: str, tmp_path) -> None:
    with pytest.raises(HoodwinkError, match=r"kuhn"):
        check_chart(tmp_path / name)


def test_the_command_prints_and_draws(tmp_path, capsys) -> None:
    path = tmp_path / "kuhn.md"
    words = ["solve", "--env", "kuhn", "--iterations", "50", "--show", "--chart", str(path)]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "A, facing a bet" in shown
    assert "cfr+, 50 iterations; NashConv" in shown
    assert "## A, facing a bet" in path.read_text()


def test_the_command_shows_what_an_agent_does(capsys) -> None:
    assert main(["solve", "--env", "kuhn", "--agent", "rule", "--show"]) == 0
    assert "rule in all seats; NashConv" in capsys.readouterr().out


def test_the_command_refuses_other_names_before_it_solves(tmp_path, capsys) -> None:
    assert main(["solve", "--env", "kuhn", "--chart", str(tmp_path / "kuhn.pdf")]) == 2
    refused = capsys.readouterr()
    assert "ends with .svg, .md, .txt" in refused.err
    assert "iterations" not in refused.out
