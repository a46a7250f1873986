"""`hoodwink train`: train an agent by self-play, save it, and let it meet others."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from hoodwink.agents.bots import compile_ahead
from hoodwink.agents.load import KINDS
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import check_output, write_whole
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.algorithms import ALGORITHMS
from hoodwink.training.config import PPOConfig, config_path, read_config, with_changes
from hoodwink.training.device import DEVICES, find_device, torch_threads
from hoodwink.training.diverged import Diverged
from hoodwink.training.interrupt import interruptible
from hoodwink.training.report import opening, report, summary
from hoodwink.training.run_folder import (
    RESULT,
    Run,
    begin,
    is_finished,
    make_run,
    new_folder,
    only_writer,
    read_run_card,
    reopen,
)
from hoodwink.training.sb3_config import SB3Config
from hoodwink.training.session import Session

ENV, ALGORITHM, SEED = "warumono2", "ppo", 0
FAILED, INTERRUPTED = 1, 130  # exit status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `hoodwink train`; those without a default are None unless given."""
    parser.add_argument("--env", help=f"game, perhaps with options ({ENV})")
    kinds = "; ".join(f"{name}: {one.summary}" for name, one in ALGORITHMS.items())
    parser.add_argument("--algo", choices=ALGORITHMS, help=f"{kinds} (default {ALGORITHM})")
    parser.add_argument(
        "--opponents", metavar="AGENTS",
        help="who fills other seats, in some games (ppo) or in all (sb3), with commas between; "
        f"none for self-play alone ({', '.join(KINDS)})",
    )  # fmt: skip
    parser.add_argument(
        "--steps", type=int,
        help="decisions to train for, of all seats (sb3: of the one), however long it takes unless "
        "--minutes is given",
    )  # fmt: skip
    parser.add_argument("--minutes", type=float, help="train no longer than this")
    parser.add_argument("--seed", type=int, help=f"of everything random ({SEED})")
    parser.add_argument("--out", type=Path, help="folder for the results (runs/ENV-TIME)")
    parser.add_argument(
        "--resume", type=Path, metavar="FOLDER",
        help="go on with the run in this folder, by its own settings, from its last checkpoint",
    )  # fmt: skip
    parser.add_argument("--config", type=Path, help="settings (configs/GAME/ALGO.yaml)")
    parser.add_argument(
        "--device", help=f"where the network learns: {', '.join(DEVICES)} (as the settings say)"
    )
    parser.add_argument("--games", type=int, help="games of each evaluation at the end")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result here too")


def run(args: argparse.Namespace) -> int:
    """Train, save, evaluate; return the exit status."""
    if args.device is not None:
        find_device(args.device)  # refused before all else
    if args.json is not None:
        check_output(args.json, "--json")
    if args.resume is None:
        job = prepare(args)
        with only_writer(job.folder):
            return work(job, args.json)
    check_resumed(args)
    if is_finished(args.resume):
        print(f"{args.resume}: this run is finished; its result is in {args.resume / RESULT}")
        if args.json is not None:
            write_whole(args.json, (args.resume / RESULT).read_bytes())
        return 0
    with only_writer(args.resume):
        compile_game(parse_env(read_run_card(args.resume).env)[0])
        return work(reopen(args.resume, args.device), args.json, goes_on=True)


def work(job: Run, json_file: Path | None, goes_on: bool = False) -> int:
    """Train from where the run stands to its end, and say how it went."""
    for line in opening(job, goes_on):
        print(f"hoodwink: {line}", file=sys.stderr)
    with torch_threads(job.config.threads), interruptible() as interrupted:
        session = Session(job, interrupted)
        try:
            session.train()
        except Diverged as error:
            print(f"hoodwink: {error}", file=sys.stderr)
            return FAILED
        stopped = bool(interrupted)
        evaluation = [] if stopped else evaluate(session)
    result = summary(session, stopped, evaluation)
    text = json.dumps(result, indent=2) + "\n"
    for path in (job.folder / RESULT, json_file):
        if path is not None:
            write_whole(path, text.encode())
    for line in report(job, result):
        print(line)
    return INTERRUPTED if stopped else 0


def evaluate(session: Session) -> list[dict[str, Any]]:
    """Let the trained agent meet others; that takes seconds, so say it."""
    others, games = session.evaluation.others(), session.run.config.evaluation_games
    met = ", ".join([*others, "itself"])
    print(f"hoodwink: trained; now {games} games against each of {met}", file=sys.stderr)
    return session.evaluation.final(session.trainer.result)


# -- a run that begins -----------------------------------------------------------------------------


def prepare(args: argparse.Namespace) -> Run:
    """Return the checked job, its folder made and its settings written there."""
    env, seed = args.env or ENV, SEED if args.seed is None else args.seed
    game, fixed = parse_env(env)
    for name in ("steps", "minutes", "games"):
        value = getattr(args, name)
        if value is not None and not value > 0:
            raise HoodwinkError(f"--{name} must be positive, got {value}")
    if seed < 0:
        raise HoodwinkError(f"--seed must not be negative, got {seed}")
    config = settings(args, game, fixed)
    find_device(config.device)
    compile_game(game)
    algorithm = args.algo or ALGORITHM
    checked = make_run(env, config, seed, Path(), algorithm)  # refused before anything is written
    job = replace(checked, folder=new_folder(args.out, env))
    begin(job)
    return job


def compile_game(game: Game) -> None:
    """Compile the rules, and where it helps the rule bot meanwhile."""
    compile_ahead(game)
    _ = game.functions


def settings(args: argparse.Namespace, game: Game, fixed: dict[str, Any]) -> PPOConfig | SB3Config:
    """Return the settings of the file with what the command line changes; it fixes some options."""
    algorithm = args.algo or ALGORITHM
    path = config_path(game, algorithm) if args.config is None else args.config
    config = read_config(path, ALGORITHMS[algorithm].settings)
    free = {} if "variant" in fixed else config.options  # a variant has its own
    config = with_changes(
        config, steps=args.steps, evaluation_games=args.games, device=args.device,
        options=free | {key: [value] for key, value in fixed.items()},
    )  # fmt: skip
    if args.steps is not None or args.minutes is not None:
        config = replace(config, minutes=args.minutes)
    return config if args.opponents is None else config.with_opponents(specs(args.opponents))


def specs(text: str) -> tuple[str, ...]:
    """Return the agents named with commas between."""
    return tuple(name for name in text.split(",") if name and name != "none")


# -- a run that goes on ----------------------------------------------------------------------------


def check_resumed(args: argparse.Namespace) -> None:
    """Raise HoodwinkError if the command line asks for another run than that of the folder."""
    for name in ("algo", "config", "out"):
        if getattr(args, name) is not None:
            raise HoodwinkError(f"--{name} does not go with --resume: a run keeps its own")
    card = read_run_card(args.resume)
    config = card.config
    asked = {
        "env": (args.env, card.env),
        "opponents": (args.opponents and specs(args.opponents), config.opponents.agents),
        "steps": (args.steps, config.steps),
        "minutes": (args.minutes, config.minutes),
        "seed": (args.seed, card.seed),
        "games": (args.games, config.evaluation_games),
    }
    for name, (given, begun_with) in asked.items():
        if given is not None and given != begun_with:
            raise HoodwinkError(
                f"--{name} {getattr(args, name)}: this run was begun with {begun_with}, and a run "
                "keeps its settings, for all that it has learned hangs on them (how fast it "
                "learns, say, on its number of steps); leave it away, or begin another run"
            )
