"""Games with one thing wrong each, and what solvers must notice of it."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from hoodwink.envs.core.game import Game
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.spec import parse_env
from hoodwink.envs.core.state import tell
from hoodwink.envs.kuhn import rules as kuhn
from hoodwink.envs.leduc import rules as leduc
from hoodwink.training.solvers import Tree, compile_tree


@lru_cache(maxsize=16)
def tree_of(env: str) -> Tree:
    """Return the tree of a game, the same one to every test."""
    game, options = parse_env(env)
    return compile_tree(game, **options)


@rule
def step_with_one_key(s: Any, t: Any, a: int) -> None:
    """Give the second seat the same key whatever card it has: a collision of what it was told."""
    kuhn.step(s, t, a)
    if s.dealt == s.n_seats and s.moves == 0:
        s.key[1] = np.uint64(7)


@rule
def step_that_leaks(s: Any, t: Any, a: int) -> None:
    """Let the key of the second seat depend on a card that it was not told of."""
    kuhn.step(s, t, a)
    if s.dealt == s.n_seats and s.moves == 0:
        s.key[1] = s.key[1] ^ np.uint64(s.card[0] + 1)


@rule
def step_that_floods(s: Any, t: Any, a: int) -> None:
    """Tell the first seat more at once than a state remembers."""
    kuhn.step(s, t, a)
    if s.dealt == s.n_seats and s.moves == 0:
        for _ in range(25):
            tell(s, 1, kuhn.EVENT_DEALT + 1)


@rule
def legal_by_a_hidden_card(s: Any, t: Any, mask: Any) -> None:
    """Let the seat bet only if the other one has not the highest card."""
    mask[kuhn.PASS] = 1
    if s.card[1 - s.moves % 2] != s.n_seats:
        mask[kuhn.BET] = 1


@rule
def step_that_forgets(s: Any, t: Any, a: int) -> None:
    """Tell a seat nothing of what it does itself."""
    p = s.to_move
    if p < 0:
        leduc.step(s, t, a)
        return
    key = s.key[p]
    told = s.told[p]
    leduc.step(s, t, a)
    if s.to_move >= -1:
        s.key[p] = key
        s.told[p] = told


@rule
def step_that_stays(s: Any, t: Any, a: int) -> None:
    """Let nothing happen once the cards are dealt."""
    if s.dealt < s.n_seats:
        kuhn.step(s, t, a)


@rule
def legal_until_a_bet(s: Any, t: Any, mask: Any) -> None:
    """Leave a seat nothing to do after a bet."""
    if s.bettor < 0:
        kuhn.legal(s, t, mask)


def planted(name: str) -> Game:
    """Return the game with the fault of this name."""
    faults: dict[str, tuple[str, dict[str, Any]]] = {
        "collision": ("kuhn", {"step": step_with_one_key}),
        "leak": ("kuhn", {"step": step_that_leaks}),
        "flood": ("kuhn", {"step": step_that_floods}),
        "hidden actions": ("kuhn", {"legal": legal_by_a_hidden_card}),
        "endless": ("kuhn", {"step": step_that_stays}),
        "stuck": ("kuhn", {"legal": legal_until_a_bet}),
        "forgets": ("leduc", {"step": step_that_forgets}),
    }
    game, change = faults[name]
    return replace(find_game(game), **change)
