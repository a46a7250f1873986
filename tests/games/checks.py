"""Checks over whole game trees: perfect recall, other worlds, positions. They know no game."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.drivers import look
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.jit import (
    BYTES_2D,
    GENERATOR,
    INT,
    INTS,
    VOID,
    Address,
    array,
    call_void,
)
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.state import N_EVENTS, View, silence
from tests.games.tree import levels


def look_each(fns: Any, states: Any, tables: Any, p: int, observation: Any) -> None:
    """Write what seat `p` sees of every state."""
    for i in range(len(observation)):
        look(fns, states, tables, i, 0, p, observation[i])


def resample_each(f: Address, states: Any, tables: Any, p: int, rng: Any) -> None:
    """Resample every state for seat `p`, all from one generator."""
    for i in range(len(states)):
        call_void(f, states[i], tables[0], p, rng)


@lru_cache
def compiled_look(types: tuple[Any, Any]) -> Any:
    jit.rule(look)
    s, t = (array(kind) for kind in types)
    return jit.compiled(look_each, VOID(INTS, s, t, INT, BYTES_2D))


@lru_cache
def compiled_resample(types: tuple[Any, Any]) -> Any:
    s, t = (array(kind) for kind in types)
    return jit.compiled(resample_each, VOID(INT, s, t, INT, GENERATOR))


def observations(game: Game, tables: Any, states: Any, p: int) -> NDArray[np.int8]:
    """Return what seat `p` sees of every state (N, F)."""
    out = np.zeros((len(states), game.n_observation), np.int8)
    compiled_look(game.types)(game.functions, states, tables, p, out)
    return out


def resampled(game: Game, tables: Any, states: Any, p: int, rng: Any) -> NDArray[Any]:
    """Return other worlds of all states for seat `p`."""
    worlds: NDArray[Any] = states.copy()
    f = jit.address(game.compiled_resample)
    compiled_resample(game.types)(f, worlds, tables, p, rng)
    return worlds


def rows(matrix: Any) -> NDArray[Any]:
    """Return each row (or record) as one comparable value."""
    matrix = np.ascontiguousarray(matrix)
    width = matrix.dtype.itemsize * (matrix.size // len(matrix))
    labels: NDArray[Any] = matrix.view(np.uint8).reshape(len(matrix), width).view(f"V{width}")
    return labels.ravel()


def assert_perfect_recall(game: Game, **options: Any) -> None:
    """Assert that key, sequence told and observation of a seat say the same, in every history.

    Equal keys mean equal sequences (no collisions), equal observations and equal masks; and equal
    observations mean equal keys.
    """
    tables = game.tables(**options)
    n = game.seats_dealt(tables)
    seen: list[tuple[dict[int, bytes], dict[bytes, int]]] = [({}, {}) for _ in range(n)]
    for level in levels(game, **options):
        assert level.states["told"].max() <= N_EVENTS  # so that the ring holds the whole sequence
        for p in range(n):
            keys = level.states["key"][:, p].copy()
            told = level.states["told"][:, p : p + 1].astype(np.int16)
            mine = level.mask * (level.actor == p)[:, None].astype(np.int8)
            seats = observations(game, tables, level.states, p)
            told_by = np.concatenate([told, level.states["events"][:, p]], axis=1)
            facts = rows(np.concatenate([told_by.view(np.int8), mine, seats], axis=1))
            _, first = np.unique(keys, return_index=True)
            number = np.unique(keys, return_inverse=True)[1]
            assert (facts == facts[first][number]).all(), "equal keys, but something differs"
            of_key, of_observation = seen[p]
            for key, told_bytes, observation in zip(
                keys[first].tolist(), rows(told_by[first]), rows(seats[first]), strict=True
            ):
                assert of_key.setdefault(key, bytes(told_bytes)) == bytes(told_bytes)
                assert of_observation.setdefault(bytes(observation), key) == key


def count_information_states(game: Game, **options: Any) -> int:
    """Return how many different keys the seats to move have."""
    keys: set[int] = set()
    for level in levels(game, **options):
        decided = np.flatnonzero(level.actor >= 0)
        keys.update(level.states["key"][decided, level.actor[decided]].tolist())
    return len(keys)


def assert_views_tell_no_more(game: Game, **options: Any) -> None:
    """Assert that in all histories a seat's view and picture depend on its key alone."""
    t = View(game.tables(**options))
    full = game.normal_options(**options)
    texts: dict[tuple[int, int], str] = {}
    for level in levels(game, **options):
        for i in range(len(level.states)):
            s = View(level.states, i)
            for p in range(t.n_seats):
                text = repr(game.words.view(s, t, full, p)) + game.words.ansi(s, t, full, p)
                assert texts.setdefault((p, int(s.key[p])), text) == text


def assert_positions_round_trip(game: Game, **options: Any) -> None:
    """Assert that load(dump(s)) is s, byte for byte, in all histories."""
    t = View(game.tables(**options))
    full = game.normal_options(**options)
    for level in levels(game, **options):
        for i in range(len(level.states)):
            position = game.words.dump(View(level.states, i), t, full)
            loaded = game.words.load(position, {})
            assert loaded.states.tobytes() == level.states[i : i + 1].tobytes(), position
            assert loaded.options == full


def worlds_of(states: NDArray[Any], p: int) -> NDArray[Any]:
    """Return the states as seat `p` can know them: what the others were told is wiped."""
    known: NDArray[Any] = states.copy()
    for i in range(len(known)):
        s = View(known, i)
        for q in range(len(s.key)):
            if q != p:
                silence(s, q)
    return known


def assert_worlds_are_the_possible_ones(game: Game, draws: int = 40, **options: Any) -> None:
    """Assert that resampling draws uniformly from all histories that seat `p` cannot tell apart.

    Of games where only the deal is hidden, so that these are all equally likely. Also that it never
    looks at the truth: resampled twice is resampled once, byte for byte.
    """
    tables = game.tables(**options)
    chi, freedom = 0.0, 0
    for level in levels(game, **options):
        for p in range(game.seats_dealt(tables)):
            keys = level.states["key"][:, p].copy()
            possible = rows(worlds_of(level.states, p))
            count = dict.fromkeys(zip(keys.tolist(), map(bytes, possible), strict=True), 0)
            _, first, sizes = np.unique(keys, return_index=True, return_counts=True)
            many = np.repeat(level.states[first], draws * sizes)  # of one truth, all its worlds
            drawn = resampled(game, tables, many, p, generators(level.depth, 1, 1)[0])
            again = resampled(game, tables, drawn[::-1].copy(), p, generators(7, 1)[0])
            fresh = resampled(game, tables, many[::-1].copy(), p, generators(7, 1)[0])
            assert again.tobytes() == fresh.tobytes(), "it looked at the truth"
            same = observations(game, tables, many, p) == observations(game, tables, drawn, p)
            assert same.all(), "the seat can tell the worlds apart"
            for world in zip(drawn["key"][:, p].tolist(), map(bytes, rows(drawn)), strict=True):
                assert world in count, "an impossible world"
                count[world] += 1
            numbers = np.array(list(count.values()))
            assert numbers.min() > 0, "a possible world never came up"
            chi += float(((numbers - draws) ** 2 / draws).sum())
            freedom += len(numbers) - len(first)
    assert abs(chi - freedom) < 5 * np.sqrt(2 * freedom), f"not uniform: {chi} of {freedom}"


def assert_twins(game: Game, games: int = 60, **options: Any) -> None:
    """Assert that plain, compiled and differently batched games are the same, byte for byte."""
    tables = game.tables(**options)
    plain = Batch(game, tables, games, seed=11, plain=True)
    twins = [Batch(game, tables, games, seed=11), Batch(game, tables, games + 3, seed=11)]
    rng = generators(11, games, stream=1)
    for _ in range(4 * game.max_decisions):
        actions = plain.random_actions(rng)
        for twin in twins:
            for name in ("states", "observation", "mask", "actor", "reward", "done"):
                assert getattr(twin, name)[:games].tobytes() == getattr(plain, name).tobytes(), name
        others = [int(row.argmax()) for row in twins[1].mask[games:]]
        plain.step(actions)
        twins[0].step(actions)
        twins[1].step(np.concatenate([actions, others]))
