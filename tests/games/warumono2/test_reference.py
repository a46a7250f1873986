"""The reference plays the rule cases, and random games keep the invariants of section (g)."""

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.games.warumono2.components import (
    ACTION,
    AREAS,
    CONTENTS,
    DECK,
    ENTRANCES,
    NEIGHBOURS,
    SHEETS,
)
from tests.games.warumono2.reference import (
    IllegalWord,
    Position,
    complete,
    ends,
    legal,
    play,
    start,
    view,
    weights,
)
from tests.games.warumono2.routes import routes

FOLDER = Path(__file__).parents[2] / "cases"
FILES = sorted(f for f in FOLDER.glob("warumono2*.yaml") if "survivors" not in f.name)
CASES = [case for file in FILES for case in yaml.safe_load(file.read_text())]
# The reference knows the standard board and deck, and completes no position of these kinds.
OWN_COMPONENTS = {"board", "deck", "variant"}
BEYOND = {"warumono2/draw-from-an-empty-pile", "warumono2/half-dealt"}


# Rule cases ----------------------------------------------------------------------------------


def forced(position: Position) -> str | None:
    """Name the only outcome of a chance event, if there is just one."""
    words = legal(position) if position.get("to_move") == "chance" else set()
    return next(iter(words)) if len(words) == 1 else None


def follow(position: Position, words: list[str]) -> Position:
    """Play `words`; forced chance events may be left out."""
    for word in words:
        while word not in legal(position) and (only := forced(position)):
            position = play(position, only)
        position = play(position, word)
    return position


def settled(position: Position) -> Position:
    while only := forced(position):
        position = play(position, only)
    return position


def holds(part: Any, whole: Any) -> bool:
    """Tell whether every value of the partial position or view `part` stands in `whole`.

    None holds where nothing stands.
    """
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(
            value == whole.get(key) if key == "knows" else holds(value, whole.get(key))
            for key, value in part.items()
        )
    return bool(part == whole)


def check(position: Position, then: dict[str, Any]) -> None:
    words = legal(position)
    for key, value in then.items():
        if key == "legal":
            assert set(value) <= words
        elif key == "illegal":
            assert not set(value) & words
        elif key == "only":
            assert set(value) == words
        elif key == "ends":
            assert set(value) == ends(position)
        elif key == "position":
            assert holds(value, position)
        elif key == "sees":
            for seat, part in value.items():
                assert holds(part, view(position, seat)), seat
        elif key == "payoffs":
            assert position["payoffs"] == pytest.approx(value, abs=1e-6)
        else:
            assert key in ("to_move", "over", "winners")
            assert position.get(key, False) == value


def tell(position: Position, story: dict[str, Any]) -> Position:
    """Play one story and check how it ends, or that its last word is refused."""
    words: list[str] = story.get("play", [])
    if "error" in story:
        position = follow(position, words[:-1])
        with pytest.raises(IllegalWord):
            follow(position, words[-1:])
        return position
    position = follow(position, words)
    check(settled(position), story.get("then", {}))
    return position


def _options(story: dict[str, Any]) -> dict[str, Any]:
    options = story.get("position", {}).get("options", {})
    return options if isinstance(options, dict) else {}


def is_told(story: dict[str, Any]) -> bool:
    """Pass over what loading refuses, for the reference trusts its input, and what is beyond it."""
    if story.get("id") in BEYOND or OWN_COMPONENTS & set(_options(story)):
        return False
    return story.get("error", "illegal") == "illegal" and ("error" not in story or "play" in story)


@pytest.mark.parametrize(
    "case", [case for case in CASES if is_told(case)], ids=lambda case: case["id"]
)
def test_case(case: dict[str, Any]) -> None:
    position = tell(complete(case.get("position", {})), case)
    branches = [branch for branch in case.get("branches", []) if is_told(branch)]
    reached = [settled(tell(position, branch)) for branch in branches]
    for seat in case.get("same_view", []):
        assert all(view(one, seat) == view(other, seat) for one, other in pairwise(reached))


# Random games --------------------------------------------------------------------------------

SHORT = {
    "name": "Short",
    "stars": 3,
    "special": ["TRACKERS", "PASS_LEFT"],
    "last": 9,
    "blue": [2, 3, 4, 5, 6, 7, 8, 9],
    "do": {
        1: ["BETRAY", "CONFIRM"],
        2: ["DISPLAY_CONTENTS", "BETRAY", "TAKEN_IN ROUND", "LOCKDOWN DOCKS"],
        3: ["TAKEN_IN BLUE", "REOPENED DOCKS", "LOCKDOWN AIRPORT", "REOPENED AIRPORT"],
        5: ["SNATCHED 01", "BETRAY"],
        6: ["DISPLAY_PROFESSIONS", "BETRAY", "TAKEN_IN ROUND"],
        7: ["SNATCHED 02", "TAKEN_IN ROUND"],
        8: ["SNATCHED 03"],
    },
    "fate": "REMAINING_WIN",
}
GETAWAYS = ("GAW_A", "GAW_D")
OPTIONS: list[Position] = [
    *({"players": n, "scenario": k} for n in (3, 4) for k in range(1, 8)),
    {"scenario": "choose"},
    {"players": 3, "scenario": "choose", "peek_at_start": False},
    {"scenario": 5, "separate_start_box": True},
    *({"players": n, "scenario": SHORT} for n in (3, 4)),
]


def guess(position: Position, rng: random.Random) -> str:
    """Draw a word: chance by weight, seats at random but seldom idle."""
    words = sorted(legal(position))
    if position["to_move"] == "chance":
        chances = weights(position)
        assert set(words) == set(chances)
        return rng.choices(list(chances), list(chances.values()))[0]
    eager = [word for word in words if word not in ("look", "pass", "submit")]
    return rng.choice(eager if eager and rng.random() < 0.8 else words)


def wander(position: Position, rng: random.Random) -> Iterator[tuple[Position, str, Position]]:
    """Play to the end, giving each position, the word played and the next position."""
    while not position.get("over"):
        word = guess(position, rng)
        after = play(position, word)
        yield position, word, after
        position = after


def somewhere(rng: random.Random) -> Position:
    """Begin in the middle: Markers and papers anywhere, so that games are eventful."""
    options = rng.choice(OPTIONS)
    if options["scenario"] == "choose":
        return start(options)
    names = ["red", "green", "yellow", "blue"][: options.get("players", 4)]
    cards = ["loot", *rng.sample(CONTENTS[1:], len(names) - 1)]
    rng.shuffle(cards)
    seats = {name: _someone(card, rng) for name, card in zip(names, cards, strict=True)}
    seats[rng.choice(names)]["role"] = rng.choice(["undercover", "wiseguy"])
    sheet = (
        options["scenario"]
        if isinstance(options["scenario"], dict)
        else SHEETS[options["scenario"]]
    )
    counter = rng.randint(1, sheet["last"])
    return complete(
        {"options": options, "counter": counter, "first": rng.choice(names), "seats": seats}
    )


def _someone(card: str, rng: random.Random) -> Position:
    own: Position = {"at": rng.choice(sorted(set(NEIGHBOURS) - ACTION)), "contents": card}
    if rng.random() < 0.7:
        own |= {"passport": True, "ticket": rng.choice(["none", "plane", "boat"])}
    return own


def name_of(options: Position) -> str:
    scenario = options["scenario"]
    name = scenario["name"] if isinstance(scenario, dict) else scenario
    return "-".join(str(word) for word in ({**options, "scenario": name}).values())


@pytest.mark.parametrize("options", OPTIONS, ids=name_of)
def test_random_games_from_the_deal(options: Position) -> None:
    for seed in range(3):
        check_game(start(options), random.Random(seed))


@pytest.mark.parametrize("seed", range(60))
def test_random_games_from_anywhere(seed: int) -> None:
    rng = random.Random(seed)
    check_game(somewhere(rng), rng)


def check_game(position: Position, rng: random.Random) -> None:
    arrests, before = 0, position
    for before, word, after in wander(position, rng):
        arrests += word.startswith("arrest")
        check_position(after)
        check_step(before, word, after)
        check_secrets(before, word, after)
    assert before.get("over") or after["over"]
    assert arrests <= 1  # (g) 11
    check_end(after)


def sheet_of(p: Position) -> Position:
    scenario = p["options"]["scenario"]
    return scenario if isinstance(scenario, dict) else SHEETS[scenario]


def remaining(p: Position) -> dict[str, Position]:
    return {seat: own for seat, own in p["seats"].items() if not own["out"]}


def check_position(p: Position) -> None:
    """Check what must hold in every position."""
    assert complete(p) == p
    assert p.get("over") or legal(p)  # (g) 16
    check_papers(p)
    if p["phase"] not in ("deal", "scenario"):
        check_cards(p)
        assert p["counter"] <= sheet_of(p)["last"]  # (g) 15
    if p["phase"] not in ("deal", "scenario", "taken_in", "over"):
        for place in p["barricades"]:  # (g) 8
            inside = [own for own in remaining(p).values() if own["at"] in AREAS[place]]
            assert all(own["revealed"] and own["role"] == "undercover" for own in inside)


def check_papers(p: Position) -> None:
    owners = remaining(p).values()
    for own in owners:
        assert own["passport"] or own["ticket"] == "none"  # (g) 3
    for kind in ("plane", "boat"):
        assert sum(own["ticket"] == kind for own in owners) + p["supply"][kind] == 4  # (g) 4
    assert sum(own["passport"] for own in owners) + p["supply"]["passport"] == 4
    assert p["pile"] + sum(p["discard"].values()) == 13  # (g) 6
    assert all(0 <= n <= DECK[card] for card, n in p["discard"].items())


def check_cards(p: Position) -> None:
    owners = remaining(p)
    cards = [own["contents"] for own in owners.values()]
    assert cards.count("loot") == 1  # (g) 1
    assert len(set(cards) | set(p["out_of_play"])) == len(p["seats"])  # (g) 2
    assert p["out_of_play"] == [card for card in CONTENTS if card in p["out_of_play"]]
    assert sum(own["role"] == "undercover" for own in p["seats"].values()) <= 1  # (g) 5
    for own in owners.values():
        for holder, record in own["knows"].items():
            if isinstance(record, str):
                assert owners[holder]["contents"] == record
            else:
                assert holder in owners and record["touched"] >= 1  # (g) 12


def check_step(before: Position, word: str, after: Position) -> None:
    """Check what must hold of every single step."""
    for seat, own in remaining(after).items():
        was = before["seats"][seat]
        if was["revealed"] and was["role"] == "undercover" and was["at"] != "BIG":
            assert own["at"] != "BIG"  # (g) 7
    if word.startswith("step"):
        check_movement(before, word)
    if word.startswith("arrest"):
        assert before["counter"] in sheet_of(before)["blue"]  # (g) 11
        assert before["phase"] in ("turn", "contact") and "switched" not in before  # (g) 10
    if word == "look":
        assert after["seats"].keys() == before["seats"].keys() and "path" not in after


def check_movement(before: Position, word: str) -> None:
    path = [*before["path"], word.split()[1]]
    assert len(set(path)) == len(path)  # (g) 9
    assert path[-1] in NEIGHBOURS[path[-2]]
    assert all(space not in ACTION for space in path[1:-1])
    assert all((path[-2], path[-1]) != ENTRANCES[place] for place in before["barricades"])


def check_secrets(before: Position, word: str, after: Position) -> None:
    """Check that nobody notices what only another seat can know."""
    verb, *rest = word.split()
    shows = before["counter"] != after["counter"] or before.get("path", [""])[-1] in GETAWAYS
    if verb == "switch_real" and not after.get("over") and not shows:  # (g) 13
        same_for_others(before, after, play(before, f"switch_fake {rest[0]}"))
    if verb == "target" and before["phase"] == "betray":  # (g) 14
        same_for_others(before, after, play(before, "pass"))
    innocent = without_operative(before)
    if innocent and not after.get("over") and word in legal(innocent):  # (g) 14
        twin = play(innocent, word)
        spy = next(s for s, own in before["seats"].items() if own["role"] == "undercover")
        if not after["seats"][spy]["revealed"]:
            assert all(view(after, s) == view(twin, s) for s in after["seats"] if s != spy)


def same_for_others(before: Position, one: Position, other: Position) -> None:
    assert legal(one) == legal(other)
    for seat in one["seats"]:
        if seat != before["to_move"]:
            assert view(one, seat) == view(other, seat)


def without_operative(p: Position) -> Position | None:
    """Make the hidden operative a Wiseguy, if there is one."""
    twin = {**p, "seats": {seat: dict(own) for seat, own in p["seats"].items()}}
    for own in twin["seats"].values():
        if own.get("role") == "undercover" and not own["revealed"] and p["phase"] != "deal":
            own["role"] = "wiseguy"
            return twin
    return None


def check_end(p: Position) -> None:
    n, winners = len(p["seats"]), p["winners"]
    assert sum(p["payoffs"].values()) == pytest.approx(0)  # (g) 17
    assert not legal(p) and "to_move" not in p and "turn" not in p
    if len(winners) == 1:
        assert p["payoffs"][winners[0]] == 1
        assert sorted(p["payoffs"].values())[:-1] == pytest.approx([-1 / (n - 1)] * (n - 1))
    if len(remaining(p)) == 1:
        assert winners == list(remaining(p))  # R18


# Corners -------------------------------------------------------------------------------------


def deals(position: Position) -> Iterator[tuple[Position, float]]:
    """Walk all deals with their probabilities."""
    if position["phase"] != "deal":
        yield position, 1
        return
    chances = weights(position)
    for word, weight in chances.items():
        for end, share in deals(play(position, word)):
            yield end, share * weight / sum(chances.values())


@pytest.mark.parametrize("players", [3, 4])
def test_deal_has_the_printed_odds(players: int) -> None:
    begun = play(start({"players": players, "scenario": 4}), "start green")
    ends_of_deal = list(deals(begun))
    operative = 0.0
    orders: dict[tuple[str, ...], float] = {}
    for end, share in ends_of_deal:
        owners = end["seats"].values()
        order = tuple(own["contents"] for own in owners)
        orders[order] = orders.get(order, 0) + share
        operative += share * any(own["role"] == "undercover" for own in owners)
        assert end["to_move"] == "green"
    assert operative == pytest.approx(players / 6)
    assert len(orders) == {3: 18, 4: 24}[players]
    assert all(share == pytest.approx(1 / len(orders)) for share in orders.values())


@pytest.mark.parametrize("barricades", [[], ["airport"], ["docks"], ["airport", "docks"]], ids=str)
def test_g10_every_roll_can_be_used_up(barricades: list[str]) -> None:
    for space in NEIGHBOURS:
        for ticket in ("none", "plane", "boat"):
            red = {"at": space, "passport": True, "ticket": ticket}
            at_die = play(complete({"barricades": barricades, "seats": {"red": red}}), "roll")
            for pips in range(1, 5 if space == "BIG" else 7):
                moving = play(at_die, f"die {pips}")
                assert moving["phase"] == "move"
                assert all(
                    len(path) == pips + 1 or path[-1] in ACTION for path in routes(moving, "red")
                )


def test_half_dealt_positions_go_on_in_order() -> None:
    seats = {"red": {"contents": "fake_2"}, "green": {"role": "undercover"}, "yellow": {}}
    seats["yellow"] = {"role": "wiseguy", "contents": "fake_1"}
    options = {"players": 3, "scenario": 4}
    position = complete({"phase": "deal", "options": options, "first": "red", "seats": seats})
    assert weights(position) == {"role red wiseguy": 1}
    position = play(position, "role red wiseguy")
    assert weights(position) == {"contents green loot": 1}
    assert play(position, "contents green loot")["to_move"] == "red"


def test_g20_failed_release_asks_contact_only_with_company() -> None:
    seats = {"red": {"at": "BIG", "role": "undercover"}, "green": {"at": "BIG"}}
    position = complete({"options": {"scenario": 5}, "counter": 6, "seats": seats})
    crowded = follow(position, ["roll", "die 5"])
    assert legal(crowded) == {"pass", "arrest green"}
    assert play(crowded, "pass")["to_move"] == "green"
    lonely = complete({"seats": {"red": {"at": "BIG"}}})
    assert follow(lonely, ["roll", "die 6"])["to_move"] == "green"


def test_g31_pile_is_reshuffled_when_a_card_is_due() -> None:
    spent = {**DECK, "deal": 0}
    position = complete({"discard": spent, "seats": {"red": {"at": "C2"}, "green": {"at": "C4"}}})
    due = follow(position, ["roll", "die 1", "step ALL"])
    assert weights(due) == {"draw deal": 1}
    empty = follow(due, ["draw deal", "target blue"])
    assert empty["pile"] == 0
    due = follow(empty, ["roll", "die 1", "step ALL", "pass"])
    assert due["pile"] == 13 and weights(due) == {f"draw {card}": n for card, n in DECK.items()}


RAID = ["roll", "die 1", "step ALL", "draw police_raid"]


def test_g71_raid_asks_until_an_operative_is_shown() -> None:
    asked = follow(complete({"seats": {"red": {"at": "C2"}}}), RAID)
    assert (asked["to_move"], asked["queue"], legal(asked)) == ("red", ["red"], {"submit"})
    assert play(asked, "submit")["seats"]["red"]["at"] == "BIG"

    shown = {"role": "undercover", "revealed": True}
    for green in ({"out": True, **shown}, shown):
        after = follow(complete({"seats": {"red": {"at": "C2"}, "green": green}}), RAID)
        assert after["seats"]["red"]["at"] == "BIG" and after["phase"] == "turn"
    after = follow(complete({"seats": {"red": {"at": "C2", **shown}}}), RAID)
    assert after["seats"]["red"]["at"] == "ALL" and after["to_move"] == "green"


def test_g71_reveal_moves_those_still_waiting() -> None:
    seats = {"green": {"role": "undercover"}, "yellow": {}, "blue": {"at": "FOR"}}
    position = complete({"options": {"scenario": 5}, "counter": 2, "seats": seats})
    asked = follow(position, ["look"] * 4)
    assert asked["queue"] == ["red", "green", "yellow", "blue"]
    after = follow(asked, ["submit", "reveal"])
    assert [own["at"] for own in after["seats"].values()] == ["BIG", "HID", "BIG", "BIG"]
    assert after["to_move"] == "red" and after["seats"]["green"]["revealed"]


def test_g73_snatched_starting_player_is_replaced_at_once() -> None:
    sheet = {**SHORT, "do": {2: ["SNATCHED 02", "BETRAY"]}}
    seats = {"red": {"contents": "fake_2"}}
    position = complete({"options": {"scenario": sheet}, "seats": seats})
    after = follow(position, ["look"] * 4)
    assert after["first"] == "green" and after["queue"] == ["green", "yellow", "blue"]
    assert after["seats"]["red"] == {"out": True, "role": "wiseguy", "revealed": False}
    assert follow(after, ["pass"] * 3)["to_move"] == "green"


def test_g24_undealt_fake_snatches_nobody() -> None:
    options = {"players": 3, "scenario": {**SHORT, "do": {2: ["SNATCHED 03"]}}}
    after = follow(complete({"options": options}), ["look"] * 3)
    assert after["phase"] == "turn" and len(remaining(after)) == 3


def test_g75_records_grow_uncertain_and_travel() -> None:
    seats: Position = {
        "red": {"at": "C1", "contents": "fake_1", "knows": {"red": "fake_1"}},
        "green": {"at": "C2", "contents": "loot", "knows": {"green": "loot", "red": "fake_1"}},
    }
    position = complete({"seats": seats})
    words = ["roll", "die 2", "step C2", "step ALL", "switch_real green", "draw shell_game"]
    after = follow(position, words)
    assert after["seats"]["red"]["knows"] == {"yellow": "fake_1"}
    assert after["seats"]["green"]["knows"] == {
        "yellow": {"last_seen": "loot", "touched": 1},
        "green": {"last_seen": "fake_1", "touched": 1},
    }
    assert after["seats"]["yellow"]["knows"] == {"blue": after["seats"]["blue"]["contents"]}


def test_g38_the_last_space_is_still_played() -> None:
    position = complete({"options": {"scenario": 3}, "counter": 17})
    after = follow(position, ["look"] * 4)
    assert after["counter"] == 18 and not after.get("over")
    over = follow(after, ["look"] * 4)
    assert over["over"] and over["counter"] == 18 and over["winners"] == ["red"]


def test_separate_start_box_is_one_round_later() -> None:
    position = complete({"options": {"scenario": 4, "separate_start_box": True}})
    assert position["counter"] == 0
    assert follow(position, ["look"] * 4)["counter"] == 1


def test_illegal_words_are_refused() -> None:
    with pytest.raises(IllegalWord, match="illegal: arrest green"):
        play(complete({}), "arrest green")
