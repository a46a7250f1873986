"""The folder of a training run: its settings, written before it begins, and who may go on with it.

`run.json` fixes the run: game, settings, seed, and what it was begun with. `config.yaml` shows the
settings to people. A run whose process was killed goes on from this folder alone.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from hoodwink import __version__
from hoodwink.agents.agent import Agent
from hoodwink.agents.load import load_agent
from hoodwink.agents.policy import PolicyAgent
from hoodwink.envs.core import jit
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import is_unfinished, write_whole
from hoodwink.envs.core.game import Game, layout_hash
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.checkpoint import (
    Text,
    check_fits,
    first_error,
)
from hoodwink.training.config import (
    Device,
    PPOConfig,
    all_options,
    as_json,
    changed_keys,
    read_config,
    write_config,
)
from hoodwink.training.device import find_device, thread_count
from hoodwink.training.saved import checksum, of_module
from hoodwink.training.sb3_config import SB3Config

CARD, SETTINGS, RESULT = "run.json", "config.yaml", "result.json"


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
    algorithm: str
    opponents: list[Agent]
    teacher: Agent | None


@checked(frozen=True, config=ConfigDict(extra="forbid"))
class RunCard:
    """What `run.json` holds."""

    format: Literal[1]
    algorithm: Literal["ppo"]
    env: Text
    seed: Annotated[int, Field(ge=0)]
    config: PPOConfig
    game: Text
    rules_version: Text
    observation_layout: Text
    agents: dict[str, Text]  # weights of the trained agents that play, by their specs
    begun_with: dict[str, Text]  # what may change the last bits of a result


def make_run(
    env: str, config: PPOConfig | SB3Config, seed: int, folder: Path, algorithm: str = "ppo"
) -> Run:
    """Return the run with its game, its boards and the other agents; raises HoodwinkError."""
    game, _ = parse_env(env)
    options = all_options(game, config)
    tables = np.concatenate([game.tables(**each) for each in options])
    opponents = [load_agent(spec, game, tables) for spec in config.opponent_specs()]
    spec = config.teacher_spec()
    teacher = None if spec is None else load_agent(spec, game, tables)
    return Run(game, env, options, tables, config, seed, folder, algorithm, opponents, teacher)


# -- a run that begins -----------------------------------------------------------------------------


def new_folder(out: Path | None, env: str) -> Path:
    """Return a fresh folder for the results; raise HoodwinkError if there is something in `out`."""
    if out is None:
        name = "".join(c if c.isalnum() else "-" for c in env)[:60]
        out = Path("runs") / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    if out.exists() and not (out.is_dir() and all(map(is_unfinished, out.iterdir()))):
        hint = f", or go on with its run by --resume {out}" if (out / CARD).is_file() else ""
        raise HoodwinkError(
            f"{out} is not empty; name another folder with --out, or remove it{hint}"
        )
    out.mkdir(parents=True, exist_ok=True)
    return out


def begin(run: Run) -> None:
    """Write what the run is, so that one of PPO can go on from here whenever it is stopped."""
    write_config(run.folder / SETTINGS, run.config)
    if not isinstance(run.config, PPOConfig):
        return
    card = RunCard(
        format=1,
        algorithm="ppo",
        env=run.env,
        seed=run.seed,
        config=run.config,
        game=run.game.name,
        rules_version=run.game.rules_version,
        observation_layout=layout_hash(run.game),
        agents=_trained_agents(run),
        begun_with=_surroundings(run.config),
    )
    content = asdict(card) | {"config": as_json(run.config)}
    write_whole(run.folder / CARD, (json.dumps(content, indent=2) + "\n").encode())


def _trained_agents(run: Run) -> dict[str, str]:
    """Return the checksums of the weights of the trained agents that play, by their specs."""
    others = [*run.opponents, *([] if run.teacher is None else [run.teacher])]
    return {
        agent.name: checksum(of_module(agent.network))
        for agent in others
        if isinstance(agent, PolicyAgent)
    }


def _surroundings(config: PPOConfig) -> dict[str, str]:
    return {
        "hoodwink": __version__,
        "rules, boards and bots": jit.digest(),
        "torch": torch.__version__,
        "numpy": np.__version__,
        "threads": str(thread_count(config.threads)),
        "device": find_device(config.device).type,
    }


# -- a run that goes on ----------------------------------------------------------------------------


def reopen(folder: Path, device: Device | None = None) -> Run:
    """Return the run of a folder, perhaps on another device than before.

    Raises HoodwinkError, with the reason, if there is none, if its settings or agents were changed,
    or if game, rules or observations are others now. Prints a warning where only the last bits of
    the result may differ.
    """
    card = read_run_card(folder)
    game, _ = parse_env(card.env)
    check_fits(card, game, f"{folder}: this run cannot go on", "where it was begun")
    config = _settings(folder, card)
    if device is not None:
        config = replace(config, device=device)
    run = make_run(card.env, config, card.seed, folder)
    for spec, sha256 in _trained_agents(run).items():
        if card.agents.get(spec) != sha256:
            raise HoodwinkError(
                f"{folder}: the agent {spec} has been trained on since this run began, so the run "
                "cannot go on as it would have; put the agent back, or begin another run"
            )
    now = _surroundings(config)
    for what, before in card.begun_with.items():
        if now.get(what) != before:
            print(
                f"hoodwink: {folder}: begun with another state of {what} ({before[:12]}, now "
                f"{now.get(what, 'none')[:12]}): it may end with other weights than without a stop",
                file=sys.stderr,
            )
    return run


def read_run_card(folder: Path) -> RunCard:
    """Return what the `run.json` of a folder says; HoodwinkError names what is wrong."""
    path = folder / CARD
    if not folder.is_dir():
        raise HoodwinkError(f"{folder}: there is no such folder")
    if not path.is_file():
        raise HoodwinkError(
            f"{folder} holds no run that could go on: {CARD} is missing (runs of ppo have one)"
        )
    try:
        return TypeAdapter(RunCard).validate_json(path.read_bytes(), strict=True)
    except ValidationError as error:
        raise HoodwinkError(f"{path}: {first_error(error)}") from None


def is_finished(folder: Path) -> bool:
    """Return whether the run of a folder came to its end and was evaluated."""
    try:
        result = json.loads((folder / RESULT).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(result, dict) and result.get("interrupted") is False


def _settings(folder: Path, card: RunCard) -> PPOConfig:
    """Return the settings of the run, which must be those that its folder shows."""
    path = folder / SETTINGS
    if not path.is_file():
        write_config(path, card.config)
    keys = changed_keys(card.config, read_config(path))
    if keys:
        raise HoodwinkError(
            f"{path}: changed since the run began: {', '.join(keys)}. A run keeps its settings, "
            "for all that it has learned hangs on them; undo the change, or begin another run"
        )
    return card.config


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keep other processes from training in the same folder; the lock ends with the process."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HoodwinkError(f"{folder}: another process is training there") from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(handle)
