"""ADDING_A_GAME.md shows the code as it is, and what it tells to do makes a game."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hoodwink.envs.core import checks

ROOT = Path(__file__).resolve().parents[1]
GUIDE = (ROOT / "ADDING_A_GAME.md").read_text()


def test_excerpts_are_the_code() -> None:
    excerpts = re.findall(r"```python\n# (\S+)\n(.*?)```", GUIDE, re.DOTALL)
    assert len(excerpts) == GUIDE.count("```python") > 0
    for path, code in excerpts:
        assert code in (ROOT / path).read_text(), f"{path} no longer has\n{code}"


def test_files_that_are_named_exist() -> None:
    paths = re.findall(r"`((?:agents|configs|envs|tests|hoodwink)/[\w/.]+)`", GUIDE)
    assert "envs/core/registry.py" in paths
    for path in paths:
        assert (ROOT / path).exists(), path


def test_helpers_that_are_named_exist() -> None:
    named = re.findall(r"`(tree|checks)\.(\w+)`", GUIDE)
    assert {module for module, _ in named} == {"tree", "checks"}
    source = (ROOT / "tests" / "games" / "tree.py").read_text()
    for module, name in named:
        assert name in checks.__all__ if module == "checks" else f"def {name}(" in source, name


def test_the_table_names_the_files_of_the_template() -> None:
    named = re.findall(r"^\| `(\w+\.py)` \|", GUIDE, re.MULTILINE)
    there = {path.name for path in (ROOT / "envs" / "kuhn").glob("*.py")} - {"__init__.py"}
    assert sorted(named) == sorted(there)


# What the guide promises of a copy of the template, once it is listed.
PLAYED = """
from pathlib import Path
import pettingzoo, hoodwink
from hoodwink.envs.core import checks
from hoodwink.envs.core.layout import layout
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.training.exact.small import small_envs

assert Path(hoodwink.__file__).is_relative_to(Path.cwd()), hoodwink.__file__
game = find_game("pebble_game")
assert (NAMES[-1], hoodwink.ENVIRONMENTS[-1]) == ("pebble_game", "pebble_game_v0")
assert type(game.words).__name__ == "PebbleGameWords"
assert game.step.__module__ == "hoodwink.envs.pebble_game.rules"
assert small_envs(game)[0] == "pebble_game" and layout(game).startswith("# Pebbles:")
two = {"players": 2}
checks.check_shapes(game, two)
checks.check_deal(game, two)
checks.check_news(game, two)
checks.check_payoffs(game, two, games=6)
checks.check_length(game, two)
checks.check_table_of_words(game, two)
checks.check_words(game, two)
checks.check_positions(game, two)
checks.check_copies(game, two)
checks.check_secrecy(game, two)
checks.check_resample(game, two)
checks.check_secrecy_exact(game, two)
checks.check_recall(game, two)
checks.check_worlds_exact(game, two, lambda s: tuple(map(int, s.card)))
checks.check_single(game, two)
checks.check_refusals(game, [two])
checks.check_twins(game, [two, {"players": 4}], n=10)  # compiled
env = pettingzoo.make("aec", "hoodwink/pebble_game-v0")
env.reset(seed=1)
assert str(env) == "pebble_game_v0"
assert "Pebbles, pot 2" in hoodwink.Match("pebble_game").ansi("A")
print("played")
"""


def begin(root: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "tools" / "new_game.py"), *words, "--root", str(root)]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the package to a folder of its own."""
    ignored = shutil.ignore_patterns("__pycache__")
    for part in ("envs", "agents", "training", "configs"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=ignored)
    shutil.copytree(ROOT / "hoodwink", tmp_path / "hoodwink", symlinks=True, ignore=ignored)
    return tmp_path


def test_a_copy_of_the_template_is_a_game(tree: Path) -> None:
    done = begin(tree, "pebble_game", "Pebbles")
    assert done.returncode == 0, done.stderr
    made = sorted((tree / "envs/pebble_game").iterdir())
    assert [path.suffix for path in made] == [".py"] * len(made)  # no page or picture of the other
    text = "".join(path.read_text() for path in [*made, tree / "envs/pebble_game_v0.py"])
    assert not re.search("kuhn", text, re.IGNORECASE)
    environment = {
        **os.environ, "PYTHONPATH": str(tree), "HOODWINK_CACHE_DIR": str(tree / "cache"),
    }  # fmt: skip
    played = subprocess.run(
        [sys.executable, "-c", PLAYED], env=environment, cwd=tree, capture_output=True, text=True
    )
    assert played.returncode == 0, played.stderr
    assert played.stdout == "played\n"


@pytest.mark.parametrize("name", ["leduc", "core", "Pebbles", "pebble-game", "class", "../pebble"])
def test_a_name_that_cannot_be_had_is_refused_before_anything_is_written(
    tree: Path, name: str
) -> None:
    before = sorted(path for path in tree.rglob("*") if path.is_file())
    registry = (tree / "envs/core/registry.py").read_text()
    done = begin(tree, name, "Pebbles")
    assert done.returncode == 2
    assert name in done.stderr
    assert sorted(path for path in tree.rglob("*") if path.is_file()) == before
    assert (tree / "envs/core/registry.py").read_text() == registry
