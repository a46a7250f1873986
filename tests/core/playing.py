"""Matches played to their end."""

import numpy as np

from hoodwink.envs.core.match import Match


def play_randomly(match: Match, seed: int = 0) -> Match:
    """Play a match to its end by seeded random words; chance has its own generator."""
    rng = np.random.default_rng(seed)
    while not match.over:
        match.roll()
        if not match.over:
            match.play(str(rng.choice(match.legal())))
    return match
