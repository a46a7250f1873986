"""The game contract: a table of plain functions over one state record, its sizes and its names.

Nothing else knows the rules. Functions get the state `s` and the tables `t` as records; `out`
arrays come zeroed. Rules never raise, allocate or draw random numbers.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.jit import (
    BYTES,
    FLOATS,
    GENERATOR,
    INT,
    INTS_32,
    VOID,
    compiled,
    record_type,
    rule,
)
from hoodwink.envs.core.portrait import Portrayal
from hoodwink.envs.core.state import View

# Places in the table of functions, plain or compiled.
DEAL, ACTOR, LEGAL, CHANCE_WEIGHTS, ADVANCE, OBSERVE, PAYOFF = range(7)
LARGE = 16  # actions; a game with more takes long enough to compile that a second core helps


@dataclass(frozen=True)
class Block:
    """A named part of the observation: `size` features from `offset`, each in 0..`top`."""

    name: str
    offset: int
    size: int
    top: int
    meaning: str
    labels: tuple[str, ...] = ()  # one a feature, or empty


class Words(Protocol):
    """How a game speaks: actions, outcomes, events and positions as text, both ways (text.py)."""

    def decision(self, t: View, seat: int, action: int) -> str:
        """Return the word of action id `action` of seat `seat`; "" if the id means nothing."""
        ...

    def outcome(self, t: View, outcome: int) -> str:
        """Return the word of the chance outcome id `outcome`."""
        ...

    def event(self, t: View, code: int) -> str:
        """Return what a seat was told by the event `code`, in words."""
        ...

    def known(self, word: str) -> bool:
        """Return whether a game with any options of this kind has this word."""
        ...

    def load(self, position: Mapping[str, Any], options: Mapping[str, Any]) -> "Loaded":
        """Return the state and tables of a position; raise BadPosition naming the key."""
        ...

    def dump(self, s: View, t: View, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the full position of a state."""
        ...

    def view(self, s: View, t: View, options: Mapping[str, Any], seat: int) -> dict[str, Any]:
        """Return what a careful player in `seat` would have written down."""
        ...

    def ansi(self, s: View, t: View, options: Mapping[str, Any], seat: int) -> str:
        """Return the board and what `seat` knows as lines of at most 80 columns."""
        ...

    def explore(self, match: Any, key: str) -> Any:
        """Answer a game's own `then` key (such as `ends`); raise KeyError if it has none such."""
        ...


@dataclass(frozen=True)
class Loaded:
    """A loaded position: one state, its tables (arrays of one record), and the options it names."""

    states: NDArray[Any]
    tables: NDArray[Any]
    options: dict[str, Any]


class Ending(NamedTuple):
    """How a game ended, in a few words that many games share, and in which round (0: has none)."""

    how: str
    round: int = 0


@dataclass(frozen=True)
class Game:
    """A game: sizes, names, tables and the contract functions. See ADDING_A_GAME.md."""

    name: str
    version: int  # N of name_vN: moves when results would change
    rules_version: str
    title: str
    seat_names: tuple[str, ...]  # of the most seats
    min_seats: int  # fewest that the public options allow
    state: np.dtype[Any]
    table: np.dtype[Any]
    n_actions: int
    n_outcomes: int
    n_phases: int  # s.phase, if the game has one, lies in 0..n_phases-1
    blocks: tuple[Block, ...]
    max_decisions: int  # no game has more decisions
    deal: Callable[..., None]
    actor: Callable[..., int]
    legal: Callable[..., None]
    chance: Callable[..., None]
    step: Callable[..., None]
    observe: Callable[..., None]
    payoff: Callable[..., None]
    resample: Callable[..., None]
    tables: Callable[..., NDArray[Any]]  # options as keywords -> tables, an array of one record
    normal_options: Callable[..., dict[str, Any]]  # options as keywords -> all options, checked
    words: Words
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # name -> options
    whole: bool = False  # small enough to be walked with any number of seats; see training/exact
    payoff_range: tuple[float, float] = (-1.0, 1.0)
    n_events: int = 32768  # event codes are below
    veiled: frozenset[int] = frozenset()  # events told to all but a seat that is told more instead
    silent: bool = False  # some moves nobody but the mover hears of: who is asked stays hidden
    most_moves: Callable[[View], tuple[int, int]] | None = None  # with these tables, see `limits`
    portrayal: Portrayal | None = None  # how a strategy is shown; None: as that of any game
    ending: Callable[[View, View], Ending] | None = None  # (s, t) of a finished game
    broken: Callable[..., int] | None = None  # (s, t) -> number of a broken invariant, or 0
    invariants: tuple[str, ...] = ()  # what number 1 and on of `broken` say

    @property
    def seats(self) -> int:
        """The most seats; arrays over seats have this length."""
        return len(self.seat_names)

    @cached_property
    def n_observation(self) -> int:
        """Length of the observation."""
        return sum(block.size for block in self.blocks)

    @cached_property
    def tops(self) -> NDArray[np.float32]:
        """The maximum of every feature (n_observation,); divided by it they are in [0, 1]."""
        return np.concatenate([np.full(b.size, b.top, np.float32) for b in self.blocks])

    @cached_property
    def plain(self) -> tuple[Callable[..., Any], ...]:
        """The functions that drivers call in a plain run, in the order DEAL .. PAYOFF."""
        return (
            self.deal,
            self.actor,
            self.legal,
            self.chance,
            advancing(self.step, self.actor),
            self.observe,
            self.payoff,
        )

    @cached_property
    def types(self) -> tuple[Any, Any]:
        """The compiled types of a state and of a table record."""
        return record_type(self.state), record_type(self.table)

    @cached_property
    def _signatures(self) -> tuple[Any, ...]:
        s, t = self.types
        return (
            VOID(s, t),
            INT(s),
            VOID(s, t, BYTES),
            VOID(s, t, INTS_32),
            INT(s, t, INT),
            VOID(s, t, INT, BYTES),
            VOID(s, FLOATS),
        )

    def _compile(self, place: int) -> Any:
        rule(self.step)  # ADVANCE calls both by name
        rule(self.actor)
        return compiled(self.plain[place], self._signatures[place])

    @cached_property
    def _dispatchers(self) -> list[Any]:
        """Compile the contract functions; where it helps, another process takes `step`."""
        from hoodwink.envs.core.batch import compile_drivers  # batch.py needs this module

        helper = f"{self.name}: step"
        with jit.announced(self.name):
            large = self.n_actions > LARGE and self._is_registered()
            if large and not jit.is_cached(self.plain[ADVANCE], self._signatures[ADVANCE]):
                jit.start_helper(
                    helper,
                    "from hoodwink.envs.core.registry import find_game; "
                    f"find_game({self.name!r})._compile({ADVANCE})",
                )
            done = {i: self._compile(i) for i in range(len(self.plain)) if i != ADVANCE}
            if large:
                compile_drivers(self.types)  # here they cost no waiting
            jit.join_helper(helper)
            done[ADVANCE] = self._compile(ADVANCE)
            return [done[i] for i in range(len(self.plain))]

    def _is_registered(self) -> bool:
        from hoodwink.envs.core.registry import NAMES, find_game

        return self.name in NAMES and find_game(self.name) is self

    @cached_property
    def functions(self) -> NDArray[np.int64]:
        """Addresses of the functions that drivers call, in the order DEAL .. PAYOFF."""
        return np.array([jit.address(d) for d in self._dispatchers], dtype=np.int64)

    @cached_property
    def compiled_resample(self) -> Any:
        """The compiled `resample(s, t, p, rng)`, for search and secrecy tests."""
        s, t = self.types
        with jit.announced(f"{self.name} (resampling)"):
            return compiled(self.resample, VOID(s, t, INT, GENERATOR))

    @cached_property
    def compiled_broken(self) -> Any:
        """The compiled `broken(s, t)`; None for a game that names no invariants."""
        if self.broken is None:
            return None
        with jit.announced(f"{self.name} (invariants)"):
            return compiled(self.broken, INT(*self.types))

    def seats_dealt(self, tables: NDArray[Any], i: int = 0) -> int:
        """Return how many seats a game with these tables has."""
        return int(tables["n_seats"][i])

    def limits(self, tables: NDArray[Any], i: int = 0) -> tuple[int, int]:
        """Return the most decisions and the most chance moves of a game with these tables.

        A game without `most_moves` has at most `max_decisions`; its chance moves are taken to be no
        more than these and one for every outcome there is.
        """
        if self.most_moves is None:
            return self.max_decisions, self.max_decisions + self.n_outcomes
        return self.most_moves(View(tables, i))

    def agent_names(self, n: int) -> list[str]:
        """Return PettingZoo's agent names of a game with `n` seats."""
        return [f"player_{p}" for p in range(n)]


def advancing(step: Callable[..., None], actor: Callable[..., int]) -> Callable[..., int]:
    """Return a function that plays a move and returns the next actor: two rules in one call."""

    @wraps(step)
    def advance(s: Any, t: Any, a: int) -> int:
        step(s, t, a)
        return actor(s)

    return advance


def blocks(
    parts: Sequence[tuple[str, int, int, str] | tuple[str, int, int, str, Sequence[str]]],
) -> tuple[Block, ...]:
    """Lay out observation blocks (name, size, top, meaning[, labels]) one behind the other."""
    laid: list[Block] = []
    offset = 0
    for part in parts:
        name, size, top, meaning = part[:4]
        labels = tuple(part[4]) if len(part) > 4 else ()
        laid.append(Block(name, offset, size, top, meaning, labels))
        offset += size
    return tuple(laid)


def layout_hash(game: Game) -> str:
    """Return what changes whenever features or actions change place or meaning."""
    features = [(b.name, b.offset, b.size, b.top, b.labels) for b in game.blocks]
    return hashlib.sha256(json.dumps([features, game.n_actions]).encode()).hexdigest()
