"""The reference plays the rule cases, and random games keep the invariants of section (g)."""

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.games.wongamania.components import CARDS, INSURANCES, NAMES, TRUSTS, deck, income
from tests.games.wongamania.positions import on_table, unseen
from tests.games.wongamania.reference import (
    IllegalWord,
    Position,
    complete,
    legal,
    play,
    start,
    view,
    weights,
)

FOLDER = Path(__file__).parents[2] / "cases"
FILES = sorted(f for f in FOLDER.glob("wongamania*.yaml") if "survivors" not in f.name)
CASES = [case for file in FILES for case in yaml.safe_load(file.read_text())]
SETS = ("hand", "assets", "discard", "unseen")  # compared as a whole


# Rule cases ----------------------------------------------------------------------------------


def forced(position: Position) -> str | None:
    """Name the only outcome of a chance event, if there is just one."""
    words = legal(position) if position.get("to_move") == "chance" else set()
    return next(iter(words)) if len(words) == 1 else None


def follow(position: Position, words: list[str]) -> Position:
    """Play `words`; forced chance events may be left out."""
    for word in words:
        while word not in legal(position) and (only := forced(position)):
            position = play(position, only)
        position = play(position, word)
    return position


def settled(position: Position) -> Position:
    while only := forced(position):
        position = play(position, only)
    return position


def holds(part: Any, whole: Any) -> bool:
    """Tell whether every value of the partial position or view `part` stands in `whole`.

    None holds where nothing stands.
    """
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(
            value == whole.get(key) if key in SETS else holds(value, whole.get(key))
            for key, value in part.items()
        )
    return bool(part == whole)


def check(position: Position, then: dict[str, Any]) -> None:
    words = legal(position)
    for key, value in then.items():
        if key == "legal":
            assert set(value) <= words
        elif key == "illegal":
            assert not set(value) & words
        elif key == "only":
            assert set(value) == words
        elif key == "position":
            assert holds(value, position)
        elif key == "sees":
            for seat, part in value.items():
                assert holds(part, view(position, seat)), seat
        elif key == "payoffs":
            assert position["payoffs"] == pytest.approx(value, abs=1e-6)
        else:
            assert key in ("to_move", "over", "winners")
            assert position.get(key, False) == value


def tell(position: Position, story: dict[str, Any]) -> Position:
    """Play one story and check how it ends, or that its last word is refused."""
    words: list[str] = story.get("play", [])
    if "error" in story:
        position = follow(position, words[:-1])
        with pytest.raises(IllegalWord):
            follow(position, words[-1:])
        return position
    position = follow(position, words)
    check(settled(position), story.get("then", {}))
    return position


def is_told(story: dict[str, Any]) -> bool:
    """Pass over what loading refuses, for the reference trusts its input, and small variants."""
    options = story.get("position", {}).get("options", {})
    if not isinstance(options, dict) or (
        "variant" in options and options["variant"] not in VARIANTS
    ):
        return False
    return story.get("error", "illegal") == "illegal" and ("error" not in story or "play" in story)


VARIANTS = ("standard", "apprentice", "strategist", "hardcore")


@pytest.mark.parametrize(
    "case", [case for case in CASES if is_told(case)], ids=lambda case: case["id"]
)
def test_case(case: dict[str, Any]) -> None:
    position = tell(complete(case.get("position", {})), case)
    branches = [branch for branch in case.get("branches", []) if is_told(branch)]
    reached = [settled(tell(position, branch)) for branch in branches]
    for seat in case.get("same_view", []):
        assert all(view(one, seat) == view(other, seat) for one, other in pairwise(reached))


# Random games --------------------------------------------------------------------------------

OPTIONS: list[Position] = [
    {"players": players, "mode": mode, "variant": variant, "board": board, "die_faces": faces}
    for players in (2, 3, 4, 5)
    for variant in VARIANTS
    for mode, board, faces in (
        ("simple", "basic", 3),
        ("victory_points", "advance", 3),
        ("victory_points", "basic", 6),
    )
]


def name_of(options: Position) -> str:
    return "-".join(str(value) for value in options.values())


def guess(position: Position, rng: random.Random) -> str:
    """Choose a random word: chance by its weights, and few turns end early."""
    if position["to_move"] == "chance":
        chances = weights(position)
        return rng.choices(list(chances), list(chances.values()))[0]
    words = sorted(legal(position))
    if position["phase"] == "act" and len(words) > 1 and rng.random() < 0.9:
        words.remove("pass")
    return rng.choice(words)


def wander(position: Position, rng: random.Random) -> Iterator[tuple[Position, str, Position]]:
    """Play to the end, giving each position, the word played and the next position."""
    while not position.get("over"):
        word = guess(position, rng)
        after = play(position, word)
        yield position, word, after
        position = after


@pytest.mark.parametrize("options", OPTIONS, ids=name_of)
def test_random_games(options: Position) -> None:
    rng = random.Random(name_of(options))
    after: Position = {}
    bought: dict[str, int] = {}
    for before, word, after in wander(start({**options, "max_rounds": 12}), rng):
        check_position(after)
        check_step(before, word, after, bought)
        check_secrets(before, word, after, rng)
    check_end(after)


def check_position(p: Position) -> None:
    """Check what must hold in every position."""
    assert complete(p) == p
    assert p.get("over") or legal(p)
    cards = deck(p["options"]["variant"])
    owners = p["seats"].values()
    face_down = p["market"] + p["discard_down"] + sum(own["bank"] for own in owners)
    assert face_down == sum(unseen(p).values())  # (g) 1
    assert all(n >= 0 for n in unseen(p).values())  # (g) 9
    assert set(on_table(p)) | set(p["discard"]) <= set(cards)  # (g) 15
    assert p["market"] >= 0 and p["discard_down"] >= 0
    assert sum(own["trust"] for own in owners) <= TRUSTS  # (g) 2
    assert sum(own["insurance"] > 0 for own in owners) <= INSURANCES
    for own in owners:
        assert own["bank"] >= 0 and own["insurance"] in (0, 1, 2)  # (g) 2, 3
        assert own["hand_count"] == sum(own["hand"].values())
    assert 0 <= p["actions_left"] <= 3  # (g) 4
    if p["phase"] == "act":
        assert "pass" in legal(p) and p["to_move"] == p["turn"]  # (g) 16
    if p["phase"] == "draw":
        assert p["market"] > 0
    if p["phase"] == "forced_sale":
        assert p["seats"][p["to_move"]]["assets"] and p["pending"]["debt"] > 0  # (g) 10


def check_step(before: Position, word: str, after: Position, bought: dict[str, int]) -> None:
    """Check what must hold of every single step."""
    for seat, own in after["seats"].items():
        was = before["seats"][seat]
        assert own["trust"] >= was["trust"]  # (g) 6
        if own["bankrupt"] and not was["bankrupt"] and after.get("turn") == before["turn"]:
            in_play = ("assets", "hand", "babies", "pay_raises", "retrenchments", "insurance")
            assert not any(own[key] for key in in_play)  # (g) 8
            assert own["bank"] == 0
        if own["insurance"] and not was["insurance"]:
            bought[seat] = after["round"]
        if own["insurance"]:
            assert after["round"] <= bought[seat] + 1  # (g) 7
    if word.startswith("die"):
        check_payday(before, word, after)
    elif not word.startswith(("shift", "grid", "pass", "play")):
        assert after["token"] == before["token"]  # (g) 11
    if before["phase"] == "window" and not after.get("over") and before["turn"] == after["turn"]:
        assert after["actions_left"] in (before["actions_left"], 3)  # (g) 4
    if word == "trust" and before["options"]["mode"] == "simple":
        seat = before["to_move"]
        assert after.get("over", False) == (after["seats"][seat]["trust"] == 3)  # (g) 13


def check_payday(before: Position, word: str, after: Position) -> None:
    """Check the Chairperson's Payday behind a roll (g) 5, (g) 11."""
    assert after["token"] == (before["token"] + int(word.split()[1])) % 16
    seat = before["chairperson"]
    was, own = before["seats"][seat], after["seats"][seat]
    net = 0 if was["retrenchments"] else 2 + was["pay_raises"]
    for asset, n in was["assets"].items():
        net += n * income(asset, before["options"]["board"], after["token"])
    net -= was["babies"]
    if after["phase"] == "act" and after["turn"] == seat:
        assert own["bank"] == was["bank"] + net or after["market"] == 0  # G6
    elif after["phase"] == "forced_sale":
        assert after["pending"]["debt"] == -net - was["bank"] and own["bank"] == 0


def check_secrets(before: Position, word: str, after: Position, rng: random.Random) -> None:
    """Check that a view depends on no other hand (g) 12."""
    seat = rng.choice(list(after["seats"]))
    seen = view(after, seat)
    assert all("hand" not in own for name, own in seen["seats"].items() if name != seat)
    assert seen["unseen"].keys() <= CARDS.keys()
    if before["to_move"] == "chance" and word.startswith(("card", "bank_card")):
        for other in rng.sample(sorted(legal(before)), min(3, len(legal(before)))):
            twin = play(before, other)
            for name in after["seats"]:
                if name != before["turn"]:
                    assert view(after, name) == view(twin, name)


def check_end(p: Position) -> None:
    assert sum(p["payoffs"].values()) == pytest.approx(0)
    assert p["payoffs"][p["winners"][0]] == 1 and len(p["winners"]) == 1
    assert not legal(p) and "to_move" not in p and "turn" not in p


def test_cards_are_those_of_the_rules() -> None:
    assert sum(n for n, _ in CARDS.values()) == 106
    assert [sum(deck(v).values()) for v in VARIANTS] == [106, 59, 78, 106]  # (g) 15
    parts = (NAMES[:9], NAMES[9:16], NAMES[16:24], NAMES[24:])
    assert [sum(CARDS[name][0] for name in part) for part in parts] == [56, 13, 16, 21]  # R1


def test_illegal_words_are_refused() -> None:
    with pytest.raises(IllegalWord, match="illegal: trust"):
        play(complete({"to_move": "A"}), "trust")
