"""News that is worth remembering: `tell` of this game, which also keeps each seat's notable events.

Most of what seats are told is steps and dice; the few events that say something about cards, roles
and plans are kept apart, so that they are not crowded out of what a seat sees.
"""

from typing import Any

import numpy as np

from hoodwink.envs.core import state as core
from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono.actions import (
    A_ADVANCE,
    A_LOOK,
    A_QUESTION,
    A_REDEEM_AIR,
    A_REDEEM_BOAT,
    A_ROB,
    A_ROB_HOSPITAL,
    A_SWITCH_FAKE,
    A_SWITCH_REAL,
    A_TARGET,
    E_ACTION,
    E_OUT,
    E_PISTOL,
    E_SAW,
    E_SHOWN,
    E_SWITCH,
    N_ACTIONS,
    N_EVENT_CODES,
    SEATS,
    rel_of,
)
from hoodwink.envs.warumono.state import N_NOTABLE, NONE, Card

KINDS = (
    "look", "switch", "switch_real", "switch_fake", "rob", "rob_hospital", "question", "target",
    "advance", "redeem_air", "redeem_boat", "saw", "shown", "pistol", "out",
)  # fmt: skip
FLAGS = (
    *KINDS,
    *(f"by seat {r}" for r in range(SEATS)),
    *(f"to seat {r}" for r in range(SEATS)),
    *(card.name.lower() for card in Card),
)
N_FLAGS = len(FLAGS)
BY = len(KINDS)
TO = BY + SEATS
CARD = TO + SEATS


def _meanings() -> dict[int, tuple[str, int, int, int]]:
    """Return of each notable event code: kind, seat that acts, other seat, flag; NONE if none."""
    notable: dict[int, tuple[str, int, int, int]] = {}
    for p in range(SEATS):
        action = E_ACTION + N_ACTIONS * p
        notable[action + A_LOOK] = ("look", p, NONE, NONE)
        notable[action + A_ADVANCE] = ("advance", p, NONE, NONE)
        notable[action + A_REDEEM_AIR] = ("redeem_air", p, NONE, NONE)
        notable[action + A_REDEEM_BOAT] = ("redeem_boat", p, NONE, NONE)
        notable[E_OUT + p] = ("out", p, NONE, NONE)
        notable[E_PISTOL + p] = ("pistol", p, NONE, NONE)
        for q in range(SEATS):
            notable[E_SWITCH + SEATS * p + q] = ("switch", p, q, NONE)
        for c in range(2):
            notable[E_SAW + 2 * p + c] = ("saw", NONE, p, CARD + c)
            notable[E_SHOWN + 2 * p + c] = ("shown", NONE, p, CARD + c)
    return notable


def _targeted() -> dict[int, tuple[str, int, int]]:
    """Return of each notable action with a target: kind, seat that acts, how far the other is."""
    kinds = (
        (A_ROB, "rob"), (A_ROB_HOSPITAL, "rob_hospital"), (A_SWITCH_REAL, "switch_real"),
        (A_SWITCH_FAKE, "switch_fake"), (A_QUESTION, "question"), (A_TARGET, "target"),
    )  # fmt: skip
    return {
        E_ACTION + N_ACTIONS * p + first + r: (kind, p, r)
        for p in range(SEATS)
        for r in range(1, SEATS)
        for first, kind in kinds
    }


def _flag_table() -> Any:
    """Return the flags (n_seats, observer, code, 4) that an event sets, seats seen from `observer`.

    An event with fewer flags has its kind several times.
    """
    table = np.zeros((SEATS + 1, SEATS, N_EVENT_CODES, 4), np.int16)
    for n in range(2, SEATS + 1):
        events = dict(_meanings())
        for code, (kind, p, r) in _targeted().items():
            events[code] = (kind, p, (p + r) % n, NONE)
        for code, (kind, by, to, flag) in events.items():
            first = KINDS.index(kind)
            for p in range(n):
                row = [first, first, first, first if flag == NONE else flag]
                if by != NONE:
                    row[1] = BY + rel_of(p, by, n) % SEATS
                if to != NONE:
                    row[2] = TO + rel_of(p, to, n) % SEATS
                table[n, p, code] = row
    return table


FLAGS_OF = _flag_table()
IS_NOTABLE = np.zeros(N_EVENT_CODES, np.int16)
IS_NOTABLE[[*_meanings(), *_targeted()]] = 1


@rule
def tell(s: Any, seats: int, code: int) -> None:
    """Tell the event `code` to every seat whose bit is set in `seats`, and keep it if notable."""
    core.tell(s, seats, code)
    if IS_NOTABLE[code]:
        for p in range(SEATS):
            if (seats >> p) & 1:
                kept = s.notable[p]
                for i in range(N_NOTABLE - 1, 0, -1):
                    kept[i] = kept[i - 1]
                kept[0] = code


@rule
def forget_notable(s: Any, p: int) -> None:
    """Wipe the notable events of seat `p`."""
    for i in range(N_NOTABLE):
        s.notable[p, i] = 0


@rule
def see_notable(s: Any, p: int, out: Any, at: int) -> None:
    """Write the last notable events of seat `p` from out[at] on, newest first."""
    kept = s.notable[p]
    flags = FLAGS_OF[s.n_seats, p]
    for i in range(N_NOTABLE):
        code = kept[i]
        if code == 0:
            return
        for j in range(4):
            out[at + int(flags[code, j])] = 1
        at += N_FLAGS
