"""Which cases a run has: every game on each of our drivers, then on the peers that have it."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hoodwink.bench.case import Case
from hoodwink.bench.peers import PEERS
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.spec import parse_env

DRIVERS = ("batch", "aec", "aec_wrapped", "single", "plain")  # of ours.DRIVERS
COMPILED = frozenset(DRIVERS) - {"plain"}


@dataclass(frozen=True)
class Entry:
    """A game that is measured: as it was named, what that means, and its cases."""

    env: str
    game: Game
    options: dict[str, Any]
    reference: Case
    cases: list[Case]


@dataclass(frozen=True)
class Settings:
    """What the command line asks for.

    Attributes:
        envs: games, perhaps with options.
        drivers: of ours.
        peers: whether the other libraries play too.
        games: in a batch.
        threads: the most threads that step a batch.
        seed, seconds, repetitions, quick: see Case and the command's help.
    """

    envs: Sequence[str]
    drivers: Sequence[str]
    peers: bool
    games: int
    threads: int
    seed: int
    seconds: float
    repetitions: int
    quick: bool


def available_threads() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def plan(settings: Settings) -> tuple[list[Entry], list[str]]:
    """Return the games with their cases, and notes on peers that cannot play."""
    notes = list(_missing(settings)) if settings.peers else []
    return [_entry(env, settings) for env in settings.envs], notes


def _missing(settings: Settings) -> Iterator[str]:
    for name, peer in PEERS.items():
        if peer.missing:
            missing = ", ".join(peer.missing)
            yield f"no rows of {name}: {missing} not installed; pip install hoodwink[bench]"


def _entry(env: str, settings: Settings) -> Entry:
    game, options = parse_env(env)
    full = game.normal_options(**options)
    common: dict[str, Any] = {
        "env": env,
        "game": game.name,
        "seed": settings.seed,
        "seconds": settings.seconds,
        "repetitions": settings.repetitions,
        **({"counted": 0} if settings.quick else {}),
    }
    cases = list(_ours(settings, common))
    if settings.peers and full == game.normal_options():
        cases += _peers(game, common)
    reference = Case(driver="reference", games=settings.games, **common)
    return Entry(env, game, full, reference, cases)


def _ours(settings: Settings, common: dict[str, Any]) -> Iterator[Case]:
    for driver in settings.drivers:
        if driver == "batch":
            for threads in sorted({1, min(settings.threads, settings.games)}):
                yield Case(driver=driver, threads=threads, games=settings.games, **common)
        else:
            yield Case(driver=driver, **common)


def _peers(game: Game, common: dict[str, Any]) -> Iterable[Case]:
    for name, peer in PEERS.items():
        if game.name not in peer.games or peer.missing:
            continue
        for api in peer.apis:
            games = int(api.partition("_")[2]) if name == "pgx" else 1
            threads = available_threads() if name == "pgx" else 1  # XLA takes what there is
            yield Case(driver=name, api=api, games=games, threads=threads, **common)
