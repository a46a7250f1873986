"""Who plays: random, rule bots, search and trained policies, and the arena where they meet."""

from hoodwink.agents.agent import Agent
from hoodwink.agents.load import KINDS, load_agent, pretrained_names

__all__ = ["KINDS", "Agent", "load_agent", "pretrained_names"]
