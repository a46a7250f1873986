"""A position in words as a state; what cannot be is refused, naming the key.

What a position leaves out has the value it has right after the deal. midturn.py reads the keys of
the middle of a turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Final

import numpy as np

from hoodwink.envs.core.data import Given, shown
from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.knowledge import fresh_belief
from hoodwink.envs.warumono2.midturn import MIDTURN_KEYS, forbid, read_turn
from hoodwink.envs.warumono2.position import CHANCE_PHASES, CHANCE_WORD, EXIT_WORDS, payoffs, supply
from hoodwink.envs.warumono2.rules import deal
from hoodwink.envs.warumono2.state import (
    MOST_TOUCHED,
    N_CARDS,
    NONE,
    STATE,
    Card,
    Phase,
    Role,
    Ticket,
)
from hoodwink.envs.warumono2.tables import CHOOSE, check_options, tables_of
from hoodwink.envs.warumono2.turn import next_remaining, remaining
from hoodwink.envs.warumono2.words import (
    CARD_WORDS,
    KIND_WORDS,
    PHASE_WORDS,
    ROLE_WORDS,
    SEAT_NAMES,
    TICKET_WORDS,
    space_names,
)

POSITION_KEYS: Final = (
    "options", "counter", "first", "to_move", "phase", "barricades", "discard", "pile", "supply",
    "out_of_play", "seats", "over", "winners", "payoffs", *MIDTURN_KEYS,
)  # fmt: skip
OWNER_KEYS: Final = ("at", "passport", "ticket", "contents", "knows")
SEAT_KEYS: Final = (*OWNER_KEYS, "role", "revealed", "out")
NOT_DEALT: Final = (Phase.DEAL, Phase.SCENARIO)  # what is not given is not dealt yet


@dataclass
class Reading:
    """A position on the way into a state."""

    root: Given
    fields: dict[str, Given]
    seats: list[dict[str, Given]]  # of each seat
    options: dict[str, Any]
    s: View
    t: View

    @property
    def names(self) -> tuple[str, ...]:
        """The seats that are dealt in."""
        return SEAT_NAMES[: self.t.n_seats]

    def of(self, p: int, key: str) -> Given | None:
        """Return what is given as `key` of seat `p`."""
        return self.seats[p].get(key)

    def seat(self, key: str) -> int:
        """Return the seat that `key` names; it may be out."""
        return self.names.index(self.fields[key].one_of(self.names, "seat"))


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
    reading = Reading(root, fields, _seats(fields, s.n_seats), normal, s, t)
    read(reading)
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
        placed = {p for p in range(s.n_seats) if r.of(p, "at") is not None}
        read_turn(r.fields, s, r.t, to_move(r), placed)
    for p in range(s.n_seats):
        fresh_belief(s, p)


def _seats(fields: dict[str, Given], n: int) -> list[dict[str, Given]]:
    names = SEAT_NAMES[:n]
    given = fields["seats"].fields(names, what="seat") if "seats" in fields else {}
    return [given[name].fields(SEAT_KEYS) if name in given else {} for name in names]


def read_out(r: Reading, p: int) -> None:
    """Take seat `p` out of the game; it has a Profession and nothing else."""
    for key in OWNER_KEYS:
        if key in r.seats[p]:
            raise r.seats[p][key].error(f"{r.names[p]} is out and has no {key}")
    r.s.out[p] = 1
    r.s.at[p] = NONE
    r.s.passport[p] = 0
    r.s.ticket[p] = Ticket.NONE


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


# -- cards ----------------------------------------------------------------------------------------


def read_roles(r: Reading) -> None:
    """Deal the Professions: those given, then of what is left a Wiseguy to every other seat."""
    s = r.s
    left = [r.t.wiseguys, r.t.undercovers]
    for p in range(s.n_seats):
        role = r.of(p, "role")
        if role is not None:
            s.role[p] = ROLE_WORDS.index(role.one_of(ROLE_WORDS, "role"))
            left[s.role[p]] -= 1
            if left[s.role[p]] < 0:
                raise role.error(f"more seats are {role.value} than there are such cards")
    for p in range(s.n_seats):
        if s.role[p] == Role.UNDEALT and s.phase not in NOT_DEALT:
            s.role[p] = Role.WISEGUY if left[Role.WISEGUY] > 0 else Role.UNDERCOVER
            left[s.role[p]] -= 1
        revealed = r.of(p, "revealed")
        if revealed is not None:
            s.revealed[p] = revealed.flag()
            if s.revealed[p] and s.role[p] == Role.UNDEALT:
                raise revealed.error("a Profession Card that is not dealt yet cannot be shown")


def read_contents(r: Reading) -> None:
    """Deal the Contents Cards: those given, then to each seat the lowest that is not used."""
    s = r.s
    holder: dict[int, str] = {}
    for p in range(s.n_seats):
        given = r.of(p, "contents")
        if given is not None:
            s.contents[p] = _take(given, r.names[p], holder)
    gone = r.fields.get("out_of_play")
    if gone is not None:
        read_out_of_play(r, gone, holder)
    if s.phase not in NOT_DEALT:
        for p in range(s.n_seats):
            if s.contents[p] == NONE and not s.out[p]:
                s.contents[p] = _lowest(holder)
                holder[int(s.contents[p])] = r.names[p]
        if not any(s.contents[p] == Card.LOOT for p in range(s.n_seats)):
            raise r.root.child("seats", None).error("no remaining seat holds the loot")
    if gone is None:
        for p in range(s.n_seats):
            if s.out[p]:
                c = _lowest(holder, Card.FAKE_1)
                s.gone[c] = 1
                holder[c] = "out_of_play"


def read_out_of_play(r: Reading, given: Given, holder: dict[int, str]) -> None:
    """Lay open the cards of the seats that are out."""
    out = r.s.n_seats - remaining(r.s)
    for item in given.items():
        c = _take(item, "out_of_play", holder)
        if c == Card.LOOT:
            raise item.error("the loot never leaves the game")
        r.s.gone[c] = 1
    if len(given.items()) != out:
        n = len(given.items())
        raise given.error(f"given {n} cards; allowed: {out}, as many as seats are out")


def _take(given: Given, place: str, holder: dict[int, str]) -> int:
    c = CARD_WORDS.index(given.one_of(CARD_WORDS, "Contents Card"))
    if c in holder:
        raise given.error(f"{CARD_WORDS[c]} is given twice, also in {holder[c]}")
    holder[c] = place
    return c


def _lowest(holder: dict[int, str], first: int = 0) -> int:
    return next(c for c in range(first, N_CARDS) if c not in holder)


# -- what a seat has and knows --------------------------------------------------------------------


def read_belongings(r: Reading, p: int) -> None:
    """Read place, Passport and ticket of seat `p`."""
    s = r.s
    at, passport, ticket = r.of(p, "at"), r.of(p, "passport"), r.of(p, "ticket")
    if at is not None:
        names = space_names(r.t)
        s.at[p] = names.index(at.one_of(names, "space"))
    if passport is not None:
        s.passport[p] = passport.flag()
    if ticket is not None:
        s.ticket[p] = TICKET_WORDS.index(ticket.one_of(TICKET_WORDS, "ticket"))
    if s.ticket[p] != Ticket.NONE and not s.passport[p]:
        where = ticket or passport or r.root
        raise where.error(f"{r.names[p]} holds a ticket without a passport")  # G7


def read_knowledge(r: Reading, p: int) -> None:
    """Read the records of seat `p` (G75); by default it knows its own card (R11, G62)."""
    s = r.s
    knows = r.of(p, "knows")
    if knows is None:
        s.known[p, p] = s.contents[p] if r.t.peek else NONE
        return
    for name, given in knows.fields(r.names, what="seat").items():
        q = r.names.index(name)
        if s.out[q]:
            raise given.error(f"{name} is out; nothing is known of it any more")
        if s.contents[q] == NONE:
            raise given.error(f"the card of {name} is not dealt yet")
        read_record(given, s, p, q)


def read_record(given: Given, s: View, p: int, q: int) -> None:
    """Read what seat `p` knows of the card of `q`: a word, or a word and possible changes since."""
    if isinstance(given.value, Mapping):
        record = given.fields(("last_seen", "touched"), ("last_seen", "touched"))
        word = record["last_seen"].one_of(CARD_WORDS, "Contents Card")
        s.touched[p, q] = record["touched"].whole(1, MOST_TOUCHED)
    else:
        word = given.one_of(CARD_WORDS, "Contents Card")
        if CARD_WORDS.index(word) != s.contents[q]:
            truth = CARD_WORDS[s.contents[q]]
            raise given.error(f"given {word!r} as certain, but the true card is {truth!r}")
    s.known[p, q] = CARD_WORDS.index(word)


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
    forbid(r.fields, MIDTURN_KEYS, s.phase)
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
    forbid(fields, MIDTURN_KEYS if alone else ("to_move", *MIDTURN_KEYS), s.phase)
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
