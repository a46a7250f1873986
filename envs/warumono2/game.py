"""Warumono 2, tied together for core."""

from hoodwink.envs.core.game import Game
from hoodwink.envs.warumono2 import rules
from hoodwink.envs.warumono2.actions import (
    E_CONTENTS_DEALT,
    E_ROLE_DEALT,
    E_SAW,
    E_SWITCH,
    N_ACTIONS,
    N_EVENT_CODES,
    N_OUTCOMES,
)
from hoodwink.envs.warumono2.deal import deal
from hoodwink.envs.warumono2.ending import ending
from hoodwink.envs.warumono2.invariants import INVARIANTS, broken
from hoodwink.envs.warumono2.length import MAX_DECISIONS, most_moves
from hoodwink.envs.warumono2.observe import BLOCKS, observe
from hoodwink.envs.warumono2.portrait import PORTRAYAL
from hoodwink.envs.warumono2.state import N_PHASES, STATE
from hoodwink.envs.warumono2.table import TABLE
from hoodwink.envs.warumono2.tables import normal_options, tables
from hoodwink.envs.warumono2.text import WORDS
from hoodwink.envs.warumono2.turn import payoff
from hoodwink.envs.warumono2.words import ROLE_WORDS
from hoodwink.envs.warumono2.worlds import resample

GAME = Game(
    name="warumono2",
    version=0,
    rules_version="1",
    title="Warumono 2",
    seat_names=("red", "green", "yellow", "blue"),
    min_seats=3,
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
    veiled=frozenset(
        [*range(E_ROLE_DEALT, E_CONTENTS_DEALT), *range(E_SWITCH, E_SAW)]  # switches and answers
    ),
    most_moves=most_moves,
    variants={
        "warumono2-nano": {"variant": "nano"},
        "warumono2-nano3": {"variant": "nano3"},
        "warumono2-mini": {"variant": "mini"},
        "warumono2-mini3": {"variant": "mini3"},
        "warumono2-tiny": {"variant": "tiny"},
        "warumono2-alley": {"variant": "alley"},
    },
    portrayal=PORTRAYAL,
    ending=ending,
    broken=broken,
    invariants=INVARIANTS,
)
