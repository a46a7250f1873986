"""PettingZoo environments of Warumono, version 0: `env` checks itself, `raw_env` is bare."""

from typing import Any

from hoodwink.envs.core.aec import CheckedEnv, RawEnv


def env(**options: Any) -> CheckedEnv:
    """Return an environment of Warumono that checks itself; see CheckedEnv for the options."""
    return CheckedEnv("warumono", **options)


def raw_env(**options: Any) -> RawEnv:
    """Return a bare environment of Warumono; see RawEnv for the options."""
    return RawEnv("warumono", **options)
