"""A rule bot for Rumini: takes the move that brings its missions home soonest.

It reads its observation and the public tables only; `to_go` of the tables says how many turns a
lone ship needs from every space. Tools in hand, magnets and treasures are judged by simple rules.
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.rng import pick_legal
from hoodwink.envs.rumini.actions import (
    A_ANCHOR,
    A_BUY,
    A_DECLINE,
    A_DIR,
    A_DISTANCE,
    A_DOUBLES_MAGNET,
    A_DOUBLES_TOOL,
    A_LEAVE,
    A_MAGNET,
    A_MOVE_2A,
    A_MOVE_2B,
    A_MOVE_A,
    A_MOVE_B,
    A_PICK_A,
    A_PICK_B,
    A_STAY,
    A_TARGET,
    A_USE_TOOL,
    N_DICE,
)
from hoodwink.envs.rumini.observe import (
    B_ASKED,
    B_DIE_A,
    B_DIE_B,
    B_DISTANCE,
    B_LEFT,
    B_LETTER,
    B_MISSION,
    B_NUMBERS,
    B_PHASE,
    B_SEAT,
    B_TOOLS,
    B_WAY,
    S_SKIP,
    S_TOKENS,
    S_X,
    SEAT_SIZE,
)
from hoodwink.envs.rumini.spaces import ASKED, LOST
from hoodwink.envs.rumini.state import (
    MAX_DIE,
    N_ANCHORS,
    N_CARDS,
    N_DIRECTIONS,
    N_LETTERS,
    N_PHASES,
    N_TOOLS,
    NONE,
    OMITTED,
    SEATS,
    SLOWED,
    Phase,
    Tool,
)
from hoodwink.envs.rumini.table import FIRST_STOP, LAST_MARKET, MAX_WIDTH, Kind

TURN = 100  # to_go counts in hundredths of a turn
WORST = 32000
WIN = -1000
MAGNET_WORTH = 250  # turns a magnet must save, in hundredths
STAY_ON_MOKKA = 180  # 9/5 turns until a 1 or a 6
SETS = 1 << N_LETTERS


# -- what it sees ---------------------------------------------------------------------------------


@rule
def hot(observation: Any, at: int, n: int) -> int:
    """Return which of `n` features is set, NONE if none is."""
    for i in range(n):
        if observation[at + i]:
            return i
    return NONE


@rule
def space_of(observation: Any, r: int) -> int:
    """Return the space of the r-th seat clockwise."""
    at = B_SEAT + SEAT_SIZE * r + S_X
    return MAX_WIDTH * int(observation[at + 1]) + int(observation[at])


@rule
def missions_left(observation: Any) -> int:
    """Return as bits the letters of the own card without a token."""
    card = hot(observation, B_MISSION, N_CARDS)
    bits = 0
    for letter in range(N_LETTERS):
        if card != NONE and OMITTED[card] != letter and not observation[B_SEAT + S_TOKENS + letter]:
            bits |= 1 << letter
    return bits


@rule
def tokens_needed(observation: Any, t: Any) -> int:
    """Return how many missions are still to be done."""
    n = t.to_win
    for letter in range(N_LETTERS):
        n -= observation[B_SEAT + S_TOKENS + letter]
    return int(n)


@rule
def size_of(letters: int) -> int:
    """Return how many letters a set has."""
    n = 0
    for letter in range(N_LETTERS):
        n += (letters >> letter) & 1
    return n


# -- what a space is worth ------------------------------------------------------------------------


@rule
def turns_from(t: Any, x: int, letters: int, needed: int) -> int:
    """Return the turns to go from a space until `needed` of the missions are done."""
    if needed <= 0:
        return WIN
    best = WORST
    for chosen in range(1, SETS):
        if chosen & ~letters == 0 and size_of(chosen) == needed:
            best = min(best, int(t.to_go[x, chosen]))
    return best


@rule
def harbour(t: Any, x: int, letters: int, needed: int) -> int:
    """Return the turns to go from an anchor space of a mission that is left, else WORST."""
    letter = int(t.kind[x]) - Kind.ANCHOR_N
    if 0 <= letter < N_LETTERS and (letters >> letter) & 1:
        return turns_from(t, x, letters & ~(1 << letter), needed - 1)
    return WORST


@rule
def towed(t: Any, letter: int, letters: int, needed: int) -> int:
    """Return the turns to go from the best anchor space of a harbour."""
    best = WORST
    for i in range(N_ANCHORS):
        x = int(t.anchors[letter, i])
        if x != NONE:
            best = min(best, value(t, x, letters, needed))
    return best


@rule
def value(t: Any, x: int, letters: int, needed: int) -> int:
    """Return the turns to go from a space, a mission done there included."""
    there = harbour(t, x, letters, needed)
    return there if there != WORST else turns_from(t, x, letters, needed)


@rule
def rest(observation: Any, t: Any, x: int, letters: int, needed: int) -> int:
    """Return the turns to go where a ship comes to rest, with what the space does to it."""
    kind = int(t.kind[x])
    if kind == Kind.RING or kind == Kind.BUTTERFLY:
        x = int(t.ferrit)
        kind = int(t.kind[x])
    turns = value(t, x, letters, needed)
    if Kind.BLUE_N <= kind <= Kind.BLUE_W:
        letter = kind - Kind.BLUE_N
        if (letters >> letter) & 1 and observation[B_TOOLS + Tool.FIRECRACKER] >= 2:
            return towed(t, letter, letters, needed)
    elif ASKED[kind] != NONE:
        if not observation[B_TOOLS + ASKED[kind]]:
            turns += TURN * int(LOST[kind])
        elif kind == Kind.GULL:
            turns = min(turns, towed(t, 0, letters, needed))
    return turns + toll(observation, kind)


@rule
def toll(observation: Any, kind: int) -> int:
    """Return the turns that a space costs by chance or brings, in hundredths."""
    treasures = observation[B_SEAT + 4]
    if kind == Kind.PIRATE:
        return 10 if treasures > 0 else TURN
    if kind == Kind.PIT:
        return 60
    if kind == Kind.SZP:
        return 70
    if kind == Kind.ICE:
        return 150
    if kind == Kind.STICKY:
        return 70
    if kind == Kind.KOP:
        return -100
    if kind >= FIRST_STOP and kind <= LAST_MARKET:
        return -40 if treasures > 0 else 0
    return 0


@rule
def end_of(observation: Any, t: Any, x: int, d: int, length: int) -> int:
    """Return where a move ends; a Firecracker opens the Strait."""
    for _ in range(length):
        y = int(t.beyond[x, d])
        if y == NONE:
            return x
        if t.kind[y] == Kind.STRAIT and not observation[B_TOOLS + Tool.FIRECRACKER]:
            return x
        x = y
        if t.kind[x] >= FIRST_STOP:
            return x
    return x


@rule
def after_move(
    observation: Any, t: Any, x: int, d: int, length: int, letters: int, needed: int
) -> int:
    """Return the turns to go behind a move; one that does not leave the space has no effect."""
    y = end_of(observation, t, x, d, length)
    if y == x:
        return turns_from(t, x, letters, needed)
    if t.kind[y] == Kind.STORM:
        z = end_of(observation, t, y, d, 2 * length)
        return rest(observation, t, z, letters, needed)
    return rest(observation, t, y, letters, needed)


# -- decisions ------------------------------------------------------------------------------------


@rule
def length_by(observation: Any, a: int) -> int:
    """Return how far the move `a` goes."""
    by_b = A_MOVE_B <= a < A_MOVE_2A or a >= A_MOVE_2B
    v = 1 + hot(observation, B_DIE_B if by_b else B_DIE_A, MAX_DIE)
    if observation[B_SEAT + S_SKIP + 1]:
        v = max(0, v - SLOWED)
    return 2 * v if a >= A_MOVE_2A else v


@rule
def choose_move(observation: Any, mask: Any, t: Any, letters: int, needed: int) -> int:
    """Return the best move, or the magnet if it saves enough."""
    x = space_of(observation, 0)
    best = WORST
    free = WORST
    way = NONE
    for i in range(4):
        length = length_by(observation, A_MOVE_A + N_DIRECTIONS * i)
        for d in range(N_DIRECTIONS):
            a = A_MOVE_A + N_DIRECTIONS * i + d
            if i >= 2 and not mask[a]:
                continue
            turns = after_move(observation, t, x, d, length, letters, needed)
            free = min(free, turns)
            if mask[a] and turns < best:
                best = turns
                way = a
    if mask[A_MAGNET] and best - free > MAGNET_WORTH:
        return A_MAGNET
    return way


@rule
def choose_direction(observation: Any, mask: Any, t: Any, letters: int, needed: int) -> int:
    """Return the best direction of a move of given length, or to stay."""
    x = space_of(observation, 0)
    length = int(observation[B_DISTANCE])
    best = turns_from(t, x, letters, needed) if mask[A_DECLINE] else WORST
    way = A_DECLINE
    for d in range(N_DIRECTIONS):
        if mask[A_DIR + d]:
            turns = after_move(observation, t, x, d, length, letters, needed)
            if turns < best:
                best = turns
                way = A_DIR + d
    return way


@rule
def choose_distance(observation: Any, t: Any, letters: int, needed: int) -> int:
    """Return how far the Fair Wind should carry."""
    x = space_of(observation, 0)
    best = WORST
    way = NONE
    for v in range(1, N_DICE + 1):
        for d in range(N_DIRECTIONS):
            turns = after_move(observation, t, x, d, v, letters, needed)
            if turns < best:
                best = turns
                way = A_DISTANCE + v
    return way


@rule
def choose_die(observation: Any, t: Any, letters: int, needed: int) -> int:
    """Return the die of the current."""
    x = space_of(observation, 0)
    d = int(t.flow[x])
    a = after_move(observation, t, x, d, 2 * int(observation[B_NUMBERS]), letters, needed)
    b = after_move(observation, t, x, d, 2 * int(observation[B_NUMBERS + 1]), letters, needed)
    return A_PICK_B if b < a else A_PICK_A


@rule
def choose_anchor(observation: Any, mask: Any, t: Any, letters: int, needed: int) -> int:
    """Return the anchor space from which the rest is soonest done."""
    first = N_ANCHORS * hot(observation, B_LETTER, N_LETTERS)
    best = WORST
    way = NONE
    for i in range(first, first + N_ANCHORS):
        if mask[A_ANCHOR + i]:
            turns = value(t, int(t.anchors[i // N_ANCHORS, i % N_ANCHORS]), letters, needed)
            if turns < best:
                best = turns
                way = A_ANCHOR + i
    return way


@rule
def choose_tool(observation: Any, mask: Any, t: Any, letters: int, needed: int) -> int:
    """Use the tool that is asked for where it helps; at the Strait look at both ways."""
    a = A_USE_TOOL + hot(observation, B_ASKED, N_TOOLS)
    if not mask[a]:
        return A_DECLINE
    x = space_of(observation, 0)
    d = hot(observation, B_WAY, N_DIRECTIONS)
    if d != NONE:
        stays = rest(observation, t, x, letters, needed)
        goes = after_move(observation, t, x, d, int(observation[B_LEFT + 1]), letters, needed)
        return a if goes < stays else A_DECLINE
    if t.kind[x] == Kind.GULL:
        flown = towed(t, 0, letters, needed)
        return a if flown < turns_from(t, x, letters, needed) + TURN else A_DECLINE
    return a


@rule
def choose_purchase(observation: Any, mask: Any) -> int:
    """Name the tool that is missing most."""
    if observation[B_TOOLS + Tool.FIRECRACKER] < 2:
        return A_BUY + Tool.FIRECRACKER
    for k in range(N_TOOLS):
        if not observation[B_TOOLS + k]:
            return A_BUY + k
    return A_DECLINE


@rule
def choose_target(observation: Any, mask: Any, t: Any, letters: int, needed: int) -> int:
    """Swap with the ship that lies best."""
    best = WORST
    way = NONE
    for r in range(1, SEATS):
        if mask[A_TARGET + r]:
            turns = turns_from(t, space_of(observation, r), letters, needed)
            if turns < best:
                best = turns
                way = A_TARGET + r
    return way


@rule
def choose_loss(observation: Any, mask: Any) -> int:
    """Give up what is held most often, a Firecracker last."""
    most = 0
    way = NONE
    for k in range(N_TOOLS - 1, -1, -1):
        n = 2 * int(observation[B_TOOLS + k]) - (1 if k == Tool.FIRECRACKER else 0)
        if mask[A_USE_TOOL + k] and n > most:
            most = n
            way = A_USE_TOOL + k
    return way


@rule
def choose_stay(t: Any, letters: int, needed: int) -> int:
    """Stay on Mokka if that brings the ship home sooner."""
    stays = STAY_ON_MOKKA + towed(t, 2, letters, needed)
    return A_STAY if stays < turns_from(t, int(t.mokka), letters, needed) else A_LEAVE


@rule
def choose_reward(observation: Any, mask: Any) -> int:
    """Take a magnet, or a tool when there are magnets enough."""
    enough = observation[B_SEAT + 5] >= 3
    if mask[A_DOUBLES_MAGNET] and not (enough and mask[A_DOUBLES_TOOL]):
        return A_DOUBLES_MAGNET
    return A_DOUBLES_TOOL


@rule
def bot(observation: Any, mask: Any, t: Any, memory: Any, rng: Any) -> int:
    """Return what to do."""
    phase = hot(observation, B_PHASE, N_PHASES)
    letters = missions_left(observation)
    needed = tokens_needed(observation, t)
    a = NONE
    if phase == Phase.MOVE:
        a = choose_move(observation, mask, t, letters, needed)
    elif phase == Phase.DOUBLES:
        a = choose_reward(observation, mask)
    elif phase == Phase.DIR:
        a = choose_direction(observation, mask, t, letters, needed)
    elif phase == Phase.TOOL:
        a = choose_tool(observation, mask, t, letters, needed)
    elif phase == Phase.ANCHOR:
        a = choose_anchor(observation, mask, t, letters, needed)
    elif phase == Phase.BUY:
        a = choose_purchase(observation, mask)
    elif phase == Phase.MOKKA:
        a = choose_stay(t, letters, needed)
    elif phase == Phase.TARGET:
        a = choose_target(observation, mask, t, letters, needed)
    elif phase == Phase.PICK:
        a = choose_die(observation, t, letters, needed)
    elif phase == Phase.DISTANCE:
        a = choose_distance(observation, t, letters, needed)
    elif phase == Phase.DISCARD_TOOL:
        a = choose_loss(observation, mask)
    return a if a != NONE and mask[a] else pick_legal(mask, rng)
