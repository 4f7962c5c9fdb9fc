"""Players for a seat, from the simplest up. Each takes a View, never a Position."""

from volto.agents.agent import Agent, Budget, Choice, Thought
from volto.agents.analysis import analyse
from volto.agents.engine_server import serve_agent
from volto.agents.game import play_game, play_on
from volto.agents.registry import PERSONALITIES, make_agent
from volto.agents.styles.baiter import Baiter
from volto.agents.styles.greedy import Greedy
from volto.agents.styles.hunter import Hunter
from volto.agents.styles.personality import Personality
from volto.agents.styles.random_agent import Random
from volto.agents.styles.runner import Runner
from volto.agents.styles.turtle import Turtle

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
    "analyse",
    "make_agent",
    "play_game",
    "play_on",
    "serve_agent",
]
