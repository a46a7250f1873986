"""Opps! cards: the windows after announcements and at the end of turns (R12, R13, G16, G17)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import tell
from hoodwink.envs.wongamania.actions import (
    A_PASS,
    A_PLAY,
    E_ACTION,
    E_ASKED,
    E_CANCELLED,
    N_ACTIONS,
    rel_of,
    seat_of,
)
from hoodwink.envs.wongamania.effects import take_effect
from hoodwink.envs.wongamania.state import NONE, Card, Phase
from hoodwink.envs.wongamania.turn import (
    announce,
    everyone,
    forget_pending,
    go_on_acting,
    put_face_up,
    quadrant,
    spend,
    take_from_hand,
    wait_for,
)

# Numbers, for compiled code makes none of an enum.
POLITICIAN, LAWYER, VETO = int(Card.POLITICIAN), int(Card.LAWYER), int(Card.VETO)


@rule
def answer(s: Any) -> int:
    """Return the one Opps! card that can be played in this window."""
    if s.card == NONE:
        return POLITICIAN
    return VETO if s.card >= Card.DEBTZILLA else LAWYER


@rule
def can_answer(s: Any, t: Any, p: int) -> bool:
    """Return whether seat `p` holds that card and can pay it."""
    c = answer(s)
    return bool(s.hand[p, c] > 0 and s.bank[p] >= t.cost[quadrant(s), c])


@rule
def first_asker(s: Any) -> int:
    """Return the seat from which those who may answer are counted."""
    if s.n_opps > 0:
        return int(s.opps[s.n_opps - 1])
    return int(s.turn)


@rule
def open_window(s: Any, t: Any) -> None:
    """Ask for Opps! after the announcement of s.card, or at the end of a turn."""
    ask_after(s, t, 0)


@rule
def ask_after(s: Any, t: Any, after: int) -> None:
    """Ask the first seat that can answer and sits more than `after` places on, or close."""
    base = first_asker(s)
    # At the end of a turn the seat whose turn it was is asked last.
    last = s.n_seats if s.card == NONE and s.n_opps == 0 else s.n_seats - 1
    for r in range(after + 1, last + 1):
        p = seat_of(base, r, s.n_seats)
        if s.n_opps == 0 and s.target != NONE and p != s.target:
            continue
        if can_answer(s, t, p):
            tell(s, 1 << p, E_ASKED)
            wait_for(s, p, Phase.WINDOW)
            return
    close_window(s, t)


@rule
def answer_window(s: Any, t: Any, p: int, a: int) -> None:
    """Play the Opps! card, or decline, which nobody else notices."""
    if a == A_PASS:
        tell(s, 1 << p, E_ACTION + N_ACTIONS * p + a)
        after = rel_of(first_asker(s), p, s.n_seats)
        ask_after(s, t, after if after > 0 else s.n_seats)
        return
    announce(s, p, a)
    c = a - A_PLAY
    spend(s, p, int(t.cost[quadrant(s), c]))
    take_from_hand(s, p, c)
    s.opps[s.n_opps] = p
    s.n_opps += 1
    ask_after(s, t, 0)


@rule
def close_window(s: Any, t: Any) -> None:
    """Discard the Opps! cards; each one overrode the one before (R13, G17)."""
    put_face_up(s, answer(s), s.n_opps)
    if s.card == NONE:
        if s.n_opps > 0:
            s.extra += 1  # G18: one lap for a window
        forget_pending(s)
        s.phase = Phase.PASS_ON
    elif s.n_opps % 2 == 1:
        tell(s, everyone(s), E_CANCELLED)
        put_face_up(s, s.card, 1)  # G44
        go_on_acting(s)
    else:
        take_effect(s, t)
