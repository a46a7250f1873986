"""A position in words as a state; what cannot be is refused, naming the key.

What a position leaves out has the value it has right after the deal. The message says `unknown`,
`too many` or `impossible`; if several fit, the first of these.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from hoodwink.envs.core.data import Given
from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.state import View, forget_events
from hoodwink.envs.wongamania.opps import answer
from hoodwink.envs.wongamania.pending import check_pending, read_pending
from hoodwink.envs.wongamania.position import CHANCE_WORD, SEAT_COUNTS, payoffs
from hoodwink.envs.wongamania.reach import can_have_won, check_reach
from hoodwink.envs.wongamania.reading import MOST, Reading
from hoodwink.envs.wongamania.rounds import best_score, deal, score
from hoodwink.envs.wongamania.rules import go_on
from hoodwink.envs.wongamania.state import (
    N_CARDS,
    N_GRIDS,
    N_PHASES,
    NONE,
    STATE,
    Card,
    Phase,
    Why,
)
from hoodwink.envs.wongamania.tables import CARD_WORDS, check_options, tables_of
from hoodwink.envs.wongamania.turn import reshuffle_if_empty
from hoodwink.envs.wongamania.words import PAYDAY_WORD, PHASE_WORDS

POSITION_KEYS: Final = (
    "options", "chairperson", "round", "laps_done", "extra_laps", "token", "turn", "to_move",
    "phase", "actions_left", "discard", "discard_down", "market", "pending", "seats", "over",
    "winners", "payoffs",
)  # fmt: skip
SEAT_KEYS: Final = ("hand", "hand_count", "assets", "bankrupt", *SEAT_COUNTS)
CHANCE_PHASES: Final = (
    Phase.DEAL, Phase.ROLL, Phase.DRAW, Phase.BANK_DRAW, Phase.LOSE, Phase.TIE,
)  # fmt: skip
OWN_PHASES: Final = (Phase.MULLIGAN, Phase.START_GRID, Phase.ACT, Phase.TARGET, Phase.SHIFT)
IDLE_PHASES: Final = (
    Phase.DEAL, Phase.MULLIGAN, Phase.START_GRID, Phase.ROLL, Phase.TIE, Phase.OVER, Phase.PAYDAY,
)  # fmt: skip
CARDS_OF: Final = {
    "babies": Card.BABY, "raises": Card.PAY_RAISE, "retrenched": Card.RETRENCHMENT,
}  # fmt: skip


def load(position: Mapping[str, Any], options: Mapping[str, Any]) -> Loaded:
    """Return the state and tables of a position; raise BadPosition naming the key.

    Options stand in the position or in `options`; those of the position come first.
    """
    root = Given(position)
    fields = root.fields(POSITION_KEYS)
    given = fields["options"].entries() if "options" in fields else {}
    normal = check_options(Given({**options, **given}, "options"))
    tables = tables_of(normal)
    states = np.zeros(1, STATE)
    s, t = View(states), View(tables)
    deal(s, t)
    r = Reading(root, s, t)
    r.fields = fields
    read(r)
    r.tell()
    while s.phase >= N_PHASES:
        go_on(s, t)
    forget_events(s)
    return Loaded(states, tables, normal)


def read(r: Reading) -> None:
    """Write all that the position says into the state."""
    read_phase(r)
    read_clock(r)
    read_seats(r)
    read_discard(r)
    has_pending = read_pending(r)
    if "too many" in r.faults or "unknown" in r.faults:
        return
    read_hands(r)
    read_piles(r)
    if not r.faults and has_pending:
        check_pending(r)
    if not r.faults:
        check_phase(r)
        check_reach(r)
    if r.s.phase == Phase.OVER:
        read_end(r)
    elif {"winners", "payoffs"} & {*r.fields}:
        r.impossible("winners", "the game is not over")


# -- who decides ----------------------------------------------------------------------------------


def read_phase(r: Reading) -> None:
    """Find out the phase, whose turn it is and who decides."""
    s, fields = r.s, r.fields
    over = r.flag(fields["over"]) if "over" in fields else None
    word = "over" if over else PAYDAY_WORD if {"turn", "to_move"} & {*fields} else "mulligan"
    if "phase" in fields:
        word = r.one_of(fields["phase"], (*PHASE_WORDS, PAYDAY_WORD), "phase")
    s.phase = Phase.PAYDAY if word == PAYDAY_WORD else PHASE_WORDS.index(word)
    if over is not None and over != (s.phase == Phase.OVER):
        r.impossible("over", f"it does not fit the phase {word}")
    s.chair = r.seat_of("chairperson", 0)
    if s.phase == Phase.OVER:
        s.turn = s.to_move = NONE
        for key in ("turn", "to_move"):
            if key in fields:
                r.impossible(key, "the game is over")
        return
    read_mover(r, word)


def read_mover(r: Reading, word: str) -> None:
    """Find out whose turn it is, and who decides."""
    s, fields = r.s, r.fields
    named = NONE
    if "to_move" in fields and fields["to_move"].value != CHANCE_WORD:
        named = r.seat(fields["to_move"])
    last = (s.chair + s.n_seats - 1) % s.n_seats
    usual = last if s.phase == Phase.START_GRID else s.chair
    s.turn = r.seat_of("turn", named if named != NONE else usual)
    if s.phase in CHANCE_PHASES:
        s.to_move = NONE
        if named not in (NONE, s.turn):
            r.impossible("to_move", f"chance decides in the phase {word}")
        return
    if "to_move" in fields and named == NONE:
        r.impossible("to_move", f"a seat decides in the phase {word}")
    s.to_move = named if named != NONE else s.turn
    if s.phase in (*OWN_PHASES, Phase.PAYDAY) and s.to_move != s.turn:
        r.impossible("to_move", f"the seat whose turn it is decides in the phase {word}")
    if s.phase == Phase.START_GRID and s.turn != last:
        r.impossible("turn", "the last player picks the grid")


def read_clock(r: Reading) -> None:
    """Read round, laps, token and actions."""
    s, t = r.s, r.t
    s.round = r.optional("round", 1, int(t.max_laps), 1)
    s.laps = r.optional("laps_done", 0, int(t.max_laps), s.round - 1)
    s.extra = r.optional("extra_laps", 0, MOST, 0)
    s.token = r.optional("token", 0, N_GRIDS - 1, int(t.start_token))
    acting = int(t.n_actions)
    s.actions = r.optional("actions_left", 0, acting, acting if s.phase == Phase.ACT else 0)
    if s.actions > 0 and s.phase in IDLE_PHASES:
        r.impossible("actions_left", "there are actions in Phase 2 only")


# -- the seats ------------------------------------------------------------------------------------


def read_seats(r: Reading) -> None:
    """Read what lies before the seats."""
    s, t = r.s, r.t
    given = r.entries(r.fields["seats"], r.names, "seat") if "seats" in r.fields else {}
    for p, name in enumerate(r.names):
        r.seats[p] = r.entries(given[name], SEAT_KEYS, "key") if name in given else {}
        read_seat(r, p, r.seats[p])
    if sum(s.trust) > t.trusts:
        r.fault("too many", r.fields["seats"], f"{sum(s.trust)} Trust Funds; there are {t.trusts}")
    if t.simple and s.phase != Phase.OVER and max(s.trust) >= t.goal:
        r.impossible("seats", f"a simple game ends with {t.goal} Trust Funds")


def read_seat(r: Reading, p: int, fields: Mapping[str, Given]) -> None:
    """Read what lies before one seat."""
    s, t = r.s, r.t
    s.bank[p] = 0 if s.phase == Phase.DEAL else t.start_wonga
    for key, name in SEAT_COUNTS.items():
        if key in fields:
            given = fields[key]
            n = r.whole(given, 0, 2) if key == "insurance" else r.count(given)
            getattr(s, name)[p] = n
    if s.insurance[p] > 0 and not t.insures:
        r.fault("impossible", fields["insurance"], "no Insurance can be bought in this variant")
    if "bankrupt" in fields:
        s.bankrupt[p] = r.flag(fields["bankrupt"])
    if "assets" in fields:
        for c, n in r.cards(fields["assets"], assets=True).items():
            s.assets[p, c] = n
    if "hand" in fields:
        for c, n in r.cards(fields["hand"]).items():
            s.hand[p, c] = n
        s.held[p] = s.hand[p].sum()


def read_discard(r: Reading) -> None:
    """Read the discard that lies face up."""
    if "discard" in r.fields:
        for c, n in r.cards(r.fields["discard"]).items():
            r.s.discard[c] = n


def on_table(s: View) -> list[int]:
    """Return how many copies of each card lie on the table, announced ones too (G47)."""
    counts = [0] * N_CARDS
    for p in range(s.n_seats):
        for c, n in enumerate(s.assets[p]):
            counts[c] += int(n)
        for name, card in CARDS_OF.items():
            counts[card] += int(getattr(s, name)[p])
    if s.phase in (Phase.TARGET, Phase.SHIFT, Phase.WINDOW) and s.card != NONE:
        counts[s.card] += 1
    if s.phase == Phase.WINDOW:
        counts[answer(s)] += s.n_opps
    return counts


def read_hands(r: Reading) -> None:
    """Count what is unseen, and deal to those whose hand is not given the lowest cards left."""
    s, t = r.s, r.t
    table = on_table(s)
    for c in range(N_CARDS):
        s.unseen[c] = t.deck[c] - s.discard[c] - table[c] - sum(s.hand[:, c])
        if s.unseen[c] < 0:
            where = r.fields.get("seats", r.root)
            n = int(t.deck[c])
            r.fault("too many", where, f"{n - s.unseen[c]} of {CARD_WORDS[c]}; there are {n}")
            return
    for p in range(s.n_seats):
        if "hand" not in r.seats[p]:
            none = s.phase == Phase.DEAL or s.bankrupt[p]
            deal_lowest(s, p, 0 if none else int(t.start_hand))
        if "hand_count" in r.seats[p]:
            given = r.seats[p]["hand_count"]
            if r.count(given) != s.held[p]:
                r.fault("impossible", given, f"there are {s.held[p]} cards in hand")


def deal_lowest(s: View, p: int, n: int) -> None:
    """Give seat `p` the `n` lowest cards left."""
    for c in range(N_CARDS):
        while n > 0 and s.unseen[c] > 0:
            s.unseen[c] -= 1
            s.hand[p, c] += 1
            s.held[p] += 1
            n -= 1


def read_piles(r: Reading) -> None:
    """Count the Market and the face-down discards."""
    s, fields = r.s, r.fields
    left = int(s.unseen.sum()) - int(s.bank.sum())
    if left < 0:
        r.fault("too many", fields.get("seats", r.root), f"{-left} more cards than there are")
        return
    down = r.optional_count("discard_down", NONE)
    s.market = r.optional_count("market", left - max(down, 0))
    s.down = down if down != NONE else left - s.market
    key = "market" if "market" in fields else "discard_down"
    if s.market < 0 or s.down < 0 or s.market + s.down > left:
        r.fault("too many", fields[key], f"{left} cards are left for Market and discard")
    elif s.market + s.down < left:
        r.impossible(key, f"{left} cards are left for Market and discard")


# -- what the phase needs -------------------------------------------------------------------------


def check_phase(r: Reading) -> None:
    """Refuse what the phase cannot have."""
    s, t = r.s, r.t
    if s.phase == Phase.DRAW:
        reshuffle_if_empty(s)
        there = s.market + s.down + int(s.discard.sum())
        if there < s.left or (s.why != Why.TRADE and s.actions > 0):
            r.impossible("pending", "so many cards cannot come")
    if s.phase == Phase.BANK_DRAW and s.bank[s.turn] == 0:
        r.impossible("phase", "the Bank is empty")
    elif s.phase == Phase.FORCED_SALE and s.card == NONE and s.actions > 0:
        r.impossible("actions_left", "there are actions in Phase 2 only")
    elif s.phase == Phase.TIE:
        best = best_score(s, t)
        if sum(score(s, t, p) == best for p in range(s.n_seats)) < 2:
            r.impossible("phase", "nobody is tied")
    elif s.phase not in (Phase.OVER, Phase.TIE) and s.laps >= t.max_laps:
        r.impossible("laps_done", f"the game ends after {t.max_laps} laps")


def read_end(r: Reading) -> None:
    """Read who has won."""
    s, fields = r.s, r.fields
    winners = r.items(fields["winners"]) if "winners" in fields else []
    if len(winners) != 1:
        r.impossible("winners", f"given {len(winners)}; allowed: a list of one seat")
        return
    s.winner = r.seat(winners[0])
    if not can_have_won(s, r.t, s.winner):
        r.fault("impossible", winners[0], "another seat has won, by Trust Funds or points")
    if "payoffs" in fields:
        true = payoffs(s)
        for name, item in r.entries(fields["payoffs"], r.names, "seat").items():
            amount: Any = item.value
            real = isinstance(amount, int | float) and not isinstance(amount, bool)
            if not (real and abs(amount - true[name]) <= 1e-6):
                r.fault("impossible", item, f"by the winner it is {true[name]:.6g}")
