"""How far a family's own choices carry the game, and what every deployment of the other gets.

Both run over a whole level at a time. A node's value for a deployment is counterfactual: it counts
every deployment of the rival by how likely the rival's choices make it to come there.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from volto.exact.tree import Floats, Tree, TreeLevel
from volto.rules import Family

Moves = Mapping[int, Floats]
"""For each level in which a family moves, by turns played: the chance of each move (row) with each
deployment (column)."""

Decide = Callable[[int, TreeLevel, Floats], Floats]
"""Turns played, the level, the value of every move for every deployment: the value of its nodes."""


def reach(tree: Tree, family: Family, deployments: Floats, moves: Moves) -> list[Floats]:
    """The chance that `family` deploys so and then makes its moves on the way to each node.

    In its own levels the next move is included, so there is a row for each move, not each node.
    """
    found: list[Floats] = []
    at = deployments[np.newaxis]
    for turns, level in enumerate(tree.levels):
        if level.mover is family:
            rows = at[level.row_node] * moves[turns]
            found.append(rows)
            at = rows[level.branch_row] * level.branch_own
        else:
            found.append(at)
            at = at[level.branch_node] * level.branch_rival
    return found


def values(tree: Tree, family: Family, rival_reach: Sequence[Floats], decide: Decide) -> Floats:
    """What each deployment of `family` is worth when it decides so: 1 a win, -1 a loss."""
    below = np.zeros((0, len(tree.deployments)))
    for turns in reversed(range(len(tree.levels))):
        level, rival = tree.levels[turns], rival_reach[turns]
        if level.mover is family:
            chance = np.einsum("ij,ij->i", rival[level.end_node], level.end_rival)
            of_ends = (level.end_value * chance)[:, np.newaxis] * level.end_own
            of_moves = level.ends_of_row.sum(of_ends)
            of_moves += level.branches_of_row.sum(below * level.branch_own)
            below = decide(turns, level, of_moves)
        else:
            chance = np.einsum("ij,ij->i", rival[level.end_row], level.end_own)
            of_ends = (-level.end_value * chance)[:, np.newaxis] * level.end_rival
            below = level.branches_of_node.sum(below * level.branch_rival)
            below += level.ends_of_node.sum(of_ends)
    result: Floats = below[0]
    return result
