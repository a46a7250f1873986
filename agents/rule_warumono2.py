"""A rule bot for Warumono 2: looks one movement ahead and judges where each way would leave it.

It reads its observation and the public tables only. A Wiseguy without the Loot chases whoever most
likely holds it, with the Loot gets passport and ticket and leaves; the operative walks about like
the others until it can arrest.
"""

from typing import Any

from hoodwink.agents.warumono2.judge import (
    TRUST,
    escape,
    getaway,
    is_better,
    place_value,
    trust,
    wants,
)
from hoodwink.agents.warumono2.sight import PASSPORT, Sight, look_round
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below, pick_legal
from hoodwink.envs.warumono2.actions import (
    A_ARREST,
    A_LOOK,
    A_PASS,
    A_REVEAL,
    A_ROLL,
    A_STEP,
    A_SUBMIT,
    A_SWITCH_FAKE,
    A_SWITCH_REAL,
    A_TAKE,
    A_TARGET,
    N_NEIGHBOURS,
)
from hoodwink.envs.warumono2.movement import SPACE_BITS, TURN_BITS
from hoodwink.envs.warumono2.observe import B_PHASE
from hoodwink.envs.warumono2.state import NONE, SEATS, Kind, Phase, Ticket
from hoodwink.envs.warumono2.table import Effect

FEINTS = 2  # one in so many contacts passes without a gesture
WORST = -2.0
ONE_SPACE = (1 << SPACE_BITS) - 1
ONE_TURN = (1 << TURN_BITS) - 1
HALF = 50  # percent


# -- movement --------------------------------------------------------------------------------------


@rule
def may_pass(v: Sight, t: Any, x: int, y: int) -> bool:
    """Return whether the bot may step from `x` to `y`, as in `movement.is_passable`."""
    for e in range(2):
        is_open = v.boat if e == 1 else v.plane
        if t.entrance[e, 0] == x and t.entrance[e, 1] == y and not is_open & 1:
            return False
        if t.gate[e, 0] == x and t.gate[e, 1] == y and v.papers[0] != PASSPORT + Ticket.PLANE + e:
            return False
    return True


@rule
def best_way(v: Sight, t: Any, steps: int, sure: bool) -> tuple[int, float]:
    """Return the first step of the best path of `steps` steps, and its value.

    Depth first, as in `movement.reach`; no steps: stay where one is.
    """
    visited = v.path | (1 << v.at[0]) if steps > 0 else 0
    first = NONE
    way = NONE
    best = WORST
    depth = 0
    spaces = v.at[0]
    turns = 0
    while depth >= 0:
        space = spaces & ONE_SPACE
        ends = depth == steps or (depth > 0 and t.effect[space] != Effect.NONE)
        if ends:
            value = place_value(v, t, space, visited, sure)
            if value > best:
                best = value
                way = first
        i = turns & ONE_TURN
        y = int(t.neighbours[space, i]) if i < N_NEIGHBOURS and not ends else NONE
        if y == NONE:
            visited &= ~(1 << space)
            spaces >>= SPACE_BITS
            turns >>= TURN_BITS
            depth -= 1
        else:
            turns += 1
            if not (visited >> y) & 1 and may_pass(v, t, space, y):
                if depth == 0:
                    first = y
                depth += 1
                visited |= 1 << y
                spaces = (spaces << SPACE_BITS) | y
                turns <<= TURN_BITS
    return way, best


@rule
def think(v: Sight, t: Any) -> tuple[int, float, float]:
    """Return the best next step, what rolling is worth, and what looking is worth.

    In the middle of a movement the second is what the rest of it is worth.
    """
    moving = v.phase == Phase.MOVE
    low = v.left if moving else 0
    high = v.left if moving else int(t.die)
    step = NONE
    look = 0.0
    total = 0.0
    for face in range(low, high + 1):
        locked = not moving and v.at[0] == t.big and face > t.release
        step, value = best_way(v, t, 0 if locked else face, face == 0)
        if face == 0:
            look = value
        else:
            total += value
    return step, total if moving else total / high, look


# -- decisions -------------------------------------------------------------------------------------


@rule
def turn(v: Sight, t: Any, mask: Any) -> int:
    """Roll, look, or arrest somebody here."""
    a = arrest(v, t, mask)
    if a != NONE:
        return a
    _, roll, look = think(v, t)
    return A_LOOK if look > roll else A_ROLL


@rule
def arrest(v: Sight, t: Any, mask: Any) -> int:
    """Return the arrest that should be made, or NONE."""
    best = NONE
    for q in range(1, SEATS):
        if (
            mask[A_ARREST + q]
            and v.cards[q] >= trust(v, t, q)
            and (best == NONE or v.cards[q] > v.cards[best])
        ):
            best = q
    return A_ARREST + best if best != NONE else NONE


@rule
def contact(v: Sight, t: Any, mask: Any, rng: Any) -> int:
    """Arrest, switch, feign a switch, or pass by."""
    a = arrest(v, t, mask)
    if a != NONE:
        return a
    best = NONE
    for q in range(1, SEATS):
        if mask[A_SWITCH_REAL + q] and is_better(v, q, best):
            best = q
    if best == NONE:
        return A_PASS
    if wants(v, best):
        return A_SWITCH_REAL + best
    return A_PASS if below(rng, FEINTS) == 0 else A_SWITCH_FAKE + best


@rule
def ticket(v: Sight, t: Any, mask: Any) -> int:
    """Take the ticket with which one gets away first, or keep the one in hand."""
    best = NONE
    soonest = 0.0
    for kind in range(Ticket.PLANE, Ticket.BOAT + 1):
        if mask[A_TAKE + kind] or v.papers[0] == PASSPORT + kind:
            turns = escape(v, t, v.at[0], kind - Ticket.PLANE, 0.0)
            if best == NONE or turns < soonest:
                best = kind
                soonest = turns
    return A_TAKE + best if best != NONE and mask[A_TAKE + best] else A_PASS


@rule
def doubtful(v: Sight, mask: Any) -> int:
    """Return the seat that may be named whose card is least known, or NONE."""
    best = NONE
    doubt = -1
    for q in range(1, SEATS):
        if mask[A_TARGET + q]:
            d = v.cards[q] * (100 - v.cards[q])
            if d > doubt:
                best = q
                doubt = d
    return best


@rule
def likely(v: Sight, mask: Any) -> int:
    """Return the seat that may be named which most likely holds the Loot, or NONE."""
    best = NONE
    for q in range(1, SEATS):
        if mask[A_TARGET + q] and (best == NONE or v.cards[q] > v.cards[best]):
            best = q
    return best


@rule
def slowest(v: Sight, t: Any, mask: Any) -> int:
    """Return the seat that may be named which would take longest to get away, or NONE."""
    best = NONE
    longest = -1.0
    for q in range(1, SEATS):
        if mask[A_TARGET + q]:
            turns = getaway(v, t, v.at[q], v.papers[q], 0.0)
            if turns > longest:
                best = q
                longest = turns
    return best


@rule
def card(v: Sight, t: Any, mask: Any, rng: Any) -> int:
    """Carry out a Back Alley Card."""
    if v.card == Kind.PICKPOCKET:
        return contact(v, t, mask, rng)
    if v.card == Kind.INFORMANT:
        q = doubtful(v, mask)
    elif v.card == Kind.DEAL:
        q = slowest(v, t, mask) if v.cards[0] > HALF else likely(v, mask)
    else:
        q = likely(v, mask) if v.named == NONE else slowest(v, t, mask)
    return A_TARGET + q


@rule
def taken_in(v: Sight, mask: Any) -> int:
    """Go along, or show the Profession where an arrest is at hand."""
    if mask[A_REVEAL] and v.blues & 3:
        for q in range(1, SEATS):
            if v.at[q] != NONE and v.cards[q] >= TRUST:
                return A_REVEAL
    return A_SUBMIT


@rule
def bot(observation: Any, mask: Any, t: Any, memory: Any, rng: Any) -> int:
    """Return what to do."""
    if observation[B_PHASE + Phase.SCENARIO]:
        return pick_legal(mask, rng)
    v = look_round(observation, t)
    a = NONE
    if v.phase == Phase.MOVE:
        step, _, _ = think(v, t)
        a = A_STEP + step
    elif v.phase == Phase.TURN:
        a = turn(v, t, mask)
    elif v.phase == Phase.CONTACT:
        a = contact(v, t, mask, rng)
    elif v.phase == Phase.TICKET:
        a = ticket(v, t, mask)
    elif v.phase == Phase.CARD:
        a = card(v, t, mask, rng)
    elif v.phase == Phase.TAKEN_IN:
        a = taken_in(v, mask)
    elif v.phase == Phase.BETRAY:
        q = doubtful(v, mask)
        a = A_TARGET + q if q != NONE else A_PASS
    return a if a != NONE and mask[a] else pick_legal(mask, rng)
