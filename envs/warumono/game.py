"""Warumono, tied together for core."""

from hoodwink.envs.core.game import Game
from hoodwink.envs.warumono import rules
from hoodwink.envs.warumono.actions import (
    E_ACTION,
    E_ROLE_DEALT,
    N_ACTIONS,
    N_EVENT_CODES,
    N_OUTCOMES,
)
from hoodwink.envs.warumono.deal import deal
from hoodwink.envs.warumono.ending import ending
from hoodwink.envs.warumono.invariants import INVARIANTS, broken
from hoodwink.envs.warumono.length import MAX_DECISIONS, most_moves
from hoodwink.envs.warumono.observe import BLOCKS, observe
from hoodwink.envs.warumono.state import N_PHASES, STATE
from hoodwink.envs.warumono.table import TABLE
from hoodwink.envs.warumono.tables import SEAT_NAMES, normal_options, tables, variants
from hoodwink.envs.warumono.text import WORDS
from hoodwink.envs.warumono.turn import payoff
from hoodwink.envs.warumono.words import ROLE_WORDS
from hoodwink.envs.warumono.worlds import resample

GAME = Game(
    name="warumono",
    version=0,
    rules_version="1",
    title="Warumono",
    seat_names=SEAT_NAMES,
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
    roles=ROLE_WORDS,
    n_events=N_EVENT_CODES,
    veiled=frozenset(range(E_ROLE_DEALT, E_ACTION)),
    most_moves=most_moves,
    ending=ending,
    broken=broken,
    invariants=INVARIANTS,
    variants={f"warumono-{name}": {"variant": name} for name in variants()},
)
