"""A rule bot for Liar's Dice: believes what is likely, bids what it holds, doubts the rest."""

from typing import Any

from hoodwink.envs.core.jit import rule
from hoodwink.envs.liars_dice.observe import BIDS_AT, OWN_AT
from hoodwink.envs.liars_dice.rules import LIAR
from hoodwink.envs.liars_dice.state import FACES, N_BIDS


@rule
def last_bid(observation: Any) -> int:
    """Return the highest bid so far, which is the last; -1 if there is none."""
    for i in range(N_BIDS):
        a = N_BIDS - 1 - i
        if observation[BIDS_AT + a]:
            return a
    return -1


@rule
def surplus(observation: Any, t: Any, a: int) -> int:
    """Return how many more dice are to be expected than were bid, times the number of faces.

    A die of another seat counts as a face as often as that face and the wild one come up.
    """
    face, wild = a % FACES, t.n_faces - 1
    others = (t.n_seats - 1) * t.n_dice
    held = observation[OWN_AT + face] + (observation[OWN_AT + wild] if face != wild else 0)
    hits = 1 if face == wild else 2
    return int(t.n_faces * (held - a // FACES - 1) + hits * others)


@rule
def bot(observation: Any, mask: Any, t: Any, memory: Any, rng: Any) -> int:
    """Return the bid that is surest to hold, or doubt the last where it is less sure still."""
    best, most = -1, -10000
    for a in range(N_BIDS):
        if mask[a]:
            sure = surplus(observation, t, a)
            if sure > most:
                best, most = a, sure
    last = last_bid(observation)
    if last < 0:
        return best
    if best < 0 or -surplus(observation, t, last) > most:
        return LIAR
    return best
