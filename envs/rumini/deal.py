"""The set-up: first player, mission cards, tools (R2-R6, G3, G50)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import forget_events, tell
from hoodwink.envs.rumini.actions import (
    E_MISSION_DEALT,
    E_OUTCOME,
    O_FIRST,
    O_MISSION,
    O_TOOL,
    seat_of,
)
from hoodwink.envs.rumini.decks import draw_hidden, put_at_bottom, weigh_tools
from hoodwink.envs.rumini.state import (
    MOST_BEETLES,
    MOST_TOOLS,
    N_CARDS,
    N_TOOLS,
    NONE,
    SEATS,
    Phase,
)
from hoodwink.envs.rumini.turn import ask, forget_turn, others, show, tool_count


@rule
def deal(s: Any, t: Any) -> None:
    """Put `s` before the deal."""
    forget_events(s)
    s.n_seats = t.n_seats
    s.first = 0
    s.drawn = 0
    s.turn = 0
    s.round = 1
    s.winners = 0
    forget_turn(s)
    s.n_tool_bottom = 0
    s.n_beetle_bottom = 0
    for i in range(MOST_TOOLS):
        s.tool_bottom[i] = NONE
    for i in range(MOST_BEETLES):
        s.beetle_bottom[i] = NONE
    for p in range(SEATS):
        seat_at_start(s, t, p)
    for k in range(N_TOOLS):
        s.gone[k] = 0
    s.phase = Phase.DEAL
    s.to_move = NONE


@rule
def seat_at_start(s: Any, t: Any, p: int) -> None:
    """Put what belongs to seat `p` before the deal."""
    s.at[p] = t.start if p < s.n_seats else NONE
    s.mission[p] = NONE
    for k in range(N_TOOLS):
        s.tools[p, k] = 0
        s.known_tools[p, k] = 0
        s.least[p, k] = 0
    s.treasures[p] = 0
    s.magnets[p] = 0
    s.tokens[p] = 0
    s.skip[p] = 0
    s.slow[p] = 0
    s.free_dir[p] = 0
    s.bonus[p] = 0
    s.numbers_only[p] = 0
    s.reversed[p] = 0
    s.trip[p] = 0
    s.staying[p] = 0
    s.no_token[p] = 0


@rule
def are_missions_dealt(s: Any) -> bool:
    """Return whether every seat has its mission card."""
    for p in range(s.n_seats):
        if s.mission[p] == NONE:
            return False
    return True


@rule
def weigh_deal(s: Any, t: Any, weights: Any) -> None:
    """Weigh what the deal brings next: first player, a mission card, a tool."""
    if not s.drawn:
        for p in range(s.n_seats):
            weights[O_FIRST + p] = 1
    elif are_missions_dealt(s):
        weigh_tools(s, t, weights)
    else:
        for c in range(N_CARDS):
            weights[O_MISSION + c] = t.cards[c]
        for p in range(s.n_seats):
            if s.mission[p] != NONE:
                weights[O_MISSION + int(s.mission[p])] = 0


@rule
def step_deal(s: Any, t: Any, o: int) -> None:
    """Deal what `o` says to the seat whose turn it is."""
    p = s.turn
    if o < O_MISSION:
        s.drawn = 1
        s.first = o - O_FIRST
        s.turn = s.first
        show(s, o)
    elif o < O_TOOL:
        deal_mission(s, t, p, o - O_MISSION)
        s.turn = seat_of(p, 1, s.n_seats)
    else:
        deal_tool(s, t, p, o - O_TOOL)
        if tool_count(s, p) == t.start_tools:
            s.turn = seat_of(p, 1, s.n_seats)
    if s.drawn and are_missions_dealt(s) and tool_count(s, s.turn) == t.start_tools:
        ask(s, Phase.ROLL)


@rule
def deal_mission(s: Any, t: Any, p: int, c: int) -> None:
    """Deal seat `p` a mission card, and treasure and magnet with it (R5)."""
    s.mission[p] = c
    s.treasures[p] = t.start_treasures
    s.magnets[p] = t.start_magnets
    if t.open_hands:
        show(s, O_MISSION + c)
    else:
        tell(s, 1 << p, E_OUTCOME + O_MISSION + c)
        tell(s, others(s, p), E_MISSION_DEALT)


@rule
def deal_tool(s: Any, t: Any, p: int, k: int) -> None:
    """Deal seat `p` a tool; one of a kind it has goes to the bottom, and all see it (R6, G50)."""
    if s.tools[p, k] > 0:
        s.known_tools[p, k] = 1
        for j in range(N_TOOLS):
            s.least[p, j] = 0
        show(s, O_TOOL + k)
        put_at_bottom(s, k)
        return
    draw_hidden(s, t, p, k)
    if tool_count(s, p) == 2:  # the two differ
        for j in range(N_TOOLS):
            all_unknown = True
            for i in range(N_TOOLS):
                if s.known_tools[p, i] > 0 and i != j:
                    all_unknown = False
            s.least[p, j] = 1 if all_unknown else 0
