"""What the checksums must be: the same first decisions, played by the rules as plain Python."""

from typing import Any

from hoodwink.bench.case import HASHED, SPREAD_DECISIONS, Case, spread
from hoodwink.bench.ours import AGENTS, hash_rows
from hoodwink.bench.stopwatch import Watch
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.spec import parse_env


def run(case: Case) -> dict[str, Any]:
    """Return the checksums of game 0, and of games all over a batch of `case.games`."""
    return {
        "checksum": checksum(case, [0], HASHED),
        "batch_checksum": checksum(case, spread(case.games), SPREAD_DECISIONS),
    }


def checksum(case: Case, rows: list[int], decisions: int) -> str | None:
    """Return the checksum of the first decisions of the games `rows` of a batch."""
    game, options = parse_env(case.env)
    batch = Batch(game, game.tables(**options), len(rows), plain=True)
    batch.rng = generators(case.seed, case.games)[rows]
    batch.reset()
    agents = generators(case.seed, case.games, AGENTS)[rows]
    watch = Watch(decisions * len(rows))
    for _ in range(decisions):
        hash_rows(watch, batch, list(range(len(rows))))
        batch.step(batch.random_actions(agents))
    return watch.checksum
