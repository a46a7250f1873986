"""A turn from its roll to its move (R10-R13, R21, R35, R38, R41, R52, R57, R62, R63)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.rumini.actions import (
    A_DOUBLES_MAGNET,
    A_DOUBLES_TOOL,
    A_MAGNET,
    A_MOVE_2A,
    A_MOVE_2B,
    A_MOVE_A,
    A_MOVE_B,
    O_COMPASS,
    O_NUMBER,
)
from hoodwink.envs.rumini.state import (
    ALL_DIRECTIONS,
    FOUR_DIRECTIONS,
    N_DIRECTIONS,
    NONE,
    STICKY_STEPS,
    Event,
    Face,
    Letter,
    Phase,
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
    kind_at,
    lapse,
    magnet_supply,
    resolve,
    show,
    tool_deck,
    value_of,
)

# -- the dice -------------------------------------------------------------------------------------


@rule
def rolls_compass(s: Any, t: Any, p: int) -> bool:
    """Return whether the roll of this turn is with the compass die (R52, G33, G20)."""
    if kind_at(s, t, p) == Kind.STICKY:
        return True
    return not (s.numbers_only[p] or s.staying[p])


@rule
def is_compass_due(s: Any, t: Any) -> bool:
    """Return whether the compass die is the next of the roll of this turn."""
    return bool(s.compass == NONE and s.die_a == 0 and rolls_compass(s, t, s.turn))


@rule
def weigh_compass(t: Any, weights: Any) -> None:
    """Weigh the faces of the compass die."""
    for face in range(len(t.compass)):
        weights[O_COMPASS + face] = t.compass[face]


@rule
def weigh_number(t: Any, weights: Any) -> None:
    """Weigh the faces of a number die."""
    for v in range(t.die):
        weights[O_NUMBER + v] = 1


@rule
def step_dice(s: Any, t: Any, o: int) -> None:
    """Note a die of the roll that opens the turn; the roll may be complete then."""
    show(s, o)
    if o < O_NUMBER:
        s.compass = o - O_COMPASS
        if kind_at(s, t, s.turn) == Kind.STICKY:
            ask_direction(s, STICKY_STEPS, open_directions(s, t, s.turn))  # R52
    elif s.die_a == 0:
        s.die_a = o - O_NUMBER + 1
    else:
        s.die_b = o - O_NUMBER + 1
        is_double = s.die_a == s.die_b
        if is_double and (magnet_supply(s, t) > 0 or tool_deck(s, t) > 0):
            ask(s, Phase.DOUBLES)  # R13, G37, G54
        else:
            resolve(s, Phase.HEADING)


@rule
def legal_doubles(s: Any, t: Any, mask: Any) -> None:
    """Mark the rewards there are for equal dice."""
    mask[A_DOUBLES_MAGNET] = 1 if magnet_supply(s, t) > 0 else 0
    mask[A_DOUBLES_TOOL] = 1 if tool_deck(s, t) > 0 else 0


@rule
def step_doubles(s: Any, p: int, a: int) -> None:
    """Take the reward (R13)."""
    announce(s, p, a)
    if a == A_DOUBLES_MAGNET:
        s.magnets[p] += 1
        resolve(s, Phase.HEADING)
    else:
        await_chance(s, Event.REWARD)


# -- where to -------------------------------------------------------------------------------------


@rule
def head(s: Any, t: Any) -> None:
    """Go on behind the roll: a trip, a stay on Mokka or the ice come before a move."""
    p = s.turn
    if s.staying[p]:
        if leaves_mokka(s.die_a) or leaves_mokka(s.die_b):
            ask_anchor(s, Letter.S)  # R41
        else:
            end_without_move(s, t, p)
    elif s.trip[p] and (s.die_a % 2 == 1 or s.die_b % 2 == 1):
        lapse(s, t, p)
        carry_to(s, t.pityokos)  # R38, G19
    elif is_frozen(s, t, p):
        end_without_move(s, t, p)
    else:
        ask(s, Phase.MOVE)


@rule
def end_without_move(s: Any, t: Any, p: int) -> None:
    """End the turn; the flags of the roll are used up all the same (G28)."""
    lapse(s, t, p)
    resolve(s, Phase.END_TURN)


@rule
def leaves_mokka(v: int) -> bool:
    """Return whether a guest may leave Mokka with this number (R41, G20)."""
    return v == 1 or v == 6


@rule
def is_frozen(s: Any, t: Any, p: int) -> bool:
    """Return whether the ship stays in the ice (R62, G28, G29)."""
    if kind_at(s, t, p) != Kind.ICE or s.free_dir[p] or s.bonus[p] or s.compass == NONE:
        return False
    return bool(s.compass != Face.S and s.compass != Face.STAR)


@rule
def directions_of(face: int) -> int:
    """Return the directions that a face of the compass die opens, as bits (R11)."""
    if face == Face.STAR:
        return ALL_DIRECTIONS
    if face == Face.CROSS:
        return FOUR_DIRECTIONS
    return 1 << (2 * int(face))


@rule
def open_directions(s: Any, t: Any, p: int) -> int:
    """Return the directions that are open in this turn, as bits (R11, R21, G15, G32, G33)."""
    if s.magnet_used or s.free_dir[p]:
        return ALL_DIRECTIONS
    if kind_at(s, t, p) == Kind.STICKY:
        return directions_of(s.compass)
    if s.bonus[p] or s.compass == NONE:
        return ALL_DIRECTIONS
    if s.reversed[p] and s.compass < Face.CROSS:
        return directions_of((s.compass + 2) % 4)
    return directions_of(s.compass)


@rule
def can_use_magnet(s: Any, p: int, directions: int) -> bool:
    """Return whether a magnet may be spent, and opens something (G38)."""
    return bool(s.magnets[p] > 0 and not s.magnet_used and directions != ALL_DIRECTIONS)


@rule
def legal_moves(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark the moves by either die, and a magnet."""
    directions = open_directions(s, t, p)
    differ = s.die_a != s.die_b  # G37
    bonus = s.bonus[p]
    for d in range(N_DIRECTIONS):
        if (directions >> d) & 1:
            mask[A_MOVE_A + d] = 1
            if differ:
                mask[A_MOVE_B + d] = 1
            if bonus:
                mask[A_MOVE_2A + d] = 1
                if differ:
                    mask[A_MOVE_2B + d] = 1
    if can_use_magnet(s, p, directions):
        mask[A_MAGNET] = 1


@rule
def use_magnet(s: Any, p: int) -> None:
    """Spend a magnet: all directions are open (R21)."""
    announce(s, p, A_MAGNET)
    s.magnets[p] -= 1
    s.magnet_used = 1


@rule
def move_length(s: Any, p: int, a: int) -> int:
    """Return how far the move `a` goes: slowed, then doubled (G18, G52)."""
    by_b = A_MOVE_B <= a < A_MOVE_2A or a >= A_MOVE_2B
    v = value_of(s, p, int(s.die_b if by_b else s.die_a))
    return 2 * v if a >= A_MOVE_2A else v


@rule
def step_move(s: Any, t: Any, p: int, a: int) -> None:
    """Move by a die in a direction (R12)."""
    if a == A_MAGNET:
        use_magnet(s, p)
        return
    announce(s, p, a)
    length = move_length(s, p, a)
    lapse(s, t, p)
    begin_move(s, (a - A_MOVE_A) % N_DIRECTIONS, length)
