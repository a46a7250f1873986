"""Pgx on the CPU: a batch stepped by one jitted call from Python, or many steps in one `lax.scan`.

Actions are drawn from the masks inside the jitted code. Games that end are dealt anew by Pgx's own
`auto_reset`, and counted. Compiled code is not kept: every process compiles anew.
"""

import os

os.environ["JAX_PLATFORMS"] = "cpu"  # before JAX is loaded: rates are per second of CPU time

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from pgx.experimental.wrappers import auto_reset

from hoodwink.bench.case import HASHED, Case
from hoodwink.bench.peers import PEERS
from hoodwink.bench.stopwatch import Subject, Tally, Watch, measure

SCANNED = 128  # steps in one call of the scan

Carry = Any  # (states, key, games that ended)


class Vmapped(Subject):
    """A batch of games under `vmap`, stepped by `loop` or `scan`."""

    def __init__(self, case: Case) -> None:
        """Make the games and the functions that step them; JAX compiles them at the first call."""
        self._way, _, n = case.api.partition("_")
        self._n, self._seed = int(n), case.seed
        name: Any = PEERS["pgx"].games[case.game]  # which Pgx has as literals
        env: Any = pgx.make(name)
        self._init = jax.jit(jax.vmap(env.init))
        self._vstep = jax.vmap(auto_reset(env.step, env.init))
        self._step = jax.jit(lambda carry: self._advance(carry)[0])
        self._scan = jax.jit(self._many)
        self.begin()
        states = self._carry[0]
        leaves = sum(leaf.nbytes for leaf in jax.tree_util.tree_leaves(states)) // self._n
        observation, mask = states.observation.nbytes, states.legal_action_mask.nbytes
        self.facts = {
            "observation_bytes": observation // self._n,
            "mask_bytes": mask // self._n,
            "state_bytes": leaves - (observation + mask) // self._n,
        }

    def begin(self) -> None:
        """Deal anew from the seed: the same games each time."""
        deal, key = jax.random.split(jax.random.PRNGKey(self._seed))
        self._carry: Carry = (self._init(jax.random.split(deal, self._n)), key, jnp.int32(0))

    def _advance(self, carry: Carry) -> tuple[Carry, Any]:
        """Step every game by an action drawn from its mask."""
        states, key, games = carry
        key, draw, chance = jax.random.split(key, 3)
        masks = states.legal_action_mask
        actions = jax.random.categorical(draw, jnp.log(masks.astype(jnp.float32)), axis=-1)
        states = self._vstep(states, actions, jax.random.split(chance, self._n))
        return (states, key, games + states.terminated.sum(dtype=jnp.int32)), masks

    def _many(self, carry: Carry) -> tuple[Carry, Any]:
        """Step every game SCANNED times; every observation is read, or XLA would not make it."""

        def body(inner: tuple[Carry, Any], _: None) -> tuple[tuple[Carry, Any], None]:
            after, _ = self._advance(inner[0])
            read = after[0].observation.sum(dtype=jnp.int32)
            return (after, inner[1] + read), None

        after: tuple[Carry, Any] = jax.lax.scan(body, (carry, 0), None, length=SCANNED)[0]
        return after

    def play(self, decisions: int) -> Tally:
        """Step all games until there are so many decisions."""
        steps = -(-decisions // self._n)
        carry = (*self._carry[:2], jnp.int32(0))
        if self._way == "scan":
            steps = SCANNED * -(-steps // SCANNED)
            for _ in range(steps // SCANNED):
                carry, read = self._scan(carry)
                read.block_until_ready()
        else:
            for _ in range(steps):
                carry = self._step(carry)
        jax.block_until_ready(carry)
        self._carry = carry
        return Tally(steps * self._n, int(carry[2]))

    def first(self, decisions: int) -> dict[str, Any]:
        """Begin anew and play the first decisions of every game untimed; game 0 is hashed."""
        self.begin()

        def body(carry: Carry, _: None) -> tuple[Carry, Any]:
            states = carry[0]
            after, masks = self._advance(carry)
            return after, (states.observation[0], masks[0], (masks.sum(axis=-1) == 1).sum())

        run = jax.jit(lambda carry: jax.lax.scan(body, carry, None, length=HASHED))
        self._carry, (observations, masks, forced) = run(self._carry)
        watch = Watch()
        for observation, mask in zip(np.asarray(observations), np.asarray(masks), strict=True):
            watch.hash(mask, observation)
        watch.decisions, watch.forced = HASHED * self._n, int(np.asarray(forced).sum())
        return watch.report()


def run(case: Case) -> dict[str, Any]:
    """Measure Pgx."""
    return measure(lambda: Vmapped(case), case)
