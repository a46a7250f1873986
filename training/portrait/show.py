"""A summed-up strategy written to a file, in the form that the ending of its name asks for."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import check_output, write_whole
from hoodwink.training.portrait.scenes import Portrait
from hoodwink.training.portrait.svg import svg
from hoodwink.training.portrait.text import lines, markdown


def _joined(form: Callable[[Portrait], Iterator[str]]) -> Callable[[Portrait], str]:
    return lambda portrait: "".join(f"{line}\n" for line in form(portrait))


FORMS: Final[dict[str, Callable[[Portrait], str]]] = {
    ".svg": svg,
    ".md": _joined(markdown),
    ".txt": _joined(lines),
}


def check_chart(path: Path) -> None:
    """Raise HoodwinkError if no picture can be written to `path`; to be called before the work."""
    if path.suffix not in FORMS:
        raise HoodwinkError(f"{path}: the name of a picture ends with {', '.join(FORMS)}")
    check_output(path, "--chart")


def write_chart(portrait: Portrait, path: Path) -> None:
    """Write the picture of a strategy, whole or not at all."""
    check_chart(path)
    write_whole(path, FORMS[path.suffix](portrait).encode())
