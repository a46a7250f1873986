"""A rule bot for Warumono: fetches an order, a ticket, then the getaway; hunts the cash.

A mafioso who holds the cash for sure heads for an exit; one who lacks it tries to get it by a real
switch from the likeliest holder. A detective gets rid of the cash and questions a likely holder.
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below, pick_legal
from hoodwink.envs.warumono.actions import (
    A_DECLARE,
    A_LOOK,
    A_PASS,
    A_QUESTION,
    A_REDEEM_AIR,
    A_REDEEM_BOAT,
    A_ROB,
    A_ROB_HOSPITAL,
    A_ROLL,
    A_STEP,
    A_STOP,
    A_SWITCH_FAKE,
    A_SWITCH_REAL,
    A_TARGET,
    MAX_DIE,
    N_ORDERS,
    N_SPACES,
    SEATS,
)
from hoodwink.envs.warumono.observe import (
    B_AIR,
    B_BOAT,
    B_LEFT,
    B_MEMORY,
    B_ORDERS,
    B_OWN,
    B_PHASE,
    B_SEAT,
    SEAT_FLAGS,
    SEAT_SIZE,
)
from hoodwink.envs.warumono.state import NONE, Phase
from hoodwink.envs.warumono.table import FAR, N_NEIGHBOURS, Effect

DETECTIVE = 7  # flag of a seat
SURE = 90  # percent: enough to declare, or to question
HOLDS = 60  # percent: acts as the holder of the cash
LIKELY = 70  # percent: a detective's question
PLACE = int(Effect.WAREHOUSE)
GETAWAY = int(Effect.GETAWAY)
HIDEOUT = int(Effect.HIDEOUT)
TIP_OFF = int(Effect.TIP_OFF)


@rule
def space_of(observation: Any, r: int) -> int:
    """Return where the seat `r` clockwise stands, or NONE."""
    for x in range(N_SPACES):
        if observation[B_SEAT + SEAT_SIZE * r + SEAT_FLAGS + x]:
            return x
    return NONE


@rule
def cash(observation: Any, r: int) -> int:
    """Return how likely the seat `r` clockwise holds the cash, in percent."""
    return int(observation[B_MEMORY + r])


@rule
def way(t: Any, x: int, k: int) -> int:
    """Return the fewest steps from `x` to the getaway behind exit `k`."""
    if t.gate[k, 0] == NONE:
        return FAR
    best = FAR
    for y in range(t.n_spaces):
        if t.effect[y] == Effect.GETAWAY and t.distance[t.gate[k, 1], y] < best:
            best = int(t.distance[t.gate[k, 1], y])
    return best + 1 + int(t.distance[x, t.gate[k, 0]])


@rule
def is_beyond(t: Any, x: int, k: int) -> bool:
    """Return whether space `x` lies behind the exit `k`."""
    gate = t.gate[k, 0]
    return bool(gate != NONE and t.distance[x, t.gate[k, 1]] < t.distance[x, gate])


@rule
def nearest(t: Any, x: int, effect: int) -> int:
    """Return the nearest space of a kind, or NONE."""
    best = NONE
    for y in range(t.n_spaces):
        if t.effect[y] == effect and (best == NONE or t.distance[x, y] < t.distance[x, best]):
            best = y
    return best


@rule
def flight(observation: Any, t: Any, x: int) -> int:
    """Return where one heads for who wants to get away: exit, place of an order, or Hideout."""
    best = NONE
    fewest = 3 * FAR
    for k in range(2):
        if t.gate[k, 0] != NONE:
            if is_beyond(t, x, k):
                return nearest(t, x, GETAWAY)
            if observation[(B_AIR if k == 0 else B_BOAT)] and way(t, x, k) < fewest:
                fewest = way(t, x, k)
                best = int(t.gate[k, 0])
                if x == best:
                    best = int(t.gate[k, 1])
    if best != NONE:
        return best
    for w in range(N_ORDERS):
        y = nearest(t, x, PLACE + w // 2)
        if observation[B_OWN + w] and y != NONE:
            steps = int(t.distance[x, y]) + way(t, y, w % 2)
            if steps < fewest:
                fewest = steps
                best = y
    return best if best != NONE else nearest(t, x, HIDEOUT)


@rule
def goal(observation: Any, t: Any, x: int) -> int:
    """Return the space that the seat heads for."""
    detective = observation[B_SEAT + DETECTIVE]
    own = cash(observation, 0)
    if own >= HOLDS and not detective:
        return flight(observation, t, x)
    best = NONE
    for r in range(1, SEATS):
        y = space_of(observation, r)
        if y != NONE and cash(observation, r) > 0:
            if best == NONE or worth(observation, t, x, r) > worth(observation, t, x, best):
                best = r
    if detective and own >= HOLDS:
        best = closest(observation, t, x)
    elif detective and (best == NONE or cash(observation, best) < LIKELY):
        y = nearest(t, x, TIP_OFF)
        return y if y != NONE and y != x else flight(observation, t, x)
    elif not detective and (best == NONE or cash(observation, best) < 30):
        return flight(observation, t, x)
    if best == NONE:
        return flight(observation, t, x)
    y = space_of(observation, best)
    if not detective and t.distance[x, y] > 9:
        return flight(observation, t, x)
    return y


@rule
def worth(observation: Any, t: Any, x: int, r: int) -> int:
    """Return how much the seat `r` is worth going after."""
    return cash(observation, r) * 2 - 3 * int(t.distance[x, space_of(observation, r)])


@rule
def closest(observation: Any, t: Any, x: int) -> int:
    """Return the nearest other seat, or NONE."""
    best = NONE
    fewest = FAR
    for r in range(1, SEATS):
        y = space_of(observation, r)
        if y != NONE and t.distance[x, y] < fewest:
            best = r
            fewest = int(t.distance[x, y])
    return best


@rule
def left_of(observation: Any) -> int:
    """Return the steps left of the roll."""
    for n in range(MAX_DIE + 1):
        if observation[B_LEFT + n]:
            return n
    return 0


@rule
def move(observation: Any, mask: Any, t: Any) -> int:
    """Step towards the goal; stop where nothing is nearer."""
    x = space_of(observation, 0)
    to = goal(observation, t, x)
    if to == NONE or to == x:
        return A_STOP
    if to == t.gate[0, 1] or to == t.gate[1, 1]:
        if mask[A_STEP + to]:
            return A_STEP + to
    best = A_STOP
    fewest = int(t.distance[x, to])
    for i in range(N_NEIGHBOURS):
        y = int(t.neighbours[x, i])
        if y != NONE and mask[A_STEP + y] and t.distance[y, to] < fewest:
            best = A_STEP + y
            fewest = int(t.distance[y, to])
    return best


@rule
def likeliest(observation: Any, mask: Any, first: int) -> int:
    """Return the seat that can be aimed at which most likely holds the cash, or NONE."""
    best = NONE
    for r in range(1, SEATS):
        if mask[first + r] and (best == NONE or cash(observation, r) > cash(observation, best)):
            best = r
    return best


@rule
def richest(observation: Any, mask: Any) -> int:
    """Return the seat that can be robbed of most, or NONE; of nothing is not worth it."""
    best = NONE
    most = 0
    for r in range(1, SEATS):
        n = 0
        if mask[A_ROB + r]:
            n = 2 * int(observation[B_AIR + r]) + 2 * int(observation[B_BOAT + r])
            n += int(observation[B_ORDERS + r])
        if n > most:
            best = r
            most = n
    return best


@rule
def contact(observation: Any, mask: Any, t: Any, rng: Any) -> int:
    """Question, take the cash, get rid of it, rob, or pass."""
    detective = observation[B_SEAT + DETECTIVE]
    own = cash(observation, 0)
    r = likeliest(observation, mask, A_QUESTION)
    if r != NONE and cash(observation, r) >= LIKELY:
        return A_QUESTION + r
    r = likeliest(observation, mask, A_SWITCH_REAL)
    if r != NONE:
        if detective:
            return A_SWITCH_REAL + r if own >= HOLDS else A_PASS
        if cash(observation, r) > own:
            return A_SWITCH_REAL + r
        if own >= HOLDS and below(rng, 3) == 0:
            return A_SWITCH_FAKE + r
    r = richest(observation, mask)
    return A_ROB_HOSPITAL + r if r != NONE else A_PASS


@rule
def turn(observation: Any, mask: Any, t: Any) -> int:
    """Rob, look where the own card is in doubt, or roll."""
    r = richest(observation, mask)
    if r != NONE:
        return A_ROB_HOSPITAL + r
    own = cash(observation, 0)
    at_exit = t.effect[space_of(observation, 0)] == Effect.GETAWAY
    if mask[A_LOOK] and (20 < own < SURE) and (at_exit or own > 30):
        return A_LOOK
    return A_ROLL


@rule
def decide(observation: Any, mask: Any, t: Any, rng: Any) -> int:
    """Return what to do, by phase."""
    if observation[B_PHASE + Phase.MOVE]:
        return move(observation, mask, t)
    if observation[B_PHASE + Phase.TURN]:
        return turn(observation, mask, t)
    if observation[B_PHASE + Phase.CONTACT]:
        return contact(observation, mask, t, rng)
    if observation[B_PHASE + Phase.REDEEM]:
        x = space_of(observation, 0)
        if mask[A_REDEEM_AIR] and not observation[B_AIR]:
            if not mask[A_REDEEM_BOAT] or way(t, x, 0) <= way(t, x, 1):
                return A_REDEEM_AIR
        return A_REDEEM_BOAT if not observation[B_BOAT] else A_REDEEM_AIR
    if observation[B_PHASE + Phase.TIP_OFF]:
        return A_TARGET + likeliest(observation, mask, A_TARGET)
    return A_DECLARE if cash(observation, 0) >= SURE else A_PASS


@rule
def bot(observation: Any, mask: Any, t: Any, memory: Any, rng: Any) -> int:
    """Return what to do."""
    a = decide(observation, mask, t, rng)
    if a != NONE and mask[a]:
        return a
    return A_PASS if mask[A_PASS] else pick_legal(mask, rng)
