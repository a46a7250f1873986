"""Random positions of Rumini: play from the deal rarely comes near the end, or to rare flags."""

import random
from typing import Any

from hoodwink.envs.core.checks import Starts
from hoodwink.envs.rumini.boards import LETTERS
from hoodwink.envs.rumini.game import GAME
from hoodwink.envs.rumini.tables import BEETLES, MISSIONS, TOOLS, standard_board

Position = dict[str, Any]

COUNTS = dict(zip(TOOLS, (6, 6, 5, 5), strict=True))
REEFS = standard_board()["cells"]["REEF"]
STICKY = standard_board()["cells"]["STICKY"]
ICE = standard_board()["cells"]["ICE"]
MOKKA = standard_board()["islands"]["MOK"]
BEETLE_SPACES = standard_board()["cells"]["BEETLE"]
FLAGS = ("free_dir", "bonus", "numbers_only", "reversed", "trip")


def random_position(rng: random.Random) -> Position:
    """Return a position at the start of a turn, near the end of the game."""
    n = rng.choice((2, 3, 4))
    last = rng.randint(3, 60)
    names = "ABCD"[:n]
    deck = [tool for tool, count in COUNTS.items() for _ in range(count)]
    rng.shuffle(deck)
    cards = rng.sample(MISSIONS, n)
    seats = {name: _seat(rng, cards[i], deck) for i, name in enumerate(names)}
    mover = rng.choice(names)
    seats[mover]["skip"] = 0
    phase = "roll"
    if rng.random() < 0.3:
        phase = rng.choice(("target", "distance", "discard_tool" if held(seats[mover]) else "roll"))
        seats[mover] |= {"at": rng.choice(BEETLE_SPACES), "staying": False}
    return {
        "options": {
            "players": n, "missions_to_win": 3, "max_rounds": last, "open_hands": rng.random() < 0.1
        },
        "first": rng.choice(names),
        "round": max(1, last - rng.randint(0, 3)),
        "to_move": mover,
        "phase": phase,
        "tool_bottom": [deck.pop() for _ in range(rng.choice((0, 0, 2, len(deck))))],
        "beetle_bottom": rng.sample(BEETLES, rng.randint(0, len(BEETLES))),
        "seats": seats,
    }  # fmt: skip


def held(seat: Position) -> int:
    """Return how many tools a seat holds."""
    return sum(seat["tools"].values())


def _seat(rng: random.Random, card: str, deck: list[str]) -> Position:
    own = [letter for letter in LETTERS if letter.lower() in card]
    hand = [deck.pop() for _ in range(rng.choice((0, 1, 2, 2, 3, 5)))]
    at = rng.choice((_anywhere(rng), rng.choice((*STICKY, *ICE)), MOKKA, _anywhere(rng)))
    return {
        "at": list(at),
        "mission": card,
        "tools": {tool: hand.count(tool) for tool in sorted(set(hand))},
        "treasures": rng.choice((0, 1, 2, 5)),
        "magnets": rng.choice((0, 1, 3)),
        "tokens": [letter for letter in own if rng.random() < 0.4][:2],
        "skip": rng.choice((0, 0, 0, 1, 2)),
        "slow": rng.choice((0, 0, 1, 2)),
        "staying": at == MOKKA and rng.random() < 0.5,
        "no_token": rng.random() < 0.2,
        **{flag: rng.random() < 0.2 for flag in FLAGS},
    }


def _anywhere(rng: random.Random) -> list[int]:
    while True:
        space = [rng.randrange(21), rng.randrange(17)]
        if space not in REEFS:
            return space


def starts(n: int, seed: int = 0) -> Starts:
    """Return `n` random positions with their options."""
    rng = random.Random(seed)
    loaded = [GAME.words.load(random_position(rng), {}) for _ in range(n)]
    return [(one.options, one.states) for one in loaded]
