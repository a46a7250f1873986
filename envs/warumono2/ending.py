"""How a finished game of Warumono 2 came to its end, read off the last events."""

from hoodwink.envs.core.game import Ending
from hoodwink.envs.core.state import View, place_in
from hoodwink.envs.warumono2.actions import E_OUT, E_ROLE_SHOWN, E_SHOWN
from hoodwink.envs.warumono2.state import N_CARDS, Card, Role


def ending(s: View, t: View) -> Ending:
    """Return the ending: a getaway or an arrest of the Loot, one seat left, or the sheet's end.

    Both of the first show a Profession and then the Loot just before the end is told. An operative
    at an exit shows both too, and stays (R34); Display Contents shows two cards or more in a row.
    """
    shown, role = _event(s, 2), _event(s, 3)  # the last one is the end itself
    displayed = E_ROLE_SHOWN <= role < E_OUT and E_SHOWN <= shown < E_ROLE_SHOWN
    seat, profession = divmod(role - E_ROLE_SHOWN, 2)
    holder, card = divmod(shown - E_SHOWN, N_CARDS)
    if displayed and card == Card.LOOT and (seat != holder or profession == Role.WISEGUY):
        how = "getaway with the Loot" if seat == holder else "arrest of the Loot"
    elif sum(not out for out in s.out[: s.n_seats]) == 1:
        how = "one seat left"
    else:
        how = "end of the sheet, with winners" if s.winners else "end of the sheet, nobody wins"
    return Ending(how, s.counter)


def _event(s: View, back: int) -> int:
    """Return the event told `back` events before the next one to the first seat."""
    return int(s.events[0, place_in(s.events.shape[1], int(s.told[0]) - back)])
