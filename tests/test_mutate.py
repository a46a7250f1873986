"""The mutation tool: what it changes, and who notices."""

from pathlib import Path

import pytest

from hoodwink.envs.core.case_files import load_cases
from hoodwink.envs.kuhn import rules
from tools.mutation.changes import Mutant, mutants
from tools.mutation.trial import CASE, COMPARISON, ENDS, NOBODY, Trial, few_of_each

STORY = """
- id: kuhn/bluff
  position: {seats: {A: {card: 0}, B: {card: 2}}}
  play: [bet, pass]
  then: {winners: [A], payoffs: {A: 1, B: -1}}
- id: kuhn/showdown
  position: {seats: {A: {card: 0}, B: {card: 2}}}
  play: [bet, bet]
  then: {winners: [B]}
"""
MUTANTS = {mutant.key[1:]: mutant for mutant in mutants(rules)}
NOTICED = [
    ("payoff", "out[p] = (pot if p == winner else 0) - s.paid[p]", "Eq -> NotEq", CASE),
    ("payoff", "pot = 0", "left out", CASE),
    ("actor", "if s.dealt < s.n_seats:", "Lt -> LtE", CASE),
    ("act", "tell(s, everyone(s), EVENT_ACTION + N_ACTIONS * p + a)", "left out", COMPARISON),
    ("deal", "s.bettor = -1", "left out", CASE),
    ("resample", "if q == p or is_shown(s, q):", "Or -> And", CASE),
    ("resample", "silence(s, q)", "left out", COMPARISON),
    ("resample", "s.card[q] = draw_unseen(seen, s.n_seats + 1, rng)", "1 -> 2", CASE),
    ("payoff", "if is_in(s, p) and (winner < 0 or s.card[p] > s.card[winner]):", "Gt -> GtE",
     NOBODY),
]  # fmt: skip


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    path = tmp_path_factory.mktemp("cases") / "kuhn.yaml"
    path.write_text(STORY, encoding="utf-8")
    return Trial(load_cases(path), {str(rules.__file__)})


@pytest.mark.parametrize(("function", "line", "change", "by"), NOTICED)
def test_who_notices(trial: Trial, function: str, line: str, change: str, by: str) -> None:
    rule = vars(rules)[function]
    kept = rule.__code__
    assert trial.noticed_by(MUTANTS[function, line, change], rule) == by
    assert rule.__code__ is kept


def test_every_change_has_a_name_of_its_own() -> None:
    every: list[Mutant] = list(mutants(rules))
    assert len({mutant.key for mutant in every}) == len(every) > 100
    source = Path(str(rules.__file__)).read_text(encoding="utf-8").splitlines()
    assert all(source[mutant.line - 1].strip() == mutant.text for mutant in every)


def test_each_kind_of_end_has_its_turn() -> None:
    kinds = [*"aaaaa", "b", "a"]
    assert few_of_each(kinds, range(7)) == [*range(ENDS), 5]
    assert few_of_each(kinds, [4, 5, 6]) == [4, 5, 6]
