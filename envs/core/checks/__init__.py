"""The test kit for games: call it on a game of your own as our tests do on ours.

Every `check_*` plays games by seeded random moves (or walks all histories of a small variant), and
raises AssertionError that says what is wrong and after which moves. They take a `Game`, or (the
`check_env_*`) a callable that makes a PettingZoo environment. Each is known to find its fault.
"""

from hoodwink.envs.core.checks.basics import (
    check_deal,
    check_invariants,
    check_length,
    check_mask,
    check_news,
    check_payoffs,
    check_shapes,
)
from hoodwink.envs.core.checks.env import (
    check_env_api,
    check_env_copies,
    check_env_globals,
    check_env_infos,
    check_env_masks,
    check_env_options,
    check_env_processes,
    check_env_refusals,
    check_env_rewards,
    check_env_seeds,
    transcript,
)
from hoodwink.envs.core.checks.histories import Layer, Tree
from hoodwink.envs.core.checks.run import Choice, Options, Run, Starts, play, play_all, uniform
from hoodwink.envs.core.checks.secrecy import (
    bare_sight,
    check_recall,
    check_resample,
    check_secrecy,
    check_secrecy_exact,
    check_worlds_exact,
)
from hoodwink.envs.core.checks.twins import (
    check_batch,
    check_batch_ends,
    check_copies,
    check_pickled_batch,
    check_refusals,
    check_single,
    check_twins,
)
from hoodwink.envs.core.checks.words import check_positions, check_table_of_words, check_words

__all__ = [
    "Choice",
    "Layer",
    "Options",
    "Run",
    "Starts",
    "Tree",
    "bare_sight",
    "check_batch",
    "check_batch_ends",
    "check_copies",
    "check_deal",
    "check_env_api",
    "check_env_copies",
    "check_env_globals",
    "check_env_infos",
    "check_env_masks",
    "check_env_options",
    "check_env_processes",
    "check_env_refusals",
    "check_env_rewards",
    "check_env_seeds",
    "check_invariants",
    "check_length",
    "check_mask",
    "check_news",
    "check_payoffs",
    "check_pickled_batch",
    "check_positions",
    "check_recall",
    "check_refusals",
    "check_resample",
    "check_secrecy",
    "check_secrecy_exact",
    "check_shapes",
    "check_single",
    "check_table_of_words",
    "check_twins",
    "check_words",
    "check_worlds_exact",
    "play",
    "play_all",
    "transcript",
    "uniform",
]
