"""The command line: what it loads, how it refuses, how it ends."""

import importlib
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from hoodwink import __version__, cli
from hoodwink.envs.core.errors import HoodwinkError

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def command(monkeypatch):
    """Return a function that gives the command line one more command, `try`, which does as told."""

    def install(run):
        module = types.ModuleType("hoodwink_try")
        vars(module).update(add_arguments=add_games, run=run)
        monkeypatch.setitem(sys.modules, "hoodwink_try", module)
        monkeypatch.setitem(cli.COMMANDS, "try", cli.Command("hoodwink_try", "try it"))

    return install


def add_games(parser):
    parser.add_argument("--games", type=int, default=1)


def fail_with(error):
    def run(args):
        raise error

    return run


def python(*words):
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)


def test_arguments_reach_the_command_and_its_status_comes_back(command):
    command(lambda args: args.games)
    assert cli.main(["try", "--games", "7"]) == 7


def test_bad_input_is_one_line_and_status_2(command, capsys):
    command(fail_with(HoodwinkError("no game 'chess':\nknown are kuhn, leduc")))
    assert cli.main(["try"]) == 2
    assert capsys.readouterr().err == "hoodwink: no game 'chess': known are kuhn, leduc\n"


def test_missing_file_is_one_line_and_status_2(command, capsys, tmp_path):
    command(lambda args: len((tmp_path / "none.yaml").read_text()))
    assert cli.main(["try"]) == 2
    assert capsys.readouterr().err.endswith("none.yaml: No such file or directory\n")


def test_missing_extra_says_what_to_install(command, capsys):
    command(fail_with(ModuleNotFoundError("No module named 'torch'", name="torch")))
    assert cli.main(["try"]) == 1
    assert capsys.readouterr().err == "hoodwink: torch is missing: install hoodwink[train]\n"


def test_other_missing_modules_are_bugs(command):
    command(fail_with(ModuleNotFoundError("No module named 'x'", name="x")))
    with pytest.raises(ModuleNotFoundError):
        cli.main(["try"])


def test_own_errors_keep_their_traceback(command):
    command(fail_with(ValueError("a bug")))
    with pytest.raises(ValueError, match="a bug"):
        cli.main(["try"])


def test_interrupt_is_quiet_and_130(command, capsys):
    command(fail_with(KeyboardInterrupt()))
    assert cli.main(["try"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("words", [[], ["nonsense"], ["--nonsense"], ["games", "--nonsense"]])
def test_wrong_usage_is_status_2(words, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 2
    assert "usage: hoodwink" in capsys.readouterr().err


def test_an_unknown_option_shows_the_usage_of_its_command(capsys):
    with pytest.raises(SystemExit):
        cli.main(["case", "x.yaml", "--nonsense"])
    said = capsys.readouterr().err
    assert "usage: hoodwink case" in said
    assert "unrecognized arguments: --nonsense" in said


def test_version(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert not ended.value.code
    assert capsys.readouterr().out == f"hoodwink {__version__}\n"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_its_module(name):
    module = importlib.import_module(cli.COMMANDS[name].module)
    assert callable(module.add_arguments)
    assert callable(module.run)


@pytest.mark.parametrize(
    "words", [["--help"], ["games"], ["agents"], ["case", "--help"], ["bench", "--help"]]
)
def test_works_without_torch(words):
    without = "import sys; sys.modules['torch'] = None"
    done = python("-c", f"{without}; from hoodwink.cli import main; sys.exit(main())", *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_a_reader_that_stops_early_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "hoodwink", "games"]
    done = subprocess.run(command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert done.stderr == b""


def test_train_file_is_the_train_command():
    of_file = python("train.py", "--help")
    assert of_file.returncode == 0, of_file.stderr
    assert of_file.stdout == python("-m", "hoodwink", "train", "--help").stdout


def test_train_file_says_what_a_bare_python_lacks():
    done = python("-S", "train.py")  # without the packages of this environment
    assert done.returncode == 1
    assert done.stderr.startswith("train.py: this Python lacks ")
    assert "Traceback" not in done.stderr
