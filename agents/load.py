"""Agents by name: one spec string stands for an agent everywhere."""

from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from hoodwink.agents.agent import Agent
from hoodwink.agents.bots import BotAgent, rule_bot
from hoodwink.agents.random import RandomAgent
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game

KINDS = {
    "random": "any legal action, each equally likely",
    "rule": "the hand-written bot of the game",
    "runs/NAME": "a trained agent: the folder that training has written",
    "table:FILE": "a table of probabilities, which `hoodwink solve --save` has written",
    "pretrained:NAME": "a trained agent that comes with hoodwink",
}
PRETRAINED = "pretrained:"
TABLE = "table:"
PRETRAINED_FOLDER = Path(__file__).parent / "pretrained"


def load_agent(spec: str, game: Game, tables: NDArray[Any] | None = None) -> Agent:
    """Return the agent that `spec` names, ready to play `game`.

    `tables` are those of the games it will play (some bots read the board off them), by default
    those of the default options. Raises HoodwinkError: an unknown spec, or an agent that does not
    fit, with the reason.
    """
    if spec == "random":
        return RandomAgent()
    if spec == "rule":
        return BotAgent(spec, game, rule_bot(game), game.tables() if tables is None else tables)
    if spec.startswith(TABLE):
        path = Path(spec.removeprefix(TABLE)).expanduser()
        return _table(spec, path, game, game.tables() if tables is None else tables)
    if spec.startswith(PRETRAINED):
        return _saved(spec, _pretrained(spec.removeprefix(PRETRAINED)), game)
    folder = Path(spec).expanduser()
    if spec and folder.is_dir():
        return _saved(spec, folder, game)
    if "/" in spec and not spec.startswith(tuple(f"{kind}:" for kind in KINDS)):
        raise HoodwinkError(f"{spec}: there is no such folder")
    raise HoodwinkError(f"unknown agent {spec!r}; there are: {', '.join(KINDS)}")


def _table(spec: str, path: Path, game: Game, tables: NDArray[Any]) -> Agent:
    from hoodwink.agents.table import TableAgent  # it needs the solvers

    return TableAgent(spec, path, game, tables)


def pretrained_names() -> list[str]:
    """Return the names of the agents that come with hoodwink."""
    return sorted(path.parent.name for path in PRETRAINED_FOLDER.glob("*/agent.json"))


def _pretrained(name: str) -> Path:
    there = pretrained_names()
    if name not in there:
        raise HoodwinkError(
            f"no pretrained agent {name!r}; there are: {', '.join(there) or 'none'}"
        )
    return PRETRAINED_FOLDER / name


def _saved(spec: str, folder: Path, game: Game) -> Agent:
    import hoodwink.training.checkpoint as checkpoint  # it and the policy need torch
    from hoodwink.agents.policy import PolicyAgent

    return PolicyAgent(spec, checkpoint.read_agent(folder, game))
