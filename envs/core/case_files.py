"""Files of rule cases: read, checked, and refused with file and line.

The YAML read here is that of its version 1.2 as far as words go: only `true` and `false` are truth
values and only plain decimals are numbers, so `no`, `on` and `01` stay the words they are.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.single import shortened

STORY_KEYS = ("note", "play", "then", "error", "branches", "same_view")
CASE_KEYS = ("id", "cites", "position", *STORY_KEYS)
WORD_LISTS = ("legal", "illegal", "only", "winners")


@dataclass(frozen=True)
class Story:
    """What is played, and what must then be true; branches go on from the same point."""

    play: list[str] = field(default_factory=list)
    then: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    branches: list["Story"] = field(default_factory=list)
    same_view: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Case:
    """A rule case: `place` is file:line, `game` the part of the id before the slash."""

    id: str
    place: str
    game: str
    cites: list[str]
    position: dict[str, Any]
    story: Story


def load_cases(path: str | Path) -> list[Case]:
    """Return the cases of a file; raise HoodwinkError, naming file and line, if it is broken."""
    cases: dict[str, Case] = {}
    for line, raw in _parsed(path):
        place = f"{path}:{line}"
        if not isinstance(raw, dict):
            raise HoodwinkError(f"{place}: a case must be a mapping, got {shortened(raw)}")
        case = _case(place, raw)
        if case.id in cases:
            raise HoodwinkError(f"{case.place}: id {case.id} is also in {cases[case.id].place}")
        cases[case.id] = case
    return list(cases.values())


def _parsed(path: str | Path) -> list[tuple[int, Any]]:
    """Return the entries of the file's list, each with its line."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise HoodwinkError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise HoodwinkError(f"{path}: no text file (not UTF-8)") from None
    try:
        return _entries(path, text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f":{mark.line + 1}" if mark else ""
        raise HoodwinkError(
            f"{path}{line}: no valid YAML: {error.problem or error.context}"
        ) from None
    except yaml.YAMLError as error:
        raise HoodwinkError(f"{path}: no valid YAML: {error}") from None
    except RecursionError:
        raise HoodwinkError(f"{path}: nested too deeply") from None


def _entries(path: str | Path, text: str) -> list[tuple[int, Any]]:
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            raise HoodwinkError(f"{path}: a file of cases is a list of cases, and not empty")
        return [(n.start_mark.line + 1, loader.construct_document(n)) for n in node.value]
    finally:
        loader.dispose()


def _case(place: str, raw: dict[Any, Any]) -> Case:
    name = raw.get("id")
    if not isinstance(name, str) or "/" not in name.strip("/"):
        raise HoodwinkError(
            f"{place}: a case needs an id such as kuhn/M1 (game/name), not {shortened(name)}"
        )
    where = f"{place}: {name}"
    _check_keys(where, raw, CASE_KEYS)
    game = name.partition("/")[0]
    try:
        find_game(game)
    except HoodwinkError as error:
        raise HoodwinkError(f"{where}: {error}") from None
    position = _typed(where, "position", raw.get("position"), dict, {})
    cites = _words(where, "cites", raw.get("cites"))
    story = _story(where, raw)
    if not story.then and story.error is None and not story.branches:
        raise HoodwinkError(f"{where}: nothing to check: give `then`, `error` or `branches`")
    return Case(name, place, game, cites, position, story)


def _story(where: str, raw: dict[Any, Any]) -> Story:
    _typed(where, "note", raw.get("note"), str, "")
    then = _typed(where, "then", raw.get("then"), dict, {})
    error = _typed(where, "error", raw.get("error"), str, None)
    branches = _typed(where, "branches", raw.get("branches"), list, [])
    same_view = _words(where, "same_view", raw.get("same_view"))
    if error is not None and (then or branches or same_view):
        raise HoodwinkError(
            f"{where}: `error` stands in place of `then` and `branches`, not beside them"
        )
    if same_view and len(branches) < 2:
        raise HoodwinkError(f"{where}: `same_view` compares branches: give at least two")
    return Story(
        _words(where, "play", raw.get("play")),
        _then(where, then),
        error,
        [_branch(f"{where}, branch {i + 1}", branch) for i, branch in enumerate(branches)],
        same_view,
    )


def _branch(where: str, raw: Any) -> Story:
    if not isinstance(raw, dict):
        raise HoodwinkError(f"{where} must be a mapping, got {shortened(raw)}")
    _check_keys(where, raw, STORY_KEYS)
    return _story(where, raw)


def _then(where: str, then: dict[Any, Any]) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    for key, value in then.items():
        inside = f"{where}, then"
        if key in WORD_LISTS:
            value = _words(inside, key, value, needed=True)
        elif key in ("position", "payoffs", "sees"):
            value = _typed(inside, key, value, dict, None, needed=True)
        elif key == "over":
            value = _typed(inside, key, value, bool, None, needed=True)
        elif key == "to_move" and not isinstance(value, str | None):
            raise HoodwinkError(
                f"{inside}: to_move must be a seat or chance, got {shortened(value)}"
            )
        elif not isinstance(key, str):
            raise HoodwinkError(f"{inside}: unknown key {shortened(key)}")
        checked[key] = value
    for seat, view in checked.get("sees", {}).items():
        _typed(f"{where}, then: sees", str(seat), view, dict, None, needed=True)
    return checked


def _typed(
    where: str, key: str, value: Any, kind: type, default: Any, *, needed: bool = False
) -> Any:
    """Return the value of a key if it is of its kind, the default if it is left out."""
    if value is None and not needed:
        return default
    if not isinstance(value, kind):
        kinds = {dict: "a mapping", list: "a list", str: "text", bool: "true or false"}
        raise HoodwinkError(f"{where}: {key} must be {kinds[kind]}, got {shortened(value)}")
    return value


def _words(where: str, key: str, value: Any, *, needed: bool = False) -> list[str]:
    """Return a list of words; a number among them is the word it looks like."""
    words = []
    for word in _typed(where, key, value, list, [], needed=needed):
        if isinstance(word, bool):
            word = "true" if word else "false"
        if not isinstance(word, str | int):
            raise HoodwinkError(f"{where}: {key} must hold words only, got {shortened(word)}")
        words.append(str(word))
    return words


def _check_keys(where: str, raw: Mapping[Any, Any], allowed: tuple[str, ...]) -> None:
    for key in raw:
        if key not in allowed:
            raise HoodwinkError(
                f"{where}: unknown key {shortened(key)}; there are: {', '.join(allowed)}"
            )


# -- YAML -----------------------------------------------------------------------------------------


class _Loader(
    getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # type: ignore[misc]  # not in every PyYAML
):
    """YAML without truth values, dates and numbers that look like words; no key comes twice."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML's own type


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[Any, Any]:
    seen = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node, deep=True)
        if isinstance(key, dict | list):
            raise yaml.constructor.ConstructorError(
                None, None, "a key must be a word", key_node.start_mark
            )
        if key in seen:
            raise yaml.constructor.ConstructorError(
                None, None, f"key {shortened(key)} is given twice", key_node.start_mark
            )
        seen.add(key)
    mapping: dict[Any, Any] = loader.construct_mapping(node, deep=True)
    return mapping


_EXPONENT = r"[eE][-+]?[0-9]+"
_DIGITS = "-+0123456789"
for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?(?:0|[1-9][0-9]{0,18})", _DIGITS),
    ("float", rf"[-+]?(?:0|[1-9][0-9]*)?(?:\.[0-9]+(?:{_EXPONENT})?|{_EXPONENT})", _DIGITS + "."),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), list(_first)
    )
_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
