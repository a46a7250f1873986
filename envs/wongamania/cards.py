"""Phase 2: what a seat may do and what follows (R25-R32); cards played and what they ask for."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.wongamania.actions import (
    A_DRAW,
    A_INSURE,
    A_PASS,
    A_PLAY,
    A_SELL,
    A_SHIFT,
    A_TARGET,
    A_TARGET_SELF,
    A_TRADE,
    A_TRUST,
    rel_of,
)
from hoodwink.envs.wongamania.effects import BONDS, PROPERTIES, STOCKS, take_effect
from hoodwink.envs.wongamania.opps import open_window
from hoodwink.envs.wongamania.rounds import let_draw
from hoodwink.envs.wongamania.state import (
    N_ASSETS,
    N_CARDS,
    N_GRIDS,
    NONE,
    Card,
    Phase,
    Why,
)
from hoodwink.envs.wongamania.turn import (
    announce,
    collect,
    count_assets,
    end,
    go_on_acting,
    put_face_up,
    quadrant,
    sell,
    spend,
    take_from_hand,
    wait_for,
)

# -- what is possible -----------------------------------------------------------------------------


@rule
def legal_acts(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark what seat `p` may do in its Phase 2."""
    mask[A_PASS] = 1
    if s.actions == 0:
        return
    bank = s.bank[p]
    if bank > 0:
        mask[A_DRAW] = 1  # R26
    for c in range(N_CARDS):
        if s.hand[p, c] > 0:
            mask[A_TRADE + c] = 1  # R27
            if bank >= t.cost[quadrant(s), c] and can_play(s, p, c):
                mask[A_PLAY + c] = 1  # R28, G29
    for c in range(N_ASSETS):
        if s.assets[p, c] > 0:
            mask[A_SELL + c] = 1  # R29
    if can_insure(s, t, p):
        mask[A_INSURE] = 1
    if can_buy_trust(s, t, p):
        mask[A_TRUST] = 1


@rule
def can_insure(s: Any, t: Any, p: int) -> bool:
    """Return whether seat `p` may buy an Insurance (R30, G36); there is one for each seat (G12)."""
    return bool(t.insures == 1 and s.insurance[p] == 0 and s.bank[p] >= t.insurance_cost)


@rule
def can_buy_trust(s: Any, t: Any, p: int) -> bool:
    """Return whether seat `p` may buy a Trust Fund (R32, G19)."""
    out = 0
    for q in range(s.n_seats):
        out += s.trust[q]
    return bool(out < t.trusts and s.bank[p] >= t.trust_cost)


@rule
def can_play(s: Any, p: int, c: int) -> bool:
    """Return whether the card can be played as an action, if it can be paid."""
    if c == Card.LAWYER or c == Card.VETO:
        return False
    if c != Card.HEADHUNTER:
        return True
    for q in range(s.n_seats):
        if can_target(s, p, q, c):
            return True
    return False


@rule
def can_target(s: Any, p: int, q: int, c: int) -> bool:
    """Return whether seat `p` can aim the card at seat `q` (G30)."""
    if c == Card.BABY:
        return True
    if c == Card.HEADHUNTER:
        return bool(s.retrenched[p] > 0 if p == q else s.raises[q] > 0)
    return p != q


@rule
def legal_targets(s: Any, p: int, mask: Any) -> None:
    """Mark whom the card may be aimed at."""
    for q in range(s.n_seats):
        if can_target(s, p, q, s.card):
            if p == q:
                mask[A_TARGET_SELF] = 1
            else:
                mask[A_TARGET + rel_of(p, q, s.n_seats)] = 1


@rule
def legal_sales(s: Any, t: Any, p: int, classes: int, mask: Any) -> None:
    """Mark the Assets of these classes (bits)."""
    for c in range(N_ASSETS):
        if s.assets[p, c] > 0 and t.class_of[c] & classes:
            mask[A_SELL + c] = 1


# -- what follows ---------------------------------------------------------------------------------


@rule
def act(s: Any, t: Any, p: int, a: int) -> None:
    """Carry out an action of Phase 2, or end the turn."""
    announce(s, p, a)
    if a == A_PASS:
        s.actions = 0
        s.phase = Phase.END_TURN
        return
    s.actions -= 1
    if a == A_DRAW:
        wait_for(s, NONE, Phase.BANK_DRAW)
    elif a < A_PLAY:
        take_from_hand(s, p, a - A_TRADE)
        put_face_up(s, a - A_TRADE, 1)
        let_draw(s, Why.TRADE, 1)
    elif a < A_SELL:
        play_card(s, t, p, a - A_PLAY)
    elif a < A_INSURE:
        sell(s, t, p, a - A_SELL)
    elif a == A_INSURE:
        spend(s, p, t.insurance_cost)
        s.insurance[p] = 2  # G13
    else:
        buy_trust(s, t, p)


@rule
def buy_trust(s: Any, t: Any, p: int) -> None:
    """Buy a Trust Fund; in Simple mode the third one wins (R14, R32, G20)."""
    spend(s, p, t.trust_cost)
    s.trust[p] += 1
    if t.simple == 1 and s.trust[p] >= t.goal:
        end(s, p)


@rule
def play_card(s: Any, t: Any, p: int, c: int) -> None:
    """Pay for a card; then it is put on the table, or asks for something, or is announced (G47)."""
    spend(s, p, int(t.cost[quadrant(s), c]))
    take_from_hand(s, p, c)
    if c < N_ASSETS:
        s.assets[p, c] += 1
        return
    if c == Card.PAY_RAISE:
        s.raises[p] += 1
    elif c == Card.POLITICIAN:
        put_face_up(s, c, 1)
        s.extra += 1  # G18
    elif c == Card.BANKER:
        profit(s, t, p, c, BONDS)
    elif c == Card.STOCKBROKER:
        profit(s, t, p, c, STOCKS)
    elif c == Card.PROPERTY_AGENT:
        profit(s, t, p, c, PROPERTIES)
    else:
        s.card = c
        s.by = p
        if c == Card.ECONOMIST:
            wait_for(s, p, Phase.SHIFT)
        elif c < Card.DEBTZILLA:
            wait_for(s, p, Phase.TARGET)
        else:
            open_window(s, t)


@rule
def profit(s: Any, t: Any, p: int, c: int, classes: int) -> None:
    """Gain two Wonga for each Asset of a class."""
    put_face_up(s, c, 1)
    collect(s, p, 2 * count_assets(s, t, p, classes))


@rule
def shift(s: Any, p: int, a: int) -> None:
    """Move the token by the choice of an Economist."""
    announce(s, p, a)
    put_face_up(s, s.card, 1)
    k = a - A_SHIFT
    steps = k - 2 if k < 2 else k - 1
    s.token = (s.token + steps) % N_GRIDS
    go_on_acting(s)


@rule
def aim(s: Any, t: Any, p: int, a: int, q: int) -> None:
    """Aim the card at seat `q`; what is aimed at oneself has no window (G51)."""
    announce(s, p, a)
    s.target = q
    if p == q:
        take_effect(s, t)
    else:
        open_window(s, t)
