"""`Perspective`: a game as one seat knows it, for search; it never holds the true world."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.rng import Generator, generators
from hoodwink.envs.core.single import ONLY_LOOK, Solo, checked_seed, seat_number, shortened
from hoodwink.envs.core.state import View


class Perspective:
    """What one seat sees, and worlds that it cannot tell from the true one.

    On being made it draws such a world and keeps that one alone. Everything it shows is computed
    from it, which gives the same as the truth would, bit for bit; so the truth cannot be read here.
    """

    def __init__(self, match: Match, seat: int | str, *, plain: bool | None = None) -> None:
        """Take the perspective of a seat of a match; `plain` as the match is unless given."""
        number = seat_number(match.game, match.n_seats, seat)
        chosen = match.plain if plain is None else plain
        self._take(match.game, match.tables, match.states, number, match.options, chosen)

    @classmethod
    def of_state(
        cls, game: Game, tables: NDArray[Any], states: NDArray[Any], seat: int, *,
        options: Mapping[str, Any] | None = None, plain: bool = False,
    ) -> "Perspective":  # fmt: skip
        """Take the perspective of a seat in the first of `states`, played by the first `tables`."""
        made = cls.__new__(cls)
        number = seat_number(game, game.seats_dealt(tables), seat)
        made._take(game, tables, states, number, options or {}, plain)
        return made

    def _take(
        self, game: Game, tables: NDArray[Any], states: NDArray[Any], seat: int,
        options: Mapping[str, Any], plain: bool,
    ) -> None:  # fmt: skip
        self.seat, self.options = seat, dict(options)
        self._world = Solo(game, tables, states, plain=plain)
        self._resample(self._world.states, generators(0, 1)[0])
        self._world.apply(ONLY_LOOK)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._world.game

    @property
    def tables(self) -> NDArray[Any]:
        """A copy of the table record (1,): public."""
        return self._world.tables.copy()

    @property
    def to_move(self) -> int:
        """Who is to move: a seat, CHANCE or OVER."""
        return self._world.actor

    @property
    def observation(self) -> NDArray[np.int8]:
        """What the seat sees (F,)."""
        return self._world.observe(self.seat)

    @property
    def mask(self) -> NDArray[np.int8]:
        """The seat's legal actions (A,): zeros unless it is to move."""
        if self._world.actor == self.seat:
            return self._world.mask.copy()
        return np.zeros(self.game.n_actions, np.int8)

    @property
    def view(self) -> dict[str, Any]:
        """What a careful player in the seat would have written down."""
        return self.game.words.view(self._world.s, self._world.t, self.options, self.seat)

    @property
    def info_state_key(self) -> int:
        """The 64-bit key of all that the seat was told."""
        return int(self._world.states["key"][0, self.seat])

    def worlds(self, n: int, rng: Generator | int) -> NDArray[Any]:
        """Return `n` states drawn for the seat; `rng` is a generator (1,) of core's or a seed."""
        if not isinstance(rng, np.ndarray):
            return self.worlds(n, generators(checked_seed(rng), 1)[0])
        if rng.dtype != np.uint64 or rng.shape != (1,):
            raise HoodwinkError(
                f"rng must be an array of one uint64 or a seed, got {shortened(rng)}"
            )
        if n < 1:
            raise HoodwinkError(f"at least one world must be asked for, got {n}")
        drawn = np.repeat(self._world.states, n)
        self._resample(drawn, rng)
        return drawn

    def _resample(self, states: NDArray[Any], rng: Generator) -> None:
        """Turn each of `states` in place into another world of the seat."""
        game, world = self.game, self._world
        for i in range(len(states)):
            if world.plain:
                game.resample(View(states, i), world.t, self.seat, rng)
            else:
                game.compiled_resample(states[i], world.tables[0], self.seat, rng)
