"""Positions that no game reaches: before the game, at a roll, after a Bankruptcy, at the end."""

from hoodwink.envs.core.state import View
from hoodwink.envs.wongamania.reading import Reading
from hoodwink.envs.wongamania.rounds import best_score, score
from hoodwink.envs.wongamania.state import Phase, Why

BEFORE_THE_GAME = (Phase.DEAL, Phase.MULLIGAN, Phase.START_GRID)
ACTING = (Phase.ACT, Phase.TARGET, Phase.SHIFT, Phase.BANK_DRAW)


def check_reach(r: Reading) -> None:
    """Refuse a position that no game reaches."""
    s = r.s
    if s.laps < s.round - 1:
        r.impossible("laps_done", f"{s.round - 1} rounds are over")
    if s.phase in BEFORE_THE_GAME or (s.phase == Phase.DRAW and s.why in (Why.DEAL, Why.MULLIGAN)):
        check_before_the_game(r)
    if s.phase == Phase.ROLL:
        check_roll(r)
    for p in range(s.n_seats):
        if s.bankrupt[p]:
            check_bankrupt(r, p)


def check_before_the_game(r: Reading) -> None:
    """Refuse what a game has not had before its first roll; a case may have Assets there."""
    s = r.s
    if s.laps > 0 or s.extra > 0:
        r.impossible("extra_laps" if s.extra > 0 else "laps_done", "the game has not begun")
    if s.trust.any() or s.insurance.any() or s.bankrupt.any():
        r.impossible("seats", "nothing is bought or lost before the game")
    if s.phase == Phase.DEAL:
        in_hands = s.bank.any() or s.held.any()
        if in_hands or s.assets.any() or s.market < r.t.deck.sum():
            r.impossible("seats", "nothing is dealt yet")


def check_roll(r: Reading) -> None:
    """Refuse what cannot be when a round begins (R4, R15)."""
    s = r.s
    if s.turn != s.chair:
        r.impossible("turn" if "turn" in r.fields else "to_move", "the Chairperson rolls")
    if s.extra > 0:
        r.impossible("extra_laps", "a round that begins is not prolonged")
    if max(s.trust) >= r.t.goal:
        r.impossible("seats", f"a game ends with the round of {r.t.goal} Trust Funds")


def check_bankrupt(r: Reading, p: int) -> None:
    """Refuse what a bankrupt does not have before the next Payday (R35, R36)."""
    s, name = r.s, r.names[p]
    key = r.seats[p]["bankrupt"]
    is_drawing = s.phase == Phase.DRAW and s.why == Why.PAYDAY and s.turn == p
    if s.held[p] > 0 and not is_drawing:
        r.fault("impossible", key, f"{name} has no hand after a Bankruptcy")
    if s.assets[p].any() or s.raises[p] or s.insurance[p]:
        r.fault("impossible", key, f"{name} has nothing in play after a Bankruptcy")
    if s.turn == p and (s.phase in ACTING or s.actions > 0):
        r.fault("impossible", key, f"{name} is not bankrupt after a Payday")


def can_have_won(s: View, t: View, p: int) -> bool:
    """Return whether seat `p` can be the winner of a game that is over (R14, R18)."""
    goal = [q for q in range(s.n_seats) if s.trust[q] >= t.goal]
    if t.simple and goal:
        return goal == [p]
    return score(s, t, p) == best_score(s, t)
