"""What a seat of Liar's Dice sees: all that it was told, so the observation has perfect recall."""

from typing import Any

from hoodwink.envs.core.game import blocks
from hoodwink.envs.core.jit import rule
from hoodwink.envs.liars_dice.rules import has_looked
from hoodwink.envs.liars_dice.state import ALL_DICE, DICE, FACES, N_BIDS, SEATS

NUMBERS = [str(face + 1) for face in range(FACES)]
BLOCKS = blocks(
    [
        ("seats", 1, SEATS, "seats in the game"),
        ("dice", 1, DICE, "dice of each seat"),
        ("faces", 1, FACES, "faces of each die; the highest is wild"),
        ("rolled", 1, ALL_DICE, "dice rolled so far"),
        ("seat", SEATS, 1, "one-hot: my place in the order of turns", "ABCD"),
        ("own", FACES, DICE, "how many of my dice show a face", NUMBERS),
        (
            "bids",
            N_BIDS,
            1,
            "1 for each bid made; they rise, so this is their order, and the seats bid in turn",
            [f"{quantity + 1}x{face}" for quantity in range(ALL_DICE) for face in NUMBERS],
        ),
        ("called", 1, 1, "1 when the last bid has been called a lie"),
        (
            "shown",
            SEATS * FACES,
            DICE,
            "how many dice of a seat show a face, when all are shown",
            [f"{seat} {face}" for seat in "ABCD" for face in NUMBERS],
        ),
    ]
)
(SEATS_AT, DICE_AT, FACES_AT, ROLLED_AT, SEAT_AT, OWN_AT, BIDS_AT, CALLED_AT, SHOWN_AT) = (
    block.offset for block in BLOCKS
)


@rule
def observe(s: Any, t: Any, p: int, out: Any) -> None:
    """Write what seat `p` sees of `s` into `out`, see BLOCKS."""
    out[SEATS_AT] = s.n_seats
    out[DICE_AT] = s.n_dice
    out[FACES_AT] = s.n_faces
    out[ROLLED_AT] = s.rolled
    out[SEAT_AT + p] = 1
    if has_looked(s, p):
        for f in range(s.n_faces):
            out[OWN_AT + f] = s.count[p, f]
    for i in range(s.n_bids):
        out[BIDS_AT + s.bids[i] - 1] = 1
    if s.called:
        out[CALLED_AT] = 1
        for q in range(s.n_seats):
            for f in range(s.n_faces):
                out[SHOWN_AT + FACES * q + f] = s.count[q, f]
