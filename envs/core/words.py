"""What the text sides of games share: checks of what people write, which name the key at fault."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hoodwink.envs.core.errors import BadPosition, quoted


def as_mapping(where: str, value: Any) -> Mapping[str, Any]:
    """Return `value` if it is a mapping; raise BadPosition if not."""
    if not isinstance(value, Mapping):
        raise BadPosition(f"{where} must be a mapping, got {quoted(value)}")
    return value


def as_list(where: str, value: Any) -> list[Any]:
    """Return `value` if it is a list; raise BadPosition if not."""
    if not isinstance(value, list):
        raise BadPosition(f"{where} must be a list, got {quoted(value)}")
    return value


def check_keys(where: str, given: Iterable[Any], allowed: Iterable[str]) -> None:
    """Raise BadPosition on the first key that is not allowed, listing those that are."""
    known = list(allowed)
    for key in given:
        if key not in known:
            raise BadPosition(f"{where}: unknown key {quoted(key)}; there are: {', '.join(known)}")


def all_options(
    position: Mapping[str, Any], options: Mapping[str, Any], normal: Callable[..., dict[str, Any]]
) -> dict[str, Any]:
    """Return all options of a position: those it names, then those of `options`, checked."""
    named = as_mapping("options", position.get("options", {}))
    return normal(**{**options, **named})


def whole(where: str, value: Any, low: int, high: int) -> int:
    """Return `value` as an integer in low..high; raise BadPosition if it is none."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not low <= value <= high:
        raise BadPosition(
            f"{where} must be a whole number from {low} to {high}, got {quoted(value)}"
        )
    return int(value)


def number(value: float) -> float | int:
    """Return a number as people write it: 2 and not 2.0."""
    return int(value) if float(value).is_integer() else float(value)


def check_agrees(given: Any, full: Any, where: str = "") -> None:
    """Raise BadPosition, naming the key, unless every value of `given` holds in `full`.

    Mappings may be partial; lists and everything else must be equal.
    """
    if isinstance(given, Mapping) and isinstance(full, Mapping):
        for key, value in given.items():
            path = f"{where}.{key}" if where else str(key)
            if key not in full:
                raise BadPosition(f"{path} does not apply here, got {quoted(value)}")
            check_agrees(value, full[key], path)
    elif given != full:
        raise BadPosition(
            f"{where} is {quoted(given)}, but by the rest of the position it is {full!r}"
        )
