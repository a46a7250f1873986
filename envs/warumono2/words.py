"""The words of actions, outcomes of chance and events; those of positions are in position.py."""

from functools import lru_cache
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.actions import (
    A_ARREST,
    A_LOOK,
    A_PASS,
    A_REVEAL,
    A_ROLL,
    A_SCENARIO,
    A_STEP,
    A_SUBMIT,
    A_SWITCH_FAKE,
    A_SWITCH_REAL,
    A_TAKE,
    A_TARGET,
    E_ACTION,
    E_ANSWER,
    E_CONTENTS_DEALT,
    E_COUNTER,
    E_END,
    E_OUT,
    E_OUTCOME,
    E_PASSED_ON,
    E_ROLE_DEALT,
    E_ROLE_SHOWN,
    E_SAW,
    E_SHOWN,
    E_SWITCH,
    E_TAKEN_IN,
    N_ACTIONS,
    N_EVENT_CODES,
    N_OUTCOMES,
    N_SCENARIOS,
    O_CONTENTS,
    O_DIE,
    O_DRAW,
    O_ROLE,
    O_START,
    seat_of,
)
from hoodwink.envs.warumono2.state import N_CARDS, N_PHASES, Card, Kind, Phase, Ticket
from hoodwink.envs.warumono2.tables import standard_board

SEAT_NAMES: Final = ("red", "green", "yellow", "blue")
CARD_WORDS: Final = tuple(card.name.lower() for card in Card)
KIND_WORDS: Final = tuple(kind.name.lower() for kind in Kind)
ROLE_WORDS: Final = ("wiseguy", "undercover")  # by Role
PHASE_WORDS: Final = tuple(phase.name.lower() for phase in list(Phase)[:N_PHASES])
TICKET_WORDS: Final = tuple(ticket.name.lower() for ticket in Ticket)
FACES: Final = 6  # of the die in the box

_PLAIN: Final = {
    A_ROLL: "roll",
    A_LOOK: "look",
    A_PASS: "pass",
    A_TAKE + Ticket.PLANE: "take_plane",
    A_TAKE + Ticket.BOAT: "take_boat",
    A_REVEAL: "reveal",
    A_SUBMIT: "submit",
}
_AIMED: Final = {
    A_ARREST: "arrest",
    A_SWITCH_REAL: "switch_real",
    A_SWITCH_FAKE: "switch_fake",
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
        if 1 <= action - first < t.n_seats:
            return f"{word} {SEAT_NAMES[seat_of(seat, action - first, t.n_seats)]}"
    if 0 <= action - A_STEP < t.n_spaces:
        return f"step {space_names(t)[action - A_STEP]}"
    if 1 <= action - A_SCENARIO <= N_SCENARIOS:
        return f"scenario {action - A_SCENARIO}"
    return ""


def outcome(t: View | None, o: int) -> str:
    """Return the word of the chance outcome `o`, the same with all tables."""
    if o < O_ROLE:
        return f"start {SEAT_NAMES[o - O_START]}"
    if o < O_CONTENTS:
        seat, role = divmod(o - O_ROLE, len(ROLE_WORDS))
        return f"role {SEAT_NAMES[seat]} {ROLE_WORDS[role]}"
    if o < O_DIE:
        seat, card = divmod(o - O_CONTENTS, N_CARDS)
        return f"contents {SEAT_NAMES[seat]} {CARD_WORDS[card]}"
    if o < O_DRAW:
        return f"die {o - O_DIE + 1}"
    return f"draw {KIND_WORDS[o - O_DRAW]}"


def event(t: View, code: int) -> str:
    """Return what a seat was told by the event `code`; "" if no event has it.

    A word of chance stands as it is, the word of a seat behind its name (`green: switch red`). Of a
    switch of others the seat learns no more than `switch`, of an answer to Betray `answer`.
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


def _seat(pattern: str) -> Any:
    return lambda t, i: pattern.format(SEAT_NAMES[i])


def _pair(pattern: str, words: tuple[str, ...]) -> Any:
    return lambda t, i: pattern.format(SEAT_NAMES[i // len(words)], words[i % len(words)])


_EVENTS: Final = (
    (E_OUTCOME, E_ROLE_DEALT, outcome),
    (E_ROLE_DEALT, E_CONTENTS_DEALT, _seat("role {} dealt")),
    (E_CONTENTS_DEALT, E_ACTION, _seat("contents {} dealt")),
    (E_ACTION, E_SWITCH, _action_event),
    (E_SWITCH, E_ANSWER, _pair("{}: switch {}", SEAT_NAMES)),
    (E_ANSWER, E_SAW, _seat("{}: answer")),
    (E_SAW, E_SHOWN, _pair("seen: {} holds {}", CARD_WORDS)),
    (E_SHOWN, E_ROLE_SHOWN, _pair("shown: {} holds {}", CARD_WORDS)),
    (E_ROLE_SHOWN, E_OUT, _pair("shown: {} is {}", ROLE_WORDS)),
    (E_OUT, E_COUNTER, _seat("{} is out")),
    (E_COUNTER, E_TAKEN_IN, lambda t, i: f"counter {i}"),
    (E_TAKEN_IN, E_PASSED_ON, _seat("{} is taken in")),
    (E_PASSED_ON, E_END, lambda t, i: "all cards go on clockwise"),
    (E_END, N_EVENT_CODES, _winners),
)


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Return every word that a game of the printed sizes can have, with any options."""
    words = set(_PLAIN.values())
    words |= {f"{word} {seat}" for word in _AIMED.values() for seat in SEAT_NAMES}
    words |= {f"step {name}" for name in standard_board()["nodes"]}
    words |= {f"scenario {k}" for k in range(1, N_SCENARIOS + 1)}
    unused = {f"die {face}" for face in range(FACES + 1, O_DRAW - O_DIE + 1)}
    return frozenset(words | {outcome(None, o) for o in range(N_OUTCOMES)} - unused)
