"""Games beside their OpenSpiel twins: whole trees, or random games, move by move."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from hoodwink.envs.core.game import Game
from hoodwink.envs.core.rng import generators, pick
from hoodwink.envs.core.state import CHANCE, OVER, View


class Pair:
    """One history in both games. Our outcomes are `n_cards` * whom + card, theirs the card.

    `action` turns our id of an action into theirs, in the same order.
    """

    def __init__(
        self, game: Game, theirs: Any, n_cards: int, tables: Any, states: Any,
        action: Callable[[int], int] = int,
    ) -> None:  # fmt: skip
        self.game, self.theirs, self.n_cards, self.tables = game, theirs, n_cards, tables
        self.states, self.action = states, action
        self.s, self.t = View(states), View(tables)

    @classmethod
    def deal(
        cls, game: Game, theirs: Any, n_cards: int, options: Mapping[str, Any] | None = None,
        action: Callable[[int], int] = int,
    ) -> "Pair":  # fmt: skip
        """Return both games before their first move; `options` are ours beside `players`."""
        tables = game.tables(players=theirs.num_players(), **(options or {}))
        start = theirs.new_initial_state()
        pair = cls(game, start, n_cards, tables, np.zeros(1, game.state), action)
        game.deal(pair.s, pair.t)
        return pair

    def check(self, keys: dict[int, str], texts: dict[str, int]) -> dict[int, int]:
        """Assert that both games stand alike; return the moves that are possible, ours to theirs.

        `keys` and `texts` collect the information states of the seats to move, by either name.
        """
        actor = self.game.actor(self.s)
        assert self.theirs.is_terminal() == (actor == OVER)
        if actor == OVER:
            payoffs = np.zeros(self.game.seats)
            self.game.payoff(self.s, payoffs)
            assert payoffs[: self.t.n_seats].tolist() == self.theirs.returns()
            return {}
        assert self.theirs.current_player() == actor
        if actor == CHANCE:
            weights = np.zeros(self.game.n_outcomes, np.int32)
            self.game.chance(self.s, self.t, weights)
            moves = {int(i): int(i) % self.n_cards for i in np.flatnonzero(weights)}
            odds = {card: weights[i] / weights.sum() for i, card in moves.items()}
            assert odds == dict(self.theirs.chance_outcomes())
            return moves
        mask = np.zeros(self.game.n_actions, np.int8)
        self.game.legal(self.s, self.t, mask)
        moves = {int(a): self.action(int(a)) for a in np.flatnonzero(mask)}
        assert list(moves.values()) == self.theirs.legal_actions()
        key, text = int(self.s.key[actor]), self.theirs.information_state_string()
        assert keys.setdefault(key, text) == text
        assert texts.setdefault(text, key) == key
        return moves

    def child(self, ours: int, theirs: int) -> "Pair":
        """Return the pair after a move."""
        after = Pair(
            self.game, self.theirs.child(theirs), self.n_cards, self.tables, self.states.copy(),
            self.action,
        )  # fmt: skip
        self.game.step(after.s, after.t, ours)
        return after


def whole_tree(root: Pair) -> tuple[list[int], int]:
    """Check all histories; return how many there are of each length, and the information states."""
    keys: dict[int, str] = {}
    texts: dict[str, int] = {}
    counts: list[int] = []

    def walk(pair: Pair, depth: int) -> None:
        if depth == len(counts):
            counts.append(0)
        counts[depth] += 1
        for ours, theirs in pair.check(keys, texts).items():
            walk(pair.child(ours, theirs), depth + 1)

    walk(root, 0)
    return counts, len(keys)


def random_games(game: Game, theirs: Any, n_cards: int, n: int) -> Iterator[int]:
    """Check `n` random games; yield the length of each."""
    keys: dict[int, str] = {}
    texts: dict[str, int] = {}
    for rng in generators(3, n):
        pair, length = Pair.deal(game, theirs, n_cards), 0
        while moves := pair.check(keys, texts):
            chosen = list(moves.items())[pick(np.ones(len(moves), np.int32), rng)]
            pair, length = pair.child(*chosen), length + 1
        yield length
