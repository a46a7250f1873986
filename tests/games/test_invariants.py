"""Compiled invariants: every game's hold from deal to end, and each is seen to be broken if it is.

A fault is a line of Python that overwrites fields of the state `s` or the tables `t`.
"""

import numpy as np
import pytest

from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.envs.core.rng import generators, pick, pick_legal
from hoodwink.envs.core.state import CHANCE, OVER, View
from hoodwink.envs.warumono2.state import Role

# game -> invariant (as it begins) -> faults, each put into a position 60 moves after the deal.
FAULTS = {
    "warumono2": {
        "exactly one Loot": [
            "s.contents[0] = 1; s.contents[1] = 2; s.contents[2] = 3; s.contents[3] = -1"
        ],
        "every Contents Card": [
            "s.contents[1] = -1",
            "s.gone[2] = 1",
            "s.contents[:] = [0, 1, 1, 2]",
        ],
        "a ticket needs": ["s.passport[2] = 0; s.ticket[2] = 1"],
        "no more Passports": [
            "s.passport[1] = 5",
            "s.passport[:] = 1; s.ticket[:] = 1; t.tickets[1] = 3",
            "s.passport[:] = 1; s.ticket[:] = 2; t.tickets[2] = 3",
        ],
        "at most one operative": ["s.role[:2] = 1"],
        "no more Back Alley": ["s.used[0] = 12", "s.used[3] = -1"],
        "nobody but a revealed": [
            "s.at[2] = np.flatnonzero(t.area == 1)[0]; s.barricade[0] = 1; s.revealed[:] = 0"
        ],
        "no space twice": ["s.n_path = 3; s.path[:3] = [3, 4, 3]"],
        "a seat that dropped out": ["s.out[1] = 1", "s.out[3] = 1"],
        "the Counter": ["s.counter = 30", "s.counter = -1"],
        "seats know": ["s.contents[:] = [0, 1, 2, 3]; s.known[2, 1] = 0; s.touched[2, 1] = 0"],
    },
    "warumono": {
        "exactly one cash": ["s.contents[:] = 0", "s.contents[:] = 1", "s.cash_out = 1"],
        "one Contents card": ["s.contents[2] = -1"],
        "no more orders": ["s.discard[0] = 3", "s.orders[1, 2] = -1", "s.orders[:, 1] = 1"],
        "no more tickets": ["s.tickets[0, 0] = 7", "s.tickets[3, 1] = -1"],
        "the pistol lies": ["s.pistol = 4", "s.out[3] = 1; s.pistol = 3"],
        "at most one detective": ["s.role[:] = 1"],
        "a path without": [
            "s.n_path = 3; s.path[:3] = [0, 1, 0]",
            "s.n_path = 3; s.path[:3] = [0, np.flatnonzero(t.stops)[0], 2]",
        ],
        "a seat that dropped out": ["s.out[1] = 1", "s.out[3] = 1"],
        "the round": ["s.round = 10000"],
        "seats know": [
            "s.belief[1, :] = 0",
            "s.known[1, 2] = 1; s.touched[1, 2] = 0; s.known[1, 3] = 1; s.touched[1, 3] = 0",
        ],
    },
    "wongamania": {
        "no card is lost": [
            "s.unseen[0] = 99",
            "s.assets[0, 3] = 9",
            "s.babies[1] = 9",
            "s.raises[1] = 9",
            "s.retrenched[2] = 9",
            "s.discard[30] = 50",
        ],
        "Market, face-down": ["s.market = 200", "s.down = 200", "s.bank[1] = 150"],
        "no more Trust Funds": ["s.trust[1] = 16", "s.trust[:3] = [8, 4, 4]"],
        "no count below zero": [
            "s.trust[1] = -1",
            "s.insurance[0] = 3",
            "s.insurance[2] = -1",
            "s.hand[1, 4] = -1",
        ],
        "a hand has": ["s.held[0] = 40"],
        "no more actions": ["s.actions = 4", "s.actions = -1"],
        "Assets wait": ["s.phase = 4; s.debt = 3", "s.phase = 8; s.debt = 0"],
        "a seat that went bankrupt": ["s.turn = 0; s.to_move = 0; s.bankrupt[:] = 1"],
        "the token": ["s.token = 16", "s.token = -1"],
        "a Simple game": ["t.simple = 1; t.goal = 1; s.trust[1] = 1"],
    },
    "rumini": {
        "no more tools": ["s.tools[1, 2] = 7"],
        "no more Beetle": ["s.n_beetle_bottom = 20; s.beetle_bottom[:] = 0"],
        "no more magnets": ["s.magnets[2] = 16"],
        "tokens are": ["s.tokens[:] = 15; t.to_win = 5", "s.mission[0] = -1; s.tokens[0] = 1"],
        "ships lie": ["s.at[0] = -1", "s.at[1] = 357", "s.at[2] = np.flatnonzero(t.kind == 1)[0]"],
        "no treasure": [
            "s.treasures[0] = -1",
            "s.magnets[1] = -1",
            "s.skip[2] = -1",
            "s.slow[3] = -1",
            "s.tools[0, 0] = -1",
        ],
        "at most ten": ["s.moves = 11"],
        "the game ends": ["t.to_win = 0", "s.round = 101"],
        "mission cards differ": ["s.tokens[:] = 0; s.mission[:] = 2"],
        "tools that all": ["s.known_tools[2, 3] = 8"],
    },
}


def position(name):
    """Return game, state and tables after 60 moves."""
    game = find_game(name)
    tables = game.tables()
    states = np.zeros(1, game.state)
    s, t, rng = View(states), View(tables), generators(5, 1)[0]
    game.deal(s, t)
    for _ in range(60):
        if (p := game.actor(s)) == CHANCE:
            weights = np.zeros(game.n_outcomes, np.int32)
            game.chance(s, t, weights)
            game.step(s, t, pick(weights, rng))
        else:
            assert p != OVER
            mask = np.zeros(game.n_actions, np.int8)
            game.legal(s, t, mask)
            game.step(s, t, pick_legal(mask, rng))
        assert game.broken is not None
        assert game.broken(s, t) == 0
    return game, s, t


CASES = [
    pytest.param(name, invariant, fault, id=f"{name}-{invariant}-{i}")
    for name, faults in FAULTS.items()
    for invariant, several in faults.items()
    for i, fault in enumerate(several)
]


@pytest.mark.parametrize(("name", "invariant", "fault"), CASES)
def test_a_broken_invariant_is_named(name, invariant, fault):
    game, s, t = position(name)
    exec(fault, {"s": s, "t": t, "np": np})
    assert game.broken is not None
    found = game.broken(s, t)
    assert found
    assert game.invariants[found - 1].startswith(invariant)


@pytest.mark.parametrize("name", [name for name in NAMES if find_game(name).invariants])
def test_every_invariant_has_its_fault(name):
    invariants = find_game(name).invariants
    assert len(FAULTS[name]) == len(invariants)
    assert all(any(text.startswith(key) for key in FAULTS[name]) for text in invariants)


def test_a_revealed_operative_may_stand_in_a_closed_area():
    game, s, t = position("warumono2")
    s.at[2], s.barricade[0] = np.flatnonzero(t.area == 1)[0], 1
    s.role[:], s.role[2], s.revealed[2] = Role.WISEGUY, Role.UNDERCOVER, 1
    assert game.broken is not None
    assert game.broken(s, t) == 0
    s.revealed[2] = 0
    assert game.invariants[game.broken(s, t) - 1].startswith("nobody but a revealed")
