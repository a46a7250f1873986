"""The command `hoodwink`: each subcommand is a module, and only the one asked for is imported.

So `hoodwink case` needs no torch, and `hoodwink --help` answers at once. The module of a subcommand
offers `add_arguments(parser)` and `run(args)`, which returns the exit status.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from hoodwink import __version__
from hoodwink.envs.core.errors import HoodwinkError

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


class Command(NamedTuple):
    """A subcommand: the module that does it, and what the overview says of it."""

    module: str
    summary: str


COMMANDS = {
    "train": Command("hoodwink.training.cli", "train agents by self-play"),
    "evaluate": Command("hoodwink.agents.evaluate", "let agents meet over many games"),
    "endings": Command("hoodwink.agents.endings", "count how games end, and how long they last"),
    "solve": Command("hoodwink.training.solvers.cli", "solve small games, measure agents exactly"),
    "bench": Command("hoodwink.bench.cli", "measure how fast games are played, here and elsewhere"),
    "case": Command("hoodwink.envs.core.cases", "play rule cases written as text"),
    "agents": Command("hoodwink.listing", "list the agents that can play"),
    "games": Command("hoodwink.listing", "list the games and their variants"),
}

EXTRAS = {  # top-level module -> the extra that brings it
    "torch": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "safetensors": "train",
    "tensorboard": "train",
    "rich": "train",
    "pyspiel": "openspiel",
    "open_spiel": "openspiel",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (by default the program's own) and return its exit status.

    Bad input ends with one line on stderr and status 2, Ctrl-C quietly with 130.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        return _run(words)
    except HoodwinkError as error:
        return _refuse(str(error), BAD_INPUT)
    except ModuleNotFoundError as error:
        return _refuse(_missing_extra(error), FAILED)
    except BrokenPipeError:  # `hoodwink games | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nor at the last flush
        return FAILED
    except OSError as error:
        if error.filename is None:
            raise
        return _refuse(f"{error.filename}: {error.strerror}", BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(words: list[str]) -> int:
    name = next((word for word in words if not word.startswith("-")), "")  # no option takes a value
    parser, chosen = _parser(name)
    if chosen is None:
        parser.parse_args(words)  # --help, --version, or the usual error
        parser.error("a command is needed")
    module: Any = importlib.import_module(COMMANDS[name].module)
    module.add_arguments(chosen)
    args, unknown = parser.parse_known_args(words)
    if unknown:  # refused with the usage of the command; argparse would show that of all commands
        chosen.error(f"unrecognized arguments: {' '.join(unknown)}")
    status: int = module.run(args)
    sys.stdout.flush()  # a broken pipe shows here, not when Python ends
    return status


def _parser(name: str) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser | None]:
    """Return the parser of all commands, and within it that of `name`."""
    parser = argparse.ArgumentParser(
        prog="hoodwink", description="Hidden-information board games for reinforcement learning."
    )
    parser.add_argument("--version", action="version", version=f"hoodwink {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parsers = {
        command: commands.add_parser(command, help=summary, description=f"{summary.capitalize()}.")
        for command, (_, summary) in COMMANDS.items()
    }
    return parser, parsers.get(name)


def _missing_extra(error: ModuleNotFoundError) -> str:
    """Return what to install; an error that no extra mends is raised again."""
    missing = (error.name or "").partition(".")[0]
    if missing not in EXTRAS:
        raise error
    return f"{missing} is missing: install hoodwink[{EXTRAS[missing]}]"


def _refuse(reason: str, status: int) -> int:
    print(f"hoodwink: {' '.join(reason.split())}", file=sys.stderr)
    return status
