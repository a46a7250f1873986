"""Masks packed into words: the same set, and every member drawn as often."""

from collections import Counter

import numpy as np
import pytest

from hoodwink.envs.core import instructions, jit
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


WORDS = [1, 2**63, 2**64 - 1, 0xF0F0_0000_0000_0F0F, *(7919**k % 2**64 for k in range(2, 20))]


@pytest.mark.boundscheck
@pytest.mark.parametrize("has_deposit", [True, False])
def test_compiled_code_finds_the_nth_bit(has_deposit, monkeypatch):
    if has_deposit and not instructions.has_deposit():
        pytest.skip("this processor has no instruction for it")
    monkeypatch.setattr(instructions, "has_deposit", lambda: has_deposit)

    def place(word, n):
        return instructions.nth_bit(word, n)

    fast = jit.compiled(place, jit.INT(jit.WORD, jit.INT))
    for word in WORDS:
        places = [i for i in range(64) if word >> i & 1]
        assert [fast(np.uint64(word), n) for n in range(len(places))] == places
        assert [place(np.uint64(word), n) for n in range(len(places))] == places


@pytest.mark.boundscheck
@pytest.mark.parametrize("size", [1, 7, 8, 28, 63, 64])
def test_a_word_is_spread_over_bytes(size):
    def fill(word, out):
        instructions.spread(word, out, 3, size)

    fast = jit.compiled(fill, jit.VOID(jit.INT, jit.BYTES))
    for word in (np.uint64(word).astype(np.int64) for word in WORDS):
        expected = np.full(70, 5, np.int8)
        expected[3 : 3 + size] = [int(word) >> i & 1 for i in range(size)]
        for write in (fast, fill):
            out = np.full(70, 5, np.int8)
            write(word, out)
            assert (out == expected).all()


@pytest.mark.boundscheck
def test_compiled_code_wipes_whole_rows_and_no_others():
    def wipe(rows, first, last):
        instructions.wipe(rows, first, last)

    fast = jit.compiled(wipe, jit.VOID(jit.FLOATS_2D, jit.INT, jit.INT))
    for first, last in ((0, 0), (0, 5), (2, 3), (4, 5)):
        for clear in (fast, wipe):
            rows = np.ones((5, 3))
            clear(rows, first, last)
            assert (rows == [[not first <= i < last] * 3 for i in range(5)]).all()
