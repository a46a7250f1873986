"""Leduc poker as a game of the contract."""

from hoodwink.envs.core.game import Game
from hoodwink.envs.leduc import rules
from hoodwink.envs.leduc.observe import BLOCKS, observe
from hoodwink.envs.leduc.portrait import PORTRAYAL
from hoodwink.envs.leduc.state import MOVES, SEATS, STATE, STREETS, TABLE
from hoodwink.envs.leduc.tables import normal_options, tables
from hoodwink.envs.leduc.text import SEAT_NAMES, LeducWords

GAME = Game(
    name="leduc",
    version=0,
    rules_version="1",
    title="Leduc poker",
    seat_names=SEAT_NAMES,
    min_seats=2,
    state=STATE,
    table=TABLE,
    n_actions=rules.N_ACTIONS,
    n_outcomes=rules.N_OUTCOMES,
    n_phases=1,
    blocks=BLOCKS,
    max_decisions=STREETS * MOVES,
    deal=rules.deal,
    actor=rules.actor,
    legal=rules.legal,
    chance=rules.chance,
    step=rules.step,
    observe=observe,
    payoff=rules.payoff,
    resample=rules.resample,
    tables=tables,
    normal_options=normal_options,
    words=LeducWords(),
    whole=True,
    payoff_range=(-rules.MOST_PAID, rules.MOST_PAID * (SEATS - 1)),
    n_events=rules.N_EVENTS,
    veiled=frozenset(range(rules.EVENT_DEALT, rules.EVENT_ACTION)),
    most_moves=lambda t: (STREETS * (3 * t.n_seats - 2), t.n_seats + 1),
    portrayal=PORTRAYAL,
)
