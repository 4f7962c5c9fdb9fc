"""Players for a seat, from the simplest up. Each takes a View, never a Position."""

import random
from collections.abc import Callable, Mapping

from volto.agents.agent import Agent, Budget
from volto.agents.greedy import Greedy
from volto.agents.random_agent import Random

PERSONALITIES: Mapping[str, Callable[[random.Random], Agent]] = {
    "random": Random,
    "greedy": Greedy,
}
"""The players by the word that asks for one, weakest first."""

__all__ = ["PERSONALITIES", "Agent", "Budget", "Greedy", "Random"]
