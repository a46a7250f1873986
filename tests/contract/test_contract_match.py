"""A match in words: copied, pickled, replayed and loaded in mid-game, it goes on as the first."""

import copy
import pickle
import random
from typing import Any

from hoodwink.envs.core.checks import Options
from hoodwink.envs.core.match import Match
from tests.contract.subjects import every_case


def facts(match: Match) -> Any:
    """Return all that a match says of itself."""
    seats = match.seats
    return (
        match.dump(), match.legal(), match.weights(), match.moves, match.to_move, match.winners,
        [match.view(s) for s in seats], [match.told(s) for s in seats], match.payoffs,
        [match.info_state_key(s) for s in seats], match.states.tobytes(),
    )  # fmt: skip


def play_on(match: Match, seed: int, words: int) -> None:
    """Play random words, and sometimes let chance choose by the match's own generator."""
    rng = random.Random(seed)
    for _ in range(words):
        if match.over:
            return
        if match.to_move == "chance" and rng.random() < 0.5:
            match.roll()
        else:
            match.play(rng.choice(match.legal()))


@every_case
def test_a_match_goes_on_alike(name: str, options: Options) -> None:
    for seed, before in enumerate((0, 3, 40)):
        match = Match(name, seed=seed, **options)
        play_on(match, seed, before)
        first = facts(match)
        twins = [match.copy(), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]
        for twin in twins:
            assert facts(twin) == first
            play_on(twin, seed + 1, 60)
        assert facts(match) == first  # the copies are apart
        play_on(match, seed + 1, 60)
        assert all(facts(twin) == facts(match) for twin in twins)


@every_case
def test_a_match_replays(name: str, options: Options) -> None:
    match = Match(name, seed=5, **options)
    play_on(match, 5, 80)
    again = Match(name, **options)
    for word in match.moves:
        again.play(word)
    assert facts(again) == facts(match)


@every_case
def test_a_loaded_match_goes_on_alike(name: str, options: Options) -> None:
    match = Match(name, seed=6, **options)
    play_on(match, 6, 25)
    loaded = Match(name, match.dump())
    words = random.Random(7)
    while not match.over:
        assert loaded.dump() == match.dump()
        assert sorted(loaded.legal()) == sorted(match.legal())
        assert [loaded.view(s) for s in match.seats] == [match.view(s) for s in match.seats]
        word = words.choice(match.legal())
        match.play(word)
        loaded.play(word)
    assert loaded.over and loaded.payoffs == match.payoffs
