"""Each compiled invariant holds from the deal to the end, and is seen to be broken when it is."""

import numpy as np
import pytest

from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.invariants import INVARIANTS
from hoodwink.envs.warumono2.state import NONE, Card, Phase, Role, Ticket

GAME = find_game("warumono2")


def position():
    loaded = GAME.words.load({}, {})
    s, t = View(loaded.states), View(loaded.tables)
    s.phase = Phase.CONTACT
    s.contents[:4] = Card.LOOT, Card.FAKE_1, Card.FAKE_2, Card.FAKE_3
    s.role[:4] = Role.WISEGUY
    s.known[...] = NONE
    return s, t


def put(field, value, *place):
    def change(s):
        if place:
            getattr(s, field)[place] = value
        else:
            setattr(s, field, value)

    return change


def path(*spaces):
    def change(s):
        s.path[: len(spaces)] = spaces
        s.n_path = len(spaces)

    return change


def both(*changes):
    def change(s):
        for each in changes:
            each(s)

    return change


FAULTS = {
    "exactly one Loot": [
        put("contents", Card.FAKE_1, 0),
        put("contents", Card.LOOT, 1),
    ],
    "every Contents Card": [
        put("contents", Card.FAKE_2, 1),
        put("contents", NONE, 1),
        put("gone", 1, 2),
    ],
    "a ticket needs": [put("ticket", Ticket.BOAT, 2)],
    "no more Passports": [
        put("passport", 5, 1),
        both(put("ticket", Ticket.PLANE, slice(0, 4)), put("passport", 1, slice(0, 4))),
        both(put("ticket", Ticket.BOAT, slice(0, 4)), put("passport", 1, slice(0, 4))),
    ],
    "at most one operative": [put("role", Role.UNDERCOVER, slice(0, 2))],
    "no more Back Alley": [put("used", 12, 0), put("used", -1, 3)],
    "nobody but a revealed": [put("barricade", 1, 0)],
    "no space twice": [path(3, 4, 3)],
    "a seat that dropped out": [put("out", 1, 1), put("out", 1, 3)],
    "the Counter": [put("counter", 30), put("counter", -1)],
    "seats know": [put("known", Card.LOOT, 2, 1)],
}


def test_every_invariant_has_its_faults():
    assert [any(name.startswith(key) for key in FAULTS) for name in INVARIANTS] == [True] * 11
    assert len(FAULTS) == len(INVARIANTS)


@pytest.mark.parametrize(
    ("name", "change"), [(name, change) for name, each in FAULTS.items() for change in each]
)
def test_a_broken_invariant_is_named(name, change):
    s, t = position()
    area = np.flatnonzero(t.area == 1)[0]
    if name.startswith("nobody but"):
        s.at[2] = area
        assert GAME.broken(s, t) == 0
    if name.startswith("no more Passports"):
        t.tickets[:] = 3
    change(s)
    assert INVARIANTS[GAME.broken(s, t) - 1].startswith(name)


def test_a_revealed_operative_may_stand_in_a_closed_area():
    s, t = position()
    s.at[2], s.barricade[0] = np.flatnonzero(t.area == 1)[0], 1
    s.role[2], s.revealed[2] = Role.UNDERCOVER, 1
    assert GAME.broken(s, t) == 0
    s.revealed[2] = 0
    assert INVARIANTS[GAME.broken(s, t) - 1].startswith("nobody but a revealed")


def test_a_record_that_may_have_changed_may_be_wrong():
    s, t = position()
    s.known[2, 1], s.touched[2, 1] = Card.LOOT, 1
    assert GAME.broken(s, t) == 0
