"""How much there is to gain against a way of playing: exact best responses and NashConv.

All figures count a win 1, a draw 0 and a loss -1, as OpenSpiel does; a difference of 0.01 is half a
point in a hundred games.
"""

from dataclasses import dataclass

import numpy as np

from volto.exact.games import Deploying, MiniGame
from volto.exact.policy import Policy
from volto.exact.reach import reach, values
from volto.exact.strategy import Strategy, tabulated
from volto.exact.tree import Floats, Tree, TreeLevel, tree_of
from volto.rules import Family, VoltoError


@dataclass(frozen=True, slots=True)
class Measured:
    """Two players, and the best that could be done against each."""

    value: float
    """What White gets when the two play each other."""
    best_white: float
    """What the best White gets against this Red."""
    best_red: float
    """What the best Red gets against this White."""

    @property
    def nash_conv(self) -> float:
        """What both together could gain by knowing the other: 0 in an equilibrium, else more."""
        return self.best_white + self.best_red

    def exploitability(self, family: Family) -> float:
        """What the best rival gains against `family` beyond what it gets now."""
        if Family(family) is Family.WHITE:
            return self.best_red + self.value
        return self.best_white - self.value


def nash_conv(game: MiniGame | Tree, white: Policy | Strategy, red: Policy | Strategy) -> float:
    """How far two policies are from an equilibrium: 0 there, at most 4."""
    return measure(game, white, red).nash_conv


def measure(game: MiniGame | Tree, white: Policy | Strategy, red: Policy | Strategy) -> Measured:
    """Play two policies against each other, and the best response against each, exactly."""
    tree = game if isinstance(game, Tree) else tree_of(game)
    ours, theirs = _strategy(tree, Family.WHITE, white), _strategy(tree, Family.RED, red)
    return Measured(
        expected_value(ours, theirs), best_response_value(theirs), best_response_value(ours)
    )


def expected_value(white: Strategy, red: Strategy) -> float:
    """What White gets when the two strategies play each other."""

    def as_planned(turns: int, level: TreeLevel, of_moves: Floats) -> Floats:
        return level.rows_of_node.sum(of_moves * white.moves[turns])

    rival = reach(red.tree, Family.RED, dealt(red), red.moves)
    return float(dealt(white) @ values(white.tree, Family.WHITE, rival, as_planned))


def best_response_value(strategy: Strategy) -> float:
    """What the best rival gets against a strategy: it knows the strategy, not the deployment."""
    tree, family = strategy.tree, strategy.family
    rival = reach(tree, family, dealt(strategy), strategy.moves)
    found = values(tree, family.rival, rival, best_moves)
    if tree.game.deploying is Deploying.DRAWN:
        return float(found.mean())
    return float(found.max())


def best_moves(_: int, level: TreeLevel, of_moves: Floats) -> Floats:
    """The value of each node when its mover makes the best move."""
    most = level.rows_of_node.max(np.where(level.legal, of_moves, -np.inf))
    return np.where(np.isfinite(most), most, 0.0)


def dealt(strategy: Strategy) -> Floats:
    """The chances of the deployments: the strategy's own, or even ones if chance deploys."""
    if strategy.tree.game.deploying is Deploying.DRAWN:
        return np.full_like(strategy.deployments, 1 / len(strategy.deployments))
    return strategy.deployments


def _strategy(tree: Tree, family: Family, player: Policy | Strategy) -> Strategy:
    if isinstance(player, Policy):
        return tabulated(tree, family, player)
    if player.tree is not tree or player.family is not family:
        raise VoltoError(f"This strategy is not one of {family.title()} in {tree.game.name}.")
    return player
