"""Random legal positions of Warumono 2: play from the deal almost never comes near the exits."""

import random
from typing import Any

from hoodwink.envs.core.checks import Starts
from hoodwink.envs.warumono2.game import GAME
from tests.games.warumono2.components import AREAS, CONTENTS, DECK, NEIGHBOURS, SEATS, SHEETS
from tests.games.warumono2.reference import complete

Position = dict[str, Any]

NEAR_EXITS = (
    "S13",
    "S14",
    "S15",
    "S17",
    "S18",
    "S19",
    "AP1",
    "AP2",
    "DK1",
    "DK2",
    "C2",
    "C6",
    "TRA",
)
AREA_SPACES = {space: place for place, spaces in AREAS.items() for space in spaces}


def random_position(rng: random.Random, players: int | None = None) -> Position:
    """Return a full position at the start of a turn, as a game could reach it."""
    n = players or rng.choice((3, 4))
    scenario = rng.randint(1, 7)
    options = {
        "players": n, "scenario": scenario, "peek_at_start": rng.random() < 0.8,
        "separate_start_box": rng.random() < 0.1,
    }  # fmt: skip
    names = SEATS[:n]
    out = set(rng.sample(names, rng.choices((0, 1, n - 2), (6, 3, 1))[0]))
    cards = _cards(rng, [name for name in names if name not in out], len(out))
    roles = _roles(rng, names)
    barricades = [place for place in AREAS if rng.random() < 0.15]
    seats: dict[str, Position] = {}
    for name in names:
        seats[name] = {"role": roles[name], "revealed": rng.random() < 0.15}
        if name in out:
            seats[name]["out"] = True
        else:
            seats[name] |= _papers(rng) | {"contents": cards[name]}
            seats[name]["at"] = _space(rng, seats[name], barricades)
    for name in names:
        if name not in out:
            seats[name]["knows"] = _knows(rng, cards)
    remaining = [name for name in names if name not in out]
    return complete(
        {
            "options": options,
            "counter": rng.randint(1, SHEETS[scenario]["last"]),
            "first": rng.choice(remaining),
            "to_move": rng.choice(remaining),
            "barricades": barricades,
            "discard": {card: rng.randint(0, n) for card, n in DECK.items()},
            "out_of_play": sorted(cards["out"], key=CONTENTS.index),
            "seats": seats,
        }
    )


def _cards(rng: random.Random, remaining: list[str], n_out: int) -> dict[str, Any]:
    """Deal the Loot to a remaining seat, fakes to the others and to those who are out."""
    fakes = list(CONTENTS[1:])
    rng.shuffle(fakes)
    dealt: dict[str, Any] = dict.fromkeys(remaining, "")
    dealt[rng.choice(remaining)] = "loot"
    for name in remaining:
        dealt[name] = dealt[name] or fakes.pop()
    return {**dealt, "out": [fakes.pop() for _ in range(n_out)]}


def _roles(rng: random.Random, names: tuple[str, ...]) -> dict[str, str]:
    operative = rng.choice([*names, None])
    return {name: "undercover" if name == operative else "wiseguy" for name in names}


def _papers(rng: random.Random) -> Position:
    passport = rng.random() < 0.7
    ticket = rng.choice(("none", "plane", "boat")) if passport else "none"
    return {"passport": passport, "ticket": ticket}


def _space(rng: random.Random, seat: Position, barricades: list[str]) -> str:
    """Choose a space; behind a Barricade there is nobody but a shown operative."""
    spaces = NEAR_EXITS if rng.random() < 0.6 else sorted(NEIGHBOURS)
    stays = seat["role"] == "undercover" and seat["revealed"]
    fits = [x for x in spaces if stays or AREA_SPACES.get(x) not in barricades]
    return rng.choice([x for x in fits if stays or x not in ("GAW_A", "GAW_D")])


def _knows(rng: random.Random, cards: dict[str, Any]) -> Position:
    """Make up records: certain ones are true, touched ones anything in play."""
    knows: Position = {}
    for holder, card in cards.items():
        if holder != "out" and rng.random() < 0.5:
            seen = rng.choice([c for h, c in cards.items() if h != "out"])
            touched = {"last_seen": seen, "touched": rng.randint(1, 3)}
            knows[holder] = card if rng.random() < 0.5 else touched
    return knows


def starts(n: int, seed: int = 0, players: int | None = None) -> Starts:
    """Return options and states of `n` random positions."""
    rng = random.Random(seed)
    loaded = [GAME.words.load(random_position(rng, players), {}) for _ in range(n)]
    return [(each.options, each.states) for each in loaded]
