"""One seat of a game as a Gymnasium environment; the other seats are played by agents inside.

The observation after a step is the learner's own next decision, and its reward is what the
learner's own seat gets: 0 until the game ends, then its payoff, however long the others play on.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from hoodwink.envs.core.errors import HoodwinkError, IllegalAction
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.rng import below, generators, pick_legal
from hoodwink.envs.core.single import (
    DEAL_ANEW,
    ILLEGAL,
    Solo,
    checked_seed,
    illegal_action,
    seat_number,
    shortened,
)
from hoodwink.envs.core.spec import parse_env
from hoodwink.envs.core.state import OVER

ON_ILLEGAL = ("raise", "lose", "replace")
ROTATE = "rotate"
OWN_STREAM = 1  # of the generators: the drawn seat and replaced actions
MOST_DEALS = 1000  # games that may end before the learner's first decision

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], Any]


def gym_env(
    game: str,
    seat: int | str | None = ROTATE,
    opponents: Any = "random",
    illegal: str = "raise",
    **options: Any,
) -> "SeatEnv":
    """Return one seat of a game as a Gymnasium environment.

    Args:
        game: a game, a named variant, or a spec such as `warumono2:players=3`.
        seat: the learner's (number or name); "rotate" or None draws it anew for each game.
        opponents: one for all other seats, or a list with one for each of them (in the order of the
            seats), or a mapping from seats. Each is a spec such as "random", an agent, or a
            function of the seat's observation (F,) float32 and mask (A,) int8 that returns an
            action.
        illegal: what an illegal action of the learner does: "raise" an IllegalAction, "lose" the
            game (with the lowest payoff there is), or "replace" it by a legal one drawn at random,
            counted in `info["replaced"]`.
        options: the game's own, and `render_mode` (None or "ansi"), `plain`.
    """
    return SeatEnv(game, seat, opponents, illegal, **options)


class SeatEnv(gymnasium.Env[NDArray[np.float32], int]):
    """One seat of a game, see `gym_env`.

    Observations are (F,) float32 in [0, 1]. What is legal say `info["action_mask"]` (A,) int8 and
    `action_masks()` (A,) bool, as sb3-contrib asks for it; both are all false after the end.
    `info["seat"]` is the learner's seat in this game.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium's own type

    def __init__(
        self, game: str, seat: int | str | None = ROTATE, opponents: Any = "random",
        illegal: str = "raise", *, render_mode: str | None = None, plain: bool = False,
        **options: Any,
    ) -> None:  # fmt: skip
        """Make the environment; reset it before use."""
        if illegal not in ON_ILLEGAL:
            raise HoodwinkError(
                f"illegal must be one of {', '.join(ON_ILLEGAL)}, got {shortened(illegal)}"
            )
        if render_mode not in (None, "ansi"):
            raise HoodwinkError(f"render_mode {render_mode!r} is not there; there are: None, ansi")
        found, named = parse_env(game)
        self.game_options = found.normal_options(**{**named, **options})
        self._solo = Solo(found, found.tables(**self.game_options), plain=plain)
        self.illegal, self.render_mode = illegal, render_mode
        n = self._solo.n_seats
        self._fixed = None if seat is None or seat == ROTATE else seat_number(found, n, seat)
        self._opponents = seated(opponents, found, self._solo.tables, n, self._fixed)
        self.observation_space = Box(0.0, 1.0, (found.n_observation,), np.float32)
        self.action_space = Discrete(  # type: ignore[assignment]  # of np.int64; any int will do
            found.n_actions
        )
        self.seat = -1 if self._fixed is None else self._fixed
        self._running = False
        self._replaced = 0
        self._own = generators(0, 1, OWN_STREAM)[0]
        self._rngs: list[np.random.Generator] = []  # the opponents' own, one a seat

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._solo.game

    # -- Gymnasium's calls ------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a game and play up to the learner's first decision.

        A seed fixes everything from here on: deal, dice, seat, opponents, replaced actions. Without
        one the generators go on. A game that ends before the learner decides is dealt again.
        """
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        if seed is not None or not self._rngs:
            self._seed(seed)
        self._replaced = 0
        n = self._solo.n_seats
        self.seat = int(below(self._own, n)) if self._fixed is None else self._fixed
        for _ in range(MOST_DEALS):
            self._memories = [
                self._opponents[p].start(1, self._rngs[p]) if p != self.seat else None
                for p in range(n)
            ]
            self._solo.move(DEAL_ANEW)
            if self._play_others() != OVER:
                self._running = True
                return self._observation(), self._info()
        raise HoodwinkError(f"seat {self.seat} never gets to decide in {self.game.name}")

    def _seed(self, seed: int | None) -> None:
        if seed is None:
            seed = int(self.np_random.integers(2**63))  # drawn from the system when never seeded
        self._solo.seed(seed)
        self._own = generators(seed, 1, OWN_STREAM)[0]
        self._rngs = [np.random.default_rng((seed, p)) for p in range(self._solo.n_seats)]

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the others, up to the learner's next decision or the end.

        Raises:
            IllegalAction: with illegal="raise"; nothing changes.
            HoodwinkError: before reset or after the end.
        """
        if not self._running:
            raise HoodwinkError(
                "step() needs a running game: call reset() first, and after each end"
            )
        chosen = self._legal_action(action)
        if chosen is None:
            return self._lost()
        self._solo.move(chosen)
        over = self._play_others() == OVER
        self._running = not over
        reward = float(self._solo.payoffs[self.seat]) if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def _legal_action(self, action: Any) -> int | None:
        """Return the action, or what takes its place; None if the game is lost by it."""
        try:
            chosen = operator.index(action)
        except TypeError:
            if not (
                isinstance(action, np.ndarray) and action.size == 1 and action.dtype.kind in "iu"
            ):
                raise self._refusal(action) from None
            chosen = int(action.item())
        if 0 <= chosen < self.game.n_actions and self._solo.mask[chosen]:
            return chosen
        if self.illegal == "replace":
            self._replaced += 1
            return int(pick_legal(self._solo.mask, self._own))
        if self.illegal == "lose":
            return None
        raise self._refusal(action)

    def _refusal(self, action: Any) -> IllegalAction:
        return illegal_action(self.game, self._solo.t, self.seat, self._solo.mask, action)

    def _lost(self) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        self._running = False
        info = self._info() | {"illegal": True}
        return self._observation(), float(self.game.payoff_range[0]), True, False, info

    def _play_others(self) -> int:
        """Let the others play until the learner is to move or all is over; return the actor."""
        solo = self._solo
        while solo.actor not in (self.seat, OVER):
            p = solo.actor
            action = int(
                self._opponents[p].act(
                    solo.observation[None].copy(),
                    solo.mask[None].copy(),
                    self._memories[p],
                    self._rngs[p],
                )[0]
            )
            if not 0 <= action < self.game.n_actions or solo.move(action) == ILLEGAL:
                error = illegal_action(self.game, solo.t, p, solo.mask, action)
                raise IllegalAction(f"the opponent in seat {p} is at fault: {error}")
        return solo.actor

    def _observation(self) -> NDArray[np.float32]:
        if self._solo.actor == self.seat:
            return self._solo.scaled.copy()
        return np.divide(self._solo.observe(self.seat), self.game.tops, dtype=np.float32)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}
        return info | {"replaced": self._replaced} if self.illegal == "replace" else info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what the learner may play (A,); all false when no game is running."""
        if not self._running:
            return np.zeros(self.game.n_actions, np.bool_)
        return self._solo.mask.astype(np.bool_)

    def render(self) -> str | None:
        """Return the board and what the learner knows as text; None without a render mode."""
        if self.render_mode is None:
            return None
        if self.seat < 0:
            raise HoodwinkError("reset() needs to be called before render()")
        return self.game.words.ansi(self._solo.s, self._solo.t, self.game_options, self.seat)


class _Function:
    """A function of one observation and mask, as an agent."""

    def __init__(self, policy: Policy, tops: NDArray[np.float32]) -> None:
        self.policy, self.tops = policy, tops

    def start(self, n: int, rng: Any, table_of: Any = None) -> NDArray[np.int8]:
        """Return no memory."""
        return np.zeros((n, 0), np.int8)

    def act(self, observations: Any, masks: Any, memory: Any, rng: Any) -> NDArray[np.int64]:
        """Return the function's action for each row."""
        pairs = zip(observations / self.tops, masks, strict=True)
        return np.array([operator.index(self.policy(o, m)) for o, m in pairs], np.int64)


def seated(
    opponents: Any, game: Game, tables: NDArray[Any], n: int, learner: int | None
) -> list[Any]:
    """Return an agent for every seat (see `gym_env`); the learner's own is never asked, or None."""
    if isinstance(opponents, Mapping):
        by_seat = {seat_number(game, n, seat): one for seat, one in opponents.items()}
    elif isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if learner is None:
            raise HoodwinkError(
                "a list of opponents needs a fixed seat of the learner; give one for all"
            )
        others = [p for p in range(n) if p != learner]
        if len(opponents) != len(others):
            raise HoodwinkError(f"{len(others)} opponents are needed, got {len(opponents)}")
        by_seat = dict(zip(others, opponents, strict=True))
    else:
        by_seat = dict.fromkeys(range(n), opponents)
    missing = [p for p in range(n) if p not in by_seat and p != learner]
    if missing:
        raise HoodwinkError(f"no opponent for seat {missing[0]} ({game.seat_names[missing[0]]})")
    loaded = {
        one: _agent(one, game, tables) for one in set(by_seat.values()) if isinstance(one, str)
    }
    return [
        loaded[one] if isinstance(one, str) else None if one is None else _agent(one, game, tables)
        for one in map(by_seat.get, range(n))
    ]


def _agent(opponent: Any, game: Game, tables: NDArray[Any]) -> Any:
    if isinstance(opponent, str):
        from hoodwink.agents.load import load_agent  # agents know games, and games no agents

        return load_agent(opponent, game, tables)
    if hasattr(opponent, "act") and hasattr(opponent, "start"):
        return opponent
    if callable(opponent):
        return _Function(opponent, game.tops)
    raise HoodwinkError(
        f"an opponent is a spec such as 'random', an agent or a function, not {shortened(opponent)}"
    )
