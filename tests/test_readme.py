"""Runs every snippet of the README: Python as it stands, commands with smaller numbers."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")

# How a command is called, and what is appended to it: of two equal options the later one counts.
HOODWINK = [sys.executable, "-m", "hoodwink"]
CALLED = {"python": [sys.executable], "hoodwink": HOODWINK}
SMALLER = {
    "train": ["--steps", "4096"],
    "evaluate": ["--games", "40"],
    "bench": ["--quick", "--games", "64", "--threads", "1"],
}


class Snippet(NamedTuple):
    language: str
    line: int
    text: str


def snippets(language: str) -> list[Snippet]:
    found = re.finditer(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    every = [Snippet(m[1], README[: m.start()].count("\n") + 2, m[2]) for m in found]
    return [snippet for snippet in every if snippet.language == language]


def commands(snippet: Snippet) -> list[list[str]]:
    return [shlex.split(line, comments=True) for line in snippet.text.splitlines() if line.strip()]


def at_line(snippet: Snippet) -> str:
    return f"line {snippet.line}"


def test_every_kind_of_snippet_is_known():
    languages = re.findall(r"^```(\w+)$", README, re.MULTILINE)
    assert set(languages) == {"python", "sh", "bibtex"}
    assert snippets("python")
    assert snippets("sh")


@pytest.mark.parametrize("snippet", snippets("python"), ids=at_line)
def test_python_runs(snippet, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    padded = "\n" * (snippet.line - 1) + snippet.text  # so that a traceback names the README's line
    exec(compile(padded, str(ROOT / "README.md"), "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("snippet", snippets("sh"), ids=at_line)
def test_commands_run(snippet, tmp_path):
    """All in one folder and in order: a later command may use what an earlier one made."""
    for program, *words in commands(snippet):
        if program == "make":
            subprocess.run(["make", "--dry-run", *words], cwd=ROOT, check=True)
            continue
        name = "train" if words[0] == "train.py" else words[0]
        words = [str(ROOT / w) if w == "train.py" else w for w in words]
        command = [*CALLED[program], *words, *SMALLER.get(name, [])]
        done = subprocess.run(
            command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"
        assert done.stdout.strip(), f"{shlex.join(command)} printed nothing"


def test_citation_names_this_version():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.+)"$', project, re.MULTILINE)
    assert version
    assert f"{{{version[1]}}}" in snippets("bibtex")[0].text
