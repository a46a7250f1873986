"""Which cases `hoodwink bench --solvers` has, and where each runs."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hoodwink.bench.peers import Peer
from hoodwink.bench.solving.case import OURS, Case
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.solvers import count_histories

LEDUC, LEDUC_3 = "leduc", "leduc:players=3"
SOLVERS = {
    "liteefg": Peer(("LiteEFG", "open_spiel", "pandas"), {"leduc": "leduc_poker"}, ()),
    "openspiel": Peer(("open_spiel",), {"leduc": "leduc_poker"}, ()),
}
INSTALL = {
    "liteefg": "LiteEFG (which needs a C++ compiler, so hoodwink[bench] does without)",
    "openspiel": "hoodwink[bench]",
}
THEIRS = {"cfr+": ("liteefg", "openspiel"), "mccfr": ("openspiel",), "nash_conv": ("openspiel",)}
QUICK_SKIPS = ("cold", "solve", "nash_conv")  # what takes long


def plan(
    env: str | None, peers: bool, quick: bool, settings: Mapping[str, Any] | None = None
) -> tuple[list[Case], list[str]]:
    """Return the cases, and notes on peers that are not here; `env` is the game to solve whole.

    `settings` are fields that every case has: seconds, repetitions, seed.
    """
    if env is not None:
        parse_env(env)  # refused before anything is measured
    notes = [
        f"no rows of {name}: {', '.join(peer.missing)} not installed; pip install {INSTALL[name]}"
        for name, peer in SOLVERS.items()
        if peers and peer.missing
    ]
    cases = [case for case in _cases(env, peers, quick) if not (quick and case.task in QUICK_SKIPS)]
    return [replace(case, **(settings or {})) for case in cases], notes


def _cases(env: str | None, peers: bool, quick: bool) -> Iterator[Case]:
    for task, game in (("cfr+", LEDUC), ("mccfr", LEDUC), ("nash_conv", LEDUC_3), ("cold", LEDUC)):
        others = [who for who in THEIRS.get(task, ()) if peers and not SOLVERS[who].missing]
        for who in (OURS, *others):
            yield Case(task, game, who)
    if not quick:
        yield Case("solve", env or largest_variant(), OURS)


def largest_variant() -> str:
    """Return the variant of Warumono 2 with the most histories among those that can be solved."""
    sizes: dict[str, int] = {}
    for name in find_game("warumono2").variants:
        game, options = parse_env(name)
        try:
            sizes[name] = count_histories(game, **options)
        except HoodwinkError:
            continue  # too large to be walked
    return max(sizes, key=sizes.__getitem__)


def module_of(case: Case) -> str:
    """Return the module that measures a case."""
    if case.who == OURS:
        return "hoodwink.bench.solving.ours"
    return f"hoodwink.bench.peers.{case.who}_solvers"
