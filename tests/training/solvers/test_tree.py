"""Compiled trees: what is in them, what is refused, and the file."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.spec import parse_env
from hoodwink.envs.core.state import CHANCE, OVER, core_fields, record
from hoodwink.training.solvers import Tree, compile_tree, count_histories, load_tree, places
from hoodwink.training.solvers.compiler import Walker
from hoodwink.training.solvers.form import sequence_form
from hoodwink.training.solvers.tree import ARRAYS, save_arrays
from tests.games import tree as walked
from tests.training.solvers.planted import planted, tree_of

GAMES = Path(__file__).parents[2] / "games"
SMALL = ["kuhn", "kuhn:players=3", "kuhn:players=4", "leduc"]


def depths(tree: Tree) -> list[int]:
    """Count the histories of each length."""
    lengths: list[int] = []
    depth = np.zeros(tree.histories, int)
    for k, parent in enumerate(tree.nodes["parent"].tolist()[1:], start=1):
        depth[k] = depth[parent] + 1
    lengths.extend(np.bincount(depth).tolist())
    return lengths


@pytest.mark.boundscheck
@pytest.mark.parametrize("env", SMALL)
def test_there_are_as_many_histories_and_information_states_as_another_walk_counts(
    env: str,
) -> None:
    game, options = parse_env(env)
    tree = tree_of(env)
    known = walked.perft(GAMES / game.name / "perft.txt")
    n = options.get("players", 2)
    assert depths(tree) == known[f"players={n}"]
    assert len(tree.rows) == walked.counts(game, **options)[1]
    assert count_histories(game, **options) == tree.histories == sum(known[f"players={n}"])


@pytest.mark.parametrize(
    ("env", "states"),
    [("kuhn", 12), ("kuhn:players=3", 48), ("kuhn:players=4", 160), ("leduc", 936)],
)
def test_information_states_are_as_many_as_are_known(env: str, states: int) -> None:
    tree = tree_of(env)
    assert sum(tree.information_states) == states
    assert len(set(tree.information_states)) == 1


@pytest.mark.parametrize("env", SMALL)
def test_a_tree_hangs_together(env: str) -> None:
    tree = tree_of(env)
    nodes, rows = tree.nodes, tree.rows
    inner = nodes["actor"] != OVER
    for k in np.flatnonzero(inner).tolist():
        children = slice(nodes["first"][k], nodes["first"][k] + nodes["children"][k])
        assert (nodes["parent"][children] == k).all() and nodes["children"][k] > 0
        if nodes["actor"][k] == CHANCE:
            assert nodes["weight"][children].sum() == nodes["total"][k]
        else:
            row = rows[nodes["row"][k]]
            mine = tree.actions[row["first"] : row["first"] + row["actions"]]
            assert row["seat"] == nodes["actor"][k]
            assert nodes["move"][children].tolist() == mine.tolist() == sorted(mine)
    ends = nodes["first"][~inner]
    assert sorted(ends) == list(range(len(tree.payoffs)))
    assert np.abs(tree.payoffs.sum(1)).max() < 1e-12
    assert np.all(rows["parent"] < rows["first"])  # parents first
    assert np.all(np.diff(rows["seat"]) >= 0)


def test_forced_decisions_are_information_states_but_no_choices() -> None:
    tree = tree_of("warumono2-tiny")
    form = sequence_form(tree)
    free = int((tree.rows["actions"] > 1).sum())
    assert 0 < free < len(tree.rows)
    assert len(form.choices) == free
    assert len(form.worth) <= tree.seats * len(tree.payoffs)


def test_the_walk_goes_on_where_it_had_no_room_for_longer_histories() -> None:
    game = find_game("leduc")
    walker = Walker(game, {}, depth=3)
    assert walker.count(10_000)[places.NODES] == 9457
    assert len(walker.levels) >= 12


@pytest.mark.parametrize("ring", [5, 8, 32])
def test_a_state_may_keep_any_number_of_events(ring: int) -> None:
    kuhn, ours = find_game("kuhn"), tree_of("kuhn")
    core = core_fields(kuhn.seats, ring)
    names = [name for name in kuhn.state.names or () if not name.startswith("pad")][len(core) :]
    tree = compile_tree(
        replace(kuhn, state=record([*core, *((name, kuhn.state[name]) for name in names)]))
    )
    assert tree.nodes.tobytes() == ours.nodes.tobytes()
    assert tree.rows.tobytes() == ours.rows.tobytes()


# -- what is refused -------------------------------------------------------------------------------


def test_too_many_histories_are_refused_with_their_number() -> None:
    with pytest.raises(HoodwinkError, match=r"leduc .*9,457 histories, over the limit of 9,456"):
        compile_tree(find_game("leduc"), limit=9456)
    assert compile_tree(find_game("leduc"), limit=9457).histories == 9457


def test_a_game_too_large_to_be_counted_is_refused_soon() -> None:
    with pytest.raises(HoodwinkError, match="more than 1,000 histories, over the limit of 100"):
        compile_tree(find_game("warumono2"), limit=100)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (
            "collision",
            "3 information states of seat B share the key 0x[0-9a-f]{16}",
        ),
        ("leak", "was told the same, but the key of its state is another .seat B, after 3 moves"),
        ("flood", "told more at once than a state keeps .seat A"),
        ("hidden actions", "was told the same, but other actions are legal"),
        ("forgets", "forgets what it did: its last decision differs, its news do not .seat A"),
    ],
)
def test_a_game_with_a_fault_is_not_solved(fault: str, message: str) -> None:
    with pytest.raises(HoodwinkError, match=message):
        compile_tree(planted(fault))


# -- the file --------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "kuhn.tree"
    tree_of("kuhn:players=3").save(path)
    return path


def test_a_saved_tree_is_the_same_tree(file: Path) -> None:
    loaded, tree = load_tree(file, find_game("kuhn"), players=3), tree_of("kuhn:players=3")
    for name in ARRAYS:
        assert getattr(loaded, name).tobytes() == getattr(tree, name).tobytes()
    assert (loaded.options, loaded.seats) == (tree.options, tree.seats)
    assert [path.name for path in file.parent.iterdir()] == ["kuhn.tree"]


def refused(file: Path, message: str, game: Any = None, **options: Any) -> None:
    with pytest.raises(HoodwinkError, match=message):
        load_tree(file, game or find_game("kuhn"), **{"players": 3, **options})


def test_a_tree_of_something_else_is_refused(file: Path) -> None:
    kuhn = find_game("kuhn")
    refused(file, "the tree is of options .*'players': 3.*'players': 2", players=2)
    refused(file, "the tree is of game 'kuhn', asked for is 'leduc'", find_game("leduc"))
    refused(file, "the tree is of rules_version '1'", replace(kuhn, rules_version="2"))
    refused(file.parent / "none", "there is no such file")


def test_a_tree_of_edited_rules_is_refused(file: Path) -> None:
    edit(file, rules_digest="0" * 24)
    refused(file, "the tree is of rules_digest '0{24}'")
    edit(file, format=0)
    refused(file, "a tree of format 0; this version reads 1")


def edit(file: Path, **changes: Any) -> None:
    with np.load(file) as stored:
        arrays = {name: stored[name] for name in ARRAYS}
        header = json.loads(stored["header"].tobytes())
    save_arrays(file, json.dumps({**header, **changes}), arrays)


@pytest.mark.parametrize("length", [0, 10, 1000])
def test_a_damaged_file_is_refused(file: Path, length: int) -> None:
    file.write_bytes(file.read_bytes()[:length])
    refused(file, "damaged")


def test_a_file_that_could_run_code_is_refused(file: Path) -> None:
    class Evil:
        def __reduce__(self) -> Any:
            return os.mkdir, (str(file.parent / "evil"),)

    np.savez(file, header=np.array([Evil()], dtype=object))
    refused(Path(f"{file}.npz"), "damaged")
    assert not (file.parent / "evil").exists()


def test_a_write_that_fails_leaves_the_old_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()

    def fail(*_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        tree_of("leduc").save(file)
    assert file.read_bytes() == before
    assert len(list(file.parent.iterdir())) == 1
