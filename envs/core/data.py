"""Checked data: values from YAML files or from Python, each knowing where it stands.

So an error can name file, line and key: `board.yaml line 12: edges[3]: unknown space 'S99'`.
A `Given` is read by asking for what it must be (`whole`, `text`, `flag`, `one_of`, `items`,
`entries`, `fields`); every other value is refused with what was given and what is allowed.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from typing import Any

import yaml

from hoodwink.envs.core.errors import BadPosition, quoted

LARGEST_FILE = 1 << 20  # bytes; no board or sheet comes near
LONGEST_PATH = 300  # characters of a path that an error names whole
SHORT = 60  # characters of a value that an error quotes


@dataclass(frozen=True)
class Given:
    """A value with its key (`edges[3]`) and its place (`board.yaml line 12: `, or nothing)."""

    value: Any
    key: str = ""
    place: str = ""

    def error(self, message: str) -> BadPosition:
        """Return the error that names place and key and says `message`."""
        return BadPosition(f"{self.place}{self.key or 'top level'}: {message}")

    def wrong(self, allowed: str) -> BadPosition:
        """Return the error that says what was given and what is `allowed`."""
        return self.error(f"given {shown(self.value)}; allowed: {allowed}")

    def unknown(self, what: str, allowed: Iterable[Any]) -> BadPosition:
        """Return the error that no `what` of this name exists."""
        names = ", ".join(map(str, allowed))
        return self.error(f"unknown {what} {shown(self.value)}; allowed: {names}")

    def child(self, key: Any, value: Any) -> "Given":
        """Return the value under `key`, or the item with the number `key`."""
        if isinstance(value, Given):
            return value
        if isinstance(key, int) and isinstance(self.value, Sequence):
            return Given(value, f"{self.key}[{key}]", self.place)
        plain = isinstance(key, str) and len(key) <= SHORT and key.isprintable()
        name = str(key) if plain else shown(key)
        return Given(value, f"{self.key}.{name}" if self.key else name, self.place)

    def entries(self) -> dict[Any, "Given"]:
        """Return the values of a mapping by their keys."""
        if not isinstance(self.value, Mapping):
            raise self.wrong("a mapping")
        return {key: self.child(key, value) for key, value in self.value.items()}

    def fields(
        self, allowed: Iterable[str], needed: Iterable[str] = (), what: str = "key"
    ) -> dict[str, "Given"]:
        """Return the values of a mapping that has all `needed` keys and none but the `allowed`."""
        entries, allowed = self.entries(), tuple(allowed)
        for key, given in entries.items():
            if key not in allowed:
                known = ", ".join(allowed)
                raise given.error(f"unknown {what} {shown(key)}; allowed: {known}")
        for key in needed:
            if key not in entries:
                raise self.error(f"the {what} {key!r} is missing")
        return entries

    def items(self, most: int | None = None) -> list["Given"]:
        """Return the items of a list of at most `most`."""
        if isinstance(self.value, str | bytes) or not isinstance(self.value, Sequence):
            raise self.wrong("a list")
        if most is not None and len(self.value) > most:
            raise self.error(f"given a list of {len(self.value)}; allowed: at most {most}")
        return [self.child(i, value) for i, value in enumerate(self.value)]

    def whole(self, low: int, high: int) -> int:
        """Return an integer in low..high; True and 4.0 are none."""
        if isinstance(self.value, bool) or not isinstance(self.value, Integral):
            raise self.wrong(f"a whole number from {low} to {high}")
        if not low <= int(self.value) <= high:
            raise self.wrong(f"{low} to {high}")
        return int(self.value)

    def flag(self) -> bool:
        """Return true or false; 0, 1 and words are neither."""
        if not isinstance(self.value, bool):
            raise self.wrong("true, false")
        return self.value

    def text(self, longest: int = 60) -> str:
        """Return a line of 1 to `longest` printable characters."""
        if not isinstance(self.value, str):
            raise self.wrong("a text (in quotes, if it looks like something else)")
        if not 0 < len(self.value) <= longest or not self.value.isprintable():
            raise self.wrong(f"1 to {longest} printable characters")
        return str(self.value)

    def one_of(self, names: Iterable[str], what: str) -> str:
        """Return one of `names`, which are names of a `what`."""
        names = tuple(names)
        if not isinstance(self.value, str) or self.value not in names:
            raise self.unknown(what, names)
        return str(self.value)

    def distinct(self, names: Iterable[str], what: str) -> list[str]:
        """Return a list of some of `names`, none twice, as it is given."""
        names, seen = tuple(names), []
        for item in self.items():
            name = item.one_of(names, what)
            if name in seen:
                raise item.error(f"{name} is given twice")
            seen.append(name)
        return seen


def shown(value: Any) -> str:
    """Return a value as it is quoted in errors: short, whatever it is."""
    if isinstance(value, Given):
        value = value.value
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        items = [_shown_item(item) for item in value[:4]] + ["..."] * (len(value) > 4)
        return f"[{', '.join(items)}]"
    words = quoted(value)
    return words if len(words) <= SHORT else words[:SHORT] + "..."


def _shown_item(item: Any) -> str:
    value = item.value if isinstance(item, Given) else item
    return "a list" if isinstance(value, list | tuple) else shown(value)


# -- YAML files ------------------------------------------------------------------------------------


def is_path(value: Any) -> bool:
    """Return whether an option names a YAML file."""
    return isinstance(value, os.PathLike) or (
        isinstance(value, str) and value.endswith((".yaml", ".yml", ".json"))
    )


def read_yaml(path: str | os.PathLike[str], name: str | None = None) -> Given:
    """Return what a YAML file holds, every value with file, line and key.

    `name` is what errors call the file, by default its path. Errors: BadPosition when the file
    cannot be read, is no YAML, or uses tags, aliases or a key twice.
    """
    name = name or _short_path(os.fspath(path))
    return parse_yaml(_contents(Path(path), name), name)


def parse_yaml(text: str, name: str) -> Given:
    """Return what the YAML `text` holds; `name` is what errors call it."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        return _Reader(name).given(node, "") if node else Given(None, "", f"{name} line 1: ")
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f" line {mark.line + 1}" if mark else ""
        what = getattr(error, "problem", None) or "no text that YAML allows"
        raise BadPosition(f"{name}{line}: this is no YAML: {what}") from None
    except RecursionError:
        raise BadPosition(f"{name}: nested too deeply") from None


def _short_path(path: str) -> str:
    whole = len(path) <= LONGEST_PATH and path.isprintable()
    return path if whole else f"{quoted(path[:SHORT])}..."


def _contents(path: Path, name: str) -> str:
    try:
        if not path.is_file():
            raise BadPosition(f"{name}: there is no such file")
        if path.stat().st_size > LARGEST_FILE:
            raise BadPosition(f"{name}: larger than {LARGEST_FILE} bytes")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadPosition(f"{name}: this is no UTF-8 text") from None
    except OSError as error:
        raise BadPosition(f"{name}: cannot be read: {error.strerror}") from None


class _Reader:
    """Turns the nodes of one YAML file into values that know their line."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: set[int] = set()
        self.scalars = yaml.SafeLoader("")

    def given(self, node: yaml.Node, key: str) -> Given:
        place = f"{self.name} line {node.start_mark.line + 1}: "
        if isinstance(node, yaml.ScalarNode):
            return Given(self.scalar(node, key, place), key, place)
        if id(node) in self.seen:
            raise Given(None, key, place).error("aliases (*) are not allowed")
        self.seen.add(id(node))
        if node.tag not in ("tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"):
            raise Given(None, key, place).error(f"the tag {node.tag} is not allowed")
        if isinstance(node, yaml.SequenceNode):
            items = [self.given(item, f"{key}[{i}]") for i, item in enumerate(node.value)]
            return Given(items, key, place)
        return Given(self.mapping(node, key), key, place)

    def scalar(self, node: yaml.ScalarNode, key: str, place: str) -> Any:
        try:
            return self.scalars.construct_object(node)
        except (yaml.YAMLError, ValueError):
            raise Given(node.value, key, place).wrong("text, numbers, true, false") from None

    def mapping(self, node: yaml.Node, key: str) -> dict[Any, Given]:
        result: dict[Any, Given] = {}
        for key_node, value_node in node.value:
            place = f"{self.name} line {key_node.start_mark.line + 1}: "
            if not isinstance(key_node, yaml.ScalarNode):
                raise Given(None, key, place).error("a key must be a word or a number")
            name: str | int = str(key_node.value)
            if re.fullmatch("[0-9]{1,4}", key_node.value):
                name = int(key_node.value)  # also 08, and 010 is ten: people write no octal numbers
            path = f"{key}.{name}" if key else str(name)
            if name in result:
                raise Given(None, path, place).error("this key is given twice")
            result[name] = self.given(value_node, path)
        return result
