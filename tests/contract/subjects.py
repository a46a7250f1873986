"""What the contract tests need to know of each game; a game that is missing here fails."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import pytest

from hoodwink.envs.core.checks import Options, Run, Starts
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.envs.core.state import View
from hoodwink.envs.wongamania.state import Phase
from tests.contract import (
    rumini_oracle,
    rumini_starts,
    warumono2_starts,
    warumono_starts,
    wongamania_starts,
)
from tests.contract.warumono2_micro import MICRO
from tests.games.warumono import oracle as warumono_oracle
from tests.games.warumono2 import reference
from tests.games.warumono2.test_reference import check_position
from tests.games.wongamania import reference as wongamania_reference
from tests.games.wongamania.test_reference import check_position as check_wongamania

Oracle = Callable[[dict[str, Any]], set[str]]


def nothing(run: Run) -> None:
    """Have no invariants beyond those that all games share."""


def no_starts(n: int, seed: int = 0) -> Starts:
    """Have no positions to begin from: play from the deal reaches everything."""
    return []


@dataclass(frozen=True)
class Small:
    """A small variant, all histories of which are walked."""

    options: Options
    words_of: int = 1  # views are compared for one in so many told sequences
    draws_of: int = 1  # worlds are drawn for one in so many
    shares: bool = True  # all histories with one told sequence are equally likely but for chance
    plain: bool = True


@dataclass(frozen=True)
class Subject:
    """A game with its sets of options, and what is known of it independently of its code."""

    name: str
    options: tuple[Options, ...]
    small: tuple[Small, ...]
    oracle: Oracle  # from a full position to all words that can be played
    hidden: Callable[[View], Hashable]  # what is secret of a state
    recall: bool = False  # the observation promises perfect recall
    invariants: Callable[[Run], None] = nothing
    starts: Callable[..., Starts] = no_starts
    memory: tuple[str, ...] = ()  # fields that are no part of a position
    every: int = 1  # what is slow is checked at every so many moves
    longest: dict[str, int] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game."""
        return find_game(self.name)


# -- Kuhn and Leduc poker --------------------------------------------------------------------------


def kuhn_oracle(position: dict[str, Any]) -> set[str]:
    """Say what can be played in Kuhn poker: both actions, or the cards left for the next seat."""
    seats = position["seats"]
    waiting = [seat for seat in seats if "card" not in seats[seat]]
    if not waiting:
        return {"pass", "bet"}
    dealt = [own["card"] for own in seats.values() if "card" in own]
    return {f"deal {c}" for c in range(len(seats) + 1) if c not in dealt}


def leduc_oracle(position: dict[str, Any]) -> set[str]:
    """Say what can be played in Leduc poker, from the chips and the raises of this round."""
    seats = position["seats"]
    dealt = [own["card"] for own in seats.values() if "card" in own]
    if position["to_move"] == "chance":
        return {f"deal {c}" for c in range(2 * len(seats) + 2) if c not in dealt}
    facing = seats[position["to_move"]]["paid"] < max(own["paid"] for own in seats.values())
    raises = _raises(position["history"], len(seats), "public" in position)
    return {"call"} | ({"fold"} if facing else set()) | ({"raise"} if raises < 2 else set())


def _raises(history: list[str], n: int, second: bool) -> int:
    """Count the raises of the round that is on, by playing the rounds through."""
    raises, rest, players = 0, n, n
    for i, word in enumerate(history):
        rest -= 1
        if word == "fold":
            players -= 1
        elif word == "raise":
            raises, rest = raises + 1, players - 1
        if rest == 0 and second:
            return history[i + 1 :].count("raise")
    return raises


def cards(s: View) -> Hashable:
    """Return the cards of all seats."""
    return tuple(int(c) for c in s.card)


def distinct_cards(run: Run) -> None:
    """Check that no card is dealt twice."""
    dealt = [int(c) for c in (*run.s.card, getattr(run.s, "shared", -1)) if c >= 0]
    assert len(set(dealt)) == len(dealt), f"a card twice: {run}"


# -- Liar's Dice -----------------------------------------------------------------------------------


def liars_dice_oracle(position: dict[str, Any]) -> set[str]:
    """Say what can be played in Liar's Dice: a face to roll, or a higher bid, or `liar`."""
    options, history = position["options"], position["history"]
    faces = range(1, options["faces"] + 1)
    if position["to_move"] == "chance":
        return {f"roll {face}" for face in faces}
    last = tuple(map(int, history[-1][4:].split("x"))) if history else (0, 0)
    everything = range(1, options["players"] * options["dice"] + 1)
    higher = {f"bid {n}x{face}" for n in everything for face in faces if (n, face) > last}
    return higher | ({"liar"} if history else set())


def dice(s: View) -> Hashable:
    """Return how many dice of each face each seat has."""
    return tuple(map(int, s.count.ravel()))


def as_many_dice_as_rolled(run: Run) -> None:
    """Check that each seat has the dice it rolled, of faces that there are."""
    s = run.s
    assert int(s.count.sum()) == s.rolled == int(s.count[: s.n_seats, : s.n_faces].sum()), run
    for p in run.seats:
        assert int(s.count[p].sum()) == min(max(s.rolled - p * s.n_dice, 0), s.n_dice), run


# -- Warumono 2 ------------------------------------------------------------------------------------


def professions_and_contents(s: View) -> tuple[Hashable, ...]:
    """Return the hidden cards of all seats."""
    return tuple(map(int, s.role)), tuple(map(int, s.contents))


def warumono2_invariants(run: Run) -> None:
    """Check section (g) of the rules on the dumped position."""
    check_position(run.dump())


CUSTOM = {
    "name": "Everything", "stars": 3, "special": ["TRACKERS", "PASS_LEFT"], "last": 4,
    "blue": [2, 3], "fate": "REMAINING_WIN",
    "do": {
        1: ["BETRAY", "DISPLAY_CONTENTS"], 2: ["SNATCHED 02", "TAKEN_IN ROUND"],
        3: ["LOCKDOWN AIRPORT", "TAKEN_IN GREEN", "CONFIRM"], 4: ["DISPLAY_PROFESSIONS", "BETRAY"],
    },
}  # fmt: skip

# -- Warumono --------------------------------------------------------------------------------------


def cards_and_orders(s: View) -> Hashable:
    """Return the hidden cards of all seats."""
    return *professions_and_contents(s), tuple(map(tuple, s.orders.tolist())), s.cash_out


def warumono_invariants(run: Run) -> None:
    """Check section (g) of the rules on the dumped position."""
    if "variant" not in run.options:
        warumono_oracle.check_position(run.dump())


# -- Wongamania ------------------------------------------------------------------------------------


def hands(s: View) -> Hashable:
    """Return the hands of all seats, and in a window who is asked."""
    return s.hand.tobytes(), s.to_move if s.phase == Phase.WINDOW else None


def wongamania_invariants(run: Run) -> None:
    """Check section (g) of the rules on the dumped position."""
    check_wongamania(run.dump())


# -- Rumini ----------------------------------------------------------------------------------------


def missions_and_tools(s: View) -> Hashable:
    """Return the mission cards and the tools of all seats."""
    return tuple(map(int, s.mission)), tuple(map(int, s.tools.ravel()))


def rumini_invariants(run: Run) -> None:
    """Check section (g) of the rules on the dumped position."""
    rumini_oracle.check_position(run.dump())


SUBJECTS = {
    "wongamania": Subject(
        name="wongamania",
        options=(
            {"max_rounds": 8},
            {"players": 2, "mode": "simple", "variant": "apprentice"},
            {"players": 4, "variant": "strategist", "die_faces": 6, "max_rounds": 6},
            {"players": 5, "variant": "hardcore", "max_rounds": 6},
        ),
        small=tuple(
            Small({"variant": name}, words_of=40, draws_of=60, shares=False, plain=False)
            for name in ("nano", "nano3")  # in mini some hands are too rare to be drawn
        ),
        oracle=wongamania_reference.legal,
        hidden=hands,
        invariants=wongamania_invariants,
        starts=wongamania_starts.starts,
        every=6,
    ),
    "kuhn": Subject(
        name="kuhn",
        options=tuple({"players": n} for n in (2, 3, 4)),
        small=(
            Small({"players": 2}),
            Small({"players": 3}, draws_of=3),
            Small({"players": 4}, words_of=3, draws_of=90, plain=False),
        ),
        oracle=kuhn_oracle,
        hidden=cards,
        invariants=distinct_cards,
        recall=True,
    ),
    "leduc": Subject(
        name="leduc",
        options=tuple({"players": n} for n in (2, 3)),
        small=(Small({"players": 2}, words_of=3, draws_of=15, plain=False),),
        oracle=leduc_oracle,
        hidden=cards,
        invariants=distinct_cards,
        recall=True,
    ),
    "liars_dice": Subject(
        name="liars_dice",
        options=(
            {},
            {"dice": 2, "faces": 3},
            {"players": 3, "dice": 1, "faces": 4},
            {"players": 4, "dice": 5},
        ),
        small=(
            Small({"dice": 1, "faces": 4}, draws_of=12, words_of=3),
            Small({"dice": 2, "faces": 2}, draws_of=12, words_of=3, plain=False),
            Small({"players": 3, "dice": 1, "faces": 2}, draws_of=4),
        ),
        oracle=liars_dice_oracle,
        hidden=dice,
        invariants=as_many_dice_as_rolled,
        recall=True,
    ),
    "warumono2": Subject(
        name="warumono2",
        options=(
            {},
            {"players": 3, "scenario": 5},
            {"players": 3, "scenario": "choose"},
            {"scenario": 6, "peek_at_start": False},
            {"players": 3, "scenario": 3, "separate_start_box": True},
            {"scenario": CUSTOM},
        ),
        small=tuple(
            Small(options, words_of=40, draws_of=60, shares=False, plain=False)
            for options in (
                *({"variant": name} for name in ("tiny", "nano", "nano3")),
                *MICRO.values(),
            )
        ),
        oracle=reference.legal,
        hidden=professions_and_contents,
        invariants=warumono2_invariants,
        starts=warumono2_starts.starts,
        memory=("belief", "notable"),
        every=6,
    ),
    "warumono": Subject(
        name="warumono",
        options=(
            {},
            {"players": 2, "max_rounds": 8},
            {"players": 3, "keep_own_after_question": True, "max_rounds": 20},
            {"players": 3, "allow_backtrack": True, "advance_as_detective": False},
        ),
        small=(Small({"variant": "nano"}, words_of=10, draws_of=20, shares=False, plain=False),),
        oracle=warumono_oracle.legal,
        hidden=cards_and_orders,
        invariants=warumono_invariants,
        starts=warumono_starts.starts,
        memory=("belief", "notable", "lost"),
        every=12,
    ),
    "rumini": Subject(
        name="rumini",
        options=(
            {"max_rounds": 20},
            {"players": 2, "missions_to_win": 2},
            {"players": 3, "max_rounds": 8},
            {"players": 3, "open_hands": True, "max_rounds": 30},
        ),
        small=tuple(
            Small({"variant": name}, words_of=40, draws_of=60, shares=False, plain=False)
            for name in ("nano", "mini")
        ),
        oracle=rumini_oracle.possible,
        hidden=missions_and_tools,
        invariants=rumini_invariants,
        starts=rumini_starts.starts,
        memory=("least", "gone"),
        every=7,
    ),
}


def subject(name: str) -> Subject:
    """Return what is known of a game; fail for a game without an entry."""
    assert name in SUBJECTS, f"{name} has no entry in tests/contract/subjects.py"
    return SUBJECTS[name]


def label(options: Options) -> str:
    """Name options in a test's id."""
    parts = [o["name"] if isinstance(o, dict) else o for o in options.values()]
    return "-".join(map(str, parts)) or "default"


CASES = [
    pytest.param(name, options, id=f"{name}-{label(options)}")
    for name in NAMES
    for options in (SUBJECTS[name].options if name in SUBJECTS else ({},))
]
SMALL = [
    pytest.param(name, small, id=f"{name}-{label(small.options)}")
    for name in NAMES
    for small in (SUBJECTS[name].small if name in SUBJECTS else (Small({}),))
]
every_game = pytest.mark.parametrize("name", NAMES)
every_case = pytest.mark.parametrize(("name", "options"), CASES)
every_small = pytest.mark.parametrize(("name", "small"), SMALL)
