"""What seats have and know, read from a position into a state: cards, belongings, records."""

from collections.abc import Mapping
from numbers import Integral
from typing import Any, Final

from hoodwink.envs.core.data import Given
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono.reading import Reading
from hoodwink.envs.warumono.state import MOST_TOUCHED, NONE, Card, Phase, Role
from hoodwink.envs.warumono.turn import remaining
from hoodwink.envs.warumono.words import (
    CARD_WORDS,
    ORDER_WORDS,
    ROLE_WORDS,
    TICKET_WORDS,
    space_names,
)

OWNER_KEYS: Final = ("at", "air", "boat", "orders", "contents", "knows", "order_count")
SEAT_KEYS: Final = (*OWNER_KEYS, "role", "revealed", "out")


def read_out(r: Reading, p: int) -> None:
    """Take seat `p` out of the game; it has a Profession and nothing else."""
    for key in OWNER_KEYS:
        if key in r.seats[p]:
            raise r.seats[p][key].error(f"{r.names[p]} is out and has no {key}")
    s = r.s
    s.out[p] = 1
    s.at[p] = NONE
    s.tickets[p] = 0
    if s.pistol == p:
        s.pistol = NONE


# -- cards ----------------------------------------------------------------------------------------


def read_roles(r: Reading) -> None:
    """Deal the Professions: those given, and mafia to every other seat."""
    s = r.s
    left = [int(r.t.mafiosi), int(r.t.detectives)]
    for p in range(s.n_seats):
        role = r.of(p, "role")
        if role is not None:
            s.role[p] = ROLE_WORDS.index(role.one_of(ROLE_WORDS, "role"))
            left[s.role[p]] -= 1
            if left[s.role[p]] < 0:
                raise role.error(f"more seats are {role.value} than there are such cards")
    for p in range(s.n_seats):
        if s.role[p] == Role.UNDEALT and s.phase != Phase.DEAL:
            s.role[p] = Role.MAFIA if left[Role.MAFIA] > 0 else Role.DETECTIVE
            left[s.role[p]] -= 1
        revealed = r.of(p, "revealed")
        if revealed is not None:
            s.revealed[p] = revealed.flag()
            if s.revealed[p] and s.role[p] == Role.UNDEALT:
                raise revealed.error("a Profession card that is not dealt yet cannot be shown")


def read_contents(r: Reading) -> None:
    """Deal the contents: those given; the cash to the first seat without, if nobody has it."""
    s = r.s
    read_cash_out(r)
    holder = NONE
    for p in range(s.n_seats):
        given = r.of(p, "contents")
        if given is not None:
            s.contents[p] = CARD_WORDS.index(given.one_of(CARD_WORDS, "contents card"))
            if s.contents[p] == Card.CASH:
                if holder != NONE or s.cash_out:
                    where = r.names[holder] if holder != NONE else "cash_out"
                    raise given.error(f"the cash is given twice, also in {where}")
                holder = p
    waiting = [p for p in range(s.n_seats) if s.contents[p] == NONE and not s.out[p]]
    if s.phase == Phase.DEAL:
        if not waiting and holder == NONE:
            raise r.root.child("seats", None).error("no seat was dealt the cash (R10)")
        return
    if holder == NONE and not s.cash_out:
        if not waiting:
            raise r.root.child("seats", None).error("no remaining seat holds the cash")
        s.contents[waiting.pop(0)] = Card.CASH
    for p in waiting:
        s.contents[p] = Card.FAKE


def read_cash_out(r: Reading) -> None:
    """Read whether the cash has left the game, which takes the option and a failed question."""
    given = r.fields.get("cash_out")
    if given is None or not given.flag():
        return
    if not r.t.keep_own:
        raise given.error("the cash stays in the game without keep_own_after_question (G1)")
    if remaining(r.s) == r.s.n_seats:
        raise given.error("the cash leaves with a detective, but no seat is out")
    for p, name in enumerate(r.names):
        if r.s.role[p] == Role.DETECTIVE and not r.s.out[p]:
            raise given.error(f"the cash leaves with the detective, but {name} is in the game")
    r.s.cash_out = 1


# -- belongings and knowledge ---------------------------------------------------------------------


def read_belongings(r: Reading, p: int) -> None:
    """Read place, tickets and orders of seat `p`."""
    s, t = r.s, r.t
    at, orders, number = r.of(p, "at"), r.of(p, "orders"), r.of(p, "order_count")
    if at is not None:
        names = space_names(t)
        s.at[p] = names.index(at.one_of(names, "space"))
    for k, word in enumerate(TICKET_WORDS):
        given = r.of(p, word)
        if given is not None:
            s.tickets[p, k] = read_count(given, int(t.supply[k]), f"{word} tickets")
            if s.tickets[:, k].sum() > t.supply[k]:
                raise given.error(f"more {word} tickets in hands than there are, {t.supply[k]}")
    if orders is not None:
        read_orders(orders, s.orders[p], t)
        for w, word in enumerate(ORDER_WORDS):
            if s.orders[:, w].sum() > t.deck[w]:
                raise orders.error(f"more orders {word} in hands than there are, {t.deck[w]}")
    if number is not None:
        agree(number, int(s.orders[p].sum()))


def read_orders(given: Given, counts: Any, t: View) -> None:
    """Read a number for each kind of order."""
    for word, item in given.fields(ORDER_WORDS, what="order").items():
        w = ORDER_WORDS.index(word)
        counts[w] = read_count(item, int(t.deck[w]), f"orders {word}")


def read_count(given: Given, most: int, what: str) -> int:
    """Return a number from 0 to `most`, which is how many of `what` there are."""
    value = given.value
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or not 0 <= int(value) <= most:
        raise given.wrong(f"a whole number from 0 to {most}, for there are {most} {what}")
    return int(value)


def agree(given: Given, value: int) -> None:
    """Refuse a derived number that is not `value`."""
    if given.whole(0, 99) != value:
        raise given.error(f"given {given.value}, but by the rest of the position it is {value}")


def read_knowledge(r: Reading, p: int) -> None:
    """Read the records of seat `p` (G49); by default it knows its own card (R12)."""
    s = r.s
    knows = r.of(p, "knows")
    if knows is None:
        s.known[p, p] = s.contents[p]
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
        word = record["last_seen"].one_of(CARD_WORDS, "contents card")
        s.touched[p, q] = record["touched"].whole(1, MOST_TOUCHED)
    else:
        word = given.one_of(CARD_WORDS, "contents card")
        if CARD_WORDS.index(word) != s.contents[q]:
            truth = CARD_WORDS[s.contents[q]]
            raise given.error(f"given {word!r} as certain, but the true card is {truth!r}")
    s.known[p, q] = CARD_WORDS.index(word)
