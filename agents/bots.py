"""Compiled bots as agents: a `@rule` function that sees one observation, played over many rows.

A bot is `bot(observation, mask, t, memory, rng) -> action`: what its seat sees, what it may do, the
public tables of the game, BOT_MEMORY integers that are 0 when the game starts, and a generator of
its own. A game's rule bot is the function `bot` of the module `hoodwink.agents.rule_<game>`.
"""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.agents.agent import Actions, Agent, Masks, Memory, Observations, Probabilities
from hoodwink.agents.random import RandomAgent, random_bot
from hoodwink.envs.core import jit
from hoodwink.envs.core.batch import bot_signature
from hoodwink.envs.core.drivers import BOT_MEMORY
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import LARGE, Game
from hoodwink.envs.core.instructions import call_int
from hoodwink.envs.core.jit import BYTES_2D, GENERATORS, INT, INTS, INTS_32_2D, VOID
from hoodwink.envs.core.registry import NAMES
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.state import View

MEMORY = np.dtype([("table", np.int64), ("cells", np.int32, (BOT_MEMORY,))])
DRAWS = 200  # with which a bot's probabilities are estimated; exact for a bot that draws nothing

Bot = Callable[..., int]


def bot_module(game_name: str) -> str:
    """Return the module that holds the rule bot of a game."""
    return f"hoodwink.agents.rule_{game_name}"


def games_with_bots() -> tuple[str, ...]:
    """Return the games that have a rule bot."""
    return tuple(name for name in NAMES if find_spec(bot_module(name)))


def rule_bot(game: Game) -> Bot:
    """Return the rule bot of `game`; raise HoodwinkError if it has none."""
    if game.name not in games_with_bots():
        there = ", ".join(games_with_bots())
        raise HoodwinkError(f"{game.name} has no rule bot; the games that have one: {there}")
    bot: Bot = import_module(bot_module(game.name)).bot
    return bot


def compile_ahead(game: Game) -> None:
    """Let a helper process compile the rule bot, so that it is there when it is wanted."""
    if game.name in games_with_bots() and game.n_actions > LARGE:
        bot = rule_bot(game)
        if not jit.is_cached(bot, bot_signature(game)):
            jit.start_helper(
                f"{game.name}: rule bot",
                "from hoodwink.agents.bots import compile_bot, rule_bot; "
                "from hoodwink.envs.core.registry import find_game; "
                f"game = find_game({game.name!r}); compile_bot(game, rule_bot(game))",
            )


def bot_of(agent: Agent) -> Bot | None:
    """Return the bot that plays as `agent` does; None for an agent that is more than a bot."""
    if type(agent) is RandomAgent:
        return random_bot
    return agent.bot if isinstance(agent, BotAgent) else None


def compile_bot(game: Game, bot: Bot) -> Any:
    """Return a bot compiled for `game`."""
    return jit.compiled(bot, bot_signature(game))


def play_rows(
    bot: Any, observations: Any, masks: Any, tables: Any, table_of: Any, cells: Any, rngs: Any,
    actions: Any,
) -> None:  # fmt: skip
    """Let a bot (an address, or a function in a plain run) decide in every row."""
    for i in range(len(actions)):
        t = tables[table_of[i]]
        actions[i] = call_int(bot, observations[i], masks[i], t, cells[i], rngs[i])


@lru_cache(maxsize=16)
def _compiled_loop(table_type: Any) -> Any:
    tables = jit.array(table_type)
    signature = VOID(INT, BYTES_2D, BYTES_2D, tables, INTS, INTS_32_2D, GENERATORS, INTS)
    return jit.compiled(play_rows, signature)


class BotAgent:
    """A bot that plays as an agent; row i of its memory knows by which of `tables` it plays."""

    def __init__(
        self, name: str, game: Game, bot: Bot, tables: NDArray[Any], *, plain: bool = False
    ) -> None:
        """Compile `bot` for `game`, unless the run is a plain one."""
        self.name, self.bot = name, bot
        self._n_tables = len(tables)
        if plain:
            self._bot: Any = bot
            self._tables: Any = [View(tables, i) for i in range(len(tables))]
            self._loop: Any = play_rows
        else:
            with jit.announced(f"the {name} bot of {game.name}"):
                jit.join_helper(f"{game.name}: {name} bot")
                self._compiled = compile_bot(game, bot)  # kept: owns the code
                self._loop = _compiled_loop(game.types[1])
            self._bot, self._tables = jit.address(self._compiled), tables

    def start(
        self, n: int, rng: np.random.Generator, table_of: NDArray[np.int64] | None = None
    ) -> Memory:
        """Return empty cells for `n` rows."""
        memory = np.zeros(n, MEMORY)
        memory["table"] = np.arange(n) % self._n_tables if table_of is None else table_of
        return memory

    def act(
        self, observations: Observations, masks: Masks, memory: Memory, rng: np.random.Generator
    ) -> Actions:
        """Return the bot's action for each row."""
        cells = np.ascontiguousarray(memory["cells"])
        actions = self._decide(observations, masks, memory, cells, int(rng.integers(1 << 63)))
        memory["cells"] = cells
        return actions

    def probabilities(
        self, observations: Observations, masks: Masks, memory: Memory
    ) -> Probabilities:
        """Return how often each action comes in DRAWS draws (a bot cannot say it itself)."""
        counts = np.zeros(masks.shape, np.float32)
        rows = np.arange(len(masks))
        for draw in range(DRAWS):
            cells = np.array(memory["cells"], order="C")
            counts[rows, self._decide(observations, masks, memory, cells, draw)] += 1
        return counts / np.float32(DRAWS)

    def _decide(
        self, observations: Observations, masks: Masks, memory: Memory, cells: NDArray[np.int32],
        seed: int,
    ) -> Actions:  # fmt: skip
        actions, rngs = np.zeros(len(masks), np.int64), generators(seed, len(masks), stream=2)
        seen, legal, table_of = map(np.ascontiguousarray, (observations, masks, memory["table"]))
        self._loop(self._bot, seen, legal, self._tables, table_of, cells, rngs, actions)
        return actions
