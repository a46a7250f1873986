"""PettingZoo environments of Rumini, version 0: `env` checks itself, `raw_env` is bare."""

from typing import Any

from hoodwink.envs.core.aec import CheckedEnv, RawEnv


def env(**options: Any) -> CheckedEnv:
    """Return an environment of Rumini that checks itself; see CheckedEnv for the options."""
    return CheckedEnv("rumini", **options)


def raw_env(**options: Any) -> RawEnv:
    """Return a bare environment of Rumini; see RawEnv for the options."""
    return RawEnv("rumini", **options)
