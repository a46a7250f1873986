"""Past selves: copies of the learner, taken now and then, that hold some seats in some games."""

import copy

from hoodwink.agents.policy import PolicyAgent
from hoodwink.training.config import Past
from hoodwink.training.network import Network
from hoodwink.training.saved import Saved, into_module, of_module


class Pool:
    """At most `settings.size` copies; a game that is on when its copy is replaced plays the new."""

    def __init__(self, settings: Past, network: Network) -> None:
        """Begin empty, to be filled with copies of `network`."""
        self.settings, self.network = settings, network
        self.agents: list[PolicyAgent] = []
        self.taken = 0

    def after_update(self, updates: int) -> None:
        """Copy the network if it is time, in place of the oldest copy where the pool is full."""
        if updates % self.settings.every == 0:
            self._set(self.taken % self.settings.size, of_module(self.network))
            self.taken += 1

    def _set(self, place: int, weights: Saved) -> None:
        if place == len(self.agents):
            self.agents.append(PolicyAgent(f"past self {place}", copy.deepcopy(self.network)))
        into_module(weights, self.agents[place].network)

    def save(self) -> Saved:
        """Return all copies."""
        saved = Saved(values={"taken": self.taken})
        for place, agent in enumerate(self.agents):
            saved.put(str(place), of_module(agent.network))
        return saved

    def restore(self, saved: Saved) -> None:
        """Bring back the copies that were saved."""
        self.agents, self.taken = [], saved.value("taken")
        for place in range(min(self.taken, self.settings.size)):
            self._set(place, saved.part(str(place)))
