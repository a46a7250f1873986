"""What a training run says as it begins and at its end: `result.json`, and lines for people."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hoodwink.agents.evaluate import shortened
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.config import PPOConfig
from hoodwink.training.progress import clock, short
from hoodwink.training.run_folder import Run
from hoodwink.training.session import Session

WIDTH = 80


def opening(run: Run, goes_on: bool) -> Iterator[str]:
    """Yield the lines that say what is trained, where it is written and how long that takes."""
    doing = "going on with" if goes_on else "training"
    yield f"{doing} {run.env} by {run.algorithm} in {run.folder}"
    config = run.config
    stages = f"{short(config.steps)} decisions"
    if isinstance(config, PPOConfig) and config.warm_start is not None:
        start = config.warm_start
        stages = (
            f"{short(min(start.decisions, config.steps))} decisions imitating {start.agent}, "
            f"then {short(config.steps)} of play"
        )
    yield stages + ("" if config.minutes is None else f"; {config.minutes:g} minutes at most")


def summary(
    session: Session, interrupted: bool, evaluation: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return what `result.json` holds."""
    run, trainer = session.run, session.trainer
    return {
        "game": run.game.name,
        "rules_version": run.game.rules_version,
        "env": run.env,
        "options": run.options,
        **session.how(),
        "seconds": round(trainer.seconds, 3),
        "decisions_per_s": round(trainer.decisions / max(trainer.ppo_seconds, 1e-9), 1),
        "interrupted": interrupted,
        "evaluation": evaluation,
    }


def report(run: Run, result: dict[str, Any]) -> Iterator[str]:
    """Yield the lines that end a run."""
    yield f"{run.folder}: {run.game.name}, rules version {run.game.rules_version}, seed {run.seed}"
    yield how_far(result)
    yield f"opponents: {company(result)}"
    yield f"warm start: {result['warm_start'] or 'none'}"
    if result["evaluation"]:
        yield ""
        if len(run.options) > 1:
            many = "; ".join(
                f"{key} {', '.join(map(str, values))}" for key, values in run.config.options.items()
            )
            yield shortened(f"over all of {many}:", WIDTH)
        yield f"{'one new agent against':<24} {'mean payoff, 95 %':>26} {'wins':>7} {'games':>7}"
    for row in result["evaluation"]:
        interval = f"{row['mean']:+.3f} [{row['low']:+.3f}, {row['high']:+.3f}]"
        name = shortened(row["opponents"], 24, keep_end=True)
        yield f"{name:<24} {interval:>26} {100 * row['win_rate']:>5.1f} % {row['games']:>6}"
    yield ""
    yield "next:"
    for words in next_commands(run, result["interrupted"]):
        yield f"  {program()} {words}"


def how_far(result: dict[str, Any]) -> str:
    """Return in words how much was learned, and how fast."""
    seconds = clock(result["seconds"])
    if result["interrupted"] and not result["steps"]:
        return f"interrupted after {seconds}, while it imitated {result['warm_start']}"
    return (
        f"{'interrupted after' if result['interrupted'] else 'trained on'} {result['steps']} "
        f"decisions in {seconds} ({result['decisions_per_s']:.0f} a second)"
    )


def next_commands(run: Run, interrupted: bool) -> Iterator[str]:
    """Yield what can be done now: go on, or else meet others and train against this agent."""
    if interrupted and run.algorithm == "ppo":  # other algorithms keep nothing to go on from
        yield f"train --resume {run.folder}"
        return
    n_seats = run.game.seats_dealt(run.game.tables(**parse_env(run.env)[1]))
    line_up = " ".join([str(run.folder)] + ["random"] * (n_seats - 1))
    yield f"evaluate --env {run.env} --agents {line_up}"
    algorithm = "" if run.algorithm == "ppo" else f" --algo {run.algorithm}"
    yield f"train --env {run.env}{algorithm} --opponents {run.folder} --seed {run.seed + 1}"


def program() -> str:
    """Return how `hoodwink` is called here: without the environment activated, by its path."""
    ours = Path(sys.executable).with_name("hoodwink")
    found = shutil.which("hoodwink")
    if not ours.exists():
        return "hoodwink" if found else "python -m hoodwink"
    if found and os.path.samefile(found, ours):
        return "hoodwink"
    here = Path.cwd()
    return str(ours.relative_to(here) if ours.is_relative_to(here) else ours)


def company(result: dict[str, Any]) -> str:
    """Return in words whom the agent was trained with."""
    names = ", ".join(result["opponents"])
    if result["algorithm"] == "ppo" and names:
        return f"itself, and in {100 * result['opponent_share']:.0f} % of the games {names}"
    return names or "itself"
