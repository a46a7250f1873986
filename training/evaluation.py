"""How a trained agent does: one of it at a table full of others, over all that it is trained with.

An evaluation has random numbers of its own and changes nothing of the run.
"""

from dataclasses import asdict
from typing import Any

import numpy as np

from hoodwink.agents.agent import Agent
from hoodwink.agents.bots import games_with_bots
from hoodwink.agents.evaluate import meet
from hoodwink.agents.load import load_agent
from hoodwink.agents.policy import PolicyAgent
from hoodwink.training.network import Network
from hoodwink.training.run_folder import Run

INTERIM_SEEDS = 1 << 64  # added to the seed of a run for the deals of its small evaluations


class Evaluation:
    """Meetings with agents named by specs, each loaded once."""

    def __init__(self, run: Run) -> None:
        """Prepare the tables of `run` by their numbers of seats."""
        self.run = run
        seats = run.tables["n_seats"]
        self._groups = {n: np.flatnonzero(seats == n) for n in sorted(set(seats.tolist()))}
        self._loaded: dict[tuple[str, int], Agent] = {}

    def final(self, network: Network) -> list[dict[str, Any]]:
        """Return how the agent does against all that say something about it, itself the last."""
        new = PolicyAgent(str(self.run.folder), network)
        games, seed = self.run.config.evaluation_games, self.run.seed
        rows = [self.against(new, spec, games, seed) for spec in self.others()]
        return [*rows, self.against(new, PolicyAgent("itself", network), games, seed)]

    def others(self) -> list[str]:
        """Return the specs of all whom the agent meets at the end, beside itself."""
        return list(dict.fromkeys([*self._yardsticks(), *self.run.config.opponent_specs()]))

    def interim(self, network: Network) -> dict[str, float]:
        """Return metrics of a few games; the deals are the same each time."""
        new = PolicyAgent(str(self.run.folder), network)
        games, seed = self.run.config.interim_games, self.run.seed + INTERIM_SEEDS
        metrics = {}
        for spec in self._yardsticks():
            row = self.against(new, spec, games, seed)
            metrics[f"evaluation_payoff_{spec}"] = row["mean"]
            metrics[f"evaluation_wins_{spec}"] = row["win_rate"]
        return metrics

    def _yardsticks(self) -> list[str]:
        return ["random", *(["rule"] if self.run.game.name in games_with_bots() else [])]

    def against(
        self, new: PolicyAgent, other: str | PolicyAgent, games: int, seed: int
    ) -> dict[str, Any]:
        """Return how `new` does against a table of `other`, by the number of seats and in all."""
        run, parts = self.run, {}
        for n, chosen in self._groups.items():
            opponent = self._agent(other, n) if isinstance(other, str) else other
            parts[n] = meet(
                run.game, [run.options[i] for i in chosen], run.tables[chosen],
                [new] + [opponent] * (n - 1), -(-games // len(self._groups)), seed,
            ).agents[0]  # fmt: skip
        mean = sum(part.mean for part in parts.values()) / len(parts)
        halves = [0.0 if part.high is None else part.high - part.mean for part in parts.values()]
        half = sum(h * h for h in halves) ** 0.5 / len(parts)
        return {
            "opponents": other if isinstance(other, str) else other.name,
            "mean": mean,
            "low": mean - half,
            "high": mean + half,
            "win_rate": sum(part.win_rate for part in parts.values()) / len(parts),
            "games": sum(part.games for part in parts.values()),
            "by_seats": {str(n): asdict(part) for n, part in parts.items()},
        }

    def _agent(self, spec: str, n: int) -> Agent:
        """Return an agent for the tables with `n` seats, by whose numbers some bots read them."""
        if (spec, n) not in self._loaded:
            tables = self.run.tables[self._groups[n]]
            self._loaded[spec, n] = load_agent(spec, self.run.game, tables)
        return self._loaded[spec, n]
