"""One training run in memory: a warm start perhaps, then games and updates in turn.

`Trainer.save` returns all that a run goes on from and `restore` brings it back, so that a run that
was stopped in between ends with the same weights as one that was not. Nothing here draws from a
generator that is not saved.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

import torch
from numpy.typing import NDArray

from hoodwink.agents.agent import Agent
from hoodwink.envs.core.game import Game
from hoodwink.training.cloning import Imitation
from hoodwink.training.config import PPOConfig
from hoodwink.training.diverged import Diverged, NotFinite
from hoodwink.training.network import Network
from hoodwink.training.pool import Pool
from hoodwink.training.ppo import PPO
from hoodwink.training.progress import Progress
from hoodwink.training.rollout import Collector, NetworkLearner, Rollout
from hoodwink.training.saved import Saved

LEEWAY = 0.05  # share of the time by which the clock may be ahead before schedules follow it


class Trainer:
    """One run: who learns, and the games it learns from."""

    def __init__(
        self, game: Game, tables: NDArray[Any], config: PPOConfig, seed: int,
        opponents: Sequence[Agent] = (), teacher: Agent | None = None,
        device: torch.device | str = "cpu",
    ) -> None:  # fmt: skip
        """Make a fresh network; the opponents and the teacher are those that `config` names."""
        self.config, self.seed = config, seed
        self.ppo = PPO(game, config, seed, device)
        self.pool = Pool(config.pool, self.network) if config.pool.share > 0 else None
        self.collector = Collector(
            game, tables, config.games, seed, NetworkLearner(self.network), opponents,
            config.opponents.share, pool=self.pool,
        )  # fmt: skip
        self.imitation: Imitation | None = None
        if teacher is not None and config.warm_start is not None:
            self.imitation = Imitation(
                self.network, game, tables, teacher, config, config.warm_start, seed + 1, opponents
            )
        self.decisions = self.imitated = self.blocks = 0
        self.ppo_seconds = self.warm_seconds = 0.0  # playing and learning; the whole warm start
        self._before, self._since = 0.0, time.perf_counter()

    @property
    def network(self) -> Network:
        """The network that learns."""
        return self.ppo.network

    @property
    def result(self) -> Network:
        """The network to keep: the last one, or the averaged one where the settings say so."""
        return self.ppo.result

    @property
    def seconds(self) -> float:
        """Time since training began, without that between a stop and going on."""
        return self._before + time.perf_counter() - self._since

    @property
    def all_decisions(self) -> int:
        """Decisions of all stages."""
        return self.imitated + self.decisions

    @property
    def updates(self) -> int:
        """How often anything was learned, blocks of imitation included."""
        return self.blocks + self.ppo.updates

    def run(self, goes_on: Callable[[Progress], bool], minutes: float | None = None) -> None:
        """Train until the steps are done, the time is up, or `goes_on` returns False.

        `goes_on` is called after every block of imitation and after every update, when the trainer
        may be saved. Raises Diverged.
        """
        self._since = time.perf_counter()
        try:
            while (progress := self._next(minutes)) is not None:
                if not goes_on(progress):
                    return
        except NotFinite as error:
            raise self._diverged(error) from None

    def _next(self, minutes: float | None) -> Progress | None:
        """Learn once more; None if the run is over."""
        if self.imitation is not None:
            if self._still_imitates(self.imitation, minutes):
                return self._imitate(self.imitation)
            self.imitation, self.warm_seconds = None, self.seconds
        share = self.share(minutes)
        return self._learn(share) if share < 1 else None

    # -- the warm start ----------------------------------------------------------------------------

    def _still_imitates(self, imitation: Imitation, minutes: float | None) -> bool:
        """Return whether to go on, with no more decisions than the run and half of its time."""
        in_time = minutes is None or self.seconds < 30 * minutes or not imitation.decisions
        return in_time and imitation.decisions < imitation.total

    def _imitate(self, imitation: Imitation) -> Progress:
        began = time.perf_counter()
        block = imitation.play()
        played = time.perf_counter()
        metrics = imitation.learn(block)
        metrics |= _timing(played - began, time.perf_counter() - played)
        self.blocks += 1
        self.imitated = imitation.decisions
        return Progress("imitation", self.imitated, imitation.total, self.seconds, metrics)

    # -- self-play ---------------------------------------------------------------------------------

    def share(self, minutes: float | None) -> float:
        """Return the share of the run that is over, by decisions or by the clock.

        The clock counts only where it is well ahead. A run that it leaves alone depends on the seed
        and not on the speed of the machine.
        """
        done = self.decisions / self.config.steps
        if minutes is None:
            return done
        budget = max(60 * minutes - self.warm_seconds, 1e-9)
        spent = (self.seconds - self.warm_seconds) / budget
        return max(done, (spent - LEEWAY) / (1 - LEEWAY))

    def _learn(self, share: float) -> Progress:
        config = self.config
        began = time.perf_counter()
        rollout = self.collector.collect(max(1, config.decisions // config.games))
        played = time.perf_counter()
        metrics = self.ppo.update(rollout, share)
        if self.pool is not None:
            self.pool.after_update(self.ppo.updates)
        ended = time.perf_counter()
        metrics |= _timing(played - began, ended - played) | _payoffs(rollout)
        self.decisions += rollout.played
        self.ppo_seconds += ended - began
        return Progress("ppo", self.decisions, config.steps, self.seconds, metrics, self.imitated)

    def _diverged(self, error: NotFinite) -> Diverged:
        stage = "ppo" if self.imitation is None else "imitation"
        decisions = self.imitation.decisions if self.imitation else self.decisions
        number = self.updates + 1
        what = {"seed": self.seed, "stage": stage, "update": number, "reason": error.reason}
        error.kept.values |= what
        return Diverged(
            f"training of seed {self.seed} diverged in update {number} ({stage}), after {decisions}"
            f" decisions: {error.reason}",
            error.kept,
        )

    # -- checkpoints -------------------------------------------------------------------------------

    def save(self) -> Saved:
        """Return all that the run goes on from."""
        saved = Saved()
        for name in ("decisions", "imitated", "blocks", "ppo_seconds", "warm_seconds", "seconds"):
            saved.values[name] = getattr(self, name)
        saved.values["imitates"] = self.imitation is not None
        saved.put("ppo", self.ppo.save())
        saved.put("collector", self.collector.save())
        if self.imitation is not None:
            saved.put("imitation", self.imitation.save())
        if self.pool is not None:
            saved.put("pool", self.pool.save())
        return saved

    def restore(self, saved: Saved) -> None:
        """Go on from what a trainer with the same arguments saved; HoodwinkError if it differs."""
        for name in ("decisions", "imitated", "blocks", "ppo_seconds", "warm_seconds"):
            setattr(self, name, saved.value(name))
        self._before = saved.value("seconds")
        self.ppo.restore(saved.part("ppo"))
        self.collector.restore(saved.part("collector"))
        if not saved.value("imitates"):
            self.imitation = None
        elif self.imitation is not None:
            self.imitation.restore(saved.part("imitation"))
        if self.pool is not None:
            self.pool.restore(saved.part("pool"))


def _timing(playing: float, learning: float) -> dict[str, float]:
    return {
        "rollout_seconds": playing,
        "learn_seconds": learning,
        "learning_share": learning / max(playing + learning, 1e-9),
    }


def _payoffs(rollout: Rollout) -> dict[str, float]:
    """Return the mean payoff of the learner where opponents or past selves played too."""
    mixed = rollout.learned.any(1) & ~rollout.learned.all(1)
    groups = {"opponents": mixed & ~rollout.pooled, "pool": mixed & rollout.pooled}
    return {
        f"payoff_against_{name}": float(rollout.payoffs[games][rollout.learned[games]].mean())
        for name, games in groups.items()
        if games.any()
    }
