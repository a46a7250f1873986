"""Files are written whole or not at all, wherever they are."""

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from hoodwink import cli
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import check_output, is_unfinished, write_whole

ROOT = Path(__file__).resolve().parents[2]
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs links, pipes and signals")
WRITER = """
import sys
from pathlib import Path
from hoodwink.envs.core.files import write_whole
while True:
    for letter in (b"a", b"b"):
        write_whole(Path(sys.argv[1]), letter * 2_000_000)
"""


def test_a_file_is_replaced_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for content in (b"one", b"another"):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert stat.S_IMODE(path.stat().st_mode) & 0o444 == 0o444
    assert list(tmp_path.iterdir()) == [path]


@POSIX
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink() and target.read_bytes() == b"new"


@POSIX
def test_what_is_no_file_is_written_into_and_not_replaced(tmp_path: Path) -> None:
    """A user who names /dev/null, or a pipe, keeps it."""
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"content")
    reader.join(10)
    assert got == [b"content"] and stat.S_ISFIFO(pipe.stat().st_mode)


def test_an_error_names_the_file_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OSError) as caught:
        write_whole(tmp_path, b"")
    assert caught.value.filename in (tmp_path, str(tmp_path))
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def fail(source: str, target: str) -> None:
        raise PermissionError(13, "Permission denied", source, None, target)

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(PermissionError) as caught:
        write_whole(path, b"new")
    assert (caught.value.filename, caught.value.filename2) == (str(path), None)
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error of a write names no file by itself, and would end in a traceback."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "x.json"
    assert cli.main(["solve", "--env", "kuhn", "--iterations", "1", "--json", str(path)]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"hoodwink: {path}: No space left on device"
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_a_writer_that_is_killed_leaves_whole_files(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for pause in (0.0, 0.003, 0.006, 0.01):
        path.unlink(missing_ok=True)
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], cwd=ROOT)
        while not path.exists():
            assert writer.poll() is None
            time.sleep(0.001)
        time.sleep(pause)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        content = path.read_bytes()
        assert content in (b"a" * 2_000_000, b"b" * 2_000_000)
        assert all(p == path or is_unfinished(p) for p in tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    check_output(tmp_path / "x", "--json")
    with pytest.raises(HoodwinkError, match=r"--json .*none.x: there is no folder .*none"):
        check_output(tmp_path / "none" / "x", "--json")
    with pytest.raises(HoodwinkError, match=r"--save .*: this is a folder, not a file"):
        check_output(tmp_path, "--save")


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "--env", "kuhn", "--json"],
        ["solve", "--env", "kuhn", "--save"],
        ["solve", "--env", "kuhn", "--tree"],
        ["bench", "--quick", "--json"],
        ["train", "--env", "kuhn", "--json"],
        ["evaluate", "--env", "kuhn", "--agents", "random", "--json"],
        ["case", "tests/cases/warumono2.yaml", "--json"],
    ],
)
def test_every_command_refuses_a_folder_as_its_file(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*words, str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert "this is a folder, not a file" in told.err and told.out == ""
    assert list(tmp_path.iterdir()) == []
