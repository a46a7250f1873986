"""Contents cards that change hands, and who still knows what of them (G49)."""

from tests.games.warumono.positions import Position, in_play, others


def learn(p: Position, observer: str, holder: str) -> None:
    p["seats"][observer]["knows"][holder] = p["seats"][holder]["contents"]


def show(p: Position, holder: str) -> None:
    """Show a contents card to everybody."""
    for observer in in_play(p):
        learn(p, observer, holder)


def switch(p: Position, seat: str, target: str, *, real: bool) -> None:
    """Switch, or pretend to: only the mover knows which (R26, R27)."""
    for observer in others(p, seat):
        knows = p["seats"][observer]["knows"]
        for holder in (seat, target):
            if holder in knows:
                knows[holder] = _touched(knows[holder])
    if real:
        own, other = p["seats"][seat], p["seats"][target]
        own["contents"], other["contents"] = other["contents"], own["contents"]
        knows = own["knows"]
        swapped = {seat: knows.pop(target, None), target: knows.pop(seat, None)}
        knows.update({holder: record for holder, record in swapped.items() if record})


def _touched(record: str | Position) -> Position:
    if isinstance(record, str):
        return {"last_seen": record, "touched": 1}
    return {**record, "touched": record["touched"] + 1}


def replace(p: Position, target: str, giver: str) -> None:
    """Let all records of `target` be those of `giver`, whose card he now holds (G1)."""
    for observer in in_play(p):
        knows = p["seats"][observer]["knows"]
        knows.pop(target, None)
        if giver in knows:
            knows[target] = knows[giver]
