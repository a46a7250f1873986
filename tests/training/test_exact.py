"""Sizes and constants of the small games are those that are kept, and the pages say so."""

import itertools
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.game import Game
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.exact.histories import lengths, met, reach
from hoodwink.training.exact.numbers import compiled_env, constants, kept, sizes
from hoodwink.training.exact.pages import page, page_of, picture, picture_of
from hoodwink.training.exact.small import all_small_envs, small_envs, with_small_games
from hoodwink.training.portrait.svg import svg
from hoodwink.training.solvers import Policy, measure
from tests.games.tree import counts, uniform_nash_conv

ROOT = Path(__file__).resolve().parents[2]
AGAIN = "run python -m hoodwink.training.exact.pages --write"
LIMITS = {"nano": 20_000, "nano3": 20_000, "mini": 3_000_000, "mini3": 3_000_000}


def kept_of(env: str) -> dict[str, Any]:
    return kept(parse_env(env)[0])[env]


@pytest.mark.boundscheck
@pytest.mark.parametrize("env", list(all_small_envs()))
def test_sizes_and_constants_are_those_that_are_kept(env: str) -> None:
    tree = compiled_env(env)
    found, there = {**sizes(tree), **constants(tree)}, kept_of(env)
    assert list(found) == list(there), AGAIN
    for name, value in there.items():
        if isinstance(value, dict):
            for key, number in value.items():
                assert found[name][key] == pytest.approx(number, abs=1e-9), f"{name} {key}; {AGAIN}"
        else:
            assert found[name] == value, f"{name}; {AGAIN}"


@pytest.mark.parametrize("game", with_small_games(), ids=lambda game: game.name)
def test_every_small_game_has_its_place_in_the_page(game: Game) -> None:
    assert list(kept(game)) == small_envs(game), AGAIN
    assert page_of(game).read_text() == page(game, kept(game)), AGAIN


@pytest.mark.parametrize("game", with_small_games(), ids=lambda game: game.name)
def test_the_picture_of_each_page_is_up_to_date(game: Game) -> None:
    drawn, there = svg(picture(small_envs(game)[0])), picture_of(game).read_text()
    words, kept_words = (re.sub(r"[-+]?[\d.]+", "#", text) for text in (drawn, there))
    assert words == kept_words, AGAIN
    shares, kept_shares = (re.findall(r"([\d.]+) %", text) for text in (drawn, there))
    assert list(map(float, shares)) == pytest.approx(list(map(float, kept_shares)), abs=1.5), AGAIN


def test_the_readme_says_how_large_they_are() -> None:
    mini, mini3 = (kept_of(f"warumono2-{name}")["histories"] for name in ("mini", "mini3"))
    said = f"{mini / 1e6:.1f} million and {round(mini3, -4):,} histories"
    assert said in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("variant", LIMITS)
def test_the_variants_are_as_small_as_promised(variant: str) -> None:
    there = kept_of(f"warumono2-{variant}")
    assert there["histories"] <= LIMITS[variant]
    assert there["seats"] == (3 if variant.endswith("3") else 2)
    assert variant.startswith("nano") or there["histories"] > 300_000


@pytest.mark.parametrize(
    "env",
    ["warumono2-nano", "warumono2-nano3", "kuhn:players=3", "liars_dice-nano", "wongamania-nano"],
)
def test_another_walk_counts_the_same(env: str) -> None:
    """Layer by layer over whole states, not depth first over what the seats were told."""
    game, options = parse_env(env)
    by_length, keys = counts(game, **options)
    there = kept_of(env)
    assert sum(by_length) == there["histories"]
    assert len(by_length) == there["longest"] + 1
    assert keys == sum(there["information_states"])


@pytest.mark.parametrize("env", ["warumono2-nano", "warumono2-nano3"])
def test_another_best_response_finds_the_same(env: str) -> None:
    """By recursion over a tree of objects, information states told apart by their keys."""
    game, options = parse_env(env)
    nash_conv = kept_of(env)["uniform"]["nash_conv"]
    assert uniform_nash_conv(game, **options) == pytest.approx(nash_conv, abs=1e-9)


# -- histories -------------------------------------------------------------------------------------


def test_every_history_has_one_length() -> None:
    tree = compiled_env("warumono2-nano3")
    layers = list(lengths(tree))
    assert sorted(np.concatenate(layers).tolist()) == list(range(tree.histories))
    for before, layer in itertools.pairwise(layers):
        assert set(tree.nodes["parent"][layer].tolist()) <= set(before.tolist())


@pytest.mark.parametrize("env", ["leduc", "warumono2-nano3"])
def test_the_ends_weighted_by_how_they_are_reached_give_the_values(env: str) -> None:
    tree = compiled_env(env)
    rng = np.random.default_rng(1)
    weights = rng.random(len(tree.actions))
    totals = np.bincount(tree.row_of, weights)
    policy = Policy(tree, weights / totals[tree.row_of])
    reached = reach(policy)
    ends = tree.nodes["children"] == 0
    assert reached[ends].sum() == pytest.approx(1)
    values = reached[ends] @ tree.payoffs[tree.nodes["first"][ends]]
    assert values.tolist() == pytest.approx(measure(tree, policy).value, abs=1e-12)


def test_an_information_state_is_met_as_often_as_its_histories() -> None:
    often = met(Policy.uniform(compiled_env("kuhn")))
    opening = 1 / 3  # A opens, with any of three cards
    assert sorted(often.tolist()) == pytest.approx(
        sorted([opening] * 3 + [opening / 2] * 6 + [1 / 12] * 3)
    )
