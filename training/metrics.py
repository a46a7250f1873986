"""What `metrics.jsonl` says: one line an update, its keys explained here and nowhere else."""

import json
from pathlib import Path
from typing import TextIO

from hoodwink.training.ppo import Progress

METRICS = {
    "stage": "imitation (warm start), ppo or sb3",
    "decisions": "played so far in this stage, by all seats (sb3: by the learner's)",
    "seconds": "since training began",
    "games": "games that ended in this rollout",
    "payoff_against_opponents": "mean payoff of the learner's seats in games with opponents",
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
}


def progress_line(progress: Progress) -> dict[str, str | float]:
    """Return the metrics of one update by the keys of METRICS."""
    line: dict[str, str | float] = {
        "stage": progress.stage,
        "decisions": progress.decisions,
        "seconds": round(progress.seconds, 3),
    }
    return line | {key: float(f"{value:.6g}") for key, value in progress.metrics.items()}


class MetricsFile:
    """Writes one line for each update, at once, so that a run can be watched."""

    def __init__(self, path: Path) -> None:
        """Begin a new file."""
        self._file: TextIO = path.open("w", encoding="utf-8")

    def write(self, progress: Progress) -> None:
        """Add a line."""
        self._file.write(json.dumps(progress_line(progress)) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
