"""The decisions of a strategy that is a table over a compiled game."""

from collections.abc import Iterable, Iterator

import numpy as np

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.portrait import portrayal
from hoodwink.envs.core.single import DEAL_ANEW, ONLY_LOOK, Solo
from hoodwink.envs.core.state import CHANCE, States, View
from hoodwink.training.exact.histories import met
from hoodwink.training.portrait.scenes import Decision, Portrait, heading, sum_up
from hoodwink.training.solvers import Measure, Policy, Tree

NEVER = 1e-9  # times a game; information states met less often are not looked at


def portrait_of(policy: Policy, env: str, how: str, measured: Measure) -> Portrait:
    """Return a strategy summed up.

    `env` is the spec of the game, `how` says in words where the strategy comes from, `measured`
    how good it is.
    """
    tree = policy.tree
    t = View(tree.game.tables(**tree.options))
    names = tree.game.seat_names
    values = ", ".join(f"{names[p]} {signed(x)}" for p, x in enumerate(measured.value))
    notes = [f"{how}; NashConv {measured.nash_conv:.3g}", f"a game is worth: {values}"]
    return Portrait(
        heading(tree.game, env), notes, sum_up(portrayal(tree.game), t, decisions(policy))
    )


def signed(x: float) -> str:
    """Return a value to three places; zero has no sign."""
    return f"{x:+.3f}" if abs(x) >= 0.0005 else "0.000"


def decisions(policy: Policy) -> Iterator[Decision]:
    """Yield the information states that are met, each with a state of it."""
    tree, often = policy.tree, met(policy)
    rows = np.flatnonzero((often > NEVER) & (tree.rows["actions"] > 1))
    rows = rows[np.argsort(tree.rows["node"][rows])]  # neighbours share most of their moves
    nodes = tree.rows["node"][rows].tolist()
    for r, states in zip(rows.tolist(), states_of(tree, nodes), strict=True):
        first, n = int(tree.rows["first"][r]), int(tree.rows["actions"][r])
        yield Decision(
            View(states),
            int(tree.rows["seat"][r]),
            float(often[r]),
            tree.actions[first : first + n].tolist(),
            policy.of_row(r).tolist(),
        )


def states_of(tree: Tree, nodes: Iterable[int]) -> Iterator[States]:
    """Yield the state (1,) of each of these histories, playing on from what the last two share."""
    solo = Solo(tree.game, tree.game.tables(**tree.options), None, plain=False)
    solo.apply(DEAL_ANEW)
    path, states = [0], [solo.states.copy()]
    for node in nodes:
        way = [node]
        while way[-1] not in path:
            way.append(int(tree.nodes["parent"][way[-1]]))
        shared = path.index(way.pop()) + 1
        del path[shared:], states[shared:]
        solo.states[:] = states[-1]
        solo.apply(ONLY_LOOK)
        for k in reversed(way):
            move = int(tree.nodes["move"][k])
            if not (solo.weights if solo.actor == CHANCE else solo.mask)[move]:
                raise HoodwinkError(f"this tree is not of {tree.game.name} with {tree.options}")
            solo.apply(move)
            path.append(k)
            states.append(solo.states.copy())
        yield states[-1]
