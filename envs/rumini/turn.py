"""Steps that all parts of the rules share: what is told, who decides next, how games end."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import tell
from hoodwink.envs.rumini.actions import E_ACTION, E_END, E_OUTCOME, N_ACTIONS
from hoodwink.envs.rumini.state import (
    N_LETTERS,
    N_ROLLED,
    N_TOOLS,
    NONE,
    OMITTED,
    SEATS,
    SLOWED,
    Phase,
)
from hoodwink.envs.rumini.table import Kind


@rule
def everyone(s: Any) -> int:
    """Return all seats as bits."""
    return (1 << int(s.n_seats)) - 1


@rule
def others(s: Any, p: int) -> int:
    """Return all seats but `p` as bits."""
    return everyone(s) & ~(1 << p)


@rule
def announce(s: Any, p: int, a: int) -> None:
    """Tell everybody that seat `p` did `a`."""
    tell(s, everyone(s), E_ACTION + N_ACTIONS * p + a)


@rule
def show(s: Any, o: int) -> None:
    """Tell everybody the outcome `o`."""
    tell(s, everyone(s), E_OUTCOME + o)


# -- what lies open -------------------------------------------------------------------------------


@rule
def tool_count(s: Any, p: int) -> int:
    """Return how many tools seat `p` holds."""
    n = 0
    for k in range(N_TOOLS):
        n += s.tools[p, k]
    return int(n)


@rule
def tool_deck(s: Any, t: Any) -> int:
    """Return how many tools are in the deck."""
    n = t.n_tools
    for p in range(s.n_seats):
        n -= tool_count(s, p)
    return int(n)


@rule
def unseen_tools(s: Any, t: Any) -> int:
    """Return how many tools of the deck lie above those whose order is known."""
    return tool_deck(s, t) - int(s.n_tool_bottom)


@rule
def magnet_supply(s: Any, t: Any) -> int:
    """Return how many magnets nobody has."""
    n = t.magnets
    for p in range(s.n_seats):
        n -= s.magnets[p]
    return int(n)


@rule
def count_tokens(s: Any, p: int) -> int:
    """Return how many missions seat `p` has done."""
    n = 0
    for letter in range(N_LETTERS):
        n += (s.tokens[p] >> letter) & 1
    return int(n)


@rule
def has_letter(s: Any, p: int, letter: int) -> bool:
    """Return whether the mission card of seat `p` shows the harbour."""
    return bool(OMITTED[s.mission[p]] != letter)


@rule
def kind_at(s: Any, t: Any, p: int) -> int:
    """Return the Kind of the space of seat `p`."""
    return int(t.kind[s.at[p]])


# -- who decides next -----------------------------------------------------------------------------


@rule
def forget_pending(s: Any) -> None:
    """Put what is being resolved to its default."""
    s.event = NONE
    s.asked = NONE
    s.letter = NONE
    s.distance = 0
    s.directions = 0
    s.way = NONE
    s.length = 0
    s.left = 0
    s.n_rolled = 0
    for i in range(N_ROLLED):
        s.rolled[i] = 0


@rule
def ask(s: Any, phase: int) -> None:
    """Let the seat whose turn it is decide; nothing else is pending."""
    forget_pending(s)
    s.to_move = s.turn
    s.phase = phase


@rule
def ask_tool(s: Any, tool: int) -> None:
    """Ask for a tool; the seat holds some, of whatever kind (G12)."""
    ask(s, Phase.TOOL)
    s.asked = tool


@rule
def ask_direction(s: Any, distance: int, directions: int) -> None:
    """Ask for the direction of a move of so many spaces."""
    ask(s, Phase.DIR)
    s.distance = distance
    s.directions = directions


@rule
def ask_anchor(s: Any, letter: int) -> None:
    """Ask for an anchor space of a harbour."""
    ask(s, Phase.ANCHOR)
    s.letter = letter


@rule
def await_chance(s: Any, event: int) -> None:
    """Let chance decide."""
    forget_pending(s)
    s.to_move = NONE
    s.phase = Phase.CHANCE
    s.event = event


@rule
def resolve(s: Any, phase: int) -> None:
    """Go on by itself in an internal phase; what was pending is settled."""
    forget_pending(s)
    s.to_move = NONE
    s.phase = phase


@rule
def begin_move(s: Any, d: int, length: int) -> None:
    """Begin to sail `length` spaces in the direction `d`."""
    resolve(s, Phase.SAIL)
    s.moves += 1
    s.way = d
    s.length = length
    s.left = length


@rule
def carry_to(s: Any, x: int) -> None:
    """Carry the ship whose turn it is to the space `x`, whose effect applies."""
    resolve(s, Phase.LAND)
    s.moves += 1
    s.at[s.turn] = x
    s.staying[s.turn] = 0


@rule
def miss(s: Any, p: int, turns: int) -> None:
    """Let seat `p` miss its next turns (G17)."""
    s.skip[p] += turns
    resolve(s, Phase.END_TURN)


@rule
def value_of(s: Any, p: int, v: int) -> int:
    """Return what a number die is worth, slowed by gulls (G30)."""
    return max(0, v - SLOWED) if s.slow[p] else v


@rule
def lapse(s: Any, t: Any, p: int) -> None:
    """Let the flags of the roll of this turn lapse (G30, G32, G52)."""
    if s.slow[p]:
        s.slow[p] -= 1
    if s.staying[p]:
        return
    if s.die_a == 0:  # on the Sticky Sea
        s.free_dir[p] = 0
        return
    s.free_dir[p] = 0
    s.bonus[p] = 0
    s.numbers_only[p] = 0
    s.trip[p] = 0
    if s.compass != NONE:
        s.reversed[p] = 0


# -- the end --------------------------------------------------------------------------------------


@rule
def forget_turn(s: Any) -> None:
    """Put what belongs to one turn to its default."""
    s.compass = NONE
    s.die_a = 0
    s.die_b = 0
    s.magnet_used = 0
    s.moves = 0
    forget_pending(s)


@rule
def finish(s: Any, winners: int) -> None:
    """End the game."""
    forget_turn(s)
    s.phase = Phase.OVER
    s.to_move = NONE
    s.turn = NONE
    s.winners = winners
    tell(s, everyone(s), E_END + winners)


@rule
def leaders(s: Any) -> int:
    """Return as bits those with the most tokens (G45)."""
    best = 0
    bits = 0
    for p in range(s.n_seats):
        n = count_tokens(s, p)
        if n > best:
            best = n
            bits = 0
        if n == best:
            bits |= 1 << p
    return bits


@rule
def payoff(s: Any, out: Any) -> None:
    """Write the returns: k winners get 1/k each, the others -1/(n-k); all alike get 0 (G45)."""
    n = int(s.n_seats)
    k = 0
    for p in range(n):
        k += (s.winners >> p) & 1
    for p in range(SEATS):
        if p < n and 0 < k < n:
            out[p] = 1.0 / k if (s.winners >> p) & 1 else -1.0 / (n - k)


@rule
def is_blue(kind: int) -> bool:
    """Return whether a space is a blue square."""
    return Kind.BLUE_N <= kind <= Kind.BLUE_W
