"""Every game keeps the contract: sizes, masks, news, words, positions, length and payoffs."""

import random

import pytest

from hoodwink.envs.core import checks
from hoodwink.envs.core.checks import Options, Run
from tests.contract.subjects import every_case, every_game, subject


@every_case
def test_shapes(name: str, options: Options) -> None:
    it = subject(name)
    checks.check_shapes(it.game, options, games=2, starts=it.starts(4))


@every_case
def test_deal(name: str, options: Options) -> None:
    checks.check_deal(subject(name).game, options, games=1)


@every_case
def test_news(name: str, options: Options) -> None:
    it = subject(name)
    checks.check_news(it.game, options, games=2, starts=it.starts(4, seed=1))


@every_case
def test_payoffs(name: str, options: Options) -> None:
    it = subject(name)
    checks.check_payoffs(it.game, options, games=6, starts=it.starts(10, seed=2))


@every_case
def test_mask_equals_the_oracle(name: str, options: Options) -> None:
    it = subject(name)
    checks.check_mask(it.game, options, it.oracle, games=4, starts=it.starts(10, seed=3))


@every_case
def test_invariants(name: str, options: Options) -> None:
    it = subject(name)
    checks.check_invariants(it.game, options, it.invariants, games=2, starts=it.starts(6, seed=4))


@every_case
def test_words(name: str, options: Options) -> None:
    it = subject(name)
    checks.check_table_of_words(it.game, options)
    checks.check_words(it.game, options, games=3, starts=it.starts(5, seed=5))


@every_case
def test_positions(name: str, options: Options) -> None:
    it = subject(name)
    checks.check_positions(
        it.game, options, games=1, starts=it.starts(4, seed=6), memory=it.memory, every=it.every
    )


@every_case
def test_copies(name: str, options: Options) -> None:
    checks.check_copies(subject(name).game, options, games=1)


# -- length ----------------------------------------------------------------------------------------


LONGEST = {
    "kuhn": ({"players": 4}, ["pass", "pass", "pass", "bet", "pass", "bet", "pass"]),
    "leduc": ({"players": 3}, 2 * ["call", "call", "raise", "call", "raise", "call", "call"]),
    "liars_dice": (
        {"players": 4, "dice": 5},
        [*(f"bid {n}x{face}" for n in range(1, 21) for face in range(1, 7)), "liar"],
    ),
}


@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_game_has_the_most_decisions(name: str) -> None:
    options, words = LONGEST[name]
    run = Run(subject(name).game, options)
    left = list(words)
    while not run.over:
        word = run.word(run.ids()[0]) if run.actor < 0 else left.pop(0)
        run.play(next(a for a in run.ids() if run.word(a) == word))
    assert not left
    assert run.game.max_decisions == len(words)


def idle(run: Run, rng: random.Random) -> int:
    """Choose what keeps a game of Warumono 2 going for long: walk far and never end anything."""
    words = {run.word(a): a for a in run.ids()}
    for good in ("roll", "die 6", "pass", "submit", "wiseguy", "troublemaker", "step S", "step C"):
        fits = [word for word in words if word.startswith(good) or word.endswith(good)]
        if fits:
            return words[rng.choice(fits)]
    return words[rng.choice(sorted(words))]


@pytest.mark.parametrize("scenario", range(1, 8))
def test_the_sheet_ends_every_game_of_warumono2(scenario: int) -> None:
    game = subject("warumono2").game
    *_, run = checks.play(game, {"scenario": scenario}, choose=idle)
    last = int(run.t.last[run.s.sheet])
    ends_itself = scenario == 5  # there the sheet takes three seats out: the fourth has won
    assert run.s.counter == last or (ends_itself and run.s.counter >= 18)
    assert len(run.moves) > 4 * 6 * (last - 3)  # it was a long one
    checks.check_length(game, {"scenario": scenario}, games=1, choose=idle)


@every_game
def test_no_game_is_longer_than_promised(name: str) -> None:
    it = subject(name)
    for options in it.options:
        checks.check_length(it.game, options, games=5)
