"""Routes of Warumono 2, found by walking all of them (R70-R73, G10)."""

from collections.abc import Iterator

from tests.games.warumono2.components import ACTION, ENTRANCES, NEIGHBOURS, TICKET_EDGES
from tests.games.warumono2.positions import Position


def routes(p: Position, seat: str) -> list[list[str]]:
    """List the legal complete paths that begin with the steps already made (R70-R73, G10).

    They have exactly the rolled length or end on an Action space; failing that, the longest.
    """
    done, left = len(p["path"]), p["left"]
    walks = list(_walks(p, p["path"], left, p["seats"][seat]["ticket"]))
    full = [
        path
        for path in walks
        if len(path) == done + left or (len(path) > done and path[-1] in ACTION)
    ]
    longest = max(len(path) for path in walks)
    return full or [path for path in walks if len(path) == longest]


def _walks(p: Position, path: list[str], left: int, ticket: str) -> Iterator[list[str]]:
    """Yield `path` and every way to lengthen it by up to `left` steps, no space twice (R71)."""
    yield path
    here = path[-1]
    if left == 0:
        return
    for there in NEIGHBOURS[here]:
        if there in path or not _is_open(p, here, there, ticket):
            continue
        longer = [*path, there]
        rest = 0 if there in ACTION else left - 1  # R72
        yield from _walks(p, longer, rest, ticket_after(here, there, ticket))


def _is_open(p: Position, here: str, there: str, ticket: str) -> bool:
    """Tell whether neither a Barricade (R39, G13) nor a missing ticket (G5) is in the way."""
    if any(ENTRANCES[place] == (here, there) for place in p["barricades"]):
        return False
    needed = [kind for kind, edge in TICKET_EDGES.items() if edge == (here, there)]
    return not needed or ticket in needed


def ticket_after(here: str, there: str, ticket: str) -> str:
    return "none" if (here, there) in TICKET_EDGES.values() else ticket
