"""hoodwink: hidden-information board games for reinforcement learning.

`make` gives a PettingZoo environment, `make_batch` thousands of games at once, `gym_env` one seat
as a Gymnasium environment, `Match` one game in words. After `import hoodwink` PettingZoo's own
registry knows the environments too: `pettingzoo.make("aec", "hoodwink/warumono2_v0")`.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pettingzoo.env_registry.registration import aec_registry, register

if TYPE_CHECKING:
    from hoodwink.envs.core.aec import CheckedEnv
    from hoodwink.envs.core.batch import Batch
    from hoodwink.envs.core.errors import BadPosition, HoodwinkError, IllegalAction
    from hoodwink.envs.core.gym import gym_env
    from hoodwink.envs.core.match import Match
    from hoodwink.envs.core.perspective import Perspective

__version__ = "0.1.0"
__all__ = [
    "BadPosition",
    "HoodwinkError",
    "IllegalAction",
    "Match",
    "Perspective",
    "__version__",
    "games",
    "gym_env",
    "make",
    "make_batch",
]

# Modules of hoodwink.envs.
ENVIRONMENTS = (
    "warumono2_v0",
    "warumono_v0",
    "wongamania_v0",
    "rumini_v0",
    "kuhn_v0",
    "leduc_v0",
    "liars_dice_v0",
)

_HOME = {
    "BadPosition": "errors",
    "HoodwinkError": "errors",
    "IllegalAction": "errors",
    "Match": "match",
    "Perspective": "perspective",
    "gym_env": "gym",
}  # name -> module of hoodwink.envs.core, imported when the name is first used


def make(name: str, **options: Any) -> "CheckedEnv":
    """Return the PettingZoo environment of a game, which checks order, bounds and legality itself.

    Args:
        name: a game, a named variant, or a spec such as `warumono2:players=3,scenario=2`.
        options: the game's own, and `illegal` ("raise" or "terminate"), `render_mode`, `plain`.
    """
    from hoodwink.envs.core.aec import CheckedEnv

    return CheckedEnv(name, **options)


def make_batch(
    name: str, n: int, *, seed: int = 0, threads: int = 1,
    options: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None, **keywords: Any,
) -> "Batch":  # fmt: skip
    """Return `n` games stepped together; game i plays by the i-th (cyclically) of the options.

    Args:
        name: a game, a named variant, or a spec such as `warumono2:players=3,scenario=2`.
        n: number of games.
        seed: fixes all games.
        threads: how many threads step them; the games are the same.
        options: options of the game, or a list of them to mix.
        keywords: options that hold for all games.
    """
    from hoodwink.envs.core.batch import Batch
    from hoodwink.envs.core.spec import batch_tables

    game, tables = batch_tables(name, options, keywords)
    return Batch(game, tables, n, seed=seed, threads=threads)


def games() -> list[str]:
    """Return the names of the games there are."""
    from hoodwink.envs.core.registry import NAMES

    return list(NAMES)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f"hoodwink.envs.core.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'hoodwink' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))


def _register() -> None:
    """Tell PettingZoo's registry where the environments are, without importing them."""
    for module in ENVIRONMENTS:
        if f"hoodwink/{module.replace('_v', '-v')}" not in aec_registry:
            register("aec", f"hoodwink/{module}", f"hoodwink.envs.{module}:env")


_register()
