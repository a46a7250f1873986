"""The rule bot of Warumono 2: legal, the same compiled and plain, sensible, and strong."""

from functools import lru_cache

import numpy as np
import pytest

from hoodwink.agents.rule_warumono2 import bot
from hoodwink.envs.core import jit
from hoodwink.envs.core.batch import Batch, bot_signature, play_games
from hoodwink.envs.core.drivers import BOT_MEMORY
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.rng import generators, pick_legal
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.state import Role
from hoodwink.envs.warumono2.tables import variants

GAME = find_game("warumono2")
SHEETS = range(1, 8)


def random_bot(observation, mask, t, memory, rng):
    return pick_legal(mask, rng)


@lru_cache
def compiled_bots():
    return [jit.compiled(f, bot_signature(GAME)) for f in (bot, random_bot)]


def standard_tables():
    return np.concatenate([GAME.tables(players=n, scenario=k) for n in (3, 4) for k in SHEETS])


def decide(match):
    """Return in words what the bot does in a match."""
    p = match.seats.index(match.to_move)
    t = View(match.tables)
    memory = np.zeros(BOT_MEMORY, np.int32)
    rng = generators(1, 1, stream=1)[0]
    a = bot(match.observation(p), match.mask(p), t, memory, rng)
    return GAME.words.decision(t, p, a)


def play_on(match, most=20):
    """Let the bot play on until somebody else or chance is to move; return what it did."""
    seat, words = match.to_move, []
    while match.to_move == seat and len(words) < most:
        words.append(decide(match))
        match.play(words[-1])
    return words


def position(sheet=1, counter=1, **seats):
    """Return a position in which red is to move; who is not given stands far off."""
    others = {"green": "S22", "yellow": "S23", "blue": "S24"}
    cards = ["loot", "fake_1", "fake_2", "fake_3"]
    for seat in seats.values():
        if "contents" in seat:
            cards.remove(seat["contents"])
    for name, at in others.items():
        seats.setdefault(name, {})
        seats[name] = {"at": at, "role": "wiseguy"} | seats[name]
    for seat in seats.values():
        seat.setdefault("contents", "")
        seat["contents"] = seat["contents"] or cards.pop(0)
    return {"options": {"scenario": sheet}, "counter": counter, "to_move": "red", "seats": seats}


def test_compiled_and_plain_bot_decide_alike_and_legally():
    tables = standard_tables()
    batch = Batch(GAME, tables, len(tables), seed=5)
    compiled = compiled_bots()[0]
    rngs, twins = generators(6, len(tables), stream=1), generators(6, len(tables), stream=1)
    memory = np.zeros((len(tables), BOT_MEMORY), np.int32)
    actions = np.zeros(len(tables), np.int64)
    for step in range(60):
        for g, (seen, mask) in enumerate(zip(batch.observation, batch.mask, strict=True)):
            actions[g] = compiled(seen, mask, tables[g], memory[g], rngs[g])
            assert mask[actions[g]]
            if step % 2 == g % 2:
                plain = bot(seen, mask, View(tables, g), memory[g], twins[g])
                assert plain == actions[g]
            twins[g] = rngs[g]
        batch.step(actions)


def test_small_variants_and_a_choice_of_sheet_are_played_to_the_end():
    tables = [GAME.tables(variant=name) for name in variants()] + [GAME.tables(scenario="choose")]
    batch = Batch(GAME, np.concatenate(tables), 20 * len(tables), seed=7)
    compiled = compiled_bots()[0]
    rngs = generators(8, batch.num_games, stream=1)
    memory = np.zeros(BOT_MEMORY, np.int32)
    ended = np.zeros(batch.num_games, bool)
    for _ in range(400):
        rows = zip(batch.observation, batch.mask, batch.table_of, rngs, strict=True)
        batch.step(
            np.array([compiled(o, m, batch.tables[i], memory, rng) for o, m, i, rng in rows])
        )
        ended |= batch.done == 1
    assert ended.all()


READY = {"role": "wiseguy", "passport": True, "ticket": "plane"}
OPERATIVE = {"role": "undercover", "contents": "fake_1"}


@pytest.mark.parametrize("at,face", [("S14", 3), ("S14", 6), ("FAC", 5), ("AP2", 1), ("AP1", 4)])
def test_with_the_loot_and_a_ticket_it_gets_away(at, face):
    red = READY | {"at": at, "contents": "loot"}
    if at == "AP2":
        red["ticket"] = "none"
    match = Match("warumono2", position(red=red))
    assert decide(match) == "roll"
    match.play("roll")
    match.play(f"die {face}")
    play_on(match)
    assert match.winners == ["red"]


@pytest.mark.parametrize("at", ["S12", "S13", "S14", "AP1", "AP2"])
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("sheet,counter", [(1, 2), (1, 18), (3, 18), (6, 5)])
def test_with_a_certain_fake_it_never_walks_into_the_getaway(at, face, sheet, counter):
    red = READY | {"at": at, "contents": "fake_1"}
    if at == "AP2":
        red["ticket"] = "none"
    match = Match("warumono2", position(sheet, counter, red=red))
    match.play("roll")
    match.play(f"die {face}")
    assert "step GAW_A" not in play_on(match)


@pytest.mark.parametrize("space", ["S05", "FOR"])
def test_the_operative_arrests_a_certain_holder_here(space):
    red = OPERATIVE | {"at": space, "knows": {"red": "fake_1", "green": "loot"}}
    green = {"at": space, "contents": "loot"}
    assert decide(Match("warumono2", position(1, 5, red=red, green=green))) == "arrest green"


def test_the_operative_walks_past_a_certain_holder_and_arrests():
    red = OPERATIVE | {"at": "S05", "knows": {"red": "fake_1", "green": "loot"}}
    green = {"at": "S08", "contents": "loot"}
    match = Match("warumono2", position(1, 5, red=red, green=green))
    assert decide(match) == "roll"
    match.play("roll")
    match.play("die 4")
    assert play_on(match)[-1] == "arrest green"
    assert match.winners == ["red"]


def test_the_operative_does_not_arrest_on_a_guess_while_there_is_time():
    red = OPERATIVE | {"at": "S05"}
    match = Match("warumono2", position(1, 5, red=red, green={"at": "S05"}))
    assert not decide(match).startswith("arrest")


@pytest.mark.parametrize("card", ["loot", "fake_1"])
def test_a_wiseguy_switches_really_only_when_the_other_is_likelier_to_hold_the_loot(card):
    red = {"role": "wiseguy", "at": "S05", "contents": card}
    match = Match("warumono2", position(1, 2, red=red, green={"at": "S06"}))
    match.play("roll")
    match.play("die 1")
    match.play("step S06")
    assert (decide(match) == "switch_real green") == (card == "fake_1")


def test_it_waits_on_a_round_space_while_the_exits_are_shut():
    red = READY | {"at": "FAC", "contents": "loot"}
    green = {"at": "S15"}
    shut = {"barricades": ["airport"]}
    match = Match("warumono2", position(1, 8, red=red, green=green) | shut)
    assert decide(match) == "look"


@pytest.mark.parametrize(
    "sheet,counter,shut,ticket", [(1, 16, "docks", "take_plane"), (5, 13, "airport", "take_boat")]
)
def test_it_takes_the_ticket_of_the_exit_that_is_open(sheet, counter, shut, ticket):
    red = {"role": "wiseguy", "at": "S12", "contents": "loot", "passport": True}
    match = Match("warumono2", position(sheet, counter, red=red) | {"barricades": [shut]})
    match.play("roll")
    match.play("die 1")
    assert play_on(match)[-2:] == ["step FAC", ticket]


def test_it_gives_the_loot_to_whose_card_comes_back_when_all_pass_on():
    red = {"role": "wiseguy", "at": "S05", "contents": "loot"}
    match = Match("warumono2", position(6, 5, red=red, blue={"at": "S06"}))
    match.play("roll")
    match.play("die 1")
    match.play("step S06")
    assert decide(match) == "switch_real blue"


@pytest.mark.parametrize("seats", [3, 4])
def test_it_beats_random_players_on_every_sheet(seats):
    bots = np.array([jit.address(f) for f in compiled_bots()])
    n = 360
    for sheet in SHEETS:
        batch = Batch(GAME, GAME.tables(players=seats, scenario=sheet), n, seed=9, restart=False)
        games, seat = np.arange(n), np.arange(n) % seats
        bot_of = np.ones((n, GAME.seats), np.int32)
        bot_of[games, seat] = 0
        payoffs, _ = play_games(GAME, batch, bots, bot_of, seed=10)
        assert payoffs[games, seat].mean() > 0.5


def test_four_of_them_play_lively_games():
    bots = np.array([jit.address(f) for f in compiled_bots()])
    tables = standard_tables()[len(SHEETS) :]
    batch = Batch(GAME, tables, 700, seed=11, restart=False)
    payoffs, _ = play_games(GAME, batch, bots, np.zeros((700, GAME.seats), np.int32), seed=12)
    won = payoffs > 0
    by_operative = (won & (batch.states["role"] == Role.UNDERCOVER)).any(1).mean()
    assert 0.08 < by_operative < 0.35
    assert (payoffs == 0).all(1).mean() < 0.1
