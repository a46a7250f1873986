"""`SeatBatch`: many games, in each one seat that learns; all that others do happens inside.

Compiled bots play in the same call that plays the learner's actions. Agents that are no compiled
bots stay outside: a game waits for them with the actor shown, as it waits for the learner.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.drivers import BOT_MEMORY, begin, play, show
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import OBSERVE, PAYOFF, Game
from hoodwink.envs.core.gym import MOST_DEALS, OWN_STREAM
from hoodwink.envs.core.instructions import call_int, call_void
from hoodwink.envs.core.jit import (
    BYTES_2D,
    FLOATS,
    GENERATORS,
    INT,
    INTS,
    INTS_32,
    array,
    record_type,
    rule,
)
from hoodwink.envs.core.rng import below, generators, pick_legal
from hoodwink.envs.core.single import DEAL_ANEW
from hoodwink.envs.core.state import OVER, View, clear, record

LEAVE = -1  # in place of an action: this game is left alone
REPLACE = -3  # in place of an action: a legal one drawn at random
OUTSIDE = -1  # holders from here downwards are agents outside, the others numbers of bots
OWN, BOTS, LINE_UP = range(3)  # generators of a desk: seat and replaced actions, bots, who sits
NEVER_DECIDES, ILLEGAL_BOT = 1, 2  # faults


def desk(seats: int) -> np.dtype[Any]:
    """Return the record of who sits where in one game, and what came of it."""
    return record(
        [
            ("learner", np.int64),  # the seat that learns
            ("holder", np.int64, (seats,)),  # of every other seat: a bot, or an agent outside
            ("memory", np.int32, (seats, BOT_MEMORY)),  # of the bots
            ("rngs", np.uint64, (3, 1)),
            ("replaced", np.int64),  # actions of the learner in this game
            ("skipped", np.int64),  # games, so far, in which the learner never decided
            ("vain", np.int64),  # deals since the last game that counts
            ("reward", np.float64),  # of the learner's seat in the game that ended last
            ("ended", np.int64),  # its seat in that game
            ("ended_replaced", np.int64),  # its replaced actions in that game
            ("decided", np.int8),  # 1: the learner has decided in this game
            ("dealt", np.int8),  # 1: a new game began; whoever looks at it sets it to 0
            ("done", np.int8),  # 1: a game that counts has ended; likewise
            ("fault", np.int8),
        ]
    )


# -- the loops, plain or compiled as all drivers ---------------------------------------------------


@rule
def seat_learner(t: Any, d: Any, fixed: int) -> None:
    """Give the learner its seat for the next game that counts; -1: one drawn at random."""
    d.learner = fixed if fixed >= 0 else below(d.rngs[OWN], t.n_seats)
    d.vain = 0


@rule
def deal(fns: Any, s: Any, t: Any, d: Any, line_ups: Any, weights: Any, rng: Any) -> int:
    """Draw who holds the seats, let all forget, and deal; return the first actor."""
    for q in range(len(d.holder)):
        d.holder[q] = line_ups[q, below(d.rngs[LINE_UP], line_ups.shape[1])]
        clear(d.memory[q])
    d.replaced = 0
    d.decided = 0
    d.dealt = 1
    return begin(fns, s, t, weights, rng)


@rule
def close(fns: Any, s: Any, t: Any, d: Any, terminal: Any, payoffs: Any) -> None:
    """Note what the game was worth to the learner's seat, and what that seat sees at its end."""
    clear(payoffs)
    call_void(fns[PAYOFF], s, payoffs)
    clear(terminal)
    call_void(fns[OBSERVE], s, t, d.learner, terminal)
    d.reward = payoffs[d.learner]
    d.ended = d.learner
    d.ended_replaced = d.replaced
    d.done = 1


@rule
def let_bots_play(
    fns: Any, bots: Any, s: Any, t: Any, d: Any, p: int, observation: Any, mask: Any,
    weights: Any, rng: Any,
) -> int:  # fmt: skip
    """Let bots play until somebody else has to decide or the game is over; return the actor."""
    while p >= 0 and p != d.learner and d.holder[p] > OUTSIDE:
        show(fns, s, t, p, observation, mask)
        a = call_int(bots[d.holder[p]], observation, mask, t, d.memory[p], d.rngs[BOTS])
        if a < 0 or a >= len(mask) or mask[a] == 0:
            d.fault = ILLEGAL_BOT
            return p
        p = play(fns, s, t, a, weights, rng)
    return p


@rule
def go_on(
    fns: Any, bots: Any, line_ups: Any, fixed: int, s: Any, t: Any, d: Any, p: int,
    observation: Any, mask: Any, terminal: Any, weights: Any, payoffs: Any, rng: Any,
) -> int:  # fmt: skip
    """Play, and deal again after each end, until the learner or an agent outside has to decide."""
    p = let_bots_play(fns, bots, s, t, d, p, observation, mask, weights, rng)
    while p == OVER:
        if d.decided == 1:
            close(fns, s, t, d, terminal, payoffs)
            seat_learner(t, d, fixed)
        else:
            d.skipped += 1
            d.vain += 1
            if d.vain == MOST_DEALS:
                d.fault = NEVER_DECIDES
                return p
        p = deal(fns, s, t, d, line_ups, weights, rng)
        p = let_bots_play(fns, bots, s, t, d, p, observation, mask, weights, rng)
    return p


def play_on(
    fns: Any, bots: Any, line_ups: Any, fixed: int, desks: Any, states: Any, tables: Any,
    table_of: Any, rngs: Any, actions: Any, observation: Any, mask: Any, actor: Any, terminal: Any,
    weights: Any, payoffs: Any,
) -> int:  # fmt: skip
    """Play one legal action (or LEAVE, DEAL_ANEW, REPLACE) in every game, and what bots do then.

    Returns the game where something is at fault (see its desk; later ones have not moved), or -1.
    """
    for g in range(len(actions)):
        a = actions[g]
        if a == LEAVE:
            continue
        s = states[g]
        t = tables[table_of[g]]
        d = desks[g]
        if a == DEAL_ANEW:
            seat_learner(t, d, fixed)
            p = deal(fns, s, t, d, line_ups, weights, rngs[g])
        else:
            if a == REPLACE:
                a = pick_legal(mask[g], d.rngs[OWN])
                d.replaced += 1
            if actor[g] == d.learner:
                d.decided = 1
            p = play(fns, s, t, a, weights, rngs[g])
        p = go_on(
            fns, bots, line_ups, fixed, s, t, d, p, observation[g], mask[g], terminal[g], weights,
            payoffs, rngs[g],
        )  # fmt: skip
        actor[g] = p
        if d.fault != 0:
            return g
        show(fns, s, t, p, observation[g], mask[g])
    return -1


@lru_cache(maxsize=16)
def _compiled_play_on(game_types: tuple[Any, Any], seats: int) -> Any:
    states, tables = (array(kind) for kind in game_types)
    desks = array(record_type(desk(seats)))
    signature = INT(
        INTS, INTS, array(INT, 2), INT, desks, states, tables, INTS, GENERATORS, INTS, BYTES_2D,
        BYTES_2D, INTS, BYTES_2D, INTS_32, FLOATS,
    )  # fmt: skip
    return jit.compiled(play_on, signature)


class SeatBatch:
    """N games with one learner in each; `play` goes on to its next decision.

    Attributes (N games, A actions, F features), overwritten by the next call:
        observation (N, F) int8, mask (N, A) int8, actor (N,) int64: as those of a Batch.
        terminal (N, F) int8: what the learner's seat saw at the end of the game that ended last.
        desks (N,) structured, see `desk`.

    Game i depends on its own seed and actions alone, whatever N.
    """

    def __init__(
        self, game: Game, tables: NDArray[Any], n: int, bots: Sequence[Any],
        line_ups: NDArray[np.int64], fixed: int = -1, *, plain: bool = False,
    ) -> None:  # fmt: skip
        """Make N games; `seed` and deal them before use.

        `bots` are addresses of compiled ones (in a plain run functions). Each game draws for each
        seat q one of `line_ups[q]` (S, K): the number of a bot, or a number below 0 for an agent
        outside. `fixed` is the learner's seat; -1: one drawn anew for each game.
        """
        self._batch = batch = Batch(game, tables, n, plain=plain)
        self.game, self.tables, self.table_of, self.plain = game, tables, batch.table_of, plain
        self.observation, self.mask, self.actor = batch.observation, batch.mask, batch.actor
        self.terminal = np.zeros_like(batch.observation)
        self.desks = np.zeros(n, desk(game.seats))
        self._line_ups, self._fixed = np.ascontiguousarray(line_ups, np.int64), fixed
        self._scratch = (np.zeros(game.n_outcomes, np.int32), np.zeros(game.seats))
        if plain:
            self._run: Callable[..., int] = play_on
            self._bots: Any = list(bots)
            self._records: Any = [
                [View(records, i) for i in range(len(records))]
                for records in (self.desks, batch.states, tables)
            ]
            self._fns: Any = game.plain
        else:
            self._run = _compiled_play_on(game.types, game.seats)
            self._bots = np.array(bots, np.int64)
            self._records = (self.desks, batch.states, tables)
            self._fns = game.functions

    def seed(self, g: int, seed: int) -> None:
        """Begin the generators of game `g` anew, chance as `gym_env` does; deal it afterwards."""
        self._batch.rng[g] = generators(seed, 1)[0]
        for k in (OWN, BOTS, LINE_UP):
            self.desks["rngs"][g, k] = generators(seed, 1, OWN_STREAM + k)[0]

    def play(self, actions: NDArray[np.int64]) -> None:
        """Play `actions` (N,), each legal in its game or LEAVE, DEAL_ANEW or REPLACE."""
        batch = self._batch
        g = self._run(
            self._fns, self._bots, self._line_ups, self._fixed, *self._records, self.table_of,
            batch.rng, actions, self.observation, self.mask, self.actor, self.terminal,
            *self._scratch,
        )  # fmt: skip
        if g >= 0:
            raise HoodwinkError(self._complaint(g))

    def _complaint(self, g: int) -> str:
        fault, learner = int(self.desks["fault"][g]), int(self.desks["learner"][g])
        self.desks["fault"][g] = 0
        name = self.game.name
        if fault == NEVER_DECIDES:
            return f"seat {learner} never gets to decide in game {g} of {name}"
        seat = int(self.actor[g])
        return f"the opponent in seat {seat} is at fault: an illegal action in game {g} of {name}"

    def waiting(self) -> NDArray[np.int64]:
        """Return the games (M,) in which an agent outside has to decide."""
        return np.flatnonzero(self.actor != self.desks["learner"])
