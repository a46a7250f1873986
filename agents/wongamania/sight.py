"""What the rule bot of Wongamania reads off one observation and the public tables.

Amounts are tenths of a Wonga, which at the end is a point. Seats are relative: 0 is the bot.
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.wongamania.observe import (
    AT_ASSETS,
    B_CLOCK,
    B_OPTIONS,
    B_SEAT,
    B_TOKEN,
    SEAT_SIZE,
)
from hoodwink.envs.wongamania.state import N_ASSETS, N_FACES, N_GRIDS, N_QUADRANTS

WONGA = 10  # the unit: tenths
GRIDS_OF_QUADRANT = N_GRIDS // N_QUADRANTS
BANKRUPT, BANK, CARDS, TRUST, INSURANCE, BABIES, RAISES, RETRENCHED = 4, 5, 6, 7, 8, 9, 10, 11
FAR = 7  # laps that are reckoned with at most
GAIN = 5  # Wonga that a seat is thought to gain in a lap


@rule
def of_seat(observation: Any, r: int, what: int) -> int:
    """Return a number of the seat `r` clockwise."""
    return int(observation[B_SEAT + SEAT_SIZE * r + what])


@rule
def assets(observation: Any, r: int, c: int) -> int:
    """Return how many Assets of a kind the seat `r` clockwise has."""
    return int(observation[B_SEAT + SEAT_SIZE * r + AT_ASSETS + c])


@rule
def count(observation: Any, t: Any, r: int, classes: int) -> int:
    """Return how many Assets of these classes (bits) the seat `r` clockwise has."""
    n = 0
    for c in range(N_ASSETS):
        if t.class_of[c] & classes:
            n += assets(observation, r, c)
    return n


@rule
def token(observation: Any) -> int:
    """Return the grid of the token."""
    for x in range(N_GRIDS):
        if observation[B_TOKEN + x]:
            return x
    return 0


@rule
def price(t: Any, x: int, c: int) -> int:
    """Return what an Asset sells for on grid `x`, in Wonga."""
    return int(t.price[x // GRIDS_OF_QUADRANT, c])


@rule
def after(t: Any, x: int, laps: int) -> int:
    """Return the grid where the token is to be expected after some rolls."""
    sides = 0
    steps = 0
    for k in range(N_FACES):
        sides += int(t.die[k])
        steps += (k + 1) * int(t.die[k])
    return (x + (steps * laps + sides // 2) // sides) % N_GRIDS


@rule
def points(observation: Any, t: Any, r: int, x: int) -> int:
    """Return the score of the seat `r` clockwise on grid `x`, in points."""
    n = int(t.score_trust) * of_seat(observation, r, TRUST)
    n += int(t.score_baby) * of_seat(observation, r, BABIES)
    n += int(t.score_wonga) * of_seat(observation, r, BANK)
    n += int(t.score_retrenched) * of_seat(observation, r, RETRENCHED)
    for c in range(N_ASSETS):
        n += price(t, x, c) * assets(observation, r, c)
    return n


@rule
def leader(observation: Any, t: Any) -> int:
    """Return which other seat has most points."""
    best = 1
    for r in range(2, t.n_seats):
        x = token(observation)
        if points(observation, t, r, x) > points(observation, t, best, x):
            best = r
    return best


@rule
def laps_left(observation: Any, t: Any) -> int:
    """Return how many more turns everybody is likely to have, this one not counted."""
    fewest = min(FAR, int(observation[B_CLOCK + 1]) - 1)
    for r in range(t.n_seats):
        lacking = int(t.goal) - of_seat(observation, r, TRUST)
        if lacking <= 0 and not observation[B_OPTIONS]:
            return int(observation[B_CLOCK + 2])
        need = lacking * int(t.trust_cost) - of_seat(observation, r, BANK)
        fewest = min(fewest, 1 + max(0, need) // GAIN)
    return max(0, fewest)


@rule
def best_of(t: Any, c: int, x: int, laps: int) -> int:
    """Return what an Asset brings that is kept for at least a lap and sold at the best time."""
    best = price(t, x, c) if laps == 0 else -1000
    brought = 0
    for k in range(1, laps + 1):
        y = after(t, x, k)
        brought += int(t.income[y, c])
        best = max(best, brought + price(t, y, c))
    return WONGA * best


@rule
def keeping(t: Any, c: int, x: int, laps: int) -> int:
    """Return what an Asset is worth on grid `x`: sold now or kept."""
    return max(WONGA * price(t, x, c), best_of(t, c, x, laps))


@rule
def estate(observation: Any, t: Any, r: int, x: int, laps: int) -> int:
    """Return what all Assets of the seat `r` clockwise are worth with the token on grid `x`."""
    n = 0
    for c in range(N_ASSETS):
        if assets(observation, r, c):
            n += assets(observation, r, c) * keeping(t, c, x, laps)
    return n


@rule
def income(observation: Any, t: Any, r: int, x: int) -> int:
    """Return what the seat `r` clockwise gets at a Payday on grid `x`, in Wonga."""
    n = -of_seat(observation, r, BABIES)
    if of_seat(observation, r, RETRENCHED) == 0:
        n += int(t.salary) + of_seat(observation, r, RAISES)
    for c in range(N_ASSETS):
        n += int(t.income[x, c]) * assets(observation, r, c)
    return n
