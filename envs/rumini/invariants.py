"""What must hold in every position of Rumini: section (g) of the rules, as compiled code.

`tests/contract/rumini_oracle.py` checks the same on the words of a position; this is fast enough
for millions of games (`hoodwink bench --soak`).
"""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.rumini.state import (
    MAX_MOVES,
    N_BEETLES,
    N_LETTERS,
    N_TOOLS,
    NONE,
    OMITTED,
    Phase,
)
from hoodwink.envs.rumini.table import Kind

INVARIANTS = (
    "no more tools of a kind in hands and at the bottom of the deck than there are",  # (g) 1
    "no more Beetle cards of a kind at the bottom of the deck than there are",  # (g) 2
    "no more magnets in hands than there are",  # (g) 3
    "tokens are of letters on the card, and no harbour gives more than it has",  # (g) 4
    "ships lie on the board and never on a reef",  # (g) 7
    "no treasure, tool, magnet or missed turn below zero",  # (g) 10
    "at most ten moves a turn",  # (g) 16
    "the game ends with the last token, and within its rounds",  # (g) 14
    "mission cards differ",
    "tools that all know are in the hand",
)
(
    TOOLS, BEETLES, MAGNETS, TOKENS, PLACES, COUNTS, MOVES, END, MISSIONS, KNOWN,
) = range(1, len(INVARIANTS) + 1)  # fmt: skip
TOKENS_OF_A_LETTER = 3


@rule
def broken(s: Any, t: Any) -> int:
    """Return the number of an invariant that is broken in this position, or 0."""
    found = broken_decks(s, t)
    if found == 0:
        found = broken_seats(s, t)
    if found == 0:
        found = broken_missions(s, t)
    return found


@rule
def broken_decks(s: Any, t: Any) -> int:
    """Check tools, Beetle cards and magnets."""
    for k in range(N_TOOLS):
        there = 0
        for p in range(s.n_seats):
            there += s.tools[p, k]
            if s.tools[p, k] < 0:
                return COUNTS
            if s.known_tools[p, k] > s.tools[p, k] or s.known_tools[p, k] < 0:
                return KNOWN
        for i in range(s.n_tool_bottom):
            there += 1 if s.tool_bottom[i] == k else 0
        if there > t.tools[k]:
            return TOOLS
    for k in range(N_BEETLES):
        there = 0
        for i in range(s.n_beetle_bottom):
            there += 1 if s.beetle_bottom[i] == k else 0
        if there > t.beetles[k]:
            return BEETLES
    magnets = 0
    for p in range(s.n_seats):
        magnets += s.magnets[p]
    return MAGNETS if magnets > t.magnets else 0


@rule
def broken_seats(s: Any, t: Any) -> int:
    """Check ships and what the seats own."""
    for p in range(s.n_seats):
        if s.at[p] < 0 or s.at[p] >= len(t.kind) or t.kind[s.at[p]] == Kind.REEF:
            return PLACES
        if min(s.treasures[p], s.magnets[p], s.skip[p], s.slow[p]) < 0:
            return COUNTS
    return MOVES if s.moves > MAX_MOVES else 0


@rule
def broken_missions(s: Any, t: Any) -> int:
    """Check mission cards, tokens and the end."""
    most = 0
    for p in range(s.n_seats):
        tokens = 0
        for letter in range(N_LETTERS):
            tokens += (s.tokens[p] >> letter) & 1
        most = max(most, tokens)
        if s.mission[p] != NONE:
            if (s.tokens[p] >> OMITTED[s.mission[p]]) & 1:
                return TOKENS
            for q in range(p):
                if s.mission[p] == s.mission[q]:
                    return MISSIONS
        elif tokens > 0:
            return TOKENS
    for letter in range(N_LETTERS):
        there = 0
        for p in range(s.n_seats):
            there += (s.tokens[p] >> letter) & 1
        if there > TOKENS_OF_A_LETTER:
            return TOKENS
    if s.phase != Phase.DEAL and (most >= t.to_win) and s.phase != Phase.OVER:
        return END
    return END if s.round > t.max_rounds or most > t.to_win else 0
