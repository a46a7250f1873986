"""Warumono 2: who decides, what is possible, and what follows; the turn and the spaces.

R and G numbers are those of RULES.md. The other parts: deal.py (the set-up), movement.py (where one
may step), contact.py (switch and arrest), cards.py (the Back Alley), scenario.py (the sheet),
knowledge.py (who knows which card), turn.py (shared steps).
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import CHANCE, OVER
from hoodwink.envs.warumono2.actions import (
    A_LOOK,
    A_PASS,
    A_REVEAL,
    A_ROLL,
    A_SCENARIO,
    A_STEP,
    A_SUBMIT,
    A_TAKE,
    A_TARGET,
    E_ACTION,
    E_ANSWER,
    E_OUTCOME,
    N_ACTIONS,
    N_SCENARIOS,
    O_DIE,
    O_DRAW,
    seat_of,
)
from hoodwink.envs.warumono2.cards import cards_left, draw, due_card, legal_card, play_card
from hoodwink.envs.warumono2.contact import (
    arrest,
    gesture,
    legal_arrests,
    legal_switches,
    start_arrest,
    step_contact,
)
from hoodwink.envs.warumono2.deal import choose_scenario, step_deal, weigh_deal
from hoodwink.envs.warumono2.movement import can_step, is_on_path, legal_steps
from hoodwink.envs.warumono2.news import tell
from hoodwink.envs.warumono2.scenario import carry_out, end_turn, next_directive, start_turn
from hoodwink.envs.warumono2.state import N_KINDS, NONE, Card, Kind, Phase, Role, Ticket
from hoodwink.envs.warumono2.table import MAX_OPS, Effect
from hoodwink.envs.warumono2.turn import (
    announce,
    clear_queue,
    drop_out,
    everyone,
    finish,
    lock_up,
    look_at,
    next_asked,
    others,
    show_contents,
    show_role,
    wait_for,
)

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
        empty = cards_left(s, t) == 0
        for k in range(N_KINDS):
            weights[O_DRAW + k] = t.deck[k] - (0 if empty else s.used[k])


@rule
def legal(s: Any, t: Any, mask: Any) -> None:
    """Mark the legal actions of the seat to move."""
    p = s.to_move
    if s.phase == Phase.MOVE:
        legal_steps(s, t, p, mask)
    elif s.phase == Phase.TURN:
        mask[A_ROLL] = 1
        mask[A_LOOK] = 1
        legal_arrests(s, t, p, mask)  # R66
    elif s.phase == Phase.CONTACT:
        mask[A_PASS] = 1
        legal_switches(s, t, p, mask)
        legal_arrests(s, t, p, mask)
    elif s.phase == Phase.TICKET:
        legal_tickets(s, t, p, mask)
    elif s.phase == Phase.CARD:
        if s.card == Kind.PICKPOCKET:
            mask[A_PASS] = 1  # G32
            legal_switches(s, t, p, mask)
        else:
            legal_card(s, p, mask)
    else:
        legal_answers(s, p, mask)


@rule
def legal_answers(s: Any, p: int, mask: Any) -> None:
    """Mark the choices that only the operative has, and those everybody has (G28, G29, G37)."""
    if s.phase == Phase.SCENARIO:
        for k in range(1, N_SCENARIOS + 1):
            mask[A_SCENARIO + k] = 1
    elif s.phase == Phase.TAKEN_IN:
        mask[A_SUBMIT] = 1
        if s.role[p] == Role.UNDERCOVER:
            mask[A_REVEAL] = 1  # R32
    else:
        mask[A_PASS] = 1
        if s.role[p] == Role.UNDERCOVER:
            for r in range(1, s.n_seats):
                if not s.out[seat_of(p, r, s.n_seats)]:
                    mask[A_TARGET + r] = 1  # R43


@rule
def tickets_left(s: Any, t: Any, kind: int) -> int:
    """Return the supply of one kind of ticket (R9)."""
    n = int(t.tickets[kind])
    for p in range(s.n_seats):
        if s.ticket[p] == kind:
            n -= 1
    return n


@rule
def legal_tickets(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark the tickets: at the Facilitator any, at the Trader the other kind (R75, R76, G33)."""
    mask[A_PASS] = 1
    for kind in range(Ticket.PLANE, Ticket.BOAT + 1):
        if s.ticket[p] != kind and tickets_left(s, t, kind) > 0:
            mask[A_TAKE + kind] = 1


# -- a step ---------------------------------------------------------------------------------------


@rule
def step(s: Any, t: Any, a: int) -> None:
    """Play the action or outcome `a`, and all that follows of itself.

    What is deep is reached from here alone, through an internal phase: each caller of a rule
    compiles the rule's whole subtree again.
    """
    p = s.to_move
    if s.phase == Phase.MOVE:
        step_to(s, t, p, a - A_STEP)
    elif s.phase == Phase.TURN:
        step_turn(s, p, a)
    elif s.phase == Phase.DIE:
        start_move(s, t, s.turn, a - O_DIE + 1)
    elif s.phase == Phase.CONTACT:
        step_contact(s, p, a)
    elif s.phase == Phase.TICKET:
        step_ticket(s, p, a)
    elif s.phase == Phase.DRAW:
        draw(s, t, a - O_DRAW)
    elif s.phase == Phase.CARD:
        step_card(s, p, a)
    elif s.phase == Phase.TAKEN_IN:
        answer_taken_in(s, t, p, a)
    elif s.phase == Phase.BETRAY:
        answer_betray(s, p, a)
    elif s.phase == Phase.DEAL:
        step_deal(s, t, a)
    elif s.phase == Phase.SCENARIO:
        choose_scenario(s, p, a)
    while s.phase > Phase.OVER:
        go_on_by_itself(s, t)


@rule
def go_on_by_itself(s: Any, t: Any) -> None:
    """Do what comes next without anybody's decision."""
    if s.phase == Phase.END_TURN:
        end_turn(s, t)
    elif s.phase == Phase.EFFECT:
        space_effect(s, t, s.turn)
    elif s.phase == Phase.GETAWAY:
        get_away(s, s.turn)
    elif s.phase == Phase.ARREST:
        arrest(s, s.turn, s.named)
    elif s.directive == MAX_OPS:
        start_turn(s, s.first)
    else:
        carry_out(s, t, next_directive(s, t))


@rule
def step_ticket(s: Any, p: int, a: int) -> None:
    """Take a ticket, or none (R75, R76)."""
    announce(s, p, a)
    if a != A_PASS:
        s.ticket[p] = a - A_TAKE
    s.phase = Phase.END_TURN


@rule
def step_turn(s: Any, p: int, a: int) -> None:
    """Roll, look, or arrest somebody on the own space (R64, R66)."""
    announce(s, p, a)
    if a == A_ROLL:
        wait_for(s, NONE, Phase.DIE)
    elif a == A_LOOK:
        look_at(s, p, p)  # R90
        s.phase = Phase.END_TURN  # R91
    else:
        start_arrest(s, p, a)


# -- movement (R70-R73) ---------------------------------------------------------------------------


@rule
def start_move(s: Any, t: Any, p: int, face: int) -> None:
    """Begin a movement of `face` steps; a high roll keeps a Marker in the Big House (R31)."""
    tell(s, everyone(s), E_OUTCOME + O_DIE + face - 1)
    s.path[0] = s.at[p]
    s.n_path = 1
    if s.at[p] == t.big and face > t.release:
        end_move(s, p)
    else:
        s.left = face
        go_on(s, t, p)


@rule
def go_on(s: Any, t: Any, p: int) -> None:
    """Ask for the next step, or end the movement where none is left (G10)."""
    if s.left > 0 and can_step(s, t, p):
        wait_for(s, p, Phase.MOVE)
    else:
        end_move(s, p)


@rule
def step_to(s: Any, t: Any, p: int, y: int) -> None:
    """Move the Marker a space; the way out costs the ticket (G5), an Action space ends it (R72)."""
    announce(s, p, A_STEP + y)
    for e in range(2):
        if t.gate[e, 0] == s.at[p] and t.gate[e, 1] == y:
            s.ticket[p] = Ticket.NONE  # R26
    s.at[p] = y
    s.path[s.n_path] = y
    s.n_path += 1
    s.left = 0 if t.effect[y] != Effect.NONE else s.left - 1
    go_on(s, t, p)


@rule
def end_move(s: Any, p: int) -> None:
    """End the movement: somebody on the path means a contact (G72), then the space acts."""
    s.left = 0
    s.phase = Phase.EFFECT
    for q in range(s.n_seats):
        if q != p and not s.out[q] and is_on_path(s, q):
            wait_for(s, p, Phase.CONTACT)


# -- switch and arrest (R81-R97) ------------------------------------------------------------------


@rule
def step_card(s: Any, p: int, a: int) -> None:
    """Carry out a Back Alley Card that lets the drawer choose."""
    if s.card == Kind.PICKPOCKET and a != A_PASS:
        gesture(s, p, a)
        s.phase = Phase.END_TURN
    else:
        play_card(s, p, a, seat_of(p, a - A_TARGET, s.n_seats))


# -- spaces (R74-R80) -----------------------------------------------------------------------------


@rule
def space_effect(s: Any, t: Any, p: int) -> None:
    """Let the space act on which the movement ended; none does if the Marker stayed (G79)."""
    effect = t.effect[s.at[p]]
    s.phase = Phase.END_TURN
    if s.n_path == 1:
        return
    if effect == Effect.FORGER:
        s.passport[p] = 1  # R74
    elif effect == Effect.FACILITATOR:
        if s.passport[p] and s.ticket[p] == Ticket.NONE:
            wait_for(s, p, Phase.TICKET)  # R75
    elif effect == Effect.TRADER:
        if s.ticket[p] != Ticket.NONE:
            wait_for(s, p, Phase.TICKET)  # R76
    elif effect == Effect.BACK_ALLEY:
        due_card(s, t)  # R77
    elif effect == Effect.GETAWAY:
        s.phase = Phase.GETAWAY  # R78


@rule
def get_away(s: Any, p: int) -> None:
    """Show both cards: the Loot wins, a fake drops out, an operative stays (R78-R80, G8)."""
    s.phase = Phase.END_TURN
    show_role(s, p)
    show_contents(s, p)
    if s.role[p] == Role.WISEGUY:
        if s.contents[p] == Card.LOOT:
            finish(s, 1 << p)  # R79
        else:
            drop_out(s, p)  # R80


# -- answers to directives (R32, R33, R43) --------------------------------------------------------


@rule
def answer_taken_in(s: Any, t: Any, p: int, a: int) -> None:
    """Go to the Big House, or show the Profession and stay; then nobody else is asked (G71)."""
    announce(s, p, a)
    next_asked(s)
    if a == A_REVEAL:
        show_role(s, p)
        for i in range(s.n_queue):
            lock_up(s, t, int(s.queue[i]))
        clear_queue(s)
    else:
        lock_up(s, t, p)
    if s.n_queue == 0:
        s.phase = Phase.DIRECTIVES if s.turn == NONE else Phase.END_TURN


@rule
def answer_betray(s: Any, p: int, a: int) -> None:
    """Let the operative look at a card, unseen; all the others learn is that `p` answered (G28)."""
    tell(s, 1 << p, E_ACTION + N_ACTIONS * p + a)
    tell(s, others(s, p), E_ANSWER + p)
    if a != A_PASS:
        look_at(s, p, seat_of(p, a - A_TARGET, s.n_seats))
    next_asked(s)
    if s.n_queue == 0:
        s.phase = Phase.DIRECTIVES
