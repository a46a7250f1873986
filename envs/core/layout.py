"""The tables of a game's numbers, written from the code: actions, outcomes, observation.

python -m hoodwink.envs.core.layout warumono2          prints them
python -m hoodwink.envs.core.layout --write            rewrites envs/<game>/TABLES.md of every game
python -m hoodwink.envs.core.layout kuhn --write       rewrites that of one game
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from hoodwink.envs.core.game import Block, Game
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.envs.core.state import View


def layout(game: Game) -> str:
    """Return the page that documents every action id, outcome id and observation index."""
    lines = [
        f"# {game.title}: actions, outcomes, observation",
        "",
        "Written by `python -m hoodwink.envs.core.layout --write`; a test compares it with the "
        f"code. Rules version {game.rules_version}; {game.n_actions} actions, {game.n_outcomes} "
        f"outcomes, {game.n_observation} features; a state has {game.state.itemsize} bytes.",
        "",
        "## Actions",
        "",
        f"Targets are relative to the acting seat; here {game.seat_names[0]} acts among "
        f"{game.seats} seats.",
        "",
        "| id | word |",
        "| --- | --- |",
        *_actions(game),
        "",
        "## Outcomes of chance",
        "",
        "| id | word |",
        "| --- | --- |",
        *_outcomes(game),
        "",
        "## Observation",
        "",
        "int8 features in 0..max; the environments divide by max. Seats are relative: 0 observes,",
        "r is the r-th seat clockwise.",
        "",
        "| block | from | size | max | meaning |",
        "| --- | --- | --- | --- | --- |",
        *(f"| {b.name} | {b.offset} | {b.size} | {b.top} | {b.meaning} |" for b in game.blocks),
        "",
        "| index | block | feature |",
        "| --- | --- | --- |",
        *(line for block in game.blocks for line in _features(block)),
    ]
    return "\n".join(lines) + "\n"


def _table(game: Game) -> View:
    options = {"players": game.seats}
    return View(game.tables(**options))


def _actions(game: Game) -> Iterator[str]:
    t = _table(game)
    for a in range(game.n_actions):
        yield f"| {a} | `{game.words.decision(t, 0, a)}` |"


def _outcomes(game: Game) -> Iterator[str]:
    t = _table(game)
    for o in range(game.n_outcomes):
        yield f"| {o} | `{game.words.outcome(t, o)}` |"


def _features(block: Block) -> Iterator[str]:
    for i in range(block.size):
        label = block.labels[i] if block.labels else f"{i} of {block.size}"
        yield f"| {block.offset + i} | {block.name} | {label} |"


def page(game: Game) -> Path:
    """Return where the page of a game lies."""
    return Path(__file__).resolve().parents[1] / game.name / "TABLES.md"


def main() -> None:
    """Print the page of one game, or write the pages of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=NAMES)
    parser.add_argument("--write", action="store_true", help="rewrite the pages of all games")
    args = parser.parse_args()
    if args.game and not args.write:
        print(layout(find_game(args.game)), end="")
    if args.write:
        for name in [args.game] if args.game else NAMES:
            page(find_game(name)).write_text(layout(find_game(name)))


if __name__ == "__main__":
    main()
