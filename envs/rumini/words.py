"""The words of actions, outcomes of chance and events; those of positions are in position.py."""

from functools import lru_cache
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.rumini.actions import (
    A_ANCHOR,
    A_BUY,
    A_DECLINE,
    A_DIR,
    A_DISTANCE,
    A_DOUBLES_MAGNET,
    A_DOUBLES_TOOL,
    A_LEAVE,
    A_MAGNET,
    A_MOVE_2A,
    A_MOVE_2B,
    A_MOVE_A,
    A_MOVE_B,
    A_PICK_A,
    A_PICK_B,
    A_ROLL,
    A_STAY,
    A_TARGET,
    A_USE_TOOL,
    E_ACTION,
    E_END,
    E_MISSED,
    E_MISSION_DEALT,
    E_NO_TOKEN,
    E_NOT_FOUND,
    E_OUTCOME,
    E_TOKEN,
    E_TOOL_DRAWN,
    N_ACTIONS,
    N_DICE,
    N_EVENT_CODES,
    N_OUTCOMES,
    O_BEETLE,
    O_COMPASS,
    O_FIRST,
    O_MISSION,
    O_NUMBER,
    O_TOOL,
    seat_of,
)
from hoodwink.envs.rumini.boards import DIRECTIONS, LETTERS
from hoodwink.envs.rumini.state import N_ANCHORS, N_CHANCE_EVENTS, N_PHASES, Event, Phase
from hoodwink.envs.rumini.tables import BEETLES, FACES, MISSIONS, TOOLS

SEAT_NAMES: Final = ("A", "B", "C", "D")
PHASE_WORDS: Final = tuple(phase.name.lower() for phase in list(Phase)[:N_PHASES])
EVENT_WORDS: Final = tuple(event.name.lower() for event in list(Event)[:N_CHANCE_EVENTS])


def _decisions() -> dict[int, str]:
    words = {
        A_ROLL: "roll", A_DOUBLES_MAGNET: "doubles magnet", A_DOUBLES_TOOL: "doubles tool",
        A_MAGNET: "magnet", A_DECLINE: "decline", A_STAY: "stay", A_LEAVE: "leave",
        A_PICK_A: "pick a", A_PICK_B: "pick b",
    }  # fmt: skip
    dice = ((A_MOVE_A, "a"), (A_MOVE_B, "b"), (A_MOVE_2A, "2a"), (A_MOVE_2B, "2b"))
    for i, d in enumerate(DIRECTIONS):
        words |= {first + i: f"move {d} {die}" for first, die in dice}
        words[A_DIR + i] = f"dir {d}"
    for i, tool in enumerate(TOOLS):
        words[A_USE_TOOL + i], words[A_BUY + i] = f"use_tool {tool}", f"buy {tool}"
    for i, letter in enumerate(LETTERS):
        for k in range(N_ANCHORS):
            words[A_ANCHOR + N_ANCHORS * i + k] = f"anchor {letter.lower()}{k + 1}"
    return words | {A_DISTANCE + n: f"distance {n}" for n in range(1, N_DICE + 1)}


_DECISIONS: Final = _decisions()
_OUTCOMES: Final = (
    *(f"first {seat}" for seat in SEAT_NAMES),
    *(f"mission {card}" for card in MISSIONS),
    *(f"tool {tool}" for tool in TOOLS),
    *(f"compass {face}" for face in FACES),
    *(f"number {v}" for v in range(1, N_DICE + 1)),
    *(f"beetle {card}" for card in BEETLES),
)
assert len(_OUTCOMES) == N_OUTCOMES
assert O_FIRST < O_MISSION < O_TOOL < O_COMPASS < O_NUMBER < O_BEETLE


def decision(t: View, seat: int, action: int) -> str:
    """Return the word of action `action` of seat `seat`; "" if the id means nothing."""
    if 1 <= action - A_TARGET < t.n_seats:
        return f"target {SEAT_NAMES[seat_of(seat, action - A_TARGET, t.n_seats)]}"
    return _DECISIONS.get(action, "")


def outcome(t: View | None, o: int) -> str:
    """Return the word of the chance outcome `o`, the same with all tables."""
    return _OUTCOMES[o]


def event(t: View, code: int) -> str:
    """Return what a seat was told by the event `code`; "" if no event has it."""
    for first, end, words in _EVENTS:
        if first <= code < end:
            return words(t, code - first)
    return ""


def _action_event(t: View, i: int) -> str:
    seat, action = divmod(i, N_ACTIONS)
    return f"{SEAT_NAMES[seat]}: {decision(t, seat, action)}"


def _letter(pattern: str) -> Any:
    return lambda t, i: pattern.format(SEAT_NAMES[i // len(LETTERS)], LETTERS[i % len(LETTERS)])


def _winners(t: View, bits: int) -> str:
    names = [name for p, name in enumerate(SEAT_NAMES) if bits >> p & 1]
    return f"over, winners: {', '.join(names)}"


_EVENTS: Final = (
    (E_OUTCOME, E_MISSION_DEALT, outcome),
    (E_MISSION_DEALT, E_TOOL_DRAWN, lambda t, i: "mission"),
    (E_TOOL_DRAWN, E_ACTION, lambda t, i: "tool"),
    (E_ACTION, E_TOKEN, _action_event),
    (E_TOKEN, E_NO_TOKEN, _letter("{} receives the token {}")),
    (E_NO_TOKEN, E_NOT_FOUND, _letter("{} receives no token {}")),
    (E_NOT_FOUND, E_MISSED, lambda t, i: f"no {TOOLS[i]} in the deck"),
    (E_MISSED, E_END, lambda t, i: f"{SEAT_NAMES[i]} misses a turn"),
    (E_END, N_EVENT_CODES, _winners),
)


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Return every word that a game with any options can have."""
    return frozenset({*_DECISIONS.values(), *_OUTCOMES, *(f"target {q}" for q in SEAT_NAMES)})
