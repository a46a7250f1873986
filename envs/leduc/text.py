"""Leduc poker in words: actions, deals, events, positions and views.

A position holds `options`, `phase` (deal, bet, public or over), `to_move`, `history` (the decisions
so far, of both rounds), `public` (the public card, once it lies there), `seats` with each seat's
`card`, chips `paid` and whether it is `out`, and at the end `over`, `winners` and `payoffs`. Cards
and history say everything; the rest may be left out, and must agree where given.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.poker import ending, hide_cards, picture, seat_cards
from hoodwink.envs.core.state import CHANCE, OVER, View
from hoodwink.envs.core.words import all_options, as_list, check_agrees, check_keys, whole
from hoodwink.envs.leduc import rules
from hoodwink.envs.leduc.state import MOVES, N_CARDS, SEATS, STATE
from hoodwink.envs.leduc.tables import normal_options, tables

SEAT_NAMES = ("A", "B", "C")
ACTIONS = ("fold", "call", "raise")
KEYS = (
    "options", "phase", "to_move", "history", "public", "seats", "over", "winners", "payoffs",
)  # fmt: skip
SEAT_KEYS = ("card", "paid", "out")
OUTCOMES = tuple(f"deal {c}" for c in range(N_CARDS))


class LeducWords:
    """How Leduc poker speaks (see core's Words)."""

    def decision(self, t: View, seat: int, action: int) -> str:
        """Return `fold`, `call` or `raise`."""
        return ACTIONS[action]

    def outcome(self, t: View, outcome: int) -> str:
        """Return the word of a deal: `deal 2`, to the next seat or to all."""
        return OUTCOMES[outcome] if outcome < _n_cards(t) else ""

    def event(self, t: View, code: int) -> str:
        """Return what a seat was told by the event `code`."""
        if code < rules.EVENT_DEALT:
            return f"your card is {code - rules.EVENT_CARD}"
        if code < rules.EVENT_ACTION:
            return f"{SEAT_NAMES[code - rules.EVENT_DEALT]} is dealt a card"
        if code < rules.EVENT_PUBLIC:
            p, a = divmod(code - rules.EVENT_ACTION, rules.N_ACTIONS)
            return f"{SEAT_NAMES[p]}: {ACTIONS[a]}"
        if code < rules.EVENT_SHOWN:
            return f"the public card is {code - rules.EVENT_PUBLIC}"
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
        names, dealing = SEAT_NAMES[: t.n_seats], position.get("phase") == "deal"
        cards = seat_cards(position.get("seats", {}), names, _n_cards(t), SEAT_KEYS, dealing)
        for c in cards:
            rules.step(s, t, c)
        _play(s, t, cards, position)
        check_agrees(position, self.dump(s, t, full))
        return loaded

    def dump(self, s: View, t: View, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the full position of a state."""
        position: dict[str, Any] = {"options": dict(options), "phase": _phase(s)}
        if s.to_move != OVER:
            position["to_move"] = "chance" if s.to_move == CHANCE else SEAT_NAMES[s.to_move]
        position["history"] = [word for street in _played(s) for word in street]
        if s.shared >= 0:
            position["public"] = s.shared
        position["seats"] = {SEAT_NAMES[p]: _seat(s, p) for p in range(s.n_seats)}
        if s.to_move == OVER:
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
        played = " | ".join(" ".join(street) for street in _played(s) if street)
        return picture("Leduc poker", seen, played, f", public card {seen.get('public', '-')}")

    def explore(self, match: Any, key: str) -> Any:
        """Raise KeyError: there are no keys of this game's own."""
        raise KeyError(key)


def _n_cards(t: View) -> int:
    return 2 * (int(t.n_seats) + 1)


def _play(s: View, t: View, cards: list[int], position: Mapping[str, Any]) -> None:
    """Play the history of a position, and the public card when it is due and known."""
    history = as_list("history", position.get("history", []))
    if "public" in position:
        public = whole("public", position["public"], 0, _n_cards(t) - 1)
        if public in cards:
            raise BadPosition(f"public is {public}, which a seat has")
    else:
        public = next(c for c in range(_n_cards(t)) if c not in cards)
    for i, word in enumerate(history):
        if s.to_move == CHANCE and s.street == 1:
            rules.step(s, t, public)
        mask = np.zeros(rules.N_ACTIONS, np.int8)
        if s.to_move >= 0:
            rules.legal(s, t, mask)
        if word not in ACTIONS or not mask[ACTIONS.index(word)]:
            raise BadPosition(f"history[{i}]: {word!r} cannot be played there")
        rules.step(s, t, ACTIONS.index(word))
    if s.to_move == CHANCE and s.street == 1 and "public" in position:
        rules.step(s, t, public)


def _phase(s: View) -> str:
    if s.dealt < s.n_seats:
        return "deal"
    return {CHANCE: "public", OVER: "over"}.get(s.to_move, "bet")


def _played(s: View) -> list[list[str]]:
    """Return the decisions of each round."""
    two_bits = [[s.played >> 2 * (MOVES * i + k) & 3 for k in range(s.moves[i])] for i in (0, 1)]
    return [[ACTIONS[rules.PLAYED.index(two)] for two in street] for street in two_bits]


def _seat(s: View, p: int) -> dict[str, Any]:
    place = {"card": int(s.card[p])} if p < s.dealt else {}
    return place | {"paid": int(s.paid[p]), "out": bool(s.folded[p])}


def _ending(s: View) -> dict[str, Any]:
    payoffs = np.zeros(SEATS)
    rules.payoff(s, payoffs)
    winners = [p for p in range(s.n_seats) if (rules.winners(s) >> p) & 1]
    return ending(SEAT_NAMES[: s.n_seats], winners, payoffs.tolist())
