"""What a seat decides behind its move, and what chance brings there."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.rumini.actions import (
    A_ANCHOR,
    A_BUY,
    A_DECLINE,
    A_DIR,
    A_DISTANCE,
    A_LEAVE,
    A_MAGNET,
    A_PICK_A,
    A_PICK_B,
    A_STAY,
    A_TARGET,
    A_USE_TOOL,
    N_DICE,
    O_BEETLE,
    O_COMPASS,
    O_NUMBER,
    O_TOOL,
    seat_of,
)
from hoodwink.envs.rumini.decks import can_find, draw_beetle, draw_hidden, lose_tool, search
from hoodwink.envs.rumini.rolling import can_use_magnet, directions_of, use_magnet
from hoodwink.envs.rumini.spaces import gain_magnet, go_without, pass_strait, stop_at_strait
from hoodwink.envs.rumini.state import (
    ALL_DIRECTIONS,
    FERRIT_STEPS,
    N_ANCHORS,
    N_DIRECTIONS,
    N_ROLLED,
    N_TOOLS,
    NONE,
    STICKY_STEPS,
    WHIRL_STEPS,
    Event,
    Face,
    Letter,
    Phase,
    Tool,
)
from hoodwink.envs.rumini.table import Kind
from hoodwink.envs.rumini.turn import (
    announce,
    ask,
    ask_anchor,
    ask_direction,
    await_chance,
    begin_move,
    carry_to,
    has_letter,
    is_blue,
    kind_at,
    lapse,
    miss,
    resolve,
    show,
    tool_count,
    tool_deck,
)

# -- tools (R24, G12) -----------------------------------------------------------------------------


@rule
def can_use_tool(s: Any, t: Any, p: int) -> bool:
    """Return whether seat `p` may use the tool it is asked for."""
    kind = kind_at(s, t, p)
    if s.way == NONE and is_blue(kind):
        return bool(s.tools[p, s.asked] >= 2 and has_letter(s, p, kind - Kind.BLUE_N))  # R20
    return bool(s.tools[p, s.asked] > 0)


@rule
def step_tool(s: Any, t: Any, p: int, a: int) -> None:
    """Use the tool that is asked for, or decline."""
    announce(s, p, a)
    kind = kind_at(s, t, p)
    if a != A_DECLINE:
        lose_tool(s, p, int(s.asked))
        if s.way != NONE:
            pass_strait(s, t, p)
        else:
            use_tool(s, t, p, kind)
    elif s.way != NONE:
        stop_at_strait(s)
    elif is_blue(kind):
        resolve(s, Phase.END_TURN)
    else:
        go_without(s, p, kind)


@rule
def use_tool(s: Any, t: Any, p: int, kind: int) -> None:
    """Do what the tool is good for on a space of this kind."""
    if is_blue(kind):
        lose_tool(s, p, Tool.FIRECRACKER)  # the second
        ask_anchor(s, kind - Kind.BLUE_N)  # R20
    elif kind == Kind.FER:
        ask_direction(s, FERRIT_STEPS, ALL_DIRECTIONS)  # R29, G14
    elif kind == Kind.GULL:
        ask_anchor(s, Letter.N)  # R57
    elif kind == Kind.SHARK:
        carry_to(s, t.mokka)  # R65
    elif kind == Kind.TIL:
        start_search(s, t, p, Tool.TURNING_WATER)  # R47, G41
    else:
        if kind == Kind.BAT:
            s.treasures[p] += 1  # R30
        elif kind == Kind.FOREST:
            s.numbers_only[p] = 1  # R63
        elif kind != Kind.BIB:  # G16
            s.free_dir[p] = 1  # R34, R39, R48, R66, G15
        resolve(s, Phase.END_TURN)


@rule
def start_search(s: Any, t: Any, p: int, k: int) -> None:
    """Look for a tool in the deck (R23, G8)."""
    if can_find(s, t, k):
        await_chance(s, Event.SEARCH)
        s.asked = k
    else:
        end_search(s, t, p)


@rule
def end_search(s: Any, t: Any, p: int) -> None:
    """Go on behind a search: from Tiltott to Tukorto, from a market nowhere."""
    if kind_at(s, t, p) == Kind.TIL:
        ask_anchor(s, Letter.W)
    else:
        resolve(s, Phase.END_TURN)


@rule
def step_search(s: Any, t: Any, p: int, o: int) -> None:
    """Turn a card of the search; on a market the one that is wanted is paid."""
    wanted = int(s.asked)
    if search(s, t, p, o - O_TOOL, wanted):
        if kind_at(s, t, p) != Kind.TIL:
            s.treasures[p] -= 1
        end_search(s, t, p)


@rule
def step_buy(s: Any, t: Any, p: int, a: int) -> None:
    """Name a tool at a market (R23), or buy nothing."""
    announce(s, p, a)
    if a == A_DECLINE:
        resolve(s, Phase.END_TURN)
    else:
        start_search(s, t, p, a - A_BUY)


@rule
def step_discard(s: Any, p: int, a: int) -> None:
    """Give up a tool (FB10, FB12)."""
    announce(s, p, a)
    lose_tool(s, p, a - A_USE_TOOL)
    resolve(s, Phase.END_TURN)


# -- directions and places ------------------------------------------------------------------------


@rule
def legal_directions(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark the directions of a move of given length; Ferrit and Szilex let a ship stay (G14)."""
    kind = kind_at(s, t, p)
    for d in range(N_DIRECTIONS):
        mask[A_DIR + d] = (s.directions >> d) & 1
    if kind == Kind.FER or kind == Kind.SZP:
        mask[A_DECLINE] = 1
    if kind == Kind.STICKY and can_use_magnet(s, p, s.directions):
        mask[A_MAGNET] = 1  # G31


@rule
def step_direction(s: Any, t: Any, p: int, a: int) -> None:
    """Sail in a direction, or stay."""
    if a == A_MAGNET:
        use_magnet(s, p)
        ask_direction(s, STICKY_STEPS, ALL_DIRECTIONS)
        return
    announce(s, p, a)
    if a == A_DECLINE:
        resolve(s, Phase.END_TURN)
        return
    if kind_at(s, t, p) == Kind.STICKY:
        lapse(s, t, p)
    begin_move(s, a - A_DIR, int(s.distance))


@rule
def step_anchor(s: Any, t: Any, p: int, a: int) -> None:
    """Go to an anchor space; to a guest on Mokka this is the move of the turn (R41)."""
    announce(s, p, a)
    if s.staying[p]:
        lapse(s, t, p)
    i = a - A_ANCHOR
    carry_to(s, t.anchors[i // N_ANCHORS, i % N_ANCHORS])


@rule
def step_mokka(s: Any, p: int, a: int) -> None:
    """Stay on Mokka or leave (R41)."""
    announce(s, p, a)
    s.staying[p] = 1 if a == A_STAY else 0
    resolve(s, Phase.END_TURN)


@rule
def step_pick(s: Any, t: Any, p: int, a: int) -> None:
    """Choose a die of the current, which carries by twice of it (R64, G24)."""
    announce(s, p, a)
    v = s.rolled[0] if a == A_PICK_A else s.rolled[1]
    begin_move(s, t.flow[s.at[p]], 2 * int(v))


@rule
def step_distance(s: Any, p: int, a: int) -> None:
    """Choose how far the Fair Wind carries (FB5)."""
    announce(s, p, a)
    ask_direction(s, a - A_DISTANCE, ALL_DIRECTIONS)


@rule
def step_target(s: Any, p: int, a: int) -> None:
    """Swap places with another seat (FB15); a stay on Mokka ends."""
    announce(s, p, a)
    q = seat_of(p, a - A_TARGET, s.n_seats)
    x = s.at[p]
    s.at[p] = s.at[q]
    s.at[q] = x
    s.staying[p] = 0
    s.staying[q] = 0
    s.moves += 1
    resolve(s, Phase.END_TURN)


@rule
def legal_other(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark what is possible in the rarer phases."""
    if s.phase == Phase.BUY:
        mask[A_DECLINE] = 1
        for k in range(N_TOOLS):
            mask[A_BUY + k] = 1  # G8
    elif s.phase == Phase.ANCHOR:
        for i in range(N_ANCHORS):
            if t.anchors[s.letter, i] != NONE:
                mask[A_ANCHOR + N_ANCHORS * s.letter + i] = 1
    elif s.phase == Phase.MOKKA:
        mask[A_STAY] = 1
        mask[A_LEAVE] = 1
    elif s.phase == Phase.TARGET:
        for r in range(1, s.n_seats):
            mask[A_TARGET + r] = 1
    elif s.phase == Phase.PICK:
        mask[A_PICK_A] = 1
        if s.rolled[0] != s.rolled[1]:
            mask[A_PICK_B] = 1
    elif s.phase == Phase.DISTANCE:
        for v in range(1, N_DICE + 1):
            mask[A_DISTANCE + v] = 1
    else:
        for k in range(N_TOOLS):
            if s.tools[p, k] > 0:
                mask[A_USE_TOOL + k] = 1


# -- chance ---------------------------------------------------------------------------------------


@rule
def step_drawn_tool(s: Any, t: Any, p: int, o: int) -> None:
    """Take the tool that was drawn as a reward, or by FB3."""
    draw_hidden(s, t, p, o - O_TOOL)
    resolve(s, Phase.HEADING if s.event == Event.REWARD else Phase.END_TURN)


@rule
def step_poker(s: Any, p: int, o: int) -> None:
    """Win a treasure with 4 to 6, lose one with less (R33)."""
    show(s, o)
    if o - O_NUMBER + 1 >= 4:
        s.treasures[p] += 1
        resolve(s, Phase.END_TURN)
    elif s.treasures[p] > 0:
        s.treasures[p] -= 1
        resolve(s, Phase.END_TURN)
    else:
        miss(s, p, 1)


@rule
def step_szilex(s: Any, p: int, o: int) -> None:
    """Lose two turns with an odd number, or sail by twice an even one (R50)."""
    show(s, o)
    v = o - O_NUMBER + 1
    if v % 2 == 1:
        miss(s, p, 2)
    else:
        ask_direction(s, 2 * v, ALL_DIRECTIONS)


@rule
def step_current(s: Any, o: int) -> None:
    """Note a die of the current (G24)."""
    show(s, o)
    s.rolled[s.n_rolled] = o - O_NUMBER + 1
    s.n_rolled += 1
    if s.n_rolled == 2:
        s.event = NONE
        s.phase = Phase.PICK
        s.to_move = s.turn


@rule
def step_whirlpool(s: Any, o: int) -> None:
    """Note a face of the whirlpool; two alike of three carry the ship (R60, G27)."""
    show(s, o)
    s.rolled[s.n_rolled] = o - O_COMPASS
    s.n_rolled += 1
    if s.n_rolled < N_ROLLED:
        return
    a, b, c = s.rolled[0], s.rolled[1], s.rolled[2]
    if a != b and a != c and b != c:
        resolve(s, Phase.END_TURN)  # G47
        return
    face = a if a == b or a == c else b
    if face < Face.CROSS:
        begin_move(s, 2 * int(face), WHIRL_STEPS)
    else:
        ask_direction(s, WHIRL_STEPS, directions_of(face))


@rule
def step_beetle(s: Any, t: Any, p: int, o: int) -> None:
    """Carry out a Fortuna Beetle card (R25)."""
    card = o - O_BEETLE + 1
    draw_beetle(s, t, card - 1)
    if card == 5:
        ask(s, Phase.DISTANCE)
    elif card == 6:
        drift(s, t, p)
    elif card == 8 or card == 9:
        miss(s, p, card - 7)
    elif card == 10 and s.treasures[p] > 0:
        s.treasures[p] -= 1
        resolve(s, Phase.END_TURN)
    elif card == 10 or card == 12:
        if tool_count(s, p) > 0:
            ask(s, Phase.DISCARD_TOOL)
        else:
            resolve(s, Phase.END_TURN)
    elif card == 3 and tool_deck(s, t) > 0:
        await_chance(s, Event.FB3)
    elif card == 14 and t.ferrit != NONE:
        carry_to(s, t.ferrit)
    elif card == 15:
        ask(s, Phase.TARGET)
    else:
        take_gift(s, t, p, card)
        resolve(s, Phase.END_TURN)


@rule
def drift(s: Any, t: Any, p: int) -> None:
    """Be carried to the nearest blue square (FB6)."""
    if t.nearest_blue[s.at[p]] != NONE:
        carry_to(s, t.nearest_blue[s.at[p]])
    else:
        resolve(s, Phase.END_TURN)


@rule
def take_gift(s: Any, t: Any, p: int, card: int) -> None:
    """Do what a card says that asks nobody and carries nobody to a task."""
    if card <= 2:
        s.treasures[p] += card
    elif card == 4:
        gain_magnet(s, t, p)
    elif card == 7:
        s.bonus[p] = 1
    elif card == 11:
        s.magnets[p] = 0
    elif card == 13:
        s.at[p] = t.start  # no effect there
        s.moves += 1
