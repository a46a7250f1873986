"""Rumini: who decides, what is possible, and what follows.

R and G numbers are those of RULES.md. The other parts: deal.py (the set-up), rolling.py (from the
roll to the move), spaces.py (sailing, and what spaces do), deeds.py (decisions behind the move, and
chance there), decks.py (tools and Beetle cards), turn.py (shared steps).
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import CHANCE, OVER, tell
from hoodwink.envs.rumini.actions import (
    A_DECLINE,
    A_ROLL,
    A_USE_TOOL,
    E_MISSED,
    seat_of,
)
from hoodwink.envs.rumini.deal import step_deal, weigh_deal
from hoodwink.envs.rumini.decks import weigh_beetles, weigh_tools
from hoodwink.envs.rumini.deeds import (
    can_use_tool,
    legal_directions,
    legal_other,
    step_anchor,
    step_beetle,
    step_buy,
    step_current,
    step_direction,
    step_discard,
    step_distance,
    step_drawn_tool,
    step_mokka,
    step_pick,
    step_poker,
    step_search,
    step_szilex,
    step_target,
    step_tool,
    step_whirlpool,
)
from hoodwink.envs.rumini.rolling import (
    head,
    is_compass_due,
    legal_doubles,
    legal_moves,
    step_dice,
    step_doubles,
    step_move,
    weigh_compass,
    weigh_number,
)
from hoodwink.envs.rumini.spaces import land, sail
from hoodwink.envs.rumini.state import NONE, Event, Phase
from hoodwink.envs.rumini.turn import (
    announce,
    ask,
    await_chance,
    everyone,
    finish,
    forget_turn,
    leaders,
)

# -- who decides, and what is possible ------------------------------------------------------------


@rule
def actor(s: Any) -> int:
    """Return the seat to move, CHANCE or OVER."""
    if s.phase == Phase.OVER:
        return OVER
    return int(s.to_move) if s.to_move != NONE else CHANCE


@rule
def chance(s: Any, t: Any, weights: Any) -> None:
    """Write the weights of the outcomes of the chance event that is due."""
    if s.phase == Phase.DEAL:
        weigh_deal(s, t, weights)
    elif s.event == Event.DICE:
        if is_compass_due(s, t):
            weigh_compass(t, weights)
        else:
            weigh_number(t, weights)
    elif s.event == Event.WHIRLPOOL:
        weigh_compass(t, weights)
    elif s.event == Event.BEETLE:
        weigh_beetles(s, t, weights)
    elif s.event == Event.REWARD or s.event == Event.FB3 or s.event == Event.SEARCH:
        weigh_tools(s, t, weights)
    else:
        weigh_number(t, weights)


@rule
def legal(s: Any, t: Any, mask: Any) -> None:
    """Mark the legal actions of the seat to move."""
    p = s.to_move
    if s.phase == Phase.ROLL:
        mask[A_ROLL] = 1
    elif s.phase == Phase.MOVE:
        legal_moves(s, t, p, mask)
    elif s.phase == Phase.TOOL:
        mask[A_DECLINE] = 1
        if can_use_tool(s, t, p):
            mask[A_USE_TOOL + s.asked] = 1
    elif s.phase == Phase.DIR:
        legal_directions(s, t, p, mask)
    elif s.phase == Phase.DOUBLES:
        legal_doubles(s, t, mask)
    else:
        legal_other(s, t, p, mask)


# -- a step ---------------------------------------------------------------------------------------


@rule
def step(s: Any, t: Any, a: int) -> None:
    """Play the action or outcome `a`, and all that follows of itself.

    What is deep is reached from here alone, through an internal phase: each caller of a rule
    compiles the rule's whole subtree again.
    """
    p = s.turn
    if s.phase == Phase.CHANCE:
        step_chance(s, t, p, a)
    elif s.phase == Phase.ROLL:
        announce(s, p, a)
        await_chance(s, Event.DICE)
    elif s.phase == Phase.MOVE:
        step_move(s, t, p, a)
    elif s.phase == Phase.DEAL:
        step_deal(s, t, a)
    else:
        decide(s, t, p, a)
    while s.phase > Phase.OVER:
        go_on_by_itself(s, t)


@rule
def decide(s: Any, t: Any, p: int, a: int) -> None:
    """Play a decision of a rarer phase."""
    if s.phase == Phase.DOUBLES:
        step_doubles(s, p, a)
    elif s.phase == Phase.DIR:
        step_direction(s, t, p, a)
    elif s.phase == Phase.TOOL:
        step_tool(s, t, p, a)
    elif s.phase == Phase.BUY:
        step_buy(s, t, p, a)
    elif s.phase == Phase.ANCHOR:
        step_anchor(s, t, p, a)
    elif s.phase == Phase.MOKKA:
        step_mokka(s, p, a)
    elif s.phase == Phase.TARGET:
        step_target(s, p, a)
    elif s.phase == Phase.PICK:
        step_pick(s, t, p, a)
    elif s.phase == Phase.DISTANCE:
        step_distance(s, p, a)
    else:
        step_discard(s, p, a)


@rule
def step_chance(s: Any, t: Any, p: int, o: int) -> None:
    """Play an outcome of chance inside a turn."""
    if s.event == Event.DICE:
        step_dice(s, t, o)
    elif s.event == Event.SEARCH:
        step_search(s, t, p, o)
    elif s.event == Event.REWARD or s.event == Event.FB3:
        step_drawn_tool(s, t, p, o)
    elif s.event == Event.BEETLE:
        step_beetle(s, t, p, o)
    elif s.event == Event.CURRENT:
        step_current(s, o)
    elif s.event == Event.WHIRLPOOL:
        step_whirlpool(s, o)
    elif s.event == Event.POKER:
        step_poker(s, p, o)
    else:
        step_szilex(s, p, o)


@rule
def go_on_by_itself(s: Any, t: Any) -> None:
    """Do what comes next without anybody's decision."""
    if s.phase == Phase.SAIL:
        sail(s, t)
    elif s.phase == Phase.LAND:
        land(s, t)
    elif s.phase == Phase.HEADING:
        head(s, t)
    else:
        end_turn(s, t)


@rule
def end_turn(s: Any, t: Any) -> None:
    """Pass the turn on; who has turns to miss is passed over, the rounds are counted (G17, G45)."""
    forget_turn(s)
    while True:
        q = seat_of(s.turn, 1, s.n_seats)
        if q == s.first:
            if s.round == t.max_rounds:
                finish(s, leaders(s))
                return
            s.round += 1
        s.turn = q
        if s.skip[q] == 0:
            ask(s, Phase.ROLL)
            return
        s.skip[q] -= 1
        tell(s, everyone(s), E_MISSED + q)
