"""Masks packed into words: the same set, and every member drawn as often."""

from collections import Counter

import numpy as np
import pytest

from hoodwink.envs.core import jit
from hoodwink.envs.core.bits import has_bit, n_words, pack, pick_bit, unpacked
from hoodwink.envs.core.rng import generators

SIZES = (1, 2, 3, 63, 64, 65, 70, 128, 200)


def packed(mask):
    words = np.full(n_words(len(mask)), 2**64 - 1, np.uint64)  # what was there does not matter
    pack(mask, words)
    return words


@pytest.mark.parametrize("size", SIZES)
def test_a_packed_mask_is_the_same_set(size):
    rng = np.random.default_rng(size)
    for share in (0.0, 0.1, 0.5, 1.0):
        mask = (rng.random(size) < share).astype(np.int8)
        words = packed(mask)
        assert unpacked(words) == np.flatnonzero(mask).tolist()
        assert [has_bit(words, a) for a in range(size)] == mask.astype(bool).tolist()


def test_every_member_is_drawn_as_often():
    mask = np.zeros(130, np.int8)
    members = [0, 5, 63, 64, 100, 129]
    mask[members] = 1
    words, rng = packed(mask), generators(3, 1)[0]
    counts = Counter(pick_bit(words, rng) for _ in range(6000))
    assert sorted(counts) == members
    assert all(850 < count < 1150 for count in counts.values())  # five deviations


def test_of_an_empty_set_nothing_is_drawn():
    rng = generators(3, 1)[0]
    before = rng.copy()
    assert pick_bit(packed(np.zeros(70, np.int8)), rng) == -1
    assert (rng == before).all()


@pytest.mark.boundscheck
def test_compiled_code_packs_and_draws_the_same():
    words_type, bytes_type = jit.GENERATOR, jit.BYTES
    fast_pack = jit.compiled(pack, jit.VOID(bytes_type, words_type))
    fast_pick = jit.compiled(pick_bit, jit.INT(words_type, jit.GENERATOR))
    chance = np.random.default_rng(1)
    plain, fast = generators(9, 1)[0], generators(9, 1)[0]
    for size in SIZES * 20:
        mask = (chance.random(size) < chance.random()).astype(np.int8)
        words = np.full(n_words(size), 7, np.uint64)
        fast_pack(mask, words)
        assert (words == packed(mask)).all()
        assert fast_pick(words, fast) == pick_bit(words, plain)
