"""The walk over all histories of a game, depth first: one state a level, never all of them.

A walk can be stopped and gone on with: where it stands is in `levels` and in `size`. Information
states are told apart by the sequences of events themselves, kept as a tree of news that grows with
the walk, and not by the 64-bit keys of the states, which are checked against it.
"""

from typing import Any

from hoodwink.envs.core.game import ACTOR, ADVANCE, CHANCE_WEIGHTS, DEAL, LEGAL, OBSERVE, PAYOFF
from hoodwink.envs.core.instructions import call_int, call_void
from hoodwink.envs.core.jit import inlined, rule
from hoodwink.envs.core.state import CHANCE, OVER, clear
from hoodwink.training.solvers.news import hear
from hoodwink.training.solvers.places import (
    BEFORE,
    CHOICES,
    DECISIONS,
    DEPTH,
    DONE,
    ENDS,
    ENTRIES,
    FULL,
    NODES,
    OTHER_ACTIONS,
    OTHER_KEY,
    OTHER_PAST,
    ROWS,
    SEAT,
    SEQUENCES,
    TOO_DEEP,
)

GONE = -1  # depth that `advance` returns when all is walked
NO_LEVEL = -2  # and when there is no level for the next state


@rule
def set_off(fns: Any, states: Any, t: Any, masks: Any, weights: Any, levels: Any) -> int:
    """Deal, and return the depth of the root."""
    call_void(fns[DEAL], states[0], t)
    levels[0].node = 0
    levels[0].next = 1
    look_around(fns, states, t, masks, weights, levels, 0, call_int(fns[ACTOR], states[0]))
    return 0


@rule
def look_around(
    fns: Any, states: Any, t: Any, masks: Any, weights: Any, levels: Any, d: int, p: int
) -> None:  # fmt: skip
    """Write that `p` is to move at the depth `d`, and what is possible."""
    s = states[d]
    levels[d].actor = p
    levels[d].at = 0
    if p >= 0:
        clear(masks[d])
        call_void(fns[LEGAL], s, t, masks[d])
    elif p == CHANCE:
        clear(weights[d])
        call_void(fns[CHANCE_WEIGHTS], s, t, weights[d])


@rule
def next_move(masks: Any, weights: Any, levels: Any, d: int) -> int:
    """Return the next move that is possible at the depth `d` and not yet walked; -1 for none."""
    p = levels[d].actor
    if p >= 0:
        mask = masks[d]
        for a in range(levels[d].at, len(mask)):
            if mask[a] != 0:
                return a
    elif p == CHANCE:
        row = weights[d]
        for a in range(levels[d].at, len(row)):
            if row[a] > 0:
                return a
    return -1


@inlined
def advance(
    fns: Any, states: Any, words: Any, t: Any, masks: Any, weights: Any, levels: Any, d: int
) -> int:
    """Go on to the next history; return its depth, GONE or NO_LEVEL.

    `words` (D, W) is the memory of `states` (D,).
    """
    while d >= 0:
        a = next_move(masks, weights, levels, d)
        if a < 0:
            d -= 1
            continue
        if d + 1 == len(states):
            return NO_LEVEL
        levels[d].at = a + 1
        levels[d + 1].node = levels[d].next
        levels[d].next += 1
        source, target = words[d], words[d + 1]
        for i in range(len(source)):
            target[i] = source[i]
        p = call_int(fns[ADVANCE], states[d + 1], t, a)
        look_around(fns, states, t, masks, weights, levels, d + 1, p)
        return d + 1
    return GONE


@rule
def count_moves(masks: Any, weights: Any, levels: Any, d: int) -> int:
    """Return how many moves are possible at the depth `d`."""
    p = levels[d].actor
    n = 0
    if p >= 0:
        mask = masks[d]
        for a in range(len(mask)):
            n += mask[a]
    elif p == CHANCE:
        row = weights[d]
        for a in range(len(row)):
            n += 1 if row[a] > 0 else 0
    return n


def count(
    fns: Any, states: Any, words: Any, tables: Any, masks: Any, weights: Any, levels: Any,
    size: Any, limit: int,
) -> int:  # fmt: skip
    """Count histories, their ends, decisions and choices; stop beyond `limit` histories.

    Returns DONE, FULL (beyond the limit) or TOO_DEEP (it can go on with more levels).
    """
    t = tables[0]
    d = size[DEPTH]
    if d == BEFORE:
        d = set_off(fns, states, t, masks, weights, levels)
        size[NODES] = 1
    while True:
        found = advance(fns, states, words, t, masks, weights, levels, d)
        if found == GONE:
            return DONE
        if found == NO_LEVEL:
            size[DEPTH] = d
            return TOO_DEEP
        d = found
        size[NODES] += 1
        if levels[d].actor == OVER:
            size[ENDS] += 1
        elif levels[d].actor >= 0:
            size[DECISIONS] += 1
            size[CHOICES] += count_moves(masks, weights, levels, d)
        if size[NODES] > limit:
            return FULL


# -- the tree --------------------------------------------------------------------------------------


@rule
def new_row(
    s: Any, p: int, k: int, past: int, mask: Any, rows: Any, actions: Any, row_of: Any, size: Any
) -> int:
    """Enter a new information state of seat `p`, met at the node `k`."""
    r = size[ROWS]
    first = size[SEQUENCES]
    size[ROWS] += 1
    n = 0
    for a in range(len(mask)):
        if mask[a] != 0:
            actions[first + n] = a
            row_of[first + n] = r
            n += 1
    size[SEQUENCES] += n
    rows[r].key = s.key[p]
    rows[r].seat = p
    rows[r].first = first
    rows[r].actions = n
    rows[r].parent = past
    rows[r].depth = 0 if past < 0 else rows[row_of[past]].depth + 1
    rows[r].node = k
    return int(r)


@rule
def disagreement(s: Any, p: int, past: int, mask: Any, rows: Any, actions: Any, r: int) -> int:
    """Return DONE, or in what a history differs from the information state that its news name."""
    if rows[r].key != s.key[p]:
        return OTHER_KEY
    if rows[r].parent != past:
        return OTHER_PAST
    n = 0
    for a in range(len(mask)):
        if mask[a] != 0:
            if n == rows[r].actions or actions[rows[r].first + n] != a:
                return OTHER_ACTIONS
            n += 1
    return DONE if n == rows[r].actions else OTHER_ACTIONS


@rule
def place(
    s: Any, p: int, k: int, d: int, masks: Any, heard: Any, last: Any, nodes: Any, rows: Any,
    actions: Any, row_of: Any, news: Any, size: Any,
) -> int:  # fmt: skip
    """Find the information state of the seat to move at the node `k`, or make it."""
    entry = heard[d, p]
    r = news[entry].row
    if r < 0:
        r = new_row(s, p, k, last[d, p], masks[d], rows, actions, row_of, size)
        news[entry].row = r
    nodes[k].row = r
    wrong = disagreement(s, p, last[d, p], masks[d], rows, actions, r)
    if wrong != DONE:
        size[SEAT] = p
    return wrong


@rule
def enter_root(nodes: Any, size: Any) -> None:
    """Write that nothing comes before the root."""
    nodes[0].parent = -1
    nodes[0].move = -1
    size[NODES] = 1


@rule
def enter_node(
    masks: Any, weights: Any, levels: Any, nodes: Any, last: Any, rows: Any, d: int
) -> None:
    """Write what the parent of the history at the depth `d` says of it, and each seat's last move.

    The levels above it have moved on to their next child already.
    """
    k = levels[d].node
    up = levels[d - 1]
    parent = up.node
    a = up.at - 1
    p = up.actor
    nodes[k].parent = parent
    nodes[k].move = a
    nodes[k].weight = weights[d - 1, a] if p == CHANCE else 0
    for q in range(last.shape[1]):
        last[d, q] = last[d - 1, q]
    if p >= 0:
        last[d, p] = rows[nodes[parent].row].first + k - nodes[parent].first


@rule
def open_node(
    fns: Any, s: Any, masks: Any, weights: Any, levels: Any, nodes: Any, payoffs: Any, size: Any,
    d: int,
) -> None:  # fmt: skip
    """Write what follows a history: its payoffs, or the place of its children."""
    k = levels[d].node
    p = levels[d].actor
    nodes[k].actor = p
    nodes[k].row = -1
    if p == OVER:
        nodes[k].first = size[ENDS]
        call_void(fns[PAYOFF], s, payoffs[size[ENDS]])
        size[ENDS] += 1
        return
    n = count_moves(masks, weights, levels, d)
    nodes[k].first = size[NODES]
    nodes[k].children = n
    levels[d].next = size[NODES]
    size[NODES] += n
    if p == CHANCE:
        row = weights[d]
        for a in range(len(row)):
            nodes[k].total += row[a]


def build(
    fns: Any, states: Any, words: Any, tables: Any, masks: Any, weights: Any, levels: Any,
    heard: Any, known: Any, last: Any, nodes: Any, payoffs: Any, rows: Any, actions: Any,
    row_of: Any, news: Any, slots: Any, size: Any,
) -> int:  # fmt: skip
    """Walk all histories and write them down; `nodes`, `payoffs`, `rows` are as long as counted.

    heard (D, S) what each seat was told, as an entry of `news`; known (D, S) how many events; last
    (D, S) its last sequence; row_of (sequences,) the information state of each. Returns DONE, FULL
    (it goes on with longer `news` and `slots`), or a complaint about the history at `size[DEPTH]`.
    """
    t = tables[0]
    d = size[DEPTH]
    room = states[0].events.size
    while True:
        if len(news) - size[ENTRIES] < room:
            size[DEPTH] = d
            return FULL
        if d == BEFORE:
            d = set_off(fns, states, t, masks, weights, levels)
            enter_root(nodes, size)
        else:
            d = advance(fns, states, words, t, masks, weights, levels, d)
            if d == GONE:
                return DONE
            enter_node(masks, weights, levels, nodes, last, rows, d)
        s = states[d]
        wrong = DONE
        if levels[d].actor != OVER:  # news of the end come too late for any decision
            wrong = hear(s, known, heard, news, slots, size, max(d - 1, 0), d)
        open_node(fns, s, masks, weights, levels, nodes, payoffs, size, d)
        if wrong == DONE and levels[d].actor >= 0:
            wrong = place(
                s, levels[d].actor, levels[d].node, d, masks, heard, last, nodes, rows, actions,
                row_of, news, size,
            )  # fmt: skip
        if wrong != DONE:
            size[DEPTH] = d
            return wrong


def show_rows(
    fns: Any, states: Any, words: Any, tables: Any, masks: Any, weights: Any, levels: Any,
    nodes: Any, rows: Any, observations: Any, legal: Any, shown: Any, size: Any,
) -> int:  # fmt: skip
    """Write what the seat of each information state sees, in the order in which they are met.

    observations (B, F), legal (B, A), shown (B,) the rows; returns how many it wrote. It is done
    when that is less than B, else it goes on.
    """
    t = tables[0]
    d = size[DEPTH]
    n = 0
    if d == BEFORE:
        d = set_off(fns, states, t, masks, weights, levels)
    else:
        d = advance(fns, states, words, t, masks, weights, levels, d)
    while d != GONE:
        k = levels[d].node
        levels[d].next = nodes[k].first
        r = nodes[k].row
        if r >= 0 and rows[r].node == k:
            clear(observations[n])
            call_void(fns[OBSERVE], states[d], t, levels[d].actor, observations[n])
            for a in range(legal.shape[1]):
                legal[n, a] = masks[d, a]
            shown[n] = r
            n += 1
            if n == len(shown):
                break
        d = advance(fns, states, words, t, masks, weights, levels, d)
    size[DEPTH] = d
    return n
