"""Games played for learning: decisions gathered from a batch, and what each was worth to its seat.

Every seat of every game has a trajectory of its own: its decisions in their order, then its payoff.
The state after a decision is that seat's *next own* decision; what others do in between belongs to
the world. A decision without a choice is played and left out, for nothing can be learned from it. A
seat whose game is still on when the rollout ends keeps its last decision for the next rollout, so
none is lost: its value stands for the rest of the game until then.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from hoodwink.agents.agent import (
    Actions,
    Agent,
    Masks,
    Memory,
    Observations,
    act_in_rows,
    no_memory,
    sample,
)
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.game import Game
from hoodwink.training.diverged import check_decided
from hoodwink.training.network import Network, masked_log_softmax, probabilities_of
from hoodwink.training.pool import Pool
from hoodwink.training.saved import Saved

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]


class Learner(Protocol):
    """Who decides for the seats that are learned from."""

    def decide(
        self, observations: Observations, masks: Masks, memory: Memory, rows: Rows,
        rng: np.random.Generator,
    ) -> tuple[Actions, Floats, Floats]:  # fmt: skip
        """Return actions, their log-probabilities and the values of what is seen, one a row."""
        ...


class NetworkLearner:
    """A network that draws from its policy."""

    def __init__(self, network: Network) -> None:
        """Decide by `network` as it is at the time."""
        self.network = network

    @torch.inference_mode()
    def decide(
        self, observations: Observations, masks: Masks, memory: Memory, rows: Rows,
        rng: np.random.Generator,
    ) -> tuple[Actions, Floats, Floats]:  # fmt: skip
        """Draw an action for each row."""
        device = self.network.device
        legal = torch.from_numpy(masks).to(device)
        logits, values = self.network(torch.from_numpy(observations).to(device))
        log_policy = masked_log_softmax(logits, legal)
        actions = sample(probabilities_of(log_policy, legal).cpu().numpy(), rng)
        chosen = log_policy.cpu().numpy()[np.arange(len(actions)), actions]
        seen_worth: Floats = values.cpu().numpy()
        check_decided(observations, masks, chosen, seen_worth, self.network)
        return actions, chosen, seen_worth


class Teacher:
    """An agent whose decisions are recorded to be imitated; it knows no values."""

    def __init__(self, agent: Agent) -> None:
        """Decide by `agent`."""
        self.agent = agent

    def decide(
        self, observations: Observations, masks: Masks, memory: Memory, rows: Rows,
        rng: np.random.Generator,
    ) -> tuple[Actions, Floats, Floats]:  # fmt: skip
        """Let the agent act."""
        actions = act_in_rows(self.agent, observations, masks, memory, rows, rng)
        nothing = np.zeros(len(actions), np.float32)
        return actions, nothing, nothing


@dataclass
class Decisions:
    """Decisions of the learner in the order of play, M of them, as columns."""

    observations: Observations  # (M, F)
    masks: Masks  # (M, A)
    actions: Actions  # (M,)
    log_probabilities: Floats  # (M,) of the actions, by the policy that played
    values: Floats  # (M,)
    slots: Rows  # (M,) game of the batch
    seats: Rows  # (M,)
    games: Rows  # (M,) game of the rollout

    def __len__(self) -> int:
        return len(self.actions)

    def columns(self) -> list[NDArray[Any]]:
        """Return the columns in their order."""
        return [getattr(self, column.name) for column in fields(self)]

    def pick(self, rows: NDArray[Any]) -> "Decisions":
        """Return copies of some rows, given by number or by a mask."""
        return Decisions(*(column[rows] for column in self.columns()))


@dataclass
class Rollout:
    """What a collector gathered; its arrays are views, valid until it collects again.

    The game that was on in slot i of the batch at the start is number i; later ones follow.
    """

    decisions: Decisions
    payoffs: NDArray[np.float64]  # (games, S), 0 while a game is on
    over: NDArray[np.bool_]  # (games,)
    learned: NDArray[np.bool_]  # (games, S) seats that the learner held, in games that are over
    pooled: NDArray[np.bool_]  # (games,) over, and past selves held some of the seats
    played: int  # all decisions, those of opponents and those without a choice too


class Collector:
    """Plays games without end and gathers what the learner decides in them."""

    def __init__(
        self, game: Game, tables: NDArray[Any], n: int, seed: int, learner: Learner,
        opponents: Sequence[Agent] = (), share: float = 0.0, teacher: Agent | None = None,
        pool: Pool | None = None, plain: bool = False,
    ) -> None:  # fmt: skip
        """Play `n` games at a time; in a `share` of them opponents fill some of the seats.

        In some of the others past selves of the `pool` do, as soon as there are any. A learner that
        is an agent with a memory is named once more as `teacher`.
        """
        self.game, self.learner, self.opponents, self.pool = game, learner, opponents, pool
        self.share = share if opponents else 0.0
        self.batch = Batch(game, tables, n, seed=seed, plain=plain)
        self.rng = np.random.default_rng([seed, 1])
        self.n_seats = tables["n_seats"].astype(np.int64)[self.batch.table_of]
        # Who holds each seat: 0 the learner, then the opponents, then the past selves.
        self.holder = np.zeros((n, game.seats), np.int64)
        self.agents: list[Agent | None] = [teacher, *opponents]
        self.memories = [self._blank(agent) for agent in self.agents]
        self._no_memory = no_memory(n * game.seats)  # of past selves
        self.carried: Decisions | None = None
        self._buffer: Decisions | None = None
        self._seat_players(np.arange(n))

    def _blank(self, agent: Agent | None) -> Memory:
        n, seats = self.holder.shape
        if agent is None:
            return np.zeros((n * seats, 0), np.int8)
        return agent.start(n * seats, self.rng, np.repeat(self.batch.table_of, seats))

    def _seat_players(self, slots: Rows) -> None:
        """Draw who sits where in the new games of `slots`, and let all forget."""
        self.holder[slots] = 0
        past = self.pool.settings.share if self.pool is not None and self.pool.agents else 0.0
        if self.share > 0 or past > 0:
            drawn = self.rng.random(len(slots))
            mixed = drawn < self.share
            if self.share > 0:
                self._seat_others(slots[mixed], 1, len(self.opponents))
            if self.pool is not None and past > 0:
                pooled = ~mixed & (drawn < self.share + (1 - self.share) * past)
                self._seat_others(slots[pooled], len(self.agents), len(self.pool.agents))
        self._forget(slots)

    def _seat_others(self, slots: Rows, first: int, count: int) -> None:
        """Let the `count` holders from `first` fill seats of `slots`; one to all but one stay."""
        draws = self.rng.integers(count, size=(len(slots), self.game.seats)) + first
        order = np.argsort(self.rng.random(draws.shape) + 2 * self._empty(slots), axis=1)
        places = np.argsort(order, axis=1)  # the place of each seat in a random order
        kept = 1 + np.floor(self.rng.random(len(slots)) * (self.n_seats[slots] - 1))
        self.holder[slots] = np.where(places < kept[:, None], 0, draws)

    def _empty(self, slots: Rows) -> NDArray[np.bool_]:
        return np.arange(self.game.seats) >= self.n_seats[slots, None]

    def _forget(self, slots: Rows) -> None:
        seats = self.game.seats
        rows = (slots[:, None] * seats + np.arange(seats)).ravel()
        for agent, memory in zip(self.agents, self.memories, strict=True):
            if agent is not None:
                table_of = np.repeat(self.batch.table_of[slots], seats)
                memory[rows] = agent.start(len(rows), self.rng, table_of)

    # -- playing -----------------------------------------------------------------------------------

    def collect(self, steps: int) -> Rollout:
        """Play `steps` decisions in every game and return what the learner decided."""
        n = self.batch.num_games
        self._begin(n * (steps + self.game.seats))
        self._game = np.arange(n)  # number of the game that is on in each slot
        self._ended: list[tuple[Rows, NDArray[np.float64], Rows]] = []
        self._n_games = n
        played = 0
        for _ in range(steps):
            actions = self._act()
            self.batch.step(actions)
            played += n
            self._renew(np.flatnonzero(self.batch.done))
        return self._finish(played)

    def _begin(self, capacity: int) -> None:
        """Set up the buffers, with what the last rollout left over in front."""
        if self._buffer is None or len(self._buffer) < capacity:
            numbers = [np.zeros(capacity, np.int64) for _ in range(4)]
            self._buffer = Decisions(
                np.zeros((capacity, self.game.n_observation), np.int8),
                np.zeros((capacity, self.game.n_actions), np.int8),
                numbers[0],
                np.zeros(capacity, np.float32),
                np.zeros(capacity, np.float32),
                *numbers[1:],
            )
        self._used = 0
        if self.carried is not None:
            self.carried.games = self.carried.slots
            self._put(self.carried)

    def _put(self, new: Decisions) -> None:
        assert self._buffer is not None
        end = self._used + len(new)
        for buffer, column in zip(self._buffer.columns(), new.columns(), strict=True):
            buffer[self._used : end] = column
        self._used = end

    def _act(self) -> Actions:
        batch = self.batch
        actions = np.zeros(batch.num_games, np.int64)
        who = self.holder[np.arange(batch.num_games), batch.actor]
        for k in np.unique(who).tolist():
            slots = np.flatnonzero(who == k)
            actions[slots] = self._learner_acts(slots) if k == 0 else self._acts(k, slots)
        return actions

    def _acts(self, k: int, slots: Rows) -> Actions:
        seen, masks = self.batch.observation[slots], self.batch.mask[slots]
        rows = slots * self.game.seats + self.batch.actor[slots]
        first = len(self.agents)  # of the past selves
        if self.pool is not None and k >= first:
            past = self.pool.agents[k - first]
            return act_in_rows(past, seen, masks, self._no_memory, rows, self.rng)
        return act_in_rows(self.opponents[k - 1], seen, masks, self.memories[k], rows, self.rng)

    def _learner_acts(self, slots: Rows) -> Actions:
        seen, masks = self.batch.observation[slots], self.batch.mask[slots]
        seats = self.batch.actor[slots]
        rows = slots * self.game.seats + seats
        decided = self.learner.decide(seen, masks, self.memories[0], rows, self.rng)
        new = Decisions(seen, masks, *decided, slots, seats, self._game[slots])
        choice = masks.sum(1) > 1
        self._put(new if choice.all() else new.pick(choice))
        return decided[0]

    def _renew(self, slots: Rows) -> None:
        """Note the games that ended, and seat the players of those that begin."""
        if len(slots):
            self._ended.append((self._game[slots], self.batch.reward[slots], self.holder[slots]))
            self._game[slots] = self._n_games + np.arange(len(slots))
            self._n_games += len(slots)
            self._seat_players(slots)

    def _finish(self, played: int) -> Rollout:
        shape = (self._n_games, self.game.seats)
        payoffs, over, learned = np.zeros(shape), np.zeros(shape[0], bool), np.zeros(shape, bool)
        pooled = np.zeros(shape[0], bool)
        for numbers, rewards, holder in self._ended:
            payoffs[numbers], over[numbers], learned[numbers] = rewards, True, holder == 0
            pooled[numbers] = (holder >= len(self.agents)).any(1)
        assert self._buffer is not None
        columns = [column[: self._used] for column in self._buffer.columns()]
        rollout = Rollout(Decisions(*columns), payoffs, over, learned, pooled, played)
        on = ~over[rollout.decisions.games]
        self.carried = rollout.decisions.pick(last_of_chain(rollout) & on)
        return rollout

    # -- checkpoints -------------------------------------------------------------------------------

    def save(self) -> Saved:
        """Return the games as they are, who plays them, and what they remember."""
        saved = Saved(values={"rng": self.rng.bit_generator.state})
        saved.add("holder", self.holder)
        for name, array in self.batch.snapshot().items():
            saved.add(f"batch.{name}", array)
        for k, memory in enumerate(self.memories):
            saved.add(f"memory.{k}", memory)
        if self.carried is not None:
            for column in fields(Decisions):
                saved.add(f"carried.{column.name}", getattr(self.carried, column.name))
        return saved

    def restore(self, saved: Saved) -> None:
        """Go on from what a collector of the same games and agents saved."""
        self.rng.bit_generator.state = saved.value("rng")
        self.holder[:] = saved.array("holder", self.holder)
        batch = self.batch.snapshot()
        self.batch.restore({k: saved.array(f"batch.{k}", like) for k, like in batch.items()})
        for k, memory in enumerate(self.memories):
            memory[...] = saved.array(f"memory.{k}", memory)
        carried = saved.part("carried").arrays
        self.carried = None
        if carried:
            self.carried = Decisions(*(carried[column.name] for column in fields(Decisions)))


# -- what a decision was worth ---------------------------------------------------------------------


def _chains(rollout: Rollout) -> tuple[Rows, Rows]:
    """Return the rows by trajectory and time, and how far each is from its trajectory's end."""
    chain = rollout.decisions.games * rollout.payoffs.shape[1] + rollout.decisions.seats
    order = np.argsort(chain, kind="stable")
    chain = chain[order]
    ends = np.flatnonzero(np.append(chain[1:] != chain[:-1], True)) if len(chain) else chain
    return order, ends[np.searchsorted(ends, np.arange(len(chain)))] - np.arange(len(chain))


def last_of_chain(rollout: Rollout) -> NDArray[np.bool_]:
    """Return which decisions are the last of their seat in their game so far."""
    order, behind = _chains(rollout)
    last = np.zeros(len(order), bool)
    last[order[behind == 0]] = True
    return last


def returns_of(rollout: Rollout, bound: float) -> Floats:
    """Return what each decision's seat got in the end (M,), over `bound`; 0 if it is not over."""
    payoffs = rollout.payoffs[rollout.decisions.games, rollout.decisions.seats]
    return (payoffs / bound).astype(np.float32)


def advantages(
    rollout: Rollout, bound: float, gae_lambda: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return generalised advantages (M,) per seat, and which decisions they are ready for.

    Gamma is 1 and the payoff, divided by `bound`, comes with a seat's last decision. The last
    decision of a seat whose game is still on is not ready; its value closes the sum before it.
    Source: Schulman et al. 2016, equation 16, on each seat's own decisions.
    """
    order, behind = _chains(rollout)
    values, result = rollout.decisions.values, np.zeros(len(order), np.float32)
    returns, over = returns_of(rollout, bound), rollout.over[rollout.decisions.games]
    by_distance = np.argsort(behind, kind="stable")
    counts = np.bincount(behind) if len(behind) else behind
    for k, places in enumerate(np.split(by_distance, np.cumsum(counts)[:-1])):
        rows = order[places]
        if k == 0:
            result[rows] = np.where(over[rows], returns[rows] - values[rows], 0)
        else:
            then = order[places + 1]
            result[rows] = values[then] - values[rows] + gae_lambda * result[then]
    ready = np.ones(len(order), bool)
    ready[order[behind == 0]] = over[order[behind == 0]]
    return result, ready
