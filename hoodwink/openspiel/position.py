"""`Position`: where a game stands. It is never changed, so that clones share it."""

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import drivers
from hoodwink.envs.core.batch import driver
from hoodwink.envs.core.errors import HoodwinkError, IllegalAction
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.single import DEAL_ANEW, ONLY_LOOK, illegal_action
from hoodwink.envs.core.spec import parse_env
from hoodwink.envs.core.state import CHANCE, OVER, View
from hoodwink.openspiel.news import Codes, split, told_since
from hoodwink.openspiel.sizes import measure


@dataclass(frozen=True)
class Drawn:
    """Where a world comes from that was drawn for a seat: what was known before its last move.

    seat; public, private: what everybody, and that seat alone, had been told; seen: what other
    seats saw in it, as text, filled when first asked for.
    """

    seat: int
    public: Codes
    private: Codes
    seen: dict[int, str] = field(default_factory=dict, compare=False)


@dataclass(eq=False)
class Position:
    """A state record with what is possible in it and what led there; nobody changes it.

    states (1,); actor: seat, CHANCE or OVER; legal: actions of the seat to move, ascending; odds:
    outcomes of chance with their probabilities; told: all that each seat was told; latest: what the
    last move told it; move: that move; before: the position before it; drawn: where the world comes
    from, if it was drawn and not played. There `told` holds of other seats what was told since.

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
    drawn: Drawn | None = None

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
        earlier = self.drawn.public if self.drawn else ()
        return earlier + tuple(code for position in self.line() for code in position.split[0])

    def private(self, seat: int) -> Codes:
        """Return all that a seat was told beyond what everybody knows."""
        earlier = self.drawn.private if self.drawn else ()
        return earlier + tuple(code for position in self.line() for code in position.split[1][seat])

    def remembers(self, seat: int) -> bool:
        """Return whether all that `seat` was told is known: in a drawn world, of one seat only."""
        return self.drawn is None or self.drawn.seat == seat

    def line(self) -> list["Position"]:
        """Return the positions from the deal, or from where the world was drawn, to this one."""
        found: list[Position] = []
        position: Position | None = self
        while position is not None:
            found.append(position)
            position = position.before
        return found[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        first, *later = self.line()
        moves = [position.move for position in later]
        if first.drawn is None:
            return self.rules.replayed, (moves,)
        kept = first.states, first.told, first.latest, first.move, first.drawn
        return self.rules.replayed, (moves, kept)

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

    def replayed(self, moves: list[int], drawn: tuple[Any, ...] = ()) -> Position:
        """Return the position after these moves, from the deal or from a drawn world on."""
        position = self._world(*drawn) if drawn else self.start()
        for a in moves:
            position = self.after(position, a)
        return position

    def another_world(self, position: Position, seat: int, seed: int) -> Position:
        """Return a world that `seat` cannot tell from this one, drawn as the game's rules do.

        Raises HoodwinkError if this one was drawn for another seat.
        """
        if not position.remembers(seat):
            raise HoodwinkError(
                f"this world was drawn for another seat, so nobody knows what seat {seat} was told"
            )
        states, rng = position.states.copy(), generators(seed, 1)[0]
        if self.plain:
            self.game.resample(View(states), self.t, seat, rng)
        else:
            self.game.compiled_resample(states[0], self._tables[0], seat, rng)
        public, before, known = position.split[0], position.before, position.drawn
        if before is not None:
            known = Drawn(seat, before.public(), before.private(seat))
        seats = range(self.n_seats)
        return self._world(
            states,
            tuple([position.told[p] if p == seat else () for p in seats]),
            tuple([position.latest[p] if p == seat else public for p in seats]),
            position.move,
            known or Drawn(seat, (), ()),
        )

    def _world(
        self, states: NDArray[Any], told: tuple[Codes, ...], latest: tuple[Codes, ...], move: int,
        drawn: Drawn,
    ) -> Position:  # fmt: skip
        found = self._stand(states.copy(), ONLY_LOOK, told, None)
        return replace(found, latest=latest, move=move, drawn=replace(drawn, seen={}))

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
            before.drawn if before else None,
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
            n = self.game.n_actions if actor >= 0 else self.game.n_outcomes
            if not (0 <= a < n and actor < self.n_seats):
                who = f"seat {actor}" if actor >= 0 else "chance"
                raise HoodwinkError(f"{self.game.name} has no move {a} of {who}")
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
