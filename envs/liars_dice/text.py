"""Liar's Dice in words: actions, rolls, events, positions and views.

A position holds `options`, `phase` (roll, bid or over), `to_move`, `history` (the decisions so
far), `seats` with the `dice` of each, and at the end `over`, `winners` and `payoffs`. Dice and
history say everything; the rest may be left out, and must agree where given. A seat whose dice are
left out has ones.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hoodwink.envs.core.errors import BadPosition, quoted
from hoodwink.envs.core.game import Loaded
from hoodwink.envs.core.poker import ending
from hoodwink.envs.core.state import CHANCE, OVER, View
from hoodwink.envs.core.words import (
    all_options,
    as_list,
    as_mapping,
    check_agrees,
    check_keys,
    whole,
)
from hoodwink.envs.liars_dice import rules
from hoodwink.envs.liars_dice.state import ALL_DICE, FACES, SEATS, STATE
from hoodwink.envs.liars_dice.tables import normal_options, tables

SEAT_NAMES = ("A", "B", "C", "D")
KEYS = ("options", "phase", "to_move", "history", "seats", "over", "winners", "payoffs")
ACTIONS = (
    *(f"bid {quantity + 1}x{face + 1}" for quantity in range(ALL_DICE) for face in range(FACES)),
    "liar",
)
IDS = {word: a for a, word in enumerate(ACTIONS)}
OUTCOMES = tuple(f"roll {face + 1}" for face in range(FACES))


class LiarsDiceWords:
    """How Liar's Dice speaks (see core's Words)."""

    def decision(self, t: View, seat: int, action: int) -> str:
        """Return `liar`, or the word of a bid: `bid 2x3`, two dice of three."""
        quantity, face = divmod(action, FACES)
        possible = quantity < t.n_seats * t.n_dice and face < t.n_faces
        return ACTIONS[action] if action == rules.LIAR or possible else ""

    def outcome(self, t: View, outcome: int) -> str:
        """Return the word of a roll: `roll 2`, of the next die."""
        return OUTCOMES[outcome] if outcome < t.n_faces else ""

    def event(self, t: View, code: int) -> str:
        """Return what a seat was told by the event `code`."""
        if code < rules.EVENT_DIE:
            return f"{SEAT_NAMES[code - rules.EVENT_ROLLED]} rolls a die"
        if code < rules.EVENT_ACTION:
            return f"you have a {code - rules.EVENT_DIE + 1}"
        if code < rules.EVENT_SHOWN:
            return ACTIONS[code - rules.EVENT_ACTION]
        p, face = divmod(code - rules.EVENT_SHOWN, FACES)
        return f"{SEAT_NAMES[p]} shows a {face + 1}"

    def known(self, word: str) -> bool:
        """Return whether the word is one of a game with any options."""
        return word in IDS or word in OUTCOMES

    def load(self, position: Mapping[str, Any], options: Mapping[str, Any]) -> Loaded:
        """Return the state and tables of a position; the state remembers how it came about."""
        check_keys("position", position, KEYS)
        full = all_options(position, options, normal_options)
        loaded = Loaded(np.zeros(1, STATE), tables(**full), full)
        s, t = View(loaded.states), View(loaded.tables)
        rules.deal(s, t)
        rolling = position.get("phase") == "roll" or position.get("to_move") == "chance"
        for face in _dice(position.get("seats", {}), t, rolling):
            rules.step(s, t, face)
        for i, word in enumerate(as_list("history", position.get("history", []))):
            mask = np.zeros(rules.N_ACTIONS, np.int8)
            if rules.actor(s) >= 0:
                rules.legal(s, t, mask)
            if not isinstance(word, str) or word not in IDS or not mask[IDS[word]]:
                raise BadPosition(f"history[{i}]: {quoted(word)} cannot be played there")
            rules.step(s, t, IDS[word])
        check_agrees(position, self.dump(s, t, full))
        return loaded

    def dump(self, s: View, t: View, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the full position of a state."""
        actor = rules.actor(s)
        position: dict[str, Any] = {"options": dict(options), "phase": "bid"}
        if actor == OVER:
            position["phase"] = "over"
        elif actor == CHANCE:
            position |= {"phase": "roll", "to_move": "chance"}
        else:
            position["to_move"] = SEAT_NAMES[actor]
        position["history"] = [ACTIONS[s.bids[i] - 1] for i in range(s.n_bids)]
        position["history"] += ["liar"] * s.called
        position["seats"] = {SEAT_NAMES[p]: {"dice": _shown(s, p)} for p in range(s.n_seats)}
        if actor == OVER:
            position |= _ending(s)
        return position

    def view(self, s: View, t: View, options: Mapping[str, Any], seat: int) -> dict[str, Any]:
        """Return the position with `rolled`, how many, for dice that `seat` has not seen."""
        position = self.dump(s, t, options)
        for p, (name, place) in enumerate(position["seats"].items()):
            if not s.called and not (p == seat and rules.has_looked(s, p)):
                position["seats"][name] = {"rolled": len(place["dice"])}
        return position

    def ansi(self, s: View, t: View, options: Mapping[str, Any], seat: int) -> str:
        """Return the table as `seat` sees it, a line for each seat, and at most six bids."""
        seen = self.view(s, t, options, seat)
        lines = [f"Liar's Dice, {t.n_faces} is wild"]
        for name, place in seen["seats"].items():
            dice = place.get("dice", "?" * place.get("rolled", 0))
            mark = ">" if seen.get("to_move") == name else " "
            lines.append(f"{mark} {name}  {' '.join(map(str, dice))}".rstrip())
        played = seen["history"]
        lines.append("  played: " + (", ".join(played[-6:]) or "nothing yet"))
        if "winners" in seen:
            lines.append("  won by " + ", ".join(seen["winners"]))
        return "\n".join(lines)

    def explore(self, match: Any, key: str) -> Any:
        """Raise KeyError: there are no keys of this game's own."""
        raise KeyError(key)


def _dice(seats: Any, t: View, rolling: bool) -> list[int]:
    """Return the faces (from 0) that the dice show, in the order in which they were rolled."""
    names = SEAT_NAMES[: t.n_seats]
    check_keys("seats", as_mapping("seats", seats), names)
    faces: list[int] = []
    for p, name in enumerate(names):
        where = f"seats.{name}"
        check_keys(where, as_mapping(where, seats.get(name, {})), ["dice"])
        ones = [] if rolling else [1] * t.n_dice
        dice = as_list(f"{where}.dice", seats.get(name, {}).get("dice", ones))
        if rolling and dice and len(faces) < p * t.n_dice:
            raise BadPosition(f"{where}.dice: the seats before it have not rolled all theirs")
        if len(dice) > t.n_dice or (len(dice) < t.n_dice and not rolling):
            raise BadPosition(f"{where}.dice: {len(dice)} where each seat has {t.n_dice}")
        rolled = [whole(f"{where}.dice[{i}]", d, 1, t.n_faces) for i, d in enumerate(dice)]
        if rolled != sorted(rolled):
            raise BadPosition(f"{where}.dice must be in rising order, got {quoted(dice)}")
        faces += [face - 1 for face in rolled]
    if rolling and len(faces) == t.n_seats * t.n_dice:
        raise BadPosition("seats: all dice are rolled, so chance is not to move")
    return faces


def _shown(s: View, p: int) -> list[int]:
    return [face + 1 for face in range(s.n_faces) for _ in range(s.count[p, face])]


def _ending(s: View) -> dict[str, Any]:
    payoffs = np.zeros(SEATS)
    rules.payoff(s, payoffs)
    return ending(SEAT_NAMES[: s.n_seats], [rules.winner(s)], payoffs.tolist())
