"""What a terminal shows: the board as text, the sheet, and what a seat knows."""

from collections.abc import Mapping
from typing import Any

from hoodwink.envs.core.state import View


def picture(s: View, t: View, options: Mapping[str, Any], seat: int) -> str:
    return "(coming)"
