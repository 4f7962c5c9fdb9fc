"""Players for a seat, from the simplest up. Each takes a View, never a Position."""

from volto.agents.agent import Agent, Budget, Choice, Thought
from volto.agents.greedy import Greedy
from volto.agents.random_agent import Random
from volto.agents.registry import PERSONALITIES, make_agent

__all__ = [
    "PERSONALITIES",
    "Agent",
    "Budget",
    "Choice",
    "Greedy",
    "Random",
    "Thought",
    "make_agent",
]
