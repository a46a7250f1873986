"""What a training run says at its end: `result.json`, and the lines for people."""

from collections.abc import Iterator
from typing import Any

from hoodwink.agents.evaluate import shortened
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.progress import clock
from hoodwink.training.run_folder import Run
from hoodwink.training.session import Session


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
    words = "interrupted after" if result["interrupted"] else "trained on"
    yield (
        f"{run.folder}: {run.game.name}, rules version {run.game.rules_version}, seed {run.seed}: "
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
    if result["interrupted"]:
        yield f"  hoodwink train --resume {run.folder}"
        return
    n_seats = run.game.seats_dealt(run.game.tables(**parse_env(run.env)[1]))
    line_up = " ".join([str(run.folder)] + ["random"] * (n_seats - 1))
    yield f"  hoodwink evaluate --env {run.env} --agents {line_up}"
    algorithm = "" if run.algorithm == "ppo" else f" --algo {run.algorithm}"
    yield (
        f"  hoodwink train --env {run.env}{algorithm} --opponents {run.folder} "
        f"--seed {run.seed + 1}"
    )


def company(result: dict[str, Any]) -> str:
    """Return in words whom the agent was trained with."""
    names = ", ".join(result["opponents"])
    if result["algorithm"] == "ppo" and names:
        return f"itself, and in {100 * result['opponent_share']:.0f} % of the games {names}"
    return names or "itself"
