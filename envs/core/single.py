"""`Solo`: one game with its tables, plain or compiled, one call a move.

`apply` plays decisions and outcomes alike and leaves chance to the caller (Match). `move` lets
chance decide inside, as a Batch does, so that both play the same game from the same generator (the
PettingZoo and Gymnasium environments).
"""

import operator
import secrets
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import drivers, jit
from hoodwink.envs.core.batch import driver
from hoodwink.envs.core.drivers import begin, play, settle, show
from hoodwink.envs.core.errors import BadPosition, HoodwinkError, IllegalAction, quoted
from hoodwink.envs.core.game import ACTOR, PAYOFF, Game
from hoodwink.envs.core.instructions import call_int, call_void
from hoodwink.envs.core.jit import (
    BYTES,
    FLOATS,
    FLOATS_32,
    GENERATOR,
    INT,
    INTS,
    INTS_32,
    array,
)
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.state import OVER, View, clear

DEAL_ANEW = -2  # in place of an action: a new game
ONLY_LOOK = -1  # in place of an action: play nothing (`move` lets chance decide what is due)
ILLEGAL = -3  # in place of an actor: nothing was played


def move_alone(
    fns: Any, states: Any, tables: Any, rng: Any, a: int, observation: Any, mask: Any, scaled: Any,
    tops: Any, weights: Any, payoffs: Any,
) -> int:  # fmt: skip
    """Play `a` in the one game, let chance decide, and show what the next seat sees.

    Returns the actor, or ILLEGAL if `mask` does not allow `a`. `scaled` is observation / tops.
    """
    s = states[0]
    t = tables[0]
    if a >= 0:
        if mask[a] == 0:
            return ILLEGAL
        p = play(fns, s, t, a, weights, rng)
    elif a == DEAL_ANEW:
        p = begin(fns, s, t, weights, rng)
    else:
        p = settle(fns, s, t, call_int(fns[ACTOR], s), weights, rng)
    clear(payoffs)
    if p == OVER:
        call_void(fns[PAYOFF], s, payoffs)
    show(fns, s, t, p, observation, mask)
    for i in range(len(observation)):
        scaled[i] = np.float32(observation[i]) / tops[i]
    return p


@lru_cache(maxsize=64)
def _compiled_move(game_types: tuple[Any, Any]) -> Any:
    states, tables = (array(kind) for kind in game_types)
    kinds = (BYTES, BYTES, FLOATS_32, FLOATS_32, INTS_32, FLOATS)
    return jit.compiled(move_alone, INT(INTS, states, tables, GENERATOR, INT, *kinds))


class Solo:
    """One game. Arrays are overwritten by the next call; copy what is kept.

    Attributes (A actions, O outcomes, F features, S the most seats):
        states (1,), tables (1,) structured; s, t: the same as objects with named fields.
        actor: seat, CHANCE or OVER, as the last call left it.
        mask (A,) int8: legal actions of the seat to move, else zeros.
        weights (O,) int32: outcomes and their weights where chance is due (after `apply`).
        observation (F,) int8, scaled (F,) float32: what the seat to move sees (after `move`).
        payoffs (S,) float64: returns of a finished game.
        rng (1,) uint64: the generator of chance.
    """

    def __init__(
        self, game: Game, tables: NDArray[Any], states: NDArray[Any] | None = None, *,
        plain: bool = False,
    ) -> None:  # fmt: skip
        """Take a copy of the one state in `states`, or none yet: then deal first."""
        self.game, self.plain = game, plain
        self.tables = tables[:1].copy()
        self.states = np.zeros(1, game.state) if states is None else states[:1].copy()
        self.rng = generators(0, 1)[0]
        self.actor = OVER
        self.mask = np.zeros(game.n_actions, np.int8)
        self.weights = np.zeros(game.n_outcomes, np.int32)
        self.observation = np.zeros(game.n_observation, np.int8)
        self.scaled = np.zeros(game.n_observation, np.float32)
        self.payoffs = np.zeros(game.seats, np.float64)
        self._bind()

    def _bind(self) -> None:
        """Bind what belongs to this process: functions, addresses, views."""
        self.s, self.t = View(self.states), View(self.tables)
        if self.plain:
            self._fns: Any = self.game.plain
            self._states: Any = [self.s]
            self._tables: Any = [self.t]
            self._move: Any = move_alone
        else:
            self._fns, self._states, self._tables = self.game.functions, self.states, self.tables
            self._move = None  # compiled when first asked for: Match needs it not
        self._shown = (
            self.observation,
            self.mask,
            self.scaled,
            self.game.tops,
            self.weights,
            self.payoffs,
        )

    def _run(self, f: Callable[..., Any]) -> Any:
        return f if self.plain else driver(f, self.game.types)

    @property
    def n_seats(self) -> int:
        """How many seats play."""
        return self.game.seats_dealt(self.tables)

    def seed(self, seed: int | None) -> None:
        """Begin the generator anew as game 0 of a Batch does; without a seed, unforeseeably."""
        self.rng[:] = generators(secrets.randbits(128) if seed is None else checked_seed(seed), 1)[
            0
        ]

    def set_tables(self, tables: NDArray[Any]) -> None:
        """Play by other tables from the next deal on."""
        self.tables[:] = tables[:1]

    def apply(self, a: int) -> int:
        """Play an action or outcome (or DEAL_ANEW, ONLY_LOOK), leave chance, return the actor."""
        run = self._run(drivers.apply)
        self.actor = run(self._fns, self._states, self._tables, 0, 0, a, self.mask, self.weights)
        if self.actor == OVER:
            self._run(drivers.outcome_of)(self._fns, self._states, 0, self.payoffs)
        return self.actor

    def move(self, a: int) -> int:
        """Play an action (or DEAL_ANEW), let chance decide, return the actor or ILLEGAL.

        `a` must be below the number of actions.
        """
        if self._move is None:
            self._move = _compiled_move(self.game.types)
        p: int = self._move(self._fns, self._states, self._tables, self.rng, a, *self._shown)
        if p != ILLEGAL:
            self.actor = p
        return p

    def observe(self, seat: int) -> NDArray[np.int8]:
        """Return what `seat` sees (F,), whoever is to move."""
        out = np.zeros(self.game.n_observation, np.int8)
        self._run(drivers.look)(self._fns, self._states, self._tables, 0, 0, seat, out)
        return out

    def copy(self) -> "Solo":
        """Return an independent game with a generator in the same state."""
        twin = Solo.__new__(Solo)
        twin.__setstate__(
            {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in self._kept().items()}
        )
        return twin

    def _kept(self) -> dict[str, Any]:
        bound = ("game", "s", "t", "_fns", "_states", "_tables", "_move", "_shown")
        return {k: v for k, v in self.__dict__.items() if k not in bound} | {"name": self.game.name}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is bound to this process."""
        return self._kept()

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Bind the arrays again."""
        self.__dict__.update({k: v for k, v in state.items() if k != "name"})
        self.game = find_game(state["name"])
        self._bind()


def checked_seed(seed: Any) -> int:
    """Return a seed as an int; raise HoodwinkError if it is no whole number of at least 0."""
    try:
        number = operator.index(seed)
    except TypeError:
        raise HoodwinkError(
            f"a seed is a whole number of at least 0 or None, got {shortened(seed)}"
        ) from None
    if number < 0:
        raise HoodwinkError(
            f"a seed is a whole number of at least 0 or None, got {shortened(seed)}"
        )
    return number


def seat_number(game: Game, n_seats: int, seat: Any) -> int:
    """Return the number of a seat given by number, name or PettingZoo's agent name."""
    names = game.seat_names[:n_seats]
    if isinstance(seat, str):
        for allowed in (list(names), game.agent_names(n_seats)):
            if seat in allowed:
                return allowed.index(seat)
    elif not isinstance(seat, bool):
        try:
            number = operator.index(seat)
        except TypeError:
            number = -1
        if 0 <= number < n_seats:
            return number
    raise HoodwinkError(
        f"unknown seat {shortened(seat)}; there are: {', '.join(names)} (or 0 to {n_seats - 1})"
    )


def merged_options(given: Mapping[str, Any], keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return options given in two places as one; raise BadPosition where they contradict."""
    for key, value in keywords.items():
        if key in given and given[key] != value:
            raise BadPosition(
                f"options.{key} is given twice: {shortened(given[key])} and {shortened(value)}, "
                "which is impossible"
            )
    return {**given, **keywords}


def legal_words(game: Game, t: View, actor: int, mask: NDArray[np.int8]) -> list[str]:
    """Return the words of the actions in `mask` (A,)."""
    return [game.words.decision(t, actor, int(a)) for a in np.flatnonzero(mask)]


def illegal_action(
    game: Game, t: View, actor: int, mask: NDArray[np.int8], action: Any
) -> IllegalAction:
    """Return the error for an action that `mask` (A,) does not allow; it lists the legal ones."""
    legal = ", ".join(
        f"{a} ({game.words.decision(t, actor, int(a))})" for a in np.flatnonzero(mask)
    )
    what = shortened(action)
    if isinstance(action, int | np.integer) and not isinstance(action, bool):
        if not 0 <= action < game.n_actions:
            what += f" (not in action space: 0 to {game.n_actions - 1})"
        elif word := game.words.decision(t, actor, int(action)):
            what += f" ({word})"
    return IllegalAction(
        f"illegal action {what} of seat {actor} ({game.seat_names[actor]}) in {game.name}; "
        f"legal: {legal}. Nothing has changed."
    )


def shortened(value: Any, most: int = 80) -> str:
    """Return repr of a value, cut so that an error message stays readable."""
    if isinstance(value, str | bytes):
        text = repr(value[: most + 1])
        return text if len(value) <= most else f"{text[:most]}... ({len(value)} characters)"
    text = quoted(value)
    return text if len(text) <= most else f"{text[:most]}..."
