"""What the rule bot of Warumono 2 reads off one observation and the public tables."""

from typing import Any, NamedTuple

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.actions import N_SCENARIOS, N_SPACES
from hoodwink.envs.warumono2.observe import (
    B_BARRICADES,
    B_CARD,
    B_CLOCK,
    B_DISCARD,
    B_FATE,
    B_LEFT,
    B_MEMORY,
    B_NAMED,
    B_NEXT,
    B_PATH,
    B_PHASE,
    B_SEAT,
    B_SHEET,
    B_SPECIAL,
    BLOCKS,
    SEAT_FLAGS,
    SEAT_SIZE,
)
from hoodwink.envs.warumono2.state import (
    MAX_DIE,
    N_CARDS,
    N_KINDS,
    N_PHASES,
    NONE,
    SEATS,
    Card,
    Fate,
    Kind,
    Op,
    Ticket,
)
from hoodwink.envs.warumono2.table import MAX_OPS, Effect

_LABELS = next(block.labels for block in BLOCKS if block.name == "seat 0")
F_REMAINS = _LABELS.index("remains")
F_PASSPORT = _LABELS.index("passport")
F_PLANE = _LABELS.index("plane ticket")
F_BOAT = _LABELS.index("boat ticket")
F_WISEGUY = _LABELS.index("wiseguy")
F_UNDERCOVER = _LABELS.index("undercover")
N_FATES = len(Fate)

NO_PAPERS = 0
PASSPORT = 1  # PASSPORT + Ticket: with that ticket

PASS_AHEAD = 5  # rounds before the cards are passed on that this is reckoned with
ROLL = 3  # steps of a roll that one may count on

Four = tuple[int, int, int, int]  # one number a seat, the observer's first, then clockwise


class Sight(NamedTuple):
    """What one seat sees and remembers, as far as the bot uses it; shares are in percent."""

    phase: int
    card: int  # Kind being carried out, or NONE
    named: int  # relative seat named first for Troublemaker, or NONE
    at: Four  # space, NONE when out
    papers: Four  # NO_PAPERS, PASSPORT, PASSPORT + Ticket
    loot: Four  # how likely the seat holds the Loot, or will hold it when `passing`
    cards: Four  # how likely the seat holds the Loot now
    passing: bool  # all cards go on clockwise before the observer can get away
    giver: int  # the seat from which the own card will come then
    hunter: Four  # 1 where the seat could be the operative
    undercover: bool  # the observer is the operative
    fate: int
    after: int  # rounds after this one
    blues: int  # bit m: arrests are possible m rounds from now
    plane: int  # bit m: the Airport is open m rounds from now
    boat: int  # the same for the Docks
    called: bool  # the observer is taken in when this round ends
    raid: bool  # everybody on round spaces is taken in when this round ends
    left: int  # steps left of the roll
    path: int  # spaces of this movement, as bits
    forger: int  # spaces, NONE where the board has none
    facilitator: int
    trader: int
    airport: int  # the Getaway behind the Airport
    docks: int
    gifts: int  # percent of the Back Alley pile that helps to get hold of the Loot


@rule
def flag(observation: Any, r: int, feature: int) -> int:
    """Return a flag of the seat `r` clockwise."""
    return int(observation[B_SEAT + SEAT_SIZE * r + feature])


@rule
def space_of(observation: Any, r: int) -> int:
    """Return where the seat `r` clockwise stands, or NONE."""
    for x in range(N_SPACES):
        if flag(observation, r, SEAT_FLAGS + x):
            return x
    return NONE


@rule
def papers_of(observation: Any, r: int) -> int:
    """Return the papers of the seat `r` clockwise."""
    if flag(observation, r, F_PLANE):
        return PASSPORT + Ticket.PLANE
    if flag(observation, r, F_BOAT):
        return PASSPORT + Ticket.BOAT
    return PASSPORT if flag(observation, r, F_PASSPORT) else NO_PAPERS


@rule
def loot_of(observation: Any, r: int) -> int:
    """Return how likely the seat `r` clockwise holds the Loot."""
    return int(observation[B_MEMORY + N_CARDS * r + Card.LOOT])


@rule
def giver_of(at: Four, r: int) -> int:
    """Return the seat whose card comes to seat `r` when all pass on clockwise."""
    q = (r + SEATS - 1) % SEATS
    while at[q] == NONE and q != r:
        q = (q + SEATS - 1) % SEATS
    return q


@rule
def is_passing(observation: Any, t: Any, x: int, papers: int) -> bool:
    """Return whether all cards go on clockwise before a seat at `x` with `papers` can get away."""
    rounds = int(observation[B_NEXT + Op.DISPLAY_CONTENTS])
    is_away = t.effect[x] == Effect.GETAWAY or x == t.gate[0, 1] or x == t.gate[1, 1]
    if not observation[B_SPECIAL + 1] or rounds > PASS_AHEAD or is_away:
        return False
    if papers <= PASSPORT:
        return True
    return int(t.distance[x, t.gate[papers - PASSPORT - Ticket.PLANE, 1]]) > ROLL * rounds


@rule
def may_hunt(observation: Any, r: int) -> int:
    """Return 1 if the seat `r` clockwise could be the operative."""
    if not flag(observation, r, F_REMAINS) or flag(observation, r, F_WISEGUY):
        return 0
    for q in range(SEATS):
        if q != r and flag(observation, q, F_UNDERCOVER):
            return 0
    return 1


@rule
def hot(observation: Any, first: int, size: int) -> int:
    """Return which of `size` flags from `first` is set, or NONE."""
    for i in range(size):
        if observation[first + i]:
            return i
    return NONE


@rule
def sheet_of(observation: Any, t: Any) -> int:
    """Return the row of the tables' sheets that is played."""
    number = hot(observation, B_SHEET, N_SCENARIOS) + 1
    for i in range(t.n_sheets):
        if t.number[i] == number:
            return i
    return 0


@rule
def blue_rounds(t: Any, sheet: int, counter: int) -> int:
    """Return in which rounds from now arrests are possible, as bits."""
    bits = 0
    for k in range(counter, t.last[sheet] + 1):
        bits |= int(t.blue[sheet, k]) << (k - counter)
    return bits


@rule
def open_rounds(t: Any, sheet: int, counter: int, e: int, shut: int) -> int:
    """Return in which rounds from now the exit `e` is open, as bits."""
    bits = 1 - shut
    for k in range(counter + 1, t.last[sheet] + 1):
        for i in range(MAX_OPS):
            op = int(t.ops[sheet, k, i])
            if op == Op.LOCKDOWN_AIRPORT + e:
                shut = 1
            elif op == Op.REOPENED_AIRPORT + e:
                shut = 0
        bits |= (1 - shut) << (k - counter)
    return bits


@rule
def space_with(t: Any, effect: int, area: int) -> int:
    """Return the first space with this effect in this area (0 none, 1, 2 the exits), or NONE."""
    for x in range(t.n_spaces):
        if t.effect[x] == effect and t.area[x] == area:
            return x
    return NONE


@rule
def gifts_of(observation: Any, t: Any) -> int:
    """Return how many percent of the Back Alley pile help a seat without the Loot."""
    total = 0
    good = 0
    for k in range(N_KINDS):
        n = int(t.deck[k]) - int(observation[B_DISCARD + k])
        total += n
        if k == Kind.PICKPOCKET:
            good += 2 * n
        elif k == Kind.INFORMANT or k == Kind.DEAL:
            good += n
        elif k == Kind.POLICE_RAID or k == Kind.SHAKEDOWN:
            good -= n
    return (100 * good) // (2 * total) if total > 0 else 0


@rule
def bits_of(observation: Any) -> int:
    """Return the spaces of this movement as bits."""
    bits = 0
    for x in range(N_SPACES):
        if observation[B_PATH + x]:
            bits |= 1 << x
    return bits


@rule
def look_round(observation: Any, t: Any) -> Sight:
    """Read what the bot uses off an observation."""
    sheet = sheet_of(observation, t)
    counter = int(observation[B_CLOCK])
    o = observation
    at = (space_of(o, 0), space_of(o, 1), space_of(o, 2), space_of(o, 3))
    cards = (loot_of(o, 0), loot_of(o, 1), loot_of(o, 2), loot_of(o, 3))
    loot = cards
    passing = is_passing(o, t, at[0], papers_of(o, 0))
    if passing:
        a, b, c, d = giver_of(at, 0), giver_of(at, 1), giver_of(at, 2), giver_of(at, 3)
        loot = (cards[a], cards[b], cards[c], cards[d])
    return Sight(
        phase=hot(o, B_PHASE, N_PHASES),
        card=hot(o, B_CARD, N_KINDS),
        named=hot(o, B_NAMED, SEATS),
        at=at,
        papers=(papers_of(o, 0), papers_of(o, 1), papers_of(o, 2), papers_of(o, 3)),
        loot=loot,
        cards=cards,
        passing=passing,
        giver=giver_of(at, 0),
        hunter=(may_hunt(o, 0), may_hunt(o, 1), may_hunt(o, 2), may_hunt(o, 3)),
        undercover=flag(o, 0, F_UNDERCOVER) == 1,
        fate=hot(o, B_FATE, N_FATES),
        after=int(o[B_CLOCK + 1]),
        blues=blue_rounds(t, sheet, counter),
        plane=open_rounds(t, sheet, counter, 0, int(o[B_BARRICADES])),
        boat=open_rounds(t, sheet, counter, 1, int(o[B_BARRICADES + 1])),
        called=o[B_NEXT + Op.TAKEN_IN_RED] == 1,
        raid=o[B_NEXT + Op.TAKEN_IN_ROUND] == 1,
        left=hot(o, B_LEFT, MAX_DIE + 1),
        path=bits_of(o),
        forger=space_with(t, Effect.FORGER, 0),
        facilitator=space_with(t, Effect.FACILITATOR, 0),
        trader=space_with(t, Effect.TRADER, 0),
        airport=space_with(t, Effect.GETAWAY, 1),
        docks=space_with(t, Effect.GETAWAY, 2),
        gifts=gifts_of(o, t),
    )
