"""Checks of one game's rules: sizes, news, length, payoffs, and an oracle of the mask."""

from collections.abc import Callable
from typing import Any

import numpy as np

from hoodwink.envs.core.checks.run import Choice, Options, Run, Starts, play_all, uniform
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.state import CHANCE, View

LARGEST_EVENT = 32767
LARGEST_STATE = 2000  # bytes


def check_shapes(
    game: Game, options: Options, *, games: int = 3, seed: int = 0, starts: Starts = ()
) -> None:
    """Check sizes and ranges: something can always be played, features lie within their tops."""
    assert game.min_seats <= game.seats
    assert game.state.itemsize < LARGEST_STATE
    assert [b.offset for b in game.blocks] == [
        sum(c.size for c in game.blocks[:i]) for i in range(len(game.blocks))
    ]
    assert all(len(b.labels) in (0, b.size) for b in game.blocks)
    for run in play_all(game, options, games=games, seed=seed, starts=starts):
        assert run.actor in (*run.seats, -1, -2), run
        assert set(np.unique(run.mask)) <= {0, 1}, run
        assert (run.weights >= 0).all(), run
        assert run.over or run.ids(), f"nothing can be played: {run}"
        wrong = game.broken(run.s, run.t) if game.broken is not None else 0
        assert not wrong, f"{game.invariants[wrong - 1]}: {run}"
        for p in run.seats:
            seen = run.observe(p)
            assert (seen >= 0).all() and (seen <= game.tops).all(), (run, _outside(game, seen))
        assert (run.s.events >= 0).all() and (run.s.events <= LARGEST_EVENT).all(), run


def _outside(game: Game, seen: Any) -> list[str]:
    wrong = np.flatnonzero((seen < 0) | (seen > game.tops))
    return [f"{b.name}[{i - b.offset}] = {seen[i]}" for i in wrong for b in game.blocks
            if b.offset <= i < b.offset + b.size]  # fmt: skip


def check_deal(game: Game, options: Options, *, games: int = 2, seed: int = 0) -> None:
    """Check that the deal leaves nothing of an earlier game, and that asking changes nothing."""
    fresh = Run(game, options).states.tobytes()
    for run in play_all(game, options, games=games, seed=seed):
        before = run.states.tobytes()
        other = run.states.copy()
        game.deal(View(other), run.t)
        assert other.tobytes() == fresh, f"the deal keeps something of the game before: {run}"
        for p in run.seats:
            assert run.observe(p).tobytes() == run.observe(p).tobytes(), run
        assert run.states.tobytes() == before, f"asking changes the state: {run}"


def check_news(
    game: Game, options: Options, *, games: int = 3, seed: int = 0, starts: Starts = ()
) -> None:
    """Check that a seat sees a change only with news, and that each seat is told what it did."""
    last: dict[int, tuple[tuple[int, int], bytes]] = {}
    mover = CHANCE
    for run in play_all(game, options, games=games, seed=seed, starts=starts):
        now = {p: (run.told(p), run.observe(p).tobytes() + run.mask_of(p)) for p in run.seats}
        if run.moves:
            for p in run.seats:
                if now[p][0] == last[p][0]:
                    assert now[p][1] == last[p][1], f"seat {p} sees what it was not told: {run}"
                    assert p != mover, f"seat {p} is not told what it did: {run}"
        last, mover = now, run.actor


def check_payoffs(
    game: Game, options: Options, *, games: int = 20, seed: int = 0, choose: Choice = uniform,
    starts: Starts = (),
) -> None:  # fmt: skip
    """Check that games end, and that the returns sum to zero, lie in the range and miss no seat."""
    low, high = game.payoff_range
    for run in play_all(game, options, games=games, seed=seed, choose=choose, starts=starts):
        if run.over:
            payoffs = run.payoffs
            assert abs(payoffs.sum()) < 1e-9, f"payoffs {payoffs} do not sum to zero: {run}"
            assert ((payoffs >= low) & (payoffs <= high)).all(), f"payoffs {payoffs}: {run}"
            assert not payoffs[len(run.seats) :].any(), f"payoffs {payoffs}: {run}"


def check_length(
    game: Game, options: Options, *, games: int = 3, seed: int = 0, choose: Choice = uniform
) -> int:
    """Check that no game has more than `max_decisions`; return the most that were seen."""
    most = decisions = 0
    for run in play_all(game, options, games=games, seed=seed, choose=choose):
        decisions = 0 if not run.moves else decisions
        decisions += run.actor >= 0
        assert decisions <= game.max_decisions, f"over {game.max_decisions} decisions: {run}"
        most = max(most, decisions)
    return most


def check_mask(
    game: Game, options: Options, oracle: Callable[[dict[str, Any]], set[str]], *, games: int = 3,
    seed: int = 0, starts: Starts = (),
) -> None:  # fmt: skip
    """Check what is possible, chance too, against `oracle`: from a full position to words."""
    for run in play_all(game, options, games=games, seed=seed, starts=starts):
        if not run.over:
            ours, theirs = {run.word(a) for a in run.ids()}, oracle(run.dump())
            assert ours == theirs, (
                f"only we: {sorted(ours - theirs)}, only the oracle: {sorted(theirs - ours)}: {run}"
            )


def check_invariants(
    game: Game, options: Options, invariants: Callable[[Run], None], *, games: int = 3,
    seed: int = 0, choose: Choice = uniform, starts: Starts = (),
) -> None:  # fmt: skip
    """Check that `invariants`, which raises AssertionError, holds in every position."""
    for run in play_all(game, options, games=games, seed=seed, choose=choose, starts=starts):
        invariants(run)
