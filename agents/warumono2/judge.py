"""How the rule bot of Warumono 2 judges a place: chances to win, -1 to 1, by rule of thumb."""

from typing import Any

import numpy as np

from hoodwink.agents.warumono2.sight import NO_PAPERS, PASSPORT, Sight
from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.state import NONE, SEATS, Fate, Ticket
from hoodwink.envs.warumono2.table import FAR, Effect

LONGEST = 3 * FAR  # steps in TURNS
DIE = 6  # faces, for the rule of thumb only
NEVER = 99.0  # turns
PATIENCE = 6.0  # turns after which a chance is worth half
LOSS = 0.34  # what dropping out costs
UNSURE = 0.1  # what not knowing the own card costs at most
GRIP = 0.45  # how likely a seat that reaches the holder takes the Loot
ARM = 0.12  # how likely a seat is the operative and arrests if it can
TAKEN = 0.8  # how likely the Loot is got in the end from the seat that holds it
NARROW = 0.6  # how far only the best suspect counts, and not all of them
GIFT = 0.25  # what a helpful Back Alley Card is worth
PASS_ON = 40  # percent from which on the operative hands the Loot to somebody else
BEHIND = 0.55  # of a chance is left when the holder is away before one can reach him
DREAD = 0.04  # what a loss of the Loot takes of its worth
ON_ROUND = 1.2  # turns until a seat leaves a round space
KEPT = 0.8  # what the Loot is worth that need only be kept to the end
TRUST = 75  # percent from which on the operative arrests
LAST_TRUST = 34  # in the last blue rounds
HASTY_TRUST = 45  # when the suspect is nearly away
KEEPER_TRUST = 85  # with something to lose
DISGUISE = 0.02  # what it is worth to the operative to get papers like everybody
HOLD = 16.0  # rounds after which half of that is left


def _turns() -> Any:
    """Return how many turns a way takes, by its steps; a roll may be longer than what is left."""
    turns = np.zeros(LONGEST + 1, np.float64)
    for d in range(1, LONGEST + 1):
        turns[d] = 1.0 + sum(turns[d - face] for face in range(1, DIE + 1) if face < d) / DIE
    return turns


TURNS = _turns()


# -- ways ------------------------------------------------------------------------------------------


@rule
def turns_to(t: Any, a: int, b: int) -> float:
    """Return how many turns the way from `a` to `b` takes; NEVER if one of them is NONE."""
    if a == NONE or b == NONE or t.distance[a, b] >= FAR:
        return NEVER
    return float(TURNS[t.distance[a, b]])


@rule
def is_exit(v: Sight, x: int) -> bool:
    """Return whether `x` is a Getaway."""
    return x == v.airport or x == v.docks


@rule
def escape(v: Sight, t: Any, x: int, e: int, turns: float) -> float:
    """Return when a seat that will be at `x` after `turns` gets away by exit `e`, in turns."""
    turns += turns_to(t, x, v.docks if e == 1 else v.airport)
    if turns >= NEVER:
        return NEVER
    is_open = v.boat if e == 1 else v.plane
    m = int(turns + 0.5)
    while m <= v.after and not (is_open >> m) & 1:
        m += 1
    if m > v.after:
        return NEVER
    return max(turns, m * 1.0)


@rule
def first_escape(v: Sight, t: Any, x: int, turns: float) -> float:
    """Return the better of both exits."""
    best = NEVER
    for e in range(2):
        best = min(best, escape(v, t, x, e, turns))
    return best


@rule
def passed_gate(t: Any, x: int) -> int:
    """Return the exit whose ticket is spent at `x`, or NONE."""
    for e in range(2):
        if t.gate[e, 1] == x:
            return e
    return NONE


@rule
def getaway(v: Sight, t: Any, x: int, papers: int, turns: float) -> float:
    """Return when a seat that will be at `x` with `papers` after `turns` gets away, in turns."""
    passed = passed_gate(t, x)
    if passed == NONE and papers <= PASSPORT:
        if papers == NO_PAPERS:
            turns += turns_to(t, x, v.forger)
            x = v.forger
        turns += turns_to(t, x, v.facilitator)
        x = v.facilitator
    best = NEVER
    for e in range(2):
        start = turns
        y = x
        if passed == NONE and papers > PASSPORT and papers != PASSPORT + Ticket.PLANE + e:
            start += turns_to(t, x, v.trader)
            y = v.trader
        if passed == NONE or passed == e:
            best = min(best, escape(v, t, y, e, start))
    return best


@rule
def patience(v: Sight, turns: float) -> float:
    """Return what a chance is worth that takes so many turns."""
    if turns >= NEVER:
        return 0.0
    late = min(1.0, max(0.0, (turns - v.after + 1.0) / 3.0))
    return (1.0 - late) * PATIENCE / (PATIENCE + turns)


# -- the Loot in hand, or in another hand ----------------------------------------------------------


@rule
def is_keeper(v: Sight) -> bool:
    """Return whether it is enough to hold the Loot at the end, or to keep it from the others."""
    if v.fate == Fate.LOOT_HOLDER_WINS or v.fate == Fate.REMAINING_WIN:
        return True
    return v.undercover and v.fate == Fate.UO_WINS_ELSE_NONE


@rule
def to_keep(v: Sight) -> float:
    """Return what the Loot is worth that is kept to the end."""
    return KEPT * HOLD / (HOLD + v.after) if is_keeper(v) else 0.0


@rule
def danger(v: Sight, t: Any, x: int) -> float:
    """Return how likely the Loot is lost in this round to somebody who comes by at `x`."""
    safe = 1.0
    for q in range(1, SEATS):
        if v.at[q] != NONE:
            d = int(t.distance[v.at[q], x])
            if d < DIE + 1:
                comes = (DIE + 1 - max(1, d)) / DIE
                if not t.is_round[x]:
                    safe *= 1.0 - comes * GRIP
                if v.blues & 3 and v.hunter[q] and not v.undercover:
                    safe *= 1.0 - comes * ARM
    return 1.0 - safe


@rule
def holding(v: Sight, t: Any, x: int, papers: int) -> float:
    """Return what it is worth to hold the Loot at `x`."""
    kept = to_keep(v)
    value = kept
    if not v.undercover:
        value = max(kept, patience(v, getaway(v, t, x, papers, 0.0)))
    lost = danger(v, t, x)
    return value * (1.0 - DREAD * lost)


@rule
def chase(v: Sight, t: Any, x: int, papers: int, q: int) -> float:
    """Return what it is worth at `x` that seat `q` holds the Loot."""
    y = v.at[q]
    catch = turns_to(t, x, y)
    if t.is_round[y]:
        catch += ON_ROUND
    first = getaway(v, t, y, papers, catch)
    if papers <= PASSPORT:
        ready = 0.0
        if papers == NO_PAPERS:
            ready = turns_to(t, x, v.forger)
            x = v.forger
        ready += turns_to(t, x, v.facilitator)
        then = ready + turns_to(t, v.facilitator, y)
        first = min(first, first_escape(v, t, y, then))
    value = patience(v, first)
    if is_keeper(v):
        value = max(value, to_keep(v) * patience(v, catch))
    if not v.undercover and getaway(v, t, y, v.papers[q], 0.0) < catch:
        value *= BEHIND
    return value


@rule
def hunt(v: Sight, t: Any, x: int, q: int) -> float:
    """Return what it is worth for the operative at `x` that seat `q` holds the Loot."""
    m = int(max(1.0, turns_to(t, x, v.at[q])))
    while m <= v.after and not (v.blues >> m) & 1:
        m += 1
    if m > v.after:
        return 0.0
    return patience(v, max(m * 1.0, turns_to(t, x, v.at[q])))


@rule
def seeking(v: Sight, t: Any, x: int, papers: int, given: int, share: float) -> float:
    """Return what it is worth not to hold the Loot at `x`.

    Seat `given` got the own card, the Loot with the chance `share`; it is NONE if nobody did.
    """
    best = 0.0
    total = 0.0
    weight = 0.0
    for q in range(1, SEATS):
        if v.at[q] != NONE:
            w = share if q == given else v.loot[q] / 100.0
            if w > 0.0:
                c = w * (hunt(v, t, x, q) if v.undercover else chase(v, t, x, papers, q))
                best = max(best, c)
                total += c
                weight += w
    chance = NARROW * best + (1.0 - NARROW) * total
    return TAKEN * chance / weight if weight > 0.0 else 0.0


# -- a place at the end of a movement --------------------------------------------------------------


@rule
def settled(v: Sight, t: Any, x: int) -> int:
    """Return where a Marker on `x` stands when the round is over."""
    if v.called or (v.raid and t.is_round[x]):
        return int(t.big)
    for e in range(2):
        is_open = v.boat if e == 1 else v.plane
        if t.area[x] == e + 1 and v.after > 0 and not (is_open >> 1) & 1:
            return int(t.big)
    return x


@rule
def papers_at(v: Sight, t: Any, x: int) -> int:
    """Return the own papers after a movement to `x`."""
    papers = v.papers[0]
    if x == v.forger and papers == NO_PAPERS:
        papers = PASSPORT
    for e in range(2):
        if t.gate[e, 1] == x and papers == PASSPORT + Ticket.PLANE + e:
            papers = PASSPORT
    return papers


@rule
def is_better(v: Sight, q: int, best: int) -> bool:
    """Return whether seat `q` is rather to be switched with than seat `best`, which may be NONE."""
    if best == NONE or (v.passing and q == v.giver):
        return True
    return v.cards[q] > v.cards[best] and not (v.passing and best == v.giver)


@rule
def best_contact(v: Sight, t: Any, bits: int) -> int:
    """Return with whom on the path one would rather switch, or NONE."""
    best = NONE
    for q in range(1, SEATS):
        x = v.at[q]
        if x != NONE and (bits >> x) & 1 and not t.is_round[x] and is_better(v, q, best):
            best = q
    return best


@rule
def trust(v: Sight, t: Any, q: int) -> int:
    """Return from how many percent on the operative arrests seat `q`."""
    limit = TRUST
    if v.blues >> 1 == 0:
        limit = LAST_TRUST
    elif getaway(v, t, v.at[q], v.papers[q], 0.0) < 2.0:
        limit = HASTY_TRUST
    if is_keeper(v) and v.cards[0] > 0:
        limit = KEEPER_TRUST
    return max(limit, v.cards[0])


@rule
def arrest_value(v: Sight, t: Any, bits: int) -> float:
    """Return what the best arrest on the path is worth; -1 if there is none that should be made."""
    best = -1.0
    if v.undercover and v.blues & 1:
        for q in range(1, SEATS):
            x = v.at[q]
            if x != NONE and (bits >> x) & 1 and v.cards[q] >= trust(v, t, q):
                share = v.cards[q] / 100.0
                best = max(best, share - (1.0 - share) * LOSS)
    return best


@rule
def wants(v: Sight, q: int) -> bool:
    """Return whether a real switch with seat `q` is wished for."""
    if v.passing:
        return q == v.giver and v.cards[0] > v.cards[q]
    if v.undercover and not is_keeper(v):
        return v.loot[0] > PASS_ON and v.loot[0] > v.loot[q]
    return v.loot[q] > v.loot[0]


@rule
def place_value(v: Sight, t: Any, x: int, bits: int, sure: bool) -> float:
    """Return what it is worth to end the turn at `x` with the spaces `bits` on the path.

    `sure`: the own card was looked at.
    """
    held = v.loot[0] / 100.0
    share = 0.0
    q = best_contact(v, t, bits)
    if q != NONE and wants(v, q):
        share = held
        held = v.cards[0 if v.passing else q] / 100.0
    else:
        q = NONE
    if is_exit(v, x):
        if v.passing:
            held = v.cards[0] / 100.0
        return -LOSS if v.undercover else held - (1.0 - held) * LOSS
    papers = papers_at(v, t, x)
    home = settled(v, t, x)
    value = held * holding(v, t, home, papers)
    value += (1.0 - held) * seeking(v, t, home, papers, q, share)
    if v.undercover:
        value += DISGUISE * patience(v, getaway(v, t, home, papers, 0.0))
    if not sure and not v.passing:
        value *= 1.0 - UNSURE * 4.0 * held * (1.0 - held)
    if t.effect[x] == Effect.BACK_ALLEY and bits != 0:
        value += GIFT * v.gifts / 100.0 * (1.0 - 2.0 * held)
    return max(value, arrest_value(v, t, bits))
