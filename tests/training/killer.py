"""A process that starts a training run over and over, killing it, until it comes to its end.

`python -m tests.training.killer HOW KILLS SEED WORD...`, with the words of `hoodwink train`, --out
among them. HOW is `time`: SIGKILL at any moment, after a few checkpoints; or `rename`: SIGKILL
right before or right after one of the renames by which files come into being. Prints how far the
run was at each kill.
"""

import json
import os
import random
import signal
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import torch

from hoodwink import cli
from hoodwink.agents import load_agent
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.registry import find_game
from hoodwink.training import cli as training  # noqa: F401 - imported once, before the forks


def nothing() -> None:
    pass


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_rename(number: int, after: bool) -> None:
    replace, seen = os.replace, [0]

    def counted(*paths):
        seen[0] += 1
        if seen[0] == number and not after:
            die()
        replace(*paths)
        if seen[0] == number:
            die()

    os.replace = counted


def start(words: list[str], log: Path, prepare=lambda: None) -> int:
    child = os.fork()
    if child == 0:
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(out, 1)
        os.dup2(out, 2)
        prepare()
        status = cli.main(["train", *words])
        sys.stdout.flush()
        os._exit(status)
    return child


def compile_once() -> None:
    """Compile and import here what every child needs."""
    torch.optim.Adam([torch.zeros(1, requires_grad=True)])  # imports much of torch
    game = find_game("kuhn")
    tables = game.tables()
    batch = Batch(game, tables, 2)
    batch.step(batch.mask.argmax(1))
    bot = load_agent("rule", game, tables)
    bot.act(
        batch.observation,
        batch.mask,
        bot.start(2, np.random.default_rng(0)),
        np.random.default_rng(0),
    )


def newest(out: Path) -> int:
    """Return the number of the newest checkpoint, -1 if there is none."""
    return max((int(path.stem) for path in out.glob("checkpoints/*.safetensors")), default=-1)


def wait_for(out: Path, more: int, child: int) -> None:
    """Wait until there are some more checkpoints, or the child has ended."""
    goal = newest(out) + more
    while (
        newest(out) < goal
        and os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    ):
        time.sleep(0.002)


def main() -> None:
    how, kills, seed, *words = sys.argv[1:]
    rng = random.Random(int(seed))
    out = Path(words[words.index("--out") + 1])
    log = out.parent / f"{out.name}.log"
    compile_once()
    reached = []
    while True:
        now = ["--resume", str(out)] if (out / "run.json").exists() else words
        prepare = nothing
        if how == "rename" and len(reached) < int(kills):
            number, after = rng.randint(1, 9), rng.random() < 0.5
            prepare = partial(die_at_rename, number, after)
        child = start(now, log, prepare)
        if how == "time" and len(reached) < int(kills):
            wait_for(out, rng.randint(0, 5), child)
            time.sleep(rng.uniform(0, 0.03))
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            print(json.dumps({"status": os.WEXITSTATUS(status), "reached": reached}))
            return
        reached.append(newest(out))


if __name__ == "__main__":
    main()
