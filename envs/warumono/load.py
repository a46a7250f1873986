"""A position in words as a state; what cannot be is refused, naming the key.

What a position leaves out has the value it has right after the deal. holdings.py reads what seats
have and know, midturn.py the keys of the middle of a turn.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from hoodwink.envs.core.data import Given, shown
from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono.deal import deal
from hoodwink.envs.warumono.holdings import (
    SEAT_KEYS,
    agree,
    read_belongings,
    read_contents,
    read_knowledge,
    read_orders,
    read_out,
    read_roles,
)
from hoodwink.envs.warumono.knowledge import fresh_belief
from hoodwink.envs.warumono.midturn import MIDTURN_KEYS, forbid, read_turn
from hoodwink.envs.warumono.position import (
    CHANCE_PHASES,
    CHANCE_WORD,
    LOCKER,
    payoffs,
    supply,
)
from hoodwink.envs.warumono.reading import Reading
from hoodwink.envs.warumono.state import NONE, STATE, Phase
from hoodwink.envs.warumono.tables import SEAT_NAMES, check_options, tables_of
from hoodwink.envs.warumono.turn import next_remaining, remaining
from hoodwink.envs.warumono.words import ORDER_WORDS, PHASE_WORDS

POSITION_KEYS: Final = (
    "options", "round", "first", "to_move", "phase", "pistol", "order_discard", "pile", "supply",
    "cash_out", "seats", "over", "winners", "payoffs", *MIDTURN_KEYS,
)  # fmt: skip


def load(position: Mapping[str, Any], options: Mapping[str, Any]) -> Loaded:
    """Return the state and tables of a position; raise BadPosition naming the key.

    Options stand in the position or in `options`; those of the position come first.
    """
    root = Given(position)
    fields = root.fields(POSITION_KEYS)
    given = fields["options"].entries() if "options" in fields else {}
    normal = check_options(Given({**options, **given}, "options"))
    tables = tables_of(normal)
    states = np.zeros(1, STATE)
    s, t = View(states), View(tables)
    deal(s, t)
    read(Reading(root, fields, _seats(fields, s.n_seats), s, t))
    return Loaded(states, tables, normal)


def read(r: Reading) -> None:
    """Write all that the position says into the state."""
    s = r.s
    for p in range(s.n_seats):
        if "out" in r.seats[p] and r.seats[p]["out"].flag():
            read_out(r, p)
    if remaining(s) == 0:
        raise r.fields["seats"].error("every seat is out; allowed: at least one in the game")
    read_phase(r)
    if "round" in r.fields:
        s.round = r.fields["round"].whole(1, r.t.max_rounds)
    read_roles(r)
    read_contents(r)
    for p in range(s.n_seats):
        if not s.out[p]:
            read_belongings(r, p)
            read_knowledge(r, p)
    read_table(r)
    read_first(r)
    if s.phase == Phase.OVER:
        read_end(r)
    elif s.phase == Phase.DEAL:
        read_deal(r)
    else:
        read_turn(r, to_move(r))
    read_derived(r)
    for p in range(s.n_seats):
        fresh_belief(s, r.t, p)


def _seats(fields: dict[str, Given], n: int) -> list[dict[str, Given]]:
    names = SEAT_NAMES[:n]
    given = fields["seats"].fields(names, what="seat") if "seats" in fields else {}
    return [given[name].fields(SEAT_KEYS) if name in given else {} for name in names]


def read_phase(r: Reading) -> None:
    """Find out the phase; a seat that alone is not out has won (G31)."""
    fields = r.fields
    phase = Phase.TURN
    if "phase" in fields:
        phase = Phase(PHASE_WORDS.index(fields["phase"].one_of(PHASE_WORDS, "phase")))
    if phase == Phase.DEAL and remaining(r.s) < r.s.n_seats:
        raise fields["seats"].error("before the first turn no seat is out")
    over = fields["over"].flag() if "over" in fields else None
    ended = remaining(r.s) == 1 or over or (over is None and phase == Phase.OVER)
    if ended and over is False:
        raise fields["over"].error("given false, but one seat alone is left")
    if over is False and phase == Phase.OVER:
        raise fields["over"].error("given false, but the phase is over")
    if over and "phase" in fields and phase != Phase.OVER and remaining(r.s) > 1:
        raise fields["phase"].error(f"given {phase.name.lower()!r}, but the game is over")
    r.s.phase = Phase.OVER if ended else phase
    if not ended:
        for key in ("winners", "payoffs"):
            if key in fields:
                raise fields[key].error("the game is not over")


# -- the table ------------------------------------------------------------------------------------


def read_table(r: Reading) -> None:
    """Read the pistol and the used orders."""
    s, t, fields = r.s, r.t, r.fields
    if "pistol" in fields:
        word = fields["pistol"].one_of((LOCKER, *r.names), "seat")
        s.pistol = NONE if word == LOCKER else r.remaining_seat("pistol")
    if "order_discard" in fields:
        read_orders(fields["order_discard"], s.discard, t)
    for w, word in enumerate(ORDER_WORDS):
        if s.discard[w] + s.orders[:, w].sum() > t.deck[w]:
            raise r.error("order_discard", f"more orders {word} than there are, {t.deck[w]}")


def read_derived(r: Reading) -> None:
    """Check the numbers that follow from the rest."""
    s, t, fields = r.s, r.t, r.fields
    if "pile" in fields:
        agree(fields["pile"], int(t.deck.sum() - s.discard.sum() - s.orders.sum()))
    if "supply" in fields:
        left = supply(s, t)
        for word, given in fields["supply"].fields(left).items():
            agree(given, left[word])


def read_first(r: Reading) -> None:
    """Find out who opens the rounds: red, or the first seat not out."""
    s = r.s
    if "first" in r.fields:
        s.first = r.seat("first")
    elif s.phase != Phase.DEAL:
        s.first = next(p for p in range(s.n_seats) if not s.out[p])


def to_move(r: Reading) -> int:
    """Return the seat to move, NONE for chance."""
    s, given = r.s, r.fields.get("to_move")
    if given is None:
        p = NONE if s.phase in CHANCE_PHASES else s.first
        given = r.root.child("to_move", SEAT_NAMES[p])
    else:
        word = given.one_of((*r.names, CHANCE_WORD), "seat")
        p = NONE if word == CHANCE_WORD else r.names.index(word)
    if p != NONE and s.out[p]:
        raise given.error(f"{r.names[p]} is out and cannot move")
    if (p == NONE) != (s.phase in CHANCE_PHASES):
        who = "chance decides" if s.phase in CHANCE_PHASES else "a seat decides"
        raise given.error(f"given {given.value!r}, but in the phase {PHASE_WORDS[s.phase]} {who}")
    return p


# -- before the first turn, and the end -----------------------------------------------------------


def read_deal(r: Reading) -> None:
    """Check that what is dealt was dealt in order: first seat, roles and contents, red first."""
    forbid(r, MIDTURN_KEYS)
    r.s.to_move = to_move(r)
    dealt = [("first", r.fields.get("first"))]
    dealt += [(f"role of {name}", r.of(p, "role")) for p, name in enumerate(r.names)]
    dealt += [(f"contents of {name}", r.of(p, "contents")) for p, name in enumerate(r.names)]
    missing = None
    for what, given in dealt:
        if given is None:
            missing = missing or what
        elif missing:
            raise given.error(f"dealt before the {missing}")
    if missing is None:
        raise r.fields["phase"].error("everything is dealt; allowed: a later phase than deal")


def read_end(r: Reading) -> None:
    """Read who has won."""
    s, fields = r.s, r.fields
    alone = remaining(s) == 1
    forbid(r, MIDTURN_KEYS if alone else ("to_move", *MIDTURN_KEYS))
    if "to_move" in fields:
        to_move_at_end(r)
    s.to_move = NONE
    winners = 1 << next_remaining(s, s.n_seats - 1) if alone else 0
    if "winners" in fields:
        given = fields["winners"].distinct(r.names, "seat")
        for item in fields["winners"].items():
            if s.out[r.names.index(item.value)]:
                raise item.error(f"{item.value} is out and has not won")
        if len(given) > 1:
            raise fields["winners"].error("one seat wins, or none")
        s.winners = sum(1 << r.names.index(name) for name in given)
        if alone and s.winners != winners:
            raise fields["winners"].error("the seat that alone is left has won")
    elif alone:
        s.winners = winners
    else:
        raise r.root.error("the game is over, but the key 'winners' is missing")
    if "payoffs" in fields:
        read_payoffs(r)


def to_move_at_end(r: Reading) -> None:
    """Refuse a seat to move that is out, also where one seat is left alone."""
    given = r.fields["to_move"]
    word = given.one_of((*r.names, CHANCE_WORD), "seat")
    if word != CHANCE_WORD and r.s.out[r.names.index(word)]:
        raise given.error(f"{word} is out and cannot move")


def read_payoffs(r: Reading) -> None:
    """Refuse payoffs that do not follow from the winner."""
    true = payoffs(r.s)
    for name, item in r.fields["payoffs"].fields(r.names, what="seat").items():
        amount: Any = item.value
        real = isinstance(amount, int | float) and not isinstance(amount, bool)
        if not real or not true[name] - 1e-6 <= amount <= true[name] + 1e-6:
            raise item.error(
                f"given {shown(item.value)}, but by the winners it is {true[name]:.6g}"
            )
