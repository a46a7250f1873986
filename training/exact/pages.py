"""The pages of what is known exactly, written from the files that keep it.

python -m hoodwink.training.exact.pages kuhn      prints the page of one game
python -m hoodwink.training.exact.pages --write   solves all small games again (half a minute) and
                                                  rewrites, of every game, configs/<game>/exact.json
                                                  and envs/<game>/VARIANTS.md with its picture
python -m hoodwink.training.exact.pages kuhn --write     does so for one game
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from hoodwink.envs.core.files import write_whole
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.envs.core.spec import parse_env
from hoodwink.training.exact.numbers import (
    ITERATIONS,
    START,
    Numbers,
    compiled_env,
    file_of,
    kept,
    numbers,
)
from hoodwink.training.exact.small import small_envs, with_small_games
from hoodwink.training.portrait.gather import portrait_of
from hoodwink.training.portrait.scenes import Portrait
from hoodwink.training.portrait.show import write_chart
from hoodwink.training.solvers import cfr, measure

DRAWN = 1000  # iterations of CFR+ behind the picture
PARAGRAPHS = ("Kept", "Left out")  # what begins a paragraph of a note
WAYS = {
    "uniform": "all actions equally likely",
    "first_action": "always the legal action with the lowest number",
    "cfr_100": f"average of {ITERATIONS} iterations of CFR, seats in turn, regrets from {START} on",
}


def page(game: Game, found: Mapping[str, Numbers]) -> str:
    """Return the page of a game's small variants; `found` holds their numbers by spec."""
    parts = [_opening(game), _sizes(found), _notes(game, found), _shown(found)]
    return "".join(f"{line}\n" for part in [*parts, _constants(game, found)] for line in part)


def _opening(game: Game) -> Iterator[str]:
    yield f"# {game.title}: small games and what is known of them exactly"
    yield ""
    yield (
        "Written by `python -m hoodwink.training.exact.pages --write`; tests compare it with the "
        "code. "
        f"Rules version {game.rules_version}. The names are those that `--env` takes."
    )


def _sizes(found: Mapping[str, Numbers]) -> Iterator[str]:
    yield ""
    yield "## Sizes"
    yield ""
    yield "A history is a sequence of moves from the deal on, those of chance among them, finished"
    yield "or not; an end is a finished one. `longest` counts the moves of the longest game."
    yield ""
    yield "| game | seats | histories | ends | chance | information states by seat | longest |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for env, one in found.items():
        rows = " ".join(f"{n:,}" for n in one["information_states"])
        counts = " | ".join(f"{one[key]:,}" for key in ("seats", "histories", "ends", "chance"))
        yield f"| `{env}` | {counts} | {rows} | {one['longest']} |"


def _constants(game: Game, found: Mapping[str, Numbers]) -> Iterator[str]:
    yield ""
    yield "## Exact constants"
    yield ""
    yield "What a seat expects, what all together gain by best responses (NashConv). Any correct"
    yield f"implementation finds these digits; `configs/{game.name}/exact.json` holds a few more."
    yield ""
    yield from (f"- `{way}`: {meaning}" for way, meaning in WAYS.items())
    yield ""
    yield "From 0 on, the regrets of equal actions would stay 0 but for rounding, which would then"
    yield "decide what is played; so they begin a little above, and every implementation agrees."
    yield ""
    yield "| game | playing | NashConv | value of each seat |"
    yield "| --- | --- | ---: | --- |"
    for env, one in found.items():
        for way in WAYS:
            values = " ".join(f"{value:+.9f}" for value in one[way]["values"])
            yield f"| `{env}` | `{way}` | {one[way]['nash_conv']:.9f} | {values} |"


def _shown(found: Mapping[str, Numbers]) -> Iterator[str]:
    env = next(iter(found))
    yield ""
    yield f"## How `{env}` is played"
    yield ""
    yield "![how often each thing is done, by what is decided and with what in hand](strategy.svg)"
    yield ""
    yield f"Drawn by `hoodwink solve --env {env} --iterations {DRAWN} --chart strategy.svg`;"
    yield "`--show` prints a table. Where two deeds are worth the same, the split says little."


def _notes(game: Game, found: Mapping[str, Numbers]) -> Iterator[str]:
    """Yield what each variant is, which the head of its file says."""
    notes = {env: note(game, env) for env in found}
    if any(notes.values()):
        yield ""
        yield "## What they are"
    for env, lines in notes.items():
        if lines:
            yield ""
            yield f"### `{env}`"
            for i, line in enumerate(lines):
                if i == 0 or line.startswith(PARAGRAPHS):
                    yield ""
                yield line


def note(game: Game, env: str) -> list[str]:
    """Return the lines of the comment at the head of a variant's file; none where there is none."""
    name = parse_env(env)[1].get("variant")
    path = file_of(game).parent / "variants" / f"{name}.yaml"
    if not path.exists():
        return []
    head = path.read_text().split("\nname:")[0].splitlines()
    return [line.removeprefix("#").strip() for line in head]


def page_of(game: Game) -> Path:
    """Return where the page of a game lies."""
    return Path(__file__).resolve().parents[2] / "envs" / game.name / "VARIANTS.md"


def picture_of(game: Game) -> Path:
    """Return where the picture lies that the page shows."""
    return page_of(game).with_name("strategy.svg")


def picture(env: str) -> Portrait:
    """Return how a small game is played in equilibrium, or nearly so."""
    tree = compiled_env(env)
    policy = cfr(tree, DRAWN, "cfr+")
    return portrait_of(policy, env, f"CFR+, {DRAWN:,} iterations", measure(tree, policy))


def write(game: Game) -> None:
    """Solve the small games made of one game, and rewrite its file, its page and its picture."""
    found = {env: numbers(env) for env in small_envs(game)}
    write_chart(picture(small_envs(game)[0]), picture_of(game))
    lines = ",\n".join(f"{json.dumps(env)}: {json.dumps(one)}" for env, one in found.items())
    write_whole(file_of(game), f"{{\n{lines}\n}}\n".encode())
    write_whole(page_of(game), page(game, kept(game)).encode())


def main() -> None:
    """Print the page of one game, or solve and write those of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=NAMES)
    parser.add_argument("--write", action="store_true", help="solve and rewrite it, or all of them")
    args = parser.parse_args()
    if args.write:
        for game in with_small_games():
            if args.game in (None, game.name):
                write(game)
    elif args.game:
        game = find_game(args.game)
        print(page(game, kept(game)), end="")


if __name__ == "__main__":
    main()
