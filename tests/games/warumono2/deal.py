"""Odds of the deal of Warumono 2."""

from tests.games.warumono2.components import CONTENTS
from tests.games.warumono2.positions import Position


def undealt(p: Position, key: str) -> list[str]:
    return [seat for seat, own in p["seats"].items() if key not in own]


def deal_chances(p: Position) -> dict[str, int]:
    """Weigh the next event of the deal: Starting Player, Professions, Contents."""
    if "first" not in p:
        return {f"start {seat}": 1 for seat in p["seats"]}  # R3, G36
    if seats := undealt(p, "role"):
        return {f"role {seats[0]} {role}": n for role, n in _professions_left(p).items()}
    seat = undealt(p, "contents")[0]
    return {f"contents {seat} {card}": n for card, n in _contents_left(p).items()}


def _professions_left(p: Position) -> dict[str, int]:
    """Count the undealt cards of the 5 Wiseguys and 1 UO (R5)."""
    dealt = [own["role"] for own in p["seats"].values() if "role" in own]
    return {
        "wiseguy": 5 - dealt.count("wiseguy"),
        "undercover": 1 - dealt.count("undercover"),
    }


def _contents_left(p: Position) -> dict[str, int]:
    """Weigh the undealt cards so that the Loot is dealt, to each seat equally likely (R7).

    With m seats and f fakes to come the Loot has 1 / m, what is left is shared by the fakes.
    """
    dealt = [own["contents"] for own in p["seats"].values() if "contents" in own]
    left = [card for card in CONTENTS if card not in dealt]
    if "loot" not in left:
        return dict.fromkeys(left, 1)
    m, f = len(p["seats"]) - len(dealt), len(left) - 1
    return {card: max(f, 1) if card == "loot" else m - 1 for card in left}
