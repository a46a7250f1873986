"""How a strategy of Liar's Dice is shown: who bids more than it holds, and who doubts whom."""

from typing import Final

from hoodwink.envs.core.portrait import Deed, Portrayal, Tag
from hoodwink.envs.core.state import View
from hoodwink.envs.liars_dice.rules import LIAR, last_bid
from hoodwink.envs.liars_dice.state import FACES
from hoodwink.envs.liars_dice.text import SEAT_NAMES

CALLS: Final = Deed(0, "calls the bid", "attack")
BACKED: Final = Deed(1, "bids on what it holds", "open")
BLUFFS: Final = Deed(2, "bids on what it has not", "bluff")


def held(s: View, p: int, face: int) -> int:
    """Return how many dice of seat `p` count as `face`."""
    wild = int(s.count[p, s.n_faces - 1]) if face != s.n_faces - 1 else 0
    return int(s.count[p, face]) + wild


def situation(s: View, t: View, p: int) -> tuple[Tag, Tag]:
    """Return whether there is a bid and on how many dice, and the dice in hand."""
    last = last_bid(s)
    quantity = last // FACES + 1 if last >= 0 else 0
    told = f"facing a bid of {quantity}" if quantity else "no bid so far"
    scene = Tag(100 * p + quantity, f"{SEAT_NAMES[p]}, {told}")
    rank, dice = 0, []
    for face in range(s.n_faces):
        rank = rank * (s.n_dice + 1) + int(s.count[p, s.n_faces - 1 - face])
        dice += [str(face + 1)] * int(s.count[p, face])
    return scene, Tag(rank, "with " + " ".join(dice))


def deed(s: View, t: View, p: int, a: int) -> Deed:
    """Return what an action is: a bid on a face that the seat does not hold is a bluff."""
    if a == LIAR:
        return CALLS
    return BACKED if held(s, p, a % FACES) else BLUFFS


PORTRAYAL: Final = Portrayal(situation, deed)
