"""The compile cache: every edit is seen, and nothing on disk can break or fool it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hoodwink.envs.core import jit

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = 2  # that PLAY compiles
# Puts Kuhn before its deal, draws a few numbers; prints both and how much was compiled.
PLAY = """
import hashlib
import numpy as np
from hoodwink.envs.core import jit, rng
from hoodwink.envs.core.registry import find_game
misses = []
kept = jit._Cache.save_overload
jit._Cache.save_overload = lambda self, *a: (misses.append(self.name), kept(self, *a))[1]
game = find_game("kuhn")
deal = jit.compiled(game.deal, jit.VOID(*game.types))
pick = jit.compiled(rng.pick, jit.INT(jit.INTS_32, jit.GENERATOR))
states, generator = np.zeros(1, game.state), rng.generators(1, 1)[0]
deal(states[0], game.tables(players=3)[0])
drawn = [pick(np.ones(9, np.int32), generator) for _ in range(20)]
print(hashlib.sha256(states.tobytes()).hexdigest(), drawn, len(misses))
"""


def run(tree: Path, cache: Path | str) -> tuple[str, int]:
    """Play in a fresh process; return what was played, and how many functions were compiled."""
    environment = {**os.environ, "HOODWINK_CACHE_DIR": str(cache), "PYTHONPATH": str(tree)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, cwd=tree
    )
    assert done.returncode == 0, done.stderr
    played, _, misses = done.stdout.strip().rpartition(" ")
    return played, int(misses)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the package to a folder of its own."""
    copy = tmp_path / "tree"
    for part in ("envs", "agents", "training", "configs"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "hoodwink", copy / "hoodwink", symlinks=True)
    return copy


def cached(cache: Path) -> list[Path]:
    """Return the files of compiled code."""
    return sorted(cache.rglob("*.bin"))


def test_a_second_process_compiles_nothing(tree: Path, tmp_path: Path) -> None:
    played, misses = run(tree, tmp_path / "cache")
    assert misses == FUNCTIONS
    assert run(tree, tmp_path / "cache") == (played, 0)


def test_an_edit_of_a_callee_in_another_file_is_seen(tree: Path, tmp_path: Path) -> None:
    played, _ = run(tree, tmp_path / "cache")
    state = tree / "envs/core/state.py"  # `deal` stands in envs/kuhn/rules.py
    changed = state.read_text().replace("s.told[p] = 0", "s.told[p] = 1")
    assert changed != state.read_text()
    state.write_text(changed)
    other, misses = run(tree, tmp_path / "cache")
    assert misses == FUNCTIONS
    assert other != played


def test_an_edit_of_a_data_file_is_seen(tree: Path, tmp_path: Path) -> None:
    run(tree, tmp_path / "cache")
    board = next((tree / "configs").rglob("board.yaml"))
    board.write_text(board.read_text() + "\n# another edition\n")
    assert run(tree, tmp_path / "cache")[1] == FUNCTIONS


def test_bounds_checks_do_not_share_code(tree: Path, tmp_path: Path) -> None:
    run(tree, tmp_path / "cache")
    os.environ["NUMBA_BOUNDSCHECK"] = "1"
    try:
        assert run(tree, tmp_path / "cache")[1] == FUNCTIONS
    finally:
        del os.environ["NUMBA_BOUNDSCHECK"]


@pytest.mark.parametrize("damage", ["empty", "cut", "garbage", "flipped bit", "folder"])
def test_a_damaged_file_is_rebuilt(tree: Path, tmp_path: Path, damage: str) -> None:
    played, misses = run(tree, tmp_path / "cache")
    files = cached(tmp_path / "cache")
    assert len(files) == misses
    for path in files:
        content = bytearray(path.read_bytes())
        if damage == "flipped bit":
            content[len(content) // 2] ^= 1
        new = {"empty": b"", "cut": content[: len(content) // 2], "garbage": b"\x80\x04garbage"}
        path.unlink()
        if damage == "folder":
            path.mkdir()
        else:
            path.write_bytes(new.get(damage, bytes(content)))
    assert run(tree, tmp_path / "cache") == (played, misses)
    if damage != "folder":  # a folder in the way cannot be replaced, only played round
        assert run(tree, tmp_path / "cache") == (played, 0)


def test_nowhere_to_write_still_plays(tree: Path, tmp_path: Path) -> None:
    played, _ = run(tree, tmp_path / "cache")
    occupied = tmp_path / "a file"
    occupied.write_text("not a folder")
    other, misses = run(tree, occupied)
    assert other == played
    assert misses == FUNCTIONS  # compiled, kept nowhere
    assert run(tree, occupied) == (played, misses)


def test_two_processes_may_compile_at_once(tree: Path, tmp_path: Path) -> None:
    environment = {
        **os.environ, "HOODWINK_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tree),
    }  # fmt: skip
    both = [
        subprocess.Popen(
            [sys.executable, "-c", PLAY], env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    outs = [p.communicate()[0].rpartition(" ")[0] for p in both]
    assert [p.returncode for p in both] == [0, 0]
    assert outs[0] == outs[1] == run(tree, tmp_path / "cache")[0]
    assert run(tree, tmp_path / "cache")[1] == 0


def test_nothing_is_written_beside_the_sources(tree: Path, tmp_path: Path) -> None:
    run(tree, tmp_path / "cache")
    written = {p.suffix for p in tree.rglob("*") if p.is_file()}
    assert not written & {".nbi", ".nbc", ".bin"}


def test_the_caller_keeps_his_own_numba_settings() -> None:
    from numba.core import config  # noqa: TID251 - what the user of the package may do

    before = vars(config)["CACHE_DIR"]
    import hoodwink.envs.core.jit

    assert hoodwink.envs.core.jit.digest()
    assert vars(config)["CACHE_DIR"] == before


def test_the_loops_of_solvers_are_among_the_sources() -> None:
    named = {path.relative_to(jit.PACKAGE).as_posix() for path in jit._sources()}
    assert {"training/solvers/passes.py", "envs/kuhn/rules.py", "agents/bots.py"} <= named
    assert "training/ppo.py" not in named
