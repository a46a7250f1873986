"""PettingZoo environments of Warumono 2, version 0: `env` checks itself, `raw_env` is bare."""

from typing import Any

from hoodwink.envs.core.aec import CheckedEnv, RawEnv


def env(**options: Any) -> CheckedEnv:
    """Return an environment of Warumono 2 that checks itself; see CheckedEnv for the options."""
    return CheckedEnv("warumono2", **options)


def raw_env(**options: Any) -> RawEnv:
    """Return a bare environment of Warumono 2; see RawEnv for the options."""
    return RawEnv("warumono2", **options)
