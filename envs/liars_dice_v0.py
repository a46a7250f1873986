"""PettingZoo environments of Liar's Dice, version 0: `env` checks itself, `raw_env` is bare."""

from typing import Any

from hoodwink.envs.core.aec import CheckedEnv, RawEnv


def env(**options: Any) -> CheckedEnv:
    """Return an environment of Liar's Dice that checks itself; see CheckedEnv for the options."""
    return CheckedEnv("liars_dice", **options)


def raw_env(**options: Any) -> RawEnv:
    """Return a bare environment of Liar's Dice; see RawEnv for the options."""
    return RawEnv("liars_dice", **options)
