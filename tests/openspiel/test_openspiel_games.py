"""Every game and variant passes OpenSpiel's own tests, and is what its type and info say."""

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hoodwink.envs.core.errors import HoodwinkError, IllegalAction
from hoodwink.envs.core.match import Match
from tests.openspiel.playing import TEXTS, every_game, histories, played, pyspiel, registered

pytestmark = pytest.mark.openspiel

ROOT = Path(__file__).resolve().parents[2]
SMALL = [
    "hoodwink_kuhn(players=2)", "hoodwink_kuhn(players=3)", "hoodwink_kuhn(players=4)",
    "hoodwink_leduc(players=2)", "hoodwink_warumono2_nano", "hoodwink_warumono2_nano3",
    "hoodwink_liars_dice_nano", "hoodwink_liars_dice_nano3", "hoodwink_warumono_nano",
    "hoodwink_wongamania_nano",
]  # fmt: skip
# Where bounds count moves that nobody can afford.
LOOSE = ("hoodwink_warumono_nano", "hoodwink_wongamania_nano")


@every_game
def test_cpp_simulation(text: str) -> None:
    """With clones, serialisation, masks and observations checked at every state."""
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=2, serialize=True, verbose=False)


@every_game
def test_python_simulation(text: str) -> None:
    """OpenSpiel's test of its games: clones, native and pickle round trips, utility bounds."""
    from open_spiel.python.tests import games_sim_test

    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(text))


def test_all_are_registered_with_their_seats() -> None:
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    assert set(registered.names()) <= set(kinds)
    assert {text.partition("(")[0] for text in TEXTS} == set(registered.names())
    base = kinds["hoodwink_warumono2"]
    assert (base.min_num_players, base.max_num_players) == (3, 4)
    nano = kinds["hoodwink_warumono2_nano3"]
    assert (nano.min_num_players, nano.max_num_players) == (3, 3)
    assert all(kinds[name].default_loadable for name in registered.names())
    registered.register()  # once more changes nothing


@pytest.mark.parametrize("text", SMALL)
def test_info_is_tight(text: str) -> None:
    """No number could be smaller: a walk over all histories reaches every one of them."""
    game = pyspiel.load_game(text)
    decisions = chances = actions = outcomes = 0
    payoffs: set[float] = set()
    for state in histories(game.new_initial_state()):
        if state.is_terminal():
            moves = [move.player for move in state.full_history()]
            decisions = max(decisions, sum(p >= 0 for p in moves))
            chances = max(chances, sum(p < 0 for p in moves))
            payoffs.update(state.returns())
            assert sum(state.returns()) == pytest.approx(0)
        elif state.is_chance_node():
            odds = state.chance_outcomes()
            outcomes = max(outcomes, *(1 + o for o, _ in odds))
            assert sum(p for _, p in odds) == pytest.approx(1)
        else:
            actions = max(actions, *(1 + a for a in state.legal_actions()))
    assert game.max_game_length() == decisions
    assert game.max_chance_nodes_in_history() == chances
    assert game.num_distinct_actions() == actions
    assert game.max_chance_outcomes() == outcomes
    assert (game.min_utility(), game.max_utility()) == (min(payoffs), max(payoffs))
    assert game.utility_sum() == 0


@every_game
def test_limits_of_the_rules_hold(text: str) -> None:
    """What games say of their length by their tables alone, beside a walk where there is one."""
    game = pyspiel.load_game(text)
    decisions, chances = game.game.limits(game.game.tables(**game.options))
    sizes = game.sizes
    assert decisions >= sizes.decisions
    assert chances >= sizes.chances
    assert decisions <= game.game.max_decisions
    if text in SMALL and text not in LOOSE:
        assert sizes.exact
        assert (decisions, chances) == (sizes.decisions, sizes.chances)
    *_, state = played(text, seed=9)
    moves = [move.player for move in state.full_history()]
    assert sum(p >= 0 for p in moves) <= game.max_game_length()
    assert sum(p < 0 for p in moves) <= game.max_chance_nodes_in_history()


@every_game
def test_words_are_those_of_hoodwink(text: str) -> None:
    """A game in OpenSpiel's strings is one of `Match`, move by move."""
    *_, state = played(text, seed=5)
    game = pyspiel.load_game(text)
    match = Match(game.game.name, **game.options)
    for move in state.full_history():
        word = game.action_to_string(move.player, move.action)
        assert word in match.legal()
        match.play(word)
    assert list(match.payoffs.values()) == state.returns()
    assert str(state) == "; ".join(match.moves)


@every_game
def test_clones_and_copies_go_on_alone(text: str) -> None:
    """A clone, a pickle and a deserialised state have the same future and the same memory."""
    *_, over = played(text, seed=6)
    before = over.get_game().new_initial_state()
    for a in over.history()[:-1]:
        before.apply_action(a)
    shown = str(before), [before.information_state_tensor(p) for p in range(before.num_players())]
    saved = pyspiel.serialize_game_and_state(before.get_game(), before)
    copies = [
        before.clone(), pickle.loads(pickle.dumps(before)),
        pyspiel.deserialize_game_and_state(saved)[1],
    ]  # fmt: skip
    action = before.legal_actions()[0]
    ends = []
    for copy in copies:
        copy.apply_action(action)
        ends.append([copy.information_state_string(p) for p in range(copy.num_players())])
    assert ends[0] == ends[1] == ends[2]
    assert shown == (
        str(before), [before.information_state_tensor(p) for p in range(before.num_players())]
    )  # fmt: skip


def test_plain_and_compiled_are_the_same_game() -> None:
    *_, compiled = played("hoodwink_warumono2(players=3,scenario=2)", seed=7)
    plain = pyspiel.load_game("hoodwink_warumono2(players=3,scenario=2,plain=True)")
    state = plain.new_initial_state()
    for a in compiled.history():
        state.apply_action(a)
    assert state.position.states.tobytes() == compiled.position.states.tobytes()
    assert state.position.told == compiled.position.told
    assert state.returns() == compiled.returns()


def test_options_come_as_parameters() -> None:
    game = pyspiel.load_game("hoodwink_warumono2(players=3,scenario=5,peek_at_start=False)")
    assert (game.options["players"], game.options["scenario"]) == (3, 5)
    assert game.options["peek_at_start"] is False
    text = pyspiel.load_game("hoodwink_warumono2(options=scenario:choose;players:3)")
    assert text.options["scenario"] == "choose"
    assert text.num_players() == 3
    assert pyspiel.load_game(str(text)).options == text.options


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hoodwink_kuhn(players=5)", "from 2 to 4, got 5"),
        ("hoodwink_warumono2(scenario=8)", "scenario"),
        ("hoodwink_kuhn(options=players)", "key:value"),
        ("hoodwink_kuhn(options=colour:red)", "colour"),
        ("hoodwink_warumono2_nano(players=3)", "2, which is what the variant has"),
        ("hoodwink_warumono2(options=variant:nano)", "has 3 to 4 players, these options make it 2"),
        ("hoodwink_kuhn(options=players:3;players:2)", "'players' is given twice: '3' and '2'"),
        ("hoodwink_kuhn(players=3,options=players:2)", "'players' is given twice: 3 and '2'"),
    ],
)
def test_options_that_are_refused_are_named(text: str, message: str) -> None:
    with pytest.raises(HoodwinkError, match=message):
        pyspiel.load_game(text)


@pytest.mark.parametrize(("actor", "move"), [(0, -1), (0, 99), (-1, -5), (-1, 99), (9, 0)])
def test_a_move_that_does_not_exist_has_no_words(actor: int, move: int) -> None:
    game = pyspiel.load_game("hoodwink_leduc")
    with pytest.raises(HoodwinkError, match=f"leduc has no move {move} of"):
        game.action_to_string(actor, move)


def test_illegal_moves_change_nothing() -> None:
    state = pyspiel.load_game("hoodwink_leduc").new_initial_state()
    with pytest.raises(IllegalAction, match=r"now: 0 \(deal 0\)"):
        state.apply_action(30)
    for a in (0, 1):
        state.apply_action(a)
    before = state.position
    with pytest.raises(IllegalAction, match="legal: 1"):
        state.apply_action(0)
    assert state.position is before
    for a in (1, 1, 2, 1, 1):
        state.apply_action(a)
    with pytest.raises(IllegalAction, match="after the end"):
        state.position.rules.after(state.position, 1)


def test_hoodwink_alone_never_imports_openspiel() -> None:
    program = (
        "import sys, hoodwink, hoodwink.cli; from hoodwink.envs.core.registry import find_game\n"
        "find_game('kuhn'); assert 'pyspiel' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_a_missing_extra_is_named_with_the_command() -> None:
    program = "import sys; sys.modules['pyspiel'] = None\nimport hoodwink.openspiel"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "pip install 'hoodwink[openspiel]'" in done.stderr.splitlines()[-1]


def test_a_process_that_used_the_games_ends_well(tmp_path: Path) -> None:
    """OpenSpiel lets go of the games when Python is gone already; a pickle finds them again."""
    *_, state = played("hoodwink_kuhn(players=3)", seed=8)
    saved = tmp_path / "state.pickle"
    saved.write_bytes(pickle.dumps(state))
    program = f"import pickle; print(pickle.load(open({str(saved)!r}, 'rb')))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout.strip() == str(state)
