"""Kuhn poker in words: actions, deals, events, positions and views.

A position holds `options`, `phase` (deal, bet or over), `to_move`, `history` (the decisions so
far), `seats` with each seat's `card` and chips `paid`, and at the end `over`, `winners` and
`payoffs`. Cards and history say everything; the rest may be left out, and must agree where given.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.poker import ending, hide_cards, picture, seat_cards
from hoodwink.envs.core.state import CHANCE, OVER, View
from hoodwink.envs.core.words import all_options, as_list, check_agrees, check_keys
from hoodwink.envs.kuhn import rules
from hoodwink.envs.kuhn.state import N_CARDS, SEATS, STATE
from hoodwink.envs.kuhn.tables import normal_options, tables

SEAT_NAMES = ("A", "B", "C", "D")
ACTIONS = ("pass", "bet")
KEYS = ("options", "phase", "to_move", "history", "seats", "over", "winners", "payoffs")
SEAT_KEYS = ("card", "paid")
OUTCOMES = tuple(f"deal {c}" for c in range(N_CARDS))


class KuhnWords:
    """How Kuhn poker speaks (see core's Words)."""

    def decision(self, t: View, seat: int, action: int) -> str:
        """Return `pass` or `bet`."""
        return ACTIONS[action]

    def outcome(self, t: View, outcome: int) -> str:
        """Return the word of a deal: `deal 2`, to the next seat."""
        return OUTCOMES[outcome] if outcome <= t.n_seats else ""

    def event(self, t: View, code: int) -> str:
        """Return what a seat was told by the event `code`."""
        if code < rules.EVENT_DEALT:
            return f"your card is {code - rules.EVENT_CARD}"
        if code < rules.EVENT_ACTION:
            return f"{SEAT_NAMES[code - rules.EVENT_DEALT]} is dealt a card"
        if code < rules.EVENT_SHOWN:
            p, a = divmod(code - rules.EVENT_ACTION, rules.N_ACTIONS)
            return f"{SEAT_NAMES[p]}: {ACTIONS[a]}"
        p, c = divmod(code - rules.EVENT_SHOWN, N_CARDS)
        return f"{SEAT_NAMES[p]} shows {c}"

    def known(self, word: str) -> bool:
        """Return whether the word is one of a game with any number of seats."""
        return word in ACTIONS or word in OUTCOMES

    def load(self, position: Mapping[str, Any], options: Mapping[str, Any]) -> Loaded:
        """Return the state and tables of a position; the state remembers how it came about."""
        check_keys("position", position, KEYS)
        full = all_options(position, options, normal_options)
        loaded = Loaded(np.zeros(1, STATE), tables(**full), full)
        s, t = View(loaded.states), View(loaded.tables)
        rules.deal(s, t)
        names, n_cards = SEAT_NAMES[: t.n_seats], t.n_seats + 1
        dealing = position.get("phase") == "deal" or position.get("to_move") == "chance"
        seats = position.get("seats", {})
        for c in seat_cards(seats, names, n_cards, SEAT_KEYS, dealing):
            rules.step(s, t, c)
        for i, word in enumerate(as_list("history", position.get("history", []))):
            if rules.actor(s) < 0 or word not in ACTIONS:
                raise BadPosition(f"history[{i}]: {word!r} cannot be played there")
            rules.step(s, t, ACTIONS.index(word))
        check_agrees(position, self.dump(s, t, full))
        return loaded

    def dump(self, s: View, t: View, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the full position of a state."""
        actor = rules.actor(s)
        position: dict[str, Any] = {"options": dict(options), "phase": "bet"}
        if actor == OVER:
            position["phase"] = "over"
        elif actor == CHANCE:
            position |= {"phase": "deal", "to_move": "chance"}
        else:
            position["to_move"] = SEAT_NAMES[actor]
        position["history"] = [ACTIONS[s.acts[i] - 1] for i in range(s.moves)]
        position["seats"] = {SEAT_NAMES[p]: _seat(s, p) for p in range(s.n_seats)}
        if actor == OVER:
            position |= _ending(s)
        return position

    def view(self, s: View, t: View, options: Mapping[str, Any], seat: int) -> dict[str, Any]:
        """Return the position without the cards that `seat` has not seen."""
        position = self.dump(s, t, options)
        hide_cards(position["seats"], seat, lambda p: rules.is_shown(s, p))
        return position

    def ansi(self, s: View, t: View, options: Mapping[str, Any], seat: int) -> str:
        """Return the table as `seat` sees it, a line for each seat."""
        seen = self.view(s, t, options, seat)
        return picture("Kuhn poker", seen, " ".join(seen["history"]))

    def explore(self, match: Any, key: str) -> Any:
        """Raise KeyError: there are no keys of this game's own."""
        raise KeyError(key)


def _seat(s: View, p: int) -> dict[str, Any]:
    place = {"card": int(s.card[p])} if p < s.dealt else {}
    return place | {"paid": int(s.paid[p])}


def _ending(s: View) -> dict[str, Any]:
    payoffs = np.zeros(SEATS)
    rules.payoff(s, payoffs)
    winners = [p for p in range(s.n_seats) if payoffs[p] > 0]
    return ending(SEAT_NAMES[: s.n_seats], winners, payoffs.tolist())
