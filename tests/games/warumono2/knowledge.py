"""Contents Cards that change hands, and who still knows what of them (G75)."""

from tests.games.warumono2.positions import Position, in_play, next_in_play, others


def learn(p: Position, observer: str, holder: str) -> None:
    p["seats"][observer]["knows"][holder] = p["seats"][holder]["contents"]


def show(p: Position, holder: str) -> None:
    """Show a Contents Card to everybody."""
    for observer in in_play(p):
        learn(p, observer, holder)


def switch(p: Position, seat: str, target: str, *, real: bool) -> None:
    """Switch, or pretend to: only the mover knows which (R82, R83)."""
    for observer in others(p, seat):
        knows = p["seats"][observer]["knows"]
        for holder in (seat, target):
            if holder in knows:
                knows[holder] = _touched(knows[holder])
    if real:
        own, other = p["seats"][seat], p["seats"][target]
        own["contents"], other["contents"] = other["contents"], own["contents"]
        _move_records(own["knows"], {seat: target, target: seat})


def _touched(record: str | Position) -> Position:
    if isinstance(record, str):
        return {"last_seen": record, "touched": 1}
    return {**record, "touched": min(32767, record["touched"] + 1)}  # a record counts no further


def hand_over(p: Position, moves: dict[str, str]) -> None:
    """Move cards openly, giver to taker; everybody's records travel with them (R88)."""
    cards = {giver: p["seats"][giver]["contents"] for giver in moves}
    for giver, taker in moves.items():
        p["seats"][taker]["contents"] = cards[giver]
    for observer in in_play(p):
        _move_records(p["seats"][observer]["knows"], moves)


def _move_records(knows: Position, moves: dict[str, str]) -> None:
    carried = {taker: knows[giver] for giver, taker in moves.items() if giver in knows}
    for holder in moves:
        knows.pop(holder, None)
    knows.update(carried)


def pass_left(p: Position) -> None:
    """Let every remaining player pass the card to the next one clockwise (BA5, PASS_LEFT)."""
    hand_over(p, {seat: next_in_play(p, seat) for seat in in_play(p)})
