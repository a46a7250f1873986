"""`hoodwink games` and `hoodwink agents`: what can be played, and who can play it."""

import argparse

import hoodwink
from hoodwink.agents import kinds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: both lists are short."""


def run(args: argparse.Namespace) -> int:
    """Print the list that was asked for, one entry a line."""
    entries = kinds() if args.command == "agents" else hoodwink.games()
    width = max(len(name) for name in entries)
    for name, meaning in entries.items():
        print(f"{name:{width}}  {meaning}")
    return 0
