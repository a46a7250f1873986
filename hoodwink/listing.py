"""`hoodwink games` and `hoodwink agents`: what can be played, and who can play it."""

import argparse

from hoodwink.envs.core.registry import NAMES, find_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: both lists are short."""


def run(args: argparse.Namespace) -> int:
    """Print the list that was asked for, one entry a line."""
    rows = agents() if args.command == "agents" else games()
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join(cells).rstrip())
    return 0


def games() -> list[tuple[str, ...]]:
    """Return name, title, seats, sizes and rules version of each game, its variants below it."""
    rows: list[tuple[str, ...]] = []
    for name in NAMES:
        game = find_game(name)
        seats = f"{game.min_seats} to {game.seats} seats"
        sizes = f"{game.n_actions} actions, {game.n_observation} features"
        rows.append((name, game.title, seats, sizes, f"rules {game.rules_version}"))
        for variant, options in game.variants.items():
            text = ", ".join(f"{key}={value}" for key, value in options.items())
            dealt = f"{game.seats_dealt(game.tables(**options))} seats"
            rows.append((variant, text, dealt, "", ""))
    return rows


def agents() -> list[tuple[str, ...]]:
    """Return the words that name an agent, and what each stands for."""
    from hoodwink.agents.load import KINDS, PRETRAINED, pretrained_names  # games need no agents

    there = ", ".join(pretrained_names()) or "none yet"
    return [
        (name, f"{text} ({there})" if name.startswith(PRETRAINED) else text)
        for name, text in KINDS.items()
    ]
