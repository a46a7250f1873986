"""How a ship sails, and what the space does on which it comes to rest (R14-R18, R27-R67)."""

from typing import Any

import numpy as np

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import tell
from hoodwink.envs.rumini.actions import E_NO_TOKEN, E_TOKEN
from hoodwink.envs.rumini.state import MAX_MOVES, N_LETTERS, NONE, Event, Phase, Tool
from hoodwink.envs.rumini.table import FIRST_STOP, LAST_MARKET, N_KINDS, Kind
from hoodwink.envs.rumini.turn import (
    ask,
    ask_tool,
    await_chance,
    begin_move,
    carry_to,
    count_tokens,
    everyone,
    finish,
    has_letter,
    is_blue,
    kind_at,
    magnet_supply,
    miss,
    resolve,
    tool_count,
    tool_deck,
)

# The tool that a space asks for, and the turns lost without it (NONE: it asks for nothing).
ASKED = np.full(N_KINDS, NONE, np.int16)
LOST = np.zeros(N_KINDS, np.int16)
for _kind, _tool, _turns in (
    (Kind.FER, Tool.IRON_DROP, 2),
    (Kind.BAT, Tool.MAPMAKER, 1),
    (Kind.SZU, Tool.MAPMAKER, 2),
    (Kind.MUR, Tool.IRON_DROP, 1),
    (Kind.BIB, Tool.IRON_DROP, 2),
    (Kind.TIL, Tool.IRON_DROP, 2),
    (Kind.DHA, Tool.MAPMAKER, 1),
    (Kind.GULL, Tool.TURNING_WATER, 0),
    (Kind.FOREST, Tool.MAPMAKER, 0),
    (Kind.SHARK, Tool.TURNING_WATER, 2),
    (Kind.OCTOPUS, Tool.TURNING_WATER, 2),
):
    ASKED[_kind], LOST[_kind] = _tool, _turns


# -- sailing --------------------------------------------------------------------------------------


@rule
def sail(s: Any, t: Any) -> None:
    """Sail on along the way until the steps are used up or something stops the ship (R14, G9)."""
    p = s.turn
    while s.left > 0:
        y = t.beyond[s.at[p], s.way]
        if y == NONE:
            break
        if t.kind[y] == Kind.STRAIT:
            if tool_count(s, p) > 0:
                ask_at_strait(s)
                return
            break
        s.at[p] = y
        s.left -= 1
        if t.kind[y] >= FIRST_STOP:
            break
    come_to_rest(s)


@rule
def come_to_rest(s: Any) -> None:
    """End the move: the space acts, unless the ship has not moved (R17, G9)."""
    if s.left < s.length:
        s.staying[s.turn] = 0
        s.phase = Phase.LAND
    else:
        resolve(s, Phase.END_TURN)


@rule
def ask_at_strait(s: Any) -> None:
    """Ask for a Firecracker before the Dragon Strait (R58, G34)."""
    s.to_move = s.turn
    s.phase = Phase.TOOL
    s.asked = Tool.FIRECRACKER


@rule
def pass_strait(s: Any, t: Any, p: int) -> None:
    """Enter the Strait and sail on."""
    s.at[p] = t.beyond[s.at[p], s.way]
    s.left -= 1
    s.asked = NONE
    s.to_move = NONE
    s.phase = Phase.SAIL


@rule
def stop_at_strait(s: Any) -> None:
    """Stay before the Strait."""
    s.asked = NONE
    s.to_move = NONE
    come_to_rest(s)


# -- spaces ---------------------------------------------------------------------------------------


@rule
def land(s: Any, t: Any) -> None:
    """Let the space act that a move has reached; behind the tenth move none does (G25)."""
    p = s.turn
    kind = kind_at(s, t, p)
    if s.moves >= MAX_MOVES:
        resolve(s, Phase.END_TURN)
    elif ASKED[kind] != NONE:
        if tool_count(s, p) > 0:
            ask_tool(s, int(ASKED[kind]))
        else:
            go_without(s, p, kind)
    elif kind >= FIRST_STOP:
        land_on_island(s, t, p, kind)
    elif is_blue(kind):
        land_on_blue(s, p, kind - Kind.BLUE_N)
    elif Kind.ANCHOR_N <= kind <= Kind.ANCHOR_W:
        reach_anchor(s, t, p, kind - Kind.ANCHOR_N)
    else:
        land_at_sea(s, t, p, kind)


@rule
def go_without(s: Any, p: int, kind: int) -> None:
    """Bear what a space does to those who do not use its tool."""
    if kind == Kind.GULL:
        s.slow[p] = 2  # R57, G30
        resolve(s, Phase.END_TURN)
    elif kind == Kind.FOREST:
        s.reversed[p] = 1  # R63, G32
        resolve(s, Phase.END_TURN)
    else:
        miss(s, p, int(LOST[kind]))


@rule
def land_on_island(s: Any, t: Any, p: int, kind: int) -> None:
    """Do the task of an island that asks for no tool."""
    if kind == Kind.EHA:
        s.numbers_only[p] = 1  # R49, G33
    if kind <= LAST_MARKET:
        if s.treasures[p] > 0 and tool_deck(s, t) > 0:
            ask(s, Phase.BUY)  # G54
            return
    elif kind == Kind.ERC or kind == Kind.ORO:
        s.treasures[p] += 1  # R28, R32
    elif kind == Kind.CSI:
        s.treasures[p] += 1  # R38
        s.trip[p] = 1
    elif kind == Kind.KOP:
        gain_magnet(s, t, p)  # R45
    elif kind == Kind.PIT:
        s.bonus[p] = 1  # R35
        miss(s, p, 1)
        return
    elif kind == Kind.MOK:
        ask(s, Phase.MOKKA)  # R41
        return
    elif kind == Kind.SZP:
        await_chance(s, Event.SZILEX)  # R50
        return
    else:
        await_chance(s, Event.POKER)  # R33, R40, R46
        return
    resolve(s, Phase.END_TURN)


@rule
def gain_magnet(s: Any, t: Any, p: int) -> None:
    """Give seat `p` a magnet, if there is one (G7)."""
    if magnet_supply(s, t) > 0:
        s.magnets[p] += 1


@rule
def land_on_blue(s: Any, p: int, letter: int) -> None:
    """Ask whether to call the coast guard (R20, G12, G36)."""
    if tool_count(s, p) >= 2 and not (s.tokens[p] >> letter) & 1:
        ask_tool(s, Tool.FIRECRACKER)
    else:
        resolve(s, Phase.END_TURN)


@rule
def reach_anchor(s: Any, t: Any, p: int, letter: int) -> None:
    """Do the mission, if it is one, and win with the last (R8, R9, R51, G22, G43)."""
    resolve(s, Phase.END_TURN)
    if not has_letter(s, p, letter):
        s.no_token[p] = 1  # G51
        tell(s, everyone(s), E_NO_TOKEN + N_LETTERS * p + letter)
    elif not (s.tokens[p] >> letter) & 1:
        s.tokens[p] |= 1 << letter
        s.treasures[p] += 1
        tell(s, everyone(s), E_TOKEN + N_LETTERS * p + letter)
        if count_tokens(s, p) >= t.to_win:
            finish(s, 1 << int(p))


@rule
def land_at_sea(s: Any, t: Any, p: int, kind: int) -> None:
    """Meet with an adventure (R18)."""
    if kind == Kind.PIRATE:
        pay(s, p)  # R53
    elif kind == Kind.SHIPWRECK:
        s.treasures[p] += 1  # R54
        resolve(s, Phase.END_TURN)
    elif kind == Kind.STORM and s.length > 0:
        begin_move(s, s.way, 2 * s.length)  # R55, G23
    elif kind == Kind.BUTTERFLY or kind == Kind.RING:
        carry_to(s, t.ferrit)  # R29, R56
    elif kind == Kind.WHIRLPOOL:
        await_chance(s, Event.WHIRLPOOL)  # R60
    elif kind == Kind.BEETLE and t.n_beetles > 0:
        await_chance(s, Event.BEETLE)  # R25
    elif kind == Kind.CURRENT:
        await_chance(s, Event.CURRENT)  # R64
    else:
        resolve(s, Phase.END_TURN)


@rule
def pay(s: Any, p: int) -> None:
    """Hand over a treasure, or miss a turn (R33, R53, G39)."""
    if s.treasures[p] > 0:
        s.treasures[p] -= 1
        resolve(s, Phase.END_TURN)
    else:
        miss(s, p, 1)
