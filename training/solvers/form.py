"""The sequence form of a tree: all that solvers which walk whole games need to look at.

A sequence is a decision of a seat in an information state, or nothing yet (`base`). The seats'
sequences are numbered one seat after the other. A history that has ended matters only through the
last sequences of the seats, so ends with the same ones are one entry, and all nodes are gone:
chance is in the worth of an entry, and a forced decision is the sequence before it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core import jit
from hoodwink.envs.core.jit import (
    FLOATS,
    INT,
    INTS_32,
    INTS_32_2D,
    VOID,
    array,
    record_type,
)
from hoodwink.envs.core.state import OVER, record
from hoodwink.training.solvers.records import NODE, ROW
from hoodwink.training.solvers.tree import Tree

CHOICE = record(  # an information state with more than one action
    [
        ("first", np.int32),  # its first sequence
        ("actions", np.int32),  # how many
        ("parent", np.int32),  # the sequence that leads to it
    ]
)
CHOICES = array(record_type(CHOICE))


@dataclass(frozen=True)
class Form:
    """The sequence form of a tree; the arrays that compiled loops take are together in `arrays`.

    Attributes (n seats, Q sequences, C choices, E entries):
        base (n + 1,) int32: where the sequences of each seat begin, the empty one first.
        bounds (n + 1,) int32: where the choices of each seat begin.
        choices (C,) CHOICE: seat by seat, each after those that lead to it.
        start (Q + 1,) int32: where the entries of each sequence begin.
        others (E, n - 1) int32: the sequences of the other seats, in the order of seats.
        worth (E,) float64: payoff of the sequence's own seat, times how likely chance plays so.
        place (tree's sequences,) int32: the sequence here of each one there.
    """

    tree: Tree
    base: NDArray[np.int32]
    bounds: NDArray[np.int32]
    choices: NDArray[Any]
    start: NDArray[np.int32]
    others: NDArray[np.int32]
    worth: NDArray[np.float64]
    place: NDArray[np.int32]

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays of the signature `FORM`."""
        return self.base, self.bounds, self.choices, self.start, self.others, self.worth

    @property
    def n_sequences(self) -> int:
        """How many sequences all seats have."""
        return int(self.base[-1])

    def probabilities(self, policy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probabilities of all the tree's sequences, of those (Q,) here."""
        forced = self.tree.rows["actions"][self.tree.row_of] == 1
        given: NDArray[np.float64] = np.where(forced, 1.0, policy[self.place])
        return given

    def policy(self, probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probabilities of the sequences here (Q,), of those of the tree's."""
        free = self.tree.rows["actions"][self.tree.row_of] > 1
        policy = np.ones(self.n_sequences)
        policy[self.place[free]] = probabilities[free]
        return policy


FORM = (INTS_32, INTS_32, CHOICES, INTS_32, INTS_32_2D, FLOATS)


# -- how it is made --------------------------------------------------------------------------------


def find_ends(
    nodes: Any, rows: Any, place: Any, base: Any, reach: Any, last: Any, ends: Any, odds: Any
) -> None:
    """Write the last sequence of each seat `ends` (Z, n) and the odds of chance (Z,) of every end.

    reach (N,) and last (N, n) are scratch.
    """
    seats = ends.shape[1]
    for k in range(len(nodes)):
        up = nodes[k].parent
        reach[k] = 1.0 if up < 0 else reach[up]
        for p in range(seats):
            last[k, p] = base[p] if up < 0 else last[up, p]
        if up >= 0:
            p = nodes[up].actor
            if p >= 0:
                last[k, p] = place[rows[nodes[up].row].first + k - nodes[up].first]
            else:
                reach[k] *= nodes[k].weight / nodes[up].total
        if nodes[k].actor == OVER:
            z = nodes[k].first
            odds[z] = reach[k]
            for p in range(seats):
                ends[z, p] = last[k, p]


def sort_by(column: Any, order: Any, sorted_order: Any, counts: Any) -> None:
    """Sort `order` by `column` stably into `sorted_order`; counts (largest + 2,) is scratch."""
    for i in range(len(counts)):
        counts[i] = 0
    for z in range(len(order)):
        counts[column[z] + 1] += 1
    for i in range(1, len(counts)):
        counts[i] += counts[i - 1]
    for i in range(len(order)):
        c = column[order[i]]
        sorted_order[counts[c]] = order[i]
        counts[c] += 1


def merge(
    ends: Any, value: Any, p: int, order: Any, start: Any, others: Any, worth: Any, made: int
) -> int:  # fmt: skip
    """Append the entries of seat `p`, whose ends come in `order`; return how many there are then.

    Ends with the same sequences are one entry. `value` (Z,) is what each end is worth to the seat;
    `start` gets how many entries each sequence has.
    """
    seats = ends.shape[1]
    begin = made
    for i in range(len(order)):
        z = order[i]
        same = made > begin
        if same:
            y = order[i - 1]
            for q in range(seats):
                same = same and ends[y, q] == ends[z, q]
        if not same:
            at = 0
            for q in range(seats):
                if q != p:
                    others[made, at] = ends[z, q]
                    at += 1
            worth[made] = 0.0
            start[ends[z, p] + 1] += 1
            made += 1
        worth[made - 1] += value[z]
    return made


@lru_cache(maxsize=1)
def _compiled() -> tuple[Any, Any, Any]:
    nodes, rows = array(record_type(NODE)), array(record_type(ROW))
    find = VOID(nodes, rows, INTS_32, INTS_32, FLOATS, INTS_32_2D, INTS_32_2D, FLOATS)
    by = VOID(INTS_32, INTS_32, INTS_32, INTS_32)
    join = INT(INTS_32_2D, FLOATS, INT, INTS_32, INTS_32, INTS_32_2D, FLOATS, INT)
    return jit.compiled(find_ends, find), jit.compiled(sort_by, by), jit.compiled(merge, join)


def sequence_form(tree: Tree) -> Form:
    """Return the sequence form of a tree."""
    place, base = _numbered(tree)
    find, by, join = _compiled()
    n, histories = len(tree.payoffs), tree.histories
    ends, odds = np.zeros((n, tree.seats), np.int32), np.zeros(n)
    scratch = np.zeros(histories), np.zeros((histories, tree.seats), np.int32)
    find(tree.nodes, tree.rows, place, base, *scratch, ends, odds)
    start = np.zeros(base[-1] + 1, np.int32)
    others = np.zeros((n * tree.seats, max(tree.seats - 1, 1)), np.int32)
    worth = np.zeros(n * tree.seats)
    counts, made = np.zeros(base[-1] + 2, np.int32), 0
    for p in range(tree.seats):
        order, spare = np.arange(n, dtype=np.int32), np.zeros(n, np.int32)
        for q in [*(q for q in reversed(range(tree.seats)) if q != p), p]:
            by(np.ascontiguousarray(ends[:, q]), order, spare, counts)
            order, spare = spare, order
        made = join(ends, odds * tree.payoffs[:, p], p, order, start, others, worth, made)
    start = np.cumsum(start, dtype=np.int32)
    bounds, choices = _choices(tree, place, base)
    return Form(tree, base, bounds, choices, start, others[:made], worth[:made], place)


def _numbered(tree: Tree) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the sequence here of each of the tree's, and where those of each seat begin."""
    rows = tree.rows
    free = rows["actions"] > 1
    width = np.where(free, rows["actions"], 0)
    per_seat = np.bincount(rows["seat"], width, minlength=tree.seats).astype(np.int64) + 1
    base = np.concatenate([[0], np.cumsum(per_seat)]).astype(np.int32)
    before = np.cumsum(width) - width + rows["seat"] + 1  # one empty sequence of each seat so far
    row_of = tree.row_of
    place = (before[row_of] + np.arange(len(row_of)) - rows["first"][row_of]).astype(np.int32)
    for r in np.flatnonzero(~free):  # parents first, so theirs stands already
        parent = rows["parent"][r]
        place[rows["first"][r]] = base[rows["seat"][r]] if parent < 0 else place[parent]
    return place, base


def _choices(
    tree: Tree, place: NDArray[np.int32], base: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[Any]]:
    rows = tree.rows[tree.rows["actions"] > 1]
    choices = np.zeros(len(rows), CHOICE)
    choices["first"] = place[rows["first"]]
    choices["actions"] = rows["actions"]
    parent = rows["parent"]
    choices["parent"] = np.where(parent < 0, base[rows["seat"]], place[parent])
    per_seat = np.bincount(rows["seat"], minlength=tree.seats)
    return np.concatenate([[0], np.cumsum(per_seat)]).astype(np.int32), choices
