"""Other worlds: what else may be true for all that one seat rightly knows (the memory of G75).

The Contents Cards are drawn from the seat's memory (knowledge.py), the Professions from those that
it has not seen.
"""

from typing import Any

import numpy as np

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import below, pick
from hoodwink.envs.core.state import silence
from hoodwink.envs.warumono2.knowledge import INDEX, ORDERS
from hoodwink.envs.warumono2.news import forget_notable
from hoodwink.envs.warumono2.state import N_CARDS, N_ORDERS, NONE, SEATS, Fate, Phase, Role


def _code_table() -> Any:
    table = np.full(N_CARDS**SEATS, NONE, np.int16)
    for order, o in INDEX.items():
        table[order[0] + 4 * (order[1] + 4 * (order[2] + 4 * order[3]))] = o
    return table


ORDER_OF = _code_table()  # slot 0 + 4 * slot 1 + 16 * slot 2 + 64 * slot 3 -> order


@rule
def resample(s: Any, t: Any, p: int, rng: Any) -> None:
    """Turn `s` into another world that seat `p` cannot tell from it, drawn from the seat's memory.

    An operative who was not shown is equally likely each unshown seat and each undealt card. The
    records and memories of the others keep their shape and follow the relabelled cards; what they
    were told is wiped.
    """
    resample_roles(s, t, p, rng)
    resample_contents(s, p, pick(s.belief[p], rng))
    for q in range(SEATS):
        if q != p:
            silence(s, q)
            forget_notable(s, q)


@rule
def is_told_by_fate(s: Any, t: Any) -> bool:
    """Return whether the end told everybody which remaining seat was the operative, if any.

    Nobody won, or a winner who has shown no card: by this fate only an operative can win (G57).
    """
    if s.phase != Phase.OVER or t.fate[s.sheet] != Fate.UO_WINS_ELSE_NONE:
        return False
    remain = 0
    for q in range(s.n_seats):
        if not s.out[q]:
            remain += 1
        if (s.winners >> q) & 1 and s.revealed[q]:
            return False
    return remain > 1


@rule
def is_open_role(s: Any, t: Any, p: int, q: int) -> bool:
    """Return whether seat `p` does not know the Profession that was dealt to `q`."""
    if q == p or s.role[q] == Role.UNDEALT or s.revealed[q]:
        return False
    return bool(s.out[q] or not is_told_by_fate(s, t))


@rule
def resample_roles(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the Professions that seat `p` does not know anew."""
    seats = 0
    dealt = 0
    operatives = t.undercovers
    for q in range(s.n_seats):
        if s.role[q] != Role.UNDEALT:
            dealt += 1
            if is_open_role(s, t, p, q):
                seats += 1
            elif s.role[q] == Role.UNDERCOVER:
                operatives = 0
    lot = below(rng, max(1, seats + t.wiseguys + t.undercovers - dealt))
    for q in range(s.n_seats):
        if is_open_role(s, t, p, q):
            s.role[q] = 1 if operatives == 1 and lot == 0 else 0
            lot -= 1


@rule
def resample_contents(s: Any, p: int, order: int) -> None:
    """Lay the cards as in `order`, and relabel what the others know accordingly."""
    relabel = relabelling(s, order)
    for q in range(s.n_seats):
        if s.contents[q] != NONE:
            s.contents[q] = ORDERS[order, q]
        if q != p:
            for h in range(s.n_seats):
                if s.known[q, h] != NONE:
                    s.known[q, h] = (relabel >> (2 * int(s.known[q, h]))) & 3
            relabel_belief(s, q, relabel)


@rule
def relabelling(s: Any, order: int) -> int:
    """Return what each card becomes, two bits a card; cards that nobody holds stay in order."""
    relabel = 0
    old = 0
    new = 0
    for h in range(s.n_seats):
        if s.contents[h] != NONE:
            relabel |= int(ORDERS[order, h]) << (2 * int(s.contents[h]))
            old |= 1 << int(s.contents[h])
            new |= 1 << int(ORDERS[order, h])
    c = 0
    for card in range(N_CARDS):
        if s.gone[card]:
            relabel |= card << (2 * card)
            old |= 1 << card
            new |= 1 << card
    for card in range(N_CARDS):
        if not (old >> card) & 1:
            while (new >> c) & 1:
                c += 1
            relabel |= c << (2 * card)
            c += 1
    return relabel


@rule
def relabelled(o: int, relabel: int) -> int:
    """Return the order that `o` becomes."""
    code = 0
    for h in range(SEATS):
        code |= ((relabel >> (2 * int(ORDERS[o, h]))) & 3) << (2 * h)
    return int(ORDER_OF[code])


@rule
def relabel_belief(s: Any, q: int, relabel: int) -> None:
    """Move every weight to the order that its order becomes, cycle by cycle."""
    row = s.belief[q]
    done = 0
    for start in range(N_ORDERS):
        if not (done >> start) & 1:
            carried = row[start]
            o = relabelled(start, relabel)
            while o != start:
                kept = row[o]
                row[o] = carried
                carried = kept
                done |= 1 << o
                o = relabelled(o, relabel)
            row[start] = carried
            done |= 1 << start
