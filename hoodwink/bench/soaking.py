"""`hoodwink bench --soak`: a great many random games of each kind, every position checked."""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from hoodwink.bench.progress import EVERY_LOG, EVERY_TERMINAL, clock
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.soak import soak
from hoodwink.envs.core.spec import parse_env

GAMES = 1_000_000
LAST_MOVES = 12  # that are printed of a game that went wrong; the JSON has all


def run_soak(envs: Sequence[str], games: int, seed: int, threads: int) -> list[dict[str, Any]]:
    """Play `games` games of each of `envs` and return a row for each.

    A game without options is played by all numbers of seats in turn. Raises HoodwinkError before
    anything is played if one of them makes no sense.
    """
    if games < 1:
        raise HoodwinkError(f"--soak must play at least one game, got {games}")
    parsed = [parse_env(env) for env in envs]
    rows = []
    for env, (game, options) in zip(envs, parsed, strict=True):
        several = [options] if options else [
            {"players": n} for n in range(game.min_seats, game.seats + 1)
        ]  # fmt: skip
        tables = np.concatenate([game.tables(**each) for each in several])
        soak(game, tables, 1)  # compile
        progress = _Progress(env, games)
        cpu, wall = time.process_time(), time.perf_counter()
        result = soak(game, tables, games, seed=seed, threads=threads, tick=progress.tick)
        progress.close()
        rows.append(
            {
                "env": env,
                "game": game.name,
                "options": [game.normal_options(**each) for each in several],
                "seed": seed,
                "invariants": list(game.invariants),
                "cpu_seconds": time.process_time() - cpu,
                "seconds": time.perf_counter() - wall,
                **asdict(result),
            }
        )
    return rows


def failures(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Return what was wrong, for each row that had a fault, with the last moves of the first one.

    The whole games are in the rows.
    """
    found = []
    for row in rows:
        if row["faulty"]:
            fault = row["faults"][0]
            last = ", ".join(fault["moves"][-LAST_MOVES:])
            found.append(
                f"{row['env']}: {row['faulty']} of {row['games']} games; first in game "
                f"{fault['game']} of seed {row['seed']}, {row['options'][fault['options']]}: "
                f"{fault['what']}, after {len(fault['moves'])} moves, the last of which {last}"
            )
    return found


def soak_table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the table, none over 80 columns."""
    yield (
        f"{'game':<18} {'games':>9} {'decisions':>13} {'longest':>7} {'bound':>5} {'faulty':>6} "
        f"{'invar.':>6} {'seconds':>7}"
    )
    for row in rows:
        yield (
            f"{row['env']:<18.18} {row['games']:>9,} {row['decisions']:>13,} {row['longest']:>7} "
            f"{row['bound']:>5} {row['faulty']:>6} {len(row['invariants']):>6} "
            f"{row['seconds']:>7.1f}"
        )
    yield ""
    yield "checked in every position: something can be played, observations in range, the"
    yield "bound of the length, payoffs that sum to zero, and the invariants of the game"


class _Progress:
    """A line on stderr that says how many games are played and how long the rest will take."""

    def __init__(self, env: str, games: int) -> None:
        self._env, self._games = env, games
        self._moves = sys.stderr.isatty()
        self._began = self._printed = time.monotonic()

    def tick(self, done: int) -> None:
        now = time.monotonic()
        if now - self._printed < (EVERY_TERMINAL if self._moves else EVERY_LOG):
            return
        self._printed = now
        left = (now - self._began) / done * (self._games - done)
        text = f"{self._env}: {done:,} of {self._games:,} games, about {clock(left)} left"
        print(
            f"\r{text:<79.79}" if self._moves else f"bench: {text}",
            end="" if self._moves else "\n", file=sys.stderr, flush=True,
        )  # fmt: skip

    def close(self) -> None:
        if self._moves and self._printed > self._began:
            print(f"\r{'':<79}\r", end="", file=sys.stderr, flush=True)
