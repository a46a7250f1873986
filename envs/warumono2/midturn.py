"""The keys of the middle of a turn: read, and checked against each other and the phase."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Any, Final

from hoodwink.envs.core.data import Given
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.actions import rel_of
from hoodwink.envs.warumono2.movement import can_step, is_on_path
from hoodwink.envs.warumono2.position import directives
from hoodwink.envs.warumono2.sheets import DIRECTIVES
from hoodwink.envs.warumono2.state import NONE, Kind, Phase, Role, Ticket
from hoodwink.envs.warumono2.table import MAX_OPS, Effect
from hoodwink.envs.warumono2.turn import is_asked, is_operative_shown, remaining
from hoodwink.envs.warumono2.words import KIND_WORDS, PHASE_WORDS, SEAT_NAMES, space_names

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


@dataclass
class Turn:
    """What the keys of the middle of a turn are read into."""

    fields: dict[str, Given]
    s: View
    t: View
    placed: Container[int]  # seats whose `at` is given

    @property
    def names(self) -> tuple[str, ...]:
        """The seats that are dealt in."""
        return SEAT_NAMES[: self.s.n_seats]

    def error(self, key: str, message: str) -> Exception:
        """Return the error about `key`, be it given or not."""
        given = self.fields.get(key, Given(None, key))
        return given.error(f"{message} (phase {PHASE_WORDS[self.s.phase]})")

    def seat(self, key: str) -> int:
        """Return the seat that `key` names, which must be in the game."""
        p = self.names.index(self.fields[key].one_of(self.names, "seat"))
        if self.s.out[p]:
            raise self.error(key, f"{self.names[p]} is out")
        return p


def forbid(fields: dict[str, Given], keys: Iterable[str], phase: int) -> None:
    """Refuse keys that the phase does not have, unless they are given their defaults."""
    for key in keys:
        if key in fields:
            default = DEFAULTS.get(key)
            value = fields[key].value
            if default is None or type(value) is not type(default) or value != default:
                raise fields[key].error(f"this key has no place in the phase {PHASE_WORDS[phase]}")


def read_turn(
    fields: dict[str, Given], s: View, t: View, to_move: int, placed: Container[int]
) -> None:
    """Read whose turn it is and how far it has gone; `placed` are the seats whose `at` is given."""
    turn = Turn(fields, s, t, placed)
    s.to_move = to_move
    read_whose(turn)
    allowed = ("turn", *ALLOWED[Phase(s.phase)])
    forbid(fields, [key for key in MIDTURN_KEYS if key not in allowed], s.phase)
    if "switched" in fields:
        s.switched = fields["switched"].flag()
    read_card(turn)
    if s.turn == NONE:
        read_between(turn)
    else:
        read_path(turn)
        check_phase(turn)


def read_whose(turn: Turn) -> None:
    """Read whose turn it is: of the seat to move, unless chance is or the sheet is carried out."""
    s, fields = turn.s, turn.fields
    raid = "card" in fields and s.phase == Phase.TAKEN_IN
    if s.phase == Phase.BETRAY or (s.phase == Phase.TAKEN_IN and not raid):
        if "turn" in fields:
            raise turn.error("turn", "nobody has a turn between rounds")
        if s.out[s.first]:
            raise turn.error("first", f"{turn.names[s.first]} is out, which ends with the round")
        return
    if "turn" in fields:
        s.turn = turn.seat("turn")
        if s.to_move not in (NONE, s.turn):
            raise turn.error("turn", f"given {turn.names[s.turn]}, but another seat is to move")
    elif s.to_move == NONE:
        raise turn.error("turn", "missing: chance is to move, so say in whose turn")
    else:
        s.turn = s.to_move


def read_card(turn: Turn) -> None:
    """Read the Back Alley Card that is carried out, and the seat named first."""
    s, fields = turn.s, turn.fields
    if "card" in fields:
        allowed = CHOOSING_CARDS if s.phase == Phase.CARD else (KIND_WORDS[Kind.POLICE_RAID],)
        word = fields["card"].one_of(KIND_WORDS, "Back Alley Card")
        if word not in allowed:
            raise turn.error("card", f"given {word}; allowed: {', '.join(allowed)}")
        s.card = KIND_WORDS.index(word)
    elif s.phase == Phase.CARD:
        raise turn.error("card", "missing: say which Back Alley Card is carried out")
    if "named" in fields:
        if s.card != Kind.TROUBLEMAKER:
            raise turn.error("named", "only a Troublemaker names two seats")
        s.named = turn.seat("named")
        if s.named == s.turn or remaining(s) < 3:
            raise turn.error("named", "a second seat other than the drawer must be left to name")


# -- a turn ---------------------------------------------------------------------------------------


def read_path(turn: Turn) -> None:
    """Read the movement of this turn; the mover stands on the last space of the path."""
    s, t, fields = turn.s, turn.t, turn.fields
    names = space_names(t)
    words = fields["path"].distinct(names, "space") if "path" in fields else []
    if len(words) > t.die + 1:
        raise turn.error("path", f"longer than the die allows, which is {t.die} steps")
    s.n_path = len(words)
    for i, word in enumerate(words):
        x = names.index(word)
        s.path[i] = x
        if i and x not in t.neighbours[s.path[i - 1]]:
            raise turn.error("path", f"there is no step from {words[i - 1]} to {word}")
        if 0 < i < len(words) - 1 and t.effect[x] != Effect.NONE:
            raise turn.error("path", f"a Marker stops on {word}")
    if words and s.turn not in turn.placed:
        s.at[s.turn] = s.path[s.n_path - 1]
    if words and s.path[s.n_path - 1] != s.at[s.turn]:
        where = names[s.at[s.turn]]
        raise turn.error("path", f"ends on {words[-1]}, but {turn.names[s.turn]} is at {where}")
    if "left" in fields:
        s.left = fields["left"].whole(1, t.die)
    most = t.release if words and s.path[0] == t.big else t.die
    if s.n_path > 1 or s.left:
        if s.n_path - 1 + s.left > most:
            key = "left" if s.left else "path"
            raise turn.error(key, f"more steps than the highest roll here, {most}")


def check_phase(turn: Turn) -> None:
    """Check that the phase can have come to be: path, space and choice."""
    s = turn.s
    if s.phase == Phase.MOVE:
        check_move(turn)
    elif s.phase == Phase.CONTACT:
        others = [q for q in range(s.n_seats) if q != s.turn and not s.out[q] and is_on_path(s, q)]
        if not others:
            raise turn.error("path", "no other seat stands on it, so nobody is asked")
    elif s.phase in (Phase.TICKET, Phase.DRAW, Phase.CARD, Phase.TAKEN_IN):
        if s.n_path == 1:
            raise turn.error("path", "where the Marker did not move the space does nothing")
        check_space(turn)
    if s.phase == Phase.TAKEN_IN:
        check_raid(turn)


def check_move(turn: Turn) -> None:
    """Refuse a movement without a beginning or without a step left."""
    s, t = turn.s, turn.t
    if s.n_path == 0:
        raise turn.error("path", "missing: the spaces of this movement, the start first")
    if s.left == 0:
        raise turn.error("left", "missing: the steps that are left of the roll")
    if s.n_path > 1 and t.effect[s.at[s.turn]] != Effect.NONE:
        raise turn.error("path", f"the movement has ended on {space_names(t)[s.at[s.turn]]}")
    if not can_step(s, t, s.turn):
        raise turn.error("left", "no step is left from here, so the movement has ended")


def check_space(turn: Turn) -> None:
    """Refuse the choice of a ticket or a Back Alley Card on a space that offers none."""
    s = turn.s
    x, p = s.at[s.turn], s.turn
    effect, where = turn.t.effect[x], space_names(turn.t)[x]
    if s.phase == Phase.TICKET:
        new = effect == Effect.FACILITATOR and s.passport[p] and s.ticket[p] == Ticket.NONE
        if not new and not (effect == Effect.TRADER and s.ticket[p] != Ticket.NONE):
            raise turn.error("phase", f"{turn.names[p]} can choose no ticket on {where}")
    elif effect != Effect.BACK_ALLEY:
        raise turn.error("phase", f"{turn.names[p]} is at {where}, where no card is drawn")


def check_raid(turn: Turn) -> None:
    """Read the queue of a Police Raid: the drawer alone, if it could be the operative (G71)."""
    s = turn.s
    s.queue[: s.n_seats] = NONE
    read_queue(turn)
    if s.n_queue != 1 or not is_asked(s, s.turn):
        raise turn.error("queue", "a Police Raid asks the drawer alone, if not known to be or not")
    forbid(turn.fields, ("rest",), s.phase)


# -- between rounds -------------------------------------------------------------------------------


def read_between(turn: Turn) -> None:
    """Read who is still to be asked, and the directives still to come."""
    s = turn.s
    forbid(turn.fields, ("path", "switched", "card"), s.phase)
    read_queue(turn)
    for p in s.queue[: s.n_queue]:
        if not could_be_asked(s, turn.t, int(p)):
            raise turn.error("queue", f"{turn.names[p]} is not asked now")
    read_rest(turn)


def read_queue(turn: Turn) -> None:
    """Read the seats still to be asked, in turn order; the one to move is the first."""
    s, fields = turn.s, turn.fields
    names = fields["queue"].distinct(turn.names, "seat") if "queue" in fields else []
    seats = [turn.names.index(name) for name in names]
    for p in seats:
        if s.out[p]:
            raise turn.error("queue", f"{turn.names[p]} is out")
    if not seats or seats[0] != s.to_move:
        raise turn.error("queue", "the seat to move must be the first of it")
    order = [rel_of(s.first, p, s.n_seats) for p in seats]
    if order != sorted(order):
        raise turn.error("queue", "not in turn order from the Starting Player")
    s.n_queue = len(seats)
    s.queue[: len(seats)] = seats


def could_be_asked(s: View, t: View, p: int) -> bool:
    """Return whether a directive may wait for an answer of seat `p` (G34, G71)."""
    if s.phase == Phase.TAKEN_IN:
        return bool(is_asked(s, p) and s.at[p] != t.big)
    if is_operative_shown(s):
        return bool(s.revealed[p] and s.role[p] == Role.UNDERCOVER)
    return not s.revealed[p]


def read_rest(turn: Turn) -> None:
    """Read the directives still to come: the end of what the space says."""
    s, fields = turn.s, turn.fields
    rest = (
        [g.one_of(DIRECTIVES, "directive") for g in fields["rest"].items()]
        if "rest" in fields
        else []
    )
    if not rest:
        return
    printed = directives(turn.t, s.sheet, s.counter)
    done = len(printed) - len(rest)
    if done < 1 or printed[done:] != rest:
        raise turn.error("rest", f"space {s.counter} says {printed}, this is not the end of it")
    fits = printed[done - 1].startswith("BETRAY" if s.phase == Phase.BETRAY else GOES)
    if not fits:
        raise turn.error("rest", f"before it comes {printed[done - 1]}, which asks nobody so")
    s.directive = done
    assert s.directive < MAX_OPS
