"""Random legal positions of Warumono: play from the deal almost never comes near the exits."""

import random
from typing import Any

from hoodwink.envs.core.checks import Starts
from hoodwink.envs.warumono.game import GAME
from tests.games.warumono.oracle import BOARD, ORDERS, SEATS

Position = dict[str, Any]
NEAR_EXITS = (
    "AIR", "A1", "A2", "GAA", "POR", "P1", "P2", "GAP", "TIP", "U2", "WAR", "T08", "HID", "T04",
    "LOC", "T11", "BAR", "T13", "PAR",
)  # fmt: skip


def random_position(rng: random.Random, players: int | None = None) -> Position:
    """Return a position at the start of a turn, as a game could reach it."""
    n = players or rng.choice((2, 3, 4))
    names = SEATS[:n]
    out = set(rng.sample(names, rng.choices((0, 1, n - 2), (6, 3, 1))[0] if n > 2 else 0))
    stay = [name for name in names if name not in out]
    keep = rng.random() < 0.3
    cash_out = keep and bool(out) and rng.random() < 0.3
    holder = None if cash_out else rng.choice(stay)
    detective = rng.choice([*sorted(out), None]) if cash_out else rng.choice([*names, None])
    cards = {name: "cash" if name == holder else "fake" for name in stay}
    seats: dict[str, Position] = {}
    orders = [w for w in ORDERS for _ in range(2)]
    rng.shuffle(orders)
    for name in names:
        shown = name in out or rng.random() < 0.15
        seats[name] = {
            "role": "detective" if name == detective else "mafia", "revealed": shown,
        }  # fmt: skip
        if name in out:
            seats[name]["out"] = True
        else:
            seats[name] |= _belongings(rng, orders) | {"contents": cards[name]}
            seats[name]["knows"] = _knows(rng, cards)
    return {
        "options": {
            "players": n, "keep_own_after_question": keep,
            "allow_backtrack": rng.random() < 0.2, "advance_as_detective": rng.random() < 0.8,
            "max_rounds": 60,
        },
        "round": rng.choice((1, 20, 58, 60)),
        "first": rng.choice(names),
        "to_move": rng.choice(stay),
        "pistol": rng.choice(["locker", *stay, *stay]),
        "order_discard": {w: orders[:4].count(w) for w in ORDERS},
        "cash_out": cash_out,
        "seats": seats,
    }  # fmt: skip


def _belongings(rng: random.Random, orders: list[str]) -> Position:
    own = [orders.pop() for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    spaces = NEAR_EXITS if rng.random() < 0.8 else tuple(BOARD["nodes"])
    return {
        "at": rng.choice(spaces), "air": int(rng.random() < 0.3), "boat": int(rng.random() < 0.3),
        "orders": {w: own.count(w) for w in ORDERS},
    }  # fmt: skip


def _knows(rng: random.Random, cards: dict[str, str]) -> Position:
    """Make up records: certain ones are true, touched ones anything."""
    knows: Position = {}
    for holder, card in cards.items():
        if rng.random() < 0.5:
            touched = {"last_seen": rng.choice(("cash", "fake")), "touched": rng.randint(1, 3)}
            knows[holder] = card if rng.random() < 0.5 else touched
    return knows


def starts(n: int, seed: int = 0, players: int | None = None) -> Starts:
    """Return options and states of `n` random positions."""
    rng = random.Random(seed)
    loaded = [GAME.words.load(random_position(rng, players), {}) for _ in range(n)]
    return [(each.options, each.states) for each in loaded]
