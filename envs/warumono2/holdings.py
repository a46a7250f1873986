"""What seats have and know, read from a position into a state: cards, belongings, records."""

from collections.abc import Mapping
from typing import Final

from hoodwink.envs.core.data import Given
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.reading import Reading
from hoodwink.envs.warumono2.state import MOST_TOUCHED, N_CARDS, NONE, Card, Phase, Role, Ticket
from hoodwink.envs.warumono2.turn import remaining
from hoodwink.envs.warumono2.words import CARD_WORDS, ROLE_WORDS, TICKET_WORDS, space_names

OWNER_KEYS: Final = ("at", "passport", "ticket", "contents", "knows")
SEAT_KEYS: Final = (*OWNER_KEYS, "role", "revealed", "out")
NOT_DEALT: Final = (Phase.DEAL, Phase.SCENARIO)  # what is not given is not dealt yet


def read_out(r: Reading, p: int) -> None:
    """Take seat `p` out of the game; it has a Profession and nothing else."""
    for key in OWNER_KEYS:
        if key in r.seats[p]:
            raise r.seats[p][key].error(f"{r.names[p]} is out and has no {key}")
    r.s.out[p] = 1
    r.s.at[p] = NONE
    r.s.passport[p] = 0
    r.s.ticket[p] = Ticket.NONE


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


# -- belongings and knowledge ---------------------------------------------------------------------


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
