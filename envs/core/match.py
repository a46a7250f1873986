"""`Match`: one game played in words, from the deal or from a position, with chance as a player."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.errors import BadPosition, IllegalAction
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.rng import pick
from hoodwink.envs.core.single import (
    DEAL_ANEW,
    ONLY_LOOK,
    Solo,
    merged_options,
    seat_number,
    shortened,
)
from hoodwink.envs.core.state import CHANCE, OVER


class Match:
    """One game in words.

    Attributes:
        game, options: what is played, with all options.
        start: the full position in which the match began, None if that was the deal.

    A seat is given by name, number or agent name. The rules run as plain Python, which needs no
    compiling and is quick enough for people, cases and logs; `plain=False` compiles them. Both play
    the same game to the byte.
    """

    game: Game
    options: dict[str, Any]

    def __init__(
        self, name: str, position: Mapping[str, Any] | None = None, seed: int | None = None, *,
        plain: bool = True, **options: Any,
    ) -> None:  # fmt: skip
        """Start at the deal, or at `position`; options come as keywords or in the position.

        Args:
            name: a game, a named variant, or a spec such as `warumono2:players=3`, whose options
                the keywords override.
            position: a position as text (a mapping), see the case format; None for the deal.
            seed: fixes what chance chooses in `roll`; None for an unforeseeable game.
            plain: run the rules as plain Python.
            options: the game's own.

        Raises:
            BadPosition: the position or an option is refused; the message names the key.
        """
        from hoodwink.envs.core.spec import parse_env

        self.game, named = parse_env(name)
        options = {**named, **options}
        if position is None:
            self.options = self.game.normal_options(**options)
            self._solo = Solo(self.game, self.game.tables(**self.options), plain=plain)
            self._solo.apply(DEAL_ANEW)
            self.start: dict[str, Any] | None = None
        else:
            self._load(position, options, plain)
            self.start = self.dump()
        self._solo.seed(seed)
        self._moves: list[str] = []
        self._told: list[list[int]] = [[] for _ in range(self.n_seats)]
        self._counts = self._solo.states["told"][0].copy()

    def _load(self, position: Mapping[str, Any], options: Mapping[str, Any], plain: bool) -> None:
        if not isinstance(position, Mapping):
            raise BadPosition(f"impossible: a position is a mapping, got {shortened(position)}")
        inside = position.get("options")
        if not isinstance(inside, Mapping | None):
            raise BadPosition(f"impossible: options must be a mapping, got {shortened(inside)}")
        options = merged_options(inside or {}, options)
        loaded = self.game.words.load({**position, "options": options}, options)
        self.options = dict(loaded.options)
        self._solo = Solo(self.game, loaded.tables, loaded.states, plain=plain)
        self._solo.apply(ONLY_LOOK)

    # -- who is to move, and what is possible -----------------------------------------------------

    @property
    def n_seats(self) -> int:
        """How many seats play."""
        return self._solo.n_seats

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats that play."""
        return self.game.seat_names[: self.n_seats]

    @property
    def to_move(self) -> str | None:
        """The seat whose decision comes next, "chance", or None when the game is over."""
        if self._solo.actor == CHANCE:
            return "chance"
        return None if self._solo.actor == OVER else self.game.seat_names[self._solo.actor]

    def legal(self) -> list[str]:
        """Return the words legal now: of the seat to move, or the possible outcomes of chance."""
        return list(self._possible())

    def weights(self) -> list[int]:
        """Return the weights of the outcomes that `legal` names; [] if no chance is due."""
        if self._solo.actor != CHANCE:
            return []
        return [int(w) for w in self._solo.weights if w]

    def _possible(self) -> dict[str, int]:
        """Return the ids of all that is possible now, by their words."""
        words, solo = self.game.words, self._solo
        if solo.actor == CHANCE:
            return {words.outcome(solo.t, int(i)): int(i) for i in np.flatnonzero(solo.weights)}
        return {
            words.decision(solo.t, solo.actor, int(a)): int(a) for a in np.flatnonzero(solo.mask)
        }

    # -- playing ----------------------------------------------------------------------------------

    def play(self, word: str) -> None:
        """Play a decision or an outcome.

        Where chance has one possible outcome only and `word` is another word, that outcome is
        played first.

        Raises:
            IllegalAction: `unknown` if no game of this kind has the word, else `illegal`, with the
                words that are legal. Then nothing has changed.
        """
        if not isinstance(word, str):
            raise IllegalAction(f"unknown word {shortened(word)}: words are strings")
        chosen = self._possible().get(word)
        if chosen is not None:
            self._apply(chosen, word)
        elif self._is_forced():
            self._play_later(word)
        else:
            raise self._refusal(word)

    def _play_later(self, word: str) -> None:
        """Play what is forced and then `word`, on a copy that replaces this match if it works."""
        later = self.copy()
        while later._is_forced():
            later.play_forced(1)
            chosen = later._possible().get(word)
            if chosen is not None:
                later._apply(chosen, word)
                self.__dict__ = later.__dict__
                return
        raise self._refusal(word)

    def _is_forced(self) -> bool:
        return self._solo.actor == CHANCE and np.count_nonzero(self._solo.weights) == 1

    def play_forced(self, most: int | None = None) -> None:
        """Play the chance events that have one possible outcome, at most `most` of them."""
        played = 0
        while self._is_forced() and played != most:
            ((word, chosen),) = self._possible().items()
            self._apply(chosen, word)
            played += 1

    def roll(self) -> list[str]:
        """Let chance choose until a seat has to decide; return the words of what came up."""
        rolled = []
        while self._solo.actor == CHANCE:
            chosen = int(pick(self._solo.weights, self._solo.rng))
            word = self.game.words.outcome(self._solo.t, chosen)
            self._apply(chosen, word)
            rolled.append(word)
        return rolled

    def _apply(self, chosen: int, word: str) -> None:
        self._solo.apply(chosen)
        self._moves.append(word)
        self._listen()

    def _listen(self) -> None:
        """Note what the seats were told since the last move."""
        counts, events = self._solo.states["told"][0], self._solo.states["events"][0]
        for p, told in enumerate(self._told):
            for i in range(self._counts[p], counts[p]):
                told.append(int(events[p, i % events.shape[1]]))
        self._counts = counts.copy()

    def _is_word(self, word: str) -> bool:
        """Return whether a game of this kind has the word, or this one by data of its own."""
        words, t = self.game.words, self._solo.t
        if not word or words.known(word):
            return bool(word)
        return any(
            words.decision(t, seat, action) == word
            for seat in range(self.n_seats)
            for action in range(self.game.n_actions)
        )

    def _refusal(self, word: str) -> IllegalAction:
        if self.over:
            kind = "" if self._is_word(word) else "unknown word "
            return IllegalAction(f"illegal after the end of the game: {kind}{shortened(word)}")
        if not self._is_word(word):
            return IllegalAction(
                f"unknown word {shortened(word)}: not of {self.game.name}; {self._legal_text()}"
            )
        return IllegalAction(
            f"illegal now: {shortened(word)}; {self._legal_text()}. Nothing has changed."
        )

    def _legal_text(self) -> str:
        return f"{self.to_move} is to move, legal: {', '.join(self.legal())}"

    # -- the end ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._solo.actor == OVER

    @property
    def payoffs(self) -> dict[str, float]:
        """The returns of all seats by name; empty before the end."""
        if not self.over:
            return {}
        return {name: float(self._solo.payoffs[p]) for p, name in enumerate(self.seats)}

    @property
    def winners(self) -> list[str]:
        """The seats that have won: as the position says, or else those with a positive payoff."""
        if not self.over:
            return []
        written = self.dump().get("winners")
        if written is not None:
            return list(written)
        return [name for name, payoff in self.payoffs.items() if payoff > 0]

    # -- what is seen -----------------------------------------------------------------------------

    def _seat(self, seat: str | int) -> int:
        return seat_number(self.game, self.n_seats, seat)

    def dump(self) -> dict[str, Any]:
        """Return the full position."""
        return self.game.words.dump(self._solo.s, self._solo.t, self.options)

    def view(self, seat: str | int) -> dict[str, Any]:
        """Return what a careful player in `seat` would have written down."""
        return self.game.words.view(self._solo.s, self._solo.t, self.options, self._seat(seat))

    def ansi(self, seat: str | int) -> str:
        """Return board and knowledge of `seat` as lines of text."""
        return self.game.words.ansi(self._solo.s, self._solo.t, self.options, self._seat(seat))

    def told(self, seat: str | int) -> list[str]:
        """Return what `seat` was told since the match began, in words."""
        return [self.game.words.event(self._solo.t, code) for code in self._told[self._seat(seat)]]

    def observation(self, seat: str | int) -> NDArray[np.int8]:
        """Return what `seat` sees as integers (F,)."""
        return self._solo.observe(self._seat(seat))

    def mask(self, seat: str | int) -> NDArray[np.int8]:
        """Return the legal actions of `seat` (A,): zeros unless it is to move."""
        if self._seat(seat) == self._solo.actor:
            return self._solo.mask.copy()
        return np.zeros(self.game.n_actions, np.int8)

    def info_state_key(self, seat: str | int) -> int:
        """Return the 64-bit key of all that `seat` was told: its information state."""
        return int(self._solo.states["key"][0, self._seat(seat)])

    # -- keeping ----------------------------------------------------------------------------------

    @property
    def moves(self) -> list[str]:
        """The words played so far, forced outcomes and what `roll` chose among them."""
        return list(self._moves)

    @property
    def states(self) -> NDArray[Any]:
        """A copy of the state record (1,)."""
        return self._solo.states.copy()

    @property
    def tables(self) -> NDArray[Any]:
        """A copy of the table record (1,)."""
        return self._solo.tables.copy()

    @property
    def plain(self) -> bool:
        """Whether the rules run as plain Python."""
        return self._solo.plain

    def copy(self) -> "Match":
        """Return an independent match; its generator goes on from the same point on its own."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._solo = self._solo.copy()
        twin.options = dict(self.options)
        twin._moves = list(self._moves)
        twin._told = [list(told) for told in self._told]
        twin._counts = self._counts.copy()
        return twin

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Name the game in place of holding it."""
        return {k: v for k, v in self.__dict__.items() if k != "game"} | {"name": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Find the game again."""
        self.__dict__.update({k: v for k, v in state.items() if k != "name"})
        self.game = find_game(state["name"])

    def __repr__(self) -> str:
        return f"<Match {self.game.name}: {len(self._moves)} words played, to move: {self.to_move}>"
