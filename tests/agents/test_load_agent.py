"""Agents by name, and saved agents that are not what they should be."""

import json
import os
import shutil
import struct

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from hoodwink.agents import KINDS, load_agent
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import layout_hash
from hoodwink.envs.core.registry import find_game
from hoodwink.training.checkpoint import CARD, WEIGHTS, read_agent, save_agent
from hoodwink.training.network import NetworkConfig, new_network

KUHN = find_game("kuhn")
SHAPE = NetworkConfig((16, 8))


@pytest.fixture
def saved(tmp_path):
    folder = tmp_path / "agent"
    save_agent(folder, KUHN, new_network(KUHN, SHAPE, 1), SHAPE, [{"players": 2}], {"seed": 1})
    return folder


def edited(folder, **changes):
    card = json.loads((folder / CARD).read_text())
    (folder / CARD).write_text(json.dumps({**card, **changes}))


def refused(folder, message):
    with pytest.raises(HoodwinkError) as caught:
        load_agent(str(folder), KUHN)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_saved_agent_loads(saved):
    agent = load_agent(str(saved), KUHN)
    assert agent.name == str(saved)
    assert sorted(path.name for path in saved.iterdir()) == [CARD, WEIGHTS]


def test_saving_again_takes_the_place_of_the_old_one(saved):
    save_agent(saved, KUHN, new_network(KUHN, SHAPE, 2), SHAPE, [], {})
    ours = new_network(KUHN, SHAPE, 2).state_dict()
    theirs = read_agent(saved, KUHN).state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("clever", f"unknown agent 'clever'; there are: {', '.join(KINDS)}"),
        ("ismcts:sims=400", "unknown agent"),
        ("", "unknown agent"),
        ("runs/none", "runs/none: there is no such folder"),
        ("pretrained:none", "no pretrained agent 'none'; there are: "),
    ],
)
def test_unknown_specs_list_what_there_is(spec, message):
    with pytest.raises(HoodwinkError) as caught:
        load_agent(spec, KUHN)
    assert message in str(caught.value)


def test_a_game_without_a_rule_bot_says_so():
    with pytest.raises(HoodwinkError, match=r"leduc has no rule bot; .* kuhn"):
        load_agent("rule", find_game("leduc"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "leduc"}, "the game is 'kuhn' here, but 'leduc'"),
        ({"rules_version": "0"}, "the rules version is '1' here, but '0'"),
        ({"observation_layout": "0"}, "the observation layout is"),
        ({"network": {"hidden": [16, 9]}}, "policy.weight has shape (2, 8)"),
        ({"network": {"hidden": [16]}}, "policy.weight has shape"),
        ({"network": {"hidden": [16, 8, 8]}}, "the tensor trunk.2.bias is missing"),
        ({"network": {"hidden": [10**9]}}, "network.hidden.0"),
        ({"network": {"hidden": [True]}}, "network.hidden.0"),
        ({"network": {"hidden": [8] * 100}}, "network.hidden"),
        ({"network": {"hidden": "16"}}, "network.hidden"),
        ({"network": None}, "network"),
        ({"network": {"hidden": [16, 8], "code": "os.system"}}, "network.code"),
        ({"format": 2}, "format"),
        ({"format": "1"}, "format"),
        ({"game": 7}, "game"),
        ({"game": "k" * 10**5}, "game"),
        ({"options": 7}, "options"),
        ({"options": [7]}, "options.0"),
        ({"training": []}, "training"),
        ({"more": 1}, "more"),
        ({"weights_sha256": "0" * 64}, "not the weights that"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(saved, change, message):
    edited(saved, **change)
    refused(saved, message)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 10**5, b"{}", b'{"format": NaN}',
        b" " * (1 << 21),
    ],
)  # fmt: skip
def test_a_card_that_is_none_is_refused(saved, content):
    (saved / CARD).write_bytes(content)
    refused(saved, CARD)


def test_missing_files_are_named(saved):
    (saved / WEIGHTS).unlink()
    refused(saved, f"{WEIGHTS}: there is no such file")
    os.mkfifo(saved / WEIGHTS)  # would wait for ever
    refused(saved, f"{WEIGHTS}: there is no such file")
    (saved / CARD).unlink()
    refused(saved, f"{CARD}: there is no such file")


def damaged_weights():
    def header(text, body=b""):
        return struct.pack("<Q", len(text)) + text + body

    cut = {"policy.bias": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}
    outside = {"policy.bias": {"dtype": "F32", "shape": [2], "data_offsets": [0, 10**12]}}
    return {
        "empty": b"",
        "short": b"\x00" * 7,
        "huge header": struct.pack("<Q", 1 << 62) + b"{}",
        "header beyond the file": struct.pack("<Q", 10**6) + b"{}",
        "no json": header(b"{" * 50),
        "deep json": header(b"[" * 50_000),
        "data cut off": header(json.dumps(cut).encode(), b"\x00" * 4),
        "data outside": header(json.dumps(outside).encode()),
        "pickle": b"\x80\x04cos\nsystem\n(S'true'\ntR.",
        "too large": b"\x00" * (1 << 22),
    }


@pytest.mark.parametrize("kind", damaged_weights())
def test_damaged_weights_are_refused(saved, kind):
    (saved / WEIGHTS).write_bytes(damaged_weights()[kind])
    refused(saved, WEIGHTS)


def test_every_truncation_is_refused(saved):
    content = (saved / WEIGHTS).read_bytes()
    for length in range(0, len(content), 97):
        (saved / WEIGHTS).write_bytes(content[:length])
        refused(saved, WEIGHTS)


@pytest.mark.parametrize("name", ["missing", "extra", "misshapen", "mistyped", "not finite"])
def test_wrong_tensors_are_refused(saved, name):
    tensors = new_network(KUHN, SHAPE, 1).state_dict()
    if name == "missing":
        del tensors["value.bias"]
    elif name == "extra":
        tensors["value.more"] = torch.zeros(1)
    elif name == "misshapen":
        tensors["policy.weight"] = tensors["policy.weight"].T.contiguous()
    elif name == "mistyped":
        tensors["value.bias"] = tensors["value.bias"].double()
    else:
        tensors["value.bias"][0] = torch.nan
    save_file(tensors, saved / WEIGHTS)
    refused(saved, "value.bias" if name in ("missing", "mistyped", "not finite") else WEIGHTS)


def test_an_agent_of_another_game_is_refused(saved, tmp_path):
    leduc = find_game("leduc")
    with pytest.raises(HoodwinkError, match="the game is 'leduc' here, but 'kuhn'"):
        load_agent(str(saved), leduc)


def test_a_failed_save_leaves_the_old_agent(saved, monkeypatch):
    before = {path.name: path.read_bytes() for path in saved.iterdir()}

    def full(*names):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="disk full"):
        save_agent(saved, KUHN, new_network(KUHN, SHAPE, 2), SHAPE, [], {})
    assert {path.name: path.read_bytes() for path in saved.iterdir()} == before


def test_a_copied_folder_is_the_same_agent(saved, tmp_path):
    shutil.copytree(saved, tmp_path / "copy")
    rng = np.random.default_rng(0)
    seen, masks = np.ones((4, KUHN.n_observation), np.int8), np.ones((4, KUHN.n_actions), np.int8)
    one, two = (load_agent(str(path), KUHN) for path in (saved, tmp_path / "copy"))
    memory = one.start(4, rng)
    assert np.array_equal(
        one.probabilities(seen, masks, memory), two.probabilities(seen, masks, memory)
    )


def test_layouts_differ_between_games_and_stay_the_same():
    names = ("kuhn", "leduc")
    assert len({layout_hash(find_game(name)) for name in names}) == len(names)
    assert layout_hash(KUHN) == layout_hash(KUHN)
