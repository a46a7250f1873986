"""The rule bot of Rumini: legal, the same compiled and plain, sensible, and strong."""

from functools import lru_cache

import numpy as np
import pytest

from hoodwink.agents.random import random_bot
from hoodwink.agents.rule_rumini import bot
from hoodwink.envs.core import jit
from hoodwink.envs.core.batch import Batch, bot_signature, play_games
from hoodwink.envs.core.drivers import BOT_MEMORY
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.state import View

GAME = find_game("rumini")


@lru_cache
def compiled_bots():
    return [jit.compiled(f, bot_signature(GAME)) for f in (bot, random_bot)]


def decide(match):
    """Return in words what the bot does in a match."""
    p = match.seats.index(match.to_move)
    t = View(match.tables)
    memory = np.zeros(BOT_MEMORY, np.int32)
    rng = generators(1, 1, stream=1)[0]
    a = bot(match.observation(p), match.mask(p), t, memory, rng)
    return GAME.words.decision(t, p, a)


def reached(words, **seat):
    """Return a match of two in which A has played these words."""
    match = Match("rumini", {"options": {"players": 2}, "to_move": "A", "seats": {"A": seat}})
    for word in words:
        match.play(word)
    return match


def test_it_takes_the_die_that_leads_to_a_harbour_of_its_card():
    match = reached(["roll", "compass n", "number 2", "number 5"])
    assert decide(match) == "move n b"


def test_it_spends_a_magnet_only_for_much():
    seat = {"at": [10, 8], "magnets": 1, "tokens": ["E"]}
    assert decide(reached(["roll", "compass s", "number 2", "number 4"], **seat)) != "magnet"
    words = ["roll", "compass w", "number 5", "number 6"]
    assert decide(reached(words, at=[10, 8], magnets=1, tokens=["E", "S"])) == "magnet"


def test_it_uses_the_tool_that_saves_two_turns():
    seat = {"at": [16, 8], "tools": {"mapmaker": 1}}
    match = reached(["roll", "compass s", "number 2", "number 3", "move s a"], **seat)
    assert decide(match) == "use_tool mapmaker"


def test_it_calls_the_coast_guard():
    seat = {"at": [9, 4], "tools": {"firecracker": 2}}
    words = ["roll", "compass n", "number 2", "number 1", "move n a"]
    assert decide(reached(words, **seat)) == "use_tool firecracker"


def test_compiled_and_plain_bot_decide_alike_and_legally():
    batch = Batch(GAME, GAME.tables(max_rounds=30), 8, seed=3, restart=False)
    rngs = generators(3, 8, stream=1)
    memory = np.zeros((8, 4, BOT_MEMORY), np.int32)
    plain = generators(3, 8, stream=1)
    t = View(batch.tables)
    code = compiled_bots()[0]
    for _ in range(200):
        actions = np.zeros(8, np.int64)
        for g in range(8):
            p = int(batch.actor[g])
            if p >= 0:
                given = batch.observation[g], batch.mask[g]
                actions[g] = code(*given, batch.tables[0], memory[g, p], rngs[g])
                assert actions[g] == bot(*given, t, memory[g, p].copy(), plain[g])
                assert batch.mask[g, actions[g]]
        batch.step(actions)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_players(players):
    bots = np.array([jit.address(f) for f in compiled_bots()])
    n = 400
    games, seat = np.arange(n), np.arange(n) % players
    batch = Batch(GAME, GAME.tables(players=players), n, seed=9, restart=False)
    bot_of = np.ones((n, GAME.seats), np.int32)
    bot_of[games, seat] = 0
    payoffs, _ = play_games(GAME, batch, bots, bot_of, seed=10)
    assert payoffs[games, seat].mean() > 0.9
