"""The words of actions, outcomes of chance and events; those of positions are in position.py."""

from functools import lru_cache
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono.actions import (
    A_ADVANCE,
    A_DECLARE,
    A_LOOK,
    A_PASS,
    A_QUESTION,
    A_REDEEM_AIR,
    A_REDEEM_BOAT,
    A_ROB,
    A_ROB_HOSPITAL,
    A_ROLL,
    A_STEP,
    A_STOP,
    A_SWITCH_FAKE,
    A_SWITCH_REAL,
    A_TARGET,
    E_ACTION,
    E_CONTENTS_DEALT,
    E_DREW,
    E_END,
    E_LAID,
    E_OUT,
    E_OUTCOME,
    E_PISTOL,
    E_ROLE_DEALT,
    E_ROLE_SHOWN,
    E_ROUND,
    E_SAW,
    E_SHOWN,
    E_SHUFFLED,
    E_SWITCH,
    E_TOOK,
    N_ACTIONS,
    N_EVENT_CODES,
    N_OUTCOMES,
    O_CONTENTS,
    O_DIE,
    O_DRAW,
    O_ROLE,
    O_START,
    seat_of,
)
from hoodwink.envs.warumono.boards import PLACES
from hoodwink.envs.warumono.state import N_PHASES, Card, Phase, Role, Ticket
from hoodwink.envs.warumono.tables import SEAT_NAMES, standard_board

CARD_WORDS: Final = tuple(card.name.lower() for card in Card)
ROLE_WORDS: Final = tuple(role.name.lower() for role in list(Role)[1:])
PHASE_WORDS: Final = tuple(phase.name.lower() for phase in list(Phase)[:N_PHASES])
TICKET_WORDS: Final = tuple(ticket.name.lower() for ticket in Ticket)
ORDER_WORDS: Final = tuple(f"{place.lower()}_{kind}" for place in PLACES for kind in TICKET_WORDS)

_PLAIN: Final = {
    A_LOOK: "look",
    A_ROLL: "roll",
    A_STOP: "stop",
    A_PASS: "pass",
    A_DECLARE: "declare",
    A_REDEEM_AIR: "redeem_air",
    A_REDEEM_BOAT: "redeem_boat",
    A_ADVANCE: "advance",
}
_AIMED: Final = {
    A_ROB: "rob",
    A_ROB_HOSPITAL: "rob_hospital",
    A_SWITCH_REAL: "switch_real",
    A_SWITCH_FAKE: "switch_fake",
    A_QUESTION: "question",
    A_TARGET: "target",
}


def space_names(t: View) -> tuple[str, ...]:
    """Return the names of the spaces on the board of `t`, in the order of their numbers."""
    return _space_names(t.names.tobytes(), t.names.shape[1], t.n_spaces)


@lru_cache(maxsize=64)
def _space_names(names: bytes, width: int, n: int) -> tuple[str, ...]:
    return tuple(names[width * x : width * (x + 1)].rstrip(b"\0").decode("ascii") for x in range(n))


def decision(t: View, seat: int, action: int) -> str:
    """Return the word of action `action` of seat `seat`; "" if the id means nothing."""
    if action in _PLAIN:
        return _PLAIN[action]
    for first, word in _AIMED.items():
        if 1 <= action - first < len(SEAT_NAMES):
            rel = action - first
            there = rel < t.n_seats
            return f"{word} {SEAT_NAMES[seat_of(seat, rel, t.n_seats)]}" if there else ""
    if 0 <= action - A_STEP < t.n_spaces:
        return f"step {space_names(t)[action - A_STEP]}"
    return ""


def outcome(t: View | None, o: int) -> str:
    """Return the word of the chance outcome `o`, the same with all tables."""
    if o < O_ROLE:
        return f"start {SEAT_NAMES[o - O_START]}"
    if o < O_CONTENTS:
        seat, role = divmod(o - O_ROLE, len(ROLE_WORDS))
        return f"role {SEAT_NAMES[seat]} {ROLE_WORDS[role]}"
    if o < O_DIE:
        seat, card = divmod(o - O_CONTENTS, len(CARD_WORDS))
        return f"contents {SEAT_NAMES[seat]} {CARD_WORDS[card]}"
    if o < O_DRAW:
        return f"die {o - O_DIE + 1}"
    return f"draw {ORDER_WORDS[o - O_DRAW]}"


def event(t: View, code: int) -> str:
    """Return what a seat was told by the event `code`; "" if no event has it.

    A word of chance stands as it is, the word of a seat behind its name. Of a switch of others the
    seat learns no more than `switch`, of an order they draw no more than `draw`.
    """
    for first, end, words in _EVENTS:
        if first <= code < end:
            return words(t, code - first)
    return ""


def _action_event(t: View, i: int) -> str:
    seat, action = divmod(i, N_ACTIONS)
    return f"{SEAT_NAMES[seat]}: {decision(t, seat, action)}"


def _winners(t: View, bits: int) -> str:
    names = [name for p, name in enumerate(SEAT_NAMES) if bits >> p & 1]
    return f"over, winners: {', '.join(names) or 'nobody'}"


def _one(pattern: str, words: tuple[str, ...] = SEAT_NAMES) -> Any:
    return lambda t, i: pattern.format(words[i])


def _pair(pattern: str, words: tuple[str, ...]) -> Any:
    return lambda t, i: pattern.format(SEAT_NAMES[i // len(words)], words[i % len(words)])


_EVENTS: Final = (
    (E_OUTCOME, E_ROLE_DEALT, outcome),
    (E_ROLE_DEALT, E_CONTENTS_DEALT, _one("role {} dealt")),
    (E_CONTENTS_DEALT, E_DREW, _one("contents {} dealt")),
    (E_DREW, E_SWITCH, _one("{}: draw")),
    (E_SWITCH, E_ACTION, _pair("{}: switch {}", SEAT_NAMES)),
    (E_ACTION, E_SAW, _action_event),
    (E_SAW, E_SHOWN, _pair("seen: {} holds {}", CARD_WORDS)),
    (E_SHOWN, E_ROLE_SHOWN, _pair("shown: {} holds {}", CARD_WORDS)),
    (E_ROLE_SHOWN, E_TOOK, _pair("shown: {} is {}", ROLE_WORDS)),
    (E_TOOK, E_PISTOL, _one("taken: {}", ORDER_WORDS)),
    (E_PISTOL, E_LAID, _one("{} has the pistol")),
    (E_LAID, E_OUT, _one("laid open: {}", ORDER_WORDS)),
    (E_OUT, E_ROUND, _one("{} is out")),
    (E_ROUND, E_SHUFFLED, lambda t, i: "a round begins"),
    (E_SHUFFLED, E_END, lambda t, i: "the used orders are shuffled"),
    (E_END, N_EVENT_CODES, _winners),
)


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Return every word that a game of the printed sizes can have, with any options."""
    words = set(_PLAIN.values())
    words |= {f"{word} {seat}" for word in _AIMED.values() for seat in SEAT_NAMES}
    words |= {f"step {name}" for name in standard_board()["nodes"]}
    return frozenset(words | {outcome(None, o) for o in range(N_OUTCOMES)})
