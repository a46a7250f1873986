"""Liar's Dice as a game of the contract."""

from hoodwink.envs.core.game import Game
from hoodwink.envs.liars_dice import rules
from hoodwink.envs.liars_dice.observe import BLOCKS, observe
from hoodwink.envs.liars_dice.portrait import PORTRAYAL
from hoodwink.envs.liars_dice.state import MOVES, STATE, TABLE
from hoodwink.envs.liars_dice.tables import VARIANTS, normal_options, tables
from hoodwink.envs.liars_dice.text import SEAT_NAMES, LiarsDiceWords

GAME = Game(
    name="liars_dice",
    version=0,
    rules_version="1",
    title="Liar's Dice",
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
    words=LiarsDiceWords(),
    variants=VARIANTS,
    n_events=rules.N_EVENTS,
    most_moves=lambda t: (t.n_seats * t.n_dice * t.n_faces + 1, t.n_seats * t.n_dice),
    portrayal=PORTRAYAL,
)
