"""Matches between agents, and what they prove."""

from volto.arena.conditions import Conditions, DeploymentSource
from volto.arena.contest import Contest
from volto.arena.match import play_pair
from volto.arena.ratings import Ratings, rate
from volto.arena.results import Results
from volto.arena.schedule import Pair, schedule
from volto.arena.sprt import Sprt

__all__ = [
    "Conditions",
    "Contest",
    "DeploymentSource",
    "Pair",
    "Ratings",
    "Results",
    "Sprt",
    "play_pair",
    "rate",
    "schedule",
]
