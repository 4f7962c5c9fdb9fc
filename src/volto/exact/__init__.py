"""Small games solved exactly, and any way to play them measured by its best response."""

from volto.exact.games import GAMES, Deploying, MiniGame, mini, named
from volto.exact.policy import Policy
from volto.exact.response import Measured, best_response_value, measure, nash_conv
from volto.exact.sampled_policy import sampled
from volto.exact.solve import Solution, solutions, solve
from volto.exact.strategy import Strategy, tabulated, uniform
from volto.exact.tree import Tree, tree_of

__all__ = [
    "GAMES",
    "Deploying",
    "Measured",
    "MiniGame",
    "Policy",
    "Solution",
    "Strategy",
    "Tree",
    "best_response_value",
    "measure",
    "mini",
    "named",
    "nash_conv",
    "sampled",
    "solutions",
    "solve",
    "tabulated",
    "tree_of",
    "uniform",
]
