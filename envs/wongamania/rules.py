"""Who decides, what is possible, and what follows: the rules of Wongamania phase by phase."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import CHANCE, OVER
from hoodwink.envs.wongamania.actions import (
    A_GRID,
    A_PASS,
    A_PLAY,
    A_SELL,
    A_SHIFT,
    A_TARGET,
    A_TARGET_SELF,
    O_BANK_CARD,
    O_CARD,
    O_CHAIR,
    O_DIE,
    O_LOSE,
    O_TIE,
    seat_of,
)
from hoodwink.envs.wongamania.cards import act, aim, legal_acts, legal_sales, legal_targets, shift
from hoodwink.envs.wongamania.effects import classes_of, give_up, lose, sell_for_card
from hoodwink.envs.wongamania.opps import answer, answer_window, open_window
from hoodwink.envs.wongamania.rounds import (
    begin_round,
    break_tie,
    choose_chair,
    deal_to,
    draw,
    draw_from_bank,
    drawn,
    end_mulligan,
    legal_mulligan,
    mulligan,
    paid,
    pass_on,
    payday,
    pick_grid,
    roll,
    sell_for_payday,
    weigh_faces,
    weigh_tied,
)
from hoodwink.envs.wongamania.state import N_CARDS, N_GRIDS, N_PHASES, NONE, Phase
from hoodwink.envs.wongamania.turn import announce

ALL_CLASSES = 7


@rule
def actor(s: Any) -> int:
    """Return who is to move."""
    if s.phase == Phase.OVER:
        return OVER
    return int(s.to_move) if s.to_move != NONE else CHANCE


@rule
def legal(s: Any, t: Any, mask: Any) -> None:
    """Mark what the seat to move may do."""
    p = s.to_move
    if s.phase == Phase.ACT:
        legal_acts(s, t, p, mask)
    elif s.phase == Phase.WINDOW:
        mask[A_PASS] = 1
        mask[A_PLAY + answer(s)] = 1
    elif s.phase == Phase.TARGET:
        legal_targets(s, p, mask)
    elif s.phase == Phase.SHIFT:
        for k in range(4):
            mask[A_SHIFT + k] = 1
    elif s.phase == Phase.FORCED_SALE:
        legal_sales(s, t, p, ALL_CLASSES, mask)
    elif s.phase == Phase.FORCED_LOSS:
        legal_sales(s, t, p, classes_of(s.card), mask)
    elif s.phase == Phase.MULLIGAN:
        legal_mulligan(s, t, p, mask)
    elif s.phase == Phase.START_GRID:
        for x in range(N_GRIDS):
            if t.grids[x]:
                mask[A_GRID + x] = 1


@rule
def chance(s: Any, t: Any, weights: Any) -> None:
    """Weigh the outcomes of the chance event that is due (section (e), G46)."""
    if s.phase == Phase.DRAW:
        for c in range(N_CARDS):
            weights[O_CARD + c] = s.unseen[c]
    elif s.phase == Phase.BANK_DRAW:
        for c in range(N_CARDS):
            weights[O_BANK_CARD + c] = s.unseen[c]
    elif s.phase == Phase.ROLL:
        weigh_faces(t, weights)
    elif s.phase == Phase.LOSE:
        for c in range(N_CARDS):
            weights[O_LOSE + c] = s.hand[s.target, c]
    elif s.phase == Phase.TIE:
        weigh_tied(s, t, weights)
    elif s.phase == Phase.DEAL:
        for p in range(s.n_seats):
            weights[O_CHAIR + p] = t.chairs[p]


# -- steps ----------------------------------------------------------------------------------------


@rule
def step(s: Any, t: Any, a: int) -> None:
    """Carry out a decision or an outcome, and what follows by itself."""
    if s.to_move == NONE:
        happen(s, a)
    else:
        decide(s, t, s.to_move, a)
    while s.phase >= N_PHASES:
        go_on(s, t)


@rule
def happen(s: Any, o: int) -> None:
    """Carry out an outcome of chance."""
    if s.phase == Phase.DRAW:
        draw(s, o - O_CARD)
    elif s.phase == Phase.BANK_DRAW:
        draw_from_bank(s, o - O_BANK_CARD)
    elif s.phase == Phase.ROLL:
        roll(s, o - O_DIE)
    elif s.phase == Phase.LOSE:
        lose(s, o - O_LOSE)
    elif s.phase == Phase.TIE:
        break_tie(s, o - O_TIE)
    else:
        choose_chair(s, o - O_CHAIR)


@rule
def decide(s: Any, t: Any, p: int, a: int) -> None:
    """Carry out a decision of seat `p`."""
    if s.phase == Phase.ACT:
        act(s, t, p, a)
    elif s.phase == Phase.WINDOW:
        answer_window(s, t, p, a)
    elif s.phase == Phase.TARGET:
        aim(s, t, p, a, p if a == A_TARGET_SELF else seat_of(p, a - A_TARGET, s.n_seats))
    elif s.phase == Phase.SHIFT:
        shift(s, p, a)
    elif s.phase == Phase.MULLIGAN:
        mulligan(s, p, a)
    elif s.phase == Phase.START_GRID:
        pick_grid(s, p, a)
    else:
        let_go(s, t, p, a)


@rule
def let_go(s: Any, t: Any, p: int, a: int) -> None:
    """Sell an Asset for a debt, or give it up unpaid."""
    announce(s, p, a)
    c = a - A_SELL
    if s.phase == Phase.FORCED_LOSS:
        give_up(s, t, p, c)
    elif s.card == NONE:
        sell_for_payday(s, t, p, c)
    else:
        sell_for_card(s, t, p, c)


@rule
def go_on(s: Any, t: Any) -> None:
    """Carry out one step that nobody decides."""
    if s.phase == Phase.PAYDAY:
        payday(s, t)
    elif s.phase == Phase.PAID:
        paid(s, t)
    elif s.phase == Phase.END_TURN:
        open_window(s, t)
    elif s.phase == Phase.PASS_ON:
        pass_on(s, t)
    elif s.phase == Phase.ROUND:
        begin_round(s)
    elif s.phase == Phase.DRAWN:
        drawn(s, t)
    elif s.phase == Phase.DEALT_TO:
        deal_to(s, t)
    else:
        end_mulligan(s)
