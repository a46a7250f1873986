"""The package is one: links, imports, licence and version agree."""

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
