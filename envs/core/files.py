"""Files that are written whole or not at all."""

import contextlib
import os
import tempfile
from pathlib import Path

from hoodwink.envs.core.errors import HoodwinkError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside and rename it: a reader sees the old one or the new, never half.

    A link stays and its target is replaced. What is there but no file (a pipe, /dev/null) is
    written into. An OSError names `path`, and leaves what was there.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        path.write_bytes(content)  # of a folder this is the error that says so
        return
    try:
        _replace(target, content)
    except OSError as error:
        if error.errno is not None:  # not the one beside it, of which nobody knows, and not none
            error.filename, error.filename2 = str(path), None
        raise


def _replace(target: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(
        dir=target.parent, prefix=f".{target.name}.", suffix=".tmp"
    )
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def check_output(path: Path, option: str) -> None:
    """Raise HoodwinkError if no file can be written to `path`; to be called before the work."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise HoodwinkError(f"{option} {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise HoodwinkError(f"{option} {path}: this is a folder, not a file")
    is_written_into = path.exists() and not path.is_file()
    if not os.access(path if is_written_into else folder, os.W_OK):
        raise HoodwinkError(f"{option} {path}: this may not be written")


def is_unfinished(path: Path) -> bool:
    """Return whether `write_whole` was killed while it wrote this file."""
    return path.name.startswith(".") and path.suffix == ".tmp"
