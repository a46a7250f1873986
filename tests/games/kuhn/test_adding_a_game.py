"""ADDING_A_GAME.md shows the code as it is."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "ADDING_A_GAME.md").read_text()


def test_excerpts_are_the_code() -> None:
    excerpts = re.findall(r"```python\n# (\S+)\n(.*?)```", GUIDE, re.DOTALL)
    assert len(excerpts) == GUIDE.count("```python") > 0
    for path, code in excerpts:
        assert code in (ROOT / path).read_text(), f"{path} no longer has\n{code}"


def test_files_that_are_named_exist() -> None:
    paths = re.findall(r"`((?:envs|tests|hoodwink)/[\w/.]+)`", GUIDE)
    assert "envs/core/registry.py" in paths
    for path in paths:
        assert (ROOT / path).exists(), path


def test_helpers_that_are_named_exist() -> None:
    for module, name in re.findall(r"`(tree|checks)\.(\w+)`", GUIDE):
        source = (ROOT / "tests" / "games" / f"{module}.py").read_text()
        assert f"def {name}(" in source, name
