"""The loops that run games: generic over the game, whose functions come in as `fns`.

`fns` holds addresses in a compiled run and functions in a plain one; `states` and `tables` are
arrays of records or lists of views. So both runs are the same code, and a test keeps them
byte-equal.
"""

from typing import Any

import numpy as np

from hoodwink.envs.core.bits import has_bit, pack
from hoodwink.envs.core.game import ACTOR, ADVANCE, CHANCE_WEIGHTS, DEAL, LEGAL, OBSERVE, PAYOFF
from hoodwink.envs.core.instructions import call_int, call_void, prange, wipe
from hoodwink.envs.core.jit import inlined
from hoodwink.envs.core.rng import pick
from hoodwink.envs.core.state import CHANCE, OVER, clear

BLOCK = 16  # games whose rows are wiped at once: few enough to stay in the fastest cache
BOT_MEMORY = 16  # int32 cells that a compiled bot keeps per seat and game, zero at the start


@inlined
def settle(fns: Any, s: Any, t: Any, p: int, weights: Any, rng: Any) -> int:
    """Let chance move until the actor `p` is a seat that has to decide, or OVER; return it."""
    while p == CHANCE:
        clear(weights)
        call_void(fns[CHANCE_WEIGHTS], s, t, weights)
        p = call_int(fns[ADVANCE], s, t, pick(weights, rng))
    return p


@inlined
def play(fns: Any, s: Any, t: Any, a: int, weights: Any, rng: Any) -> int:
    """Play the action `a`, and let chance move; return the actor."""
    return settle(fns, s, t, call_int(fns[ADVANCE], s, t, a), weights, rng)


@inlined
def begin(fns: Any, s: Any, t: Any, weights: Any, rng: Any) -> int:
    """Deal a new game and return the first actor."""
    call_void(fns[DEAL], s, t)
    return settle(fns, s, t, call_int(fns[ACTOR], s), weights, rng)


@inlined
def show(fns: Any, s: Any, t: Any, p: int, observation: Any, mask: Any) -> None:
    """Write observation and legal actions of the actor `p`; zeros when the game is over."""
    clear(observation)
    clear(mask)
    if p >= 0:
        call_void(fns[OBSERVE], s, t, p, observation)
        call_void(fns[LEGAL], s, t, mask)


@inlined
def show_game(
    fns: Any, s: Any, t: Any, p: int, g: int, observation: Any, mask: Any, legal: Any, actor: Any
) -> None:
    """Write row `g` of what the callers see, which is blank, and our own copy of the mask."""
    actor[g] = p
    if p >= 0:
        row = mask[g]
        call_void(fns[OBSERVE], s, t, p, observation[g])
        call_void(fns[LEGAL], s, t, row)
        pack(row, legal[g])


@inlined
def blank_games(
    observation: Any, mask: Any, legal: Any, reward: Any, done: Any, first: int, last: int
) -> None:
    """Wipe what was shown of games first..last-1: many rows at once cost little more than one."""
    wipe(observation, first, last)
    wipe(mask, first, last)
    wipe(legal, first, last)
    wipe(reward, first, last)
    wipe(done, first, last)


@inlined
def first_illegal(legal: Any, actor: Any, actions: Any, n_actions: int) -> int:
    """Return the first game whose action is not legal, or -1; games that are over do not count."""
    for g in range(len(actor)):
        if actor[g] >= 0:
            a = actions[g]
            if a < 0 or a >= n_actions or not has_bit(legal[g], a):
                return g
    return -1


@inlined
def reset_chunk(
    fns: Any, states: Any, tables: Any, table_of: Any, rngs: Any, observation: Any, mask: Any,
    legal: Any, actor: Any, reward: Any, done: Any, weights: Any, low: int, high: int,
) -> None:  # fmt: skip
    """Deal games low..high-1 anew."""
    blank_games(observation, mask, legal, reward, done, low, high)
    for g in range(low, high):
        s = states[g]
        t = tables[table_of[g]]
        p = begin(fns, s, t, weights, rngs[g])
        show_game(fns, s, t, p, g, observation, mask, legal, actor)


@inlined
def step_chunk(
    fns: Any, states: Any, tables: Any, table_of: Any, rngs: Any, actions: Any, restart: int,
    observation: Any, mask: Any, legal: Any, actor: Any, reward: Any, done: Any, weights: Any,
    low: int, high: int,
) -> None:  # fmt: skip
    """Play one legal action in each of the games low..high-1."""
    for first in range(low, high, BLOCK):
        last = min(first + BLOCK, high)
        blank_games(observation, mask, legal, reward, done, first, last)
        for g in range(first, last):
            if actor[g] == OVER:
                continue
            s = states[g]
            t = tables[table_of[g]]
            p = play(fns, s, t, actions[g], weights, rngs[g])
            if p == OVER:
                call_void(fns[PAYOFF], s, reward[g])
                done[g] = 1
                if restart:
                    p = begin(fns, s, t, weights, rngs[g])
            show_game(fns, s, t, p, g, observation, mask, legal, actor)


def reset_games(
    fns: Any, states: Any, tables: Any, table_of: Any, rngs: Any, observation: Any, mask: Any,
    legal: Any, actor: Any, reward: Any, done: Any, weights: Any,
) -> None:  # fmt: skip
    """Deal every game anew."""
    reset_chunk(
        fns, states, tables, table_of, rngs, observation, mask, legal, actor, reward, done,
        weights[0], 0, len(actor),
    )  # fmt: skip


def step_games(
    fns: Any, states: Any, tables: Any, table_of: Any, rngs: Any, actions: Any, restart: int,
    observation: Any, mask: Any, legal: Any, actor: Any, reward: Any, done: Any, weights: Any,
) -> int:  # fmt: skip
    """Play one action in every game; on an illegal one play none and return its game, else -1."""
    bad = first_illegal(legal, actor, actions, mask.shape[1])
    if bad < 0:
        step_chunk(
            fns, states, tables, table_of, rngs, actions, restart, observation, mask, legal, actor,
            reward, done, weights[0], 0, len(actor),
        )  # fmt: skip
    return bad


def step_games_in_parallel(
    fns: Any, states: Any, tables: Any, table_of: Any, rngs: Any, actions: Any, restart: int,
    observation: Any, mask: Any, legal: Any, actor: Any, reward: Any, done: Any, weights: Any,
) -> int:  # fmt: skip
    """Do as `step_games` does, one chunk of games for each row of `weights`."""
    bad = first_illegal(legal, actor, actions, mask.shape[1])
    if bad < 0:
        chunks = len(weights)
        n = len(actor)
        for chunk in prange(chunks):
            c: Any = np.int64(chunk)
            step_chunk(
                fns, states, tables, table_of, rngs, actions, restart, observation, mask, legal,
                actor, reward, done, weights[c], c * n // chunks, (c + 1) * n // chunks,
            )  # fmt: skip
    return bad


def look(fns: Any, states: Any, tables: Any, g: int, table: int, p: int, observation: Any) -> None:
    """Write what seat `p` of game `g` sees, whoever is to move."""
    clear(observation)
    call_void(fns[OBSERVE], states[g], tables[table], p, observation)


def apply(
    fns: Any, states: Any, tables: Any, g: int, table: int, a: int, mask: Any, weights: Any
) -> int:
    """Play one action or outcome of game `g` without resolving chance; show what is possible then.

    Returns the actor. `mask` holds its legal actions, `weights` the outcomes if it is chance. With
    `a` = -1 nothing is played, with `a` = -2 the game is put before its deal.
    """
    s = states[g]
    t = tables[table]
    if a >= 0:
        p = call_int(fns[ADVANCE], s, t, a)
    else:
        if a == -2:
            call_void(fns[DEAL], s, t)
        p = call_int(fns[ACTOR], s)
    clear(mask)
    clear(weights)
    if p >= 0:
        call_void(fns[LEGAL], s, t, mask)
    elif p == CHANCE:
        call_void(fns[CHANCE_WEIGHTS], s, t, weights)
    return p


def outcome_of(fns: Any, states: Any, g: int, payoffs: Any) -> None:
    """Write the returns of all seats of a finished game."""
    clear(payoffs)
    call_void(fns[PAYOFF], states[g], payoffs)


def play_games(
    fns: Any, bots: Any, bot_of: Any, states: Any, tables: Any, table_of: Any, rngs: Any,
    bot_rngs: Any, observation: Any, mask: Any, memory: Any, weights: Any, payoffs: Any,
    decisions: Any,
) -> None:  # fmt: skip
    """Play every game from its present state to the end, all seats by compiled bots.

    bots (B,) addresses; bot_of (N, seats) which of them sits where; memory (seats, BOT_MEMORY);
    observation (OBS,), mask (ACTIONS,), weights (OUTCOMES,) scratch; payoffs (N, seats);
    decisions (N,).
    """
    for g in range(len(decisions)):
        s = states[g]
        t = tables[table_of[g]]
        for q in range(memory.shape[0]):
            clear(memory[q])
        decisions[g] = 0
        p = settle(fns, s, t, call_int(fns[ACTOR], s), weights, rngs[g])
        while p != OVER:
            show(fns, s, t, p, observation, mask)
            a = call_int(bots[bot_of[g, p]], observation, mask, t, memory[p], bot_rngs[g])
            p = play(fns, s, t, a, weights, rngs[g])
            decisions[g] += 1
        clear(payoffs[g])
        call_void(fns[PAYOFF], s, payoffs[g])
