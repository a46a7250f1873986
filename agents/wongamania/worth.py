"""What cards and purchases are worth to the rule bot of Wongamania, in tenths of a Wonga."""

from typing import Any

from hoodwink.agents.wongamania.sight import (
    BANK,
    CARDS,
    INSURANCE,
    RAISES,
    RETRENCHED,
    TRUST,
    WONGA,
    after,
    assets,
    best_of,
    count,
    estate,
    income,
    keeping,
    leader,
    of_seat,
    points,
    token,
)
from hoodwink.envs.core.jit import rule
from hoodwink.envs.wongamania.effects import BONDS, PROPERTIES, STOCKS
from hoodwink.envs.wongamania.observe import B_CLOCK, B_OPTIONS, B_UNSEEN
from hoodwink.envs.wongamania.state import N_ASSETS, N_CARDS, N_GRIDS, SEATS, Card

CARD = 15  # a hand card that nobody knows
ANSWER = 20  # an Opps! card in hand
NEVER = -10000
GLOBAL = int(Card.DEBTZILLA)


@rule
def cheapest(observation: Any, t: Any, r: int, x: int, laps: int, classes: int) -> int:
    """Return what the least valuable Asset of these classes of a seat is worth."""
    least = -1
    for c in range(N_ASSETS):
        if t.class_of[c] & classes and assets(observation, r, c):
            worth = keeping(t, c, x, laps)
            if least < 0 or worth < least:
                least = worth
    return max(0, least)


@rule
def harm(observation: Any, t: Any, c: int, r: int, laps: int) -> int:
    """Return how much a card costs the seat `r` clockwise, if it takes effect there."""
    if t.insurable[c] and of_seat(observation, r, INSURANCE):
        return 0
    bank = of_seat(observation, r, BANK)
    x = token(observation)
    if c == Card.BABY:
        return WONGA * (laps - 1)
    if c == Card.DIVORCE:
        return WONGA * (bank // 2)
    if c == Card.CAR_ACCIDENT:
        return 3 * WONGA
    if c == Card.ILLNESS:
        return 2 * WONGA + (CARD if of_seat(observation, r, CARDS) else 0)
    if c == Card.RETRENCHMENT:
        salary = 0 if of_seat(observation, r, RETRENCHED) else int(t.salary)
        return WONGA * (salary * laps - int(t.score_retrenched))
    if c == Card.BURGLARY:
        return WONGA * min(2, bank)
    if c == Card.SCANDAL:
        return CARD * min(2, of_seat(observation, r, CARDS))
    if c == Card.HEADHUNTER:
        return WONGA * laps
    if c == Card.DEBTZILLA:
        return WONGA * count(observation, t, r, STOCKS | PROPERTIES)
    if c == Card.INFLATIONSAURUS:
        return WONGA * min(2, bank)
    if c == Card.TAXOPUS:
        return WONGA * (bank // 3)
    if c == Card.STOCK_MARKET_CRASH:
        return cheapest(observation, t, r, x, laps, STOCKS)
    if c == Card.PROPERTY_BUBBLE_BURSTS:
        return cheapest(observation, t, r, x, laps, PROPERTIES)
    if c == Card.BOND_DEFAULT:
        return cheapest(observation, t, r, x, laps, BONDS)
    if c == Card.QUANTITATIVE_EASING:
        return -2 * WONGA
    if c == Card.ECONOMIC_BOOM or c == Card.RECESSION_HITS:
        y = moved_to(c)
        return estate(observation, t, r, x, laps) - estate(observation, t, r, y, laps)
    return 0


@rule
def moved_to(c: int) -> int:
    """Return the grid to which a Global card moves the token."""
    return 4 if c == Card.ECONOMIC_BOOM else 12


@rule
def share(observation: Any, t: Any, r: int, loss: int) -> int:
    """Return what the loss of another is worth to the bot: most if that seat leads."""
    if t.n_seats == 2:
        return loss * 4 // 5
    return loss * 3 // 5 if r == leader(observation, t) else loss // 4


@rule
def of_aimed(observation: Any, t: Any, c: int, r: int, laps: int) -> int:
    """Return what it is worth to let a card hit the seat `r` clockwise."""
    if r == 0:
        if c == Card.HEADHUNTER:
            return WONGA * (int(t.salary) * laps - int(t.score_retrenched))
        return WONGA * (int(t.score_baby) - laps)
    worth = share(observation, t, r, harm(observation, t, c, r, laps))
    if c == Card.BURGLARY and not of_seat(observation, r, INSURANCE):
        worth += WONGA * min(2, of_seat(observation, r, BANK))
    if c == Card.HEADHUNTER:
        worth += WONGA * laps
    return worth


@rule
def of_global(observation: Any, t: Any, c: int, laps: int) -> int:
    """Return what the effect of a Global card is worth to the one who plays it."""
    worth = 0
    if (c >= Card.ECONOMIC_BOOM and c <= Card.RECESSION_HITS) or c == Card.QUANTITATIVE_EASING:
        worth = -harm(observation, t, c, 0, laps)
    if c == Card.MARKET_RALLY:
        worth = WONGA * count(observation, t, 0, STOCKS | PROPERTIES)
    for r in range(1, t.n_seats):
        worth += share(observation, t, r, harm(observation, t, c, r, laps))
    return worth


@rule
def of_shift(observation: Any, t: Any, steps: int, laps: int) -> int:
    """Return what it is worth to move the token."""
    x = token(observation)
    y = (x + steps) % N_GRIDS
    worth = estate(observation, t, 0, y, laps) - estate(observation, t, 0, x, laps)
    for r in range(1, t.n_seats):
        lost = estate(observation, t, r, x, laps) - estate(observation, t, r, y, laps)
        worth += share(observation, t, r, lost)
    return worth


@rule
def of_lap(observation: Any, t: Any, laps: int) -> int:
    """Return what one more lap on the same grid is worth."""
    x = token(observation)
    rival = leader(observation, t)
    worth = WONGA * (income(observation, t, 0, x) - income(observation, t, rival, x))
    ahead = points(observation, t, 0, x) - points(observation, t, rival, x)
    if laps == 0:
        worth += 100 if ahead < 0 else -100
    return worth


@rule
def of_card(observation: Any, t: Any, c: int, laps: int) -> int:
    """Return what the effect of a card is worth if it is played now, its cost not counted."""
    x = token(observation)
    if c < N_ASSETS:
        return best_of(t, c, x, laps)
    if c == Card.BANKER:
        return 2 * WONGA * count(observation, t, 0, BONDS)
    if c == Card.STOCKBROKER:
        return 2 * WONGA * count(observation, t, 0, STOCKS)
    if c == Card.PROPERTY_AGENT:
        return 2 * WONGA * count(observation, t, 0, PROPERTIES)
    if c == Card.POLITICIAN:
        return of_lap(observation, t, laps)
    if c == Card.PAY_RAISE:
        return WONGA * laps if of_seat(observation, 0, RETRENCHED) == 0 else 0
    if c == Card.ECONOMIST:
        best = NEVER
        for k in range(-2, 3):
            if k != 0:
                best = max(best, of_shift(observation, t, k, laps))
        return best
    if c >= GLOBAL:
        return of_global(observation, t, c, laps)
    best = NEVER
    for r in range(SEATS):
        if r < t.n_seats and can_aim(observation, c, r):
            best = max(best, of_aimed(observation, t, c, r, laps))
    return best


@rule
def can_aim(observation: Any, c: int, r: int) -> bool:
    """Return whether a card can be aimed at the seat `r` clockwise."""
    if c == Card.HEADHUNTER:
        return bool(of_seat(observation, r, RETRENCHED if r == 0 else RAISES) > 0)
    return bool(r > 0 or c == Card.BABY)


@rule
def in_hand(observation: Any, t: Any, c: int, laps: int) -> int:
    """Return what a card in hand is worth, played at a good time."""
    if laps == 0:
        return 0
    if c < N_ASSETS:
        x = token(observation)
        worth = 0
        for k in range(min(3, laps)):
            y = after(t, x, k)
            profit = best_of(t, c, y, laps - k) - WONGA * int(t.cost[y // 4, c])
            worth = max(worth, profit)
        return worth
    if c == Card.LAWYER or c == Card.VETO or c == Card.POLITICIAN:
        return ANSWER
    worth = of_card(observation, t, c, laps) - WONGA * int(t.cost[0, c])
    return max(5, worth)


@rule
def unknown_card(observation: Any, t: Any, laps: int) -> int:
    """Return what a card that nobody has seen is worth on average."""
    total = 0
    worth = 0
    for c in range(N_CARDS):
        n = int(observation[B_UNSEEN + c])
        if n:
            total += n
            worth += n * min(80, in_hand(observation, t, c, laps))
    return worth // max(1, total)


@rule
def of_trust(observation: Any, t: Any, laps: int) -> int:
    """Return what the purchase of a Trust Fund is worth, its cost counted."""
    profit = WONGA * (int(t.score_trust) - int(t.trust_cost)) + 15
    if of_seat(observation, 0, TRUST) != t.goal - 1:
        return profit
    if observation[B_OPTIONS]:
        return 1000
    if laps == 0 or observation[B_CLOCK + 1] <= 1:
        return profit
    # the end of the game comes with it: only ahead of all others
    x = token(observation)
    gain = int(t.score_trust) - int(t.trust_cost)
    rival = points(observation, t, leader(observation, t), x)
    return 500 if points(observation, t, 0, x) + gain > rival + 3 else -50


@rule
def of_insurance(observation: Any, t: Any, laps: int) -> int:
    """Return what an Insurance is worth, its cost counted."""
    bad = 0
    total = 1
    for c in range(N_CARDS):
        n = int(observation[B_UNSEEN + c])
        total += n
        if n and t.insurable[c]:
            bad += n * harm(observation, t, c, 0, laps)
    held = 0
    for r in range(1, t.n_seats):
        held += of_seat(observation, r, CARDS)
    # such a card comes within two rounds about every second time that it is held
    return bad * held // (2 * total * (int(t.n_seats) - 1)) - WONGA * int(t.insurance_cost)
