"""What is being resolved, read into a state: the key `pending` and what it must agree with."""

from collections.abc import Callable
from typing import Final

from hoodwink.envs.core.data import Given
from hoodwink.envs.wongamania.cards import can_target
from hoodwink.envs.wongamania.effects import classes_of
from hoodwink.envs.wongamania.opps import answer, can_answer
from hoodwink.envs.wongamania.reading import MOST, Reading
from hoodwink.envs.wongamania.state import MOST_OPPS, NONE, Card, Phase, Why
from hoodwink.envs.wongamania.tables import CARD_WORDS
from hoodwink.envs.wongamania.turn import count_assets
from hoodwink.envs.wongamania.words import WHY_WORDS

AIMED: Final = (
    Card.HEADHUNTER, Card.BABY, Card.DIVORCE, Card.CAR_ACCIDENT, Card.ILLNESS, Card.RETRENCHMENT,
    Card.BURGLARY, Card.SCANDAL,
)  # fmt: skip
GLOBALS: Final = tuple(range(Card.DEBTZILLA, Card.VETO))
CRASHES: Final = (Card.STOCK_MARKET_CRASH, Card.PROPERTY_BUBBLE_BURSTS, Card.BOND_DEFAULT)
KEYS: Final = ("discarded", "card", "by", "target", "opps", "debt", "for", "left")


def read_pending(r: Reading) -> bool:
    """Read what is being resolved in the phase; return whether anything is given."""
    reader = READERS.get(r.s.phase)
    if "pending" not in r.fields:
        if reader is not None and r.s.phase != Phase.MULLIGAN:
            r.impossible("pending", "the phase needs it")
        return False
    given = r.fields["pending"]
    fields = r.entries(given, KEYS, "key")
    if reader is None:
        r.fault("impossible", given, "nothing is being resolved in this phase")
        return False
    read_common(r, fields)
    return True


def check_pending(r: Reading) -> None:
    """Refuse what does not fit to the phase and the seats, and other keys than the phase has."""
    given = r.fields["pending"]
    fields = r.entries(given, KEYS, "key")
    needed = READERS[r.s.phase](r, given, fields)
    for key in {*needed} ^ {*fields}:
        r.fault("impossible", given, f"it must hold {', '.join(needed)}, see {key}")


def read_common(r: Reading, fields: dict[str, Given]) -> None:
    """Read what every phase writes alike."""
    s = r.s
    if "card" in fields:
        s.card = CARD_WORDS.index(r.one_of(fields["card"], CARD_WORDS, "card"))
    for key in ("by", "target"):
        if key in fields:
            setattr(s, key, r.seat(fields[key]))
    if "debt" in fields:
        s.debt = r.whole(fields["debt"], 1, 2 * int(r.t.deck.sum()))
    if "for" in fields:
        s.why = WHY_WORDS.index(r.one_of(fields["for"], WHY_WORDS[1:], "reason"))
    for key in ("left", "discarded"):
        if key in fields:
            s.left = r.whole(fields[key], 0 if key == "discarded" else 1, MOST)
    for i, item in enumerate(r.items(fields["opps"]) if "opps" in fields else []):
        played = r.entries(item, ("card", "by"), "key")
        if len(played) < 2 or i >= MOST_OPPS:
            r.fault("impossible", item, "each Opps! has a card and a seat")
            return
        c = CARD_WORDS.index(r.one_of(played["card"], CARD_WORDS, "card"))
        if c != answer(s):
            r.fault("impossible", item, f"only {CARD_WORDS[answer(s)]} can be played here")
        s.opps[i] = r.seat(played["by"])
        s.n_opps = i + 1


def must(r: Reading, given: Given, holds: bool, message: str) -> None:
    """Note that something is impossible unless it holds."""
    if not holds:
        r.fault("impossible", given, message)


def _mulligan(r: Reading, given: Given, fields: dict[str, Given]) -> tuple[str, ...]:
    must(r, given, r.s.left <= r.t.mulligan, f"at most {r.t.mulligan} cards are replaced")
    return ("discarded",)


def _draw(r: Reading, given: Given, fields: dict[str, Given]) -> tuple[str, ...]:
    s, t = r.s, r.t
    most = {Why.TRADE: 1, Why.PAYDAY: t.relief, Why.MULLIGAN: t.mulligan}.get(s.why, t.start_hand)
    must(r, given, s.left <= most, f"at most {most} cards come for that")
    return ("for", "left")


def _announced(r: Reading, given: Given, fields: dict[str, Given]) -> tuple[str, ...]:
    s = r.s
    fits = AIMED if s.phase == Phase.TARGET else (Card.ECONOMIST,)
    must(r, given, s.card in fits and s.by == s.turn, "no card that is being played so")
    if s.phase == Phase.TARGET and s.card in fits and s.by == s.turn:
        aims = any(can_target(s, s.by, q, s.card) for q in range(s.n_seats))
        must(r, given, aims, "there is nobody to aim at")
    return ("card", "by")


def _window(r: Reading, given: Given, fields: dict[str, Given]) -> tuple[str, ...]:
    s = r.s
    if s.card == NONE:
        must(r, given, s.actions == 0, "no actions are left at the end of a turn")
        needed: tuple[str, ...] = ("opps",)
    elif s.card in GLOBALS:
        needed = ("card", "by", "opps")
    else:
        needed = ("card", "by", "target", "opps")
        fits = s.card in AIMED and s.target not in (NONE, s.by)
        must(r, given, fits and can_target(s, s.by, s.target, s.card), "the card is not aimed so")
    must(r, given, s.by in (NONE, s.turn), "cards are announced in one's own turn")
    last = NONE if s.card == NONE else s.by
    for i in range(s.n_opps):
        must(r, given, s.opps[i] != last, "nobody answers the own card")
        if i == 0 and s.target != NONE:
            must(r, given, s.opps[0] == s.target, "only the target answers the card")
        last = int(s.opps[i])
    fits = s.to_move != last and can_answer(s, r.t, s.to_move)
    fits = fits and (s.n_opps > 0 or s.target in (NONE, s.to_move))
    must(r, given, fits, "the seat to move has nothing to answer with")
    return needed


def _forced_sale(r: Reading, given: Given, fields: dict[str, Given]) -> tuple[str, ...]:
    s, p = r.s, r.s.to_move
    must(r, given, count_assets(s, r.t, p, 7) > 0, "there is nothing to sell")
    must(r, given, s.bank[p] < s.debt, "the Bank covers the debt")
    if s.card == NONE:
        must(r, given, p == s.turn, "a Payday's debt is paid in one's own turn")
        return ("debt",)
    must(r, given, s.by == s.turn != p, "a card's debt is paid in the turn of another")
    must(r, given, s.insurance[p] == 0, "an Insurance cancels the card")
    if s.card == Card.DEBTZILLA:
        return ("debt", "card", "by")
    fits = s.card in (Card.CAR_ACCIDENT, Card.ILLNESS) and s.target == p
    most = 3 if s.card == Card.CAR_ACCIDENT else 2
    must(r, given, fits and s.debt <= most, "the card makes no such debt")
    return ("debt", "card", "by", "target")


def _forced_loss(r: Reading, given: Given, fields: dict[str, Given]) -> tuple[str, ...]:
    s, p = r.s, r.s.to_move
    fits = s.card in CRASHES and s.by == s.turn != p
    fits = fits and count_assets(s, r.t, p, classes_of(s.card)) > 0 and s.insurance[p] == 0
    must(r, given, fits, "the card takes nothing from the seat to move")
    return ("card", "by")


def _lose(r: Reading, given: Given, fields: dict[str, Given]) -> tuple[str, ...]:
    s = r.s
    most = {Card.ILLNESS: 1, Card.SCANDAL: 2}.get(Card(s.card) if s.card != NONE else Card.STOCK, 0)
    fits = s.by == s.turn and s.target not in (NONE, s.by) and s.left <= most
    fits = fits and s.left <= s.held[s.target]
    fits = fits and (s.card == Card.SCANDAL or s.insurance[s.target] == 0)
    must(r, given, fits, "the card takes no such cards")
    return ("card", "by", "target", "left")


READERS: Final[dict[int, Callable[[Reading, Given, dict[str, Given]], tuple[str, ...]]]] = {
    Phase.MULLIGAN: _mulligan,
    Phase.DRAW: _draw,
    Phase.TARGET: _announced,
    Phase.SHIFT: _announced,
    Phase.WINDOW: _window,
    Phase.FORCED_SALE: _forced_sale,
    Phase.FORCED_LOSS: _forced_loss,
    Phase.LOSE: _lose,
}
