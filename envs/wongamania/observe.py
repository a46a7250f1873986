"""What a seat sees of Wongamania, as named blocks of small integers.

Seats are relative: 0 is the observer, r the r-th seat clockwise. Everything here is public or the
seat's own; hands of others enter as their size and within the pool of unseen cards only. A window
is seen by the seat that is asked, to the others it is the moment after the announcement.
"""

from typing import Any

from hoodwink.envs.core.game import blocks
from hoodwink.envs.core.jit import rule
from hoodwink.envs.wongamania.actions import rel_of, seat_of
from hoodwink.envs.wongamania.rounds import score
from hoodwink.envs.wongamania.state import (
    N_ASSETS,
    N_CARDS,
    N_FACES,
    N_GRIDS,
    N_PHASES,
    NONE,
    SEATS,
    Card,
    Phase,
    Why,
)
from hoodwink.envs.wongamania.turn import quadrant

MOST = 127
HALF = 63  # scores and incomes are shown as differences from it
LEAST_INCOME = 8
_CARDS = [card.name.lower() for card in Card]
_ASSETS = _CARDS[:N_ASSETS]
_PHASES = [*(phase.name.lower() for phase in list(Phase)[:N_PHASES]), "end"]
_SEATS = [f"seat {r}" for r in range(SEATS)]
_SEAT = [
    "plays", "has the turn", "is to move", "is Chairperson", "bankrupt", "Wonga", "cards in hand",
    "Trust Funds", "Insurance", "Babies", "Pay Raises", "Retrenchments", f"{HALF} + points / 2",
    *_ASSETS,
]  # fmt: skip
SEAT_SIZE = len(_SEAT)
AT_ASSETS = SEAT_SIZE - N_ASSETS

BLOCKS = blocks(
    [
        ("seats", SEATS - 1, 1, "seats that play, one-hot", [f"{n} seats" for n in range(2, 6)]),
        ("options", 3, 1, "", ["simple mode", "Insurances for sale", "Advance Board"]),
        ("cost", 1, MOST, "Wonga for a Trust Fund"),
        ("die", N_FACES, 6, "sides that show 1, 2, .."),
        ("phase", N_PHASES + 1, 1, "one-hot", _PHASES),
        ("clock", 3, MOST, "laps", ["done", "until truncation", "prolongations to come"]),
        ("actions", 1, 3, "actions left"),
        ("token", N_GRIDS, 1, "grid of the token, one-hot"),
        ("income", N_ASSETS, MOST, f"{LEAST_INCOME} + income on this grid", _ASSETS),
        ("buy", N_ASSETS, MOST, "buying prices", _ASSETS),
        ("sell", N_ASSETS, MOST, "selling prices", _ASSETS),
        ("piles", 2, MOST, "cards", ["in the Market", "face down in the discard"]),
        ("discard", N_CARDS, 15, "face up in the discard", _CARDS),
        ("unseen", N_CARDS, 15, "neither in my hand nor on the table nor face up", _CARDS),
        ("hand", N_CARDS, 15, "my hand", _CARDS),
        ("card", N_CARDS, 1, "card that is announced or takes effect", _CARDS),
        ("by", SEATS, 1, "who played it", _SEATS),
        ("target", SEATS, 1, "whom it is aimed at", _SEATS),
        ("opps", 1, MOST, "Opps! cards of this window"),
        ("opps by", SEATS, 1, "who played the last of them", _SEATS),
        ("debt", 1, MOST, "Wonga to be raised by sales"),
        ("why", 5, 1, "what cards come for", [why.name.lower() for why in Why]),
        ("left", 1, MOST, "cards still to come or to be lost; in the mulligan those discarded"),
        *((f"seat {r}", SEAT_SIZE, MOST, f"seat {r} clockwise", _SEAT) for r in range(SEATS)),
    ]
)
OFFSET = {block.name: block.offset for block in BLOCKS}
B_SEATS, B_OPTIONS, B_COST, B_DIE = (OFFSET[k] for k in ("seats", "options", "cost", "die"))
B_PHASE, B_CLOCK, B_ACTIONS, B_TOKEN = (OFFSET[k] for k in ("phase", "clock", "actions", "token"))
B_INCOME, B_BUY, B_SELL, B_PILES = (OFFSET[k] for k in ("income", "buy", "sell", "piles"))
B_DISCARD, B_UNSEEN, B_HAND = (OFFSET[k] for k in ("discard", "unseen", "hand"))
B_CARD, B_BY, B_TARGET, B_OPPS = (OFFSET[k] for k in ("card", "by", "target", "opps"))
B_OPPS_BY, B_DEBT, B_WHY, B_LEFT = (OFFSET[k] for k in ("opps by", "debt", "why", "left"))
B_SEAT = OFFSET["seat 0"]


@rule
def capped(n: int) -> int:
    """Return a number as it is shown."""
    return min(MOST, n)


@rule
def observe(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what seat `p` sees of `s` into `out` (int8, zeroed)."""
    out[B_SEATS + s.n_seats - 2] = 1
    out[B_OPTIONS] = t.simple
    out[B_OPTIONS + 1] = t.insures
    out[B_OPTIONS + 2] = t.advance
    out[B_COST] = capped(t.trust_cost)
    for k in range(N_FACES):
        out[B_DIE + k] = t.die[k]
    see_table(s, t, p, out)
    see_cards(s, p, out)
    see_pending(s, p, out)
    for r in range(s.n_seats):
        see_seat(s, t, p, seat_of(p, r, s.n_seats), out, B_SEAT + SEAT_SIZE * r)


@rule
def see_table(s: Any, t: Any, p: int, out: Any) -> None:
    """Write phase, clock, token and prices."""
    if s.phase != Phase.WINDOW or s.to_move == p:
        out[B_PHASE + s.phase] = 1
    elif s.card == NONE:
        out[B_PHASE + N_PHASES] = 1
    else:
        out[B_PHASE + Phase.ACT] = 1
    out[B_CLOCK] = capped(s.laps)
    out[B_CLOCK + 1] = capped(t.max_laps - s.laps)
    out[B_CLOCK + 2] = capped(s.extra)
    out[B_ACTIONS] = s.actions
    out[B_TOKEN + s.token] = 1
    for c in range(N_ASSETS):
        out[B_INCOME + c] = LEAST_INCOME + t.income[s.token, c]
        out[B_BUY + c] = t.cost[quadrant(s), c]
        out[B_SELL + c] = t.price[quadrant(s), c]
    out[B_PILES] = s.market
    out[B_PILES + 1] = s.down


@rule
def see_cards(s: Any, p: int, out: Any) -> None:
    """Write the discard, the own hand and all that seat `p` has not seen."""
    for c in range(N_CARDS):
        out[B_DISCARD + c] = s.discard[c]
        out[B_HAND + c] = s.hand[p, c]
        hidden = s.unseen[c]
        for q in range(s.n_seats):
            if q != p:
                hidden += s.hand[q, c]
        out[B_UNSEEN + c] = hidden


@rule
def see_pending(s: Any, p: int, out: Any) -> None:
    """Write what is being resolved."""
    if s.card != NONE:
        out[B_CARD + s.card] = 1
    if s.by != NONE:
        out[B_BY + rel_of(p, s.by, s.n_seats)] = 1
    if s.target != NONE:
        out[B_TARGET + rel_of(p, s.target, s.n_seats)] = 1
    out[B_OPPS] = s.n_opps
    if s.n_opps > 0:
        out[B_OPPS_BY + rel_of(p, s.opps[s.n_opps - 1], s.n_seats)] = 1
    out[B_DEBT] = capped(s.debt)
    out[B_WHY + s.why] = 1
    out[B_LEFT] = s.left


@rule
def see_seat(s: Any, t: Any, p: int, q: int, out: Any, at: int) -> None:
    """Write what lies before seat `q`."""
    out[at] = 1
    out[at + 1] = s.turn == q
    out[at + 2] = s.to_move == q and (s.phase != Phase.WINDOW or p == q)
    out[at + 3] = s.chair == q
    out[at + 4] = s.bankrupt[q]
    out[at + 5] = s.bank[q]
    out[at + 6] = s.held[q]
    out[at + 7] = s.trust[q]
    out[at + 8] = s.insurance[q]
    out[at + 9] = s.babies[q]
    out[at + 10] = s.raises[q]
    out[at + 11] = s.retrenched[q]
    out[at + 12] = max(0, capped(HALF + (score(s, t, q) >> 1)))
    for c in range(N_ASSETS):
        out[at + AT_ASSETS + c] = s.assets[q, c]
