"""What a seat of Leduc poker sees: all that it was told, so the observation has perfect recall."""

from typing import Any

from hoodwink.envs.core.game import blocks
from hoodwink.envs.core.instructions import spread
from hoodwink.envs.core.jit import rule
from hoodwink.envs.core.state import OVER
from hoodwink.envs.leduc.rules import is_shown
from hoodwink.envs.leduc.state import MOVES, N_CARDS, N_RANKS, SEATS, STREETS

N_BITS = 2 * STREETS * MOVES  # of all decisions
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
            N_BITS,
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
    n_seats, dealt, shared, played = s.n_seats, s.dealt, s.shared, s.played
    out[SEATS_AT] = n_seats
    out[DEALT_AT] = dealt
    out[SEAT_AT + p] = 1
    if p < dealt:
        card = s.card[p]
        out[RANK_AT + (card >> 1)] = 1
        out[SUIT_AT] = card & 1
    if shared >= 0:
        out[PUBLIC_RANK_AT + (shared >> 1)] = 1
        out[PUBLIC_SUIT_AT] = shared & 1
    spread(played, out, MOVES_AT, N_BITS)
    if s.to_move == OVER:
        for q in range(n_seats):
            if is_shown(s, q):
                out[SHOWN_AT + q] = 1 + s.card[q]
