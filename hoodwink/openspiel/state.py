"""`HoodwinkState`: OpenSpiel's view of one game that is going on."""

from typing import TYPE_CHECKING, Any

import pyspiel

from hoodwink.envs.core.state import CHANCE, OVER
from hoodwink.openspiel.position import Position

if TYPE_CHECKING:
    from hoodwink.openspiel.games import HoodwinkGame


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

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal if player == self.position.actor else []

    def _apply_action(self, action: int) -> None:
        self.position = self.position.rules.after(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.rules.word(player, action)

    def __str__(self) -> str:
        """Return the words of all that has been played, outcomes of chance among them."""
        played: Any = self.full_history()
        return "; ".join(self._action_to_string(move.player, move.action) for move in played)
