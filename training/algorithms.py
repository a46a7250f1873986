"""The algorithms of `hoodwink train`, by the name that `--algo` takes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from hoodwink.agents.load import load_agent
from hoodwink.envs.core.game import Game
from hoodwink.training.config import PPOConfig
from hoodwink.training.network import Network
from hoodwink.training.ppo import Progress, Trainer
from hoodwink.training.sb3_config import SB3Config


class Trains(Protocol):
    """What trains an agent."""

    ppo_seconds: float  # spent playing and learning, without a warm start

    @property
    def decisions(self) -> int:
        """Those that it has learned from so far."""
        ...

    @property
    def result(self) -> Network:
        """The network to keep."""
        ...

    def run(self, goes_on: Callable[[Progress], bool], minutes: float | None = None) -> None:
        """Train until the steps are done, the time is up, or `goes_on` returns False."""
        ...


@dataclass(frozen=True)
class Algorithm:
    """How to train: the settings it takes, and what makes a trainer of them."""

    settings: type[PPOConfig] | type[SB3Config]
    trainer: Callable[[Game, NDArray[Any], Any, int], Trains]
    summary: str


def _ppo(game: Game, tables: NDArray[Any], config: PPOConfig, seed: int) -> Trains:
    opponents = [load_agent(spec, game, tables) for spec in config.opponents.agents]
    start = config.warm_start
    teacher = None if start is None else load_agent(start.agent, game, tables)
    return Trainer(game, tables, config, seed, opponents, teacher)


def _sb3(game: Game, tables: NDArray[Any], config: SB3Config, seed: int) -> Trains:
    from hoodwink.training.sb3 import SB3Trainer  # imported only by those who ask for it

    return SB3Trainer(game, tables, config, seed)


ALGORITHMS = {
    "ppo": Algorithm(PPOConfig, _ppo, "masked PPO by self-play of all seats"),
    "sb3": Algorithm(SB3Config, _sb3, "MaskablePPO of sb3-contrib, one seat against opponents"),
}
