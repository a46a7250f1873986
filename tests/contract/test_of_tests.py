"""Each check finds the fault it is there for: small games and environments with one planted."""

import dataclasses
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import hoodwink
from hoodwink.envs.core import checks
from hoodwink.envs.core.aec import CheckedEnv
from hoodwink.envs.core.batch import Batch
from hoodwink.envs.core.checks import Tree, twins
from hoodwink.envs.core.errors import IllegalAction
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.rng import below
from hoodwink.envs.core.state import silence, tell
from hoodwink.envs.kuhn import rules
from hoodwink.envs.kuhn.game import GAME
from hoodwink.envs.kuhn.observe import CARD_AT, MOVES_AT, observe
from hoodwink.envs.kuhn.text import KuhnWords
from hoodwink.envs.warumono2 import contact
from hoodwink.envs.warumono2.game import GAME as WARUMONO2
from hoodwink.envs.warumono2.knowledge import switch
from tests.contract.subjects import cards, distinct_cards, kuhn_oracle, professions_and_contents
from tests.contract.test_warumono2_memory import check_memory
from tests.contract.warumono2_micro import MICRO

TWO: dict[str, Any] = {"players": 2}
THREE: dict[str, Any] = {"players": 3}


def mutant(**changes: Any) -> Game:
    """Return Kuhn poker with a fault."""
    return dataclasses.replace(GAME, **changes)


def spoken(**methods: Callable[..., Any]) -> Game:
    """Return Kuhn poker with faulty words."""
    return mutant(words=type("Faulty", (KuhnWords,), methods)())


# -- faulty rules ----------------------------------------------------------------------------------


def observe_too_much(s: Any, t: Any, p: int, out: Any) -> None:
    observe(s, t, p, out)
    out[CARD_AT + s.card[1 - p]] = 1


def observe_late_leak(s: Any, t: Any, p: int, out: Any) -> None:
    """Show another's card, but in one phase only: after a bet."""
    observe(s, t, p, out)
    if s.bettor >= 0 and s.card[0] == 0:
        out[CARD_AT] = 1


def observe_no_moves(s: Any, t: Any, p: int, out: Any) -> None:
    observe(s, t, p, out)
    for i in range(MOVES_AT, MOVES_AT + 2 * s.n_seats):
        out[i] = 0


def observe_above_top(s: Any, t: Any, p: int, out: Any) -> None:
    observe(s, t, p, out)
    out[CARD_AT] += 1


def observe_and_change(s: Any, t: Any, p: int, out: Any) -> None:
    observe(s, t, p, out)
    s.acts[-1] = 1


def legal_by_anothers_card(s: Any, t: Any, mask: Any) -> None:
    rules.legal(s, t, mask)
    if s.card[(s.moves + 1) % s.n_seats] == 0:
        mask[rules.PASS] = 0


def legal_empty(s: Any, t: Any, mask: Any) -> None:
    if s.moves < 2:
        rules.legal(s, t, mask)


def legal_no_bet(s: Any, t: Any, mask: Any) -> None:
    rules.legal(s, t, mask)
    if s.moves == 1:
        mask[rules.BET] = 0


def step_told_otherwise(s: Any, t: Any, a: int) -> None:
    """Let seat 1 remember another event than the one that its key stands for."""
    rules.step(s, t, a)
    if s.dealt == s.n_seats and s.moves == 0:
        s.events[1, 0] = s.card[0]


def chance_with_replacement(s: Any, t: Any, weights: Any) -> None:
    for c in range(s.n_seats + 1):
        weights[c] = 1


def deal_keeps_moves(s: Any, t: Any) -> None:
    acts = s.acts.copy()
    rules.deal(s, t)
    s.acts[:] = acts


def payoff_with_rake(s: Any, out: Any) -> None:
    rules.payoff(s, out)
    out[int(np.argmax(out))] -= 0.5


def payoff_too_high(s: Any, out: Any) -> None:
    rules.payoff(s, out)
    out *= 10


def step_without_news(s: Any, t: Any, a: int) -> None:
    """Keep the second decision from the others."""
    key, told, events = s.key.copy(), s.told.copy(), s.events.copy()
    second, p = s.moves == 1 and s.dealt == s.n_seats, s.moves % s.n_seats
    rules.step(s, t, a)
    if second and s.moves < s.n_seats:
        for q in range(s.n_seats):
            if q != p:
                s.key[q], s.told[q], s.events[q] = key[q], told[q], events[q]


def step_untold(s: Any, t: Any, a: int) -> None:
    """Keep its own decision from the seat that made it, and everything else from nobody."""
    p, moved = s.moves % s.n_seats, s.dealt == s.n_seats
    key, told, events = s.key[p], s.told[p], s.events[p].copy()
    rules.step(s, t, a)
    if moved:
        s.key[p], s.told[p], s.events[p] = key, told, events


def step_tells_the_card(s: Any, t: Any, a: int) -> None:
    """Tell everybody the card that the first seat was dealt."""
    first = s.dealt == 0
    rules.step(s, t, a)
    if first:
        tell(s, rules.everyone(s), rules.EVENT_CARD + int(s.card[0]))


class Outside:
    """What a rule must not have: memory outside the state."""

    calls = 0


def step_with_outside_memory(s: Any, t: Any, a: int) -> None:
    """Turn every seventh bet of the whole process into a pass."""
    Outside.calls += 1
    bets = s.dealt == s.n_seats and a == rules.BET
    rules.step(s, t, rules.PASS if bets and Outside.calls % 7 == 0 else a)


def resample_nothing(s: Any, t: Any, p: int, rng: Any) -> None:
    for q in range(s.n_seats):
        if q != p:
            silence(s, q)


def resample_peeking(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal anew only where the truth is a low card."""
    if s.card[(p + 1) % s.n_seats] == 0:
        rules.resample(s, t, p, rng)
    else:
        resample_nothing(s, t, p, rng)


def resample_forgetful(s: Any, t: Any, p: int, rng: Any) -> None:
    rules.resample(s, t, p, rng)
    silence(s, p)


def resample_telltale(s: Any, t: Any, p: int, rng: Any) -> None:
    """Leave the others what they were told."""
    key, told, events = s.key.copy(), s.told.copy(), s.events.copy()
    rules.resample(s, t, p, rng)
    s.key[:], s.told[:], s.events[:] = key, told, events


def resample_double(s: Any, t: Any, p: int, rng: Any) -> None:
    """Deal the seat's own card once more."""
    rules.resample(s, t, p, rng)
    for q in range(s.dealt):
        if q != p and below(rng, 4) == 0:
            s.card[q] = s.card[p]


def resample_unfair(s: Any, t: Any, p: int, rng: Any) -> None:
    """Prefer low cards: of two worlds take the lower."""
    rules.resample(s, t, p, rng)
    before = s.card.copy()
    rules.resample(s, t, p, rng)
    if before.sum() < s.card.sum():
        s.card[:] = before


# -- faulty words ----------------------------------------------------------------------------------


def dump_counting(self: Any, s: Any, t: Any, options: Any) -> dict[str, Any]:
    Outside.calls += 1
    return {**KuhnWords.dump(self, s, t, options), "history": [f"pass {Outside.calls}"]}


def dump_numpy(self: Any, s: Any, t: Any, options: Any) -> dict[str, Any]:
    position = KuhnWords.dump(self, s, t, options)
    for p, own in enumerate(position["seats"].values()):
        own["paid"] = s.paid[p]
    return position


def load_without_history(self: Any, position: Any, options: Any) -> Any:
    kept = {k: v for k, v in position.items() if k in ("options", "seats")}
    kept["seats"] = {k: {"card": v["card"]} for k, v in kept["seats"].items() if "card" in v}
    kept["phase"] = "deal" if len(kept["seats"]) < position["options"]["players"] else "bet"
    return KuhnWords.load(self, kept, options)


def view_leaking(self: Any, s: Any, t: Any, options: Any, seat: int) -> dict[str, Any]:
    return {**KuhnWords.view(self, s, t, options, seat), "next": int(s.card[1 - seat])}


def ansi_leaking(self: Any, s: Any, t: Any, options: Any, seat: int) -> str:
    return KuhnWords.ansi(self, s, t, options, seat) + f" {s.told[1 - seat]} {s.card[1 - seat]}"


FAULTS: dict[str, Callable[[], Any]] = {
    "shapes: above the top": partial(checks.check_shapes, mutant(observe=observe_above_top), TWO),
    "shapes: nothing to play": partial(checks.check_shapes, mutant(legal=legal_empty), THREE),
    "shapes: gap between blocks": partial(checks.check_shapes, mutant(blocks=GAME.blocks[1:]), TWO),
    "deal: leaves something": partial(checks.check_deal, mutant(deal=deal_keeps_moves), TWO),
    "deal: asking changes": partial(checks.check_deal, mutant(observe=observe_and_change), THREE),
    "news: not told": partial(checks.check_news, mutant(step=step_without_news), THREE, games=9),
    "news: mover not told": partial(checks.check_news, mutant(step=step_untold), THREE),
    "payoffs: rake": partial(checks.check_payoffs, mutant(payoff=payoff_with_rake), TWO),
    "payoffs: too high": partial(checks.check_payoffs, mutant(payoff=payoff_too_high), TWO),
    "length: too long": partial(checks.check_length, mutant(max_decisions=2), TWO, games=20),
    "mask: too little": partial(checks.check_mask, mutant(legal=legal_no_bet), TWO, kuhn_oracle),
    "mask: chance": partial(
        checks.check_mask, mutant(chance=chance_with_replacement), TWO, kuhn_oracle
    ),
    "invariants: a card twice": partial(
        checks.check_invariants, mutant(chance=chance_with_replacement), TWO, distinct_cards,
        games=20,
    ),
    "words: one for two": partial(
        checks.check_words, spoken(decision=lambda self, t, seat, action: "pass"), TWO
    ),
    "words: unknown": partial(checks.check_words, spoken(known=lambda self, word: False), TWO),
    "words: nameless event": partial(checks.check_words, spoken(event=lambda *a: ""), TWO),
    "table of words: one for two": partial(
        checks.check_table_of_words, spoken(decision=lambda self, t, seat, action: "pass"), TWO
    ),
    "positions: another each time": partial(
        checks.check_positions, spoken(dump=dump_counting), TWO
    ),
    "positions: no plain data": partial(checks.check_positions, spoken(dump=dump_numpy), TWO),
    "positions: lost": partial(checks.check_positions, spoken(load=load_without_history), TWO),
    "secrecy: observation": partial(checks.check_secrecy, mutant(observe=observe_too_much), TWO),
    "secrecy: one phase": partial(
        checks.check_secrecy, mutant(observe=observe_late_leak), THREE, games=20
    ),
    "secrecy: mask": partial(
        checks.check_secrecy, mutant(legal=legal_by_anothers_card), THREE, games=9
    ),
    "secrecy: view": partial(checks.check_secrecy, spoken(view=view_leaking), TWO),
    "secrecy: picture": partial(checks.check_secrecy, spoken(ansi=ansi_leaking), TWO),
    "exact secrecy: observation": partial(
        checks.check_secrecy_exact, mutant(observe=observe_late_leak), THREE
    ),
    "exact secrecy: mask": partial(
        checks.check_secrecy_exact, mutant(legal=legal_by_anothers_card), THREE
    ),
    "exact secrecy: memory": partial(
        checks.check_secrecy_exact, mutant(step=step_told_otherwise), TWO
    ),
    "exact secrecy: view": partial(checks.check_secrecy_exact, spoken(view=view_leaking), TWO),
    "exact secrecy: picture": partial(checks.check_secrecy_exact, spoken(ansi=ansi_leaking), TWO),
    "exact secrecy: news": partial(
        checks.check_secrecy_exact, mutant(step=step_without_news), THREE
    ),
    "recall: forgets moves": partial(checks.check_recall, mutant(observe=observe_no_moves), TWO),
    "resample: the truth": partial(checks.check_resample, mutant(resample=resample_nothing), TWO),
    "resample: peeks": partial(
        checks.check_resample, mutant(resample=resample_peeking), TWO, games=20
    ),
    "resample: own memory": partial(
        checks.check_resample, mutant(resample=resample_forgetful), TWO
    ),
    "resample: others' memory": partial(
        checks.check_resample, mutant(resample=resample_telltale), TWO
    ),
    "resample: no such world": partial(
        checks.check_resample, mutant(resample=resample_double), TWO, games=20,
        invariants=distinct_cards,
    ),
    "exact worlds: the truth": partial(
        checks.check_worlds_exact, mutant(resample=resample_nothing), TWO, cards
    ),
    "exact worlds: no such world": partial(
        checks.check_worlds_exact, mutant(resample=resample_double), TWO, cards
    ),
    "exact worlds: shares": partial(
        checks.check_worlds_exact, mutant(resample=resample_unfair), TWO, cards
    ),
    "exact worlds: telling a secret": partial(
        checks.check_worlds_exact, mutant(step=step_tells_the_card), TWO, cards
    ),
    "single: memory outside": partial(
        checks.check_single, mutant(step=step_with_outside_memory), THREE
    ),
    "copies: memory outside": partial(
        checks.check_copies, mutant(step=step_with_outside_memory), THREE, games=20
    ),
    "batch: games touch each other": partial(
        checks.check_batch, mutant(step=step_with_outside_memory), [TWO], plain=True
    ),
    "batch ends: rake": partial(
        checks.check_batch_ends, mutant(payoff=payoff_with_rake), [TWO], plain=True
    ),
    "batch ends: nothing to play": partial(
        checks.check_batch_ends, mutant(legal=legal_empty), [THREE], plain=True
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    with pytest.raises(AssertionError):
        for _ in range(3):  # a fault that hangs on memory outside may hide once
            FAULTS[fault]()


def test_without_a_fault_all_is_well() -> None:
    for fault, check in FAULTS.items():
        assert isinstance(check, partial), fault
        _, *rest = check.args
        check.func(GAME, *rest, **{**check.keywords})


# -- faulty drivers --------------------------------------------------------------------------------


def test_a_compiled_rule_that_differs_is_found() -> None:
    twin = mutant(payoff=payoff_too_high)
    twin.__dict__["functions"] = GAME.functions
    with pytest.raises(AssertionError):
        checks.check_twins(twin, [TWO])


class HastyBatch(Batch):
    """Plays what is legal before it looks at the rest."""

    def step(self, actions: Any) -> None:
        try:
            super().step(actions)
        except IllegalAction:
            self.states["moves"][0] += 1
            raise


class LenientBatch(Batch):
    """Plays something else in place of an illegal action."""

    def step(self, actions: Any) -> None:
        try:
            super().step(actions)
        except IllegalAction:
            super().step(self.mask.argmax(axis=1))


class RestlessBatch(Batch):
    """Has other generators once it was pickled."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.rng += np.uint64(1)


@pytest.mark.parametrize("faulty", [HastyBatch, LenientBatch])
def test_a_batch_that_plays_on_is_found(faulty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "Batch", faulty)
    with pytest.raises(AssertionError):
        checks.check_refusals(GAME, [TWO], plain=True)


def test_a_batch_that_is_not_itself_once_pickled_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "Batch", RestlessBatch)
    with pytest.raises(AssertionError):
        checks.check_pickled_batch(GAME, [TWO], plain=True)


# -- faulty environments ---------------------------------------------------------------------------


class Kuhn(CheckedEnv):
    """Kuhn poker in plain Python, to be made faulty."""

    def __init__(self) -> None:
        super().__init__("kuhn", players=3, plain=True)


class OutOfSpace(Kuhn):
    def observe(self, agent: str) -> Any:
        seen = super().observe(agent)
        return {**seen, "observation": seen["observation"] + 2}


class Unseeded(Kuhn):
    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(None, options)


class Constant(Kuhn):
    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(7, options)


class SeededOnce(Kuhn):
    """Goes on with the old generator when it is seeded anew."""

    fresh = True

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(seed if self.fresh else None, options)
        self.fresh = False


class LosesOptions(Kuhn):
    """Empty options put another game in place."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.lost = getattr(self, "lost", 0) + (options is not None)
        super().reset(None if seed is None else seed + 100 * self.lost)


class GlobalDice(Kuhn):
    """Asks NumPy's global generator for the seed of what follows."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(int(np.random.randint(1000)), options)


class GlobalNoise(Kuhn):
    """Draws from the global generator, though to no effect."""

    def step(self, action: Any) -> None:
        random.random()
        super().step(action)


class Hashed(Kuhn):
    """Seeds by the hash of a text, which each process has its own of."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(abs(hash(f"seed {seed}")), options)


class MasksOfOthers(Kuhn):
    """Shows the mover's mask to everybody, as several environments do."""

    def observe(self, agent: str) -> Any:
        mask = super().observe(self.agent_selection)["action_mask"]
        return {**super().observe(agent), "action_mask": mask}


class PaidTwice(Kuhn):
    def _accumulate_rewards(self) -> None:
        super()._accumulate_rewards()
        self._cumulative_rewards["player_0"] += 1


class LeavesEarly(Kuhn):
    """Ends for one agent only."""

    def step(self, action: Any) -> None:
        super().step(action)
        if len(self.agents) == 3:
            self.terminations["player_2"] = False


class TalksTooMuch(Kuhn):
    """Says in the info who holds the highest card."""

    def step(self, action: Any) -> None:
        super().step(action)
        best = int(self._solo.s.card.argmax())
        self.infos = {agent: {"best": best} for agent in self.agents}


class Shared(Kuhn):
    """Copies share the game."""

    def __deepcopy__(self, memo: Any) -> "Shared":
        twin = Shared()
        twin.__dict__.update(self.__dict__)
        return twin


class Obliging(Kuhn):
    """Plays something legal in place of what is not."""

    def step(self, action: Any) -> None:
        try:
            super().step(action)
        except IllegalAction:
            super().step(0)


ENV_FAULTS: list[tuple[Callable[..., None], type[Kuhn]]] = [
    (checks.check_env_api, OutOfSpace),
    (checks.check_env_api, Unseeded),
    (checks.check_env_seeds, Unseeded),
    (checks.check_env_seeds, Constant),
    (checks.check_env_seeds, SeededOnce),
    (checks.check_env_options, LosesOptions),
    (checks.check_env_globals, GlobalDice),
    (checks.check_env_globals, GlobalNoise),
    (checks.check_env_processes, Hashed),
    (checks.check_env_masks, MasksOfOthers),
    (checks.check_env_masks, OutOfSpace),
    (checks.check_env_rewards, PaidTwice),
    (checks.check_env_rewards, LeavesEarly),
    (checks.check_env_infos, TalksTooMuch),
    (checks.check_env_copies, Shared),
    (checks.check_env_refusals, Obliging),
]


@pytest.mark.parametrize(("check", "env"), ENV_FAULTS)
def test_a_faulty_environment_is_found(check: Callable[..., None], env: type[Kuhn]) -> None:
    with pytest.raises(AssertionError):
        check(env)


def test_a_sound_environment_passes() -> None:
    for check in dict(ENV_FAULTS):
        check(partial(hoodwink.make, "kuhn", players=3, plain=True))


# -- faults in Warumono 2 --------------------------------------------------------------------------


def test_telling_a_real_switch_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is told which gesture it was: no observation differs, but nobody may know it."""
    monkeypatch.setattr(contact, "others", lambda s, p: 0)
    monkeypatch.setattr(contact, "tell", lambda s, seats, code: tell(s, 3, code))
    with pytest.raises(AssertionError):
        checks.check_worlds_exact(
            WARUMONO2,
            MICRO["displayed"],
            professions_and_contents,
            draws=30,
            one_in=9,
            shares=False,
        )


def test_a_memory_that_believes_a_gesture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contact, "switch", lambda s, a, b, really: switch(s, a, b, True))
    with pytest.raises(AssertionError):
        check_memory(Tree(WARUMONO2, MICRO["displayed"], plain=True))
