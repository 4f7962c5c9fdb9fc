"""A small game written out whole: its public tree, level by level, in flat arrays.

A node is a public history, and a level holds all that are equally long, so one family is to move in
a whole level. What each family hides is a column: every array with deployments has one for each, in
the order of `Deployment.every`. A node and a deployment of its mover make an information set.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from volto.exact.games import MiniGame
from volto.exact.situation import Bools, Situation, Situations, Who
from volto.rules import Deployment, Family, Scene, Turn, VoltoError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LARGEST = 20_000_000
"""Moves in the largest tree that is written out: some gigabytes."""


class Segments:
    """Sums the rows of an array that belong together; `of` says where each belongs, rising."""

    def __init__(self, of: Ints, size: int) -> None:
        self.size = size
        self.starts = np.flatnonzero(np.diff(of, prepend=-1))
        self.found = of[self.starts]

    def sum(self, values: Floats) -> Floats:
        total = np.zeros((self.size, *values.shape[1:]))
        if len(self.found):
            total[self.found] = np.add.reduceat(values, self.starts, axis=0)
        return total

    def max(self, values: Floats) -> Floats:
        """The largest of each; minus infinity where there is none."""
        most = np.full((self.size, *values.shape[1:]), -np.inf)
        if len(self.found):
            most[self.found] = np.maximum.reduceat(values, self.starts, axis=0)
        return most


@dataclass(frozen=True, eq=False, repr=False)
class TreeLevel:
    """All nodes with equally many turns. `own` is about the mover, `rival` about the other."""

    mover: Family
    situation: Ints
    """What can happen at each node, as a number in `Tree.situations`."""
    row_node: Ints
    """The moves of all nodes, one after the other: the node of each."""
    legal: Bools
    """Which move which deployment of the mover allows."""
    branch_row: Ints
    """The turns after which the game goes on, in the order of the next level's nodes: the move."""
    branch_own: Bools
    branch_rival: Bools
    branch_number: Ints
    """Which of its situation's branches it is."""
    end_row: Ints
    """The ends that are no draws: the move."""
    end_own: Bools
    end_rival: Bools
    end_value: Floats
    """1 if the mover has won, -1 if it has lost."""

    @cached_property
    def nodes(self) -> int:
        return len(self.situation)

    @cached_property
    def branch_node(self) -> Ints:
        return self.row_node[self.branch_row]

    @cached_property
    def end_node(self) -> Ints:
        return self.row_node[self.end_row]

    @cached_property
    def rows_of_node(self) -> Segments:
        return Segments(self.row_node, self.nodes)

    @cached_property
    def branches_of_row(self) -> Segments:
        return Segments(self.branch_row, len(self.row_node))

    @cached_property
    def branches_of_node(self) -> Segments:
        return Segments(self.branch_node, self.nodes)

    @cached_property
    def ends_of_row(self) -> Segments:
        return Segments(self.end_row, len(self.row_node))

    @cached_property
    def ends_of_node(self) -> Segments:
        return Segments(self.end_node, self.nodes)

    @cached_property
    def even(self) -> Floats:
        """Chances by which every legal move is as likely as the others."""
        number = self.rows_of_node.sum(self.legal.astype(np.float64))
        return self.legal / np.maximum(number, 1.0)[self.row_node]

    @cached_property
    def first_row(self) -> Ints:
        """Where the moves of each node begin."""
        return np.searchsorted(self.row_node, np.arange(self.nodes + 1))


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """Everything that can happen in a game."""

    game: MiniGame
    deployments: tuple[Deployment, ...]
    situations: tuple[Situation, ...]
    levels: tuple[TreeLevel, ...]

    @property
    def nodes(self) -> int:
        """Public histories after which the game goes on."""
        return sum(level.nodes for level in self.levels)

    @property
    def moves(self) -> int:
        """Public moves, over all nodes."""
        return sum(len(level.row_node) for level in self.levels)

    @property
    def information_sets(self) -> int:
        """Moments at which a player decides, as that player knows them; deploying not counted."""
        able = [len(situation.orders) for situation in self.situations]
        return sum(int(np.take(able, level.situation).sum()) for level in self.levels)

    def scenes(self) -> Iterator[tuple[int, list[Scene]]]:
        """Level by level, by the number of turns played, the scene at every node."""
        scenes = [Scene.start(self.game.first, self.game.ruleset)]
        for turns, level in enumerate(self.levels):
            yield turns, scenes
            scenes = [
                scenes[node].after(self.turn(level, branch))
                for branch, node in enumerate(level.branch_node)
            ]

    def turn(self, level: TreeLevel, branch: int) -> Turn:
        """The turn that a branch of a level stands for."""
        situation = self.situations[int(level.situation[level.branch_node[branch]])]
        return situation.branches[int(level.branch_number[branch])].turn

    def node(self, turns: Sequence[Turn]) -> int:
        """The node, in its level, that these turns lead to."""
        node = 0
        for level, turn in zip(self.levels, turns, strict=False):
            first, last = np.searchsorted(level.branch_node, (node, node + 1))
            found = [b for b in range(first, last) if self.turn(level, b) == turn]
            if not found:
                raise VoltoError(f"The game does not go on after {' '.join(map(str, turns))}.")
            node = found[0]
        return node


@cache
def tree_of(game: MiniGame) -> Tree:
    """The tree of a game, written out once; raises VoltoError if it is too large for that."""
    found = Situations(Scene.start(game.first, game.ruleset))
    situations, deployments = tuple(found.all), found.deployments
    flat = _Flat(situations, len(deployments))
    levels: list[TreeLevel] = []
    at, mover, moves = np.zeros(1, np.int64), game.first, 0
    while len(at):
        moves += int(flat.rows.count[at].sum())
        if moves > LARGEST:
            raise VoltoError(f"The tree of {game.name} has more than {LARGEST:,} moves.")
        level = flat.level(mover, at)
        levels.append(level)
        at, mover = flat.then(level), mover.rival
    return Tree(game, deployments, situations, tuple(levels))


class _Part:
    """What all situations have of one kind, one after the other, and whose is whose."""

    def __init__(self, counts: Sequence[int]) -> None:
        self.count = np.array(counts, np.int64)
        self.start = np.cumsum(self.count) - self.count

    def take(self, at: Ints) -> tuple[Ints, Ints]:
        """For situations `at`, one after the other: whose each thing is, and where it stands."""
        count = self.count[at]
        owner = np.repeat(np.arange(len(at)), count)
        within = np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count)
        return owner, self.start[at][owner] + within


class _Flat:
    """All situations in arrays, to copy levels from."""

    def __init__(self, situations: Sequence[Situation], deployments: int) -> None:
        def bools(who: Sequence[Who]) -> Bools:
            found = np.zeros((len(who), deployments), np.bool_)
            for row, numbers in enumerate(who):
                found[row, numbers] = True
            return found

        branches = [branch for situation in situations for branch in situation.branches]
        ends = [[end for end in situation.ends if end.value] for situation in situations]
        won = [end for some in ends for end in some]
        self.rows = _Part([len(situation.moves) for situation in situations])
        self.branches = _Part([len(situation.branches) for situation in situations])
        self.ends = _Part([len(some) for some in ends])
        self.legal = np.concatenate([situation.legal for situation in situations])
        self.branch_move = np.array([branch.move for branch in branches], np.int64)
        self.branch_own = bools([branch.own for branch in branches])
        self.branch_rival = bools([branch.rival for branch in branches])
        self.branch_then = np.array([branch.then for branch in branches], np.int64)
        self.end_move = np.array([end.move for end in won], np.int64)
        self.end_own = bools([end.own for end in won])
        self.end_rival = bools([end.rival for end in won])
        self.end_value = np.array([end.value for end in won], np.float64)

    def level(self, mover: Family, at: Ints) -> TreeLevel:
        row_node, rows = self.rows.take(at)
        first_row = np.cumsum(self.rows.count[at]) - self.rows.count[at]
        branch_node, branches = self.branches.take(at)
        end_node, ends = self.ends.take(at)
        return TreeLevel(
            mover=mover,
            situation=at,
            row_node=row_node,
            legal=self.legal[rows],
            branch_row=first_row[branch_node] + self.branch_move[branches],
            branch_own=self.branch_own[branches],
            branch_rival=self.branch_rival[branches],
            branch_number=branches - self.branches.start[at][branch_node],
            end_row=first_row[end_node] + self.end_move[ends],
            end_own=self.end_own[ends],
            end_rival=self.end_rival[ends],
            end_value=self.end_value[ends],
        )

    def then(self, level: TreeLevel) -> Ints:
        """The situations of the next level's nodes."""
        start = self.branches.start[level.situation][level.branch_node]
        then: Ints = self.branch_then[start + level.branch_number]
        return then
