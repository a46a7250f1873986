"""Match: words in, words out, chance as a player; errors change nothing."""

import copy
import pickle

import numpy as np
import pytest

import hoodwink
from hoodwink.envs.core.batch import Batch
from tests.core.playing import play_randomly

# Warumono 2 with everything dealt but the last card, whose outcome is forced.
DEALT_BUT_ONE = [
    "start red", "role red wiseguy", "role green wiseguy", "role yellow wiseguy",
    "role blue wiseguy", "contents red fake_1", "contents green loot", "contents yellow fake_2",
]  # fmt: skip
FORCED = "contents blue fake_3"


def with_all_but_one_dealt():
    match = hoodwink.Match("warumono2")
    for word in DEALT_BUT_ONE:
        match.play(word)
    return match


def test_a_match_begins_at_the_deal_with_chance_to_move():
    match = hoodwink.Match("kuhn", players=3)
    assert match.to_move == "chance"
    assert match.legal() == ["deal 0", "deal 1", "deal 2", "deal 3"]
    assert match.weights() == [1, 1, 1, 1]
    assert (match.over, match.winners, match.payoffs, match.moves) == (False, [], {}, [])


def test_a_game_played_in_words_ends_with_winners_and_payoffs():
    match = hoodwink.Match("kuhn")
    for word in ("deal 2", "deal 0", "bet", "bet"):
        match.play(word)
    assert match.over
    assert match.to_move is None
    assert match.legal() == []
    assert match.weights() == []
    assert match.winners == ["A"]
    assert match.payoffs == {"A": 2.0, "B": -2.0}
    assert match.moves == ["deal 2", "deal 0", "bet", "bet"]


def test_decisions_have_no_weights():
    match = hoodwink.Match("kuhn", seed=0)
    match.roll()
    assert match.legal() == ["pass", "bet"]
    assert match.weights() == []


def test_a_forced_outcome_stays_an_event_that_legal_names():
    match = with_all_but_one_dealt()
    assert match.to_move == "chance"
    assert match.legal() == [FORCED]
    match.play(FORCED)
    assert match.to_move == "red"
    assert match.moves == [*DEALT_BUT_ONE, FORCED]


def test_a_later_word_plays_a_forced_outcome_first():
    match = with_all_but_one_dealt()
    match.play("roll")
    assert match.moves == [*DEALT_BUT_ONE, FORCED, "roll"]
    assert match.to_move == "chance"
    match.play("die 3")
    assert match.dump()["phase"] == "move"


def test_a_word_that_fails_behind_a_forced_outcome_leaves_it_due():
    match = with_all_but_one_dealt()
    before = match.states.tobytes()
    for word, kind in (("arrest green", "illegal"), ("arest green", "unknown")):
        with pytest.raises(hoodwink.IllegalAction, match=kind):
            match.play(word)
    assert match.legal() == [FORCED]
    assert match.states.tobytes() == before
    assert match.moves == DEALT_BUT_ONE


@pytest.mark.parametrize(
    ("word", "kind"),
    [("deal 2", "illegal"), ("fold", "unknown"), ("", "unknown"), (3, "unknown"),
     (None, "unknown"), (["bet"], "unknown"), ("bet" * 100_000, "unknown")],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_and_changes_nothing(word, kind):
    match = hoodwink.Match("kuhn", seed=4)
    match.roll()
    before, moves = match.states.tobytes(), match.moves
    with pytest.raises(hoodwink.IllegalAction, match=f"^{kind}") as refused:
        match.play(word)
    assert len(str(refused.value)) < 300
    assert (match.states.tobytes(), match.moves) == (before, moves)
    if isinstance(word, str):
        assert "pass, bet" in str(refused.value)


@pytest.mark.parametrize("word", ["bet", "deal 0", "nonsense"])
def test_after_the_end_everything_is_illegal(word):
    match = play_randomly(hoodwink.Match("kuhn", seed=1))
    with pytest.raises(hoodwink.IllegalAction, match="illegal"):
        match.play(word)


def test_options_come_as_keywords_or_in_the_position_or_in_both_alike():
    as_keyword = hoodwink.Match("kuhn", position={"phase": "deal"}, players=3)
    inside = hoodwink.Match("kuhn", position={"phase": "deal", "options": {"players": 3}})
    both = hoodwink.Match("kuhn", position={"options": {"players": 3}}, players=3)
    assert as_keyword.dump() == inside.dump()
    assert both.options == {"players": 3}
    with pytest.raises(hoodwink.BadPosition, match=r"options\.players is given twice: 3 and 2"):
        hoodwink.Match("kuhn", position={"options": {"players": 3}}, players=2)


@pytest.mark.parametrize("position", [[], "A", 3, {"options": [3]}, {"options": "players"}])
def test_a_position_that_is_no_mapping_is_refused(position):
    with pytest.raises(hoodwink.BadPosition, match="mapping"):
        hoodwink.Match("kuhn", position=position)


def test_every_state_dumps_and_loads_back():
    match = hoodwink.Match("warumono2", seed=2, players=3, scenario=5)
    rng = np.random.default_rng(0)
    for _ in range(150):
        match.roll()
        if match.over:
            break
        assert hoodwink.Match("warumono2", position=match.dump()).dump() == match.dump()
        match.play(str(rng.choice(match.legal())))


@pytest.mark.parametrize("seat", ["B", 1, "player_1", np.int64(1)])
def test_a_seat_has_three_names(seat):
    match = hoodwink.Match("kuhn", position={"seats": {"A": {"card": 2}, "B": {"card": 0}}})
    assert match.view(seat)["seats"] == {"A": {"paid": 1}, "B": {"card": 0, "paid": 1}}


@pytest.mark.parametrize("seat", ["C", "red", 2, -1, 1.0, None, True, "player_2"])
def test_an_unknown_seat_is_refused(seat):
    with pytest.raises(hoodwink.HoodwinkError, match=r"unknown seat .* A, B"):
        hoodwink.Match("kuhn").view(seat)


def test_each_seat_is_told_what_it_may_know():
    match = hoodwink.Match("kuhn")
    for word in ("deal 2", "deal 0", "pass"):
        match.play(word)
    assert match.told("A") == ["your card is 2", "B is dealt a card", "A: pass"]
    assert match.told("B") == ["A is dealt a card", "your card is 0", "A: pass"]


def test_told_goes_on_when_the_state_has_forgotten():
    match = play_randomly(hoodwink.Match("warumono2", seed=5))
    counts = match.states["told"][0]
    assert counts.max() > match.states["events"].shape[2]
    assert [len(match.told(p)) for p in range(4)] == list(counts)
    for p, ring in enumerate(match.states["events"][0]):
        codes = np.roll(ring, -counts[p] % len(ring))[-min(counts[p], len(ring)) :]
        words = [match.game.words.event(match._solo.t, int(code)) for code in codes]
        assert match.told(p)[-len(words) :] == words


def test_only_who_is_to_move_has_a_mask():
    match = hoodwink.Match("kuhn", seed=0)
    assert not match.mask("A").any()  # chance is to move
    match.roll()
    assert match.mask("A").all()
    assert not match.mask("B").any()
    match.mask("A")[:] = 0  # a copy
    assert match.mask("A").all()


def test_equal_news_mean_equal_keys():
    one, two = hoodwink.Match("kuhn"), hoodwink.Match("kuhn")
    for match, card in ((one, 0), (two, 1)):
        match.play("deal 2")
        match.play(f"deal {card}")
    assert one.info_state_key("A") == two.info_state_key("A")
    assert one.info_state_key("B") != two.info_state_key("B")


def test_a_seed_fixes_the_rolls_and_equals_a_batch():
    game = hoodwink.Match("warumono2").game
    batch = Batch(game, game.tables(), 1, seed=9, restart=False, plain=True)
    one = hoodwink.Match("warumono2", seed=9)
    two = hoodwink.Match("warumono2", seed=9)
    assert one.roll() == two.roll()
    for _ in range(60):
        if one.over:
            break
        assert one.states.tobytes() == batch.states.tobytes()
        action = int(np.flatnonzero(batch.mask[0])[-1])
        one.play(game.words.decision(one._solo.t, int(batch.actor[0]), action))
        one.roll()
        batch.step(np.array([action]))


def test_without_a_seed_matches_differ():
    rolls = {tuple(hoodwink.Match("warumono2").roll()) for _ in range(20)}
    assert len(rolls) > 10


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True + 0.5])
def test_a_bad_seed_is_refused(seed):
    with pytest.raises(hoodwink.HoodwinkError, match="seed"):
        hoodwink.Match("kuhn", seed=seed)


@pytest.mark.parametrize(
    "duplicate",
    [hoodwink.Match.copy, copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))],
)
def test_a_copy_goes_on_alone_from_the_same_generator(duplicate):
    match = hoodwink.Match("warumono2", seed=3)
    match.roll()
    twin, third = duplicate(match), duplicate(match)
    before, moves, told = match.states.tobytes(), match.moves, match.told(0)
    played = play_randomly(twin).moves
    assert (match.states.tobytes(), match.moves, match.told(0)) == (before, moves, told)
    assert play_randomly(match).moves == played
    assert play_randomly(third).moves == played


def test_plain_and_compiled_matches_are_equal_to_the_byte():
    plain, fast = (
        hoodwink.Match("leduc", seed=6, plain=plain, players=3) for plain in (True, False)
    )
    rng = np.random.default_rng(1)
    while not plain.over:
        assert plain.roll() == fast.roll()
        assert plain.states.tobytes() == fast.states.tobytes()
        assert plain.legal() == fast.legal()
        for seat in range(3):
            assert plain.observation(seat).tobytes() == fast.observation(seat).tobytes()
        if not plain.over:
            word = str(rng.choice(plain.legal()))
            plain.play(word)
            fast.play(word)
    assert plain.payoffs == fast.payoffs


def test_a_finished_game_dumps_and_loads():
    match = play_randomly(hoodwink.Match("warumono2", seed=8))
    again = hoodwink.Match("warumono2", position=match.dump())
    assert again.over
    assert (again.winners, again.payoffs) == (match.winners, match.payoffs)
