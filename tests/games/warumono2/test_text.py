"""Words, positions and views of Warumono 2: both ways, with every refusal, and without a leak."""

import copy
import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.errors import BadPosition, HoodwinkError
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.state import View
from hoodwink.envs.warumono2.actions import N_ACTIONS, N_EVENT_CODES, N_OUTCOMES
from hoodwink.envs.warumono2.ansi import BOARD, NAME
from hoodwink.envs.warumono2.knowledge import ORDERS
from hoodwink.envs.warumono2.load import POSITION_KEYS, SEAT_KEYS
from hoodwink.envs.warumono2.tables import standard_board, tables
from hoodwink.envs.warumono2.text import WORDS
from hoodwink.envs.warumono2.words import SEAT_NAMES, known_words
from hoodwink.envs.warumono2.worlds import resample

MEMORY = ("key", "told", "events", "notable", "belief")  # no part of a position
Position = dict[str, Any]


def load(position: Position) -> Match:
    return Match("warumono2", position=position)


def refused(position: Position) -> str:
    with pytest.raises(BadPosition) as caught:
        load(position)
    return str(caught.value)


def played(seed: int, **options: Any) -> Iterator[Match]:
    """Play at random, liking what leads somewhere, and yield the match before each move."""
    rng = random.Random(seed)
    match = Match("warumono2", seed=seed, **options)
    liked = ("roll", "switch", "arrest", "target", "reveal", "take_")
    while True:
        yield match
        if match.over:
            return
        words = match.legal()
        if match.to_move == "chance":
            match.play(rng.choices(words, match.weights())[0])
        else:
            better = [word for word in words if word.startswith(liked)]
            match.play(rng.choice(better if better and rng.random() < 0.7 else words))


SETTINGS = [
    *(
        {"scenario": k, "players": n}
        for k, n in zip(range(1, 8), (4, 3, 4, 3, 4, 3, 4), strict=True)
    ),
    {"scenario": "choose", "players": 3},
    {"scenario": 5, "players": 4, "separate_start_box": True, "peek_at_start": False},
    {"variant": "tiny"},
    {"variant": "alley"},
]


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_every_word_names_one_action(players: int) -> None:
    t = View(tables(players=players))
    for seat in range(players):
        words = [WORDS.decision(t, seat, a) for a in range(N_ACTIONS)]
        meaning = [word for word in words if word]
        assert len(set(meaning)) == len(meaning) == N_ACTIONS - 4 * (4 - players)
        assert all(WORDS.known(word) for word in meaning)
        assert not any(word.endswith(f" {SEAT_NAMES[seat]}") for word in meaning)


def test_relative_seats_count_clockwise() -> None:
    t = View(tables(players=3))
    assert [WORDS.decision(t, 2, a) for a in (2, 3, 4)] == ["arrest red", "arrest green", ""]
    assert [WORDS.decision(t, 0, a) for a in (60, 61, 62)] == ["target green", "target yellow", ""]
    assert [WORDS.decision(t, 0, a) for a in (55, 56, 57, 58, 59)] == [
        "pass", "take_plane", "take_boat", "reveal", "submit",
    ]  # fmt: skip
    assert [WORDS.decision(t, 0, a) for a in (5, 48, 63, 69)] == [
        "step HID", "step C8", "scenario 1", "scenario 7",
    ]  # fmt: skip


def test_every_outcome_has_its_own_word() -> None:
    t = View(tables())
    words = [WORDS.outcome(t, o) for o in range(N_OUTCOMES)]
    assert len(set(words)) == N_OUTCOMES
    assert [word for word in words if not WORDS.known(word)] == ["die 7"]


@pytest.mark.parametrize(
    "word",
    ["", "jump", "step S25", "step", "die 0", "die 7", "draw ace", "arrest purple", "scenario 8",
     "scenario 0", "roll ", "Roll", "role red", "contents red fake_4", "switch green", 5, None, []],
)  # fmt: skip
def test_unknown_words(word: Any) -> None:
    assert not WORDS.known(word)


def test_known_words() -> None:
    assert {
        "scenario 1",
        "scenario 7",
        "target blue",
        "die 6",
        "draw deal",
        "step GAW_D",
    } <= known_words()
    assert len(known_words()) == 7 + 4 * 4 + 44 + 7 + (N_OUTCOMES - 1)


def test_every_event_code_has_words_of_its_own() -> None:
    t = View(tables())
    words = [WORDS.event(t, code) for code in range(1, N_EVENT_CODES)]
    told = [word for word in words if word and not word.endswith(": ")]
    assert len(set(told)) == len(told)
    assert WORDS.event(t, N_EVENT_CODES) == ""


def test_a_silent_choice_is_told_to_nobody_else() -> None:
    start = {"seats": {"red": {"at": "S04"}, "green": {"at": "S05"}}}
    told = []
    for word in ("switch_real green", "switch_fake green"):
        match = load(start)
        for step in ("roll", "die 1", "step S05", word):
            match.play(step)
        assert match.told("red")[-1] == f"red: {word}"
        told.append([match.told(seat) for seat in ("green", "yellow", "blue")])
    assert told[0] == told[1]
    assert told[0][0][-1] == "red: switch green"


# -- both ways -------------------------------------------------------------------------------------


def check_round_trip(match: Match) -> None:
    """Check that a dumped position loads as the same state, up to memory, and dumps as itself."""
    position = match.dump()
    again = load(copy.deepcopy(position))
    assert again.dump() == position == json.loads(json.dumps(position))
    assert match.states.dtype.names is not None
    for name in match.states.dtype.names:
        if name not in MEMORY:
            assert np.array_equal(match.states[name], again.states[name]), (name, position)
    assert again.legal() == match.legal()
    for p in range(match.n_seats):
        assert again.view(p) == match.view(p)
        check_memory(match, again, p)


def check_memory(match: Match, again: Match, p: int) -> None:
    """Check that loading forgets, but excludes nothing that the seat held possible."""
    out = match.states["out"][0]
    if out[p]:
        return
    held = [slot for slot in range(match.n_seats) if not out[slot]]
    before, after = (
        {tuple(ORDERS[o, held]) for o in np.flatnonzero(m.states["belief"][0, p])}
        for m in (match, again)
    )
    assert before <= after


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_every_state_of_random_games_loads_as_itself(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for seed in range(2):
        for match in played(seed, **options):
            if rng.random() < 0.3 or match.over:
                check_round_trip(match)


def test_every_phase_loads_as_itself() -> None:
    seen = set()
    missing = {"deal", "scenario", "turn", "die", "move", "contact", "ticket", "draw", "card",
               "taken_in", "betray", "over"}  # fmt: skip
    for seed in range(40):
        for match in played(seed, scenario="choose" if seed % 4 == 0 else 5):
            phase = match.dump()["phase"]
            if phase not in seen:
                check_round_trip(match)
                seen.add(phase)
        if seen == missing:
            return
    assert seen == missing


def test_dump_writes_every_key() -> None:
    position = load({}).dump()
    assert position == {
        "options": {
            "players": 4, "scenario": 1, "peek_at_start": True, "separate_start_box": False,
        },
        "counter": 1,
        "first": "red",
        "to_move": "red",
        "phase": "turn",
        "barricades": [],
        "discard": dict.fromkeys(
            ("pickpocket", "informant", "troublemaker", "deal", "shell_game", "police_raid",
             "shakedown"), 0),
        "pile": 13,
        "supply": {"passport": 4, "plane": 4, "boat": 4},
        "out_of_play": [],
        "seats": {
            name: {
                "at": "HID", "passport": False, "ticket": "none", "role": "wiseguy",
                "revealed": False, "contents": card, "knows": {name: card}, "out": False,
            }
            for name, card in zip(SEAT_NAMES, ("loot", "fake_1", "fake_2", "fake_3"), strict=True)
        },
    }  # fmt: skip


def test_dump_before_the_deal_leaves_out_what_is_not_dealt() -> None:
    position = Match("warumono2", players=3).dump()
    assert "first" not in position
    assert position["to_move"] == "chance"
    assert set(position["seats"]["red"]) == {"at", "passport", "ticket", "revealed", "knows", "out"}


def test_an_out_seat_has_three_keys() -> None:
    position = load({"seats": {"blue": {"out": True}}}).dump()
    assert position["seats"]["blue"] == {"role": "wiseguy", "revealed": False, "out": True}
    assert position["out_of_play"] == ["fake_3"]


def test_the_chosen_number_takes_the_place_of_choose() -> None:
    match = Match("warumono2", scenario="choose")
    match.play("start green")
    assert match.dump()["options"]["scenario"] == "choose"
    match.play("scenario 6")
    assert match.dump()["options"]["scenario"] == 6
    assert match.options["scenario"] == "choose"


# -- defaults --------------------------------------------------------------------------------------


def test_roles_of_a_small_deck_are_dealt_from_what_is_left() -> None:
    position = {"options": {"variant": "tiny"}, "seats": {"red": {"role": "wiseguy"}}}
    assert load(position).dump()["seats"]["green"]["role"] == "undercover"


def test_start_of_a_variant_is_the_default() -> None:
    seats = load({"options": {"variant": "tiny"}}).dump()["seats"]
    assert (seats["red"]["at"], seats["red"]["ticket"]) == ("AP1", "plane")
    assert (seats["green"]["at"], seats["green"]["passport"]) == ("HID", True)


def test_place_of_the_mover_follows_from_the_path() -> None:
    match = load({"phase": "move", "path": ["S03", "S04"], "left": 1})
    assert match.dump()["seats"]["red"]["at"] == "S04"


def test_counter_starts_before_01_with_a_box_of_its_own() -> None:
    assert load({"options": {"separate_start_box": True}}).dump()["counter"] == 0


def test_nothing_is_known_without_the_peek() -> None:
    seats = load({"options": {"peek_at_start": False}}).dump()["seats"]
    assert all(seat["knows"] == {} for seat in seats.values())


def test_half_dealt() -> None:
    position = {
        "phase": "deal",
        "first": "green",
        "seats": {
            "red": {"role": "wiseguy", "contents": "fake_2"},
            "green": {"role": "undercover"},
            "yellow": {"role": "wiseguy"},
            "blue": {"role": "wiseguy"},
        },
    }
    match = load(position)
    assert set(match.legal()) == {f"contents green {c}" for c in ("loot", "fake_1", "fake_3")}
    check_round_trip(match)


def test_options_may_stand_beside_the_position() -> None:
    loaded = WORDS.load({"counter": 16}, {"scenario": 5})
    assert loaded.options["scenario"] == 5


# -- refusals --------------------------------------------------------------------------------------

OUT = {"out": True}
BLUE_OUT = {"blue": OUT}
OUT3 = dict.fromkeys(("red", "green", "yellow"), OUT)
CHOOSE = {"options": {"scenario": "choose"}}
ALL_DEALT = {
    name: {"role": "wiseguy", "contents": card}
    for name, card in zip(SEAT_NAMES, ("loot", "fake_1", "fake_2", "fake_3"), strict=True)
}
MOVE = {"phase": "move", "path": ["S03", "S04"], "left": 2}
BETRAY = {"counter": 3, "phase": "betray", "queue": ["red", "green"]}
AT_ALL = {"seats": {"red": {"at": "ALL"}}}

REFUSALS: list[tuple[Position, str]] = [
    ({"seats": {"red": {"contents": "loot"}, "blue": {"contents": "loot"}}}, "loot"),
    ({"seats": {"red": {"contents": "fake_2"}, **BLUE_OUT}, "out_of_play": ["fake_2"]}, "fake_2"),
    ({"out_of_play": ["fake_1", "fake_1"], "seats": {**BLUE_OUT, "red": OUT}}, "fake_1"),
    ({"out_of_play": ["loot"], "seats": {"blue": {"out": True}}}, "loot"),
    ({"out_of_play": ["loot"]}, "loot"),
    ({"seats": {"red": {"ticket": "plane"}}}, "passport"),
    ({"seats": {"red": {"passport": True, "ticket": ["plane", "boat"]}}}, "ticket"),
    ({"seats": {"red": {"passport": True, "ticket": None}}}, "ticket"),
    ({"seats": {"red": {"passport": 1}}}, "passport"),
    ({"seats": {"red": {"role": "undercover"}, "blue": {"role": "undercover"}}}, "undercover"),
    ({"seats": {"red": {"out": True, "at": "HID"}}}, "out"),
    ({"seats": {"red": {"out": 1}}}, "out"),
    ({"first": "green", "seats": {"green": {"out": True}}}, "out"),
    ({"to_move": "green", "seats": {"green": {"out": True}}}, "out"),
    ({"seats": {name: {"out": True} for name in SEAT_NAMES}}, "out"),
    ({"out_of_play": ["fake_1"]}, "out_of_play"),
    ({"out_of_play": "fake_1"}, "out_of_play"),
    ({"discard": {"deal": 2}}, "discard"),
    ({"discard": {"deal": -1}}, "discard"),
    ({"discard": {"deal": True}}, "discard"),
    ({"discard": {"ace": 1}}, "unknown"),
    ({"seats": {"red": {"knows": {"red": "fake_1"}}}}, "knows"),
    ({"seats": {"red": {"knows": {"red": {"last_seen": "loot", "touched": 0}}}}}, "knows"),
    ({"seats": {"red": {"knows": {"red": {"last_seen": "loot"}}}}}, "knows"),
    ({"seats": {"red": {"knows": {"red": {"last_seen": "loot", "by": 2}}}}}, "unknown"),
    ({"seats": {"red": {"knows": ["loot"]}}}, "knows"),
    ({"seats": {"red": {"knows": {"blue": "fake_3"}}, "blue": {"out": True}}}, "out"),
    ({"counter": 0}, "counter"),
    ({"counter": 19}, "counter"),
    ({"counter": 2.0}, "counter"),
    ({"counter": True}, "counter"),
    ({"options": {"players": 2}}, "players"),
    ({"options": {"players": 3}, "seats": {"blue": {}}}, "unknown"),
    ({"options": [4]}, "options"),
    ({"seats": [1]}, "seats"),
    ({"seats": {"red": []}}, "seats.red"),
    ({"round": 3}, "unknown"),
    ({"phase": "directives"}, "unknown"),
    ({"phase": ["turn"]}, "phase"),
    ({"to_move": "purple"}, "unknown"),
    ({"to_move": "chance"}, "to_move"),
    ({"first": "chance"}, "first"),
    ({"barricades": ["airport", "airport"]}, "barricades"),
    ({"barricades": "airport"}, "barricades"),
    ({"pile": 12}, "pile"),
    ({"pile": True, "options": {"deck": {"DEAL": 1}}}, "pile"),
    ({"supply": {"boat": 3}}, "supply"),
    ({"supply": {"bus": 3}}, "unknown"),
    # the middle of a turn
    ({"turn": "green"}, "turn"),
    ({"left": 1}, "left"),
    ({"path": ["HID"]}, "path"),
    ({"switched": True}, "switched"),
    ({"switched": 0}, "switched"),
    ({"card": "deal"}, "card"),
    ({"named": "green"}, "named"),
    ({"queue": ["red"]}, "queue"),
    ({"rest": ["CONFIRM"]}, "rest"),
    ({"phase": "die"}, "turn"),
    ({"phase": "die", "turn": "red", "to_move": "red"}, "to_move"),
    ({"phase": "die", "turn": "green", "seats": {"green": {"out": True}}}, "out"),
    ({**MOVE, "path": []}, "path"),
    ({**MOVE, "left": 0}, "left"),
    ({**MOVE, "left": 6}, "left"),
    ({**MOVE, "path": ["S03", "S05"]}, "path"),
    ({**MOVE, "path": ["S03", "S04", "S03"]}, "path"),
    ({**MOVE, "path": ["S03", "S99"]}, "unknown"),
    ({**MOVE, "seats": {"red": {"at": "S05"}}}, "path"),
    ({**MOVE, "path": ["S07", "FOR"]}, "path"),
    ({**MOVE, "path": ["S07", "FOR", "S08"]}, "path"),
    ({**MOVE, "path": ["BIG", "C3"], "left": 4}, "left"),
    ({**MOVE, "path": ["S14", "AP1"]}, "left"),
    ({**MOVE, "switched": True}, "switched"),
    ({"phase": "move", "path": ["S03"]}, "left"),
    ({"phase": "contact", "path": ["S03", "S04"]}, "path"),
    ({"phase": "contact"}, "path"),
    ({"phase": "ticket", **AT_ALL}, "phase"),
    ({"phase": "ticket", "seats": {"red": {"at": "FAC"}}}, "phase"),
    ({"phase": "draw", "turn": "red"}, "phase"),
    ({"phase": "card", **AT_ALL}, "card"),
    ({"phase": "card", "card": "shell_game", **AT_ALL}, "card"),
    ({"phase": "card", "card": "ace", **AT_ALL}, "unknown"),
    ({"phase": "card", "card": "deal", "path": ["ALL"], **AT_ALL}, "path"),
    ({"phase": "card", "card": "deal", "named": "green", **AT_ALL}, "named"),
    ({"phase": "card", "card": "troublemaker", "named": "red", **AT_ALL}, "named"),
    ({"phase": "taken_in"}, "queue"),
    ({"phase": "taken_in", "queue": ["green"]}, "queue"),
    ({"phase": "taken_in", "queue": ["red"], "turn": "red"}, "turn"),
    ({"phase": "taken_in", "queue": ["red"], "seats": {"red": {"at": "BIG"}}}, "queue"),
    ({"phase": "taken_in", "queue": ["red"], "seats": {"red": {"revealed": True}}}, "queue"),
    ({"phase": "taken_in", "queue": ["red", "green"], "card": "police_raid", **AT_ALL}, "queue"),
    ({"phase": "taken_in", "queue": ["red"], "card": "deal", **AT_ALL}, "card"),
    ({**BETRAY, "queue": ["red", "blue", "green"]}, "queue"),
    ({**BETRAY, "queue": ["red", "red"]}, "queue"),
    ({**BETRAY, "queue": ["red", "green"], "seats": {"green": {"out": True}}}, "out"),
    ({**BETRAY, "seats": {"green": {"revealed": True}}}, "queue"),
    ({**BETRAY, "seats": {"blue": {"revealed": True, "role": "undercover"}}}, "queue"),
    ({**BETRAY, "path": ["HID"]}, "path"),
    ({**BETRAY, "rest": ["CONFIRM"]}, "rest"),
    ({**BETRAY, "rest": ["EXPLODE"]}, "unknown"),
    ({**BETRAY, "first": "blue", "to_move": "red", "seats": {"blue": {"out": True}}}, "first"),
    # before the first turn
    ({"phase": "deal", "seats": {"red": {"role": "wiseguy"}}}, "first"),
    ({"phase": "deal", "first": "red", "seats": {"green": {"role": "wiseguy"}}}, "role of red"),
    ({"phase": "deal", "first": "red", "seats": {"red": {"contents": "loot"}}}, "role of red"),
    ({"phase": "deal", "seats": {"red": {"out": True}}}, "out"),
    ({"phase": "deal", "seats": {"red": {"revealed": True}}}, "revealed"),
    ({"phase": "deal", "seats": {"red": {"knows": {"red": "loot"}}}}, "knows"),
    ({"phase": "deal", "to_move": "red"}, "to_move"),
    ({"phase": "deal", "first": "red", "seats": ALL_DEALT}, "phase"),
    ({"phase": "scenario"}, "scenario"),
    ({"options": {"scenario": "choose"}}, "scenario"),
    ({**CHOOSE, "phase": "over", "winners": []}, "scenario"),
    ({**CHOOSE, "phase": "deal", "first": "red"}, "first"),
    ({**CHOOSE, "phase": "scenario", "counter": 2}, "counter"),
    ({**CHOOSE, "phase": "scenario", "to_move": "blue"}, "to_move"),
    ({**CHOOSE, "phase": "scenario", "seats": {"red": {"role": "wiseguy"}}}, "role"),
    # the end
    ({"over": True}, "winners"),
    ({"over": 1}, "over"),
    ({"over": True, "phase": "turn", "winners": []}, "phase"),
    ({"over": False, "phase": "over", "winners": []}, "over"),
    ({"over": False, "seats": OUT3}, "over"),
    ({"over": True, "winners": ["red"], "to_move": "red"}, "to_move"),
    ({"over": True, "winners": ["red"], "left": 2}, "left"),
    ({"over": True, "winners": ["red"], "seats": {"red": {"out": True}}}, "out"),
    ({"over": True, "winners": ["red"], "payoffs": {"red": 0.5}}, "payoffs"),
    ({"over": True, "winners": ["red"], "payoffs": {"red": True}}, "payoffs"),
    ({"over": True, "winners": ["red"], "payoffs": {"red": float("nan")}}, "payoffs"),
    ({"over": True, "winners": "red"}, "winners"),
    ({"winners": ["red"]}, "winners"),
    ({"payoffs": {"red": 1}}, "payoffs"),
    ({"seats": OUT3, "winners": []}, "winners"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "word"), REFUSALS, ids=str)
def test_refused_with_the_word(position: Position, word: str) -> None:
    said = refused(position)
    assert word in said.lower()
    assert len(said) < 600


@pytest.mark.parametrize("junk", [10**5000, np.array([1, 2])], ids=["huge", "array"])
def test_no_value_breaks_the_error_about_it(junk: Any) -> None:
    """An integer of so many digits has no repr, an array is neither equal nor unequal."""
    for key in POSITION_KEYS:
        with pytest.raises(HoodwinkError, match=key):
            load({key: junk})
    for key in SEAT_KEYS:
        with pytest.raises(HoodwinkError, match=key):
            load({"seats": {"red": {key: junk}}})
    for position in (
        {"supply": {"plane": junk}},
        {"out_of_play": [junk], "seats": {"red": {"out": True}}},
        {"over": True, "winners": ["red"], "payoffs": {"red": junk}},
        {"options": {"scenario": {"last": 3, "fate": "ALL_LOSE", "do": {10**5000: []}}}},
        {"seats": {10**5000: {}}},
        {10**5000: 1},
    ):
        with pytest.raises(HoodwinkError):
            load(position)
    with pytest.raises(HoodwinkError, match="unknown word"):
        load({}).play(junk)


@pytest.mark.parametrize("key", ["x" * 10**6, "\n"])
def test_an_error_stays_one_short_line_whatever_the_key(key: str) -> None:
    for position in (
        {key: 1},
        {"seats": {key: {}}},
        {"seats": {"red": {key: 1}}},
        {"options": {"scenario": {key: 1}}},
        {"options": {"scenario": f"{key}.yaml"}},
    ):
        said = refused(position)
        assert len(said) < 400
        assert "\n" not in said


def test_a_position_of_other_kinds_is_refused() -> None:
    others: list[Any] = [5, "turn", [], None]
    for position in others:
        with pytest.raises(HoodwinkError):
            WORDS.load(position, {})


JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 7, 99, 10**30, 2.5, float("nan"), "", "red", "blue", "loot",
    "S04", "turn", "move", "card", "over", "deal", [], ["red"], ["red", "green"], ["S04", "S05"],
    [[]], {}, {"red": 1}, b"x",
)  # fmt: skip


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from spots(value[key], (*path, key))


@pytest.mark.parametrize("seed", range(6))
def test_no_position_breaks_the_loader(seed: int) -> None:
    """Change single values of real positions: what loads can be played, all else is refused."""
    rng = random.Random(seed)
    options = SETTINGS[seed % len(SETTINGS)]
    for match in played(seed, **options):
        if rng.random() < 0.75 and not match.over:
            continue
        position = copy.deepcopy(match.dump())
        position.setdefault("path", [])
        position.setdefault("queue", [])
        for path in rng.sample(sorted(spots(position), key=str), 6):
            changed = copy.deepcopy(position)
            inner: Any = changed
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = rng.choice(JUNK)
            try:
                again = load(changed)
            except HoodwinkError as error:
                assert len(str(error)) < 900
                continue
            assert again.over or again.legal()
            check_round_trip(again)


# -- views -----------------------------------------------------------------------------------------


def test_a_view_holds_records_and_no_secrets() -> None:
    records = {"red": "loot", "green": {"last_seen": "fake_3", "touched": 2}}
    position = {
        "seats": {
            "red": {"knows": records, "role": "undercover"},
            "green": {"revealed": True},
            "blue": {"out": True},
        }
    }
    seen = load(position).view("red")
    assert seen["seats"]["red"]["contents"] == "loot"
    assert seen["seats"]["red"]["role"] == "undercover"
    assert seen["seats"]["green"]["maybe"] == {"last_seen": "fake_3", "touched": 2}
    assert seen["seats"]["green"]["role"] == "wiseguy"
    assert "role" not in seen["seats"]["yellow"]
    assert "contents" not in seen["seats"]["yellow"]
    assert seen["seats"]["blue"] == {"revealed": False, "out": True}
    assert not any("knows" in seat for seat in seen["seats"].values())
    dumped = load(position).dump()
    assert {k: v for k, v in seen.items() if k != "seats"} == {
        k: v for k, v in dumped.items() if k != "seats"
    }


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_views_and_pictures_stay_the_same_in_a_resampled_world(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for match in played(3, **options):
        if rng.random() < 0.85:
            continue
        for p in range(match.n_seats):
            states, tables_of_match = match.states, match.tables
            if states["out"][0, p]:
                continue
            s, t = View(states), View(tables_of_match)
            resample(s, t, p, np.array([rng.getrandbits(63)], np.uint64))
            assert WORDS.view(s, t, match.options, p) == match.view(p)
            assert WORDS.ansi(s, t, match.options, p) == match.ansi(p)


# -- what a terminal shows -------------------------------------------------------------------------


def test_the_drawing_has_every_space_once() -> None:
    assert sorted(NAME.findall(BOARD)) == sorted(standard_board()["nodes"])


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_pictures_fit_80_columns(options: dict[str, Any]) -> None:
    for match in played(1, **options):
        for line in match.ansi(0).split("\n"):
            assert len(line) <= 80
            assert line == line.rstrip()


def test_picture_shows_markers_barricades_and_the_sheet() -> None:
    shown = load({
        "options": {"scenario": 5}, "counter": 13, "barricades": ["docks"],
        "seats": {"red": {"at": "AP2"}, "green": {"at": "AP2"}, "blue": {"at": "GAW_A"}},
    }).ansi("green")  # fmt: skip
    assert "AP2:Rg" in shown
    assert "GAW_A:B" in shown
    assert shown.count("#") == 2  # one is in the legend
    assert "[13] LOCKDOWN AIRPORT, TAKEN_IN ROUND;" in shown
    assert "15*" in shown
    assert "after 20 REMAINING_WIN" in shown


def test_picture_of_crowded_spaces() -> None:
    for name, players in product(standard_board()["nodes"], (3, 4)):
        seats = {seat: {"at": name} for seat in SEAT_NAMES[:players]}
        shown = load({"options": {"players": players}, "seats": seats}).ansi(0)
        assert f"{name}{':rGY' if players == 3 else 'rGYB'}" in shown
        assert max(map(len, shown.split("\n"))) <= 80


# -- ends ------------------------------------------------------------------------------------------


def test_ends_of_a_movement() -> None:
    match = load({"seats": {"red": {"at": "S03"}}})
    for word in ("roll", "die 3"):
        match.play(word)
    assert WORDS.explore(match, "ends") == {"S06", "C2", "S24", "HID", "S01"}
    assert match.dump()["seats"]["red"]["at"] == "S03"


def test_no_movement_has_no_end() -> None:
    assert WORDS.explore(load({}), "ends") == set()


def test_unknown_questions_are_refused() -> None:
    with pytest.raises(KeyError):
        WORDS.explore(load({}), "beginnings")
