"""The settings of a training run: frozen dataclasses that a YAML file fills.

Unknown keys, wrong types and numbers out of range are errors that name file, line and key.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, overload

import yaml
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from hoodwink.envs.core.data import Given, read_yaml
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import write_whole
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.jit import PACKAGE
from hoodwink.training.network import NetworkConfig

if TYPE_CHECKING:
    from hoodwink.training.sb3_config import SB3Config

STRICT = ConfigDict(extra="forbid", allow_inf_nan=False)

Count = Annotated[int, Field(ge=1)]
Natural = Annotated[int, Field(ge=0)]
Weight = Annotated[float, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]
Rate = Annotated[float, Field(gt=0, lt=1)]
Device = Literal["cpu", "cuda", "mps", "auto"]


@dataclass(frozen=True, config=STRICT)
class Schedule:
    """A weight that moves linearly from `start` to `end` until a share of the run, then stays."""

    start: Weight = 0.0
    end: Weight = 0.0
    until: Annotated[float, Field(gt=0, le=1)] = 0.7

    def at(self, progress: float) -> float:
        """Return the weight at the share `progress` (0 to 1) of the run."""
        return self.start + (self.end - self.start) * min(1.0, progress / self.until)


@dataclass(frozen=True, config=STRICT)
class Magnet:
    """A policy that learning is drawn towards by a KL divergence (0 `weight`: none)."""

    kind: Literal["uniform", "snapshot", "ema"] = "ema"
    weight: Weight = 0.0
    direction: Literal["to", "from"] = "to"  # "to": KL(policy, magnet); "from": KL(magnet, policy)
    rate: Rate = 0.99  # ema: how much of the old weights each update keeps
    every: Count = 100  # snapshot: updates from one to the next


@dataclass(frozen=True, config=STRICT)
class Opponents:
    """Agents that fill some seats in some games; what they do is not learned from."""

    agents: tuple[str, ...] = ()  # specs
    share: Share = 0.0  # of the games; there 1 to all but one seats are drawn for the learner


@dataclass(frozen=True, config=STRICT)
class Past:
    """Copies of the learner that fill some seats in some games; they are not learned from."""

    share: Share = 0.0  # of the games without opponents; there the seats are drawn as with those
    every: Count = 20  # updates from one copy to the next
    size: Count = 8  # copies kept; each seat draws one


@dataclass(frozen=True, config=STRICT)
class WarmStart:
    """Imitation of an agent before the first update: its moves and what came of them."""

    agent: str = "rule"
    decisions: Count = 500_000
    learning_rate: Annotated[float, Field(gt=0)] = 1e-3
    minibatch: Count = 1024


@dataclass(frozen=True, config=STRICT)
class PPOConfig:
    """All settings of `ppo.py`. A decision is one action of any seat."""

    steps: Count = 500_000  # decisions of the run
    games: Count = 512  # played at the same time
    decisions: Count = 4096  # between two updates
    epochs: Count = 4  # passes over them in an update
    minibatch: Count = 4096
    learning_rate: Annotated[float, Field(gt=0)] = 1e-3  # of Adam, linearly to `learning_rate_end`
    learning_rate_end: Weight = 0.0
    clip: Annotated[float, Field(gt=0)] = 0.2  # of the probability ratio
    gae_lambda: Share = 0.95
    value_weight: Weight = 0.5
    gradient_clip: Annotated[float, Field(gt=0)] = 0.5
    entropy: Schedule = Schedule(0.1, 0.02)
    barrier: Schedule = Schedule(0.05, 0.01)  # KL(uniform, policy): keeps actions from dying out
    kl_rollout: Weight = 0.0  # KL(policy, policy that played)
    magnet: Magnet = Magnet(weight=0.3)
    average: Share = (
        0.0  # horizon of averaged weights, a share of the updates so far; 0: save the last
    )
    network: NetworkConfig = NetworkConfig()
    opponents: Opponents = Opponents()
    pool: Past = Past()
    warm_start: WarmStart | None = None
    options: dict[str, list[Any]] = Field(
        default_factory=dict
    )  # values of each option, all combined
    threads: Count = 1  # of torch, at most one a core
    device: Device = "cpu"  # where the network learns; auto: a GPU where there is one
    minutes: Annotated[float, Field(gt=0)] | None = None  # train no longer, whatever `steps` says
    checkpoint_seconds: Weight = 60.0  # from one checkpoint to the next; 0: after every update
    evaluation_games: Count = 3000  # against each opponent, when the run is over
    evaluation_every: Natural = 0  # decisions from one small evaluation to the next; 0: none
    interim_games: Count = 200  # of each small one, against each of its opponents

    def opponent_specs(self) -> tuple[str, ...]:
        """Return the agents that it meets besides itself."""
        return self.opponents.agents

    def teacher_spec(self) -> str | None:
        """Return the agent that it imitates first."""
        return None if self.warm_start is None else self.warm_start.agent

    def with_opponents(self, names: tuple[str, ...]) -> "PPOConfig":
        """Return the settings with other opponents; none: itself alone."""
        share = self.opponents.share or 0.25
        return replace(self, opponents=replace(self.opponents, agents=names, share=share))

    def company(self) -> dict[str, Any]:
        """Return whom it trains with, for `agent.json` and `result.json`."""
        return {
            "opponents": list(self.opponents.agents),
            "opponent_share": self.opponents.share if self.opponents.agents else 0.0,
            "pool_share": self.pool.share,
            "warm_start": self.teacher_spec(),
        }


Settings = TypeVar("Settings", bound="PPOConfig | SB3Config")  # of any algorithm


def config_path(game: Game, algorithm: str = "ppo") -> Path:
    """Return where the settings of a game lie."""
    return PACKAGE / "configs" / game.name / f"{algorithm}.yaml"


@overload
def read_config(path: Path) -> PPOConfig: ...


@overload
def read_config(path: Path, kind: type[Settings]) -> Settings: ...


def read_config(path: Path, kind: type[Any] = PPOConfig) -> Any:
    """Return the settings in a YAML file; raise BadPosition that names file, line and key."""
    given = read_yaml(path)
    try:
        return TypeAdapter(kind).validate_json(json.dumps(plain(given) or {}), strict=True)
    except ValidationError as error:
        raise _located(given, error) from None
    except TypeError:  # a date, say
        raise given.error(
            "only numbers, text, true, false, lists and mappings are allowed"
        ) from None


def write_config(path: Path, config: "PPOConfig | SB3Config") -> None:
    """Write settings so that `read_config` reads them again."""
    write_whole(path, yaml.safe_dump(as_json(config), sort_keys=False).encode())


def as_json(config: "PPOConfig | SB3Config") -> dict[str, Any]:
    """Return settings as what JSON can say."""
    plain_settings: dict[str, Any] = json.loads(json.dumps(asdict(config)))
    return plain_settings


def changed_keys(a: PPOConfig, b: PPOConfig) -> list[str]:
    """Return the names of the settings in which two differ."""
    ours, theirs = as_json(a), as_json(b)
    return [key for key in ours if ours[key] != theirs[key]]


def plain(given: Given) -> Any:
    """Return a checked value as plain Python."""
    value = given.value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def _located(given: Given, error: ValidationError) -> HoodwinkError:
    """Return the first complaint of pydantic, at the line of the value that it means."""
    first = error.errors(include_url=False)[0]
    for part in first["loc"]:
        inside = given.value
        if isinstance(inside, Mapping) and part in inside:
            given = inside[part]
        elif isinstance(inside, list) and isinstance(part, int) and part < len(inside):
            given = inside[part]
        elif first["type"] in ("missing", "unexpected_keyword_argument"):
            return given.error(f"{part}: {first['msg']}")
    if first["type"] == "unexpected_keyword_argument":
        return given.error("unknown key")
    return given.wrong(first["msg"])


def all_options(game: Game, config: "PPOConfig | SB3Config") -> list[dict[str, Any]]:
    """Return every combination of the options to train with, each complete."""
    for key, values in config.options.items():
        if not values:
            raise HoodwinkError(f"options.{key}: no value is given")
    combinations = product(*config.options.values())
    return [game.normal_options(**dict(zip(config.options, c, strict=True))) for c in combinations]


def with_changes(config: Settings, **changes: Any) -> Settings:
    """Return `config` with those `changes` that are not None."""
    return replace(config, **{key: value for key, value in changes.items() if value is not None})
