"""The options of `hoodwink solve` that show a strategy: `--show` here, `--chart FILE` there."""

import argparse
from pathlib import Path

from hoodwink.training.portrait.gather import portrait_of
from hoodwink.training.portrait.show import FORMS, check_chart, write_chart
from hoodwink.training.portrait.text import lines
from hoodwink.training.solvers.best_response import Measure
from hoodwink.training.solvers.policy import Policy


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--show` and `--chart`."""
    parser.add_argument(
        "--show", action="store_true",
        help="print what the strategy does: how often it bluffs, and with what in hand",
    )  # fmt: skip
    parser.add_argument(
        "--chart", type=Path, metavar="FILE",
        help=f"draw what the strategy does, into a file that ends with {' or '.join(FORMS)}",
    )  # fmt: skip


def check(args: argparse.Namespace) -> None:
    """Raise HoodwinkError where the picture cannot be written, before anything takes time."""
    if args.chart is not None:
        check_chart(args.chart)


def show(args: argparse.Namespace, policy: Policy, how: str, measured: Measure) -> None:
    """Print and draw a strategy, where that is asked for; `how` says where it comes from."""
    if not args.show and args.chart is None:
        return
    portrait = portrait_of(policy, args.env, how, measured)
    if args.show:
        print()
        for line in lines(portrait):
            print(line)
    if args.chart is not None:
        write_chart(portrait, args.chart)
        print(f"\ndrawn: {args.chart}")
