"""How a strategy of Wongamania is shown: who plays what, or answers, with what in hand."""

from typing import Final

from hoodwink.envs.core.portrait import Deed, Portrayal, Tag
from hoodwink.envs.core.state import View
from hoodwink.envs.wongamania.actions import (
    A_DRAW,
    A_INSURE,
    A_PASS,
    A_PLAY,
    A_SELL,
    A_TRADE,
    A_TRUST,
)
from hoodwink.envs.wongamania.state import N_ASSETS, N_CARDS, NONE, Card, Phase
from hoodwink.envs.wongamania.words import SEAT_NAMES, decision

ACTING, ANSWERING, ELSE = 0, 100, 200  # ranks of scenes
PASSES: Final = Deed(0, "passes", "quiet")
DRAWS: Final = Deed(1, "draws from the Bank", "way1")
TRADES: Final = Deed(2, "trades a card", "way2")
SELLS: Final = Deed(3, "sells", "way3")
BUYS: Final = Deed(4, "buys an Asset", "show")
INVESTS: Final = Deed(5, "buys a Trust Fund or an Insurance", "show")
PLAYS: Final = Deed(6, "plays a card", "attack")
ANSWERS: Final = Deed(7, "answers with an Opps!", "open")


def name_of(c: int) -> str:
    """Return a card as it is printed."""
    return Card(c).name.replace("_", " ").title()


def situation(s: View, t: View, p: int) -> tuple[Tag, Tag]:
    """Return what is decided, and the seat's own hand."""
    rank, held = 0, []
    for c in range(N_CARDS):
        rank = rank * 3 + min(2, int(s.hand[p, c])) if t.deck[c] else rank
        held += [name_of(c)] * int(s.hand[p, c])
    holding = Tag(rank, "with " + ", ".join(held) if held else "with no card")
    if s.phase == Phase.ACT:
        return Tag(ACTING + p, f"{SEAT_NAMES[p]}, in Phase 2"), holding
    if s.phase == Phase.WINDOW:
        what = name_of(s.card) if s.card != NONE else "the end of a turn"
        answered = int(s.n_opps)
        told = f"{what} and {answered} Opps!" if answered else what
        return Tag(ANSWERING + 10 * p + answered, f"{SEAT_NAMES[p]}, asked after {told}"), holding
    name = Phase(s.phase).name.lower().replace("_", " ")
    return Tag(ELSE + 10 * int(s.phase) + p, f"{SEAT_NAMES[p]}, {name}"), holding


def deed(s: View, t: View, p: int, a: int) -> Deed:
    """Return what an action is; which card is traded or played is left to the holding."""
    if a == A_PASS:
        return PASSES
    if s.phase == Phase.WINDOW:
        return ANSWERS
    if a == A_DRAW:
        return DRAWS
    if A_TRADE <= a < A_PLAY:
        return TRADES
    if A_PLAY <= a < A_SELL:
        return BUYS if a - A_PLAY < N_ASSETS else PLAYS
    if A_SELL <= a < A_INSURE:
        return SELLS
    if a in (A_INSURE, A_TRUST):
        return INVESTS
    return Deed(10 + a, decision(t, p, a).replace("_", " "), f"way{a % 4 + 1}")


PORTRAYAL: Final = Portrayal(situation, deed)
