"""Wongamania, tied together for core."""

from hoodwink.envs.core.game import Game
from hoodwink.envs.wongamania import rules
from hoodwink.envs.wongamania.actions import E_ACTION, E_CARD, N_ACTIONS, N_EVENT_CODES, N_OUTCOMES
from hoodwink.envs.wongamania.ending import ending
from hoodwink.envs.wongamania.invariants import INVARIANTS, broken
from hoodwink.envs.wongamania.length import MAX_DECISIONS, most_moves
from hoodwink.envs.wongamania.observe import BLOCKS, observe
from hoodwink.envs.wongamania.portrait import PORTRAYAL
from hoodwink.envs.wongamania.rounds import deal
from hoodwink.envs.wongamania.state import N_PHASES, STATE, TABLE
from hoodwink.envs.wongamania.tables import MIN_PLAYERS, normal_options, small_variants, tables
from hoodwink.envs.wongamania.text import WORDS
from hoodwink.envs.wongamania.turn import payoff
from hoodwink.envs.wongamania.words import SEAT_NAMES
from hoodwink.envs.wongamania.worlds import resample

GAME = Game(
    name="wongamania",
    version=0,
    rules_version="1",
    title="Wongamania: Banana Economy",
    seat_names=SEAT_NAMES,
    min_seats=MIN_PLAYERS,
    state=STATE,
    table=TABLE,
    n_actions=N_ACTIONS,
    n_outcomes=N_OUTCOMES,
    n_phases=N_PHASES,
    blocks=BLOCKS,
    max_decisions=MAX_DECISIONS,
    deal=deal,
    actor=rules.actor,
    legal=rules.legal,
    chance=rules.chance,
    step=rules.step,
    observe=observe,
    payoff=payoff,
    resample=resample,
    tables=tables,
    normal_options=normal_options,
    words=WORDS,
    n_events=N_EVENT_CODES,
    veiled=frozenset(range(E_CARD, E_ACTION)),
    silent=True,
    most_moves=most_moves,
    portrayal=PORTRAYAL,
    variants={f"wongamania-{name}": {"variant": name} for name in small_variants()},
    ending=ending,
    broken=broken,
    invariants=INVARIANTS,
)
