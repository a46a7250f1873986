"""What a seat of Kuhn poker sees: all that it was told, so the observation has perfect recall."""

from typing import Any

from hoodwink.envs.core.game import blocks
from hoodwink.envs.core.jit import rule
from hoodwink.envs.kuhn.rules import N_ACTIONS, is_shown
from hoodwink.envs.kuhn.state import MOVES, N_CARDS, SEATS

BLOCKS = blocks(
    [
        ("seats", 1, SEATS, "seats in the game"),
        ("dealt", 1, SEATS, "cards dealt so far"),
        ("seat", SEATS, 1, "one-hot: my place in the order of turns", "ABCD"),
        ("card", N_CARDS, 1, "one-hot: my card, 0 the lowest", [str(c) for c in range(N_CARDS)]),
        (
            "moves",
            N_ACTIONS * MOVES,
            1,
            "one-hot of each decision so far, in their order",
            [f"{word} {i}" for i in range(MOVES) for word in ("pass", "bet")],
        ),
        ("shown", SEATS, N_CARDS, "1 + card of each seat that has shown it, else 0", "ABCD"),
    ]
)
SEATS_AT, DEALT_AT, SEAT_AT, CARD_AT, MOVES_AT, SHOWN_AT = (block.offset for block in BLOCKS)


@rule
def observe(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what seat `p` sees of `s` into `out`, see BLOCKS."""
    out[SEATS_AT] = s.n_seats
    out[DEALT_AT] = s.dealt
    out[SEAT_AT + p] = 1
    if p < s.dealt:
        out[CARD_AT + s.card[p]] = 1
    for i in range(s.moves):
        out[MOVES_AT + N_ACTIONS * i + s.acts[i] - 1] = 1
    for q in range(s.n_seats):
        if is_shown(s, q):
            out[SHOWN_AT + q] = 1 + s.card[q]
