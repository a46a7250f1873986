"""What observers show: nothing is lost, nothing leaks, and what of it is public and private."""

from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.envs.core.state import N_EVENTS, View, forget_events, tell
from tests.openspiel.playing import every_game, played, pyspiel, registered

pytestmark = pytest.mark.openspiel

SMALL = [
    "hoodwink_kuhn(players=2)", "hoodwink_kuhn(players=3)", "hoodwink_kuhn(players=4)",
    "hoodwink_leduc(players=2)", "hoodwink_warumono2_nano", "hoodwink_warumono2_nano3",
    "hoodwink_liars_dice_nano", "hoodwink_warumono_nano", "hoodwink_wongamania_nano",
    "hoodwink_rumini_nano",
]  # fmt: skip
every_small = pytest.mark.parametrize("text", SMALL)
NONE, SINGLE, ALL = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)
KINDS = list(product((True, False), (True, False), (NONE, SINGLE, ALL)))


def observer(game: Any, public: bool, recall: bool, private: Any) -> Any:
    kind = pyspiel.IIGObservationType(
        public_info=public, perfect_recall=recall, private_info=private
    )
    return game.make_py_observer(kind)


def positions(position: Any) -> Iterator[Any]:
    """Yield a position and all that can come of it."""
    yield position
    moves = position.legal or [outcome for outcome, _ in position.odds]
    for a in moves:
        yield from positions(position.rules.after(position, a))


def key(position: Any, seat: int) -> int:
    """Return core's key of an information state."""
    return int(position.states["key"][0, seat])


def key_of(game: Game, seat: int, codes: tuple[int, ...]) -> int:
    """Return the key that core would have, had it told a seat these events."""
    records = np.zeros(1, game.state)
    s = View(records)
    forget_events(s)
    for code in codes:
        tell(s, 1 << seat, code)
    return int(s.key[seat])


@every_game
def test_everything_told_is_written_down(text: str) -> None:
    """The key of a state is the hash of the very events that the bridge has noted."""
    for i, state in enumerate(played(text, seed=2)):
        if i % 5 == 0 or state.is_terminal():
            position = state.position
            for p in range(state.num_players()):
                assert len(position.told[p]) == position.states["told"][0, p]
                found = key_of(position.rules.game, p, position.told[p])
                assert found == key(position, p)


@every_small
def test_information_state_is_lossless_over_all_histories(text: str) -> None:
    """Text, tensor and core's key stand for one another, of every seat."""
    game = pyspiel.load_game(text)
    show = observer(game, True, True, SINGLE)
    texts: dict[str, tuple[bytes, int, int]] = {}
    tensors: dict[bytes, str] = {}
    for position in positions(game.start):
        for p in range(game.num_players()):
            state = SimpleNamespace(position=position)
            show.set_from(state, p)
            said, same = show.string_from(state, p), (show.tensor.tobytes(), p, key(position, p))
            assert texts.setdefault(said, same) == same
            assert tensors.setdefault(same[0], said) == said
    assert len(texts) == len(tensors) == len({same[1:] for same in texts.values()})


@every_small
def test_perfect_recall_over_all_histories(text: str) -> None:
    """Who knows what it was told knows what it knew when it last decided, and what it did."""
    game = pyspiel.load_game(text)
    last: dict[tuple[int, tuple[int, ...]], Any] = {}

    def walk(position: Any, own: tuple[Any, ...]) -> None:
        p = position.actor
        if p >= 0:
            assert last.setdefault((p, position.told[p]), own[p]) == own[p]
        for a in position.legal or [outcome for outcome, _ in position.odds]:
            after = position.rules.after(position, a)
            past = [(position.told[p], a) if q == p else seen for q, seen in enumerate(own)]
            walk(after, tuple(past))

    walk(game.start, (None,) * game.num_players())
    assert last


@every_small
def test_nothing_leaks_over_all_histories(text: str) -> None:
    """What a seat is shown by any observer of its own depends on what it was told alone."""
    game = pyspiel.load_game(text)
    shown = [observer(game, *kind) for kind in KINDS if kind[2] != ALL]
    seen: dict[tuple[int, tuple[int, ...]], list[Any]] = {}
    for i, position in enumerate(positions(game.start)):
        if "warumono2" in text and i % 7:
            continue
        state = SimpleNamespace(position=position)
        for p in range(game.num_players()):
            found = []
            for show in shown:
                show.set_from(state, p)
                found += [show.tensor.tobytes(), show.string_from(state, p)]
            assert seen.setdefault((p, position.told[p]), found) == found
    assert len(seen) > game.num_players()


@every_small
def test_public_is_known_to_all_over_all_histories(text: str) -> None:
    """Everything a seat was told is public or its own; what is public every seat can work out."""
    game = pyspiel.load_game(text)
    public: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
    for position in positions(game.start):
        everybody, own = position.split
        for p, latest in enumerate(position.latest):
            assert set(latest) <= set(everybody) | set(own[p])
            assert not set(own[p]) & set(everybody)
            known = public.setdefault((p, position.told[p]), position.public())
            assert known == position.public()


def test_public_and_private_of_kuhn() -> None:
    state = pyspiel.load_game("hoodwink_kuhn").new_initial_state()
    game = state.get_game()
    for a in (1, 0, 1):  # deal 1, deal 0, bet
        state.apply_action(a)
    said = {kind: observer(game, *kind).string_from(state, 1) for kind in KINDS}
    deals = "A is dealt a card; B is dealt a card"
    assert said[True, True, NONE] == f"public: {deals}; A: bet"
    assert said[False, True, SINGLE] == "B | private: your card is 0"
    assert said[True, True, SINGLE] == "B | told: A is dealt a card; your card is 0; A: bet"
    assert said[False, True, ALL] == "A private: your card is 1 | B private: your card is 0"
    assert said[True, False, NONE] == "public: A: bet"
    assert said[False, False, SINGLE] == "B | private: "
    assert said[True, False, SINGLE] == "B | seats=2 dealt=2 seat.B card.0 moves.bet_0"
    assert said[False, True, NONE] == said[False, False, NONE] == ""


def test_a_feigned_switch_is_public_as_a_switch() -> None:
    game = pyspiel.load_game("hoodwink_warumono2_nano")
    for position in positions(game.start):
        if position.before and position.before.actor == 0:
            word = position.rules.word(0, position.move)
            if word == "switch_fake green":
                break
    everybody, own = position.split
    assert next(position.rules.event(c) for c in everybody) == "red: switch green"
    assert [position.rules.event(c) for c in own[0]] == ["red: switch_fake green"]
    assert own[1] == ()


@every_game
def test_every_kind_of_observer_has_pieces_that_fit(text: str) -> None:
    from open_spiel.python.observation import make_observation

    *_, state = played(text, seed=3)
    game = state.get_game()
    for public, recall, private in KINDS:
        kind = pyspiel.IIGObservationType(
            public_info=public, perfect_recall=recall, private_info=private
        )
        show: Any = make_observation(pyspiel.load_game(text), kind)
        show.set_from(state, 0)
        pieces = np.concatenate([piece.ravel() for piece in show.dict.values()] or [np.zeros(0)])
        assert pieces.tolist() == show.tensor.tolist()
        assert show.tensor.dtype == np.float32
        assert ((show.tensor >= 0) & (show.tensor <= 1)).all()
    assert len(state.information_state_tensor(0)) == game.information_state_tensor_size()
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()


def test_the_observation_is_that_of_hoodwink() -> None:
    for state in played("hoodwink_warumono2(players=3,scenario=7)", seed=4):
        show = pyspiel.load_game("hoodwink_warumono2(players=3,scenario=7)").make_py_observer()
        game = state.position.rules.game
        for p in range(3):
            show.set_from(state, p)
            own = state.position.rules.observe(state.position, p)
            assert (show.dict["observation"] * game.tops).round().tolist() == own.tolist()
            assert show.dict["player"].tolist() == [float(p == q) for q in range(3)]


@pytest.mark.parametrize("name", NAMES)
def test_texts_can_be_told_apart(name: str) -> None:
    """One word is one event or feature, and none holds what stands between two."""
    for seed in range(4):
        *_, state = played(f"hoodwink_{name}(players={find_game(name).seats})", seed)
        rules = state.position.rules
        codes = {code for told in state.position.told for code in told}
        words = {rules.event(code) for code in codes}
        assert len(words) == len(codes)
        assert not any("; " in word or " | " in word for word in words)
    features = registered.pieces._feature_names(find_game(name))
    assert len(set(features)) == len(features)
    assert not any(mark in feature for feature in features for mark in " |=")


def test_long_sequences_keep_the_end_and_a_digest_of_all() -> None:
    rules = pyspiel.load_game("hoodwink_warumono2").start.rules
    written = registered.sequences.Sequences(rules.game, rules.sizes)
    assert written.shape == (512,)
    assert written.digest_shape == (64,)
    one, other = (1, *([7] * 600)), (2, *([7] * 600))
    kept, digests = [np.zeros(512, np.float32) for _ in "ab"], [np.zeros(64) for _ in "ab"]
    for i, codes in enumerate((one, other)):
        written.write(codes, kept[i])
        written.write_digest(codes, digests[i])
    assert (kept[0] == kept[1]).all()
    assert (kept[0] == np.float32(7 / (rules.game.n_events - 1))).all()
    assert (digests[0] != digests[1]).any()


def test_too_much_news_is_refused() -> None:
    game = find_game("kuhn")
    states = np.zeros(1, game.state)
    s = View(states)
    for _ in range(N_EVENTS + 1):
        tell(s, 1, 20)
    with pytest.raises(HoodwinkError, match="told 25 events by one move"):
        registered.news.told_since([0, 0], states, 2)


def test_news_are_read_from_a_state_that_keeps_another_number_of_events() -> None:
    states = np.zeros(1, find_game("leduc").state)
    s = View(states)
    ring = s.events.shape[1]
    assert ring != N_EVENTS
    for code in range(1, ring + 6):
        tell(s, 1, code)
    news = registered.news.told_since([ring, 0], states, 2)
    assert news == (tuple(range(ring + 1, ring + 6)), ())


def test_parameters_of_observers_are_refused() -> None:
    game = pyspiel.load_game("hoodwink_kuhn")
    with pytest.raises(HoodwinkError, match="no parameters"):
        game.make_py_observer(None, {"single_tensor": True})
