"""How a player plays a small game, written out: the chance of every move, whatever it knows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volto.exact.policy import Policy
from volto.exact.tree import Floats, Tree, TreeLevel
from volto.rules import Deployment, Family, Ruleset, View, VoltoError

MANY = 2048
"""Views that a policy is asked about at once."""
CLOSE = 1e-6
"""How far chances may be from summing to 1."""


@dataclass(frozen=True, eq=False, repr=False)
class Strategy:
    """The play of one family in one tree."""

    tree: Tree
    family: Family
    deployments: Floats
    """The chance of each deployment."""
    moves: Mapping[int, Floats]
    """For each level in which the family moves, by turns played: the chance of each move (row) with
    each deployment (column)."""

    def at(self, view: View) -> Floats:
        """The chances of `view.legal_moves()`; so a strategy is a policy, too."""
        tree, turns = self.tree, view.turns
        if view.seat is not self.family or view.to_move is not self.family:
            raise VoltoError(f"This strategy is for {self.family.title()}, when it is to move.")
        if view.ruleset != tree.game.ruleset:
            raise VoltoError(f"This view is of a game by other rules than {tree.game.name}.")
        node = tree.node(view.history)
        who = Deployment(view.roles, view.ruleset.mat.columns).number()
        level = tree.levels[turns]
        order = tree.situations[level.situation[node]].orders[who]
        chances: Floats = self.moves[turns][level.first_row[node] + np.array(order), who]
        return chances

    def policy(self) -> Policy:
        """The same as a policy."""
        return Policy.of(self.at, self.deployments)


def uniform(tree: Tree, family: Family) -> Strategy:
    """Every deployment, and every legal move, as likely as the others."""
    deployments = len(tree.deployments)
    moves = {turns: level.even for turns, level in own_levels(tree, family)}
    return Strategy(tree, family, np.full(deployments, 1 / deployments), moves)


def own_levels(tree: Tree, family: Family) -> Iterator[tuple[int, TreeLevel]]:
    """The levels in which a family moves, by turns played."""
    family = Family(family)
    return ((turns, level) for turns, level in enumerate(tree.levels) if level.mover is family)


def normalised(level: TreeLevel, weights: Floats) -> Floats:
    """Weights of moves as chances; where all weigh nothing, every legal move is as likely."""
    total = level.rows_of_node.sum(weights)
    some = total > 0.0
    scale = np.divide(1.0, total, out=np.zeros_like(total), where=some)
    chances: Floats = weights * scale[level.row_node]
    if not some.all():
        chances += level.even * ~some[level.row_node]
    return chances


def tabulated(tree: Tree, family: Family, policy: Policy) -> Strategy:
    """Ask a policy at every information set of a family."""
    family, moves = Family(family), dict[int, Floats]()
    for turns, scenes in tree.scenes():
        level = tree.levels[turns]
        if level.mover is not family:
            continue
        table = np.zeros(level.legal.shape)
        views: list[View] = []
        places: list[tuple[NDArray[np.int64], int]] = []
        for node, scene in enumerate(scenes):
            for who, order in tree.situations[level.situation[node]].orders.items():
                views.append(View(scene, family, tree.deployments[who].roles))
                places.append((level.first_row[node] + np.array(order), who))
            if len(views) >= MANY or node + 1 == len(scenes):
                for (rows, who), chances in zip(places, _asked(policy, views), strict=True):
                    table[rows, who] = chances
                views, places = [], []
        moves[turns] = table
    return Strategy(tree, family, deployment_chances(policy, tree.game.ruleset), moves)


def deployment_chances(policy: Policy, ruleset: Ruleset) -> Floats:
    """How a policy deploys, in the order of `Deployment.every`."""
    size = Deployment.count(ruleset)
    if policy.deployments is None:
        return np.full(size, 1 / size)
    return _checked(policy.deployments, size, "deployments")


def _asked(policy: Policy, views: Sequence[View]) -> list[Floats]:
    if not views:
        return []
    answers = policy.moves(views)
    if len(answers) != len(views):
        raise VoltoError(f"A policy gave {len(answers)} answers to {len(views)} views.")
    return [
        _checked(answer, len(view.legal_moves()), f"moves of {view}")
        for answer, view in zip(answers, views, strict=True)
    ]


def _checked(chances: NDArray[np.floating], size: int, what: str) -> Floats:
    found = np.asarray(chances, np.float64)
    if found.shape != (size,):
        raise VoltoError(f"The chances of the {what} are {size} numbers, not {found.shape}.")
    if not (np.all(found >= 0.0) and abs(found.sum() - 1.0) < CLOSE):
        raise VoltoError(f"The chances of the {what} are not negative and sum to 1.")
    shares: Floats = found / found.sum()
    return shares
