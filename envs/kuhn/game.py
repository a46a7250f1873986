"""Kuhn poker as a game of the contract."""

from hoodwink.envs.core.game import Game
from hoodwink.envs.kuhn import rules
from hoodwink.envs.kuhn.observe import BLOCKS, observe
from hoodwink.envs.kuhn.portrait import PORTRAYAL
from hoodwink.envs.kuhn.state import MOVES, SEATS, STATE, TABLE
from hoodwink.envs.kuhn.tables import normal_options, tables
from hoodwink.envs.kuhn.text import SEAT_NAMES, KuhnWords

GAME = Game(
    name="kuhn",
    version=0,
    rules_version="1",
    title="Kuhn poker",
    seat_names=SEAT_NAMES,
    min_seats=2,
    state=STATE,
    table=TABLE,
    n_actions=rules.N_ACTIONS,
    n_outcomes=rules.N_OUTCOMES,
    n_phases=1,
    blocks=BLOCKS,
    max_decisions=MOVES,
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
    words=KuhnWords(),
    whole=True,
    payoff_range=(-2.0, 2.0 * (SEATS - 1)),
    n_events=rules.N_EVENTS,
    veiled=frozenset(range(rules.EVENT_DEALT, rules.EVENT_ACTION)),
    most_moves=lambda t: (2 * t.n_seats - 1, t.n_seats),
    portrayal=PORTRAYAL,
)
