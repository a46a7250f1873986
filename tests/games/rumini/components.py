"""The box of Rumini, read from the files of the game: the sea, the cards, the dice."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

Space = tuple[int, int]

FOLDER: Final = Path(__file__).resolve().parents[3] / "configs" / "rumini"
BOARD: Final = yaml.safe_load((FOLDER / "board.yaml").read_text())["board"]
BOX: Final = yaml.safe_load((FOLDER / "components.yaml").read_text())
SEATS: Final = ("A", "B", "C", "D")
LETTERS: Final = ("N", "E", "S", "W")
TOOLS: Final = ("firecracker", "iron_drop", "mapmaker", "turning_water")
STEPS: Final[dict[str, Space]] = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip
ALL: Final = list(STEPS)
STRAIGHT: Final = ["n", "e", "s", "w"]
OPPOSITE: Final = {"n": "s", "s": "n", "e": "w", "w": "e"}
MARKETS: Final = ("ZUZ", "PEL", "MAR", "DAT", "TUS", "TUK", "EHA")


class Sea:
    """A board: what lies where (section (i) of the rules)."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.width, self.height = board["width"], board["height"]
        self.start: list[int] = list(board["start"])
        self.islands: dict[str, Space] = {
            name: (x, y) for name, (x, y) in board.get("islands", {}).items()
        }
        self.kinds: dict[Space, str] = {at: name for name, at in self.islands.items()}
        self.anchors: dict[str, list[Space]] = {}
        self.blue: dict[str, list[Space]] = {}
        self.arrows: dict[Space, str] = {}
        for kind, spaces in board.get("cells", {}).items():
            self.kinds |= {(x, y): kind for x, y in spaces}
        for direction, spaces in board.get("currents", {}).items():
            self.arrows |= {(x, y): direction.lower() for x, y in spaces}
        for letter in LETTERS:
            self.anchors[letter] = [(x, y) for x, y in board.get("anchors", {}).get(letter, [])]
            self.blue[letter] = [(x, y) for x, y in board.get("blue", {}).get(letter, [])]
            self.kinds |= dict.fromkeys(self.anchors[letter], "ANCHOR")
            self.kinds |= dict.fromkeys(self.blue[letter], "BLUE")
        self.kinds |= dict.fromkeys(self.arrows, "CURRENT")

    def kind(self, at: list[int]) -> str:
        """Name what lies on a space, "" for open sea; the ring of Ferrit is RING (R29)."""
        x, y = at
        if (x, y) in self.kinds:
            return self.kinds[x, y]
        fx, fy = self.islands.get("FER", (-9, -9))
        return "RING" if max(abs(x - fx), abs(y - fy)) == 1 else ""

    def letter(self, at: list[int]) -> str:
        """Name the harbour to which an anchor or a blue square belongs."""
        (letter,) = (n for n in LETTERS if tuple(at) in self.anchors[n] + self.blue[n])
        return letter

    def must_stop(self, at: list[int]) -> bool:
        """Tell whether every ship stops here (R14, G11)."""
        return self.kind(at) in (*self.islands, "EHA", "DHA")

    def next(self, at: list[int], direction: str) -> list[int] | None:
        """Return the next space, or None at the edge and before a reef (R59, G9)."""
        (x, y), (dx, dy) = at, STEPS[direction]
        x, y = x + dx, y + dy
        if not (0 <= x < self.width and 0 <= y < self.height) or self.kind([x, y]) == "REEF":
            return None
        return [x, y]

    def nearest_blue(self, at: list[int]) -> list[int]:
        """Find the nearest blue square in king's moves; the first of the table of those (FB6)."""
        spaces = [space for letter in LETTERS for space in self.blue[letter]]
        return list(min(spaces, key=lambda s: max(abs(s[0] - at[0]), abs(s[1] - at[1]))))


@cache
def _read(board: str) -> Sea:
    return Sea(json.loads(board))


def sea(position: dict[str, Any]) -> Sea:
    """Return the board of a position, the one on file if the options give none."""
    return _read(json.dumps(position["options"].get("board", BOARD)))


def box(position: dict[str, Any]) -> dict[str, Any]:
    """Return what is in the box, as the options change it."""
    return {**BOX, **position["options"].get("components", {})}
