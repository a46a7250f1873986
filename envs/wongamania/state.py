"""The state and the tables of Wongamania as records, and the names of what their numbers mean."""

from enum import IntEnum

import numpy as np

from hoodwink.envs.core.state import core_fields, record

SEATS = 5  # at most
N_CARDS = 35  # kinds of Market cards
N_ASSETS = 9  # the first of them
N_GRIDS = 16
N_QUADRANTS = 4
N_FACES = 6  # numbers a die can show
MOST_OPPS = 8  # Opps! cards in one window
NONE = -1


class Phase(IntEnum):
    """What is being decided; chance decides in DEAL, ROLL, DRAW, BANK_DRAW, LOSE and TIE."""

    DEAL = 0
    MULLIGAN = 1
    START_GRID = 2
    ROLL = 3
    ACT = 4
    TARGET = 5
    SHIFT = 6
    WINDOW = 7
    FORCED_SALE = 8
    FORCED_LOSS = 9
    DRAW = 10
    BANK_DRAW = 11
    LOSE = 12
    TIE = 13
    OVER = 14
    # internal: step goes on by itself, nobody ever sees them
    DEALT_TO = 15  # the next seat of the deal gets its Wonga
    DRAWN = 16  # all cards have come
    MULLIGANED = 17  # the seat has done with its mulligan
    ROUND = 18  # a round begins
    PAYDAY = 19
    PAID = 20
    END_TURN = 21
    PASS_ON = 22


N_PHASES = 15  # those that can be seen


class Card(IntEnum):
    """Market cards; the first nine are Assets."""

    STOCK = 0
    PROPERTY = 1
    BOND = 2
    BLUE_CHIP = 3
    PENNY_STOCK = 4
    RENTAL_HOME = 5
    HERITAGE_HOUSE = 6
    JUNK_BOND = 7
    CONVERTIBLE_BOND = 8
    BANKER = 9
    ECONOMIST = 10
    POLITICIAN = 11
    LAWYER = 12
    STOCKBROKER = 13
    PROPERTY_AGENT = 14
    HEADHUNTER = 15
    BABY = 16
    DIVORCE = 17
    CAR_ACCIDENT = 18
    ILLNESS = 19
    RETRENCHMENT = 20
    PAY_RAISE = 21
    BURGLARY = 22
    SCANDAL = 23
    DEBTZILLA = 24
    INFLATIONSAURUS = 25
    TAXOPUS = 26
    ECONOMIC_BOOM = 27
    RECESSION_HITS = 28
    STOCK_MARKET_CRASH = 29
    PROPERTY_BUBBLE_BURSTS = 30
    BOND_DEFAULT = 31
    QUANTITATIVE_EASING = 32
    MARKET_RALLY = 33
    VETO = 34


class Class(IntEnum):
    """Classes of Assets (R9, R10), as bits."""

    STOCK = 1
    PROPERTY = 2
    BOND = 4


class Why(IntEnum):
    """What cards come from the Market for."""

    NOTHING = 0
    DEAL = 1
    MULLIGAN = 2
    TRADE = 3
    PAYDAY = 4


STATE = record(
    [
        *core_fields(SEATS),
        # the table
        ("phase", np.int64),  # Phase, public but for WINDOW
        ("to_move", np.int64),  # seat that decides, NONE when chance is due or all is over
        ("n_seats", np.int64),  # 2 to 5, public
        ("chair", np.int64),  # Chairperson, public
        ("turn", np.int64),  # whose turn it is, NONE when over, public
        ("round", np.int64),  # 1.., public
        ("laps", np.int64),  # laps done, prolongations included, public
        ("extra", np.int64),  # prolongations still to come in this round, public
        ("token", np.int64),  # grid, public
        ("actions", np.int64),  # actions left in this Phase 2, public
        ("market", np.int64),  # cards in the Market, public
        ("down", np.int64),  # cards face down in the discard, public
        ("winner", np.int64),  # seat, NONE before the end, public
        # what is being resolved, public
        ("card", np.int64),  # Card announced or taking effect, NONE if none
        ("by", np.int64),  # seat that played it, NONE if none
        ("target", np.int64),  # seat it is aimed at, NONE if none
        ("debt", np.int64),  # Wonga that must be raised by sales, else 0
        ("why", np.int64),  # Why cards come, NOTHING if none do
        ("left", np.int64),  # cards still to come or to be lost; in MULLIGAN those discarded
        ("n_opps", np.int64),  # Opps! cards of this window
        ("opps", np.int16, (MOST_OPPS,)),  # seats that played them, NONE behind
        # the seats
        ("bank", np.int16, (SEATS,)),  # Wonga, public
        ("trust", np.int16, (SEATS,)),  # Trust Funds, public
        ("insurance", np.int16, (SEATS,)),  # rounds an Insurance still has, 0 none, public
        ("babies", np.int16, (SEATS,)),  # public
        ("raises", np.int16, (SEATS,)),  # Pay Raises, public
        ("retrenched", np.int16, (SEATS,)),  # Retrenchments, public
        ("bankrupt", np.int16, (SEATS,)),  # 1: waits for the Payday of R36, public
        ("held", np.int16, (SEATS,)),  # cards in hand, public
        ("assets", np.int16, (SEATS, N_ASSETS)),  # on the table, public
        ("hand", np.int16, (SEATS, N_CARDS)),  # the seat's secret
        ("discard", np.int16, (N_CARDS,)),  # face up, public
        ("unseen", np.int16, (N_CARDS,)),  # in no hand, not on the table, not in the discard
    ]
)
TABLE = record(
    [
        ("n_seats", np.int64),
        ("simple", np.int64),  # 1: Simple mode
        ("advance", np.int64),  # 1: Advance Board
        ("trust_cost", np.int64),
        ("max_laps", np.int64),
        ("insurable", np.int16, (N_CARDS,)),  # 1: bears the insurable symbol
        ("insures", np.int64),  # 1: Insurances can be bought
        ("insurance_cost", np.int64),
        ("trusts", np.int64),  # Trust Funds there are
        ("goal", np.int64),  # Trust Funds that decide the game
        ("salary", np.int64),
        ("start_wonga", np.int64),
        ("start_hand", np.int64),
        ("n_actions", np.int64),  # actions of a turn
        ("mulligan", np.int64),  # cards that may be replaced before the game
        ("relief", np.int64),  # cards after a Bankruptcy
        ("start_token", np.int64),  # grid before it is picked
        ("grids", np.int16, (N_GRIDS,)),  # 1: may be picked (R38); in small variants not all
        ("chairs", np.int16, (SEATS,)),  # 1: may be Chairperson (G21); likewise
        ("score_trust", np.int64),
        ("score_baby", np.int64),
        ("score_wonga", np.int64),
        ("score_retrenched", np.int64),
        ("die", np.int16, (N_FACES,)),  # sides that show 1, 2, ..
        ("deck", np.int16, (N_CARDS,)),  # copies of each card
        ("class_of", np.int16, (N_CARDS,)),  # Class of an Asset, else 0
        ("cost", np.int16, (N_QUADRANTS, N_CARDS)),  # playing cost, of an Asset the buying price
        ("price", np.int16, (N_QUADRANTS, N_ASSETS)),  # selling price
        ("income", np.int16, (N_GRIDS, N_ASSETS)),
    ]
)
