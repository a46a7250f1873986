"""PettingZoo environments of Wongamania, version 0: `env` checks itself, `raw_env` is bare."""

from typing import Any

from hoodwink.envs.core.aec import CheckedEnv, RawEnv


def env(**options: Any) -> CheckedEnv:
    """Return an environment of Wongamania that checks itself; see CheckedEnv for the options."""
    return CheckedEnv("wongamania", **options)


def raw_env(**options: Any) -> RawEnv:
    """Return a bare environment of Wongamania; see RawEnv for the options."""
    return RawEnv("wongamania", **options)
