"""One game played by hand, chance included: what the checks are made of."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.game import Game
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.single import DEAL_ANEW, ONLY_LOOK, Solo
from hoodwink.envs.core.state import CHANCE, OVER, States, View

Options = Mapping[str, Any]
Choice = Callable[["Run", random.Random], int]
Starts = Sequence[tuple[Options, States]]  # options and a state each: where games begin


class Run(Solo):
    """One game with every actor, chance too, moved from outside; `moves` are the ids so far."""

    def __init__(
        self, game: Game, options: Options, *, plain: bool = True, states: States | None = None
    ) -> None:
        """Put the game before its deal, or on a copy of `states` (1,)."""
        super().__init__(game, game.tables(**options), states, plain=plain)
        self.options = game.normal_options(**options)
        self.moves: list[int] = []
        self.apply(DEAL_ANEW if states is None else ONLY_LOOK)

    def put(self, states: States) -> None:
        """Go on from `states` (1,)."""
        self.states[:] = states
        self.apply(ONLY_LOOK)

    def play(self, a: int) -> None:
        """Play an action of the seat to move, or an outcome of chance."""
        self.moves.append(a)
        self.apply(a)

    @property
    def seats(self) -> range:
        """The seats of this game."""
        return range(self.n_seats)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    def ids(self) -> list[int]:
        """Return the actions or outcomes that are possible now."""
        given = self.weights if self.actor == CHANCE else self.mask
        return [int(a) for a in np.flatnonzero(given)]

    def mask_of(self, p: int) -> bytes:
        """Return the mask that seat `p` gets: zeros unless it is to move."""
        return self.mask.tobytes() if p == self.actor else bytes(self.game.n_actions)

    def told(self, p: int) -> tuple[int, int]:
        """Return what stands for all that seat `p` was told."""
        return int(self.s.key[p]), int(self.s.told[p])

    def resampled(self, p: int, rng: NDArray[np.uint64]) -> States:
        """Return a world (1,) that seat `p` cannot tell from this one; `rng` (1,) moves on."""
        other = self.states.copy()
        if self.plain:
            self.game.resample(View(other), self.t, p, rng)
        else:
            self.game.compiled_resample(other[0], self.tables[0], p, rng)
        return other

    def view(self, p: int) -> dict[str, Any]:
        """Return what seat `p` would have written down."""
        return self.game.words.view(self.s, self.t, self.options, p)

    def ansi(self, p: int) -> str:
        """Return the picture in characters that seat `p` gets."""
        return self.game.words.ansi(self.s, self.t, self.options, p)

    def dump(self) -> dict[str, Any]:
        """Return the full position."""
        return self.game.words.dump(self.s, self.t, self.options)

    def word(self, a: int) -> str:
        """Return the word of an action or outcome that is possible now."""
        if self.actor == CHANCE:
            return self.game.words.outcome(self.t, a)
        return self.game.words.decision(self.t, self.actor, a)

    def copy(self) -> "Run":
        """Return the same game once more, moved apart from now on."""
        other = Run(self.game, self.options, plain=self.plain, states=self.states)
        other.moves = list(self.moves)
        return other

    def __str__(self) -> str:
        """Say where the game stands, to find it again."""
        return f"{self.game.name} {self.options} after {self.moves}"


def uniform(run: Run, rng: random.Random) -> int:
    """Choose any possible action or outcome with equal chance."""
    return rng.choice(run.ids())


def play(
    game: Game, options: Options, *, seed: int = 0, plain: bool = True, choose: Choice = uniform,
    states: States | None = None,
) -> Iterator[Run]:  # fmt: skip
    """Play one game and yield it in every position, the first and the last too."""
    rng = random.Random(seed)
    run = Run(game, options, plain=plain, states=states)
    yield run
    while not run.over:
        run.play(choose(run, rng))
        yield run


def play_all(
    game: Game, options: Options, *, games: int, seed: int = 0, plain: bool = True,
    choose: Choice = uniform, starts: Starts = (),
) -> Iterator[Run]:  # fmt: skip
    """Play `games` games from the deal and one from each of `starts`, as `play` does."""
    for i in range(games):
        yield from play(game, options, seed=seed + i, plain=plain, choose=choose)
    for i, (given, states) in enumerate(starts):
        yield from play(
            game, given, seed=seed + games + i, plain=plain, choose=choose, states=states
        )


def generator(seed: int) -> NDArray[np.uint64]:
    """Return a generator (1,) for resampling, apart from those of games and agents."""
    rng: NDArray[np.uint64] = generators(seed, 1, stream=9)[0]
    return rng
