"""The deal, the mulligan, the starting grid; rounds, laps, Paydays, and how a game is scored."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import forget_events, tell
from hoodwink.envs.wongamania.actions import (
    A_GRID,
    A_MULLIGAN,
    A_PASS,
    E_BANK_CARD,
    E_CARD,
    E_OUTCOME,
    E_ROUND,
    E_TURN,
    O_BANK_CARD,
    O_CARD,
    O_CHAIR,
    O_DIE,
    O_TIE,
    seat_of,
)
from hoodwink.envs.wongamania.state import (
    MOST_OPPS,
    N_ASSETS,
    N_CARDS,
    N_FACES,
    N_GRIDS,
    NONE,
    SEATS,
    Phase,
    Why,
)
from hoodwink.envs.wongamania.turn import (
    BANKRUPT,
    PAID,
    announce,
    collect,
    end,
    everyone,
    forget_pending,
    go_on_acting,
    must_pay,
    put_face_up,
    put_in_hand,
    quadrant,
    reshuffle_if_empty,
    sell,
    take_from_hand,
    wait_for,
)


@rule
def deal(s: Any, t: Any) -> None:
    """Put `s` before the deal: chance names the Chairperson first (G21)."""
    forget_events(s)
    s.n_seats = t.n_seats
    s.chair = 0
    s.turn = 0
    s.round = 1
    s.laps = 0
    s.extra = 0
    s.token = t.start_token
    s.actions = 0
    s.down = 0
    s.market = 0
    s.winner = NONE
    s.n_opps = MOST_OPPS
    forget_pending(s)
    for c in range(N_CARDS):
        s.discard[c] = 0
        s.unseen[c] = t.deck[c]
        s.market += t.deck[c]
    for p in range(SEATS):
        clear_seat(s, p)
    wait_for(s, NONE, Phase.DEAL)


@rule
def clear_seat(s: Any, p: int) -> None:
    """Take everything from seat `p`."""
    s.bank[p] = 0
    s.trust[p] = 0
    s.insurance[p] = 0
    s.babies[p] = 0
    s.raises[p] = 0
    s.retrenched[p] = 0
    s.bankrupt[p] = 0
    s.held[p] = 0
    for c in range(N_ASSETS):
        s.assets[p, c] = 0
    for c in range(N_CARDS):
        s.hand[p, c] = 0


@rule
def choose_chair(s: Any, p: int) -> None:
    """Make seat `p` the Chairperson, to whom is dealt first (R19, G21)."""
    tell(s, everyone(s), E_OUTCOME + O_CHAIR + p)
    s.chair = p
    s.turn = p
    s.phase = Phase.DEALT_TO


@rule
def deal_to(s: Any, t: Any) -> None:
    """Give the seat three Wonga and let its four cards come (R39, R40)."""
    collect(s, s.turn, t.start_wonga)
    let_draw(s, Why.DEAL, t.start_hand)


# -- cards that come ------------------------------------------------------------------------------


@rule
def let_draw(s: Any, why: int, left: int) -> None:
    """Let chance name the cards that come into the hand of the seat whose turn it is (G6)."""
    there = s.market + s.down
    for c in range(N_CARDS):
        there += s.discard[c]
    s.why = why
    s.left = min(left, there)
    if s.left > 0:
        reshuffle_if_empty(s)  # G7: not after the last card
    wait_for(s, NONE, Phase.DRAW if s.left > 0 else Phase.DRAWN)


@rule
def draw(s: Any, c: int) -> None:
    """Put the card `c` from the Market into the hand of the seat whose turn it is."""
    tell(s, 1 << s.turn, E_OUTCOME + O_CARD + c)
    tell(s, everyone(s) & ~(1 << s.turn), E_CARD)
    put_in_hand(s, s.turn, c)
    s.market -= 1
    let_draw(s, s.why, s.left - 1)


@rule
def drawn(s: Any, t: Any) -> None:
    """Go on when all cards have come."""
    why = s.why
    forget_pending(s)
    if why == Why.DEAL:
        following = seat_of(s.turn, 1, s.n_seats)
        s.turn = following
        if following == s.chair:
            wait_for(s, following, Phase.MULLIGAN)
        else:
            s.phase = Phase.DEALT_TO
    elif why == Why.MULLIGAN:
        s.phase = Phase.MULLIGANED
    elif why == Why.PAYDAY:
        s.bankrupt[s.turn] = 0
        begin_actions(s, t)
    else:
        go_on_acting(s)


@rule
def draw_from_bank(s: Any, c: int) -> None:
    """Put a Bank card, which is the card `c`, into its owner's hand (R26, G46)."""
    tell(s, 1 << s.turn, E_OUTCOME + O_BANK_CARD + c)
    tell(s, everyone(s) & ~(1 << s.turn), E_BANK_CARD)
    s.bank[s.turn] -= 1
    put_in_hand(s, s.turn, c)
    go_on_acting(s)


# -- mulligan and starting grid -------------------------------------------------------------------


@rule
def mulligan(s: Any, p: int, a: int) -> None:
    """Discard a card before the game, or have done with it (R41)."""
    announce(s, p, a)
    if a == A_PASS:
        let_draw(s, Why.MULLIGAN, s.left)
    else:
        take_from_hand(s, p, a - A_MULLIGAN)
        put_face_up(s, a - A_MULLIGAN, 1)
        s.left += 1


@rule
def end_mulligan(s: Any) -> None:
    """Ask the next seat, after the last one for the starting grid (R38, G23)."""
    following = seat_of(s.turn, 1, s.n_seats)
    if following == s.chair:
        wait_for(s, s.turn, Phase.START_GRID)
    else:
        s.turn = following
        wait_for(s, following, Phase.MULLIGAN)


@rule
def legal_mulligan(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark what may be discarded before the game."""
    mask[A_PASS] = 1
    if s.left < t.mulligan:
        for c in range(N_CARDS):
            if s.hand[p, c] > 0:
                mask[A_MULLIGAN + c] = 1


@rule
def pick_grid(s: Any, p: int, a: int) -> None:
    """Put the token on its first grid (R38)."""
    announce(s, p, a)
    s.token = a - A_GRID
    s.phase = Phase.ROUND


# -- rounds and laps ------------------------------------------------------------------------------


@rule
def begin_round(s: Any) -> None:
    """Let the Chairperson roll (R4, R19)."""
    tell(s, everyone(s), E_ROUND)
    s.turn = s.chair
    wait_for(s, NONE, Phase.ROLL)


@rule
def roll(s: Any, k: int) -> None:
    """Move the token by `k` + 1 grids (R4)."""
    tell(s, everyone(s), E_OUTCOME + O_DIE + k)
    s.token = (s.token + k + 1) % N_GRIDS
    s.phase = Phase.PAYDAY


@rule
def pass_on(s: Any, t: Any) -> None:
    """Let the next seat have its Payday, or end the lap (G18)."""
    s.turn = seat_of(s.turn, 1, s.n_seats)
    s.phase = Phase.PAYDAY
    if s.turn != s.chair:
        return
    s.laps += 1
    if s.extra > 0 and s.laps < t.max_laps:
        s.extra -= 1
    else:
        end_round(s, t)


@rule
def end_round(s: Any, t: Any) -> None:
    """Count Insurances down; score if the game is decided or too long (R15, G13, G41)."""
    s.extra = 0
    is_decided = s.laps >= t.max_laps
    for p in range(s.n_seats):
        if s.insurance[p] > 0:
            s.insurance[p] -= 1
        if s.trust[p] >= t.goal:
            is_decided = True
    if is_decided:
        s.turn = seat_of(s.chair, s.n_seats - 1, s.n_seats)
        score_all(s, t)
    else:
        s.round += 1
        s.phase = Phase.ROUND


# -- Payday ---------------------------------------------------------------------------------------


@rule
def payday(s: Any, t: Any) -> None:
    """Collect or pay the net of salary, incomes and Babies (R21-R23, G8)."""
    p = s.turn
    tell(s, everyone(s), E_TURN + p)
    net = 0
    if s.retrenched[p] == 0:
        net = t.salary + s.raises[p]
    net -= s.babies[p]
    for c in range(N_ASSETS):
        net += s.assets[p, c] * t.income[s.token, c]
    collect(s, p, net)
    settle_payday(s, must_pay(s, t, p, max(0, -net)))


@rule
def settle_payday(s: Any, outcome: int) -> None:
    """Go on when it is known what became of the Payday (R36, G25)."""
    if outcome == PAID:
        s.phase = Phase.PAID
    elif outcome == BANKRUPT:
        s.phase = Phase.END_TURN


@rule
def paid(s: Any, t: Any) -> None:
    """Let two cards come after a Bankruptcy, else begin Phase 2 (R36)."""
    if s.bankrupt[s.turn]:
        let_draw(s, Why.PAYDAY, t.relief)
    else:
        begin_actions(s, t)


@rule
def begin_actions(s: Any, t: Any) -> None:
    """Begin Phase 2 (R25)."""
    s.actions = t.n_actions
    go_on_acting(s)


# -- scores ---------------------------------------------------------------------------------------


@rule
def score(s: Any, t: Any, p: int) -> int:
    """Return the points of seat `p` (R17, G33)."""
    points = t.score_trust * s.trust[p] + t.score_baby * s.babies[p] + t.score_wonga * s.bank[p]
    points += t.score_retrenched * s.retrenched[p]
    for c in range(N_ASSETS):
        points += s.assets[p, c] * t.price[quadrant(s), c]
    return int(points)


@rule
def best_score(s: Any, t: Any) -> int:
    """Return the most points."""
    best = score(s, t, 0)
    for p in range(1, s.n_seats):
        best = max(best, score(s, t, p))
    return best


@rule
def score_all(s: Any, t: Any) -> None:
    """Find who has the most points; if several have, wait for their dice (R18)."""
    best = best_score(s, t)
    n = 0
    winner = NONE
    for p in range(s.n_seats):
        if score(s, t, p) == best:
            n += 1
            winner = p
    if n == 1:
        end(s, winner)
    else:
        wait_for(s, NONE, Phase.TIE)


@rule
def break_tie(s: Any, p: int) -> None:
    """Let the dice decide for seat `p` (G34)."""
    tell(s, everyone(s), E_OUTCOME + O_TIE + p)
    end(s, p)


@rule
def weigh_faces(t: Any, weights: Any) -> None:
    """Weigh what the die may show (G3)."""
    for k in range(N_FACES):
        weights[O_DIE + k] = t.die[k]


@rule
def weigh_tied(s: Any, t: Any, weights: Any) -> None:
    """Weigh the seats with the most points alike."""
    best = best_score(s, t)
    for p in range(s.n_seats):
        if score(s, t, p) == best:
            weights[O_TIE + p] = 1


@rule
def sell_for_payday(s: Any, t: Any, p: int, c: int) -> None:
    """Sell an Asset for the debt of one's own Payday (R33, G9)."""
    sell(s, t, p, c)
    settle_payday(s, must_pay(s, t, p, s.debt))
