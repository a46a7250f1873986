"""Steps that all share: who decides next, who is told, Wonga, Assets and Bankruptcy."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import tell
from hoodwink.envs.wongamania.actions import E_ACTION, E_BANKRUPT, E_END, N_ACTIONS
from hoodwink.envs.wongamania.state import N_ASSETS, N_CARDS, NONE, SEATS, Card, Phase, Why

PAID, SELLING, BANKRUPT = 0, 1, 2  # what became of a payment


@rule
def everyone(s: Any) -> int:
    """Return all seats as bits."""
    return int((1 << s.n_seats) - 1)


@rule
def announce(s: Any, p: int, a: int) -> None:
    """Tell all what seat `p` does."""
    tell(s, everyone(s), E_ACTION + N_ACTIONS * p + a)


@rule
def wait_for(s: Any, p: int, phase: int) -> None:
    """Let seat `p` decide next, NONE for chance."""
    s.phase = phase
    s.to_move = p


@rule
def forget_pending(s: Any) -> None:
    """Wipe what was being resolved."""
    s.card = NONE
    s.by = NONE
    s.target = NONE
    s.debt = 0
    s.why = Why.NOTHING
    s.left = 0
    for i in range(s.n_opps):
        s.opps[i] = NONE
    s.n_opps = 0


@rule
def go_on_acting(s: Any) -> None:
    """Let the seat whose turn it is take its next action."""
    forget_pending(s)
    wait_for(s, s.turn, Phase.ACT)


@rule
def quadrant(s: Any) -> int:
    """Return the quadrant in which the token stands (G10)."""
    return int(s.token >> 2)


# -- cards ----------------------------------------------------------------------------------------


@rule
def put_face_up(s: Any, c: int, n: int) -> None:
    """Put `n` copies of a card that has been seen on the discard (G5)."""
    s.discard[c] += n


@rule
def take_from_hand(s: Any, p: int, c: int) -> None:
    """Take a card out of the hand of seat `p`."""
    s.hand[p, c] -= 1
    s.held[p] -= 1


@rule
def put_in_hand(s: Any, p: int, c: int) -> None:
    """Put a card that nobody has seen into the hand of seat `p`."""
    s.unseen[c] -= 1
    s.hand[p, c] += 1
    s.held[p] += 1


@rule
def reshuffle_if_empty(s: Any) -> None:
    """Make a new Market of all discards when a card is needed and there is none (R5, G7)."""
    if s.market > 0:
        return
    s.market = s.down
    s.down = 0
    for c in range(N_CARDS):
        s.market += s.discard[c]
        s.unseen[c] += s.discard[c]
        s.discard[c] = 0


# -- Wonga ----------------------------------------------------------------------------------------


@rule
def collect(s: Any, p: int, wonga: int) -> None:
    """Put fresh money from the Market under the Bank card, as far as there is some (G6)."""
    left = wonga
    while left > 0:
        reshuffle_if_empty(s)
        if s.market == 0:
            return
        taken = min(left, s.market)
        s.market -= taken
        s.bank[p] += taken
        left -= taken


@rule
def spend(s: Any, p: int, wonga: int) -> None:
    """Put Wonga of seat `p` face down on the discard (G5); there is enough."""
    s.bank[p] -= wonga
    s.down += wonga


@rule
def count_assets(s: Any, t: Any, p: int, classes: int) -> int:
    """Return how many Assets of these classes (bits) seat `p` owns (R10)."""
    n = 0
    for c in range(N_ASSETS):
        if t.class_of[c] & classes:
            n += s.assets[p, c]
    return n


@rule
def sell(s: Any, t: Any, p: int, c: int) -> None:
    """Discard an Asset, then take its price from the Market (G9)."""
    s.assets[p, c] -= 1
    put_face_up(s, c, 1)
    collect(s, p, int(t.price[quadrant(s), c]))


@rule
def must_pay(s: Any, t: Any, p: int, debt: int) -> int:
    """Pay what is in the Bank; if that is too little wait for a sale, or go bankrupt (R33, R34)."""
    paid = min(debt, int(s.bank[p]))
    spend(s, p, paid)
    if paid == debt:
        s.debt = 0
        return PAID
    if count_assets(s, t, p, 7) == 0:
        s.debt = 0
        go_bankrupt(s, p)
        return BANKRUPT
    s.debt = debt - paid
    wait_for(s, p, Phase.FORCED_SALE)
    return SELLING


@rule
def go_bankrupt(s: Any, p: int) -> None:
    """Discard the hand and all in play but Trust Funds (R35, G27)."""
    tell(s, everyone(s), E_BANKRUPT + p)
    for c in range(N_CARDS):
        put_face_up(s, c, int(s.hand[p, c]))
        s.hand[p, c] = 0
    s.held[p] = 0
    put_face_up(s, Card.BABY, int(s.babies[p]))
    put_face_up(s, Card.PAY_RAISE, int(s.raises[p]))
    put_face_up(s, Card.RETRENCHMENT, int(s.retrenched[p]))
    s.babies[p] = 0
    s.raises[p] = 0
    s.retrenched[p] = 0
    s.insurance[p] = 0
    s.bankrupt[p] = 1


# -- the end --------------------------------------------------------------------------------------


@rule
def end(s: Any, winner: int) -> None:
    """End the game."""
    tell(s, everyone(s), E_END + winner)
    s.winner = winner
    s.actions = 0
    s.extra = 0
    s.turn = NONE
    wait_for(s, NONE, Phase.OVER)


@rule
def payoff(s: Any, out: Any) -> None:
    """Write +1 for the winner, -1/(n-1) for the others."""
    if s.winner == NONE:
        return
    for p in range(min(s.n_seats, SEATS)):
        out[p] = 1.0 if p == s.winner else -1.0 / (s.n_seats - 1)
