"""Checks that one game is one game: plain, compiled, batched, copied, sent and replayed."""

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np

from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.checks.run import Options, Run, play, play_all
from hoodwink.envs.core.errors import HoodwinkError, IllegalAction
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.rng import generators, pick, pick_legal
from hoodwink.envs.core.state import CHANCE, OVER

ARRAYS = ("states", "observation", "mask", "actor", "reward", "done", "rng")


def snapshot(batch: Batch) -> dict[str, bytes]:
    """Return all that a batch shows and keeps, as bytes."""
    return {name: getattr(batch, name).tobytes() for name in ARRAYS}


def _check_same(ours: dict[str, bytes], theirs: dict[str, bytes], where: str) -> None:
    wrong = [name for name in ours if ours[name] != theirs[name]]
    assert not wrong, f"{', '.join(wrong)} differ {where}"


def tables_of(game: Game, sets: Sequence[Options]) -> Any:
    """Return the tables of several sets of options one behind the other."""
    return np.concatenate([game.tables(**options) for options in sets])


def check_twins(game: Game, sets: Sequence[Options], *, n: int = 50, seed: int = 0) -> int:
    """Check that plain and compiled batches stay byte-equal to the end; return the steps."""
    tables = tables_of(game, sets)
    pair = [Batch(game, tables, n, seed=seed, plain=plain) for plain in (True, False)]
    rng = generators(seed, n, stream=1)
    ended, steps = np.zeros(n, np.int64), 0
    while not ended.all():
        _check_same(snapshot(pair[0]), snapshot(pair[1]), f"plain and compiled after step {steps}")
        for g in range(0, n, max(1, n // 4)):
            for p in range(game.seats_dealt(tables, int(pair[0].table_of[g]))):
                assert (pair[0].observe(g, p) == pair[1].observe(g, p)).all(), (g, p, steps)
        actions = pair[0].random_actions(rng)
        for batch in pair:
            batch.step(actions)
        ended += pair[0].done
        steps += 1
    return steps


def check_single(game: Game, options: Options, *, seed: int = 0, plain: bool = True) -> None:
    """Check that a game moved by hand, chance drawn outside, is the game of a batch to the byte."""
    batch = Batch(game, game.tables(**options), 1, seed=seed, restart=False, plain=plain)
    run = Run(game, options, plain=plain)
    chance, choice = generators(seed, 1)[0], generators(seed, 1, stream=1)[0]
    while True:
        while run.actor == CHANCE:
            run.play(pick(run.weights, chance))
        assert batch.states.tobytes() == run.states.tobytes(), f"the batch plays otherwise: {run}"
        assert batch.actor[0] == run.actor, run
        if run.over:
            break
        assert batch.mask[0].tobytes() == run.mask.tobytes(), run
        assert batch.observation[0].tobytes() == run.observe(run.actor).tobytes(), run
        action = pick_legal(run.mask, choice)
        run.play(action)
        batch.step([action])
    assert batch.reward[0].tobytes() == run.payoffs.tobytes() and batch.done[0], run


def check_batch(
    game: Game, sets: Sequence[Options], *, n: int = 12, seed: int = 0, steps: int = 60,
    threads: Sequence[int] = (1, 2, 5), plain: bool = False,
) -> None:  # fmt: skip
    """Check that game i is the same with more games, more threads, and after a reset."""
    tables = tables_of(game, sets)
    record = _record(Batch(game, tables, n, seed=seed, plain=plain), seed, steps)
    for many in threads:
        batch = Batch(game, tables, n + 3, seed=seed, threads=many, plain=plain)
        for _ in range(2):  # the second time on the same object, seeded anew
            for t, (ours, theirs) in enumerate(
                zip(record, _record(batch, seed, steps), strict=True)
            ):
                for name in ARRAYS:
                    assert ours[name].tobytes() == theirs[name][:n].tobytes(), (
                        f"{name} of a batch of {n} and of {n + 3} with {many} threads at step {t}"
                    )
            batch.reset(seed)


def _record(batch: Batch, seed: int, steps: int) -> list[dict[str, Any]]:
    rng = generators(seed, batch.num_games, stream=1)
    record = []
    for _ in range(steps):
        record.append({name: getattr(batch, name).copy() for name in ARRAYS})
        batch.step(batch.random_actions(rng))
    return record


def check_refusals(
    game: Game, sets: Sequence[Options], *, n: int = 5, seed: int = 0, steps: int = 30,
    threads: int = 1, plain: bool = False,
) -> None:  # fmt: skip
    """Check that an illegal action anywhere is named and leaves every game of a batch untouched."""
    batch = Batch(game, tables_of(game, sets), n, seed=seed, threads=threads, plain=plain)
    rng = generators(seed, n, stream=1)
    for step in range(steps):
        actions = batch.random_actions(rng)
        g = step % n
        illegal = [a for a in range(game.n_actions) if not batch.mask[g, a]]
        for wrong in (-1, game.n_actions, 1 << 40, -(1 << 40), *illegal[:2], *illegal[-2:]):
            before, attempt = snapshot(batch), actions.copy()
            attempt[g] = wrong
            try:
                batch.step(attempt)
            except IllegalAction as error:
                assert str(wrong) in str(error) and f"game {g} " in str(error), error
            else:
                raise AssertionError(f"the illegal action {wrong} was played")
            _check_same(before, snapshot(batch), f"after the illegal action {wrong}")
        for wrong_shape in (actions[1:], actions.astype(np.float64), np.zeros((n, 1), np.int64)):
            try:
                batch.step(wrong_shape)
            except HoodwinkError:
                continue
            raise AssertionError(f"actions of shape {wrong_shape.shape} were taken")
        batch.step(actions)


def check_copies(game: Game, options: Options, *, games: int = 3, seed: int = 0) -> None:
    """Check that a copied, a pickled and a replayed game go on alike, apart from the first."""
    for run in play_all(game, options, games=games, seed=seed):
        if run.over:
            replayed = Run(game, options)
            for a in run.moves:
                replayed.play(a)
            assert replayed.states.tobytes() == run.states.tobytes(), f"replay differs: {run}"
        elif len(run.moves) % 5 == 0:
            _check_copy(run, seed)


def _check_copy(run: Run, seed: int) -> None:
    game, before = run.game, run.states.tobytes()
    sent = pickle.loads(pickle.dumps(run.states))
    assert sent.tobytes() == run.copy().states.tobytes() == before, f"a copy differs: {run}"
    futures = [
        [x.states.tobytes() for x in play(game, run.options, seed=seed, states=start)]
        for start in (run.states, sent)
    ]
    assert futures[0] == futures[1], f"a pickled game goes on otherwise: {run}"
    assert run.states.tobytes() == before, f"a copy is not apart: {run}"


def check_pickled_batch(
    game: Game, sets: Sequence[Options], *, n: int = 6, seed: int = 0, plain: bool = False
) -> None:
    """Check that a batch sent elsewhere in mid-game goes on alike."""
    batch = Batch(game, tables_of(game, sets), n, seed=seed, plain=plain)
    rng = generators(seed, n, stream=1)
    for _ in range(20):
        batch.step(batch.random_actions(rng))
    other = pickle.loads(pickle.dumps(batch))
    _check_same(snapshot(batch), snapshot(other), "once pickled")
    for _ in range(40):
        actions = batch.random_actions(rng)
        batch.step(actions)
        other.step(actions)
        _check_same(snapshot(batch), snapshot(other), "after being pickled")


def check_batch_ends(
    game: Game, sets: Sequence[Options], *, n: int = 8, seed: int = 0, steps: int = 400,
    plain: bool = False,
) -> int:  # fmt: skip
    """Check rewards (at the end only, summing to zero) and restarts; return the number of games."""
    running = Batch(game, tables_of(game, sets), n, seed=seed, plain=plain)
    rng = generators(seed, n, stream=1)
    ended = 0
    for _ in range(steps):
        running.step(running.random_actions(rng))
        done = running.done.astype(bool)
        assert not running.reward[~done].any(), "a reward before the end"
        assert (np.abs(running.reward.sum(axis=1)) < 1e-9).all(), "rewards do not sum to zero"
        assert (running.actor != OVER).all() and running.mask.any(axis=1).all(), "no restart"
        ended += int(done.sum())
    return ended
