"""`hoodwink train`: train an agent by self-play, save it, and let it meet others."""

import argparse
import json
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from hoodwink.agents.agent import Agent
from hoodwink.agents.bots import BotAgent, compile_ahead, games_with_bots
from hoodwink.agents.evaluate import meet, shortened
from hoodwink.agents.load import KINDS, load_agent
from hoodwink.agents.policy import PolicyAgent
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.algorithms import ALGORITHMS, Trains
from hoodwink.training.checkpoint import save_agent, write_whole
from hoodwink.training.config import (
    PPOConfig,
    all_options,
    config_path,
    read_config,
    with_changes,
    write_config,
)
from hoodwink.training.metrics import MetricsFile
from hoodwink.training.ppo import Progress
from hoodwink.training.progress import ProgressLine, clock
from hoodwink.training.sb3_config import SB3Config

SAVE_EVERY = 60.0  # seconds
INTERRUPTED = 130  # exit status


@dataclass(frozen=True)
class Run:
    """What is trained, by which settings, and where it is written."""

    game: Game
    env: str
    options: list[dict[str, Any]]
    tables: NDArray[Any]
    config: PPOConfig | SB3Config
    seed: int
    folder: Path
    algorithm: str = "ppo"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `hoodwink train`."""
    parser.add_argument(
        "--env", default="warumono2", help="game, perhaps with options: %(default)s"
    )
    kinds = "; ".join(f"{name}: {one.summary}" for name, one in ALGORITHMS.items())
    parser.add_argument(
        "--algo", choices=ALGORITHMS, default="ppo", help=f"{kinds} (default %(default)s)"
    )
    parser.add_argument(
        "--opponents", metavar="AGENTS",
        help="who fills other seats, in some games (ppo) or in all (sb3), with commas between; "
        f"none for self-play alone ({', '.join(KINDS)})",
    )  # fmt: skip
    parser.add_argument(
        "--steps", type=int, help="decisions to train for, of all seats (sb3: of the one)"
    )
    parser.add_argument("--minutes", type=float, help="train no longer than this")
    parser.add_argument("--seed", type=int, default=0, help="of everything random (%(default)s)")
    parser.add_argument("--out", type=Path, help="folder for the results (runs/ENV-TIME)")
    parser.add_argument("--config", type=Path, help="settings (configs/GAME/ALGO.yaml)")
    parser.add_argument("--games", type=int, help="games of each evaluation at the end")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result here too")


def run(args: argparse.Namespace) -> int:
    """Train, save, evaluate; return the exit status."""
    job = prepare(args)
    minutes = job.config.minutes if args.minutes is None else args.minutes
    with torch_threads(job.config.threads), interruptible() as interrupted:
        trainer, seconds = train(job, interrupted, minutes)
        evaluation = [] if interrupted else evaluate_trained(job, trainer)
    result = summary(job, trainer, seconds, bool(interrupted), evaluation)
    text = json.dumps(result, indent=2) + "\n"
    for path in (job.folder / "result.json", args.json):
        if path is not None:
            write_whole(path, text.encode())
    for line in report(job, result):
        print(line)
    return INTERRUPTED if interrupted else 0


# -- before ----------------------------------------------------------------------------------------


def prepare(args: argparse.Namespace) -> Run:
    """Return the checked job, its folder made and its settings written there."""
    game, fixed = parse_env(args.env)
    for name in ("steps", "minutes", "games"):
        value = getattr(args, name)
        if value is not None and not value > 0:
            raise HoodwinkError(f"--{name} must be positive, got {value}")
    if args.seed < 0:
        raise HoodwinkError(f"--seed must not be negative, got {args.seed}")
    config = settings(args, game, fixed)
    compile_ahead(game)
    _ = game.functions  # compiled here meanwhile
    options = all_options(game, config)
    tables = np.concatenate([game.tables(**each) for each in options])
    for spec in config.opponent_specs():
        load_agent(spec, game, tables)  # refuse it before anything is written
    folder = new_folder(args.out, args.env)
    write_config(folder / "config.yaml", config)
    return Run(game, args.env, options, tables, config, args.seed, folder, args.algo)


def settings(args: argparse.Namespace, game: Game, fixed: dict[str, Any]) -> PPOConfig | SB3Config:
    """Return the settings of the file with what the command line changes; it fixes some options."""
    path = config_path(game, args.algo) if args.config is None else args.config
    config = read_config(path, ALGORITHMS[args.algo].settings)
    free = {} if "variant" in fixed else config.options  # a variant has its own
    config = with_changes(
        config, steps=args.steps, evaluation_games=args.games,
        options=free | {key: [value] for key, value in fixed.items()},
    )  # fmt: skip
    if args.opponents is None:
        return config
    names = (name for name in args.opponents.split(",") if name and name != "none")
    return config.with_opponents(tuple(names))


def new_folder(out: Path | None, env: str) -> Path:
    """Return a fresh folder for the results; raise HoodwinkError if there is something in `out`."""
    if out is None:
        name = "".join(c if c.isalnum() else "-" for c in env)[:60]
        out = Path("runs") / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise HoodwinkError(f"{out} is not empty; name another folder with --out, or remove it")
    out.mkdir(parents=True, exist_ok=True)
    return out


def thread_count(wanted: int) -> int:
    """Return how many threads to use: as wanted, but at most one a core or OMP_NUM_THREADS."""
    everywhere = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if everywhere else os.cpu_count() or 1
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    return min(wanted, cores, int(allowed) if allowed.isdecimal() and int(allowed) else cores)


@contextmanager
def torch_threads(wanted: int) -> Iterator[None]:
    """Let torch use that many threads, if there are as many cores, and put it back afterwards."""
    before = torch.get_num_threads()
    torch.set_num_threads(thread_count(wanted))
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Collect Ctrl-C in a list that is empty until then; a second one ends the program at once."""
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:  # not the main thread: Ctrl-C does not come here
        yield pressed
        return
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


# -- the run ---------------------------------------------------------------------------------------


def train(job: Run, interrupted: Sequence[int], minutes: float | None) -> tuple[Trains, float]:
    """Train and save, now and then and at the end or at Ctrl-C; return also the seconds it took."""
    algorithm = ALGORITHMS[job.algorithm]
    trainer = algorithm.trainer(job.game, job.tables, job.config, job.seed)
    metrics, line = MetricsFile(job.folder / "metrics.jsonl"), ProgressLine(minutes)
    began = saved = time.perf_counter()

    def goes_on(progress: Progress) -> bool:
        nonlocal saved
        line.show(progress)
        metrics.write(progress)
        if time.perf_counter() - saved > SAVE_EVERY:
            save(job, trainer, interrupted=False, finished=False)
            saved = time.perf_counter()
        return not interrupted

    try:
        trainer.run(goes_on, minutes)
    finally:
        line.close()
        metrics.close()
    save(job, trainer, bool(interrupted), finished=not interrupted)
    return trainer, time.perf_counter() - began


def save(job: Run, trainer: Trains, interrupted: bool, finished: bool) -> None:
    """Write the agent as it is."""
    training = how(job, trainer) | {"finished": finished, "interrupted": interrupted}
    save_agent(job.folder, job.game, trainer.result, job.config.network, job.options, training)


def how(job: Run, trainer: Trains) -> dict[str, Any]:
    """Return how the agent was trained."""
    return {
        "algorithm": job.algorithm,
        "seed": job.seed,
        "steps": trainer.decisions,
        **job.config.company(),
        "threads": thread_count(job.config.threads),
    }


def evaluate_trained(job: Run, trainer: Trains) -> list[dict[str, Any]]:
    """Let one new agent meet a table full of each opponent, over all options trained with."""
    new = PolicyAgent(str(job.folder), trainer.result)
    rows = []
    for spec in dict.fromkeys(["random", *rule_if_any(job.game), *job.config.opponent_specs()]):
        rows.append(against(job, new, load_agent(spec, job.game, job.tables)))
    return [*rows, against(job, new, PolicyAgent("itself", trainer.result))]


def rule_if_any(game: Game) -> list[str]:
    """Return the spec of the rule bot if the game has one."""
    return ["rule"] if game.name in games_with_bots() else []


def against(job: Run, new: PolicyAgent, other: Agent) -> dict[str, Any]:
    """Return how `new` does against a table of `other`, for each number of seats and in all."""
    seats = job.tables["n_seats"]
    groups = sorted(set(seats.tolist()))
    parts = {}
    for n in groups:
        chosen = np.flatnonzero(seats == n)
        agents = [new] + [other] * (n - 1)
        if isinstance(other, BotAgent):  # it reads the tables by their number
            bot = load_agent(other.name, job.game, job.tables[chosen])
            agents = [new] + [bot] * (n - 1)
        result = meet(
            job.game, [job.options[i] for i in chosen], job.tables[chosen], agents,
            -(-job.config.evaluation_games // len(groups)), job.seed,
        )  # fmt: skip
        parts[n] = result.agents[0]
    games = sum(part.games for part in parts.values())
    mean = sum(part.mean for part in parts.values()) / len(parts)
    halves = [0.0 if part.high is None else part.high - part.mean for part in parts.values()]
    half = sum(h * h for h in halves) ** 0.5 / len(parts)
    return {
        "opponents": other.name,
        "mean": mean,
        "low": mean - half,
        "high": mean + half,
        "win_rate": sum(part.win_rate for part in parts.values()) / len(parts),
        "games": games,
        "by_seats": {str(n): asdict(part) for n, part in parts.items()},
    }


# -- afterwards ------------------------------------------------------------------------------------


def summary(
    job: Run, trainer: Trains, seconds: float, interrupted: bool, evaluation: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return what `result.json` holds."""
    return {
        "game": job.game.name,
        "rules_version": job.game.rules_version,
        "env": job.env,
        "options": job.options,
        **how(job, trainer),
        "seconds": round(seconds, 3),
        "decisions_per_s": round(trainer.decisions / max(trainer.ppo_seconds, 1e-9), 1),
        "interrupted": interrupted,
        "evaluation": evaluation,
    }


def company(result: dict[str, Any]) -> str:
    """Return whom the agent trained with."""
    opponents = ", ".join(result["opponents"])
    if result["algorithm"] == "ppo" and opponents:
        return f"itself, and in {100 * result['opponent_share']:.0f} % of the games {opponents}"
    return opponents or "itself"


def report(job: Run, result: dict[str, Any]) -> Iterator[str]:
    """Yield the lines that end a run."""
    words = "interrupted after" if result["interrupted"] else "trained on"
    yield (
        f"{job.folder}: {job.game.name}, rules version {job.game.rules_version}, seed {job.seed}: "
        f"{words} {result['steps']} decisions in {clock(result['seconds'])} "
        f"({result['decisions_per_s']:.0f} a second)"
    )
    yield f"opponents: {company(result)}"
    yield f"warm start: {result['warm_start'] or 'none'}"
    if result["evaluation"]:
        yield ""
        yield f"{'one new agent against':<24} {'mean payoff, 95 %':>26} {'wins':>7} {'games':>7}"
    for row in result["evaluation"]:
        interval = f"{row['mean']:+.3f} [{row['low']:+.3f}, {row['high']:+.3f}]"
        name = shortened(row["opponents"], 24, keep_end=True)
        yield f"{name:<24} {interval:>26} {100 * row['win_rate']:>5.1f} % {row['games']:>6}"
    yield ""
    yield "next:"
    n_seats = job.game.seats_dealt(job.game.tables(**parse_env(job.env)[1]))
    line_up = " ".join([str(job.folder)] + ["random"] * (n_seats - 1))
    yield f"  hoodwink evaluate --env {job.env} --agents {line_up}"
    yield f"  hoodwink train --env {job.env} --opponents {job.folder} --seed {job.seed + 1}"
