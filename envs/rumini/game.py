"""Rumini, tied together for core."""

from hoodwink.envs.core.game import Game
from hoodwink.envs.rumini import rules
from hoodwink.envs.rumini.actions import (
    E_ACTION,
    E_MISSION_DEALT,
    N_ACTIONS,
    N_EVENT_CODES,
    N_OUTCOMES,
)
from hoodwink.envs.rumini.deal import deal
from hoodwink.envs.rumini.ending import ending
from hoodwink.envs.rumini.invariants import INVARIANTS, broken
from hoodwink.envs.rumini.length import MAX_DECISIONS, most_moves
from hoodwink.envs.rumini.observe import BLOCKS, observe
from hoodwink.envs.rumini.state import N_PHASES, STATE
from hoodwink.envs.rumini.table import TABLE
from hoodwink.envs.rumini.tables import normal_options, tables
from hoodwink.envs.rumini.text import WORDS
from hoodwink.envs.rumini.turn import payoff
from hoodwink.envs.rumini.worlds import resample

GAME = Game(
    name="rumini",
    version=0,
    rules_version="1",
    title="Rumini",
    seat_names=("A", "B", "C", "D"),
    min_seats=2,
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
    veiled=frozenset(range(E_MISSION_DEALT, E_ACTION)),  # cards dealt face down
    most_moves=most_moves,
    ending=ending,
    broken=broken,
    invariants=INVARIANTS,
    variants={"rumini-nano": {"variant": "nano"}, "rumini-mini": {"variant": "mini"}},
)
