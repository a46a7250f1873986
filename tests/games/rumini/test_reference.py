"""The reference plays the rule cases, and random games keep the invariants of section (g)."""

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.games.rumini.components import BOX, SEATS, sea
from tests.games.rumini.positions import magnet_supply, unseen_beetles, unseen_tools
from tests.games.rumini.reference import (
    IllegalWord,
    Position,
    complete,
    ends,
    legal,
    play,
    start,
    view,
    weights,
)

FOLDER = Path(__file__).parents[2] / "cases"
FILES = sorted(f for f in FOLDER.glob("rumini*.yaml") if "survivors" not in f.name)
CASES = [case for file in FILES for case in yaml.safe_load(file.read_text())]
SETS = ("tools", "known_tools")  # compared as a whole


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
        elif key == "ends":
            assert {(x, y) for x, y in value} == ends(position)
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
    if not isinstance(options, dict) or "variant" in options:
        return False
    return story.get("error", "illegal") == "illegal" and ("error" not in story or "play" in story)


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
    {"players": players, "missions_to_win": missions, "open_hands": is_open}
    for players in (2, 3, 4)
    for missions in (2, 3)
    for is_open in (False, True)
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
def test_random_games(options: Position) -> None:
    rng = random.Random(str(options))
    p = start({**options, "max_rounds": 25})
    while p["phase"] != "over":
        chances = weights(p) if p["to_move"] == "chance" else dict.fromkeys(legal(p), 1)
        word = rng.choice([word for word in sorted(chances) for _ in range(chances[word])])
        before, p = p, play(p, word)
        check_position(p)
        check_step(before, word, p)
    assert sum(p["payoffs"].values()) == pytest.approx(0)
    assert not legal(p)


def check_position(p: Position) -> None:
    """Check what must hold in every position (section (g))."""
    assert complete(p) == p
    assert p.get("over") or legal(p)  # 15
    assert min([0, *unseen_tools(p).values(), *unseen_beetles(p).values()]) == 0  # 1, 2
    assert 0 <= magnet_supply(p) <= BOX["magnets"]  # 3
    for own in p["seats"].values():
        assert set(own["tokens"]) <= set(own.get("mission", "").upper())  # 4
        assert len(set(own["tokens"])) == len(own["tokens"])
        assert sea(p).kind(own["at"]) != "REEF"  # 7
        assert min(own["treasures"], own["magnets"], own["skip"]) >= 0  # 10
        assert all(n <= own["tools"].get(tool, 0) for tool, n in own["known_tools"].items())
    assert p.get("moves", 0) <= 10  # 16


def check_step(before: Position, word: str, after: Position) -> None:
    """Check what must hold of every single step."""
    tokens = {seat: len(own["tokens"]) for seat, own in after["seats"].items()}
    most = after["options"]["missions_to_win"]
    assert (most in tokens.values()) == (after["phase"] == "over" and after["round"] < 25) or (
        after["round"] == 25
    )  # 14
    for seat, own in after["seats"].items():
        was = before["seats"][seat]
        if tokens[seat] > len(was["tokens"]):  # 5, 6
            assert sea(after).kind(own["at"]) == "ANCHOR"
            assert own["treasures"] == was["treasures"] + 1
        assert own["at"] == was["at"] or word.split()[0] in (
            "move", "dir", "use_tool", "decline", "anchor", "target", "pick", "beetle", "compass",
            "number", "doubles", "tool",
        )  # fmt: skip
    if before["to_move"] == "chance" and word.startswith("tool") and before["phase"] == "deal":
        others = [seat for seat in SEATS[: len(tokens)] if seat != before["turn"]]
        for seat in others if not after["options"]["open_hands"] else []:
            for other in legal(before):
                if after["turn"] == before["turn"] == play(before, other)["turn"]:
                    assert view(after, seat) == view(play(before, other), seat)  # G4


def test_illegal_words_are_refused() -> None:
    with pytest.raises(IllegalWord, match="illegal: stay"):
        play(complete({"to_move": "A"}), "stay")
