"""ADDING_A_GAME.md shows the code as it is."""

import re
from pathlib import Path

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
