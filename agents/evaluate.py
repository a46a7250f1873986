"""Let agents meet: the same deals in every seating, and intervals that know of the pairing.

The agents keep their cyclic order and move round the table; each deal (the same seed of chance) is
played in every one of those seatings. The payoffs of one agent in one deal are averaged first, and
the interval comes from how these averages differ from deal to deal.
"""

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.agents.agent import Agent, Memory, act_in_rows
from hoodwink.agents.bots import compile_ahead
from hoodwink.agents.load import KINDS, load_agent
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import check_output, write_whole
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.spec import parse_env

ROWS = 2048  # games played at the same time, about
CONFIDENCE = 0.95

Payoffs = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval; without one (None) where there are too few deals."""

    mean: float
    low: float | None
    high: float | None
    games: int


@dataclass(frozen=True)
class Standing:
    """How one agent did: payoff a game, share of games with a positive payoff, payoff by role."""

    spec: str
    mean: float
    low: float | None
    high: float | None
    win_rate: float
    win_rate_low: float | None
    win_rate_high: float | None
    games: int
    roles: dict[str, Estimate] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """A meeting: what was played, and how each agent did."""

    game: str
    rules_version: str
    options: list[dict[str, Any]]
    seed: int
    games: int
    deals: int
    agents: list[Standing]


@dataclass(frozen=True)
class Played:
    """The raw outcome: payoffs and roles (-1: none), both (deals, seatings, agents)."""

    payoffs: Payoffs
    roles: NDArray[np.int64]


def evaluate(
    game: Game, options: Mapping[str, Any] | Sequence[Mapping[str, Any]], agents: Sequence[str],
    games: int, seed: int,
) -> Result:  # fmt: skip
    """Let the agents named by specs play `games` games, rounded up to whole deals.

    With several `options` the deals go through them in turn; all must have one number of seats.
    Raises HoodwinkError unless there is one agent a seat.
    """
    several = [options] if isinstance(options, Mapping) else list(options)
    full = [game.normal_options(**each) for each in several]
    tables = np.concatenate([game.tables(**each) for each in full])
    _check_seats(game, tables, agents)
    if "rule" in agents:
        compile_ahead(game)
        _ = game.functions  # compiled here meanwhile
    loaded = {spec: load_agent(spec, game, tables) for spec in dict.fromkeys(agents)}
    return meet(game, full, tables, [loaded[spec] for spec in agents], games, seed)


def meet(
    game: Game, options: list[dict[str, Any]], tables: NDArray[Any], agents: Sequence[Agent],
    games: int, seed: int,
) -> Result:  # fmt: skip
    """Do as `evaluate` does, with agents that are loaded."""
    if games < 1:
        raise HoodwinkError(f"at least one game must be played, got {games}")
    n = len(agents)
    deals = -(-games // n)
    chunks = [
        _play(game, tables, agents, np.arange(low, min(low + max(ROWS // n, 1), deals)), seed)
        for low in range(0, deals, max(ROWS // n, 1))
    ]
    payoffs = np.concatenate([chunk.payoffs for chunk in chunks])
    roles = np.concatenate([chunk.roles for chunk in chunks])
    standings = [
        _standing(agent.name, payoffs[:, :, k], roles[:, :, k], game.roles)
        for k, agent in enumerate(agents)
    ]
    return Result(game.name, game.rules_version, options, seed, deals * n, deals, standings)


def _check_seats(game: Game, tables: NDArray[Any], agents: Sequence[str]) -> None:
    seats = sorted(set(tables["n_seats"].tolist()))
    if len(seats) > 1:
        raise HoodwinkError(f"all games of a meeting need the same number of seats, got {seats}")
    if len(agents) != seats[0]:
        raise HoodwinkError(
            f"{game.name} is played by {seats[0]} here, so it takes {seats[0]} agents, got "
            f"{len(agents)}: {' '.join(agents)}; each is one of {', '.join(KINDS)}"
        )


# -- playing ---------------------------------------------------------------------------------------


def _play(
    game: Game, tables: NDArray[Any], agents: Sequence[Agent], deals: NDArray[np.int64], seed: int
) -> Played:
    """Play the given deals in all seatings; row d * n + r of the batch is deal d, turned by r."""
    n, rows = len(agents), len(deals) * len(agents)
    batch = Batch(game, tables, rows, restart=False)
    batch.rng = np.repeat(generators(seed, int(deals[-1]) + 1)[deals], n, axis=0)
    batch.table_of[:] = np.repeat(deals % len(tables), n)
    batch.reset()
    # agent k sits at (k + r) % n, so the seat p is held by agent (p - r) % n
    holder = (np.arange(n)[None, :] - np.arange(n)[:, None]) % n
    holder = np.tile(holder, (len(deals), 1))
    payoffs, _ = play_out(batch, agents, holder, np.random.default_rng([seed, 4, int(deals[0])]))
    seats = np.argsort(holder, axis=1)  # (rows, n): where each agent sits
    by_agent = np.take_along_axis(payoffs, seats, axis=1)
    return Played(by_agent.reshape(-1, n, n), _roles(batch.states, seats).reshape(-1, n, n))


def play_out(
    batch: Batch, agents: Sequence[Agent], holder: NDArray[np.int64], rng: np.random.Generator
) -> tuple[Payoffs, NDArray[np.int64]]:
    """Play a batch that does not restart to its end, with agent `holder` (rows, n) in each seat.

    Returns payoffs (rows, seats) and how many decisions each game took (rows,).
    """
    players = list(
        {id(agent): agent for agent in agents}.values()
    )  # one agent may hold several seats
    player_of = np.array([[agent is player for player in players].index(True) for agent in agents])
    who = player_of[holder]
    rows, n = holder.shape
    memories = [a.start(rows * n, rng, np.repeat(batch.table_of, n)) for a in players]
    payoffs, actions = np.zeros_like(batch.reward), np.zeros(rows, np.int64)
    decisions = np.zeros(rows, np.int64)
    on = np.flatnonzero(batch.actor >= 0)
    while len(on):
        turn = who[on, batch.actor[on]]
        for k, player in enumerate(players):
            chosen = on[turn == k]
            if len(chosen):
                actions[chosen] = _turn(batch, player, memories[k], chosen, n, rng)
        batch.step(actions)
        payoffs += batch.reward
        decisions[on] += 1
        on = np.flatnonzero(batch.actor >= 0)
    return payoffs, decisions


def _turn(
    batch: Batch, agent: Agent, memory: Memory, rows: NDArray[np.int64], n: int,
    rng: np.random.Generator,
) -> NDArray[np.int64]:  # fmt: skip
    memory_rows = rows * n + batch.actor[rows]
    return act_in_rows(agent, batch.observation[rows], batch.mask[rows], memory, memory_rows, rng)


def _roles(states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the role (rows, n) of each agent, -1 in a game without roles."""
    if "role" not in (states.dtype.names or ()):
        return np.full(seats.shape, -1)
    return np.take_along_axis(states["role"].astype(np.int64), seats, axis=1)


# -- estimates -------------------------------------------------------------------------------------


def estimate(values: Payoffs, weights: Payoffs) -> Estimate:
    """Return the mean of `values` where `weights` is 1, both (deals, seatings), interval by deals.

    The mean is a ratio of two sums over deals, whose interval comes from the residuals of the deals
    (linearised); with all weights 1 it is the usual one of the means of the deals.
    """
    total, count = (values * weights).sum(1), weights.sum(1)
    deals, games = len(values), int(count.sum())
    if games == 0:
        return Estimate(0.0, None, None, 0)
    mean = float(total.sum() / games)
    if deals < 2:
        return Estimate(mean, None, None, games)
    residuals = (total - mean * count) * deals / games
    half = _t_quantile(deals - 1) * float(residuals.std(ddof=1)) / deals**0.5
    return Estimate(mean, mean - half, mean + half, games)


def _t_quantile(degrees: int) -> float:
    """Return the two-sided quantile of Student's t (Cornish-Fisher; 1 % off at 4 degrees)."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    v = degrees
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def _standing(
    spec: str, payoffs: Payoffs, roles: NDArray[np.int64], names: Sequence[str]
) -> Standing:
    every = np.ones_like(payoffs)
    mean, wins = estimate(payoffs, every), estimate((payoffs > 0).astype(float), every)
    by_role = {
        name: estimate(payoffs, (roles == role).astype(float))
        for role, name in enumerate(names)
        if (roles == role).any()
    }
    return Standing(
        spec, mean.mean, mean.low, mean.high, wins.mean, wins.low, wins.high, mean.games, by_role
    )


# -- the command -----------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `hoodwink evaluate`."""
    parser.add_argument(
        "--env", default="warumono2", help="game, perhaps with options: %(default)s"
    )
    parser.add_argument(
        "--agents", nargs="+", required=True, metavar="AGENT",
        help=f"one for each seat: {', '.join(KINDS)}",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=2000, help="rounded up to whole deals (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of deals and agents (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result here too")


def run(args: argparse.Namespace) -> int:
    """Play, print the table, write it where that is asked for."""
    game, options = parse_env(args.env)
    if args.json is not None:
        check_output(args.json, "--json")
    result = evaluate(game, options, args.agents, args.games, args.seed)
    if args.json is not None:
        write_whole(args.json, (json.dumps(asdict(result), indent=2) + "\n").encode())
    for line in table(result, asked=args.games):
        print(line)
    return 0


def table(result: Result, asked: int | None = None) -> Iterable[str]:
    """Yield the lines of a result, none over 80 columns."""
    seats = len(result.agents)
    options = ", ".join(f"{k}={v}" for k, v in result.options[0].items() if v is not None)
    yield shortened(f"{result.game}, rules version {result.rules_version}: {options}", 80)
    rounded = f" ({asked} rounded up)" if asked not in (None, result.games) else ""
    yield (
        f"{result.games} games{rounded}: {result.deals} deals in {seats} seatings, "
        f"seed {result.seed}"
    )
    yield ""
    roles = list(dict.fromkeys(name for a in result.agents for name in a.roles))
    yield f"{'agent':<24} {'mean payoff, 95 %':>26} {'wins':>7}" + "".join(
        f" {name:>10}" for name in roles
    )
    for agent in result.agents:
        cells = "".join(
            f" {_signed(agent.roles[n].mean) if n in agent.roles else '':>10}" for n in roles
        )
        interval = (
            ""
            if agent.low is None or agent.high is None
            else (f" [{_signed(agent.low)}, {_signed(agent.high)}]")
        )
        yield (
            f"{shortened(agent.spec, 24, keep_end=True):<24} {_signed(agent.mean) + interval:>26} "
            f"{100 * agent.win_rate:>5.1f} %{cells}"
        )


def _signed(number: float) -> str:
    return f"{number:+.3f}"


def shortened(text: str, width: int, keep_end: bool = False) -> str:
    """Return `text` in at most `width` characters; of a path the end says the most."""
    if len(text) <= width:
        return text
    return "..." + text[3 - width :] if keep_end else text[: width - 3] + "..."
