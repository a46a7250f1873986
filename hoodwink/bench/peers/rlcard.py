"""RLCard's Leduc hold'em: `env.step`, which returns observation and legal actions."""

from typing import Any

import rlcard

from hoodwink.bench.case import Case
from hoodwink.bench.peers import PEERS
from hoodwink.bench.stopwatch import OneByOne, Pick, Tally, measure, pick_from_list


class Stepped(OneByOne):
    """RLCard gives no mask but the keys of `legal_actions`: those are picked from."""

    def __init__(self, case: Case) -> None:
        """Make the environment."""
        super().__init__(case, pick_from_list)
        self._env = self._seeded()
        state, _ = self._env.reset()
        self.facts = {"observation_bytes": state["obs"].nbytes, "mask_bytes": 0}

    def _seeded(self) -> Any:
        """Return an environment that begins from the seed."""
        name = PEERS["rlcard"].games[self.case.game]
        return rlcard.make(name, {"seed": self.case.seed, "allow_step_back": False})

    def begin(self) -> None:
        """Deal anew from the seed: the same games each time."""
        super().begin()
        self._env = self._seeded()

    def loop(self, pick: Pick, decisions: int) -> Tally:
        """Play at least so many decisions and whole games with `pick`."""
        env = self._env
        made = games = 0
        while made < decisions:
            state, _ = env.reset()
            while not env.is_over():  # env.timestep never starts anew: it cannot tell
                state, _ = env.step(pick(list(state["legal_actions"]), state["obs"]))
                made += 1
            env.get_payoffs()
            games += 1
        return Tally(made, games)


def run(case: Case) -> dict[str, Any]:
    """Measure RLCard."""
    return measure(lambda: Stepped(case), case)
