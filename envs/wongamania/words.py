"""The words of actions, outcomes of chance and events; those of positions are in position.py."""

from functools import lru_cache
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.wongamania.actions import (
    A_DRAW,
    A_GRID,
    A_INSURE,
    A_MULLIGAN,
    A_PASS,
    A_PLAY,
    A_SELL,
    A_SHIFT,
    A_TARGET,
    A_TARGET_SELF,
    A_TRADE,
    A_TRUST,
    E_ACTION,
    E_ASKED,
    E_BANK_CARD,
    E_BANKRUPT,
    E_CANCELLED,
    E_CARD,
    E_END,
    E_OUTCOME,
    E_ROUND,
    E_STANDS,
    E_TURN,
    N_ACTIONS,
    N_EVENT_CODES,
    N_OUTCOMES,
    O_BANK_CARD,
    O_CARD,
    O_CHAIR,
    O_DIE,
    O_LOSE,
    O_TIE,
    SHIFTS,
    seat_of,
)
from hoodwink.envs.wongamania.state import N_ASSETS, N_FACES, N_GRIDS, N_PHASES, SEATS, Phase, Why
from hoodwink.envs.wongamania.tables import CARD_WORDS

SEAT_NAMES: Final = ("A", "B", "C", "D", "E")
PHASE_WORDS: Final = tuple(phase.name.lower() for phase in list(Phase)[:N_PHASES])
PAYDAY_WORD: Final = "payday"  # a phase that is carried out on loading
WHY_WORDS: Final = tuple(why.name.lower() for why in Why)


def _actions() -> list[str]:
    """Return the words of all actions that name no seat."""
    words = [""] * N_ACTIONS
    words[A_DRAW], words[A_INSURE], words[A_TRUST], words[A_PASS] = (
        "draw",
        "insure",
        "trust",
        "pass",
    )
    for c, card in enumerate(CARD_WORDS):
        words[A_TRADE + c] = f"trade {card}"
        words[A_PLAY + c] = f"play {card}"
        words[A_MULLIGAN + c] = f"mulligan {card}"
    for c in range(N_ASSETS):
        words[A_SELL + c] = f"sell {CARD_WORDS[c]}"
    for k, steps in enumerate(SHIFTS):
        words[A_SHIFT + k] = f"shift {steps}"
    for x in range(N_GRIDS):
        words[A_GRID + x] = f"grid {x}"
    return words


def _outcomes() -> list[str]:
    words = [""] * N_OUTCOMES
    for p in range(SEATS):
        words[O_CHAIR + p] = f"chairperson {SEAT_NAMES[p]}"
        words[O_TIE + p] = f"tie {SEAT_NAMES[p]}"
    for c, card in enumerate(CARD_WORDS):
        words[O_CARD + c] = f"card {card}"
        words[O_BANK_CARD + c] = f"bank_card {card}"
        words[O_LOSE + c] = f"discard_random {card}"
    for k in range(N_FACES):
        words[O_DIE + k] = f"die {k + 1}"
    return words


ACTIONS: Final = _actions()
OUTCOMES: Final = _outcomes()


def decision(t: View, seat: int, action: int) -> str:
    """Return the word of action `action` of seat `seat`; "" if the id means nothing."""
    if action == A_TARGET_SELF:
        return f"target {SEAT_NAMES[seat]}"
    if A_TARGET < action < A_TARGET_SELF:
        r = action - A_TARGET
        return f"target {SEAT_NAMES[seat_of(seat, r, t.n_seats)]}" if r < t.n_seats else ""
    return ACTIONS[action]


def outcome(t: View, o: int) -> str:
    """Return the word of the chance outcome `o`; "" if it names a seat that does not play."""
    seat = o - O_CHAIR if o < O_CARD else o - O_TIE
    return "" if (o < O_CARD or o >= O_TIE) and seat >= t.n_seats else OUTCOMES[o]


def event(t: View, code: int) -> str:
    """Return what a seat was told by the event `code`; "" if no event has it."""
    for first, end, words in _EVENTS:
        if first <= code < end:
            return words(t, code - first)
    return ""


def _action_event(t: View, i: int) -> str:
    seat, action = divmod(i, N_ACTIONS)
    return f"{SEAT_NAMES[seat]}: {decision(t, seat, action)}"


def _line(words: str) -> Any:
    return lambda t, i: words.format(SEAT_NAMES[i])


_EVENTS: Final = (
    (E_OUTCOME, E_CARD, lambda t, o: OUTCOMES[o]),
    (E_CARD, E_BANK_CARD, _line("card")),
    (E_BANK_CARD, E_ACTION, _line("bank_card")),
    (E_ACTION, E_ASKED, _action_event),
    (E_ASKED, E_STANDS, _line("you may answer")),
    (E_STANDS, E_CANCELLED, _line("the card takes effect")),
    (E_CANCELLED, E_TURN, _line("the card is cancelled")),
    (E_TURN, E_BANKRUPT, _line("payday of {}")),
    (E_BANKRUPT, E_ROUND, _line("{} is bankrupt")),
    (E_ROUND, E_END, _line("a round begins")),
    (E_END, N_EVENT_CODES, _line("over, winner: {}")),
)


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Return every word that a game with any options can have."""
    targets = {f"target {name}" for name in SEAT_NAMES}
    return frozenset({word for word in (*ACTIONS, *OUTCOMES) if word} | targets)
