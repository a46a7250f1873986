"""How long a lone ship sails: expected turns to do the missions that are left, for every space.

A judgement, worked out once for each board: a ship without tools, magnets and opponents
chooses at every roll what brings it home soonest. Spaces that take turns away count as so many
turns, those that carry a ship by chance as the space itself.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.rumini.state import N_DIRECTIONS, N_LETTERS, NONE
from hoodwink.envs.rumini.table import FIRST_STOP, N_SPACES, Kind

HUNDREDTHS: Final = 100  # of a turn
SETS: Final = 1 << N_LETTERS  # of letters
LONGEST: Final = 300.0  # turns; also where no harbour can be reached
ROUNDS: Final = 60
SETTLED: Final = 0.005
TURNS_LOST: Final = {
    Kind.FER: 2.0, Kind.BAT: 1.0, Kind.SZU: 2.0, Kind.MUR: 1.0, Kind.BIB: 2.0, Kind.TIL: 2.0,
    Kind.DHA: 1.0, Kind.PIT: 0.6, Kind.SZP: 1.0, Kind.GULL: 1.0, Kind.SHARK: 2.0,
    Kind.OCTOPUS: 2.0, Kind.ICE: 1.5, Kind.STICKY: 0.7, Kind.FOREST: 0.2, Kind.PIRATE: 0.3,
    Kind.URG: 0.2, Kind.SZO: 0.2, Kind.ZSU: 0.2, Kind.BEETLE: 0.1,
}  # fmt: skip


def landings(t: Any) -> NDArray[np.int64]:
    """Return where a move from each space leads (space, direction, value - 1), Strait shut."""
    die = int(t["die"])
    ends = np.zeros((N_SPACES, N_DIRECTIONS, die), np.int64)
    for d in range(N_DIRECTIONS):
        here, moving = np.arange(N_SPACES), np.ones(N_SPACES, bool)
        for v in range(die):
            ahead = t["beyond"][here, d]
            moving = moving & (ahead != NONE) & (t["kind"][ahead] != Kind.STRAIT)
            here = np.where(moving, ahead, here)
            moving = moving & (t["kind"][here] < FIRST_STOP)
            ends[:, d, v] = here
    return ends


def turns_to_go(t: Any) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the expected turns (space, set of letters as bits), in hundredths.

    The first from a space on, the second where a move comes to rest there, what it does included.
    """
    ends, kind = landings(t), t["kind"]
    lost = np.zeros(N_SPACES)
    for one, cost in TURNS_LOST.items():
        lost[kind == one] = cost
    rest = np.arange(N_SPACES)
    if t["ferrit"] != NONE:
        dragged = (kind == Kind.BUTTERFLY) | (kind == Kind.RING)
        rest[dragged], lost[dragged] = t["ferrit"], TURNS_LOST[Kind.FER]
    found, reached = np.zeros((2, N_SPACES, SETS))
    for letters in sorted(range(1, SETS), key=int.bit_count):
        done = np.full(N_SPACES, np.nan)  # turns behind a mission that is done here
        for letter in range(N_LETTERS):
            if letters >> letter & 1:
                at = kind == Kind.ANCHOR_N + letter
                done[at] = found[at, letters & ~(1 << letter)]
        found[:, letters] = turns = _settle(t, ends, lost, rest, done)
        reached[:, letters] = np.where(np.isnan(done), turns[rest] + lost, done)
    return _in_hundredths(found), _in_hundredths(reached)


def _in_hundredths(turns: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.round(HUNDREDTHS * np.minimum(turns, LONGEST)).astype(np.int16)


def _settle(t: Any, ends: Any, lost: Any, rest: Any, done: Any) -> NDArray[np.float64]:
    """Return the expected turns from each space until one of those that are done."""
    faces = t["compass"] / t["compass"].sum()
    opened = ([0], [2], [4], [6], [0, 2, 4, 6], list(range(N_DIRECTIONS)))
    turns = np.full(N_SPACES, 10.0)
    for _ in range(ROUNDS):
        reached = np.where(np.isnan(done), turns[rest] + lost, done)
        ways = reached[ends]
        after = np.ones(N_SPACES)
        for share, directions in zip(faces, opened, strict=True):
            if share:
                best = ways[:, directions].min(axis=1)
                pairs = np.minimum(best[:, :, None], best[:, None, :])
                after += share * pairs.mean(axis=(1, 2))
        after = np.minimum(after, LONGEST)
        if np.abs(after - turns).max() < SETTLED:
            return after
        turns = after
    return turns
