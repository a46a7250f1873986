"""The deal: Starting Player, sheet, Professions, Contents Cards (R2-R13, G36, G37, G62)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import forget_events
from hoodwink.envs.warumono2.actions import (
    A_SCENARIO,
    E_CONTENTS_DEALT,
    E_OUTCOME,
    E_ROLE_DEALT,
    O_CONTENTS,
    O_ROLE,
    O_START,
)
from hoodwink.envs.warumono2.knowledge import fresh_belief
from hoodwink.envs.warumono2.news import forget_notable, tell
from hoodwink.envs.warumono2.scenario import open_space
from hoodwink.envs.warumono2.state import N_CARDS, N_KINDS, N_ORDERS, NONE, SEATS, Card, Phase, Role
from hoodwink.envs.warumono2.table import MAX_OPS
from hoodwink.envs.warumono2.turn import (
    announce,
    clear_queue,
    clear_turn,
    everyone,
    look_at,
    others,
    wait_for,
)


@rule
def deal(s: Any, t: Any) -> None:
    """Put `s` before the deal."""
    forget_events(s)
    s.n_seats = t.n_seats
    s.first = NONE
    s.turn = NONE
    s.sheet = t.sheet
    s.counter = t.first_counter  # R4, G17, G74
    s.directive = MAX_OPS
    s.winners = 0
    for e in range(2):
        s.barricade[e] = 0
    for k in range(N_KINDS):
        s.used[k] = 0
    for c in range(N_CARDS):
        s.gone[c] = 0
    clear_turn(s)
    clear_queue(s)
    for p in range(SEATS):
        seat_at_start(s, t, p)
        forget_notable(s, p)
    for p in range(s.n_seats):
        fresh_belief(s, p)
    wait_for(s, NONE, Phase.DEAL)


@rule
def seat_at_start(s: Any, t: Any, p: int) -> None:
    """Put what belongs to seat `p` before the deal (R9, R10)."""
    sits = p < s.n_seats
    s.at[p] = t.start_at[p] if sits else NONE
    s.passport[p] = t.start_passport[p] if sits else 0
    s.ticket[p] = t.start_ticket[p] if sits else 0
    s.out[p] = 0 if sits else 1
    s.revealed[p] = 0
    s.role[p] = Role.UNDEALT
    s.contents[p] = NONE
    for q in range(SEATS):
        s.known[p, q] = NONE
        s.touched[p, q] = 0
    for o in range(N_ORDERS):
        s.belief[p, o] = 0


@rule
def first_without(s: Any, dealt: Any) -> int:
    """Return the first seat whose entry in `dealt` is NONE, or NONE."""
    for p in range(s.n_seats):
        if dealt[p] == NONE and not s.out[p]:
            return p
    return NONE


@rule
def weigh_deal(s: Any, t: Any, weights: Any) -> None:
    """Weigh what the deal brings next: the Starting Player, a Profession, or a Contents Card."""
    if s.first == NONE:
        for p in range(s.n_seats):
            weights[O_START + p] = 1  # G36
    elif first_without(s, s.role) != NONE:
        weigh_role(s, t, first_without(s, s.role), weights)
    else:
        weigh_contents(s, first_without(s, s.contents), weights)


@rule
def weigh_role(s: Any, t: Any, p: int, weights: Any) -> None:
    """Weigh the Profession of seat `p` by the cards left in the deck (R5)."""
    wiseguys = t.wiseguys
    operatives = t.undercovers
    for q in range(s.n_seats):
        if s.role[q] == Role.WISEGUY:
            wiseguys -= 1
        elif s.role[q] == Role.UNDERCOVER:
            operatives -= 1
    weights[O_ROLE + 2 * p + Role.WISEGUY] = wiseguys
    weights[O_ROLE + 2 * p + Role.UNDERCOVER] = operatives


@rule
def weigh_contents(s: Any, p: int, weights: Any) -> None:
    """Weigh the card of seat `p`: the Loot is dealt, with every seat equally likely (R7)."""
    dealt = 0
    taken = 0
    for q in range(s.n_seats):
        if s.contents[q] != NONE:
            dealt += 1
            taken |= 1 << int(s.contents[q])
    fakes = 0
    for c in range(Card.FAKE_1, N_CARDS):
        fakes += 1 - ((taken >> c) & 1)
    first = O_CONTENTS + N_CARDS * p
    if not taken & 1:
        weights[first + Card.LOOT] = max(1, fakes)
    for c in range(Card.FAKE_1, N_CARDS):
        if not (taken >> c) & 1:
            weights[first + c] = 1 if taken & 1 else s.n_seats - dealt - 1


@rule
def step_deal(s: Any, t: Any, o: int) -> None:
    """Deal what `o` says."""
    if o < O_ROLE:
        s.first = o - O_START
        tell(s, everyone(s), E_OUTCOME + o)
        if s.sheet == NONE:
            wait_for(s, s.first, Phase.SCENARIO)  # R4, G37
    elif o < O_CONTENTS:
        p = (o - O_ROLE) // 2
        s.role[p] = (o - O_ROLE) % 2
        tell(s, 1 << p, E_OUTCOME + o)
        tell(s, others(s, p), E_ROLE_DEALT + p)
    else:
        deal_contents(s, t, (o - O_CONTENTS) // N_CARDS, (o - O_CONTENTS) % N_CARDS)
    if s.first != NONE and s.sheet != NONE and first_without(s, s.contents) == NONE:
        open_space(s, t)  # R51


@rule
def deal_contents(s: Any, t: Any, p: int, c: int) -> None:
    """Deal the card `c` to seat `p`, which looks at it unless the option forbids (R11, G62)."""
    s.contents[p] = c
    tell(s, everyone(s), E_CONTENTS_DEALT + p)
    if t.peek:
        look_at(s, p, p)


@rule
def choose_scenario(s: Any, p: int, a: int) -> None:
    """Let the Starting Player pick the sheet (R4, G37)."""
    announce(s, p, a)
    s.sheet = a - A_SCENARIO - 1
    wait_for(s, NONE, Phase.DEAL)
