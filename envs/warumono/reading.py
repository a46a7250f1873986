"""A position that is being read: what is given, and the state and tables it goes into."""

from dataclasses import dataclass

from hoodwink.envs.core.data import Given
from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono.tables import SEAT_NAMES
from hoodwink.envs.warumono.words import PHASE_WORDS


@dataclass
class Reading:
    """A position on the way into a state."""

    root: Given
    fields: dict[str, Given]
    seats: list[dict[str, Given]]  # of each seat
    s: View
    t: View

    @property
    def names(self) -> tuple[str, ...]:
        """The seats that are dealt in."""
        return SEAT_NAMES[: self.t.n_seats]

    def of(self, p: int, key: str) -> Given | None:
        """Return what is given as `key` of seat `p`."""
        return self.seats[p].get(key)

    def seat(self, key: str) -> int:
        """Return the seat that `key` names; it may be out."""
        return self.names.index(self.fields[key].one_of(self.names, "seat"))

    def remaining_seat(self, key: str) -> int:
        """Return the seat that `key` names, which must not be out."""
        p = self.seat(key)
        if self.s.out[p]:
            raise self.error(key, f"{self.names[p]} is out")
        return p

    def error(self, key: str, message: str) -> BadPosition:
        """Return the error about `key`, be it given or not, that names the phase too."""
        given = self.fields.get(key, Given(None, key))
        return given.error(f"{message} (phase {PHASE_WORDS[self.s.phase]})")
