"""A rule bot for Wongamania: does what promises most by a forecast of the economic cycle.

The token is thought to move by the die's mean; an Asset is worth its incomes and its best price on
that way. Cards against others count by what they cost the seat that leads.
"""

from typing import Any

from hoodwink.agents.wongamania.sight import (
    BANK,
    WONGA,
    after,
    best_of,
    income,
    laps_left,
    of_seat,
    price,
    token,
)
from hoodwink.agents.wongamania.worth import (
    GLOBAL,
    NEVER,
    harm,
    in_hand,
    of_aimed,
    of_card,
    of_global,
    of_insurance,
    of_lap,
    of_shift,
    of_trust,
    unknown_card,
)
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import pick_legal
from hoodwink.envs.wongamania.actions import (
    A_DRAW,
    A_GRID,
    A_INSURE,
    A_MULLIGAN,
    A_PASS,
    A_PLAY,
    A_SELL,
    A_SHIFT,
    A_TARGET,
    A_TARGET_SELF,
    A_TRADE,
    SHIFTS,
)
from hoodwink.envs.wongamania.observe import (
    B_ACTIONS,
    B_BY,
    B_CARD,
    B_DEBT,
    B_OPPS,
    B_PHASE,
    B_TARGET,
)
from hoodwink.envs.wongamania.state import N_ASSETS, N_CARDS, NONE, Card, Phase

START = 13  # grid that is picked: prices are low and will rise
SPARE = 5  # what an action must promise
POOR = 12  # a hand card below this is changed


@rule
def card_at_work(observation: Any) -> int:
    """Return the card that is announced or takes effect, or NONE."""
    for c in range(N_CARDS):
        if observation[B_CARD + c]:
            return c
    return NONE


@rule
def of_sale(observation: Any, t: Any, c: int, laps: int) -> int:
    """Return what it is worth to sell an Asset now rather than to keep it."""
    x = token(observation)
    worth = WONGA * price(t, x, c) - best_of(t, c, x, laps)
    bank = of_seat(observation, 0, BANK)
    lacking = int(t.trust_cost) - bank
    if lacking > 0 and price(t, x, c) >= lacking and observation[B_ACTIONS] >= 2:
        worth += of_trust(observation, t, laps) - SPARE
    return worth


@rule
def reserve(observation: Any, t: Any) -> int:
    """Return the Wonga that the next Payday is likely to cost."""
    return max(0, -income(observation, t, 0, after(t, token(observation), 1)))


@rule
def promise(observation: Any, t: Any, a: int, laps: int) -> int:
    """Return what an action of Phase 2 is worth, all costs counted."""
    if a == A_DRAW:
        return unknown_card(observation, t, laps) - 2 * WONGA
    if a < A_PLAY:
        c = a - A_TRADE
        return unknown_card(observation, t, laps) - in_hand(observation, t, c, laps) - 8
    if a < A_SELL:
        c = a - A_PLAY
        cost = WONGA * int(t.cost[token(observation) // 4, c])
        return of_card(observation, t, c, laps) - cost
    if a < A_INSURE:
        return of_sale(observation, t, a - A_SELL, laps)
    if a == A_INSURE:
        return of_insurance(observation, t, laps)
    return of_trust(observation, t, laps)


@rule
def act(observation: Any, mask: Any, t: Any, laps: int) -> int:
    """Take the action that promises most, or end the turn."""
    best = A_PASS
    most = SPARE
    for a in range(A_PASS):
        if mask[a]:
            worth = promise(observation, t, a, laps)
            if worth > most:
                best = a
                most = worth
    return best


@rule
def aim(observation: Any, mask: Any, t: Any, laps: int) -> int:
    """Aim the card where it is worth most."""
    c = card_at_work(observation)
    best = NONE
    most = NEVER
    for r in range(t.n_seats):
        a = A_TARGET_SELF if r == 0 else A_TARGET + r
        if mask[a]:
            worth = of_aimed(observation, t, c, r, laps)
            if worth > most:
                best = a
                most = worth
    return best


@rule
def shift(observation: Any, t: Any, laps: int) -> int:
    """Move the token to where it is worth most."""
    best = 0
    for i in range(1, 4):
        if of_shift(observation, t, SHIFTS[i], laps) > of_shift(observation, t, SHIFTS[best], laps):
            best = i
    return A_SHIFT + best


@rule
def answer(observation: Any, mask: Any, t: Any, laps: int) -> int:
    """Play an Opps! card if what it changes is worth more than the card."""
    c = card_at_work(observation)
    if c == NONE:
        worth = of_lap(observation, t, laps) - 2 * WONGA
        return A_PLAY + Card.POLITICIAN if worth > WONGA and laps <= 1 else A_PASS
    if observation[B_BY]:
        worth = of_global(observation, t, c, laps)
        for r in range(1, t.n_seats):
            if observation[B_TARGET + r]:
                worth = of_aimed(observation, t, c, r, laps)
    elif c >= GLOBAL or observation[B_TARGET]:
        worth = -harm(observation, t, c, 0, laps)
    else:
        worth = 0
    if observation[B_OPPS] % 2 == 0:
        worth = -worth  # the card stands: to answer is to cancel it
    if worth < 2 * WONGA:
        return A_PASS
    return A_PLAY + (Card.VETO if c >= GLOBAL else Card.LAWYER)


@rule
def give_up(observation: Any, mask: Any, t: Any, laps: int) -> int:
    """Part with the Asset that is missed least; a sale brings its price and should suffice."""
    x = token(observation)
    debt = int(observation[B_DEBT])
    best = NONE
    least = -NEVER
    for c in range(N_ASSETS):
        if mask[A_SELL + c]:
            missed = best_of(t, c, x, laps)
            if observation[B_PHASE + Phase.FORCED_SALE]:
                missed -= WONGA * price(t, x, c)
                if price(t, x, c) < debt:
                    missed += WONGA
            if missed < least:
                best = A_SELL + c
                least = missed
    return best


@rule
def mulligan(observation: Any, mask: Any, t: Any) -> int:
    """Change the poorest card, if it is poor."""
    best = A_PASS
    least = POOR
    for c in range(N_CARDS):
        if mask[A_MULLIGAN + c]:
            worth = in_hand(observation, t, c, 6)
            if worth < least:
                best = A_MULLIGAN + c
                least = worth
    return best


@rule
def decide(observation: Any, mask: Any, t: Any) -> int:
    """Return what to do, by phase."""
    laps = laps_left(observation, t)
    if observation[B_PHASE + Phase.ACT]:
        return act(observation, mask, t, laps)
    if observation[B_PHASE + Phase.WINDOW]:
        return answer(observation, mask, t, laps)
    if observation[B_PHASE + Phase.TARGET]:
        return aim(observation, mask, t, laps)
    if observation[B_PHASE + Phase.SHIFT]:
        return shift(observation, t, laps)
    if observation[B_PHASE + Phase.MULLIGAN]:
        return mulligan(observation, mask, t)
    if observation[B_PHASE + Phase.START_GRID]:
        return A_GRID + START
    return give_up(observation, mask, t, laps)


@rule
def bot(observation: Any, mask: Any, t: Any, memory: Any, rng: Any) -> int:
    """Return what to do."""
    a = decide(observation, mask, t)
    return a if a != NONE and mask[a] else pick_legal(mask, rng)
