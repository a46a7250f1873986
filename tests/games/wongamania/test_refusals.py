"""Values that no YAML case can hold are refused too: by kind, place, what is given and allowed."""

from typing import Any

import pytest

import hoodwink

HUGE = 10**5000  # more digits than Python writes
REFUSED: list[tuple[Any, str]] = [
    ([], "impossible: a position is a mapping, got []"),
    ({"options": []}, "impossible: options must be a mapping, got []"),
    ({"options": {"die_faces": 5}}, "options.die_faces: impossible: given 5; allowed: 3, 6"),
    ({"options": {"die_faces": 7}}, "options.die_faces: impossible: given 7; allowed: 3, 6"),
    ({"seats": {None: {}}}, "seats.None: unknown: no seat None; there are A, B, C"),
    ({"seats": {"A": {"bank": HUGE}}}, "seats.A.bank: too many: given a int"),
    ({"seats": {"A": {"bank": 3.0}}}, "seats.A.bank: impossible: given 3.0; allowed: 0 to 1000"),
    ({"seats": {"A": {"bank": -HUGE}}}, "seats.A.bank: impossible: given a int"),
    ({"seats": {"A": {"babies": 4}}}, "seats: too many: 4 of baby; there are 3"),
    ({"seats": {"A": {"trust": 9}, "B": {"trust": 7}}}, "too many: 16 Trust Funds; there are 15"),
    ({"over": True}, "winners: impossible: given 0; allowed: a list of one seat"),
    ({"round": HUGE}, "round: impossible: given a int; allowed: 1 to 40"),
    (
        {"over": True, "winners": ["A"], "payoffs": {"A": float("nan")}},
        "payoffs.A: impossible: by the winner it is 1",
    ),
    ({"over": True, "winners": "A"}, "winners: impossible: given 'A'; allowed: a list"),
]


@pytest.mark.parametrize(
    ("position", "words"), REFUSED, ids=[words.split(";")[0] for _, words in REFUSED]
)
def test_refused(position: Any, words: str) -> None:
    with pytest.raises(hoodwink.BadPosition) as refused:
        hoodwink.Match("wongamania", position=position)
    assert words in str(refused.value)
