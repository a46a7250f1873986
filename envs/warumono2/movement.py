"""Where a Marker may step: exact length, no space twice, Action spaces stop (R70-R73, G5, G10)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono2.actions import A_STEP, N_NEIGHBOURS
from hoodwink.envs.warumono2.state import NONE
from hoodwink.envs.warumono2.table import Effect

DONE = 99  # a path that uses up the roll or enters an Action space
SPACE_BITS = 6  # a stack of spaces in one integer
TURN_BITS = 3  # a stack of the next neighbour to try


@rule
def is_passable(s: Any, t: Any, p: int, x: int, y: int) -> bool:
    """Return whether Barricades and tickets let seat `p` step from `x` to `y` (R39, G5)."""
    for e in range(2):
        if s.barricade[e] and t.entrance[e, 0] == x and t.entrance[e, 1] == y:
            return False  # R39
        if t.gate[e, 0] == x and t.gate[e, 1] == y and s.ticket[p] != e + 1:
            return False  # G5
    return True


@rule
def path_bits(s: Any) -> int:
    """Return the spaces of this movement as bits."""
    bits = 0
    for i in range(s.n_path):
        bits |= 1 << int(s.path[i])
    return bits


@rule
def reach(s: Any, t: Any, p: int, x: int, visited: int, left: int) -> int:
    """Return DONE if `left` steps from `x` can complete a path, else the longest path's length.

    A depth-first search: the path is a stack of spaces in one integer, the next neighbour to try at
    each of them a stack in another. A ticket is needed at most once on a path without a space
    twice.
    """
    longest = 0
    depth = 0
    spaces = x
    turns = 0
    while depth >= 0:
        space = spaces & 63
        i = turns & 7
        y = int(t.neighbours[space, i]) if i < N_NEIGHBOURS else NONE
        if y == NONE:
            visited &= ~(1 << space)
            spaces >>= SPACE_BITS
            turns >>= TURN_BITS
            depth -= 1
        else:
            turns += 1
            if not (visited >> y) & 1 and is_passable(s, t, p, space, y):
                depth += 1
                if depth == left or t.effect[y] != Effect.NONE:
                    return DONE
                longest = max(longest, depth)
                visited |= 1 << y
                spaces = (spaces << SPACE_BITS) | y
                turns <<= TURN_BITS
    return longest


@rule
def worth(s: Any, t: Any, p: int, y: int, visited: int) -> int:
    """Return DONE if the movement can be completed through `y`, else how many steps that allows."""
    if s.left == 1 or t.effect[y] != Effect.NONE:
        return DONE
    further = reach(s, t, p, y, visited | (1 << y), s.left - 1)
    return DONE if further == DONE else 1 + further


@rule
def legal_steps(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark the steps that keep a full path possible, or the longest where none is (G10)."""
    visited = path_bits(s)
    x = int(s.at[p])
    best = 0
    for i in range(N_NEIGHBOURS):
        y = int(t.neighbours[x, i])
        if y != NONE and not (visited >> y) & 1 and is_passable(s, t, p, x, y):
            best = max(best, worth(s, t, p, y, visited))
            if best == DONE:
                break
    for i in range(N_NEIGHBOURS):
        y = int(t.neighbours[x, i])
        if (
            y != NONE
            and not (visited >> y) & 1
            and is_passable(s, t, p, x, y)
            and worth(s, t, p, y, visited) == best
        ):
            mask[A_STEP + y] = 1


@rule
def can_step(s: Any, t: Any, p: int) -> bool:
    """Return whether any step is left."""
    visited = path_bits(s)
    x = int(s.at[p])
    for i in range(N_NEIGHBOURS):
        y = int(t.neighbours[x, i])
        if y != NONE and not (visited >> y) & 1 and is_passable(s, t, p, x, y):
            return True
    return False


@rule
def is_on_path(s: Any, q: int) -> bool:
    """Return whether the Marker of `q` is on the path: start, passed or end space (R81, R93)."""
    for i in range(s.n_path):
        if s.path[i] == s.at[q]:
            return True
    return False
