"""How a game wants a strategy to be shown: which decisions belong together, and in which words.

A strategy of even a small game is thousands of probabilities. A picture of it sums them up: what is
decided (a scene), with what in hand (a holding), and what is done (a deed).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from hoodwink.envs.core.state import View

GROUP = 100  # ranks of holdings that a picture sets apart: 0 to 99, 100 to 199 and so on

if TYPE_CHECKING:
    from hoodwink.envs.core.game import Game


class Tag(NamedTuple):
    """A scene or a holding in words; tags are shown in the order of their ranks."""

    rank: int
    text: str


class Deed(NamedTuple):
    """What is done, in words.

    `tone` says what kind of thing it is: quiet, open, bluff, attack, show, or one of the neutral
    way1 to way4; a picture gives each a colour of its own.
    """

    rank: int
    text: str
    tone: str


@dataclass(frozen=True)
class Portrayal:
    """The words of a game for its decisions.

    `situation(s, t, p)` returns the scene and the holding of seat `p`, which is to move. They may
    depend on nothing that the seat has not been told. `deed(s, t, p, a)` says what action `a` is.
    """

    situation: Callable[[View, View, int], tuple[Tag, Tag]]
    deed: Callable[[View, View, int, int], Deed]


def plain_portrayal(game: "Game") -> Portrayal:
    """Return what serves for any game: a scene for each seat, a deed for each word."""

    def situation(s: View, t: View, p: int) -> tuple[Tag, Tag]:
        return Tag(p, f"{game.seat_names[p]} is to move"), Tag(0, "in all positions")

    def deed(s: View, t: View, p: int, a: int) -> Deed:
        return Deed(a, game.words.decision(t, p, a), f"way{a % 4 + 1}")

    return Portrayal(situation, deed)


def portrayal(game: "Game") -> Portrayal:
    """Return the words of a game for its decisions: its own, or those that serve for any."""
    own: Any = game.portrayal  # Any: pyright comes to this class by the link and by the folder
    return own or plain_portrayal(game)
