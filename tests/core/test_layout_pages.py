"""The generated pages say what the code does."""

import pytest

from hoodwink.envs.core.layout import layout, page
from hoodwink.envs.core.registry import NAMES, find_game


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_numbers_is_up_to_date(name: str) -> None:
    game = find_game(name)
    assert page(game).read_text() == layout(game), "run python -m hoodwink.envs.core.layout --write"


@pytest.mark.parametrize("name", NAMES)
def test_blocks_lie_one_behind_the_other_and_name_every_feature(name: str) -> None:
    offset = 0
    for block in find_game(name).blocks:
        assert block.offset == offset
        assert len(block.labels) in (0, block.size), block.name
        offset += block.size
