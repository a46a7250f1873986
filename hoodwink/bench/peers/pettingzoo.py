"""PettingZoo classic's Leduc hold'em: `env()` with its wrappers, and `raw_env()`."""

from typing import Any

import pettingzoo.classic.rlcard_envs.leduc_holdem  # what leduc_holdem_v4 holds, without warning

from hoodwink.bench.case import Case
from hoodwink.bench.stopwatch import OneByOne, Pick, Tally, measure, pick_from_mask, play_aec


class Classic(OneByOne):
    """The environment as its own documentation plays it."""

    def __init__(self, case: Case) -> None:
        """Make the environment; `loop` resets it."""
        super().__init__(case, pick_from_mask)
        module: Any = pettingzoo.classic.rlcard_envs.leduc_holdem  # not annotated
        self._env = module.env() if case.api == "env" else module.raw_env()
        self._seed: int | None = case.seed
        space = self._env.observation_space("player_0")
        self.facts = {f"{k}_bytes": int(b.dtype.itemsize * b.shape[0]) for k, b in space.items()}
        self.facts["mask_bytes"] = self.facts.pop("action_mask_bytes")

    def begin(self) -> None:
        """Deal anew from the seed: the same games each time."""
        super().begin()
        self._seed = self.case.seed

    def loop(self, pick: Pick, decisions: int) -> Tally:
        """Play at least so many decisions and whole games with `pick`."""
        seed, self._seed = self._seed, None
        return play_aec(self._env, pick, decisions, seed)


def run(case: Case) -> dict[str, Any]:
    """Measure PettingZoo."""
    return measure(lambda: Classic(case), case)
