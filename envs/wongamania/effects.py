"""What cards do when they still stand after their window; Insurances; forced sales and losses."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import tell
from hoodwink.envs.wongamania.actions import E_OUTCOME, E_STANDS, O_LOSE, rel_of, seat_of
from hoodwink.envs.wongamania.state import NONE, Card, Class, Phase
from hoodwink.envs.wongamania.turn import (
    SELLING,
    collect,
    count_assets,
    everyone,
    go_on_acting,
    must_pay,
    put_face_up,
    sell,
    spend,
    take_from_hand,
    wait_for,
)

BOOM_GRID = 4
RECESSION_GRID = 12
# Numbers, for compiled code makes none of an enum.
STOCKS, PROPERTIES, BONDS = int(Class.STOCK), int(Class.PROPERTY), int(Class.BOND)


@rule
def take_effect(s: Any, t: Any) -> None:
    """Let the card that was announced take effect (G47)."""
    tell(s, everyone(s), E_STANDS)
    for i in range(s.n_opps):
        s.opps[i] = NONE
    s.n_opps = 0
    if s.target == NONE:
        put_face_up(s, s.card, 1)
        act_on_all(s, t)
    elif t.insurable[s.card] and is_spared(s, s.target):
        put_face_up(s, s.card, 1)
        go_on_acting(s)
    elif s.card == Card.BABY:
        s.babies[s.target] += 1
        go_on_acting(s)
    elif s.card == Card.RETRENCHMENT:
        s.retrenched[s.target] += 1
        go_on_acting(s)
    else:
        put_face_up(s, s.card, 1)
        act_on_target(s, t, s.by, s.target)


# -- Insurance ------------------------------------------------------------------------------------


@rule
def classes_of(c: int) -> int:
    """Return the classes of Assets, as bits, that a Global card goes for."""
    if c == Card.DEBTZILLA:
        return STOCKS | PROPERTIES
    if c == Card.STOCK_MARKET_CRASH:
        return STOCKS
    if c == Card.PROPERTY_BUBBLE_BURSTS:
        return PROPERTIES
    if c == Card.BOND_DEFAULT:
        return BONDS
    return 0


@rule
def would_act(s: Any, p: int) -> bool:
    """Return whether the card would do anything to seat `p` (G48).

    One that goes for Assets visits their owners only.
    """
    if s.card == Card.DIVORCE:
        return bool(s.bank[p] >= 2)
    if s.card == Card.BURGLARY:
        return bool(s.bank[p] >= 1)
    return True


@rule
def is_spared(s: Any, p: int) -> bool:
    """Use the Insurance of seat `p` if it has one and there is something to cancel (R31)."""
    if s.insurance[p] == 0 or not would_act(s, p):
        return False
    s.insurance[p] = 0
    return True


# -- one target -----------------------------------------------------------------------------------


@rule
def act_on_target(s: Any, t: Any, p: int, q: int) -> None:
    """Let a card of seat `p` act on seat `q`."""
    if s.card == Card.CAR_ACCIDENT:
        if must_pay(s, t, q, 3) != SELLING:
            go_on_acting(s)
    elif s.card == Card.ILLNESS:
        if must_pay(s, t, q, 2) != SELLING:
            after_payment(s, t, q)
    elif s.card == Card.SCANDAL:
        let_lose(s, 2)
    else:
        if s.card == Card.DIVORCE:
            spend(s, q, s.bank[q] // 2)
        elif s.card == Card.BURGLARY:
            stolen = min(2, int(s.bank[q]))  # G26
            s.bank[q] -= stolen
            s.bank[p] += stolen
        elif p == q:
            s.retrenched[p] -= 1
            put_face_up(s, Card.RETRENCHMENT, 1)
        else:
            s.raises[q] -= 1
            s.raises[p] += 1
        go_on_acting(s)


@rule
def let_lose(s: Any, left: int) -> None:
    """Let chance take hand cards of the target, as many as there are (G49)."""
    s.left = min(left, int(s.held[s.target]))
    if s.left > 0:
        wait_for(s, NONE, Phase.LOSE)
    else:
        go_on_acting(s)


@rule
def lose(s: Any, c: int) -> None:
    """Take the card `c` out of the target's hand."""
    tell(s, everyone(s), E_OUTCOME + O_LOSE + c)
    take_from_hand(s, s.target, c)
    put_face_up(s, c, 1)
    let_lose(s, s.left - 1)


@rule
def after_payment(s: Any, t: Any, p: int) -> None:
    """Go on with a card after seat `p` has paid or gone bankrupt (G45, G49)."""
    if s.card == Card.DEBTZILLA:
        visit_others(s, t, rel_of(s.by, p, s.n_seats))
    elif s.card == Card.ILLNESS and not s.bankrupt[p]:
        let_lose(s, 1)
    else:
        go_on_acting(s)


@rule
def sell_for_card(s: Any, t: Any, p: int, c: int) -> None:
    """Sell an Asset for a debt that a card has made (R33, G9)."""
    sell(s, t, p, c)
    if must_pay(s, t, p, s.debt) != SELLING:
        after_payment(s, t, p)


# -- all others -----------------------------------------------------------------------------------


@rule
def act_on_all(s: Any, t: Any) -> None:
    """Let a Global card act (G45)."""
    if classes_of(s.card):
        visit_others(s, t, 0)
        return
    p = s.by
    if s.card == Card.ECONOMIC_BOOM:
        s.token = BOOM_GRID
    elif s.card == Card.RECESSION_HITS:
        s.token = RECESSION_GRID
    elif s.card == Card.MARKET_RALLY:
        collect(s, p, count_assets(s, t, p, STOCKS | PROPERTIES))
    elif s.card == Card.QUANTITATIVE_EASING:
        for r in range(s.n_seats):
            collect(s, seat_of(p, r, s.n_seats), 2)
    else:
        for r in range(1, s.n_seats):
            q = seat_of(p, r, s.n_seats)
            if s.card == Card.TAXOPUS:
                spend(s, q, s.bank[q] // 3)
            else:
                spend(s, q, min(2, int(s.bank[q])))
    go_on_acting(s)


@rule
def visit_others(s: Any, t: Any, after: int) -> None:
    """Let a Global card that goes for Assets reach the seats more than `after` places on."""
    classes = classes_of(s.card)
    for r in range(after + 1, s.n_seats):
        p = seat_of(s.by, r, s.n_seats)
        n = count_assets(s, t, p, classes)
        if n == 0 or is_spared(s, p):
            continue
        if s.card != Card.DEBTZILLA:
            wait_for(s, p, Phase.FORCED_LOSS)  # G50
            return
        if must_pay(s, t, p, n) == SELLING:
            return
    go_on_acting(s)


@rule
def give_up(s: Any, t: Any, p: int, c: int) -> None:
    """Discard an Asset, unpaid."""
    s.assets[p, c] -= 1
    put_face_up(s, c, 1)
    visit_others(s, t, rel_of(s.by, p, s.n_seats))
