"""What must hold in every position of Wongamania: section (g) of the rules, as compiled code.

`tests/games/wongamania` checks the same and more on the words of a position; this is fast enough
for millions of games (`hoodwink bench --soak`).
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.wongamania.opps import answer
from hoodwink.envs.wongamania.state import N_ASSETS, N_CARDS, N_GRIDS, SEATS, Card, Phase

INVARIANTS = (
    "no card is lost or doubled: hands, tables, discard and what nobody has seen are the deck",
    "Market, face-down discard and Banks are the cards that nobody has seen",  # (g) 1
    "no more Trust Funds and Insurances than there are",  # (g) 2
    "no count below zero, and no Insurance for more than two rounds",  # (g) 3, (g) 7
    "a hand has as many cards as all can see",  # (g) 12
    "no more actions than a turn has",  # (g) 4
    "Assets wait to be sold only for a debt, and only where there are some",  # (g) 10
    "a seat that went bankrupt has no hand and no Assets before its Payday",  # (g) 8
    "the token lies on a grid",  # (g) 11
    "a Simple game ends with the Trust Fund that decides it",  # (g) 13
)
(
    CARDS, FACE_DOWN, SUPPLIES, COUNTS, HANDS, ACTIONS, SALE, BANKRUPT, TOKEN, GOAL,
) = range(1, len(INVARIANTS) + 1)  # fmt: skip
INSURANCES = 5  # there are (R1)


@rule
def broken(s: Any, t: Any) -> int:
    """Return the number of an invariant that is broken in this position, or 0."""
    found = broken_cards(s, t)
    if found == 0:
        found = broken_seats(s, t)
    if found == 0:
        found = broken_table(s, t)
    return found


@rule
def broken_cards(s: Any, t: Any) -> int:
    """Check that all cards are somewhere, and as many lie face down as nobody has seen."""
    unseen = 0
    for c in range(N_CARDS):
        there = int(s.unseen[c]) + s.discard[c] + announced(s, c)
        for p in range(SEATS):
            there += s.hand[p, c]
            if s.hand[p, c] < 0:
                return COUNTS
            if c < N_ASSETS:
                there += s.assets[p, c]
            if c == Card.BABY:
                there += s.babies[p]
            if c == Card.PAY_RAISE:
                there += s.raises[p]
            if c == Card.RETRENCHMENT:
                there += s.retrenched[p]
        if there != t.deck[c] or s.unseen[c] < 0 or s.discard[c] < 0:
            return CARDS
        unseen += s.unseen[c]
    down = int(s.market) + s.down
    for p in range(SEATS):
        down += s.bank[p]
    return 0 if down == unseen and s.market >= 0 and s.down >= 0 else FACE_DOWN


@rule
def announced(s: Any, c: int) -> int:
    """Return how many copies of `c` lie on the table until they are resolved (G47)."""
    n = 0
    if s.phase in (Phase.TARGET, Phase.SHIFT, Phase.WINDOW) and s.card == c:
        n += 1
    if s.phase == Phase.WINDOW and answer(s) == c:
        n += s.n_opps
    return n


@rule
def broken_seats(s: Any, t: Any) -> int:
    """Check what lies in front of the seats."""
    trusts, insurances = 0, 0
    for p in range(SEATS):
        trusts += s.trust[p]
        insurances += 1 if s.insurance[p] > 0 else 0
        low = min(s.bank[p], s.trust[p], s.insurance[p])
        if min(low, s.babies[p], s.raises[p], s.retrenched[p]) < 0 or s.insurance[p] > 2:
            return COUNTS
        cards, assets = 0, 0
        for c in range(N_CARDS):
            cards += s.hand[p, c]
        for c in range(N_ASSETS):
            assets += s.assets[p, c]
            if s.assets[p, c] < 0:
                return COUNTS
        if cards != s.held[p]:
            return HANDS
        if s.bankrupt[p] and s.turn != p and cards + assets + s.raises[p] + s.insurance[p] > 0:
            return BANKRUPT
        if s.phase == Phase.FORCED_SALE and s.to_move == p and assets == 0:
            return SALE
    return SUPPLIES if trusts > t.trusts or insurances > INSURANCES else 0


@rule
def broken_table(s: Any, t: Any) -> int:
    """Check actions, debt, token and the end of a Simple game."""
    if s.actions < 0 or s.actions > t.n_actions:
        return ACTIONS
    if (s.phase == Phase.FORCED_SALE) != (s.debt > 0):
        return SALE
    if s.token < 0 or s.token >= N_GRIDS:
        return TOKEN
    if t.simple and s.phase != Phase.OVER:
        for p in range(SEATS):
            if s.trust[p] >= t.goal:
                return GOAL
    return 0
