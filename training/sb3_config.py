"""The settings of `--algo sb3`: frozen, filled by `configs/<game>/sb3.yaml` as those of PPO."""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field
from pydantic.dataclasses import dataclass

from hoodwink.training.config import STRICT, Count, Device, Natural, Share, Weight
from hoodwink.training.network import NetworkConfig

ITSELF = "itself"  # an opponent: the learner as it was before its last update


@dataclass(frozen=True, config=STRICT)
class SB3Config:
    """All settings of `sb3.py`; what MaskablePPO takes is called as it calls it."""

    steps: Count = 500_000  # decisions of the learner, the others' do not count
    games: Count = 64  # played at the same time
    opponents: tuple[str, ...] = (ITSELF,)  # each other seat of each game draws one of them
    n_steps: Count = 64  # decisions in each game between two updates
    batch_size: Count = 1024
    n_epochs: Count = 4
    learning_rate: Annotated[float, Field(gt=0)] = 1e-3  # linearly to `learning_rate_end`
    learning_rate_end: Weight = 0.0
    gamma: Share = 1.0
    gae_lambda: Share = 0.95
    clip_range: Annotated[float, Field(gt=0)] = 0.2
    ent_coef: Weight = 0.01
    vf_coef: Weight = 0.5
    max_grad_norm: Annotated[float, Field(gt=0)] = 0.5
    target_kl: Annotated[float, Field(gt=0)] | None = None
    network: NetworkConfig = NetworkConfig()
    options: dict[str, list[Any]] = Field(
        default_factory=dict
    )  # values of each option, all combined
    threads: Count = 1  # of torch, at most one a core
    device: Device = "cpu"  # where the network learns; auto: a GPU where there is one
    minutes: Annotated[float, Field(gt=0)] | None = None  # train no longer, whatever `steps` says
    checkpoint_seconds: Weight = 60.0  # from one saved agent to the next
    evaluation_games: Count = 3000  # against each opponent, when the run is over
    evaluation_every: Natural = 0  # decisions from one small evaluation to the next; 0: none
    interim_games: Count = 200  # of each small one, against each of its opponents

    def opponent_specs(self) -> tuple[str, ...]:
        """Return the agents that it meets besides itself."""
        return tuple(name for name in self.opponents if name != ITSELF)

    def teacher_spec(self) -> None:
        """Return the agent that it imitates first: none."""

    def with_opponents(self, names: tuple[str, ...]) -> "SB3Config":
        """Return the settings with other opponents; none: itself."""
        return replace(self, opponents=names or (ITSELF,))

    def company(self) -> dict[str, Any]:
        """Return whom it trains with, for `agent.json` and `result.json`."""
        return {
            "opponents": list(self.opponents), "opponent_share": 1.0, "pool_share": 0.0,
            "warm_start": None,
        }  # fmt: skip

    def arguments(self) -> dict[str, Any]:
        """Return what MaskablePPO takes under the same name."""
        names = (
            "n_steps", "batch_size", "n_epochs", "gamma", "gae_lambda", "clip_range", "ent_coef",
            "vf_coef", "max_grad_norm", "target_kl",
        )  # fmt: skip
        return {name: getattr(self, name) for name in names}
