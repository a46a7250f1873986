"""The weights of the exact memory stay small, and no possible order is ever lost (knowledge.py)."""

import numpy as np
import pytest

from hoodwink.envs.warumono2.knowledge import LARGEST, shrink
from hoodwink.envs.warumono2.state import N_ORDERS


def shrunk(*weights: int) -> list[int]:
    row = np.zeros(N_ORDERS, np.int32)
    row[: len(weights)] = weights
    shrink(row)
    assert not row[len(weights) :].any()
    return [int(x) for x in row[: len(weights)]]


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([0, 0], [0, 0]),
        ([1, 0], [1, 0]),
        ([3, 6], [3, 6]),
        ([4, 8, 0], [1, 2, 0]),
        ([6, 4], [3, 2]),
    ],
)
def test_the_common_factor_of_two_goes(weights: list[int], expected: list[int]) -> None:
    assert shrunk(*weights) == expected


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([LARGEST, 1], [LARGEST, 1]),
        ([LARGEST + 1, 1, 0, 6], [LARGEST // 2 + 1, 1, 0, 3]),
        ([2 * LARGEST, 2], [LARGEST, 1]),
        ([2 * LARGEST + 2, 2], [LARGEST // 2 + 1, 1]),
    ],
)
def test_what_is_too_large_is_halved_and_rounded_up(
    weights: list[int], expected: list[int]
) -> None:
    assert shrunk(*weights) == expected
