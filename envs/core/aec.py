"""The PettingZoo environment: one AECEnv class for all games.

`RawEnv` plays; `CheckedEnv` also checks the order of calls and offers `illegal="terminate"`, in the
same class and call (three stacked wrappers would cap an environment near 35 thousand decisions/s).

The end of a game, the same for all games: every agent terminates in the same step, payoffs are the
rewards of that step, and `agent_selection` is `player_0`. Then each `step(None)` takes the selected
agent away, in the order of the seats, until `agents` is empty.
"""

import operator
from collections.abc import Mapping
from typing import Any, NoReturn

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from hoodwink.envs.core.errors import HoodwinkError, IllegalAction
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.single import (
    DEAL_ANEW,
    ILLEGAL,
    Solo,
    checked_seed,
    illegal_action,
    shortened,
)
from hoodwink.envs.core.spaces import flat_state, observation_space, state_fields, state_space
from hoodwink.envs.core.spec import parse_env
from hoodwink.envs.core.state import OVER

Observation = dict[str, NDArray[Any]]
Action = int | None

RENDER_MODES = ("ansi",)
AFTER_RESET = frozenset(
    ["agents", "num_agents", "rewards", "terminations", "truncations", "infos", "agent_selection",
     "_cumulative_rewards"]
)  # fmt: skip


class OutOfOrder(HoodwinkError, AssertionError):
    """A call out of order; an AssertionError too, as PettingZoo's OrderEnforcingWrapper raises."""


class OutOfBounds(IllegalAction, AssertionError):
    """An action outside the action space; an AssertionError too, as PettingZoo's wrapper raises."""


class RawEnv(AECEnv[str, Any, Any]):
    """A game as PettingZoo knows it, bare: it trusts the order of calls, but plays nothing illegal.

    Observations are `{"observation": (F,) float32 in [0, 1], "action_mask": (A,) int8}`, fresh
    arrays each time. The mask of an agent that is not to move is all zeros. Seats that drop out
    stay in `agents` until the game ends and are never selected. `infos` are empty.

    Attributes beyond PettingZoo's:
        game, game_options: what is played.
        state_space: of `state()`.
    """

    game: Game
    agent_selection: str

    def __init__(
        self, name: str, *, render_mode: str | None = None, plain: bool = False, **options: Any
    ) -> None:
        """Make an environment of a game (or a spec such as `kuhn:players=3`); reset it before use.

        Args:
            name: the game.
            render_mode: None or "ansi".
            plain: run the rules as plain Python (slow; for debuggers), with the same results.
            options: the game's own.
        """
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo does not annotate it
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise HoodwinkError(
                f"unknown render_mode {render_mode!r}; there are: None, {', '.join(RENDER_MODES)}"
            )
        self.game, named = parse_env(name)
        self.render_mode = render_mode
        self.game_options = self.game.normal_options(**{**named, **options})
        self._solo = Solo(self.game, self.game.tables(**self.game_options), plain=plain)
        self._seeded = False
        n = self._solo.n_seats
        self.possible_agents = self.game.agent_names(n)
        self.metadata = {
            "name": f"{self.game.name}_v{self.game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.observation_spaces = {
            agent: observation_space(self.game) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: Discrete(self.game.n_actions) for agent in self.possible_agents
        }
        self.state_space = state_space(self.game)

    # -- PettingZoo's calls -----------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: fixes the whole game, the same as game 0 of a Batch with it. Without one the
                environment's generator goes on (the first time it begins unforeseeably).
            options: `{"game_options": {...}}` changes options of the game from now on; the number
                of players stays. Other keys are left to wrappers.
        """
        if seed is not None:
            seed = checked_seed(seed)
        self._change(options)
        if seed is not None or not self._seeded:
            self._solo.seed(seed)
            self._seeded = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # type: ignore[assignment]  # PettingZoo sets it too
        self._select(self._solo.move(DEAL_ANEW))

    def _change(self, options: Mapping[str, Any] | None) -> None:
        """Take over options of the game given to reset."""
        if options is None:
            return
        if not isinstance(options, Mapping):
            raise HoodwinkError(f"options must be a mapping, got {shortened(options)}")
        changes = options.get("game_options")
        if changes is None:
            return
        if not isinstance(changes, Mapping):
            raise HoodwinkError(
                f"options['game_options'] must be a mapping, got {shortened(changes)}"
            )
        full = self.game.normal_options(**{**self.game_options, **changes})
        tables = self.game.tables(**full)
        n = self.game.seats_dealt(tables)
        if n != len(self.possible_agents):
            raise HoodwinkError(
                f"reset cannot change the number of players ({len(self.possible_agents)}) to {n}: "
                "make another environment"
            )
        self.game_options = full
        self._solo.set_tables(tables)

    def step(self, action: Action) -> None:
        """Play an action of the selected agent; None for one that has terminated.

        Raises:
            IllegalAction: the action cannot be played; it lists those that can, nothing changes.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play(action)

    def _play(self, action: Any) -> None:
        try:
            chosen = operator.index(action)
        except TypeError:
            raise self._complaint(action) from None
        if not 0 <= chosen < self.game.n_actions:
            raise self._complaint(action)
        p = self._solo.move(chosen)
        if p == ILLEGAL:
            self._refuse(chosen)
        else:
            self._select(p)

    def _select(self, p: int) -> None:
        if p != OVER:
            self.agent_selection = self._shown = self.possible_agents[p]
            return
        self._shown = ""  # nobody is to move
        self.agent_selection = self.agents[0]
        self.rewards = dict(zip(self.agents, self._solo.payoffs.tolist(), strict=False))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _refuse(self, action: int) -> None:
        raise self._complaint(action)

    def _complaint(self, action: Any) -> IllegalAction:
        """Return the error for an action that cannot be played."""
        solo = self._solo
        error = illegal_action(self.game, solo.t, solo.actor, solo.mask, action)
        return (
            error
            if self.action_space(self.agent_selection).contains(action)
            else OutOfBounds(*error.args)
        )

    def observe(self, agent: str) -> Observation:
        """Return what `agent` sees, whoever is to move; only who is to move has a mask."""
        solo = self._solo
        if agent == self._shown and not self.terminations.get(agent, True):
            return {"observation": solo.scaled.copy(), "action_mask": solo.mask.copy()}
        try:
            seat = self.possible_agents.index(agent)
        except ValueError:
            self._unknown(agent)
        return {
            "observation": solo.observe(seat) / self.game.tops,
            "action_mask": np.zeros(self.game.n_actions, np.int8),
        }

    def _unknown(self, agent: Any) -> NoReturn:
        raise HoodwinkError(
            f"unknown agent {shortened(agent)}; there are: {', '.join(self.possible_agents)}"
        )

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the observation space of an agent, the same object each time."""
        try:
            return self.observation_spaces[agent]
        except (KeyError, TypeError):
            self._unknown(agent)

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the action space of an agent, the same object each time."""
        try:
            return self.action_spaces[agent]
        except (KeyError, TypeError):
            self._unknown(agent)

    def state(self) -> NDArray[np.float32]:
        """Return all fields of the game's state, hidden ones too: for central critics only.

        The fields come in the order of the state record, each flat, without the seats' histories of
        events; `state_fields` names them.
        """
        return flat_state(self.game, self._solo.states)

    def state_fields(self) -> dict[str, slice]:
        """Return where in `state()` each field of the game's state lies."""
        return state_fields(self.game)

    def render(self) -> str | None:
        """Return board and knowledge of the selected agent as text; None without a render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render() without a render_mode: nothing is drawn; make the environment with one."
            )
            return None
        seat = self.possible_agents.index(self.agent_selection)
        return self.game.words.ansi(self._solo.s, self._solo.t, self.game_options, seat)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    # -- keeping ----------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        """Say what is wrong when something is asked for before the first reset."""
        if name in AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        """Name the game in place of holding it."""
        return {k: v for k, v in self.__dict__.items() if k != "game"} | {
            "game_name": self.game.name
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Find the game again."""
        self.__dict__.update({k: v for k, v in state.items() if k != "game_name"})
        self.game = find_game(state["game_name"])


class CheckedEnv(RawEnv):
    """A game as PettingZoo knows it, checking the order of calls and every action itself.

    With `illegal="raise"` an illegal action raises IllegalAction, which lists the legal ones, and
    nothing changes. With `illegal="terminate"` it ends the game as PettingZoo's
    TerminateIllegalWrapper does: the mover gets the lowest payoff there is, the others 0. An action
    outside the action space raises either way.
    """

    def __init__(self, name: str, *, illegal: str = "raise", **options: Any) -> None:
        """Make an environment; `illegal` is "raise" or "terminate", the rest as for RawEnv."""
        if illegal not in ("raise", "terminate"):
            raise HoodwinkError(f"illegal must be 'raise' or 'terminate', got {shortened(illegal)}")
        super().__init__(name, **options)
        self.illegal = illegal
        self._moved = True  # since agent_iter last named an agent

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game, see RawEnv."""
        super().reset(seed, options)
        self._moved = True

    def step(self, action: Action) -> None:
        """Play an action of the selected agent; None for one that has terminated.

        Raises:
            IllegalAction: the action cannot be played; it lists those that can, nothing changes.
            OutOfOrder: before reset, or when no agent is left.
        """
        try:
            agent = self.agent_selection
            dead = self.terminations[agent] or self.truncations[agent]
        except (AttributeError, KeyError):
            self._out_of_order("step")
        self._moved = True
        if dead:
            if action is not None:
                raise HoodwinkError(
                    f"{agent} has terminated: only None is valid now, got {shortened(action)}"
                )
            self._was_dead_step(action)
            return
        self._play(action)

    def _out_of_order(self, what: str) -> NoReturn:
        if "agents" in self.__dict__:
            raise OutOfOrder(f"{what}() after the end: no agent is left; reset() begins a new game")
        raise OutOfOrder(f"reset() needs to be called before {what}()")

    def _refuse(self, action: int) -> None:
        if self.illegal == "raise":
            super()._refuse(action)
        EnvLogger.warn_on_illegal_move()
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[mover] = float(self.game.payoff_range[0])
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Return what `agent` sees, see RawEnv."""
        if "agents" not in self.__dict__:
            self._out_of_order("observe")
        return super().observe(agent)

    def state(self) -> NDArray[np.float32]:
        """Return all fields of the game's state, see RawEnv."""
        if "agents" not in self.__dict__:
            self._out_of_order("state")
        return super().state()

    def render(self) -> str | None:
        """Return the board and what the selected agent knows, see RawEnv."""
        if "agents" not in self.__dict__:
            self._out_of_order("render")
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Any, Any]:
        """Yield the selected agent until none is left; each round must step or reset."""
        if "agents" not in self.__dict__:
            self._out_of_order("agent_iter")
        return _Iterable(self, max_iter)  # type: ignore[no-untyped-call]  # not annotated


class _Iterable(AECIterable[str, Any, Any]):
    def __iter__(self) -> "_Iterator":
        return _Iterator(self.env, self.max_iter)


class _Iterator(AECIterator[str, Any, Any]):
    env: CheckedEnv

    def __next__(self) -> str:
        agent = super().__next__()
        if not self.env._moved:
            raise OutOfOrder("need to call step() or reset() in a loop over agent_iter()")
        self.env._moved = False
        return agent
