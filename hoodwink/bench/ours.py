"""Our drivers as the stopwatch takes them: batch, env(), wrapped raw_env(), single game, plain."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import DTypeLike
from pettingzoo.utils import wrappers

import hoodwink
from hoodwink.bench.case import HASHED, SPREAD_DECISIONS, Case, spread
from hoodwink.bench.stopwatch import (
    OneByOne,
    Pick,
    Subject,
    Tally,
    Watch,
    copy_seconds,
    measure,
    pick_from_mask,
    play_aec,
)
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.rng import generators, pick_legal
from hoodwink.envs.core.single import DEAL_ANEW, Solo
from hoodwink.envs.core.spec import parse_env

COPIED_ROWS = 1024  # in the memory copy that games played one by one are held against
AGENTS = 1  # the stream of generators that pick actions


class Batched(Subject):
    """A Batch: step all games, then draw an action from each mask in one compiled call."""

    def __init__(self, case: Case) -> None:
        """Make and deal the games."""
        self.case = case
        self.batch = hoodwink.make_batch(case.env, case.games, seed=case.seed, threads=case.threads)
        self.facts = bytes_moved(self.batch.game, np.int8, case.games)
        self._agents = generators(case.seed, case.games, AGENTS)

    def begin(self) -> None:
        """Deal anew from the seed: the same games each time."""
        self.batch.reset(self.case.seed)
        self._agents = generators(self.case.seed, self.case.games, AGENTS)

    def play(self, decisions: int) -> Tally:
        """Step all games until there are so many decisions."""
        batch, agents, games = self.batch, self._agents, 0
        steps = -(-decisions // self.case.games)
        for _ in range(steps):
            batch.step(batch.random_actions(agents))
            games += int(np.count_nonzero(batch.done))
        return Tally(steps * self.case.games, games)

    def first(self, decisions: int) -> dict[str, Any]:
        """Begin anew and play the first decisions of every game untimed.

        Game 0 makes up the checksum, games all over the batch make up `batch_checksum`.
        """
        self.begin()
        watch = Watch()
        rows = spread(self.case.games)
        spread_watch = Watch(SPREAD_DECISIONS * len(rows))
        for _ in range(HASHED):
            watch.count(self.batch.mask)
            hash_rows(watch, self.batch, [0])
            hash_rows(spread_watch, self.batch, rows)
            self.batch.step(self.batch.random_actions(self._agents))
        return watch.report() | {"batch_checksum": spread_watch.checksum}


def hash_rows(watch: Watch, batch: Batch, rows: list[int]) -> None:
    """Hash what some games of a batch show now."""
    for g in rows:
        watch.hash(batch.mask[g], batch.observation[g])


class Alone(OneByOne):
    """One of our drivers that play one game after the other."""

    def __init__(self, case: Case, observation: DTypeLike) -> None:
        """Read the game; `observation` is the type of the driver's features."""
        super().__init__(case, pick_from_mask)
        self.game, self.options = parse_env(case.env)
        self.facts = bytes_moved(self.game, observation, COPIED_ROWS)

    def first_pick(self) -> Pick:
        """Pick as game 0 of a Batch does, so that both play the same games."""
        (generator,) = generators(self.case.seed, 1, AGENTS)
        return lambda mask, _: int(pick_legal(mask, generator))


class SingleGame(Alone):
    """`Solo`, one call a move; chance decides inside."""

    plain = False

    def __init__(self, case: Case) -> None:
        """Make the game; `play` deals it."""
        super().__init__(case, np.int8)
        self._solo = Solo(self.game, self.game.tables(**self.options), plain=self.plain)
        self._solo.seed(case.seed)

    def begin(self) -> None:
        """Deal anew from the seed: the same games each time."""
        super().begin()
        self._solo.seed(self.case.seed)

    def loop(self, pick: Pick, decisions: int) -> Tally:
        """Play at least so many decisions and whole games with `pick`."""
        move, mask, observation = self._solo.move, self._solo.mask, self._solo.observation
        made = games = 0
        while made < decisions:
            p = move(DEAL_ANEW)
            while p >= 0:
                p = move(pick(mask, observation))
                made += 1
            games += 1
        return Tally(made, games)


class Plain(SingleGame):
    """The same without compiling: the rules as plain Python."""

    plain = True


class Aec(Alone):
    """`env()`: the PettingZoo environment that checks itself."""

    def __init__(self, case: Case) -> None:
        """Make the environment; `play` resets it."""
        super().__init__(case, np.float32)
        self._env = self.make()
        self._seed: int | None = case.seed

    def make(self) -> Any:
        """Return the environment."""
        return hoodwink.make(self.case.env)

    def begin(self) -> None:
        """Deal anew from the seed: the same games each time."""
        super().begin()
        self._seed = self.case.seed

    def loop(self, pick: Pick, decisions: int) -> Tally:
        """Play at least so many decisions and whole games with `pick`."""
        seed, self._seed = self._seed, None
        return play_aec(self._env, pick, decisions, seed)

    def canonical(self, observation: Any) -> Any:
        """Return the features as the whole numbers they are fractions of, as a Batch has them."""
        whole = np.rint(observation * self.game.tops).astype(np.int8)
        if not np.array_equal(whole / self.game.tops, observation):
            raise HoodwinkError("an observation is no multiple of 1 / tops")
        return whole


class AecWrapped(Aec):
    """`raw_env()` in the three wrappers of PettingZoo's own classic games."""

    def make(self) -> Any:
        """Return the environment, wrapped as `pettingzoo.classic` does it."""
        module = import_module(f"hoodwink.envs.{self.game.name}_v{self.game.version}")
        env: Any = module.raw_env(**self.options)
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
        env = wrappers.AssertOutOfBoundsWrapper(env)
        return wrappers.OrderEnforcingWrapper(env)


DRIVERS: dict[str, Callable[[Case], Subject]] = {
    "batch": Batched,
    "aec": Aec,
    "aec_wrapped": AecWrapped,
    "single": SingleGame,
    "plain": Plain,
}


def bytes_moved(game: Game, observation: DTypeLike, rows: int) -> dict[str, Any]:
    """Return the bytes of a state and of what is shown, and the time to copy them."""
    widths = {
        "state_bytes": game.state.itemsize,
        "observation_bytes": game.n_observation * np.dtype(observation).itemsize,
        "mask_bytes": game.n_actions,
    }
    return {**widths, "copy_s": copy_seconds(list(widths.values()), rows)}


def run(case: Case) -> dict[str, Any]:
    """Measure one of our drivers."""
    return measure(lambda: DRIVERS[case.driver](case), case)
