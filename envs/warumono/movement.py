"""Where a piece may step: up to the roll, no space twice, two stops nobody passes (R19-R34)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.warumono.actions import A_ADVANCE, A_STEP, A_STOP
from hoodwink.envs.warumono.state import NONE, Role
from hoodwink.envs.warumono.table import N_NEIGHBOURS


@rule
def gate_of(t: Any, x: int, y: int) -> int:
    """Return the Ticket that the step from `x` to `y` costs, or NONE."""
    for k in range(2):
        if t.gate[k, 0] == x and t.gate[k, 1] == y:
            return k
    return NONE


@rule
def is_visited(s: Any, x: int) -> bool:
    """Return whether the movement has been on space `x`."""
    for i in range(s.n_path):
        if s.path[i] == x:
            return True
    return False


@rule
def legal_steps(s: Any, t: Any, p: int, mask: Any) -> None:
    """Mark STOP (G46), the steps (G9, G47) and the way on of a detective (G21)."""
    mask[A_STOP] = 1
    x = int(s.at[p])
    for i in range(N_NEIGHBOURS):
        y = int(t.neighbours[x, i])
        if y != NONE and (t.backtrack or not is_visited(s, y)):
            k = gate_of(t, x, y)
            if k == NONE or s.tickets[p, k] > 0:
                mask[A_STEP + y] = 1
            if k != NONE and t.advance and s.role[p] == Role.DETECTIVE:
                mask[A_ADVANCE] = 1


@rule
def way_on(t: Any, x: int) -> int:
    """Return the space behind the airport or port `x`."""
    return int(t.gate[0, 1] if t.gate[0, 0] == x else t.gate[1, 1])
