"""The keys of the middle of a turn: read, and checked against each other and the phase."""

from collections.abc import Iterable
from typing import Any, Final

from hoodwink.envs.warumono.contact import is_contact
from hoodwink.envs.warumono.knowledge import n_orders
from hoodwink.envs.warumono.reading import Reading
from hoodwink.envs.warumono.state import NONE, Phase
from hoodwink.envs.warumono.table import Effect
from hoodwink.envs.warumono.words import PHASE_WORDS, space_names

MIDTURN_KEYS: Final = ("turn", "path", "left", "pistol_used")
ALLOWED: Final = {  # keys that may differ from their defaults, by phase
    Phase.TURN: ("pistol_used",),
    Phase.DIE: ("pistol_used",),
    Phase.MOVE: ("path", "left", "pistol_used"),
    Phase.CONTACT: ("path",),
    Phase.DRAW: ("path", "pistol_used"),
    Phase.REDEEM: ("path", "pistol_used"),
    Phase.TIP_OFF: ("path", "pistol_used"),
    Phase.GETAWAY: ("path", "pistol_used"),
}
DEFAULTS: Final[dict[str, Any]] = {"path": [], "pistol_used": False}
PLACES: Final = {
    Phase.DRAW: (Effect.HIDEOUT,),
    Phase.REDEEM: (Effect.WAREHOUSE, Effect.BAR, Effect.PARKING),
    Phase.TIP_OFF: (Effect.TIP_OFF,),
    Phase.GETAWAY: (Effect.GETAWAY,),
}


def forbid(r: Reading, keys: Iterable[str]) -> None:
    """Refuse keys that the phase does not have, unless they are given their defaults."""
    for key in keys:
        if key in r.fields:
            default = DEFAULTS.get(key)
            given = r.fields[key]
            if default is None or type(given.value) is not type(default) or given.value != default:
                phase = PHASE_WORDS[r.s.phase]
                raise given.error(f"this key has no place in the phase {phase}")


def read_turn(r: Reading, to_move: int) -> None:
    """Read whose turn it is and how far it has gone."""
    s, fields = r.s, r.fields
    s.to_move = to_move
    read_whose(r)
    allowed = ("turn", *ALLOWED[Phase(s.phase)])
    forbid(r, [key for key in MIDTURN_KEYS if key not in allowed])
    if "pistol_used" in fields:
        s.pistol_used = fields["pistol_used"].flag()
    if s.pistol_used and s.pistol in (NONE, s.turn):
        raise r.error("pistol_used", "the pistol went to the robbed seat (R42)")
    read_path(r)
    check_phase(r)


def read_whose(r: Reading) -> None:
    """Read whose turn it is: of the seat to move, unless chance is."""
    s, fields = r.s, r.fields
    if "turn" in fields:
        s.turn = r.remaining_seat("turn")
        if s.to_move not in (NONE, s.turn):
            raise r.error("turn", f"given {r.names[s.turn]}, but another seat is to move")
    elif s.to_move == NONE:
        raise r.error("turn", "missing: chance is to move, so say in whose turn")
    else:
        s.turn = s.to_move


def read_path(r: Reading) -> None:
    """Read the movement of this turn; the mover stands on the last space of the path."""
    s, t, fields = r.s, r.t, r.fields
    names = space_names(t)
    items = fields["path"].items() if "path" in fields else []
    words = [item.one_of(names, "space") for item in items]
    if len(words) > t.die + 1:
        raise r.error("path", f"longer than the die allows, which is {t.die} steps")
    s.n_path = len(words)
    for i, word in enumerate(words):
        x = names.index(word)
        s.path[i] = x
        if i and x not in t.neighbours[s.path[i - 1]]:
            raise r.error("path", f"there is no step from {words[i - 1]} to {word}")
        if word in words[:i] and not t.backtrack:
            raise r.error("path", f"{word} is given twice")
        if 0 < i < len(words) - 1 and t.stops[x]:
            raise r.error("path", f"a move ends on {word}")
    if words and r.of(s.turn, "at") is None:
        s.at[s.turn] = s.path[s.n_path - 1]
    if words and s.path[s.n_path - 1] != s.at[s.turn]:
        where = names[s.at[s.turn]]
        raise r.error("path", f"ends on {words[-1]}, but {r.names[s.turn]} is at {where}")
    if "left" in fields:
        s.left = fields["left"].whole(1, t.die)
        if s.n_path - 1 + s.left > t.die:
            raise r.error("left", f"more steps than the highest roll, {t.die}")


def check_phase(r: Reading) -> None:
    """Check that the phase can have come to be: path, space and choice."""
    s, t = r.s, r.t
    where = space_names(t)[s.at[s.turn]]
    if s.phase > Phase.DIE and s.n_path == 0:
        raise r.error("path", "missing: the spaces of this movement, the start first")
    if s.phase == Phase.MOVE:
        if s.left == 0:
            raise r.error("left", "missing: the steps that are left of the roll")
        if s.n_path > 1 and t.stops[s.at[s.turn]]:
            raise r.error("path", f"the movement has ended on {where}")
    elif s.phase == Phase.CONTACT:
        if not is_contact(s, s.turn):
            raise r.error("path", "no other seat stands on it, so nobody is asked")
    elif s.phase in PLACES:
        if t.effect[s.at[s.turn]] not in PLACES[Phase(s.phase)]:
            raise r.error("phase", f"{r.names[s.turn]} is at {where}, which offers no such thing")
        if s.n_path == 1 and s.phase != Phase.GETAWAY:
            raise r.error("path", "where the piece did not move the space does nothing (G8)")
        if s.phase == Phase.REDEEM and n_orders(s, s.turn) == 0:
            raise r.error("phase", f"{r.names[s.turn]} holds no order")
        if s.phase == Phase.DRAW and s.orders.sum() == t.deck.sum():
            raise r.error("phase", "every order is in a hand, so none is drawn")
