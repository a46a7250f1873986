"""How a finished game of Warumono came to its end, read off the last events."""

from hoodwink.envs.core.game import Ending
from hoodwink.envs.core.state import View, place_in
from hoodwink.envs.warumono.actions import E_ROLE_SHOWN, E_SHOWN, E_TOOK
from hoodwink.envs.warumono.state import Card


def ending(s: View, t: View) -> Ending:
    """Return the ending: a getaway or a questioning that found the cash, one seat left, the limit.

    Both of the first show a Profession and then the cash just before the end is told (R43, R48).
    """
    shown, role = _event(s, 2), _event(s, 3)  # the last one is the end itself
    if E_ROLE_SHOWN <= role < E_TOOK and E_SHOWN <= shown < E_ROLE_SHOWN:
        holder, card = divmod(shown - E_SHOWN, 2)
        if card == Card.CASH:
            caught = (role - E_ROLE_SHOWN) // 2 != holder
            return Ending("cash found by questioning" if caught else "getaway with cash", s.round)
    if sum(not out for out in s.out[: s.n_seats]) == 1:
        return Ending("one seat left", s.round)
    return Ending("limit of rounds, nobody wins", s.round)


def _event(s: View, back: int) -> int:
    """Return the event told `back` events before the next one to the first seat."""
    return int(s.events[0, place_in(s.events.shape[1], int(s.told[0]) - back)])
