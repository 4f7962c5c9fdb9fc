"""A tabular solver: predictive regret matching plus (PCFR+) over the whole tree at once.

Both families in turn look back on what each move would have brought against the other's present
play, and lean towards what they regret. The average of all that they played approaches an
equilibrium; how near it is, `nash_conv` tells exactly.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from volto.exact.games import Deploying, MiniGame
from volto.exact.reach import reach, values
from volto.exact.response import Measured, dealt, measure
from volto.exact.strategy import Strategy, normalised, own_levels, uniform
from volto.exact.tree import Floats, Tree, TreeLevel, tree_of
from volto.rules import Family


@dataclass(frozen=True)
class Solution:
    """The play of both families after so many iterations, and how good it is."""

    iterations: int
    white: Strategy
    red: Strategy
    measured: Measured

    @property
    def value(self) -> float:
        """What White gets; the value of the game lies within `nash_conv` of it."""
        return self.measured.value

    @property
    def nash_conv(self) -> float:
        return self.measured.nash_conv


class RegretMatcher:
    """One family's regrets, present play and average."""

    def __init__(self, tree: Tree, family: Family) -> None:
        self.tree, self.family = tree, family
        self.regrets = {t: np.zeros(level.legal.shape) for t, level in own_levels(tree, family)}
        self.sums = {t: np.zeros(level.legal.shape) for t, level in own_levels(tree, family)}
        self.deployment_regrets = np.zeros(len(tree.deployments))
        self.deployment_sums = np.zeros(len(tree.deployments))
        self.now = uniform(tree, family)

    def learn(self, rival: Strategy, weight: float) -> None:
        """One step against the rival's present play, then count the new play with `weight`."""
        tree, family = self.tree, self.family
        moves: dict[int, Floats] = {}

        def regret(turns: int, level: TreeLevel, of_moves: Floats) -> Floats:
            value = level.rows_of_node.sum(of_moves * self.now.moves[turns])
            lost = of_moves - value[level.row_node]
            lost *= level.legal
            regrets = self.regrets[turns]
            regrets += lost
            np.maximum(regrets, 0.0, out=regrets)
            lost += regrets  # what is to come is taken to be like what has just been
            moves[turns] = normalised(level, np.maximum(lost, 0.0, out=lost))
            return value

        found = values(tree, family, reach(tree, rival.family, dealt(rival), rival.moves), regret)
        deployments = self.now.deployments
        if tree.game.deploying is Deploying.CHOSEN:
            lost = found - deployments @ found
            self.deployment_regrets = np.maximum(self.deployment_regrets + lost, 0.0)
            deployments = shares(np.maximum(self.deployment_regrets + lost, 0.0))
        self.now = Strategy(tree, family, deployments, moves)
        self.deployment_sums += weight * deployments
        own = reach(tree, family, dealt(self.now), moves)
        for turns, total in self.sums.items():
            total += weight * own[turns]

    def average(self) -> Strategy:
        """All play so far, weighted."""
        moves = {t: normalised(self.tree.levels[t], total) for t, total in self.sums.items()}
        return Strategy(self.tree, self.family, shares(self.deployment_sums), moves)


def solutions(game: MiniGame | Tree, every: int = 50) -> Iterator[Solution]:
    """Solve for as long as the caller likes, with a look at the average `every` iterations."""
    tree = game if isinstance(game, Tree) else tree_of(game)
    white, red = RegretMatcher(tree, Family.WHITE), RegretMatcher(tree, Family.RED)
    iterations = 0
    while True:
        for _ in range(every):
            iterations += 1
            weight = float(iterations**2)
            white.learn(red.now, weight)
            red.learn(white.now, weight)
        ours, theirs = white.average(), red.average()
        yield Solution(iterations, ours, theirs, measure(tree, ours, theirs))


def solve(
    game: MiniGame | Tree, nash_conv: float = 0.005, iterations: int = 10_000, every: int = 50
) -> Solution:
    """An equilibrium to within `nash_conv`, or what `iterations` have found."""
    for solution in solutions(game, every):
        if solution.nash_conv <= nash_conv or solution.iterations >= iterations:
            return solution
    raise AssertionError("the solutions do not end")


def shares(weights: Floats) -> Floats:
    """Weights as chances; all alike if there are none."""
    total = weights.sum()
    return weights / total if total > 0.0 else np.full_like(weights, 1 / len(weights))
