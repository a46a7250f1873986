"""Worlds drawn for a seat: it cannot tell them apart, nothing true shines through, search plays."""

import pickle
from collections import Counter
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.errors import HoodwinkError
from tests.openspiel.playing import every_game, played, pyspiel
from tests.openspiel.test_openspiel_observers import ALL, KINDS, NONE, observer, positions

pytestmark = pytest.mark.openspiel

SMALL = {  # and of how many positions each is drawn for
    "hoodwink_kuhn(players=2)": 1, "hoodwink_kuhn(players=3)": 1, "hoodwink_leduc(players=2)": 5,
    "hoodwink_warumono2_nano": 7, "hoodwink_warumono2_nano3": 7, "hoodwink_warumono_nano": 7,
    "hoodwink_wongamania_nano": 31,
}  # fmt: skip


def world(state: Any, seat: int, seed: int = 0) -> Any:
    return state.resample_from_infostate(seat, np.random.RandomState(seed).uniform)


def shown(show: Any, state: Any, seat: int) -> tuple[bytes, str]:
    show.set_from(state, seat)
    return show.tensor.tobytes(), show.string_from(state, seat)


MEMORY = ("known", "touched", "belief")  # by seat; Warumono 2 leaves those of others their shape


def kept(position: Any, seat: int) -> list[Any]:
    """Return all of a drawn world but what other seats remember in it, where that is apart."""
    states = position.states
    apart = [name for name in MEMORY if name in states.dtype.names]
    parts = [states[name].tobytes() for name in states.dtype.names if name not in apart]
    return [*parts, *(states[name][0, seat].tobytes() for name in apart)]


@pytest.mark.parametrize("text", SMALL)
def test_a_world_is_told_apart_by_nothing_and_hangs_on_what_the_seat_knows_alone(text: str) -> None:
    """Whatever a seat may observe is the same; from all that it takes for one, one is drawn."""
    game = pyspiel.load_game(text)
    own = [observer(game, *kind) for kind in KINDS if kind[2] != ALL]
    seats = range(game.num_players())
    drawn: dict[Any, Any] = {}
    for position in islice(positions(game.start), 0, None, SMALL[text]):
        true = SimpleNamespace(position=position)
        for p in seats:
            other = SimpleNamespace(position=position.rules.another_world(position, p, 3))
            assert other.position.actor == position.actor
            assert other.position.actor != p or other.position.legal == position.legal
            for show in own:
                assert shown(show, other, p) == shown(show, true, p)
            found = [*kept(other.position, p), other.position.latest, other.position.drawn]
            assert drawn.setdefault((p, position.told[p]), found) == found
    assert len(drawn) > len(seats)


@every_game
def test_a_drawn_world_plays_on_as_any_state(text: str) -> None:
    """Clones, pickles and what OpenSpiel serialises go on alike; nothing of the past is in it."""
    *_, over = played(text, seed=11)
    game = over.get_game()
    state = game.new_initial_state()
    for a in over.history()[: len(over.history()) // 2]:
        state.apply_action(a)
    before = str(state)
    for p in range(game.num_players()):
        other = world(state, p, seed=p)
        assert other.history() == [] and "drawn for" in str(other)
        assert other.current_player() == state.current_player()
        copies = [
            other, other.clone(), pickle.loads(pickle.dumps(other)),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, other))[1],
        ]  # fmt: skip
        rng = np.random.default_rng(p)
        while not other.is_terminal():
            a = int(rng.choice(other.legal_actions()))
            assert len({tuple(copy.legal_actions()) for copy in copies}) == 1
            for copy in copies:
                copy.apply_action(a)
            said = [
                [copy.information_state_string(q) for q in range(game.num_players())]
                for copy in copies
            ]
            assert all(strings == said[0] for strings in said)
            tensors = [copy.information_state_tensor(p) for copy in copies]
            assert all(tensor == tensors[0] for tensor in tensors)
        assert len({str(copy) for copy in copies}) == 1
        assert sum(other.returns()) == pytest.approx(0)
        assert other.returns() == copies[1].returns()
    assert str(state) == before


def test_hidden_cards_are_drawn_as_often_as_they_are_dealt() -> None:
    state = pyspiel.load_game("hoodwink_kuhn(players=4)").new_initial_state()
    for a in (1, 4, 0, 3, 1):
        state.apply_action(a)
    drawn = Counter(
        tuple(world(state, 2, seed).position.states["card"][0].tolist()) for seed in range(2400)
    )
    assert len(drawn) == 4 * 3 * 2 and all(cards[2] == 0 for cards in drawn)
    assert max(abs(n - 100) for n in drawn.values()) < 50


def test_other_seats_know_what_they_see_in_a_drawn_world() -> None:
    """So a search tells apart what they would."""
    state = pyspiel.load_game("hoodwink_kuhn").new_initial_state()
    for a in (1, 2):
        state.apply_action(a)
    said = {world(state, 0, seed).information_state_string(1) for seed in range(20)}
    assert said == {f"B | told: (sees seats=2 dealt=2 seat.B card.{card})" for card in (0, 2)}
    other = world(state, 0)
    other.apply_action(1)
    assert other.information_state_string(1).endswith("); A: bet")
    assert (
        other.information_state_string(0) == "A | told: your card is 1; B is dealt a card; A: bet"
    )
    public = observer(state.get_game(), True, True, NONE)
    assert public.string_from(other, 0).endswith("B is dealt a card; A: bet")


def test_what_is_not_known_of_a_drawn_world_is_refused() -> None:
    state = pyspiel.load_game("hoodwink_kuhn").new_initial_state()
    for a in (1, 2):
        state.apply_action(a)
    other = world(state, 0)
    with pytest.raises(HoodwinkError, match="not drawn for seat B: what that was told is"):
        other.information_state_tensor(1)
    assert len(other.observation_tensor(1)) == len(state.observation_tensor(1))
    with pytest.raises(HoodwinkError, match="drawn for another seat, so nobody knows what seat 1"):
        world(other, 1)
    assert world(other, 0, 5).information_state_string(0) == state.information_state_string(0)
    for seat in (-1, 2):
        with pytest.raises(HoodwinkError, match=f"there is no player {seat}"):
            world(state, seat)


def test_plain_and_compiled_draw_the_same_world() -> None:
    *_, compiled = played("hoodwink_warumono2(players=3,scenario=2)", seed=7)
    plain = pyspiel.load_game("hoodwink_warumono2(players=3,scenario=2,plain=True)")
    states = plain.new_initial_state(), compiled.get_game().new_initial_state()
    for a in compiled.history()[:30]:
        for state in states:
            state.apply_action(a)
    for p in range(3):
        found = [world(state, p, 4).position.states.tobytes() for state in states]
        assert found[0] == found[1] != states[0].position.states.tobytes()


# -- search ----------------------------------------------------------------------------------------


def searcher(game: Any, simulations: int, seed: int) -> Any:
    """Return OpenSpiel's ISMCTS; its own sampler of worlds cannot be seeded."""
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), 2.0, simulations, random_state=rng,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )  # fmt: skip
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.uniform))
    return bot


def searched(text: str, simulations: int, seed: int) -> Any:
    """Return a game that ISMCTS has played in all seats."""
    game = pyspiel.load_game(text)
    bot, rng = searcher(game, simulations, seed), np.random.RandomState(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice([o for o, _ in state.chance_outcomes()])))
        else:
            state.apply_action(int(bot.step(state)))
    return state


@pytest.mark.parametrize(
    ("text", "simulations"),
    [
        ("hoodwink_kuhn", 50), ("hoodwink_kuhn(players=4)", 50), ("hoodwink_leduc(players=3)", 50),
        ("hoodwink_warumono2_nano", 30), ("hoodwink_warumono2_nano3", 30),
        pytest.param("hoodwink_warumono2(players=3,scenario=2)", 8, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_openspiels_search_plays_whole_games(text: str, simulations: int) -> None:
    found = searched(text, simulations, seed=1)
    assert found.is_terminal() and sum(found.returns()) == pytest.approx(0)
    assert str(searched(text, simulations, seed=1)) == str(found)


def test_openspiels_search_finds_what_is_plain_to_see() -> None:
    """Who holds the highest card calls, who holds the lowest does not."""
    game = pyspiel.load_game("hoodwink_kuhn")
    for mine, action in ((2, 1), (0, 0)):
        state = game.new_initial_state()
        for a in (1, mine, 1):
            state.apply_action(a)
        assert searcher(game, 200, seed=2).step(state) == action


def test_openspiels_search_draws_worlds_by_itself() -> None:
    bot = searcher(pyspiel.load_game("hoodwink_kuhn"), 20, seed=3)
    bot.set_resampler(None)
    state = pyspiel.load_game("hoodwink_kuhn").new_initial_state()
    for a in (1, 2):
        state.apply_action(a)
    assert bot.step(state) in (0, 1)
