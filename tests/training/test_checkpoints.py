"""What a run goes on from: all of it, in files that are whole or refused."""

import json

import numpy as np
import pytest
import torch

from hoodwink.agents.random import RandomAgent
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.registry import find_game
from hoodwink.training.checkpoint import CARD, NEXT, WEIGHTS, read_agent, save_agent
from hoodwink.training.config import Past
from hoodwink.training.network import NetworkConfig, new_network
from hoodwink.training.pool import Pool
from hoodwink.training.resume import Checkpoints
from hoodwink.training.rollout import Collector, NetworkLearner
from hoodwink.training.saved import Saved, into_module, of_module, read_saved, write_saved

KUHN = find_game("kuhn")
SHAPE = NetworkConfig((8,))


def some() -> Saved:
    saved = Saved(values={"n": 3, "rng": {"state": 1 << 100}, "text": "é"})
    records = np.zeros(3, [("a", np.int64), ("b", np.int8, (2,))])
    records["a"] = [1, 2, 3]
    for name, array in [
        ("records", records), ("none", np.zeros((4, 0), np.int8)), ("scalar", np.float32(2)),
        ("big", np.array([1 << 63], np.uint64)), ("turned", np.arange(6).reshape(2, 3).T),
    ]:  # fmt: skip
        saved.add(f"part.{name}", np.asarray(array))
    return saved


def test_what_is_saved_is_read_again(tmp_path):
    write_saved(tmp_path / "a", some())
    found, expected = read_saved(tmp_path / "a"), some()
    assert found.values == expected.values
    part = found.part("part")
    assert part.arrays.keys() == {"records", "none", "scalar", "big", "turned"}
    for name, array in expected.part("part").arrays.items():
        assert np.array_equal(part.array(name, array), array), name
    records = part.array("records", np.zeros(3, [("a", np.int64), ("b", np.int8, (2,))]))
    assert records["a"].tolist() == [1, 2, 3]


def test_a_file_that_was_changed_anywhere_is_refused(tmp_path):
    path = tmp_path / "a"
    write_saved(path, some())
    content = path.read_bytes()
    for i in range(0, len(content), 7):
        path.write_bytes(content[:i] + bytes([content[i] ^ 4]) + content[i + 1 :])
        with pytest.raises(HoodwinkError, match="damaged"):
            read_saved(path)
    for short in (0, 7, 100, len(content) - 1):
        path.write_bytes(content[:short])
        with pytest.raises(HoodwinkError, match="damaged"):
            read_saved(path)


def test_what_does_not_fit_is_named():
    with pytest.raises(HoodwinkError, match=r"big was saved with shape \(1,\) of uint64, but here"):
        some().part("part").array("big", np.zeros(2, np.uint64))
    with pytest.raises(HoodwinkError, match="gone is missing"):
        some().array("gone", np.zeros(1))
    with pytest.raises(HoodwinkError, match="lost is missing"):
        some().value("lost")
    with pytest.raises(HoodwinkError, match="memory holds Python objects"):
        Saved().add("memory", np.array([None]))


def test_two_checkpoints_are_kept_and_of_those_the_newer_is_read(tmp_path):
    checkpoints = Checkpoints(tmp_path)
    assert checkpoints.newest() is None
    for number in (1, 2, 10):
        checkpoints.write(number, Saved(values={"number": number}))
    names = sorted(path.name for path in checkpoints.folder.iterdir())
    assert names == ["00000002.safetensors", "00000010.safetensors"]
    newest = checkpoints.newest()
    assert newest is not None and newest.value("number") == 10


def test_a_checkpoint_of_another_version_is_refused(tmp_path):
    checkpoints = Checkpoints(tmp_path)
    checkpoints.write(1, Saved())
    write_saved(checkpoints.folder / "00000002.safetensors", Saved(values={"format": 9}))
    with pytest.raises(HoodwinkError, match="its format is 9; this version of hoodwink reads 1"):
        checkpoints.newest()


# -- games -----------------------------------------------------------------------------------------


class Counter(RandomAgent):
    """Plays by how often it was asked in this game, and by a number drawn at its start."""

    dtype = np.dtype([("asked", np.int64), ("drawn", np.float64, (2,))])

    def start(self, n, rng, table_of=None):
        memory = np.zeros(n, self.dtype)
        memory["drawn"] = rng.random((n, 2))
        return memory

    def act(self, observations, masks, memory, rng):
        memory["asked"] += 1
        wanted = (memory["asked"] + (memory["drawn"] > 0.5).sum(1)) % 2
        legal = masks[np.arange(len(masks)), wanted] > 0
        return np.where(legal, wanted, masks.argmax(1)).astype(np.int64)


def collector(network, n=16):
    tables = np.concatenate([KUHN.tables(players=n) for n in (2, 3)])
    pool = Pool(Past(share=0.5, every=2, size=3), network)
    others = [Counter(), RandomAgent()]
    made = Collector(
        KUHN, tables, n, 3, NetworkLearner(network), others, 0.6, pool=pool, plain=True
    )
    return made, pool


def rollouts(made, pool, first, last):
    """Collect some rollouts, the network changing in between; yield all that is in them."""
    for i in range(first, last):
        r = made.collect(3)
        yield [*r.decisions.pick(slice(None)).columns(), r.payoffs, r.over, r.learned, r.pooled]
        with torch.no_grad():
            pool.network.policy.bias += 0.1 * i
        pool.after_update(i + 1)


def test_a_collector_goes_on_from_what_it_saved(tmp_path):
    network = new_network(KUHN, SHAPE, 0)
    made, pool = collector(network)
    list(rollouts(made, pool, 0, 7))
    saved = Saved()
    for name, part in [("a", made.save()), ("b", pool.save()), ("c", of_module(network))]:
        saved.put(name, part)
    write_saved(tmp_path / "saved", saved)
    expected = list(rollouts(made, pool, 7, 20))

    other = new_network(KUHN, SHAPE, 1)
    again, again_pool = collector(other)
    found_file = read_saved(tmp_path / "saved")
    again.restore(found_file.part("a"))
    again_pool.restore(found_file.part("b"))
    into_module(found_file.part("c"), other)
    found = list(rollouts(again, again_pool, 7, 20))
    for ours, theirs in zip(found, expected, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))


def test_a_batch_goes_on_from_its_snapshot():
    first, second = (Batch(KUHN, KUHN.tables(), 5, seed=seed, plain=True) for seed in (1, 2))
    rng = np.random.default_rng(0)

    def moves(batch, rng):
        for _ in range(9):
            batch.step((rng.random(batch.mask.shape) * batch.mask).argmax(1))
            yield [array.tobytes() for array in batch.snapshot().values()]

    list(moves(first, rng))
    second.restore(first.snapshot())
    left, right = (list(moves(b, np.random.default_rng(1))) for b in (first, second))
    assert left == right


# -- past selves -----------------------------------------------------------------------------------


def test_a_pool_keeps_the_last_copies():
    network = new_network(KUHN, SHAPE, 0)
    pool = Pool(Past(share=1.0, every=2, size=3), network)
    for update in range(1, 13):
        with torch.no_grad():
            network.value.bias.fill_(update)
        pool.after_update(update)
    assert sorted(a.network.value.bias.item() for a in pool.agents) == [8, 10, 12]
    again = Pool(Past(share=1.0, every=2, size=3), network)
    again.restore(pool.save())
    assert [a.network.value.bias.item() for a in again.agents] == [8, 10, 12]
    assert again.taken == 6


def test_past_selves_hold_seats_and_are_not_learned_from():
    network = new_network(KUHN, SHAPE, 0)
    pool = Pool(Past(share=0.5, every=1, size=2), network)
    made = Collector(KUHN, KUHN.tables(players=3), 64, 3, NetworkLearner(network), pool=pool)
    made.collect(6)
    assert (made.holder == 0).all()  # there are none yet
    pool.after_update(1)
    pool.after_update(2)
    for agent in pool.agents:  # so that what they do is known
        with torch.no_grad():
            agent.network.policy.bias.copy_(torch.tensor([0.0, 50.0]))
    made.collect(12)  # games of the time before are over
    held, shares = set(), []
    for _ in range(40):
        r = made.collect(3)
        held |= set(made.holder.ravel().tolist())
        shares.append(r.pooled[r.over].mean())
        decided = made.holder[r.decisions.slots, r.decisions.seats]
        on = ~r.over[r.decisions.games]
        assert (decided[on] == 0).all()
        assert r.learned[r.pooled].any(1).all() and not r.learned[r.pooled].all(1).any()
    assert held == {0, 1, 2}
    assert 0.4 < np.mean(shares) < 0.6


# -- agents ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("renames", [0, 1, 2])
def test_an_agent_that_was_killed_while_saved_is_the_old_or_the_new(renames, tmp_path, monkeypatch):
    import hoodwink.training.checkpoint as checkpoint

    old, new = (new_network(KUHN, SHAPE, seed) for seed in (1, 2))
    options = [KUHN.normal_options()]
    save_agent(tmp_path, KUHN, old, SHAPE, options, {})
    replace, left = checkpoint.os.replace, [renames]

    def killed(*paths):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        replace(*paths)

    monkeypatch.setattr(checkpoint.os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        save_agent(tmp_path, KUHN, new, SHAPE, options, {"new": True})
    monkeypatch.undo()
    is_new = json.loads((tmp_path / CARD).read_text())["training"] == {"new": True}
    expected = new if is_new else old
    assert is_new == (renames == 2)
    assert torch.equal(read_agent(tmp_path, KUHN).policy.weight, expected.policy.weight)
    save_agent(tmp_path, KUHN, new, SHAPE, options, {})
    assert {path.name for path in tmp_path.iterdir()} == {CARD, WEIGHTS}
    assert not (tmp_path / NEXT).exists()
