"""Which rule case notices a change of the rules, and what else can be told apart by it."""

import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType, FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.case_files import Case
from hoodwink.envs.core.cases import Watch, check_case
from hoodwink.envs.core.game import OBSERVE
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.state import View
from tools.mutation.changes import Mutant

SECONDS = 2.0  # of the processor: a case that takes longer hangs, which is noticed
ENDS = 3  # of a kind, at which worlds are drawn and a new game is dealt
WORLDS = 4  # drawn for each seat there: what goes wrong by chance seldom goes well that often
MEMORY = ("belief", "key", "told", "events", "lost", "notable")  # no part of a position
CASE, COMPARISON, NOBODY = "a case", "comparison alone", "nobody"  # who notices

Place = tuple[str, int]  # file, line


class Stops:
    """How everything stands by the unchanged rules, wherever the stories of a case stand."""

    def __init__(self) -> None:
        self.states: list[NDArray[Any]] = []
        self.sights: list[Any] = []
        self.end: Match | None = None  # where the last of the stories has been checked
        self.is_other = False  # whether something stood otherwise under the last watch

    def keep(self, match: Match) -> None:
        """Note how the match stands."""
        self.states.append(match.states)
        self.sights.append(sights(match))
        self.end = match.copy()

    def refuse_positions(self) -> Watch:
        """Return a watch that refuses a position that does not load back as itself."""
        noted = zip(self.states, self.sights, strict=True)
        self.is_other = False

        def watch(match: Match) -> None:
            check_mask(match)
            states, seen = next(noted)
            if match.states.tobytes() == states.tobytes():
                now = match.weights(), match.payoffs
                self.is_other |= now != (seen.weights, seen.payoffs)
            else:
                self.is_other = True
                if without_memory(match.states) != without_memory(states):
                    check_position(match)

        return watch

    def refuse_others(self) -> Watch:
        """Return a watch that refuses what is told, kept, seen or weighed otherwise than noted."""
        noted = iter(self.sights)

        def watch(match: Match) -> None:
            assert sights(match) == next(noted), "seen otherwise"

        return watch


@dataclass
class Sights:
    """What the seats were told, remember and see, the weights of chance, and the returns."""

    told: list[list[str]]
    memory: bytes  # the weights of the orders of cards, where a game keeps them
    seen: list[bytes]
    weights: list[int]
    payoffs: dict[str, float]


def sights(match: Match) -> Sights:
    """Return what there is to be seen of a match."""
    seats = range(match.n_seats)
    return Sights(
        [match.told(p) for p in seats],
        match.states["belief"].tobytes() if "belief" in (match.states.dtype.names or ()) else b"",
        [match.observation(p).tobytes() for p in seats],
        match.weights(),
        match.payoffs,
    )


def check_mask(match: Match) -> None:
    """Refuse a mask with other entries than 0 and 1."""
    if match.to_move in match.seats:
        assert match.mask(match.to_move).max() == 1, "a mask holds 0 and 1"


def check_position(match: Match) -> None:
    """Refuse a match whose position does not load back as itself, byte by byte but for memory."""
    _compare(match.states, Match(match.game.name, position=match.dump()))


def without_memory(states: NDArray[Any]) -> bytes:
    """Return the bytes of the states without what is no part of a position."""
    left = states.copy()
    for name in MEMORY:
        if name in (left.dtype.names or ()):
            left[name] = 0
    return left.tobytes()


def _compare(states: NDArray[Any], loaded: Match) -> None:
    found, again = without_memory(states), without_memory(loaded.states)
    assert found == again, "the position loads back as another state"


def check_deal(match: Match) -> bytes:
    """Refuse a match of which the next deal keeps something; return what is dealt."""
    old, new = np.zeros(1, match.game.state), np.zeros(1, match.game.state)
    for name in match.game.state.names or ():
        if not name.startswith("pad"):
            old[name] = 1
    for states in (old, new):
        match.game.deal(View(states), View(match.tables))
    assert old.tobytes() == new.tobytes(), "the deal keeps something of the game before"
    return old.tobytes()


def check_worlds(match: Match) -> list[bytes]:
    """Refuse a match of which some seat can tell a world apart that is drawn for it; return those.

    A world is a position that loads as itself, it looks the same to the seat, and what is drawn
    from one world is drawn from the other.
    """
    game, tables, rng, drawn = match.game, View(match.tables), generators(0, 1)[0], []
    for p in (p for p in range(match.n_seats) for _ in range(WORLDS)):
        world, again = match.states, match.states
        game.resample(View(world), tables, p, rng)
        drawn.append(world.tobytes())
        _check_same_sight(match, world, p)
        kept = rng.copy()
        game.resample(View(world), tables, p, rng)
        game.resample(View(again), tables, p, kept)
        assert world.tobytes() == again.tobytes(), "the world drawn depends on the truth"
        drawn.append(world.tobytes())
    return drawn


def _check_same_sight(match: Match, states: NDArray[Any], p: int) -> None:
    game, s, t = match.game, View(states), View(match.tables)
    seen = np.zeros(game.n_observation, np.int8)
    game.plain[OBSERVE](s, t, p, seen)
    assert seen.tobytes() == match.observation(p).tobytes(), "another world is seen otherwise"
    assert game.words.view(s, t, match.options, p) == match.view(p), "another world reads otherwise"
    _compare(states, Match(game.name, position=game.words.dump(s, t, match.options)))


def kind(match: Match) -> Hashable:
    """Return what tells matches apart of which worlds are drawn: who plays, is out, has won."""
    position = match.dump()
    out = tuple(seat for seat, own in position.get("seats", {}).items() if own.get("out"))
    return match.n_seats, match.to_move, position.get("phase"), out, tuple(match.winners)


def few_of_each(kinds: Sequence[Hashable], which: Iterable[int]) -> list[int]:
    """Return those of `which` that are among the first ENDS of their kind."""
    count: Counter[Hashable] = Counter()
    few = []
    for i in which:
        count[kinds[i]] += 1
        if count[kinds[i]] <= ENDS:
            few.append(i)
    return few


class Trial:
    """The rule cases, and what the unchanged rules make of them."""

    def __init__(self, cases: list[Case], files: set[str]) -> None:
        """Play all cases once; `files` are those whose lines are noted."""
        signal.signal(signal.SIGVTALRM, _too_long)
        self.cases = cases
        self.stops = [Stops() for _ in cases]
        self.noticed_last = list(range(len(cases)))  # the latest first: it may notice again
        self.playing: dict[Place, list[int]] = defaultdict(list)  # cases that run a line
        for i, case in enumerate(cases):
            with traced(files) as seen:
                failure = check_case(case)
            failure = failure or check_case(case, self.stops[i].keep)
            if failure:
                raise SystemExit(f"the unchanged rules fail: {failure}")
            for place in seen:
                self.playing[place].append(i)
        self._end(files)

    def _end(self, files: set[str]) -> None:
        """Draw worlds and deal anew where the cases end, and choose for each line where to."""
        ends = [stops.end for stops in self.stops if stops.end]
        self.ends: list[tuple[Match, list[bytes]]] = []  # with what is drawn and dealt
        ending: dict[Place, list[int]] = defaultdict(list)
        for i, match in enumerate(ends):
            with traced(files) as seen:
                self.ends.append((match, [check_deal(match), *check_worlds(match)]))
            for place in seen:
                ending[place].append(i)
        kinds = [kind(match) for match in ends]
        self.ending = {place: few_of_each(kinds, which) for place, which in ending.items()}

    def noticed_by(self, mutant: Mutant, function: FunctionType) -> str:
        """Return who notices the changed function: CASE, COMPARISON or NOBODY."""
        kept = function.__code__
        function.__code__ = mutant.code
        try:
            return self._noticed_by((function.__code__.co_filename, mutant.line))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            function.__code__ = kept

    def _noticed_by(self, place: Place) -> str:
        playing = sorted(self.playing[place], key=self.noticed_last.index)
        others = []
        for i in playing:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS)
            if check_case(self.cases[i], self.stops[i].refuse_positions()):
                self.noticed_last.remove(i)
                self.noticed_last.insert(0, i)
                return CASE
            if self.stops[i].is_other:
                others.append(i)
        if by := self._noticed_at_ends(place):
            return by
        for i in others:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS)
            if check_case(self.cases[i], self.stops[i].refuse_others()):
                return COMPARISON
        return NOBODY

    def _noticed_at_ends(self, place: Place) -> str:
        by = ""
        for match, noted in (self.ends[i] for i in self.ending.get(place, ())):
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS)
            try:
                if [check_deal(match), *check_worlds(match)] != noted:
                    by = COMPARISON
            except Exception:  # whatever breaks, it has been noticed
                return CASE
        return by


@contextmanager
def traced(files: set[str]) -> Iterator[set[Place]]:
    """Note which lines of the files run."""
    seen: set[Place] = set()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    kept = sys.gettrace()
    sys.settrace(trace)
    try:
        yield seen
    finally:
        sys.settrace(kept)


def _too_long(*_: Any) -> None:
    raise TimeoutError("the case hangs")
