"""What a seat sees, against what it was told in words, its memory as fractions, and the sheets."""

import random
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.match import Match
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.state import N_EVENTS
from hoodwink.envs.warumono2.knowledge import ORDERS
from hoodwink.envs.warumono2.sheets import DIRECTIVES

GAME = find_game("warumono2")
BLOCK = {block.name: block for block in GAME.blocks}
SEATS = ["red", "green", "yellow", "blue"]
CARDS = ["loot", "fake_1", "fake_2", "fake_3"]
ACTS = "look|reveal|switch_real|switch_fake|switch|arrest|target"
NEWS = (  # of a notable event: its words, and the kind where the words do not name it
    (rf"(?P<by>\w+): (?P<kind>{ACTS})(?: (?P<to>\w+))?", None),
    (r"seen: (?P<to>\w+) holds (?P<card>\w+)", "saw"),
    (r"shown: (?P<to>\w+) holds (?P<card>\w+)", "shown"),
    (r"shown: (?P<by>\w+) is \w+", "role_shown"),
    (r"(?P<by>\w+) is out", "out"),
    (r"(?P<by>\w+) is taken in", "taken_in"),
    (r"all cards go on clockwise", "passed_on"),
    (r"draw (?P<card>\w+)", "draw"),
)
OPTIONS: list[dict[str, Any]] = [
    {"players": 3, "scenario": 5},
    {"players": 4, "scenario": 7},
    {"players": 4, "scenario": 2, "peek_at_start": False},
    {"players": 3, "scenario": "choose", "separate_start_box": True},
    {"variant": "alley"},
]


def shown(match: Match, seat: int, name: str) -> dict[str, int]:
    """Return the features of a block that are not 0, by their labels."""
    block = BLOCK[name]
    row = match._solo.observe(seat)[block.offset : block.offset + block.size]
    return {block.labels[i]: int(row[i]) for i in np.flatnonzero(row)}


def flags(text: str, seat: int, n: int) -> set[str] | None:
    """Return the flags of what `seat` was told; None if it is not notable."""
    for pattern, kind in NEWS:
        found = re.fullmatch(pattern, text)
        if found:
            parts = found.groupdict()
            by, to = (parts.get(key) for key in ("by", "to"))
            result = {kind or parts["kind"]}
            result |= {f"by seat {(SEATS.index(by) - seat) % n}"} if by else set()
            result |= {f"to seat {(SEATS.index(to) - seat) % n}"} if to else set()
            return result | ({parts["card"]} if parts.get("card") else set())
    return None


def expected_events(told: list[str], seat: int, n: int) -> dict[str, int]:
    notable = [one for text in told if (one := flags(text, seat, n)) is not None]
    last = notable[::-1][:6]
    return {f"event {i}: {flag}": 1 for i, one in enumerate(last) for flag in one}


def expected_memory(match: Match, seat: int) -> dict[str, int]:
    s = match._solo.s
    total = int(s.belief[seat].sum())
    result = {}
    for q in range(s.n_seats):
        for c, card in enumerate(CARDS):
            weight = int(s.belief[seat][ORDERS[:, q] == c].sum())
            percent = int(Fraction(100 * weight, max(1, total)) + Fraction(1, 2))
            if percent and not s.out[q]:
                result[f"seat {(q - seat) % s.n_seats}: {card}"] = percent
    return result


def expected_ahead(match: Match, seat: int) -> dict[str, int]:
    """Return the block `ahead` from the tables of the sheet alone."""
    s, t = match._solo.s, match._solo.t
    if s.sheet < 0:
        return {}
    names = {int(op): name.lower() for name, op in DIRECTIVES.items()}
    result = {}
    for h in range(1, 7):
        space = int(s.counter) + h
        if space > t.last[s.sheet]:
            break
        if t.blue[s.sheet, space]:
            result[f"in {h} rounds: blue"] = 1
        for op in t.ops[s.sheet, space]:
            name = names.get(int(op), "").replace(" ", "_")
            colour = name.removeprefix("taken_in_")
            if colour in SEATS:
                q = SEATS.index(colour)
                name = f"taken_in seat {(q - seat) % s.n_seats}" if q < s.n_seats else ""
            if name:
                result[f"in {h} rounds: {name.replace('snatched_0', 'snatched_')}"] = 1
    return result


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_blocks_say_what_a_seat_was_told_and_may_believe(options: dict[str, Any]) -> None:
    seen = set()
    for seed in range(2):
        match, chance = Match("warumono2", seed=seed, plain=True, **options), random.Random(seed)
        match.roll()
        while match.to_move:
            for p in range(match._solo.n_seats):
                told = match.told(SEATS[p])
                events = shown(match, p, "events")
                assert events == expected_events(told, p, match._solo.n_seats), told
                assert shown(match, p, "memory") == expected_memory(match, p)
                assert shown(match, p, "ahead") == expected_ahead(match, p)
                seen |= {label.split(": ")[1] for label in events}
            match.play(chance.choice(match.legal()))
            match.roll()
    assert {"look", "switch"} <= seen


def test_notable_events_outlast_the_steps_of_many_turns() -> None:
    match = Match("warumono2", seed=2, plain=True, scenario=1)
    match.roll()
    match.play("look")
    before = [len(match.told(seat)) for seat in SEATS]
    chance = random.Random(5)
    for _ in range(30):
        match.roll()
        quiet = [word for word in match.legal() if re.match("roll|step|pass", word)]
        match.play(chance.choice(quiet))
    for p, seat in enumerate(SEATS):
        assert len(match.told(seat)) > before[p] + N_EVENTS
        assert any(label.endswith(": look") for label in shown(match, p, "events"))
