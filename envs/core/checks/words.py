"""Checks of a game's words: every action and position as text, both ways."""

from collections.abc import Iterable
from typing import Any

from hoodwink.envs.core.checks.run import Options, Run, Starts, play_all
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.state import States

CORE_MEMORY = ("key", "told", "events")


def check_words(
    game: Game, options: Options, *, games: int = 3, seed: int = 0, starts: Starts = ()
) -> None:
    """Check that every possible action, outcome and event has a word of its own that is known."""
    for run in play_all(game, options, games=games, seed=seed, starts=starts):
        words = [run.word(a) for a in run.ids()]
        assert all(words), f"an action without a word: {run}"
        assert len(set(words)) == len(words), f"two actions with one word in {words}: {run}"
        for word in words:
            assert game.words.known(word), f"the word {word!r} is said to be unknown: {run}"
        for p in run.seats:
            for i in range(min(int(run.s.told[p]), run.s.events.shape[1])):
                assert game.words.event(run.t, int(run.s.events[p, i])), f"a nameless event: {run}"


def check_table_of_words(game: Game, options: Options) -> None:
    """Check that no word of a seat means two actions, and no word of chance two outcomes."""
    run = Run(game, options)
    for p in run.seats:
        words = [game.words.decision(run.t, p, a) for a in range(game.n_actions)]
        _check_distinct(words, f"actions of seat {p}")
    _check_distinct([game.words.outcome(run.t, o) for o in range(game.n_outcomes)], "outcomes")


def _check_distinct(words: list[str], what: str) -> None:
    named = [word for word in words if word]
    twice = {word for word in named if named.count(word) > 1}
    assert not twice, f"{what} share the words {sorted(twice)}"


def check_positions(
    game: Game, options: Options, *, games: int = 3, seed: int = 0, starts: Starts = (),
    memory: Iterable[str] = (), every: int = 1,
) -> None:  # fmt: skip
    """Check at each `every`th move that positions load and dump: to the same text and state.

    `memory` names fields of the state, beside those of core, that are no part of a position. What
    is dumped must be plain data, and the same each time.
    """
    for run in play_all(game, options, games=games, seed=seed, starts=starts):
        if (len(run.moves) + seed) % every:
            continue
        position = run.dump()
        assert run.dump() == position, f"dumps differ: {run}"
        assert _is_plain(position), f"not plain data: {position}: {run}"
        loaded = game.words.load(position, {})
        again = Run(game, loaded.options, states=loaded.states)
        assert again.dump() == position, f"another text: {again.dump()} not {position}: {run}"
        assert loaded.tables.tobytes() == game.tables(**loaded.options).tobytes(), run
        ours, theirs = (_forgetful(x, memory) for x in (run.states, loaded.states))
        assert ours == theirs, f"another state in {_differing(ours, theirs)}: {run}"
        assert (again.actor, again.ids()) == (run.actor, run.ids()), run


def _is_plain(value: Any) -> bool:
    """Tell whether YAML and JSON can hold a value as it is."""
    if type(value) is dict:
        return all(type(k) in (str, int) and _is_plain(v) for k, v in value.items())
    if type(value) is list:
        return all(_is_plain(v) for v in value)
    return value is None or type(value) in (str, int, float, bool)


def _forgetful(states: States, memory: Iterable[str]) -> dict[str, Any]:
    lost = {*CORE_MEMORY, *memory}
    return {n: states[n][0].tolist() for n in states.dtype.names or () if n not in lost}


def _differing(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    return ", ".join(f"{n}: {ours[n]} and {theirs[n]}" for n in ours if ours[n] != theirs[n])
