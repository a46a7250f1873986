"""What a seat of Leduc poker sees: all that it was told, so the observation has perfect recall."""

from typing import Any

from hoodwink.envs.core.game import blocks
from hoodwink.envs.core.jit import rule
from hoodwink.envs.leduc.rules import CALL, RAISE, is_shown
from hoodwink.envs.leduc.state import MOVES, N_CARDS, N_RANKS, SEATS, STREETS

RANKS = [str(r) for r in range(N_RANKS)]
BLOCKS = blocks(
    [
        ("seats", 1, SEATS, "seats in the game"),
        ("dealt", 1, SEATS, "cards dealt to seats so far"),
        ("seat", SEATS, 1, "one-hot: my place in the order of turns", "ABC"),
        ("rank", N_RANKS, 1, "one-hot: the rank of my card, 0 the lowest", RANKS),
        ("suit", 1, 1, "the suit of my card"),
        ("public_rank", N_RANKS, 1, "one-hot: the rank of the public card", RANKS),
        ("public_suit", 1, 1, "the suit of the public card"),
        (
            "moves",
            2 * STREETS * MOVES,
            1,
            "two bits of each decision in their order, by round: called 10, raised 01, folded 11",
            [
                f"{word} {street}.{i}"
                for street in range(STREETS)
                for i in range(MOVES)
                for word in ("call", "raise")
            ],
        ),
        ("shown", SEATS, N_CARDS, "1 + card of each seat that has shown it, else 0", "ABC"),
    ]
)
SEATS_AT, DEALT_AT, SEAT_AT, RANK_AT, SUIT_AT = (block.offset for block in BLOCKS[:5])
PUBLIC_RANK_AT, PUBLIC_SUIT_AT, MOVES_AT, SHOWN_AT = (block.offset for block in BLOCKS[5:])


@rule
def observe(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what seat `p` sees of `s` into `out`, see BLOCKS."""
    out[SEATS_AT] = s.n_seats
    out[DEALT_AT] = s.dealt
    out[SEAT_AT + p] = 1
    if p < s.dealt:
        out[RANK_AT + s.card[p] // 2] = 1
        out[SUIT_AT] = s.card[p] % 2
    if s.shared >= 0:
        out[PUBLIC_RANK_AT + s.shared // 2] = 1
        out[PUBLIC_SUIT_AT] = s.shared % 2
    for street in range(STREETS):
        acts = s.acts[street]
        first = MOVES_AT + 2 * MOVES * street
        for i in range(s.moves[street]):
            out[first + 2 * i] = 0 if acts[i] == 1 + RAISE else 1
            out[first + 2 * i + 1] = 0 if acts[i] == 1 + CALL else 1
    for q in range(s.n_seats):
        if is_shown(s, q):
            out[SHOWN_AT + q] = 1 + s.card[q]
