"""The package is one: links, imports, licence and version agree."""

import ast
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

import hoodwink

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("name", ["envs", "agents", "training", "configs"])
def test_package_links_to_the_folders_beside_it(name):
    assert (ROOT / "hoodwink" / name).readlink() == Path("..") / name


@pytest.mark.parametrize(
    "package",
    ["envs/core", "envs/warumono2", "envs/warumono", "training/solvers", "hoodwink/bench/solving"],
)
def test_every_file_is_on_the_map_of_its_folder(package):
    """`__init__.py` names each file once, for those who read the folder for the first time."""
    folder = ROOT / package
    named = re.findall(r"^[\w./, ]+(?=  )", (folder / "__init__.py").read_text(), re.MULTILINE)
    files = [name.strip() for line in named for name in line.split(",")]
    there = [p.name for p in folder.glob("*.py") if p.name != "__init__.py"]
    assert sorted(file for file in files if file.endswith(".py")) == sorted(there)


def test_no_second_copy_is_imported():
    program = "import sys, hoodwink, hoodwink.cli; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"envs", "agents", "training"} & set(done.stdout.split())


def test_every_exception_has_its_reason():
    """What CONTRIBUTING.md asks for, of linters, type checkers and tests that are left out."""
    rule = re.compile(r"# (?:noqa|type: ignore|pyright: ignore)(?!`)(?P<rest>.*)")
    reason = re.compile(r"(?::( [A-Z]+\d+,?)+ - |(?:\[[\w,-]+\])?  # ).*\w{2}")
    bare = [
        f"{path}: {line.strip()}"
        for path in sources()
        for line in (ROOT / path).read_text(encoding="utf-8").splitlines()
        if (found := rule.search(line)) and not reason.match(found["rest"])
    ]
    assert bare == []


def test_every_test_that_may_be_left_out_says_why():
    calls = ("importorskip", "skip", "skipif", "xfail")
    bare = [
        f"{path}:{node.lineno}"
        for path in sources()
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in calls and ast.unparse(node.func.value) in ("pytest", "pytest.mark")
        if ast.unparse(node.func) != "pytest.skip" or not node.args
        if not any(word.arg == "reason" for word in node.keywords)
    ]
    assert bare == []


def sources():
    """Return all files of Python that git knows, or that would be added."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("no checkout of git")
    return [name for name in done.stdout.split() if (ROOT / name).is_file()]


def test_versions_agree():
    assert PROJECT["version"] == hoodwink.__version__
    assert f"## {hoodwink.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_dependency_is_pinned():
    pins = (ROOT / "configs" / "constraints.txt").read_text(encoding="utf-8").lower()
    asked = list(chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()))
    for requirement in asked:
        name = requirement.split(">=")[0].split("[")[0].lower()
        spellings = {name, name.replace("-", "_"), name.replace("_", "-")}
        assert any(f"\n{spelling}==" in pins for spelling in spellings), requirement
