"""Random positions of Rumini at the start of a turn, and random boards."""

import random

from tests.games.rumini.components import BOARD, BOX, TOOLS, Sea
from tests.games.rumini.positions import FLAGS, Position, complete, missing

Board = dict[str, object]


def random_board(rng: random.Random) -> Board:
    """Lay the spaces of the board elsewhere, on a sea of the same size or a smaller one."""
    width, height = rng.choice(((21, 17), (20, 15), (17, 17)))
    spaces = [[x, y] for x in range(width) for y in range(height)]
    rng.shuffle(spaces)
    near = [spaces[0][0] - 1, spaces[0][0], spaces[0][0] + 1]
    ring = range(spaces[0][1] - 1, spaces[0][1] + 2)
    ferrit = spaces.pop(0)
    spaces = [s for s in spaces if not (s[0] in near and s[1] in ring)]
    islands = {name: ferrit if name == "FER" else spaces.pop() for name in BOARD["islands"]}
    laid = {
        group: {kind: [spaces.pop() for _ in cells] for kind, cells in BOARD[group].items()}
        for group in ("cells", "currents", "anchors", "blue")
    }
    start = spaces.pop()
    return {"width": width, "height": height, "islands": islands, "start": start, **laid}


def random_position(rng: random.Random, board: Board | None = None) -> Position:
    """Draw a position at the start of a turn, with what a game can lead to."""
    options = {
        "players": rng.choice((2, 3, 4)),
        "missions_to_win": rng.choice((2, 3)),
        "open_hands": rng.random() < 0.2,
        "max_rounds": rng.choice((3, 6, 12)),
    }
    if board:
        options["board"] = board
    seats = "ABCD"[: options["players"]]
    to_move = rng.choice(seats)
    deck = [tool for tool in TOOLS for _ in range(BOX["tools"][tool])]
    beetles = [card for card, n in BOX["beetle"].items() for _ in range(n)]
    rng.shuffle(deck)
    rng.shuffle(beetles)
    hand_size = rng.choice((1, 2, 4, 5))
    missions = rng.sample(BOX["missions"], len(seats))
    most_magnets = rng.choice((1, 3))
    position: Position = {"options": options, "first": rng.choice(seats), "to_move": to_move}
    position["seats"] = {}
    for seat, mission in zip(seats, missions, strict=True):
        hand = [deck.pop() for _ in range(rng.randint(0, hand_size))]
        own = random_seat(rng, options, mission)
        own["tools"] = {tool: hand.count(tool) for tool in hand}
        own["known_tools"] = {tool: rng.randint(0, n) for tool, n in own["tools"].items()}
        own["magnets"] = rng.randint(0, most_magnets)
        if seat == to_move:
            own["skip"] = 0
        position["seats"][seat] = own
    position["tool_bottom"] = deck[: rng.choice((0, 3, len(deck)))]
    position["beetle_bottom"] = beetles[: rng.choice((0, 5, 19, 20))]
    return complete(position)


def random_seat(rng: random.Random, options: Position, mission: str) -> Position:
    """Draw where a ship is, its tokens and its flags."""
    board = options.get("board", BOARD)
    sea = Sea(board)  # type: ignore[arg-type]  # a board of words
    spaces = [[x, y] for x in range(sea.width) for y in range(sea.height)]
    at = rng.choice([s for s in spaces if sea.kind(s) != "REEF"])
    known = [list(space) for space, kind in sea.kinds.items() if kind not in ("REEF", "STRAIT")]
    at = rng.choice((at, rng.choice(known)))
    letters = [letter for letter in "NESW" if letter != missing(mission)]
    tokens = rng.sample(letters, rng.randint(0, options["missions_to_win"] - 1))
    own: Position = {"at": at, "mission": mission, "treasures": rng.randint(0, 2)}
    own["tokens"] = [letter for letter in letters if letter in tokens]
    own["skip"], own["slow"] = rng.choice((0, 0, 0, 1, 2)), rng.choice((0, 0, 1, 2))
    own |= {flag: rng.random() < 0.15 for flag in FLAGS}
    own["staying"] = sea.kind(at) == "MOK" and rng.random() < 0.5
    own["no_token"] = rng.random() < 0.1
    return own
