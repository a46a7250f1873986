"""The algorithms of `hoodwink train`, by the name that `--algo` takes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from hoodwink.training.config import PPOConfig
from hoodwink.training.device import find_device
from hoodwink.training.network import Network
from hoodwink.training.progress import Progress
from hoodwink.training.run_folder import Run
from hoodwink.training.saved import Saved
from hoodwink.training.sb3_config import SB3Config
from hoodwink.training.trainer import Trainer


class Trains(Protocol):
    """What trains an agent."""

    ppo_seconds: float  # spent playing and learning, without a warm start

    @property
    def seconds(self) -> float:
        """Time since training began, without that between a stop and going on."""
        ...

    @property
    def decisions(self) -> int:
        """Those that it has learned from so far, without a warm start."""
        ...

    @property
    def all_decisions(self) -> int:
        """Those of all stages."""
        ...

    @property
    def updates(self) -> int:
        """How often anything was learned."""
        ...

    @property
    def result(self) -> Network:
        """The network to keep."""
        ...

    def run(self, goes_on: Callable[[Progress], bool], minutes: float | None = None) -> None:
        """Train until the steps are done, the time is up, or `goes_on` returns False."""
        ...

    def save(self) -> Saved | None:
        """Return all that the run goes on from; None if it cannot."""
        ...

    def restore(self, saved: Saved) -> None:
        """Go on from what a trainer of the same run saved."""
        ...


@dataclass(frozen=True)
class Algorithm:
    """How to train: the settings it takes, and what makes a trainer of a run."""

    settings: type[PPOConfig] | type[SB3Config]
    trainer: Callable[[Run], Trains]
    goes_on: bool  # whether a run that was killed can go on
    summary: str


def _ppo(run: Run) -> Trains:
    config: Any = run.config
    device = find_device(config.device)
    return Trainer(run.game, run.tables, config, run.seed, run.opponents, run.teacher, device)


def _sb3(run: Run) -> Trains:
    from hoodwink.training.sb3 import SB3Trainer  # imported only by those who ask for it

    config: Any = run.config
    return SB3Trainer(run.game, run.tables, config, run.seed)


ALGORITHMS = {
    "ppo": Algorithm(PPOConfig, _ppo, True, "masked PPO by self-play of all seats"),
    "sb3": Algorithm(
        SB3Config, _sb3, False, "MaskablePPO of sb3-contrib, one seat against opponents"
    ),
}
