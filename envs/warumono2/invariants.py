"""What must hold in every position of Warumono 2: section (g) of the rules, for every game.

`tests/games/warumono2` checks the same and more on the words of a position; this is the compiled
part of it, fast enough for millions of games (`hoodwink bench --soak`).
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.state import N_CARDS, N_KINDS, NONE, SEATS, Card, Phase, Role, Ticket

INVARIANTS = (
    "exactly one Loot among the seats that remain",  # (g) 1
    "every Contents Card dealt lies in front of one seat, or has left the game face up",  # (g) 2
    "a ticket needs a Passport",  # (g) 3
    "no more Passports or tickets in hands than there are",  # (g) 4
    "at most one operative, and only where the deck has one",  # (g) 5
    "no more Back Alley Cards on the discard than the deck has",  # (g) 6
    "nobody but a revealed operative in a closed area",  # (g) 8
    "no space twice on a movement",  # (g) 9
    "a seat that dropped out holds nothing and decides nothing",  # (g) 12
    "the Counter does not pass the sheet",  # (g) 15
    "seats know certainly only what is true",
)
(
    ONE_LOOT, CARDS, TICKET, SUPPLY, OPERATIVES, PILE, CLOSED, PATH, DROPPED, COUNTER, KNOWN,
) = range(1, len(INVARIANTS) + 1)  # fmt: skip


@rule
def broken(s: Any, t: Any) -> int:
    """Return the number of an invariant that is broken in this position, or 0."""
    found = broken_papers(s, t)
    if found == 0 and s.phase not in (Phase.DEAL, Phase.SCENARIO):
        found = broken_cards(s, t)
        if found == 0:
            found = broken_places(s, t)
        if found == 0:
            found = broken_records(s)
    return found


@rule
def broken_cards(s: Any, t: Any) -> int:
    """Check Contents and Professions: one Loot, nothing twice, at most one operative."""
    loots, cards, twice, operatives = 0, 0, False, 0
    for p in range(s.n_seats):
        if s.role[p] == Role.UNDERCOVER:
            operatives += 1
        c = s.contents[p]
        if c != NONE:
            loots += 1 if c == Card.LOOT else 0
            twice = twice or (cards >> c) & 1 == 1 or s.gone[c] != 0
            cards |= 1 << c
    lying = 0
    for c in range(N_CARDS):
        lying += ((cards >> c) & 1) + s.gone[c]
    if loots != 1:
        return ONE_LOOT
    if twice or lying != s.n_seats:
        return CARDS
    if operatives > t.undercovers:
        return OPERATIVES
    return 0


@rule
def broken_papers(s: Any, t: Any) -> int:
    """Check Passports, tickets and the deck of Back Alley Cards."""
    passports, planes, boats = 0, 0, 0
    for p in range(s.n_seats):
        passports += s.passport[p]
        planes += 1 if s.ticket[p] == Ticket.PLANE else 0
        boats += 1 if s.ticket[p] == Ticket.BOAT else 0
        if s.ticket[p] != Ticket.NONE and not s.passport[p]:
            return TICKET
    if passports > t.passports or planes > t.tickets[1] or boats > t.tickets[2]:
        return SUPPLY
    for k in range(N_KINDS):
        if s.used[k] < 0 or s.used[k] > t.deck[k]:
            return PILE
    return 0


@rule
def broken_places(s: Any, t: Any) -> int:
    """Check Markers, the movement and the Counter."""
    for p in range(SEATS):
        if s.out[p]:
            held = s.contents[p] != NONE or s.passport[p] or s.ticket[p] != Ticket.NONE
            if held or s.at[p] != NONE or s.to_move == p or s.turn == p:
                return DROPPED
        elif s.phase not in (Phase.TAKEN_IN, Phase.OVER):
            area = t.area[s.at[p]]
            if area > 0 and s.barricade[area - 1]:
                if not (s.revealed[p] and s.role[p] == Role.UNDERCOVER):
                    return CLOSED
    for i in range(s.n_path):
        for j in range(i):
            if s.path[i] == s.path[j]:
                return PATH
    if s.counter > t.last[s.sheet] or s.counter < t.first_counter:
        return COUNTER
    return 0


@rule
def broken_records(s: Any) -> int:
    """Check that what a seat knows for certain of a card is so (G75)."""
    for p in range(s.n_seats):
        for h in range(s.n_seats):
            if not s.out[p] and s.known[p, h] != NONE and s.touched[p, h] == 0:
                if s.contents[h] != s.known[p, h]:
                    return KNOWN
    return 0
