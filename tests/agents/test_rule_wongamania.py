"""The rule bot of Wongamania: legal, the same compiled and plain, sensible, and strong."""

import numpy as np
import pytest

from hoodwink.agents.evaluate import evaluate
from hoodwink.agents.rule_wongamania import bot
from hoodwink.envs.core import jit
from hoodwink.envs.core.batch import Batch, bot_signature
from hoodwink.envs.core.drivers import BOT_MEMORY
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.rng import generators
from hoodwink.envs.core.state import View

GAME = find_game("wongamania")


def decide(position):
    """Return in words what the bot does in a position."""
    match = Match("wongamania", position)
    p = match.seats.index(match.to_move)
    t = View(match.tables)
    memory = np.zeros(BOT_MEMORY, np.int32)
    rng = generators(1, 1, stream=1)[0]
    return GAME.words.decision(t, p, bot(match.observation(p), match.mask(p), t, memory, rng))


def acting(token=0, laps_done=0, **seats):
    """Return a position in which A acts; who is not given has nothing."""
    nothing = {"hand": {}, "bank": 0}
    whole = {name: nothing | seats.get(name, {}) for name in "ABC"}
    return {"phase": "act", "to_move": "A", "token": token, "laps_done": laps_done, "seats": whole}


@pytest.mark.parametrize("options", [{}, {"mode": "simple"}, {"variant": "hardcore"}])
def test_it_beats_random_play(options):
    result = evaluate(GAME, options, ["rule", "random", "random"], 600, 1)
    low = result.agents[0].low
    assert low is not None and low > 0.5


@pytest.mark.parametrize("n", [2, 4, 5])
def test_it_beats_random_play_with_other_numbers_of_seats(n):
    result = evaluate(GAME, {"players": n}, ["rule", *["random"] * (n - 1)], 600, 1)
    low = result.agents[0].low
    assert low is not None and low > 0.5


def test_compiled_and_plain_bot_decide_alike_and_legally():
    options = [{"variant": v} for v in ("standard", "apprentice", "strategist", "hardcore")]
    tables = np.concatenate([GAME.tables(players=i + 2, **o) for i, o in enumerate(options)])
    batch = Batch(GAME, tables, len(tables), seed=5)
    compiled = jit.compiled(bot, bot_signature(GAME))
    rngs, twins = generators(6, len(tables), stream=1), generators(6, len(tables), stream=1)
    memory = np.zeros((len(tables), BOT_MEMORY), np.int32)
    actions = np.zeros(len(tables), np.int64)
    for step in range(120):
        for g, (seen, mask) in enumerate(zip(batch.observation, batch.mask, strict=True)):
            actions[g] = compiled(seen, mask, tables[g], memory[g], rngs[g])
            assert mask[actions[g]]
            if step % 2 == g % 2:
                assert bot(seen, mask, View(tables, g), memory[g], twins[g]) == actions[g]
            twins[g] = rngs[g]
        batch.step(actions)


def test_it_buys_what_will_rise_and_sells_before_the_fall():
    assert decide(acting(token=1, A={"bank": 4, "hand": {"stock": 1}})) == "play stock"
    rich = {"bank": 8, "trust": 2}  # the end is near
    peak = acting(token=11, A={"assets": {"stock": 1}}, B=rich)
    assert decide(peak) == "sell stock"
    assert decide(acting(token=10, A={"bank": 4, "hand": {"stock": 1}})) != "play stock"


def test_it_ends_the_game_when_ahead_and_not_behind():
    ahead = acting(A={"bank": 8, "trust": 2}, B={"trust": 1})
    assert decide(ahead) == "trust"
    behind = acting(A={"bank": 8, "trust": 2}, B={"trust": 2, "bank": 7, "babies": 3})
    behind["seats"]["B"] |= {"assets": {"bond": 6}}
    assert decide(behind) != "trust"


def test_it_retrenches_the_leader():
    held = {"bank": 2, "hand": {"retrenchment": 1}}
    assert decide(acting(A=held, C={"trust": 1})) == "play retrenchment"
    aiming = acting(A={"bank": 0}, C={"trust": 1})
    aiming |= {"phase": "target", "pending": {"card": "retrenchment", "by": "A"}}
    assert decide(aiming) == "target C"
    aiming["seats"]["C"] |= {"insurance": 2}
    assert decide(aiming) == "target B"


@pytest.mark.parametrize("insured,does", [(0, "play lawyer"), (2, "pass")])
def test_it_answers_what_would_hurt(insured, does):
    position = acting(A={}, B={"bank": 3, "hand": {"lawyer": 1}, "insurance": insured})
    pending = {"card": "retrenchment", "by": "A", "target": "B", "opps": []}
    position |= {"phase": "window", "turn": "A", "to_move": "B", "pending": pending}
    assert decide(position) == does


def test_it_gives_up_what_it_misses_least():
    poor = acting(token=12, A={"bank": 0, "assets": {"penny_stock": 1, "heritage_house": 1}})
    poor |= {"phase": "forced_sale", "pending": {"debt": 1}}
    assert decide(poor) == "sell heritage_house"
    hit = acting(token=0, B={"assets": {"junk_bond": 1, "bond": 1}})
    hit |= {"phase": "forced_loss", "turn": "A", "to_move": "B"}
    hit |= {"pending": {"card": "bond_default", "by": "A"}}
    assert decide(hit) == "sell bond"  # a Junk Bond brings twice as much till the Recession
