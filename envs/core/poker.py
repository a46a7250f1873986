"""What the text sides of poker share, in games of one card a seat and one pot."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hoodwink.envs.core.errors import BadPosition
from hoodwink.envs.core.words import as_mapping, check_keys, number, whole


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


def hide_cards(
    seats: Mapping[str, dict[str, Any]], seat: int, is_shown: Callable[[int], bool]
) -> None:
    """Take out of `seats` (of a position) the cards that `seat` has not seen."""
    for p, place in enumerate(seats.values()):
        if p != seat and not is_shown(p):
            place.pop("card", None)


def ending(
    names: Sequence[str], winners: Iterable[int], payoffs: Sequence[float]
) -> dict[str, Any]:
    """Return the keys that a finished game adds to a position."""
    return {
        "over": True,
        "winners": [names[p] for p in winners],
        "payoffs": {name: number(payoffs[p]) for p, name in enumerate(names)},
    }


def picture(title: str, seen: Mapping[str, Any], played: str, note: str = "") -> str:
    """Return a view as lines: the pot and a `note`, each seat, what was `played`, who has won."""
    pot = sum(place["paid"] for place in seen["seats"].values())
    lines = [f"{title}, pot {pot}{note}"]
    for name, place in seen["seats"].items():
        mark = ">" if seen.get("to_move") == name else " "
        line = f"{mark} {name}  card {place.get('card', '?')}  paid {place['paid']}"
        lines.append(line + ("  out" if place.get("out") else ""))
    lines.append("  played: " + (played or "nothing yet"))
    if "winners" in seen:
        lines.append("  the pot goes to " + ", ".join(seen["winners"]))
    return "\n".join(lines)
