"""How a strategy of Warumono 2 is shown: who switches, feigns, arrests, hides, with what in hand.

A holding is the Profession and what the seat can tell of its own card: that it has the Loot, that
it may have it, or that it has a fake.
"""

from typing import Final

import numpy as np

from hoodwink.envs.core.portrait import GROUP, Deed, Portrayal, Tag
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.actions import (
    A_ARREST,
    A_LOOK,
    A_PASS,
    A_REVEAL,
    A_ROLL,
    A_SCENARIO,
    A_STEP,
    A_SUBMIT,
    A_SWITCH_FAKE,
    A_SWITCH_REAL,
    A_TAKE,
)
from hoodwink.envs.warumono2.boards import EXITS
from hoodwink.envs.warumono2.knowledge import ORDERS
from hoodwink.envs.warumono2.state import SEATS, Card, Kind, Phase, Role
from hoodwink.envs.warumono2.table import Effect
from hoodwink.envs.warumono2.words import decision, space_names

SCENES: Final = {
    Phase.CONTACT: Tag(0, "Meeting somebody"),
    Phase.TAKEN_IN: Tag(1, "About to be taken in"),
    Phase.TURN: Tag(2, "Beginning a turn"),
    Phase.MOVE: Tag(3, "Choosing the way"),
    Phase.BETRAY: Tag(4, "Betray"),
    Phase.TICKET: Tag(5, "Choosing a ticket"),
    Phase.SCENARIO: Tag(6, "Choosing the sheet"),
}
CARD_SCENE: Final = 10  # + Kind
ROLE_NAMES: Final = {Role.WISEGUY: "Wiseguy", Role.UNDERCOVER: "Operative"}
HAS_LOOT, MAY_HAVE_LOOT, HAS_FAKE = Tag(0, "has the Loot"), Tag(1, "unsure"), Tag(2, "has a fake")
PASSES: Final = Deed(0, "passes", "quiet")
FEIGNS: Final = Deed(1, "feigns a switch", "bluff")
SWITCHES: Final = Deed(2, "switches really", "open")
ARRESTS: Final = Deed(3, "arrests", "attack")
PLAIN: Final = {
    A_ROLL: Deed(0, "rolls", "way1"),
    A_LOOK: Deed(1, "looks at the own card", "quiet"),
    A_PASS: PASSES,
    A_SUBMIT: Deed(0, "hides and goes", "quiet"),
    A_REVEAL: Deed(1, "shows himself and stays", "show"),
}
AIMED: Final = (  # the first of the ids of each kind, in falling order
    (A_SWITCH_FAKE, FEIGNS),
    (A_SWITCH_REAL, SWITCHES),
    (A_ARREST, ARRESTS),
)


def own_card(s: View, p: int) -> Tag:
    """Return what seat `p` can tell of its own card: its memory holds every order that may be."""
    possible = ORDERS[np.flatnonzero(s.belief[p]), p] == Card.LOOT
    if possible.all():
        return HAS_LOOT
    return MAY_HAVE_LOOT if possible.any() else HAS_FAKE


def situation(s: View, t: View, p: int) -> tuple[Tag, Tag]:
    """Return what is decided; the Profession, and what the seat can tell of its card."""
    if s.phase == Phase.CARD:
        name = Kind(s.card).name.replace("_", " ").capitalize()
        scene = Tag(CARD_SCENE + int(s.card), f"Having drawn {name}")
    else:
        scene = SCENES[Phase(s.phase)]
    role, card = Role(s.role[p]), own_card(s, p)
    return scene, Tag(GROUP * role + card.rank, f"{ROLE_NAMES[role]}, {card.text}")


def step_to(t: View, x: int) -> Deed:
    """Return where a step to the space `x` leads: to a place, into an exit, or just there."""
    if t.effect[x] != Effect.NONE:
        name = Effect(t.effect[x]).name.replace("_", " ").title()
        return Deed(10 + int(t.effect[x]), f"to the {name}", f"way{t.effect[x] % 4 + 1}")
    if t.area[x]:
        exit_name = EXITS[t.area[x] - 1].capitalize()
        return Deed(20 + int(t.area[x]), f"into the {exit_name}", f"way{t.area[x] % 4 + 1}")
    return Deed(30 + x, f"to {space_names(t)[x]}", f"way{x % 4 + 1}")


def deed(s: View, t: View, p: int, a: int) -> Deed:
    """Return what an action is; whom it aims at is left out, where a step leads to is not."""
    if a in PLAIN:
        return PLAIN[a]
    for first, what in AIMED:
        if first < a < first + SEATS:
            return what
    if A_STEP <= a < A_STEP + t.n_spaces:
        return step_to(t, a - A_STEP)
    if s.phase in (Phase.TICKET, Phase.SCENARIO):
        first = A_TAKE if s.phase == Phase.TICKET else A_SCENARIO
        return Deed(a - first, decision(t, p, a).replace("_", " "), f"way{(a - first) % 4 + 1}")
    looks = s.phase == Phase.BETRAY or s.card == Kind.INFORMANT
    return Deed(5, "looks at a card" if looks else "names somebody", "show" if looks else "open")


PORTRAYAL: Final = Portrayal(situation, deed)
