"""OpenSpiel: the state loop from Python, with observation and mask as NumPy arrays or without."""

from typing import Any

import numpy as np
import pyspiel

from hoodwink.bench.case import Case
from hoodwink.bench.peers import PEERS
from hoodwink.bench.stopwatch import (
    OneByOne,
    Pick,
    Tally,
    measure,
    pick_from_list,
    pick_from_mask,
)

CARD_SEED = 1 << 32  # the cards' picker must not go in step with the players'


class StateLoop(OneByOne):
    """A new state a game; chance outcomes are uniform in these games, so they are picked so."""

    def __init__(self, case: Case, *, observe: bool) -> None:
        """Load the game; `observe` builds observation and mask at every decision."""
        super().__init__(case, pick_from_mask if observe else pick_from_list)
        self._game = pyspiel.load_game(PEERS["openspiel"].games[case.game])
        self._observe = observe
        self._card = pick_from_list(case.seed + CARD_SEED)
        tensor = self._game.information_state_tensor_size()
        self.facts = {
            "observation_bytes": 4 * tensor if observe else 0,
            "mask_bytes": self._game.num_distinct_actions() if observe else 0,
        }

    def begin(self) -> None:
        """Deal anew from the seed: the same games each time."""
        super().begin()
        self._card = pick_from_list(self.case.seed + CARD_SEED)

    def loop(self, pick: Pick, decisions: int) -> Tally:
        """Play at least so many decisions and whole games with `pick`."""
        play = self._play_seen if self._observe else self._play_blind
        made = games = 0
        while made < decisions:
            made += play(self._game.new_initial_state(), pick)
            games += 1
        return Tally(made, games)

    def _play_seen(self, state: Any, pick: Pick) -> int:
        made, card = 0, self._card
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(card(state.legal_actions(), None))
            else:
                observation = np.array(state.information_state_tensor(), np.float32)
                mask = np.array(state.legal_actions_mask(), np.int8)
                state.apply_action(pick(mask, observation))
                made += 1
        state.returns()
        return made

    def _play_blind(self, state: Any, pick: Pick) -> int:
        made, card = 0, self._card
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(card(state.legal_actions(), None))
            else:
                state.apply_action(pick(state.legal_actions(), None))
                made += 1
        state.returns()
        return made


def run(case: Case) -> dict[str, Any]:
    """Measure OpenSpiel."""
    return measure(lambda: StateLoop(case, observe=case.api == "numpy"), case)
