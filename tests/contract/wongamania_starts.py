"""Random legal positions of Wongamania: full of action cards, debts and near ends."""

import random
from typing import Any

from hoodwink.envs.core.checks import Starts
from hoodwink.envs.wongamania.game import GAME
from tests.games.wongamania.components import ASSETS, NAMES, SEATS, deck
from tests.games.wongamania.positions import Cards, add
from tests.games.wongamania.reference import complete

Position = dict[str, Any]

VARIANTS = ("standard", "apprentice", "strategist", "hardcore")


def random_options(rng: random.Random, players: int | None = None) -> Position:
    """Return options of every kind."""
    return {
        "players": players or rng.randint(2, 5),
        "mode": rng.choice(("simple", "victory_points")),
        "variant": rng.choices(VARIANTS, (3, 1, 1, 2))[0],
        "board": rng.choice(("basic", "advance")),
        "die_faces": rng.choice((3, 6)),
        "max_rounds": rng.choice((3, 12, 40)),
    }


def random_position(rng: random.Random, players: int | None = None) -> Position:
    """Return a full position in a Phase 2 or at a roll, as a game could reach it."""
    options = random_options(rng, players)
    pile = [card for card, n in deck(options["variant"]).items() for _ in range(n)]
    # Action cards come first, and half of the time those that can be answered or answer.
    liked = NAMES[9:] if rng.random() < 0.5 else ("politician", "lawyer", "veto", *NAMES[15:32])
    pile.sort(key=lambda card: rng.random() + (card in liked))
    names = SEATS[: options["players"]]
    round_ = rng.randint(1, options["max_rounds"])
    laps = rng.randint(round_ - 1, options["max_rounds"] - 1)
    seats = {name: _seat(rng, options, pile) for name in names}
    position = {
        "options": options,
        "chairperson": rng.choice(names),
        "round": round_,
        "laps_done": laps,
        "extra_laps": rng.choices((0, 1, 2), (8, 1, 1))[0],
        "token": rng.randint(0, 15),
        "seats": seats,
        "discard": _take(pile, rng.randint(0, 6)),
    }
    in_the_dark = _face_down(pile, seats)
    position["market"] = rng.choice((in_the_dark, rng.randint(0, in_the_dark), min(3, in_the_dark)))
    if rng.random() < 0.2:
        return _at_roll(position)
    position["actions_left"] = rng.choice((0, 1, 2, 3, 3, 3))
    names_free = [name for name in names if not seats[name]["bankrupt"]]
    if not names_free:
        seats[names[0]]["bankrupt"] = False
    turn = rng.choice(names_free or names[:1])
    return complete({**position, "to_move": turn, "phase": "act"})


def _face_down(pile: list[str], seats: Position) -> int:
    """Return how many cards are left for Market and discard, Banks being no larger than that."""
    for own in seats.values():
        if sum(seat["bank"] for seat in seats.values()) > len(pile):
            own["bank"] = 0
    return len(pile) - sum(own["bank"] for own in seats.values())


def _at_roll(position: Position) -> Position:
    """Return the position at the start of a round: nobody has won, nothing is prolonged."""
    for own in position["seats"].values():
        own["trust"] = min(2, own.get("trust", 0))
        own["insurance"] = min(1, own.get("insurance", 0))
    turn = position["chairperson"]
    return complete({**position, "turn": turn, "phase": "roll", "extra_laps": 0})


def _seat(rng: random.Random, options: Position, pile: list[str]) -> Position:
    if rng.random() < 0.05:
        return {"hand": {}, "bank": rng.choice((0, 0, 2)), "bankrupt": True}
    assets = _take([card for card in pile if card in ASSETS], rng.choice((0, 1, 2, 3, 4)))
    own: Position = {
        "bank": rng.choice((0, 1, 2, 3, 4, 6, 8)),
        "trust": rng.choice((0, 1, 2, 2)),
        "insurance": 0 if options["variant"] == "strategist" else rng.choice((0, 0, 1, 2)),
        "assets": assets,
        "bankrupt": False,
    }
    if options["mode"] == "victory_points" and rng.random() < 0.1:
        own["trust"] = 3
    for card, n in assets.items():
        for _ in range(n):
            pile.remove(card)
    for key, card in (("babies", "baby"), ("pay_raises", "pay_raise"),
                      ("retrenchments", "retrenchment")):  # fmt: skip
        own[key] = 0
        while card in pile and rng.random() < 0.15:
            pile.remove(card)
            own[key] += 1
    own["hand"] = _take(pile, rng.choice((0, 1, 2, 3, 4, 6)))
    return own


def _take(pile: list[str], n: int) -> Cards:
    """Take cards off the end of the pile."""
    cards: Cards = {}
    for _ in range(min(n, len(pile))):
        add(cards, pile.pop())
    return cards


def starts(n: int, seed: int = 0, players: int | None = None) -> Starts:
    """Return options and states of `n` random positions."""
    rng = random.Random(seed)
    loaded = [GAME.words.load(random_position(rng, players), {}) for _ in range(n)]
    return [(each.options, each.states) for each in loaded]
