"""Recordings: saved, loaded, replayed move by move; hostile files are refused by file and line."""

import dataclasses
import json
import multiprocessing
import os
from collections import Counter

import pytest

import hoodwink
from hoodwink.envs.core.recording import Recording, append, iterate, load, record, replay, save
from tests.core.playing import play_randomly


def played(name="kuhn", seed=1, **options):
    return play_randomly(hoodwink.Match(name, seed=seed, **options), seed)


def recorded(seed=1, **options):
    return record(played(seed=seed, **options), agents=["random", "random"], seed=seed)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "warumono2"])
def test_a_game_is_saved_loaded_and_replayed(tmp_path, name):
    matches = [played(name, seed) for seed in range(3)]
    path = tmp_path / "games.jsonl"
    save(path, (record(match, seed=seed) for seed, match in enumerate(matches)))
    loaded = load(path)
    assert [one.seed for one in loaded] == [0, 1, 2]
    assert [one.place for one in loaded] == [f"{path}:{line}" for line in (1, 2, 3)]
    for match, recording in zip(matches, loaded, strict=True):
        assert replay(recording).states.tobytes() == match.states.tobytes()


def test_options_and_positions_come_along(tmp_path):
    match = hoodwink.Match(
        "kuhn", position={"seats": {"C": {"card": 3}}, "history": ["pass"]}, players=3
    )
    match.play("bet")
    path = tmp_path / "games.jsonl"
    save(path, [record(match)])
    again = replay(load(path)[0])
    assert again.dump() == match.dump()
    assert again.options == {"players": 3}


def test_saving_replaces_the_file_in_one_step(tmp_path):
    path = tmp_path / "games.jsonl"
    save(path, [recorded(1)])
    before = path.read_bytes()

    def breaks():
        yield recorded(2)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        save(path, breaks())
    with pytest.raises(ValueError, match="JSON compliant"):
        save(path, [dataclasses.replace(recorded(2), payoffs={"A": float("nan")})])
    assert path.read_bytes() == before
    save(path, [recorded(2)])
    assert load(path)[0].seed == 2
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_what_cannot_be_written_is_refused(tmp_path):
    for write in (save, append):
        for path in (tmp_path / "no" / "games.jsonl", tmp_path):
            with pytest.raises(hoodwink.HoodwinkError, match="cannot write"):
                write(path, [recorded()])
    assert os.listdir(tmp_path) == []


def test_a_file_that_cannot_take_its_place_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(*args):
        raise OSError(28, "No space left on device")

    path = tmp_path / "games.jsonl"
    save(path, [recorded(1)])
    before = path.read_bytes()
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(hoodwink.HoodwinkError, match="No space left"):
        save(path, [recorded(2)])
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_append_adds_whole_lines(tmp_path):
    path = tmp_path / "games.jsonl"
    append(path, [recorded(1)])
    append(path, [recorded(2), recorded(3)])
    assert [one.seed for one in load(path)] == [1, 2, 3]


def test_append_refuses_a_file_that_is_cut_short(tmp_path):
    path = tmp_path / "games.jsonl"
    append(path, [recorded(1)])
    path.write_bytes(path.read_bytes()[:-5])
    before = path.read_bytes()
    with pytest.raises(hoodwink.HoodwinkError, match="cut short"):
        append(path, [recorded(2)])
    assert path.read_bytes() == before


def _append_many(path, seed):
    for _ in range(20):
        append(path, [Recording("kuhn", "1", {"players": 2}, ["x" * 5000], seed)])


def test_several_processes_append_without_mixing_lines(tmp_path):
    path = tmp_path / "games.jsonl"
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_append_many, args=(path, seed)) for seed in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert Counter(one.seed for one in load(path)) == Counter([0, 1, 2] * 20)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"moves": ["deal 2", "deal 2"]}, r"games:7: move 2: illegal"),
        ({"moves": ["deal 2", "nonsense"]}, r"games:7: move 2: unknown"),
        ({"moves": []}, r"games:7: the game is not over after 0 moves"),
        ({"winners": ["Z"]}, r"games:7: winners are"),
        ({"payoffs": {"A": 9, "B": -9}}, r"games:7: payoffs are"),
        ({"payoffs": {"A": 1}}, r"games:7: payoffs are"),
        ({"rules_version": "0"}, r"games:7: recorded with rules '0' of kuhn, here are rules"),
        ({"game": "chess"}, r"games:7: unknown game 'chess'"),
        ({"game": "kuhn:players=3"}, r"games:7: unknown game"),
        ({"options": {"players": 9}}, r"games:7: .*players"),
        ({"options": {"plain": False}}, r"games:7: .*plain"),
        ({"options": {"seed": 3}}, r"games:7: .*seed"),
        ({"position": {"seats": 3}}, r"games:7: .*seats"),
    ],
)
def test_a_replay_that_fails_names_the_place(change, words):
    recording = dataclasses.replace(recorded(), place="games:7", **change)
    with pytest.raises(hoodwink.HoodwinkError, match=words):
        replay(recording)


def test_a_game_that_did_not_end_is_replayed_too():
    match = hoodwink.Match("kuhn", seed=1)
    match.roll()
    recording = record(match)
    assert (recording.winners, recording.payoffs) == ([], {})
    assert replay(recording).legal() == ["pass", "bet"]


GOOD = json.loads(
    json.dumps({k: v for k, v in dataclasses.asdict(recorded()).items() if k != "place"})
)
HOSTILE = {
    "no JSON": ("{", "no JSON"),
    "blank line": ("", "no JSON"),
    "a list": ("[]", "JSON object"),
    "a number": ("3", "JSON object"),
    "NaN": ('{"payoffs": {"A": NaN}}', "no JSON"),
    "a long number": ('{"seed": ' + "9" * 5000 + "}", "no JSON"),
    "too deep": ("[" * 100_000, "deep"),
    "unknown key": (json.dumps(GOOD | {"colour": 1}), "unknown key 'colour'"),
    "place": (json.dumps(GOOD | {"place": "elsewhere"}), "unknown key 'place'"),
    "no moves": (json.dumps({k: v for k, v in GOOD.items() if k != "moves"}), "moves is missing"),
    "moves text": (json.dumps(GOOD | {"moves": "bet"}), "moves has the wrong type"),
    "moves numbers": (json.dumps(GOOD | {"moves": [1]}), "moves must hold words"),
    "options a list": (json.dumps(GOOD | {"options": []}), "options has the wrong type"),
    "seed true": (json.dumps(GOOD | {"seed": True}), "seed has the wrong type"),
    "payoffs words": (json.dumps(GOOD | {"payoffs": {"A": "1"}}), "payoffs must be numbers"),
    "game a number": (json.dumps(GOOD | {"game": 3}), "game has the wrong type"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_line_is_refused_by_file_and_line(tmp_path, kind):
    line, words = HOSTILE[kind]
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(GOOD)}\n{line}\n")
    with pytest.raises(hoodwink.HoodwinkError) as refused:
        load(path)
    assert str(refused.value).startswith(f"{path}:2: ")
    assert words in str(refused.value)
    assert len(str(refused.value)) < 400


def test_what_is_no_text_file_is_refused(tmp_path):
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    for path in (binary, tmp_path, tmp_path / "none"):
        with pytest.raises(hoodwink.HoodwinkError, match=str(path)):
            list(iterate(path))
