"""Warumono: who decides, what is possible, and what follows; the turn and the spaces.

R and G numbers are those of RULES.md. The other parts: deal.py (the set-up), movement.py (where one
may step), contact.py (switch, pistol, questioning), knowledge.py (who knows which card), worlds.py
(other worlds), turn.py (shared steps).
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import CHANCE, OVER
from hoodwink.envs.warumono.actions import (
    A_ADVANCE,
    A_DECLARE,
    A_LOOK,
    A_PASS,
    A_REDEEM_AIR,
    A_ROLL,
    A_STEP,
    A_STOP,
    A_TARGET,
    E_DREW,
    E_OUTCOME,
    E_PISTOL,
    E_SHUFFLED,
    N_ORDERS,
    O_DIE,
    O_DRAW,
    seat_of,
)
from hoodwink.envs.warumono.contact import (
    is_contact,
    legal_contact,
    legal_pistol,
    question,
    rob,
    step_contact,
)
from hoodwink.envs.warumono.deal import step_deal, weigh_deal
from hoodwink.envs.warumono.knowledge import n_orders, show_redeemed
from hoodwink.envs.warumono.movement import gate_of, legal_steps, way_on
from hoodwink.envs.warumono.news import tell
from hoodwink.envs.warumono.state import NONE, Card, Phase, Role
from hoodwink.envs.warumono.table import Effect
from hoodwink.envs.warumono.turn import (
    announce,
    drop_out,
    end_turn,
    everyone,
    finish,
    look_at,
    others,
    show_contents,
    show_role,
    wait_for,
)

FIRST_PLACE = int(Effect.WAREHOUSE)

# -- who decides, and what is possible ------------------------------------------------------------


@rule
def actor(s: Any) -> int:
    """Return the seat to move, CHANCE or OVER."""
    if s.phase == Phase.OVER:
        return OVER
    return s.to_move if s.to_move != NONE else CHANCE


@rule
def chance(s: Any, t: Any, weights: Any) -> None:
    """Write the weights of the outcomes of the chance event that is due."""
    if s.phase == Phase.DEAL:
        weigh_deal(s, t, weights)
    elif s.phase == Phase.DIE:
        for face in range(1, t.die + 1):
            weights[O_DIE + face - 1] = 1
    else:
        empty = pile(s, t) == 0
        for w in range(N_ORDERS):
            weights[O_DRAW + w] = s.discard[w] if empty else in_pile(s, t, w)


@rule
def in_pile(s: Any, t: Any, w: int) -> int:
    """Return how many orders `w` the pile holds."""
    n = t.deck[w] - s.discard[w]
    for p in range(s.n_seats):
        n -= s.orders[p, w]
    return int(n)


@rule
def pile(s: Any, t: Any) -> int:
    """Return how many orders the pile holds."""
    n = 0
    for w in range(N_ORDERS):
        n += in_pile(s, t, w)
    return n


@rule
def supply(s: Any, t: Any, k: int) -> int:
    """Return how many tickets `k` lie beside the board (G20)."""
    n = int(t.supply[k])
    for p in range(s.n_seats):
        n -= s.tickets[p, k]
    return n


@rule
def legal(s: Any, t: Any, mask: Any) -> None:
    """Mark the legal actions of the seat to move."""
    p = s.to_move
    if s.phase == Phase.MOVE:
        legal_steps(s, t, p, mask)
    elif s.phase == Phase.TURN:
        mask[A_ROLL] = 1
        if not s.pistol_used:  # G13, G15, G46
            mask[A_LOOK] = 1
            legal_pistol(s, p, mask)
    elif s.phase == Phase.CONTACT:
        legal_contact(s, t, p, mask)
    else:
        legal_on_space(s, t, p, mask)


@rule
def legal_on_space(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark what the space offers; everybody can pass (G36, G38, G45)."""
    mask[A_PASS] = 1
    if s.phase == Phase.REDEEM:
        for k in range(2):
            if s.orders[p, order_here(s, t, p, k)] > 0 and supply(s, t, k) > 0:
                mask[A_REDEEM_AIR + k] = 1
    elif s.phase == Phase.TIP_OFF:
        for r in range(1, s.n_seats):
            if not s.out[seat_of(p, r, s.n_seats)]:
                mask[A_TARGET + r] = 1
    elif s.role[p] == Role.MAFIA:
        mask[A_DECLARE] = 1  # R43, G25


@rule
def order_here(s: Any, t: Any, p: int, k: int) -> int:
    """Return the order that names the place of seat `p` and the ticket `k`."""
    return 2 * (int(t.effect[s.at[p]]) - FIRST_PLACE) + k


# -- a step ---------------------------------------------------------------------------------------


@rule
def step(s: Any, t: Any, a: int) -> None:
    """Play the action or outcome `a`, and all that follows of itself."""
    p = s.to_move
    if s.phase == Phase.MOVE:
        step_move(s, t, p, a)
    elif s.phase == Phase.TURN:
        step_turn(s, t, p, a)
    elif s.phase == Phase.DIE:
        start_move(s, s.turn, a - O_DIE + 1)
    elif s.phase == Phase.CONTACT:
        step_contact(s, t, p, a)
    elif s.phase == Phase.DRAW:
        draw(s, t, s.turn, a - O_DRAW)
    elif s.phase == Phase.DEAL:
        step_deal(s, a)
    else:
        step_on_space(s, t, p, a)
    while s.phase > Phase.OVER:
        go_on_by_itself(s, t)


@rule
def go_on_by_itself(s: Any, t: Any) -> None:
    """Do what comes next without anybody's decision."""
    if s.phase == Phase.END_TURN:
        end_turn(s, t)
    elif s.phase == Phase.EFFECT:
        space_effect(s, t, s.turn)
    elif s.phase == Phase.DECLARED:
        get_away(s, s.turn)
    else:
        question(s, t, s.turn, s.named)


@rule
def step_turn(s: Any, t: Any, p: int, a: int) -> None:
    """Look, roll, or use the pistol before the roll (R16, R38)."""
    if a > A_ROLL:
        rob(s, t, p, a)
        return
    announce(s, p, a)
    if a == A_ROLL:
        wait_for(s, NONE, Phase.DIE)
    else:
        look_at(s, p, p)  # R17
        s.phase = Phase.END_TURN  # R18


# -- movement (R19-R21, R32-R34) ------------------------------------------------------------------


@rule
def start_move(s: Any, p: int, face: int) -> None:
    """Begin a movement of up to `face` steps (R19)."""
    tell(s, everyone(s), E_OUTCOME + O_DIE + face - 1)
    s.path[0] = s.at[p]
    s.n_path = 1
    s.left = face
    wait_for(s, p, Phase.MOVE)


@rule
def step_move(s: Any, t: Any, p: int, a: int) -> None:
    """Stop, or move the piece a space; a way out costs the ticket or the cover (R33, G21)."""
    announce(s, p, a)
    if a == A_STOP:
        s.left = 0
    else:
        x = int(s.at[p])
        y = way_on(t, x) if a == A_ADVANCE else a - A_STEP
        if a == A_ADVANCE:
            if not s.revealed[p]:
                show_role(s, p)
        elif gate_of(t, x, y) != NONE:
            s.tickets[p, gate_of(t, x, y)] -= 1
        s.at[p] = y
        s.path[s.n_path] = y
        s.n_path += 1
        s.left = 0 if t.stops[y] else s.left - 1  # G19
    if s.left == 0:
        end_move(s, t, p)


@rule
def end_move(s: Any, t: Any, p: int) -> None:
    """Take the pistol, then meet whom the route met, then let the space act (G11, G17, G45)."""
    s.phase = Phase.EFFECT
    if s.n_path > 1 and t.effect[s.at[p]] == Effect.LOCKER and s.pistol == NONE:
        s.pistol = p  # R37
        tell(s, everyone(s), E_PISTOL + p)
    if is_contact(s, p):
        wait_for(s, p, Phase.CONTACT)


# -- spaces (R30, R31, R35, R43) ------------------------------------------------------------------


@rule
def space_effect(s: Any, t: Any, p: int) -> None:
    """Let the space act; but for the getaway only on who has arrived (G8, G23)."""
    effect = t.effect[s.at[p]]
    s.phase = Phase.END_TURN
    if effect == Effect.GETAWAY:
        wait_for(s, p, Phase.GETAWAY)
    elif s.n_path == 1:
        return
    elif effect == Effect.HIDEOUT:
        if pile(s, t) + count_discard(s) > 0:  # G6
            wait_for(s, NONE, Phase.DRAW)
    elif effect == Effect.TIP_OFF:
        wait_for(s, p, Phase.TIP_OFF)
    elif effect >= Effect.WAREHOUSE and n_orders(s, p) > 0:
        wait_for(s, p, Phase.REDEEM)  # G45


@rule
def count_discard(s: Any) -> int:
    """Return how many orders were used."""
    n = 0
    for w in range(N_ORDERS):
        n += s.discard[w]
    return n


@rule
def draw(s: Any, t: Any, p: int, w: int) -> None:
    """Draw the order `w`, unseen by the others (R30, G10); an empty pile is refilled (G6)."""
    if pile(s, t) == 0:
        for k in range(N_ORDERS):
            s.discard[k] = 0
        tell(s, everyone(s), E_SHUFFLED)
    s.orders[p, w] += 1
    tell(s, 1 << p, E_OUTCOME + O_DRAW + w)
    tell(s, others(s, p), E_DREW + p)
    s.phase = Phase.END_TURN


@rule
def step_on_space(s: Any, t: Any, p: int, a: int) -> None:
    """Redeem an order (R31, G5), look at a card (R35), declare the getaway (R43), or pass."""
    announce(s, p, a)
    phase = s.phase
    s.phase = Phase.END_TURN
    if a == A_PASS:
        return
    if phase == Phase.REDEEM:
        redeem(s, p, order_here(s, t, p, a - A_REDEEM_AIR), a - A_REDEEM_AIR)
    elif phase == Phase.TIP_OFF:
        look_at(s, p, seat_of(p, a - A_TARGET, s.n_seats))
    else:
        s.phase = Phase.DECLARED


@rule
def redeem(s: Any, p: int, w: int, k: int) -> None:
    """Give the order `w` up for the ticket `k`; while an order is left, ask again (G37, G45)."""
    s.orders[p, w] -= 1
    s.discard[w] += 1
    show_redeemed(s, p, w)
    s.tickets[p, k] += 1
    if n_orders(s, p) > 0:
        wait_for(s, p, Phase.REDEEM)


@rule
def get_away(s: Any, p: int) -> None:
    """Show both cards: the cash wins, a counterfeit drops out (R43, R44, G24)."""
    s.phase = Phase.END_TURN
    show_role(s, p)
    show_contents(s, p)
    if s.contents[p] == Card.CASH:
        finish(s, 1 << p)
    else:
        drop_out(s, p)
