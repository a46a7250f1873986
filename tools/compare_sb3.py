"""How fast is training here beside Stable-Baselines3 used as its and PettingZoo's guides say?

    python tools/compare_sb3.py leduc [--steps 65536] [--repeats 3] [--json FILE]

Two comparisons, each pair at the same torch threads (one):

- aec: sb3-contrib's MaskablePPO at its defaults on the PettingZoo environment, made single-agent as
  PettingZoo's tutorial does it; against our PPO with its own batch and its settings in
  configs/<game>/ppo.yaml, by self-play alone and without a warm start. All seats' decisions count.
- vec: the same MaskablePPO (minibatch 1,024, 4 epochs, 8,192 decisions an update) on SB3's
  DummyVecEnv of 64 `gym_env`; against our VecEnv, of 64 games and of more. The decisions of the
  learner's seat count.

A rate is decisions played and learned from, over the time of playing and learning; everything is
compiled, and one update made, before the clock starts. Give it a quiet machine.
"""

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import gymnasium
import pettingzoo.utils
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import hoodwink  # noqa: E402 - the checkout goes first
from hoodwink.envs.core.spec import parse_env  # noqa: E402 - the checkout goes first
from hoodwink.training.config import config_path, read_config  # noqa: E402 - the checkout goes first
from hoodwink.training.sb3 import policy_kwargs  # noqa: E402 - the checkout goes first
from hoodwink.training.trainer import Trainer  # noqa: E402 - the checkout goes first
from hoodwink.training.vec_env import vec_env  # noqa: E402 - the checkout goes first

DUMMY_GAMES = 64
UPDATE = 128 * DUMMY_GAMES  # decisions
MINIBATCH, EPOCHS = 1024, 4

Train = Callable[[int], int]  # trains for so many decisions more; returns how many it were


@dataclass(frozen=True)
class Rate:
    """Decisions a second of one run, by the clock and by the processor's time."""

    wall: float
    processor: float


@dataclass(frozen=True)
class Row:
    """One contestant: its runs, the first of which is that of the first repeat."""

    comparison: str
    name: str
    rates: list[Rate]

    def median(self, by: str) -> float:
        """Return the median rate, `by` "wall" or "processor"."""
        return statistics.median(getattr(rate, by) for rate in self.rates)


# -- one against the other -------------------------------------------------------------------------


class TutorialWrapper(pettingzoo.utils.BaseWrapper, gymnasium.Env):
    """Whoever is to move learns, as in PettingZoo's tutorial for SB3 with action masks."""

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        """Deal a game; show what the first seat sees."""
        super().reset(seed, options)
        first = self.possible_agents[0]
        space: Any = super().observation_space(first)
        self.observation_space = space["observation"]
        self.action_space = super().action_space(first)  # type: ignore  # there it is a method
        return self.observe(self.agent_selection), {}

    def step(self, action: Any) -> Any:
        """Play one action; show what the next seat sees, and how the one that moved fares."""
        mover = self.agent_selection
        super().step(action)
        ends = self.terminations[mover], self.truncations[mover], self.infos[mover]
        return self.observe(self.agent_selection), self._cumulative_rewards[mover], *ends

    def observe(self, agent: str) -> Any:
        """Return the observation without the mask."""
        return self._whole(agent)["observation"]

    def action_mask(self) -> Any:
        """Return what the seat to move may play."""
        return self._whole(self.agent_selection)["action_mask"]

    def _whole(self, agent: str) -> Any:
        return super().observe(agent)


def masked(inner: Any) -> Any:
    """Return what the seat to move may play."""
    return inner.action_mask()


def masked_ppo(model: MaskablePPO) -> Train:
    """Return what trains a model of SB3 on."""

    def train(decisions: int) -> int:
        before = model.num_timesteps
        model.learn(decisions, reset_num_timesteps=False)
        return model.num_timesteps - before

    return train


def on_the_aec(env: str, seed: int) -> Train:
    """MaskablePPO at its defaults on the PettingZoo environment."""
    single: Any = TutorialWrapper(hoodwink.make(env))
    single.reset(seed=seed)
    single = ActionMasker(single, masked)
    return masked_ppo(MaskablePPO("MlpPolicy", single, seed=seed, device="cpu"))


def ours(env: str, seed: int) -> Train:
    """Our PPO with its own batch; each call is a run of its own."""
    game, options = parse_env(env)
    config = read_config(config_path(game)).with_opponents(())
    tables = game.tables(**options)

    def train(decisions: int) -> int:
        trainer = Trainer(game, tables, replace(config, steps=decisions, warm_start=None), seed)
        trainer.run(lambda progress: True)
        return trainer.decisions

    return train


def on_games(games: VecEnv, seed: int, hidden: tuple[int, ...]) -> Train:
    """MaskablePPO with the settings of the second comparison."""
    model = MaskablePPO(
        "MlpPolicy", games, n_steps=UPDATE // games.num_envs, batch_size=MINIBATCH,
        n_epochs=EPOCHS, policy_kwargs=policy_kwargs(hidden), seed=seed, device="cpu",
    )  # fmt: skip
    return masked_ppo(model)


def on_dummy(env: str, opponents: str, seed: int, hidden: tuple[int, ...]) -> Train:
    """MaskablePPO on SB3's own vector of our single-agent environments."""
    made: list[Any] = [
        lambda: hoodwink.gym_env(env, "rotate", opponents) for _ in range(DUMMY_GAMES)
    ]
    return on_games(DummyVecEnv(made), seed, hidden)


def on_ours(env: str, opponents: str, n: int, seed: int, hidden: tuple[int, ...]) -> Train:
    """MaskablePPO on `n` games of our VecEnv."""
    return on_games(vec_env(env, n, "rotate", opponents), seed, hidden)


def contestants(args: argparse.Namespace) -> Iterator[tuple[str, str, Callable[[int], Train]]]:
    """Yield comparison, name, and what makes a training of a seed; a comparison's first is SB3."""
    env, opponents, hidden = args.env, args.opponents, tuple(args.hidden)
    if args.only != "vec":
        yield "aec", "MaskablePPO, defaults", lambda seed: on_the_aec(env, seed)
        yield "aec", "our PPO", lambda seed: ours(env, seed)
    if args.only != "aec":
        yield (
            "vec",
            f"DummyVecEnv of {DUMMY_GAMES}",
            lambda seed: on_dummy(env, opponents, seed, hidden),
        )
        for n in dict.fromkeys([DUMMY_GAMES, args.games]):
            yield (
                "vec",
                f"our VecEnv of {n}",
                lambda seed, n=n: on_ours(env, opponents, n, seed, hidden),
            )


# -- measuring -------------------------------------------------------------------------------------


def measure(train: Train, steps: int) -> Rate:
    """Return the rate of a training, after one update that is not counted."""
    train(1)
    began, processor = time.perf_counter(), time.process_time()
    decisions = train(steps)
    wall, used = time.perf_counter() - began, time.process_time() - processor
    return Rate(decisions / wall, decisions / used)


def run(args: argparse.Namespace) -> list[Row]:
    """Measure all contestants in turn, `repeats` times."""
    everyone = list(contestants(args))
    rates: list[list[Rate]] = [[] for _ in everyone]
    for repeat in range(args.repeats):
        for k, (comparison, name, make) in enumerate(everyone):
            # our PPO is so fast that the same number of decisions would be over at once
            steps = args.steps * (args.more if name == "our PPO" else 1)
            rates[k].append(measure(make(repeat), steps))
            rate = rates[k][-1]
            print(f"{comparison} {name}: {rate.wall:,.0f}/s", file=sys.stderr)
    return [Row(comparison, name, rates[k]) for k, (comparison, name, _) in enumerate(everyone)]


def table(rows: list[Row]) -> Iterator[str]:
    """Yield the lines of the table; a ratio is to the first row of the comparison."""
    yield (
        f"{'':<4} {'decisions a second':<26} {'by the clock':>14} {'processor':>12}"
        f" {'ratio':>7} {'ratio':>7}"
    )
    first = rows[0]
    for row in rows:
        first = row if row.comparison != first.comparison else first
        wall, used = row.median("wall"), row.median("processor")
        ratios = wall / first.median("wall"), used / first.median("processor")
        yield (
            f"{row.comparison:<4} {row.name:<26} {wall:>14,.0f} {used:>12,.0f}"
            f" {ratios[0]:>7.2f} {ratios[1]:>7.2f}"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("env", nargs="?", default="leduc", help="game (default %(default)s)")
    parser.add_argument("--steps", type=int, default=65_536, help="decisions of a run")
    parser.add_argument("--more", type=int, default=8, help="times as many for our PPO")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each")
    parser.add_argument("--games", type=int, default=512, help="of our VecEnv, beside 64")
    parser.add_argument("--opponents", default="random", help="in the second comparison")
    parser.add_argument("--hidden", type=int, nargs="+", default=[64, 64], help="widths there")
    parser.add_argument("--only", choices=["aec", "vec"], help="one comparison")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers here too")
    args = parser.parse_args()
    torch.set_num_threads(1)
    rows = run(args)
    print("\n".join(table(rows)))
    if args.json is not None:
        settings = {key: value for key, value in vars(args).items() if key != "json"}
        machine = {"python": platform.python_version(), "torch": torch.__version__}
        found = {"settings": settings, "machine": machine, "rows": [asdict(row) for row in rows]}
        args.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
