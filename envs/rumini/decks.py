"""The tool deck and the Beetle deck, tools in hands, and what all can tell of them (G51, G53)."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import tell
from hoodwink.envs.rumini.actions import E_NOT_FOUND, E_OUTCOME, E_TOOL_DRAWN, O_BEETLE, O_TOOL
from hoodwink.envs.rumini.state import N_BEETLES, N_TOOLS, NONE
from hoodwink.envs.rumini.turn import everyone, others, show, tool_deck, unseen_tools

# -- the tool deck --------------------------------------------------------------------------------


@rule
def tools_in_deck(s: Any, t: Any, k: int) -> int:
    """Return how many tools of a kind the deck holds (nobody knows)."""
    n = int(t.tools[k])
    for p in range(s.n_seats):
        n -= int(s.tools[p, k])
    return n


@rule
def tools_at_bottom(s: Any, k: int) -> int:
    """Return how many tools of a kind lie where all know it."""
    n = 0
    for i in range(s.n_tool_bottom):
        if s.tool_bottom[i] == k:
            n += 1
    return n


@rule
def weigh_tools(s: Any, t: Any, weights: Any) -> None:
    """Weigh the kinds that may be the top card of the tool deck."""
    if unseen_tools(s, t) > 0:
        for k in range(N_TOOLS):
            weights[O_TOOL + k] = tools_in_deck(s, t, k) - tools_at_bottom(s, k)
    else:
        weights[O_TOOL + int(s.tool_bottom[0])] = 1


@rule
def put_at_bottom(s: Any, k: int) -> None:
    """Put a tool at the bottom of the deck; all see it."""
    s.tool_bottom[s.n_tool_bottom] = k
    s.n_tool_bottom += 1


@rule
def take_from_bottom(s: Any) -> None:
    """Take the uppermost of the known cards off the deck, all others being gone."""
    s.n_tool_bottom -= 1
    for i in range(s.n_tool_bottom):
        s.tool_bottom[i] = s.tool_bottom[i + 1]
    s.tool_bottom[s.n_tool_bottom] = NONE


@rule
def draw_hidden(s: Any, t: Any, p: int, k: int) -> None:
    """Let seat `p` take the top tool into the hand, unseen unless all know the card (G51)."""
    if unseen_tools(s, t) == 0:
        take_from_bottom(s)
        s.known_tools[p, k] += 1
        show(s, O_TOOL + k)
    else:
        for j in range(N_TOOLS):
            s.least[p, j] += s.gone[j]
        if t.open_hands:
            show(s, O_TOOL + k)
        else:
            tell(s, 1 << p, E_OUTCOME + O_TOOL + k)
            tell(s, others(s, p), E_TOOL_DRAWN)
    s.tools[p, k] += 1


@rule
def search(s: Any, t: Any, p: int, k: int, wanted: int) -> bool:
    """Turn the top tool `k`: seat `p` keeps it if it is the wanted one (R23); return whether so."""
    show(s, O_TOOL + k)
    if unseen_tools(s, t) == 0:
        take_from_bottom(s)
    if k == wanted:
        s.tools[p, k] += 1
        s.known_tools[p, k] += 1
        return True
    put_at_bottom(s, k)
    return False


@rule
def can_find(s: Any, t: Any, k: int) -> bool:
    """Return whether the deck holds the kind; if not, all learn it (G8)."""
    if tool_deck(s, t) > 0 and tools_in_deck(s, t, k) > 0:
        return True
    s.gone[k] = 1
    tell(s, everyone(s), E_NOT_FOUND + k)
    return False


@rule
def lose_tool(s: Any, p: int, k: int) -> None:
    """Let seat `p` put a tool at the bottom of the deck (R24)."""
    s.tools[p, k] -= 1
    if s.known_tools[p, k] > 0:
        s.known_tools[p, k] -= 1
    else:
        for j in range(N_TOOLS):
            if j != k and s.least[p, j] > 0:
                s.least[p, j] -= 1
    put_at_bottom(s, k)


# -- the Beetle deck ------------------------------------------------------------------------------


@rule
def weigh_beetles(s: Any, t: Any, weights: Any) -> None:
    """Weigh the cards that may be the top card of the Beetle deck."""
    if s.n_beetle_bottom == t.n_beetles:
        weights[O_BEETLE + int(s.beetle_bottom[0])] = 1
        return
    for k in range(N_BEETLES):
        weights[O_BEETLE + k] = t.beetles[k]
    for i in range(s.n_beetle_bottom):
        weights[O_BEETLE + int(s.beetle_bottom[i])] -= 1


@rule
def draw_beetle(s: Any, t: Any, k: int) -> None:
    """Turn the top Beetle card and put it at the bottom at once (G53)."""
    show(s, O_BEETLE + k)
    n = int(s.n_beetle_bottom)
    if n == t.n_beetles:
        for i in range(n - 1):
            s.beetle_bottom[i] = s.beetle_bottom[i + 1]
        s.beetle_bottom[n - 1] = k
    else:
        s.beetle_bottom[n] = k
        s.n_beetle_bottom = n + 1
