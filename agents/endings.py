"""`hoodwink endings`: how long games last and how they end, when agents of one kind play."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from hoodwink.agents.bots import compile_ahead, games_with_bots
from hoodwink.agents.evaluate import ROWS, Payoffs, play_out, shortened
from hoodwink.agents.load import KINDS, load_agent
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import check_output, write_whole
from hoodwink.envs.core.game import Ending, Game
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.spec import parse_env
from hoodwink.envs.core.state import View

ALONE, SHARED, NOBODY = "one seat wins", "several seats win", "nobody wins"


@dataclass(frozen=True)
class Length:
    """Mean, median and 95th percentile of what was counted in each game."""

    mean: float
    median: float
    most: float


@dataclass(frozen=True)
class Endings:
    """How games among agents of one kind were: all seats are held by `agent`.

    Attributes:
        decisions, rounds: a game; rounds are None in a game that has none.
        endings: share of games that ended in each way, the most frequent first.
        wins: share of games won by each seat, in order of seats; seats may win together.
    """

    env: str
    agent: str
    games: int
    seed: int
    decisions: Length
    rounds: Length | None
    endings: dict[str, float]
    wins: list[float]


def endings(env: str, spec: str, games: int, seed: int) -> Endings:
    """Play `games` games of `env` with the agent `spec` in every seat and count how they end.

    Raises HoodwinkError for an unknown game or agent, or less than one game.
    """
    if games < 1:
        raise HoodwinkError(f"at least one game must be played, got {games}")
    game, options = parse_env(env)
    tables = game.tables(**game.normal_options(**options))
    if spec == "rule":
        compile_ahead(game)
    agent = load_agent(spec, game, tables)
    n = game.seats_dealt(tables)
    decisions, ends, wins = [], [], np.zeros(n)
    for first in range(0, games, ROWS):
        rows = min(ROWS, games - first)
        batch = Batch(game, tables, rows, restart=False)
        batch.rng = generators(seed, first + rows)[first:].copy()
        batch.reset()
        holder = np.zeros((rows, n), np.int64)
        rng = np.random.default_rng([seed, 5, first])
        payoffs, played = play_out(batch, [agent], holder, rng)
        decisions += played.tolist()
        wins += (payoffs[:, :n] > 0).sum(0)
        ends += [_ending(game, batch, g, payoffs[g]) for g in range(rows)]
    rounds = [end.round for end in ends]
    shares = Counter(end.how for end in ends)
    return Endings(
        env, spec, games, seed, _length(decisions), _length(rounds) if any(rounds) else None,
        {how: count / games for how, count in shares.most_common()}, (wins / games).tolist(),
    )  # fmt: skip


def _ending(game: Game, batch: Batch, g: int, payoffs: Payoffs) -> Ending:
    if game.ending is not None:
        return game.ending(View(batch.states, g), View(batch.tables, int(batch.table_of[g])))
    winners = int((payoffs > 0).sum())
    return Ending(NOBODY if winners == 0 else ALONE if winners == 1 else SHARED)


def _length(counts: Sequence[int]) -> Length:
    return Length(
        float(np.mean(counts)), float(np.median(counts)), float(np.quantile(counts, 0.95))
    )


# -- the command -----------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `hoodwink endings`."""
    parser.add_argument(
        "--env", default="warumono2", help="game, perhaps with options: %(default)s"
    )
    parser.add_argument(
        "--agents", nargs="+", metavar="AGENT",
        help=f"each plays in all seats (random and, where there is one, rule): {', '.join(KINDS)}",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=4000, help="of each agent (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of deals and agents (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result here too")


def run(args: argparse.Namespace) -> int:
    """Play, print a table in Markdown, write it where that is asked for."""
    game, _ = parse_env(args.env)
    if args.json is not None:
        check_output(args.json, "--json")
    there = ["random", "rule"] if game.name in games_with_bots() else ["random"]
    played = [endings(args.env, spec, args.games, args.seed) for spec in args.agents or there]
    if args.json is not None:
        rows = [asdict(each) for each in played]
        write_whole(args.json, (json.dumps({"rows": rows}, indent=2) + "\n").encode())
    for line in table(played):
        print(line)
    return 0


def table(played: Sequence[Endings]) -> Iterator[str]:
    """Yield the lines of the table, which is Markdown: a column an agent."""
    names = [shortened(each.agent, 16, keep_end=True) for each in played]
    hows = dict.fromkeys(how for each in played for how in each.endings)
    rows = [[f"{played[0].env}, {played[0].games} games", *names]]
    rows.append(["---", *["---:"] * len(played)])
    rows += _lengths("decisions", [each.decisions for each in played])
    rows += _lengths("rounds", [each.rounds for each in played])
    for how in sorted(hows, key=lambda how: -max(each.endings.get(how, 0) for each in played)):
        rows.append([how, *(_share(each.endings.get(how, 0)) for each in played)])
    for seat in range(len(played[0].wins)):
        rows.append([f"won by seat {seat + 1}", *(_share(each.wins[seat]) for each in played)])
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def _lengths(what: str, lengths: Sequence[Length | None]) -> Iterator[list[str]]:
    given = [length for length in lengths if length is not None]
    if len(given) == len(lengths):
        yield [f"{what}, mean", *(f"{length.mean:.1f}" for length in given)]
        yield [f"{what}, 95 % of games at most", *(f"{length.most:.0f}" for length in given)]


def _share(share: float) -> str:
    return f"{100 * share:.1f} %"
