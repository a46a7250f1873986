"""`Position`: where a game stands. It is never changed, so that clones share it."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import drivers
from hoodwink.envs.core.batch import driver
from hoodwink.envs.core.errors import IllegalAction
from hoodwink.envs.core.single import DEAL_ANEW, illegal_action
from hoodwink.envs.core.spec import parse_env
from hoodwink.envs.core.state import CHANCE, OVER, View
from hoodwink.openspiel.news import Codes, split, told_since
from hoodwink.openspiel.sizes import measure


@dataclass(eq=False)
class Position:
    """A state record with what is possible in it and what led there; nobody changes it.

    states (1,); actor: seat, CHANCE or OVER; legal: actions of the seat to move, ascending; odds:
    outcomes of chance with their probabilities; told: all that each seat was told; latest: what the
    last move told it; move: that move; before: the position before it.

    It copies as itself, and pickles as the moves that led to it.
    """

    rules: "Rules"
    states: NDArray[Any]
    actor: int
    legal: list[int]
    odds: list[tuple[int, float]]
    told: tuple[Codes, ...]
    latest: tuple[Codes, ...]
    move: int
    before: "Position | None"

    @cached_property
    def payoffs(self) -> list[float]:
        """The returns of all seats at the end."""
        return self.rules.payoffs(self)

    @cached_property
    def split(self) -> tuple[Codes, tuple[Codes, ...]]:
        """What of the last move's news is public, and what is each seat's own."""
        return split(self.rules.game, self.latest)

    def public(self) -> Codes:
        """Return all that everybody knows, from the deal on."""
        return tuple(code for position in self.line() for code in position.split[0])

    def private(self, seat: int) -> Codes:
        """Return all that a seat was told beyond what everybody knows."""
        return tuple(code for position in self.line() for code in position.split[1][seat])

    def line(self) -> list["Position"]:
        """Return the positions from the deal to this one."""
        found: list[Position] = []
        position: Position | None = self
        while position is not None:
            found.append(position)
            position = position.before
        return found[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        return self.rules.replayed, ([position.move for position in self.line()[1:]],)

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self


class Rules:
    """A game with its options, compiled or plain: it deals, and plays one move in one call."""

    def __init__(self, spec: str, *, plain: bool = False) -> None:
        """Take a game by its spec, such as `kuhn:players=3`."""
        game, given = parse_env(spec)
        tables = game.tables(**given)
        self.spec, self.plain, self.game = spec, plain, game
        self.options = game.normal_options(**given)
        self.sizes = measure(game, tables, given)
        self.n_seats = game.seats_dealt(tables)
        self.t = View(tables)
        self._tables: Any = [self.t] if plain else tables
        self._fns: Any = game.plain if plain else game.functions
        self._apply = drivers.apply if plain else driver(drivers.apply, game.types)
        self._mask = np.zeros(game.n_actions, np.int8)
        self._weights = np.zeros(game.n_outcomes, np.int32)
        self._words: dict[tuple[int, int], str] = {}
        self._events: dict[int, str] = {}

    def _records(self, states: NDArray[Any]) -> Any:
        return [View(states)] if self.plain else states

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_of, (self.spec, self.plain)

    def start(self) -> Position:
        """Return the position before the deal."""
        states = np.zeros(1, self.game.state)
        nothing: tuple[Codes, ...] = ((),) * self.n_seats
        return self._stand(states, DEAL_ANEW, nothing, None)

    def replayed(self, moves: list[int]) -> Position:
        """Return the position after these moves from the deal on."""
        position = self.start()
        for a in moves:
            position = self.after(position, a)
        return position

    def after(self, position: Position, a: int) -> Position:
        """Return the position after an action or outcome; raise IllegalAction if it is neither."""
        if position.actor == CHANCE:
            allowed = any(a == outcome for outcome, _ in position.odds)
        else:
            allowed = a in position.legal
        if not allowed:
            raise self._refusal(position, a)
        return self._stand(position.states.copy(), a, position.told, position)

    def _stand(
        self, states: NDArray[Any], a: int, told: tuple[Codes, ...], before: Position | None
    ) -> Position:
        actor = int(
            self._apply(
                self._fns, self._records(states), self._tables, 0, 0, a, self._mask, self._weights
            )
        )
        latest = told_since([len(codes) for codes in told], states, self.n_seats)
        return Position(
            self,
            states,
            actor,
            np.flatnonzero(self._mask).tolist() if actor >= 0 else [],
            self._odds() if actor == CHANCE else [],
            tuple([codes + new for codes, new in zip(told, latest, strict=True)]),
            latest,
            a,
            before,
        )

    def _odds(self) -> list[tuple[int, float]]:
        outcomes = np.flatnonzero(self._weights)
        weights = self._weights[outcomes].tolist()
        total = sum(weights)
        return [(o, w / total) for o, w in zip(outcomes.tolist(), weights, strict=True)]

    def _refusal(self, position: Position, a: int) -> IllegalAction:
        if position.actor == OVER:
            return IllegalAction(f"illegal after the end of {self.game.name}: {a}")
        if position.actor == CHANCE:
            possible = ", ".join(f"{o} ({self.word(CHANCE, o)})" for o, _ in position.odds)
            return IllegalAction(f"no outcome of chance in {self.game.name}: {a}; now: {possible}")
        mask = np.zeros(self.game.n_actions, np.int8)
        mask[position.legal] = 1
        return illegal_action(self.game, self.t, position.actor, mask, a)

    def payoffs(self, position: Position) -> list[float]:
        """Return the returns of all seats, zeros before the end."""
        out = np.zeros(self.game.seats)
        if position.actor == OVER:
            run = drivers.outcome_of if self.plain else driver(drivers.outcome_of, self.game.types)
            run(self._fns, self._records(position.states), 0, out)
        found: list[float] = out[: self.n_seats].tolist()
        return found

    def observe(self, position: Position, seat: int) -> NDArray[np.int8]:
        """Return what a seat sees (F,), whoever is to move."""
        out = np.zeros(self.game.n_observation, np.int8)
        run = drivers.look if self.plain else driver(drivers.look, self.game.types)
        run(self._fns, self._records(position.states), self._tables, 0, 0, seat, out)
        return out

    def word(self, actor: int, a: int) -> str:
        """Return the word of an action of a seat, or of an outcome of chance."""
        word = self._words.get((actor, a))
        if word is None:
            words = self.game.words
            word = words.outcome(self.t, a) if actor < 0 else words.decision(self.t, actor, a)
            self._words[actor, a] = word
        return word

    def event(self, code: int) -> str:
        """Return what a seat was told by an event, in words."""
        word = self._events.get(code)
        if word is None:
            word = self._events[code] = self.game.words.event(self.t, code)
        return word


@lru_cache(maxsize=64)
def rules_of(spec: str, plain: bool = False) -> Rules:
    """Return the rules of a game by its spec, compiled and measured once."""
    return Rules(spec, plain=plain)
