"""The keys of the middle of a turn: read, and checked against each other and the phase."""

from collections.abc import Iterable
from typing import Any, Final

from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.actions import rel_of
from hoodwink.envs.warumono2.movement import can_step, is_on_path
from hoodwink.envs.warumono2.position import directives
from hoodwink.envs.warumono2.reading import Reading
from hoodwink.envs.warumono2.sheets import DIRECTIVES
from hoodwink.envs.warumono2.state import NONE, Kind, Phase, Role, Ticket
from hoodwink.envs.warumono2.table import MAX_OPS, Effect
from hoodwink.envs.warumono2.turn import is_asked, is_operative_shown, remaining
from hoodwink.envs.warumono2.words import KIND_WORDS, PHASE_WORDS, space_names

MIDTURN_KEYS: Final = ("turn", "path", "left", "switched", "card", "named", "queue", "rest")
ALLOWED: Final = {  # keys that may differ from their defaults, by phase
    Phase.TURN: (),
    Phase.DIE: ("turn",),
    Phase.MOVE: ("path", "left"),
    Phase.CONTACT: ("path",),
    Phase.TICKET: ("path", "switched"),
    Phase.DRAW: ("turn", "path", "switched"),
    Phase.CARD: ("path", "switched", "card", "named"),
    Phase.TAKEN_IN: ("path", "switched", "card", "queue", "rest"),
    Phase.BETRAY: ("queue", "rest"),
}
DEFAULTS: Final[dict[str, Any]] = {"path": [], "switched": False, "queue": [], "rest": []}
CHOOSING_CARDS: Final = KIND_WORDS[: Kind.DEAL + 1]  # those that let the drawer choose
GOES: Final = ("LOCKDOWN", "TAKEN_IN")  # directives that take seats in


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
    if "switched" in fields:
        s.switched = fields["switched"].flag()
    read_card(r)
    if s.turn == NONE:
        read_between(r)
    else:
        read_path(r)
        check_phase(r)


def read_whose(r: Reading) -> None:
    """Read whose turn it is: of the seat to move, unless chance is or the sheet is carried out."""
    s, fields = r.s, r.fields
    raid = "card" in fields and s.phase == Phase.TAKEN_IN
    if s.phase == Phase.BETRAY or (s.phase == Phase.TAKEN_IN and not raid):
        if "turn" in fields:
            raise r.error("turn", "nobody has a turn between rounds")
        if s.out[s.first]:
            raise r.error("first", f"{r.names[s.first]} is out, which ends with the round")
        return
    if "turn" in fields:
        s.turn = r.remaining_seat("turn")
        if s.to_move not in (NONE, s.turn):
            raise r.error("turn", f"given {r.names[s.turn]}, but another seat is to move")
    elif s.to_move == NONE:
        raise r.error("turn", "missing: chance is to move, so say in whose turn")
    else:
        s.turn = s.to_move


def read_card(r: Reading) -> None:
    """Read the Back Alley Card that is carried out, and the seat named first."""
    s, fields = r.s, r.fields
    if "card" in fields:
        allowed = CHOOSING_CARDS if s.phase == Phase.CARD else (KIND_WORDS[Kind.POLICE_RAID],)
        word = fields["card"].one_of(KIND_WORDS, "Back Alley Card")
        if word not in allowed:
            raise r.error("card", f"given {word}; allowed: {', '.join(allowed)}")
        s.card = KIND_WORDS.index(word)
    elif s.phase == Phase.CARD:
        raise r.error("card", "missing: say which Back Alley Card is carried out")
    if "named" in fields:
        if s.card != Kind.TROUBLEMAKER:
            raise r.error("named", "only a Troublemaker names two seats")
        s.named = r.remaining_seat("named")
        if s.named == s.turn or remaining(s) < 3:
            raise r.error("named", "a second seat other than the drawer must be left to name")


# -- a turn ---------------------------------------------------------------------------------------


def read_path(r: Reading) -> None:
    """Read the movement of this turn; the mover stands on the last space of the path."""
    s, t, fields = r.s, r.t, r.fields
    names = space_names(t)
    words = fields["path"].distinct(names, "space") if "path" in fields else []
    if len(words) > t.die + 1:
        raise r.error("path", f"longer than the die allows, which is {t.die} steps")
    s.n_path = len(words)
    for i, word in enumerate(words):
        x = names.index(word)
        s.path[i] = x
        if i and x not in t.neighbours[s.path[i - 1]]:
            raise r.error("path", f"there is no step from {words[i - 1]} to {word}")
        if 0 < i < len(words) - 1 and t.effect[x] != Effect.NONE:
            raise r.error("path", f"a Marker stops on {word}")
    if words and r.of(s.turn, "at") is None:
        s.at[s.turn] = s.path[s.n_path - 1]
    if words and s.path[s.n_path - 1] != s.at[s.turn]:
        where = names[s.at[s.turn]]
        raise r.error("path", f"ends on {words[-1]}, but {r.names[s.turn]} is at {where}")
    if "left" in fields:
        s.left = fields["left"].whole(1, t.die)
    most = t.release if words and s.path[0] == t.big else t.die
    if s.n_path > 1 or s.left:
        if s.n_path - 1 + s.left > most:
            key = "left" if s.left else "path"
            raise r.error(key, f"more steps than the highest roll here, {most}")


def check_phase(r: Reading) -> None:
    """Check that the phase can have come to be: path, space and choice."""
    s = r.s
    if s.phase == Phase.MOVE:
        check_move(r)
    elif s.phase == Phase.CONTACT:
        others = [q for q in range(s.n_seats) if q != s.turn and not s.out[q] and is_on_path(s, q)]
        if not others:
            raise r.error("path", "no other seat stands on it, so nobody is asked")
    elif s.phase in (Phase.TICKET, Phase.DRAW, Phase.CARD, Phase.TAKEN_IN):
        if s.n_path == 1:
            raise r.error("path", "where the Marker did not move the space does nothing")
        check_space(r)
    if s.phase == Phase.TAKEN_IN:
        check_raid(r)


def check_move(r: Reading) -> None:
    """Refuse a movement without a beginning or without a step left."""
    s, t = r.s, r.t
    if s.n_path == 0:
        raise r.error("path", "missing: the spaces of this movement, the start first")
    if s.left == 0:
        raise r.error("left", "missing: the steps that are left of the roll")
    if s.n_path > 1 and t.effect[s.at[s.turn]] != Effect.NONE:
        raise r.error("path", f"the movement has ended on {space_names(t)[s.at[s.turn]]}")
    if not can_step(s, t, s.turn):
        raise r.error("left", "no step is left from here, so the movement has ended")


def check_space(r: Reading) -> None:
    """Refuse the choice of a ticket or a Back Alley Card on a space that offers none."""
    s = r.s
    x, p = s.at[s.turn], s.turn
    effect, where = r.t.effect[x], space_names(r.t)[x]
    if s.phase == Phase.TICKET:
        new = effect == Effect.FACILITATOR and s.passport[p] and s.ticket[p] == Ticket.NONE
        if not new and not (effect == Effect.TRADER and s.ticket[p] != Ticket.NONE):
            raise r.error("phase", f"{r.names[p]} can choose no ticket on {where}")
    elif effect != Effect.BACK_ALLEY:
        raise r.error("phase", f"{r.names[p]} is at {where}, where no card is drawn")


def check_raid(r: Reading) -> None:
    """Read the queue of a Police Raid: the drawer alone, if it could be the operative (G71)."""
    s = r.s
    s.queue[: s.n_seats] = NONE
    read_queue(r)
    if s.n_queue != 1 or not is_asked(s, s.turn):
        raise r.error("queue", "a Police Raid asks the drawer alone, if not known to be or not")
    forbid(r, ("rest",))


# -- between rounds -------------------------------------------------------------------------------


def read_between(r: Reading) -> None:
    """Read who is still to be asked, and the directives still to come."""
    s = r.s
    forbid(r, ("path", "switched", "card"))
    read_queue(r)
    for p in s.queue[: s.n_queue]:
        if not could_be_asked(s, r.t, int(p)):
            raise r.error("queue", f"{r.names[p]} is not asked now")
    read_rest(r)


def read_queue(r: Reading) -> None:
    """Read the seats still to be asked, in turn order; the one to move is the first."""
    s, fields = r.s, r.fields
    names = fields["queue"].distinct(r.names, "seat") if "queue" in fields else []
    seats = [r.names.index(name) for name in names]
    for p in seats:
        if s.out[p]:
            raise r.error("queue", f"{r.names[p]} is out")
    if not seats or seats[0] != s.to_move:
        raise r.error("queue", "the seat to move must be the first of it")
    order = [rel_of(s.first, p, s.n_seats) for p in seats]
    if order != sorted(order):
        raise r.error("queue", "not in turn order from the Starting Player")
    s.n_queue = len(seats)
    s.queue[: len(seats)] = seats


def could_be_asked(s: View, t: View, p: int) -> bool:
    """Return whether a directive may wait for an answer of seat `p` (G34, G71)."""
    if s.phase == Phase.TAKEN_IN:
        return bool(is_asked(s, p) and s.at[p] != t.big)
    if is_operative_shown(s):
        return bool(s.revealed[p] and s.role[p] == Role.UNDERCOVER)
    return not s.revealed[p]


def read_rest(r: Reading) -> None:
    """Read the directives still to come: the end of what the space says."""
    s, fields = r.s, r.fields
    rest = (
        [g.one_of(DIRECTIVES, "directive") for g in fields["rest"].items()]
        if "rest" in fields
        else []
    )
    if not rest:
        return
    printed = directives(r.t, s.sheet, s.counter)
    done = len(printed) - len(rest)
    if done < 1 or printed[done:] != rest:
        raise r.error("rest", f"space {s.counter} says {printed}, this is not the end of it")
    fits = printed[done - 1].startswith("BETRAY" if s.phase == Phase.BETRAY else GOES)
    if not fits:
        raise r.error("rest", f"before it comes {printed[done - 1]}, which asks nobody so")
    s.directive = done
    assert s.directive < MAX_OPS
