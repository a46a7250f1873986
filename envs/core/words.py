"""What the text sides of games share: checks of what people write, which name the key at fault."""

from collections.abc import Iterable, Mapping, Sequence
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


def seat_cards(
    seats: Any, names: Sequence[str], n_cards: int, keys: Iterable[str], dealing: bool
) -> list[int]:
    """Return the cards of the seats dealt to so far, in a game of one card a seat.

    `seats` is what a position says of them (name -> mapping with `keys`, `card` among them). A seat
    without a card gets the lowest that nobody has, or none yet while the deal is on (`dealing`).
    Raises BadPosition.
    """
    check_keys("seats", as_mapping("seats", seats), names)
    given: dict[str, int] = {}
    for name, place in seats.items():
        where = f"seats.{name}"
        check_keys(where, as_mapping(where, place), keys)
        if "card" in place:
            card = whole(f"{where}.card", place["card"], 0, n_cards - 1)
            if card in given.values():
                raise BadPosition(f"{where}.card is {card}, which another seat has")
            given[name] = card
    if dealing:
        dealt = [name for name in names if name in given]
        if dealt != list(names[: len(dealt)]) or len(dealt) == len(names):
            raise BadPosition("seats: in the deal the first have cards, and the last has none")
        return [given[name] for name in dealt]
    free = (c for c in range(n_cards) if c not in given.values())
    return [given[name] if name in given else next(free) for name in names]


def ending(
    names: Sequence[str], winners: Iterable[int], payoffs: Sequence[float]
) -> dict[str, Any]:
    """Return the keys that a finished game adds to a position."""
    return {
        "over": True,
        "winners": [names[p] for p in winners],
        "payoffs": {name: number(payoffs[p]) for p, name in enumerate(names)},
    }
