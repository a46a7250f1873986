"""What seats were told, kept as a tree of events: one entry for each sequence of events.

Two histories lie in one information state just if their entries are the same. An entry is found by
comparing what comes before and the last event, so nothing here hangs on a hash being unique.
"""

from typing import Any

import numpy as np

from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import place_in
from hoodwink.training.solvers.places import DONE, ENTRIES, SEAT, TOO_MUCH_NEWS


@rule
def slot_of(entry: int, code: int, n: int) -> Any:
    """Return where in a table of `n` slots, a power of two, to look first for an event."""
    x = np.uint64(entry) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(code)
    x = (x ^ (x >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((x >> np.uint64(20)) & np.uint64(n - 1))


@rule
def follow(news: Any, slots: Any, size: Any, entry: int, code: int) -> int:
    """Return the sequence `entry` with the event `code` behind it, made if it is new."""
    i = slot_of(entry, code, len(slots))
    while slots[i] >= 0:
        found = slots[i]
        if news[found].parent == entry and news[found].code == code:
            return int(found)
        i = (i + 1) & (len(slots) - 1)
    made = size[ENTRIES]
    size[ENTRIES] += 1
    slots[i] = made
    news[made].parent = entry
    news[made].code = code
    news[made].row = -1
    return int(made)


def fill_slots(news: Any, slots: Any, first: int, n: int) -> None:
    """Enter the sequences first..n-1 into new slots, all -1."""
    for entry in range(first, n):
        i = slot_of(news[entry].parent, news[entry].code, len(slots))
        while slots[i] >= 0:
            i = (i + 1) & (len(slots) - 1)
        slots[i] = entry


@rule
def hear(s: Any, known: Any, heard: Any, news: Any, slots: Any, size: Any, up: int, d: int) -> int:
    """Write what each seat has been told at the depth `d`, coming from `up`.

    Returns DONE or a complaint. At the root both are 0, and nobody was told anything yet.
    """
    ring = s.events.shape[1]
    for p in range(heard.shape[1]):
        entry = heard[up, p]
        told = s.told[p]
        if told - known[up, p] > ring:
            size[SEAT] = p
            return TOO_MUCH_NEWS
        for i in range(known[up, p], told):
            entry = follow(news, slots, size, entry, s.events[p, place_in(ring, i)])
        heard[d, p] = entry
        known[d, p] = told
    return DONE
