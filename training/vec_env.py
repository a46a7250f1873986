"""A Stable-Baselines3 `VecEnv` that sits directly on a batch: one learner in each of many games.

It does what SB3's DummyVecEnv of `gym_env` does, seed for seed, in a few calls a step.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from hoodwink.agents.agent import Agent, act_in_rows
from hoodwink.agents.bots import bot_of, compile_bot
from hoodwink.agents.load import load_agent
from hoodwink.envs.core.errors import HoodwinkError, IllegalAction
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.gym import ON_ILLEGAL, ROTATE, seated
from hoodwink.envs.core.jit import address
from hoodwink.envs.core.seats import LEAVE, OUTSIDE, REPLACE, SeatBatch
from hoodwink.envs.core.single import (
    DEAL_ANEW,
    checked_seed,
    illegal_action,
    seat_number,
    shortened,
)
from hoodwink.envs.core.spec import batch_tables
from hoodwink.envs.core.state import View

MASKS = "action_masks"


def vec_env(
    env: str, n: int = 64, seat: int | str | None = ROTATE, opponents: Any = None,
    illegal: str = "raise", *, pool: Sequence[str | Agent] = (), seed: int | None = None,
    options: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None, plain: bool = False,
    **keywords: Any,
) -> "BatchVecEnv":  # fmt: skip
    """Return `n` games as one environment for Stable-Baselines3.

    Args:
        env: a game, a named variant, or a spec such as `warumono2:players=3`.
        n: number of games.
        seat: the learner's (number or name); "rotate" or None draws it anew for each game.
        opponents: as in `gym_env`; by default "random" for all other seats.
        illegal: as in `gym_env`; masked learners never need another than "raise".
        pool: in place of `opponents`, specs and agents of which each other seat of each game
            draws one.
        seed: fixes all games; game i is that of `gym_env` reset with `seed + i`.
        options: options of the game, or a list of them which the games go through in turn.
        plain: run the rules uncompiled.
        keywords: options that hold for all games.
    """
    game, tables = batch_tables(env, options, keywords)
    return BatchVecEnv(game, tables, n, seat, opponents, illegal, pool=pool, seed=seed, plain=plain)


class BatchVecEnv(VecEnv):
    """Games with one learner in each, see `vec_env`; `tables` are those of a Batch.

    Observations are (N, F) float32 in [0, 1], those of the learner's seat at its own decisions. The
    reward is 0 until the game ends, then the payoff of that seat. A game in which the learner
    never decides is dealt again and counted in `skipped`. `env_method("action_masks")` gives what
    is legal, as sb3-contrib asks for it.

    Bots and "random" play compiled. With them, and with agents that draw nothing, game i depends on
    its seed and actions alone; what other agents draw comes from one generator for all games.
    """

    def __init__(
        self, game: Game, tables: NDArray[Any], n: int, seat: int | str | None = ROTATE,
        opponents: Any = None, illegal: str = "raise", *, pool: Sequence[str | Agent] = (),
        seed: int | None = None, plain: bool = False,
    ) -> None:  # fmt: skip
        """Make the games; reset deals them."""
        if illegal not in ON_ILLEGAL:
            raise HoodwinkError(
                f"illegal must be one of {', '.join(ON_ILLEGAL)}, got {shortened(illegal)}"
            )
        self.game, self.illegal = game, illegal
        fewest = int(tables["n_seats"].min())
        self._fixed = None if seat is None or seat == ROTATE else seat_number(game, fewest, seat)
        choices = self._choices(tables, opponents, pool)
        self._seats = self._seat_batch(tables, n, choices, plain)
        self._games = [_Seat(self, g) for g in range(n)]
        self._seeded = self._running = False
        box = Box(0.0, 1.0, (game.n_observation,), np.float32)
        super().__init__(n, box, Discrete(game.n_actions))
        if seed is not None:
            self.seed(checked_seed(seed))

    # -- who plays ---------------------------------------------------------------------------------

    def _choices(
        self, tables: NDArray[Any], opponents: Any, pool: Sequence[str | Agent]
    ) -> list[list[Any]]:
        """Return the agents that may hold each seat."""
        if isinstance(pool, str):
            raise HoodwinkError(f"pool is a list of agents, got {pool!r}")
        if pool:
            if opponents is not None:
                raise HoodwinkError("give opponents or a pool of them, not both")
            drawn = [load_agent(a, self.game, tables) if isinstance(a, str) else a for a in pool]
            return [drawn] * self.game.seats
        n_seats = int(tables["n_seats"].max())
        opponents = "random" if opponents is None else opponents
        one_each = seated(opponents, self.game, tables, n_seats, self._fixed)
        one_each += one_each[:1] * (self.game.seats - n_seats)  # of seats that nobody has
        return [[one] for one in one_each]

    def _seat_batch(
        self, tables: NDArray[Any], n: int, choices: list[list[Any]], plain: bool
    ) -> SeatBatch:
        """Sort the agents into compiled bots and agents outside, and seat them."""
        numbers: dict[int, int] = {}
        bots: list[Any] = []
        self._outside: list[Any] = []
        for one in (one for row in choices for one in row):
            if id(one) not in numbers:
                bot = None if one is None else bot_of(one)
                if bot is None:
                    numbers[id(one)] = OUTSIDE - len(self._outside)
                    self._outside.append(one)
                else:
                    numbers[id(one)] = len(bots)
                    bots.append(bot)
        self._compiled = [] if plain else [compile_bot(self.game, bot) for bot in bots]  # own code
        line_ups = np.array([[numbers[id(one)] for one in row] for row in choices], np.int64)
        fixed = -1 if self._fixed is None else self._fixed
        players = bots if plain else [address(bot) for bot in self._compiled]
        return SeatBatch(self.game, tables, n, players, line_ups, fixed, plain=plain)

    def _play(self, actions: NDArray[np.int64]) -> None:
        """Play actions of the learners, and all others until every game waits for its learner."""
        self._running = False  # so it stays if an opponent is at fault
        self._seats.desks["done"] = 0
        self._seats.play(actions)
        self._ask_outside()
        self._running = True

    def _ask_outside(self) -> None:
        """Let the agents outside decide until every game waits for its learner."""
        seats = self._seats
        while len(waiting := seats.waiting()):
            self._forget()
            actions = np.full(self.num_envs, LEAVE, np.int64)
            actors = seats.actor[waiting]
            holders = seats.desks["holder"][waiting, actors]
            for k, agent in enumerate(self._outside):
                held = holders == OUTSIDE - k
                games, actor = waiting[held], actors[held]
                if len(games):
                    seen, masks = seats.observation[games], seats.mask[games]
                    rows, memory = games * self.game.seats + actor, self._memories[k]
                    actions[games] = act_in_rows(agent, seen, masks, memory, rows, self._rng)
            if len(bad := self._illegal(actions, waiting)):
                who = f"the opponent in seat {seats.actor[bad[0]]} is at fault"
                raise IllegalAction(f"{who}: {self._complaint(bad[0], actions[bad[0]])}")
            seats.play(actions)

    def _forget(self) -> None:
        """Let the agents outside begin anew in the games that were dealt."""
        games, seats = np.flatnonzero(self._seats.desks["dealt"]), self.game.seats
        self._seats.desks["dealt"] = 0
        rows = (games[:, None] * seats + np.arange(seats)).ravel()
        if len(rows):
            table_of = np.repeat(self._seats.table_of[games], seats)
            for agent, memory in zip(self._outside, self._memories, strict=True):
                if agent is not None:
                    memory[rows] = agent.start(len(rows), self._rng, table_of)

    # -- SB3's calls -------------------------------------------------------------------------------

    def reset(self) -> NDArray[np.float32]:
        """Deal all games and play up to the learner's first decisions; return the observations.

        Seeds given before fix everything from here on. Without them the generators go on.
        """
        if not self._seeded and self._seeds[0] is None:
            self.seed(secrets.randbits(62))
        for g, seed in enumerate(self._seeds):
            if seed is not None:
                self._seats.seed(g, seed)
        if self._seeds[0] is not None:
            self._rng = np.random.default_rng([self._seeds[0], 6])
        n, seats = self.num_envs, self.game.seats
        self._memories = [
            np.zeros(0) if one is None else one.start(n * seats, self._rng) for one in self._outside
        ]
        self._play(np.full(n, DEAL_ANEW, np.int64))
        self._seeded = True
        self._reset_seeds()
        self._reset_options()
        return self._observation()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the learner's actions (N,); raise IllegalAction (illegal="raise"): none is played.

        Raises HoodwinkError before reset.
        """
        if not self._running:
            raise HoodwinkError("step() needs running games: call reset() first")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise HoodwinkError(
                f"step needs {self.num_envs} integer actions, got an array of shape "
                f"{given.shape} and type {given.dtype}"
            )
        self._actions = given.astype(np.int64)
        self._bad = bad = self._illegal(self._actions)
        if self.illegal == "raise" and len(bad):
            raise IllegalAction(self._complaint(bad[0], given[bad[0]]))

    def step_wait(self) -> VecEnvStepReturn:
        """Play the actions, then the others; return observations, rewards, ends and infos."""
        replace = self.illegal == "replace"
        self._actions[self._bad] = REPLACE if replace else DEAL_ANEW
        lost = self._bad[:0] if replace else self._bad
        seen, seats = self._seats.observation[lost], self._seats.desks["learner"][lost]
        self._play(self._actions)
        return self._shown(lost, seen, seats)

    def _shown(
        self, lost: NDArray[np.int64], seen: NDArray[np.int8], seats: NDArray[np.int64]
    ) -> VecEnvStepReturn:
        """Return what step returns; `lost` games ended by an illegal action of these seats."""
        desks, terminal = self._seats.desks, self._seats.terminal
        desks["reward"][lost], desks["ended"][lost] = self.game.payoff_range[0], seats
        desks["done"][lost], terminal[lost] = 1, seen
        done = desks["done"].astype(np.bool_)
        rewards = np.where(done, desks["reward"], 0.0).astype(np.float32)
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in range(len(done))]
        ends = np.flatnonzero(done)
        last, own = self._scaled(terminal[ends]), desks["ended"][ends].tolist()
        replaced = desks["ended_replaced"][ends].tolist()
        for i, g in enumerate(ends.tolist()):
            infos[g] |= {"terminal_observation": last[i], "seat": own[i]}
            if self.illegal == "replace":
                infos[g]["replaced"] = replaced[i]
        for g in lost.tolist():
            infos[g]["illegal"] = True
        return self._observation(), rewards, done, infos

    def _observation(self) -> NDArray[np.float32]:
        return self._scaled(self._seats.observation)

    def _scaled(self, seen: NDArray[np.int8]) -> NDArray[np.float32]:
        return np.divide(seen, self.game.tops, dtype=np.float32)

    def _illegal(
        self, actions: NDArray[np.int64], games: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        """Return the games, of all or of some, whose action is not legal."""
        games = np.arange(self.num_envs) if games is None else games
        chosen, n_actions = actions[games], self.game.n_actions
        known = (chosen >= 0) & (chosen < n_actions)
        legal = self._seats.mask[games, np.where(known, chosen, 0)] == 1
        bad: NDArray[np.int64] = games[~(known & legal)]
        return bad

    def _complaint(self, g: Any, action: Any) -> str:
        seats = self._seats
        t = View(seats.tables, int(seats.table_of[g]))
        error = illegal_action(self.game, t, int(seats.actor[g]), seats.mask[g], int(action))
        return f"game {g}: {error}"

    # -- what SB3 asks of the single environments --------------------------------------------------

    @property
    def skipped(self) -> int:
        """How many games there were, so far, in which the learner never decided."""
        return int(self._seats.desks["skipped"].sum())

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what the learners may play (N, A)."""
        return self._seats.mask.astype(np.bool_)

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:  # fmt: skip
        """Call a method of each game, such as `action_masks`."""
        if method_name == MASKS and indices is None:
            return list(self.action_masks())
        methods = self.get_attr(method_name, indices)
        return [method(*method_args, **method_kwargs) for method in methods]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return an attribute of each game: `seat`, `action_masks`, or one that was set."""
        return [getattr(self._games[i], attr_name) for i in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Note an attribute of each game."""
        for i in self._get_indices(indices):
            setattr(self._games[i], attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """Return that no game is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class _Seat:
    """One game as SB3 sees it."""

    render_mode = None

    def __init__(self, games: BatchVecEnv, g: int) -> None:
        self._vec_env, self._g = games, g

    @property
    def seat(self) -> int:
        """The learner's seat in the game that is on."""
        return int(self._vec_env._seats.desks["learner"][self._g])

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what the learner may play (A,)."""
        masks = self._vec_env.action_masks()
        return np.copy(masks[self._g])
