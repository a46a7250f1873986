"""OpenSpiel's Deep CFR and ESCHER on a small game of hoodwink, measured exactly as they learn.

    python examples/openspiel_deep_cfr.py --out examples/openspiel_nano

prints NashConv after every iteration and writes `curves.json` and `curves.svg`. Both algorithms are
OpenSpiel's PyTorch versions as they are; the game comes to them through `hoodwink.openspiel`. What
lies in `examples/openspiel_nano` is a run with these settings, which are modest: it shows that they
work, not how far they get. Needs: pip install 'hoodwink[openspiel,train]'
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import torch
from open_spiel.python import policy
from open_spiel.python.pytorch import deep_cfr, escher

import hoodwink.openspiel
from hoodwink.envs.core.files import write_whole

Curve = list[dict[str, float]]
COLOURS = {"deep_cfr": "#2f6fb3", "escher": "#f0a03c"}
WIDTH, HEIGHT, MARGIN = 560, 300, 48  # pixels


@dataclass
class Settings:
    """What a run is made of, small enough for ten minutes on one core."""

    game: str = "hoodwink_warumono2_nano"
    iterations: int = 12
    seed: int = 1
    traversals: int = 250  # of each seat and iteration
    units: int = 64  # of each of two layers
    batch: int = 256  # ESCHER wants as many decisions of each seat in one iteration
    steps: int = 300  # of gradient descent, for each network and iteration
    rate: float = 1e-3
    memory: int = 50_000  # decisions that are kept


def deep_cfr_policies(game: Any, settings: Settings) -> Iterator[Any]:
    """Yield the average policy after each iteration of Deep CFR."""
    layers = (settings.units, settings.units)
    solver = deep_cfr.DeepCFRSolver(
        game,
        policy_network_layers=layers,
        advantage_network_layers=layers,
        num_iterations=1,  # in each call of `solve`, which goes on from the last
        num_traversals=settings.traversals,
        learning_rate=settings.rate,
        batch_size_advantage=settings.batch,
        batch_size_strategy=settings.batch,
        memory_capacity=settings.memory,
        policy_network_train_steps=settings.steps,
        advantage_network_train_steps=settings.steps,
        seed=settings.seed,
    )
    for _ in range(settings.iterations):
        solver.solve()
        yield policy.tabular_policy_from_callable(game, solver.action_probabilities)


def escher_policies(game: Any, settings: Settings) -> Iterator[Any]:
    """Yield the average policy after each iteration of ESCHER."""
    config = escher.Config()
    for kind in ("value", "regret", "avg_policy"):
        setattr(config, f"{kind}_net", [settings.units, settings.units])
        setattr(config, f"{kind}_batch_size", settings.batch)
        setattr(config, f"{kind}_batch_steps", settings.steps)
        setattr(config, f"{kind}_learning_rate", settings.rate)
        setattr(config, f"{kind}_memory_capacity", settings.memory)
    config.value_traversals = config.regret_traversals = settings.traversals
    agent = escher.Agent(game, config)
    training = escher.TrainConfig(game)
    training.iterations = 1  # in each call of `train`, which goes on from the last
    training.games_vs_random = 1

    def probabilities(state: Any) -> dict[int, float]:
        found = agent.action_probabilities(state)
        return {a: float(found[a]) for a in state.legal_actions()}

    for _ in range(settings.iterations):
        escher.train(training, agent)
        yield policy.tabular_policy_from_callable(game, probabilities)


ALGORITHMS = {"deep_cfr": deep_cfr_policies, "escher": escher_policies}


def run(algorithm: str, settings: Settings) -> Curve:
    """Return NashConv and the seconds of learning after each iteration; print them as they come."""
    np.random.seed(settings.seed)  # OpenSpiel's solvers draw from the global generators
    torch.manual_seed(settings.seed)
    game = pyspiel.load_game(settings.game)
    curve, seconds, began = [], 0.0, time.perf_counter()
    for i, found in enumerate(ALGORITHMS[algorithm](game, settings), 1):
        seconds += time.perf_counter() - began
        measured = pyspiel.nash_conv(game, policy.python_policy_to_pyspiel_policy(found))
        curve.append({"iteration": i, "nash_conv": measured, "seconds": round(seconds, 1)})
        print(f"{algorithm:<9} {i:>4}   NashConv {measured:.4f}   {seconds:.0f} s", flush=True)
        began = time.perf_counter()
    return curve


def chart(game: str, uniform: float, curves: dict[str, Curve]) -> str:
    """Return the curves as one SVG; the dashed line is uniform play."""
    last = max(len(curve) for curve in curves.values())
    top = max(uniform, *(point["nash_conv"] for curve in curves.values() for point in curve))

    def place(i: float, nash_conv: float) -> str:
        x = MARGIN + (WIDTH - 2 * MARGIN) * (i - 1) / max(1, last - 1)
        return f"{x:.1f},{HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * nash_conv / top:.1f}"

    def line(points: list[str], style: str) -> str:
        return f'<polyline points="{" ".join(points)}" fill="none" {style}/>'

    def label(x: int, y: float, text: str, style: str = "") -> str:
        return f'<text x="{x}" y="{y:.1f}" {style}>{text}</text>'

    parts = [
        label(MARGIN, 24, f"NashConv on {game}"),
        line([place(1, 0), place(last, 0)], 'stroke="#667085"'),
        line([place(1, uniform), place(last, uniform)], 'stroke="#667085" stroke-dasharray="4"'),
        label(4, HEIGHT - MARGIN, "0"),
        label(4, float(place(1, uniform).split(",")[1]) + 4, f"{uniform:.2f}"),
        label(WIDTH // 2 - 30, HEIGHT - 8, f"iterations 1 to {last}"),
    ]
    for i, (name, curve) in enumerate(curves.items()):
        colour = COLOURS[name]
        points = [place(point["iteration"], point["nash_conv"]) for point in curve]
        parts.append(line(points, f'stroke="{colour}" stroke-width="2"'))
        parts.append(label(WIDTH - MARGIN - 70, 24 + 16 * i, name, f'fill="{colour}"'))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="13">\n<rect width="{WIDTH}" height="{HEIGHT}" '
        'fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def main(words: list[str] | None = None) -> None:
    """Run the algorithms and write what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--algorithm", nargs="+", choices=ALGORITHMS, default=list(ALGORITHMS))
    parser.add_argument("--out", type=Path, required=True, help="folder for curves.json and .svg")
    for name, value in asdict(Settings()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    given = vars(parser.parse_args(words))
    out, algorithms = given.pop("out"), given.pop("algorithm")
    settings = Settings(**given)
    if settings.game.partition("(")[0] not in hoodwink.openspiel.names():
        parser.error(f"--game: {settings.game} is no game of hoodwink.openspiel")
    for name in set(given) - {"game", "seed"}:
        if not given[name] > 0:
            parser.error(f"--{name} must be above 0, got {given[name]}")
    game = pyspiel.load_game(settings.game)
    uniform = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    print(f"{settings.game}: uniform play has NashConv {uniform:.4f}", flush=True)
    curves = {algorithm: run(algorithm, settings) for algorithm in algorithms}
    out.mkdir(parents=True, exist_ok=True)
    versions = {"hoodwink": hoodwink.__version__, "rules": game.game.rules_version}
    result = {"versions": versions, **asdict(settings), "uniform": uniform, "curves": curves}
    write_whole(out / "curves.json", (json.dumps(result, indent=1) + "\n").encode())
    write_whole(out / "curves.svg", chart(settings.game, uniform, curves).encode())


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
