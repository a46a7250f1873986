"""What is kept on disk of every game: golden games, and counts of what can follow a position.

`python -m tests.contract.records [GAME...]` writes it anew, after a change of rules that is meant.
"""

import argparse
import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hoodwink.envs.core.checks import Run
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.registry import NAMES, find_game
from tests.contract import rumini_starts, warumono_starts, wongamania_starts
from tests.contract.warumono2_starts import random_position

GOLDEN = Path(__file__).parent / "golden"
PERFT = Path(__file__).parent / "perft"
DEPTH = 5
VIEWS_EVERY = 30  # words; between them views are kept as checksums

Position = dict[str, Any]


def warumono_start(seed: int) -> Position:
    """Return a random position of Warumono near the end of the game."""
    position = warumono_starts.random_position(random.Random(seed))
    return {**position, "round": 58}


# file -> options or a position, and the seed of the words
GAMES: dict[str, tuple[str, dict[str, Any], Position | None, int]] = {
    **{f"kuhn-{n}": ("kuhn", {"players": n}, None, n) for n in (2, 3, 4)},
    **{f"leduc-{n}": ("leduc", {"players": n}, None, n) for n in (2, 3)},
    "liars_dice-nano": ("liars_dice", {"dice": 1, "faces": 4}, None, 2),
    "liars_dice-three": ("liars_dice", {"players": 3, "dice": 2, "faces": 3}, None, 3),
    "liars_dice-most": ("liars_dice", {"players": 4, "dice": 5}, None, 4),
    **{f"warumono2-sheet{k}": ("warumono2", {"scenario": k}, None, k) for k in (1, 6)},
    "warumono2-three": ("warumono2", {"players": 3, "scenario": 5}, None, 5),
    "warumono2-choose": ("warumono2", {"players": 3, "scenario": "choose"}, None, 8),
    **{
        f"wongamania-{variant}": (
            "wongamania",
            {"players": n, "variant": variant, "max_rounds": laps},
            None,
            n,
        )
        for n, variant, laps in (
            (3, "standard", 8),
            (2, "apprentice", 8),
            (4, "strategist", 5),
            (5, "hardcore", 3),
        )
    },
    **{
        f"wongamania-anywhere{i}": (
            "wongamania",
            {},
            wongamania_starts.random_position(random.Random(seed)),
            seed,
        )
        for i, seed in enumerate((1, 2))
    },
    **{
        f"warumono2-exits{i}": ("warumono2", {}, random_position(random.Random(seed)), seed)
        for i, seed in enumerate((11, 12, 13, 17))
    },
    "warumono-short": ("warumono", {"max_rounds": 6}, None, 3),
    "warumono-three": ("warumono", {"players": 3, "max_rounds": 5}, None, 4),
    **{
        f"warumono-exits{i}": ("warumono", {}, warumono_start(seed), seed)
        for i, seed in enumerate((21, 22, 23))
    },
    "rumini-two": ("rumini", {"players": 2, "max_rounds": 8}, None, 1),
    "rumini-four": ("rumini", {"max_rounds": 4}, None, 2),
    **{
        f"rumini-late{i}": ("rumini", {}, rumini_starts.random_position(random.Random(seed)), seed)
        for i, seed in enumerate((21, 22, 23, 24))
    },
}


# -- golden games ----------------------------------------------------------------------------------


def checksum(value: bytes | str) -> str:
    """Return eight digits that stand for a value."""
    return hashlib.sha256(value.encode() if isinstance(value, str) else value).hexdigest()[:8]


def playthrough(name: str, options: dict[str, Any], position: Position | None, words: Any) -> str:
    """Return a game as text: each word, and what every seat is told and sees after it.

    `words` (from a match to the next word) is called until the game is over.
    """
    match = Match(name, position, **options)
    head = {"game": name, "options": options, "position": position}
    lines = [json.dumps(head, sort_keys=True)]
    heard = dict.fromkeys(match.seats, 0)
    lines += _sights(match, heard, whole=True)
    while not match.over:
        word = words(match)
        match.play(word)
        lines.append(f"> {word}")
        lines += _sights(match, heard, whole=match.over or len(match.moves) % VIEWS_EVERY == 0)
    lines.append(json.dumps(match.dump(), sort_keys=True))
    return "\n".join(lines) + "\n"


def _sights(match: Match, heard: dict[str, int], *, whole: bool) -> Iterator[str]:
    for seat in match.seats:
        view = json.dumps(match.view(seat), sort_keys=True)
        told = match.told(seat)
        sight: list[bytes | str] = [match.observation(seat).tobytes(), match.mask(seat).tobytes()]
        sums = " ".join(checksum(part) for part in [*sight, view, match.ansi(seat)])
        yield f"  {seat} {sums} {'; '.join(told[heard[seat] :])}".rstrip()
        heard[seat] = len(told)
        if whole:
            yield f"    {view}"


def drawn(seed: int) -> Any:
    """Return a chooser of random words."""
    rng = random.Random(seed)
    return lambda match: rng.choice(match.legal())


def recorded(text: str) -> tuple[dict[str, Any], Any]:
    """Return the first line of a golden game, and a chooser of the words in it."""
    words = iter(line[2:] for line in text.splitlines() if line.startswith("> "))
    return json.loads(text.splitlines()[0]), lambda match: next(words)


# -- counts ----------------------------------------------------------------------------------------


def leaves(run: Run, depth: int) -> int:
    """Return how many sequences of `depth` moves, chance's too, there are; an end counts once."""
    ids = run.ids()
    if depth == 0 or not ids:
        return 1
    if depth == 1:
        return len(ids)
    here, total = run.states.copy(), 0
    for a in ids:
        run.play(a)
        total += leaves(run, depth - 1)
        run.put(here)
    return total


def counts(name: str, position: Position) -> list[int]:
    """Return the leaves at depths 1 to DEPTH of a position."""
    loaded = find_game(name).words.load(position, {})
    run = Run(find_game(name), loaded.options, states=loaded.states)
    return [leaves(run, depth) for depth in range(1, DEPTH + 1)]


def positions(name: str) -> Iterator[Position]:
    """Yield the positions whose counts are kept: in random games, and near the exits."""
    for file, (game, options, start, seed) in GAMES.items():
        if game == name:
            match, choose, reached = Match(game, start, **options), drawn(seed), []
            while not match.over:
                reached.append(match.dump())
                match.play(choose(match))
            yield from random.Random(file).sample(reached, min(4, len(reached)))


# -- all of it -------------------------------------------------------------------------------------


def rewrite(names: Sequence[str]) -> None:
    """Write the files of these games anew."""
    for folder in (GOLDEN, PERFT):
        folder.mkdir(exist_ok=True)
    for file, (name, options, position, seed) in GAMES.items():
        if name in names:
            text = playthrough(name, options, position, drawn(seed))
            (GOLDEN / f"{file}.txt").write_text(text, encoding="utf-8")
    for name in names:
        lines = [
            f"{' '.join(map(str, counts(name, p)))} {json.dumps(p)}\n" for p in positions(name)
        ]
        (PERFT / f"{name}.txt").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Write the files of the games that the command names, of all if it names none."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(NAMES)}")
    named = parser.parse_args().games
    if unknown := set(named) - set(NAMES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are: {', '.join(NAMES)}")
    rewrite(named or NAMES)


if __name__ == "__main__":
    main()
