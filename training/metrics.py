"""What `metrics.jsonl` and TensorBoard say: the keys of an update, explained here.

METRICS.md is this as a page; `python -m hoodwink.training.metrics` prints it, `--write` writes it.
"""

import json
import sys
from pathlib import Path

from hoodwink.training.progress import Progress

METRICS = {
    "stage": "imitation (warm start), ppo or sb3; not in TensorBoard",
    "decisions": "played so far in this stage, by all seats (sb3: by the learner's)",
    "all_decisions": "played so far in all stages; the step in TensorBoard",
    "seconds": "since training began, without the time between a stop and going on",
    "rollout_seconds": "spent playing for this update",
    "learn_seconds": "spent learning in this update",
    "learning_share": "learn_seconds as a share of both: the speed of the run over that of a "
    "learner that need not play",
    "games": "games that ended in this rollout",
    "payoff_against_opponents": "mean payoff of the learner's seats in games with opponents",
    "payoff_against_pool": "mean payoff of the learner's seats in games with its past selves",
    "policy_loss": "clipped surrogate, mean over the update as all that follow",
    "value_loss": "squared error of the values, in squares of the largest payoff",
    "explained_variance": "share of the variance of returns that the values foretold",
    "entropy": "of the policy, in nats, over decisions with a choice",
    "entropy_weight": "its weight in the loss now",
    "barrier": "KL(uniform, policy)",
    "kl": "estimate of KL(policy that played, policy)",
    "clipped": "share of decisions whose probability ratio left the clip range",
    "least_probability": "smallest probability of a legal action, the mean over minibatches",
    "advantage_deviation": "standard deviation of the advantages before they are normalised",
    "temperature": "entropy weight x advantage deviation x largest payoff: in payoff units",
    "learning_rate": "of Adam now",
    "imitation_loss": "cross-entropy with the agent imitated, plus the weighted value loss",
    "imitation_agreement": "how often the likeliest action is that of the agent imitated",
    "evaluation_payoff_random": "mean payoff of one new agent at a table of random ones, where "
    "evaluation_every is due",
    "evaluation_wins_random": "share of those games that it won",
    "evaluation_payoff_rule": "mean payoff of one new agent at a table of the rule bot",
    "evaluation_wins_rule": "share of those games that it won",
}
CLOCKED = ("seconds", "rollout_seconds", "learn_seconds", "learning_share")  # differ run by run
PAGE = Path(__file__).parent / "METRICS.md"


def progress_line(progress: Progress) -> dict[str, str | float]:
    """Return the metrics of one update by the keys of METRICS."""
    line: dict[str, str | float] = {
        "stage": progress.stage,
        "decisions": progress.decisions,
        "all_decisions": progress.all_decisions,
        "seconds": round(progress.seconds, 3),
    }
    return line | {key: float(f"{value:.6g}") for key, value in progress.metrics.items()}


class MetricsFile:
    """Writes one line for each update, at once, so that a run can be watched."""

    def __init__(self, path: Path, size: int = 0) -> None:
        """Begin a new file, or go on with one that had `size` bytes, forgetting what follows."""
        path.touch()
        self._file = path.open("r+b")
        size = min(size, path.stat().st_size)  # less if the whole machine went down
        self._file.truncate(size)
        self._file.seek(size)

    @property
    def size(self) -> int:
        """How many bytes are written."""
        return self._file.tell()

    def write(self, progress: Progress) -> None:
        """Add a line."""
        self._file.write((json.dumps(progress_line(progress)) + "\n").encode())
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def page() -> str:
    """Return METRICS.md."""
    lines = [
        "# What a training run logs",
        "",
        "One line an update in `metrics.jsonl`, and the same numbers for TensorBoard in",
        "`tensorboard/`. A key is left out where it has no meaning: in another stage, or in an",
        "update after which no evaluation was due. Payoffs are in the units of the game. This page",
        "is generated from `metrics.py`.",
        "",
        "| key | meaning |",
        "| --- | --- |",
        *(f"| `{key}` | {meaning} |" for key, meaning in METRICS.items()),
        "",
        "Training whose numbers are not finite stops and keeps its batch, with the weights before",
        "the update, in `diverged-NUMBER.safetensors`: `hoodwink.training.diverged.read_batch`.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")
