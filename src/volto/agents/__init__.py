"""Players for a seat, from the simplest up. Each takes a View, never a Position."""

from volto.agents.agent import Agent, Budget, Choice, Thought
from volto.agents.baiter import Baiter
from volto.agents.greedy import Greedy
from volto.agents.hunter import Hunter
from volto.agents.personality import Personality
from volto.agents.random_agent import Random
from volto.agents.registry import PERSONALITIES, make_agent
from volto.agents.runner import Runner
from volto.agents.turtle import Turtle

__all__ = [
    "PERSONALITIES",
    "Agent",
    "Baiter",
    "Budget",
    "Choice",
    "Greedy",
    "Hunter",
    "Personality",
    "Random",
    "Runner",
    "Thought",
    "Turtle",
    "make_agent",
]
