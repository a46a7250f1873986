"""How a strategy of Leduc poker is shown: who raises, calls and folds, with which cards."""

from typing import Final

from hoodwink.envs.core.portrait import GROUP, Deed, Portrayal, Tag
from hoodwink.envs.core.state import View
from hoodwink.envs.leduc.rules import CALL, FOLD

RANKS: Final = {3: ("J", "Q", "K"), 4: ("J", "Q", "K", "A")}  # by the number of ranks
FOLDS: Final = Deed(0, "folds", "quiet")
CALLS: Final = Deed(1, "calls", "open")
CHECKS: Final = Deed(0, "checks", "quiet")
RAISES: Final = Deed(2, "raises", "bluff")


def is_facing(s: View, p: int) -> bool:
    """Return whether seat `p` has to pay or fold."""
    return bool(s.paid[p] < s.stakes)


def situation(s: View, t: View, p: int) -> tuple[Tag, Tag]:
    """Return the round and whether there is a raise to answer; the private card, and the pair."""
    facing = is_facing(s, p)
    scene = f"Round {s.street + 1}, {'facing a raise' if facing else 'nothing to call'}"
    names = RANKS[int(t.n_seats) + 1]
    rank = int(s.card[p]) // 2
    if s.shared < 0:
        return Tag(facing, scene), Tag(rank, f"with {names[rank]}")
    paired = rank == s.shared // 2
    public = "a pair" if paired else f"{names[s.shared // 2]} on the table"
    order = GROUP * paired + 10 * rank + int(s.shared) // 2
    return Tag(2 + facing, scene), Tag(order, f"with {names[rank]}, {public}")


def deed(s: View, t: View, p: int, a: int) -> Deed:
    """Return what an action is: to call where there is nothing to pay is a check."""
    if a == FOLD:
        return FOLDS
    if a == CALL:
        return CALLS if is_facing(s, p) else CHECKS
    return RAISES


PORTRAYAL: Final = Portrayal(situation, deed)
