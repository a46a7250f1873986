"""PettingZoo environments of Kuhn poker, version 0: `env` checks itself, `raw_env` is bare."""

from typing import Any

from hoodwink.envs.core.aec import CheckedEnv, RawEnv


def env(**options: Any) -> CheckedEnv:
    """Return an environment of Kuhn poker that checks itself; see CheckedEnv for the options."""
    return CheckedEnv("kuhn", **options)


def raw_env(**options: Any) -> RawEnv:
    """Return a bare environment of Kuhn poker; see RawEnv for the options."""
    return RawEnv("kuhn", **options)
