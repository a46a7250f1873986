"""Perspective: the same to its seat as the truth, and the truth is nowhere in it."""

import gc
import pickle

import numpy as np
import pytest

import hoodwink
from hoodwink.envs.core.rng import generators


def midgame(name="warumono2", seed=3, moves=40, **options):
    match = hoodwink.Match(name, seed=seed, **options)
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        match.roll()
        if not match.over:
            match.play(str(rng.choice(match.legal())))
    match.roll()
    return match


def reachable(root):
    """Return the bytes of all arrays that can be reached from an object (no modules, no types)."""
    found, seen, todo = [], set(), [root]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, type) or type(thing).__name__ == "module":
            continue
        seen.add(id(thing))
        if isinstance(thing, np.ndarray):
            found.append(thing.tobytes())
            todo.append(thing.base)
        elif not callable(thing):
            todo.extend(gc.get_referents(thing))
    return b"|".join(found)


@pytest.mark.parametrize("plain", [True, False])
def test_it_shows_the_seat_what_the_truth_would(plain):
    for seed in range(4):
        match = midgame(seed=seed)
        for seat in range(4):
            perspective = hoodwink.Perspective(match, seat, plain=plain)
            assert perspective.observation.tobytes() == match.observation(seat).tobytes()
            assert perspective.mask.tobytes() == match.mask(seat).tobytes()
            assert perspective.view == match.view(seat)
            assert perspective.info_state_key == match.info_state_key(seat)
            assert perspective.to_move == match._solo.actor


@pytest.mark.parametrize("name", ["warumono2", "leduc"])
def test_the_truth_is_nowhere_in_it(name):
    """What the others were told, hashed, is the marker: in the true state and in no other world."""
    match = midgame(name, moves=1)
    for seat in range(match.n_seats):
        markers = [match.states["key"][0, q].tobytes() for q in range(match.n_seats) if q != seat]
        perspective = hoodwink.Perspective(match, seat)
        stored = reachable(perspective) + pickle.dumps(perspective)
        everything = stored + perspective.worlds(50, 1).tobytes()
        assert match.states["key"][0, seat].tobytes() in stored  # this seat's own is there
        assert all(marker in reachable(match) for marker in markers)  # so `reachable` finds them
        assert not any(marker in everything for marker in markers)


def test_the_match_goes_on_without_it_and_it_without_the_match():
    match = midgame(moves=1)
    before = match.states.tobytes()
    perspective = hoodwink.Perspective(match, 0)
    assert match.states.tobytes() == before
    seen = perspective.observation.tobytes()
    match.play(match.legal()[0])
    match.roll()
    perspective.worlds(5, 1)
    assert perspective.observation.tobytes() == seen


def test_worlds_differ_and_are_not_the_truth_at_the_expected_rate():
    match = hoodwink.Match("kuhn", position={"seats": {"A": {"card": 1}, "B": {"card": 2}}})
    cards = hoodwink.Perspective(match, "A").worlds(400, 5)["card"]
    assert (cards[:, 0] == 1).all()
    assert 150 < (cards[:, 1] == 2).sum() < 250
    assert 150 < (cards[:, 1] == 0).sum() < 250


def test_worlds_depend_on_the_generator_alone_never_on_the_truth():
    drawn = []
    for card in (0, 2):
        match = hoodwink.Match("kuhn", position={"seats": {"A": {"card": 1}, "B": {"card": card}}})
        drawn.append(hoodwink.Perspective(match, "A").worlds(50, generators(4, 1)[0]).tobytes())
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("plain", [True, False])
def test_a_seed_fixes_the_worlds_plain_and_compiled(plain):
    match = midgame(moves=10)
    first = hoodwink.Perspective(match, 1, plain=plain).worlds(20, 7)
    assert first.tobytes() == hoodwink.Perspective(match, 1).worlds(20, 7).tobytes()
    assert first.tobytes() != hoodwink.Perspective(match, 1).worlds(20, 8).tobytes()


def test_a_generator_goes_on():
    perspective = hoodwink.Perspective(midgame(moves=10), 1)
    rng = generators(1, 1)[0]
    assert perspective.worlds(3, rng).tobytes() != perspective.worlds(3, rng).tobytes()


def test_it_is_made_of_a_state_too():
    match = midgame(moves=20)
    of_state = hoodwink.Perspective.of_state(
        match.game, match.tables, match.states, 2, options=match.options
    )
    of_match = hoodwink.Perspective(match, 2)
    assert of_state.view == of_match.view
    assert of_state.worlds(5, 1).tobytes() == of_match.worlds(5, 1).tobytes()


@pytest.mark.parametrize("wrong", [{"seat": 7}, {"n": 0}, {"rng": -1}, {"rng": np.zeros(2)}])
def test_wrong_arguments_are_refused(wrong):
    match = hoodwink.Match("kuhn", seed=0)
    with pytest.raises(hoodwink.HoodwinkError):
        perspective = hoodwink.Perspective(match, wrong.get("seat", 0))
        perspective.worlds(wrong.get("n", 1), wrong.get("rng", 1))
