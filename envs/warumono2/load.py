"""A position in words as a state; what cannot be is refused, naming the key.

What a position leaves out has the value it has right after the deal. holdings.py reads what seats
have and know, midturn.py the keys of the middle of a turn.
"""

from collections.abc import Mapping
from numbers import Integral
from typing import Any, Final

import numpy as np

from hoodwink.envs.core.data import Given, shown
from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.deal import deal
from hoodwink.envs.warumono2.holdings import (
    NOT_DEALT,
    SEAT_KEYS,
    read_belongings,
    read_contents,
    read_knowledge,
    read_out,
    read_roles,
)
from hoodwink.envs.warumono2.knowledge import fresh_belief
from hoodwink.envs.warumono2.midturn import MIDTURN_KEYS, forbid, read_turn
from hoodwink.envs.warumono2.position import CHANCE_PHASES, CHANCE_WORD, EXIT_WORDS, payoffs, supply
from hoodwink.envs.warumono2.reading import Reading
from hoodwink.envs.warumono2.state import NONE, STATE, Phase
from hoodwink.envs.warumono2.tables import CHOOSE, check_options, tables_of
from hoodwink.envs.warumono2.turn import next_remaining, remaining
from hoodwink.envs.warumono2.words import KIND_WORDS, PHASE_WORDS, SEAT_NAMES

POSITION_KEYS: Final = (
    "options", "counter", "first", "to_move", "phase", "barricades", "discard", "pile", "supply",
    "out_of_play", "seats", "over", "winners", "payoffs", *MIDTURN_KEYS,
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
    read_counter(r)
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
    elif s.phase in NOT_DEALT:
        read_deal(r)
    else:
        read_turn(r, to_move(r))
    for p in range(s.n_seats):
        fresh_belief(s, p)


def _seats(fields: dict[str, Given], n: int) -> list[dict[str, Given]]:
    names = SEAT_NAMES[:n]
    given = fields["seats"].fields(names, what="seat") if "seats" in fields else {}
    return [given[name].fields(SEAT_KEYS) if name in given else {} for name in names]


# -- phase, sheet and Counter ---------------------------------------------------------------------


def read_phase(r: Reading) -> None:
    """Find out the phase; a seat that alone is not out has won (R18)."""
    fields = r.fields
    phase = Phase.TURN
    if "phase" in fields:
        phase = Phase(PHASE_WORDS.index(fields["phase"].one_of(PHASE_WORDS, "phase")))
    for p in range(r.s.n_seats):
        if phase in NOT_DEALT and r.s.out[p]:
            raise r.seats[p]["out"].error("before the first turn no seat is out")
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
    if r.s.sheet == NONE and r.s.phase not in NOT_DEALT:
        raise r.root.child("phase", r.s.phase).error(
            "before the scenario is chosen only the phases deal and scenario can be loaded"
        )
    if r.s.phase == Phase.SCENARIO and r.s.sheet != NONE:
        raise fields["phase"].error(f"only with the option scenario: {CHOOSE}")


def read_counter(r: Reading) -> None:
    """Put the Counter on its space of the sheet."""
    if "counter" in r.fields:
        first = r.t.first_counter
        last = first if r.s.sheet == NONE else int(r.t.last[r.s.sheet])
        r.s.counter = r.fields["counter"].whole(first, last)


# -- the table ------------------------------------------------------------------------------------


def read_table(r: Reading) -> None:
    """Read Barricades, discard and the derived keys."""
    s, fields = r.s, r.fields
    if "barricades" in fields:
        for word in fields["barricades"].distinct(EXIT_WORDS, "exit"):
            s.barricade[EXIT_WORDS.index(word)] = 1
    if "discard" in fields:
        for word, given in fields["discard"].fields(KIND_WORDS, what="Back Alley Card").items():
            k = KIND_WORDS.index(word)
            s.used[k] = given.whole(0, int(r.t.deck[k]))
    if "pile" in fields:
        pile = int(r.t.deck.sum() - s.used.sum())
        _agree(fields["pile"], pile)
    left = supply(s, r.t)
    for word, n in left.items():
        if n < 0:
            raise r.root.child("supply", None).error(f"{-n} more of {word} in hands than there are")
    if "supply" in fields:
        for word, given in fields["supply"].fields(left).items():
            _agree(given, left[word])


def _agree(given: Given, value: int) -> None:
    """Refuse a derived number that is not `value`."""
    whole = isinstance(given.value, Integral) and not isinstance(given.value, bool)
    if not whole or int(given.value) != value:
        raise given.error(
            f"given {shown(given.value)}, but by the rest of the position it is {value}"
        )


def read_first(r: Reading) -> None:
    """Find out the Starting Player: red, or the first seat not out."""
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
    if (p == NONE) != (s.phase in CHANCE_PHASES):
        who = "chance decides" if s.phase in CHANCE_PHASES else "a seat decides"
        raise given.error(f"given {given.value!r}, but in the phase {PHASE_WORDS[s.phase]} {who}")
    if p != NONE and s.out[p]:
        raise given.error(f"{r.names[p]} is out and cannot move")
    return p


# -- before the first turn ------------------------------------------------------------------------


def read_deal(r: Reading) -> None:
    """Check that what is dealt was dealt in order: start, sheet, roles and contents, red first."""
    s = r.s
    forbid(r, MIDTURN_KEYS)
    s.to_move = to_move(r)
    if s.sheet == NONE:
        check_choice(r)
    dealt = [("first", r.fields.get("first"))]
    dealt += [(f"role of {name}", r.of(p, "role")) for p, name in enumerate(r.names)]
    dealt += [(f"contents of {name}", r.of(p, "contents")) for p, name in enumerate(r.names)]
    if s.phase == Phase.DEAL:
        missing = None
        for what, given in dealt:
            if given is None:
                missing = missing or what
            elif missing:
                raise given.error(f"dealt before the {missing}")
        if missing is None:
            raise r.fields["phase"].error("everything is dealt; allowed: a later phase than deal")


def check_choice(r: Reading) -> None:
    """Refuse what cannot be there before the Starting Player has chosen the sheet (R4, G37)."""
    s = r.s
    if s.phase == Phase.DEAL and "first" in r.fields:
        raise r.fields["first"].error("the Starting Player now chooses: the phase is scenario")
    for seat in r.seats:
        for key in ("role", "contents"):
            if key in seat:
                raise seat[key].error("cards are dealt after the scenario is chosen")
    if s.phase == Phase.SCENARIO and s.to_move != s.first:
        where = r.fields.get("to_move") or r.fields["first"]
        raise where.error("the Starting Player `first` chooses the scenario")


# -- the end --------------------------------------------------------------------------------------


def read_end(r: Reading) -> None:
    """Read who has won."""
    s, fields = r.s, r.fields
    alone = remaining(s) == 1
    forbid(r, MIDTURN_KEYS if alone else ("to_move", *MIDTURN_KEYS))
    s.to_move = NONE
    winners = 1 << next_remaining(s, s.n_seats - 1) if alone else 0
    if "winners" in fields:
        given = fields["winners"].distinct(r.names, "seat")
        for item in fields["winners"].items():
            if s.out[r.names.index(item.value)]:
                raise item.error(f"{item.value} is out and has not won")
        s.winners = sum(1 << r.names.index(name) for name in given)
        if alone and s.winners != winners:
            raise fields["winners"].error("the seat that alone is left has won")
    elif alone:
        s.winners = winners
    else:
        raise r.root.error("the game is over, but the key 'winners' is missing")
    if "payoffs" in fields:
        true = payoffs(s)
        for name, item in fields["payoffs"].fields(r.names, what="seat").items():
            amount: Any = item.value
            real = isinstance(amount, int | float) and not isinstance(amount, bool)
            if not real or not true[name] - 1e-6 <= amount <= true[name] + 1e-6:
                raise item.error(
                    f"given {shown(item.value)}, but by the winners it is {true[name]:.6g}"
                )
