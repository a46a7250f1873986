"""How long games of Rumini last and how they end, among players of one kind.

python tools/rumini_endings.py [GAMES]      prints the table of envs/rumini/RULES.md
"""

import sys

import numpy as np

from hoodwink.agents.bots import compile_bot, rule_bot
from hoodwink.agents.random import random_bot
from hoodwink.envs.core import jit
from hoodwink.envs.core.batch import Batch, play_games
from hoodwink.envs.core.registry import find_game

GAME = find_game("rumini")


def row(name: str, code: int, players: int, missions: int, games: int) -> str:
    """Return a line of the table: `games` games among bots whose code lies at `code`."""
    tables = GAME.tables(players=players, missions_to_win=missions)
    batch = Batch(GAME, tables, games, seed=1, restart=False)
    bots, bot_of = np.array([code]), np.zeros((games, GAME.seats), np.int32)
    _, decisions = play_games(GAME, batch, bots, bot_of, seed=2)
    rounds, winners = batch.states["round"], batch.states["winners"]
    tokens = np.bitwise_count(batch.states["tokens"].astype(np.uint16)).max(axis=1)
    won = tokens >= missions
    first = (winners == 1 << batch.states["first"])[won].mean() if won.any() else 0.0
    shared = (~won & (np.bitwise_count(winners.astype(np.uint16)) > 1)).mean()
    return (
        f"| {name} | {players} | {missions} | {rounds.mean():.1f} "
        f"| {np.quantile(rounds, 0.95):.0f} | {decisions.mean():.0f} "
        f"| {won.mean():.1%} | {(~won).mean():.1%} | {shared:.1%} "
        f"| {first:.1%} |"
    )


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    print(
        "| play | players | missions | rounds, mean | 95 % | decisions | by missions | by rounds "
        "| of these shared | first player wins |\n" + "| --- " + 9 * "| ---: " + "|"
    )
    bots = {name: compile_bot(GAME, bot) for name, bot in
            (("random", random_bot), ("rule", rule_bot(GAME)))}  # fmt: skip
    for name, bot in bots.items():
        for players, missions in ((2, 3), (3, 3), (4, 3), (4, 2)):
            print(row(name, jit.address(bot), players, missions, games))


if __name__ == "__main__":
    main()
