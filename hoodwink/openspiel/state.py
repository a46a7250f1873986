"""`HoodwinkState`: OpenSpiel's view of one game that is going on."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import pyspiel

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.state import CHANCE, OVER
from hoodwink.openspiel.position import Position

if TYPE_CHECKING:
    from hoodwink.openspiel.games import HoodwinkGame

SEEDS: Final = 1 << 53  # as many as there are numbers in [0, 1) that OpenSpiel draws


class HoodwinkState(pyspiel.State):  # type: ignore[misc]  # a class of C++ without annotations
    """A state; `position` is all that it holds.

    OpenSpiel clones a state by a deep copy of its attributes. A position is never changed and
    copies as itself, so a clone costs little more than an empty state.
    """

    position: Position

    def __init__(self, game: "HoodwinkGame") -> None:
        """Stand before the deal."""
        super().__init__(game)
        self.position = game.start

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's ids of chance and of a game that is over."""
        actor = self.position.actor
        if actor >= 0:
            return actor
        return int(pyspiel.PlayerId.CHANCE if actor == CHANCE else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.actor == OVER

    def returns(self) -> list[float]:
        """Return the payoffs of all seats, zeros before the end."""
        return self.position.payoffs

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes that are possible now, with their probabilities."""
        return self.position.odds

    def resample_from_infostate(self, player_id: int, rng: Callable[[], float]) -> "HoodwinkState":
        """Return a state of a world that the player cannot tell from this one, for search.

        It is drawn as the game's own `resample` does. It has no history, which would give away
        what is hidden. Of other players only is known what they see in it: this opens their
        information state strings, and they have no information state tensors. In Warumono 2 what
        they remember still hangs on whether they have really switched: who models them by what
        they see lets that shine through.

        OpenSpiel's C++ does not ask games in Python for this; its ISMCTS in Python does. Give that
        a resampler with a seed, for its own cannot have one:
        `bot.set_resampler(lambda state, p: state.resample_from_infostate(p, rng.uniform))`.
        """
        if not 0 <= player_id < self.num_players():
            raise HoodwinkError(f"there is no player {player_id}")
        state = HoodwinkState(self.get_game())
        seed = int(rng() * SEEDS)
        state.position = self.position.rules.another_world(self.position, player_id, seed)
        return state

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal if player == self.position.actor else []

    def _apply_action(self, action: int) -> None:
        self.position = self.position.rules.after(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.rules.word(player, action)

    def __str__(self) -> str:
        """Return the words of all that has been played, outcomes of chance among them."""
        played: Any = self.full_history()
        words = [self._action_to_string(move.player, move.action) for move in played]
        drawn = self.position.drawn
        if drawn is not None:
            words.insert(0, f"a world drawn for {self.position.rules.game.seat_names[drawn.seat]}")
        return "; ".join(words)
