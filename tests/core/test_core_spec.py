"""Games named in one string, and the functions of the package itself."""

import numpy as np
import pytest

import hoodwink
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.envs.core.spec import parse_env


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("kuhn", "kuhn", {}),
        (" kuhn ", "kuhn", {}),
        ("kuhn:players=3", "kuhn", {"players": 3}),
        ("warumono2: players = 3 , scenario=2", "warumono2", {"players": 3, "scenario": 2}),
        (
            "warumono2:scenario=choose,peek_at_start=false",
            "warumono2",
            {"scenario": "choose", "peek_at_start": False},
        ),
    ],
)
def test_a_spec_names_game_and_options(text, name, options):
    game, found = parse_env(text)
    assert (game.name, found) == (name, options)
    assert all(type(found[key]) is type(options[key]) for key in options)


def test_every_variant_can_be_named_and_changed():
    for name in NAMES:
        for variant, options in find_game(name).variants.items():
            assert parse_env(variant) == (find_game(name), dict(options))
            assert hoodwink.make(variant).game_options == find_game(name).normal_options(**options)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chess", "unknown game 'chess'; there are: .*kuhn"),
        ("", "unknown game ''"),
        ("kuhn-huge", "unknown variant 'kuhn-huge'; there are: kuhn"),
        ("kuhn:", "key=value"),
        ("kuhn:players", "key=value.*'players'"),
        ("kuhn:players=", "key=value"),
        ("kuhn:=3", "key=value"),
        ("kuhn:players=3,", "key=value"),
        ("kuhn:players=3,players=4", "'players' is given twice"),
        ("kuhn:colour=3", "colour.*players"),
        ("kuhn:players=9", "players"),
        ("kuhn:players=3.0", "players"),
        ("kuhn:players=nan", "players"),
        ("x" * 10_000, "unknown game 'xxx"),
        (3, "named by text"),
        (None, "named by text"),
    ],
)
def test_a_wrong_spec_is_refused(text, words):
    with pytest.raises(hoodwink.HoodwinkError, match=words) as refused:
        parse_env(text)
    assert len(str(refused.value)) < 300


def test_make_batch_mixes_options():
    batch = hoodwink.make_batch("kuhn", 5, seed=1, options=[{"players": 2}, {"players": 4}])
    assert list(batch.states["n_seats"]) == [2, 4, 2, 4, 2]
    alike = hoodwink.make_batch("kuhn", 2, seed=1, players=3)
    assert list(alike.states["n_seats"]) == [3, 3]
    both = hoodwink.make_batch("kuhn:players=3", 2, options={"players": 4})
    assert list(both.states["n_seats"]) == [4, 4]


@pytest.mark.parametrize(
    "wrong",
    [{"options": []}, {"options": [3]}, {"options": {"players": 2}, "players": 3}, {"n": 0}],
)
def test_make_batch_refuses_what_makes_no_sense(wrong):
    arguments = {"n": 2, **wrong}
    with pytest.raises(hoodwink.HoodwinkError):
        hoodwink.make_batch("kuhn", **arguments)


def test_a_batch_equals_batches_of_its_games():
    mixed = hoodwink.make_batch("kuhn", 2, seed=3, options=[{"players": 2}, {"players": 3}])
    alone = hoodwink.make_batch("kuhn", 1, seed=3, players=2)
    assert mixed.observation[0].tobytes() == alone.observation[0].tobytes()
    mixed.step(np.array([1, 1]))
    alone.step(np.array([1]))
    assert mixed.states[0].tobytes() == alone.states[0].tobytes()


def test_the_package_offers_what_it_promises():
    for name in hoodwink.__all__:
        assert getattr(hoodwink, name) is not None
        assert name in dir(hoodwink)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = hoodwink.nothing
