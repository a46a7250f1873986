"""A strategy summed up: in each scene and with each holding, how often what is done.

Every information state counts as often as it is met when all seats play the strategy, so the shares
are those that a patient onlooker would count, who sees all cards. Decisions without a choice are
left out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hoodwink.envs.core.game import Game
from hoodwink.envs.core.portrait import Deed, Portrayal, Tag
from hoodwink.envs.core.state import View

RARE = 5e-4  # times a game; what is met less often is left out


class Decision(NamedTuple):
    """One information state: where it is, how often it is met in a game, and what is done there."""

    s: View  # a state of it
    seat: int
    met: float
    actions: Sequence[int]
    probabilities: Sequence[float]


@dataclass
class Bar:
    """What is done with one holding: how often it is met in a game, and of that each deed."""

    holding: Tag
    met: float = 0.0
    done: dict[Deed, float] = field(default_factory=dict)  # times a game; they sum to `met`

    def share(self, deed: Deed) -> float:
        """Return how often the deed is done where the holding is met, in 0..1."""
        return self.done.get(deed, 0.0) / self.met if self.met else 0.0


@dataclass
class Scene:
    """What is decided, with its deeds and holdings in order."""

    title: Tag
    deeds: list[Deed]
    bars: list[Bar]


@dataclass
class Portrait:
    """A strategy summed up; `notes` say what it is and how good."""

    title: str
    notes: list[str]
    scenes: list[Scene]


def sum_up(portrayal: Portrayal, t: View, decisions: Iterable[Decision]) -> list[Scene]:
    """Return the scenes of a strategy, in the order that the game gives them."""
    bars: dict[tuple[Tag, Tag], Bar] = {}
    for one in decisions:
        if len(one.actions) < 2:
            continue
        scene, holding = portrayal.situation(one.s, t, one.seat)
        bar = bars.setdefault((scene, holding), Bar(holding))
        bar.met += one.met
        for a, probability in zip(one.actions, one.probabilities, strict=True):
            deed = portrayal.deed(one.s, t, one.seat, a)
            bar.done[deed] = bar.done.get(deed, 0.0) + one.met * probability
    titles = sorted({scene for scene, _ in bars})
    scenes = [
        _scene(title, [bars[key] for key in sorted(bars) if key[0] == title]) for title in titles
    ]
    return [scene for scene in scenes if scene.bars]


def _scene(title: Tag, bars: list[Bar]) -> Scene:
    often = [bar for bar in bars if bar.met >= RARE]
    return Scene(title, sorted({deed for bar in often for deed in bar.done}), often)


def heading(game: Game, env: str) -> str:
    """Return what a picture is called: the game, and the variant or the options if any."""
    rest = env.removeprefix(game.name).lstrip("-:")
    return f"{game.title}, {rest}" if rest else game.title
