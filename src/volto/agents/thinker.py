"""Thinker: weighs what the rival may hide, and searches the worlds that are left."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import cycle
from math import sqrt
from time import perf_counter

import numpy as np

from volto.agents.agent import Budget, Choice, Thought, by_weight
from volto.agents.move_selection import by_visits, decide, search, wanted
from volto.mind.ismcts import TOTAL, VISITS, children
from volto.mind.ismcts import search as grow_tree
from volto.mind.knowledge import Knowledge
from volto.mind.opponent_model import OpponentModel
from volto.mind.priors import Priors, no_priors, shipped_priors
from volto.mind.tables import tables_of
from volto.mind.worlds import Worlds
from volto.rules import Deployment, Family, Move, Ruleset, Scene, View
from volto.sim.actions import action_of
from volto.sim.kernel import U
from volto.sim.threads import all_cores, in_parts

CHUNK = 256
"""Iterations between two looks at the clock: some ten milliseconds."""
LARGEST_TREE = 600_000


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a Thinker thinks."""

    iterations: int
    """How many, when the budget does not say."""
    learned: bool = True
    """Whether instinct guides the search, or nothing does."""
    suspicious: bool = True
    """Whether it reads the rival's moves, or holds all that is possible equally likely."""
    explore: float = 0.6
    caution: float = 0.4
    """How often the rival, in the tree, sees through our masks: at 0 it falls for every bluff."""
    temperature: float = 1.0
    longest: int = 120
    sharpness: float = 4.0
    """How clearly it prefers what it has tried most: it plays by visits to this power."""
    even_deployments: float = 0.05
    """The share of deployments that are drawn from all alike."""
    proves: bool = True
    """Whether it looks for sure wins and safe moves first."""
    threads: int = 1
    """How many trees it grows at once; 0 for one on each core."""


PLAIN = SearchSettings(
    iterations=4000,
    learned=False,
    suspicious=False,
    explore=0.7,
    caution=1.0,
    longest=1000,
    sharpness=50.0,
    even_deployments=1.0,
    proves=False,
)
"""A plain information-set search: uniform beliefs, random roll-outs, random deployments."""


class SearchTree:
    """A search tree, kept from one move to the next."""

    def __init__(self, size: int) -> None:
        self.nodes = np.zeros((size, 5), np.int32)
        self.sums = np.zeros((size, 2), np.float64)
        self.clear()

    def clear(self) -> None:
        self.used, self.top = 1, 0
        self.nodes[0] = (-1, -1, 0, 0, 1)
        self.sums[0] = 0.0

    def children(self, node: int) -> list[tuple[int, int]]:
        """The actions tried from a node, each with the node it leads to."""
        return list(children(self.nodes, node))

    def descend(self, actions: Iterable[int]) -> None:
        """Go on from where these actions lead, or begin anew."""
        node = self.top
        for action in actions:
            below = dict(self.children(node)).get(action)
            if below is None or self.used > len(self.nodes) // 2:
                self.clear()
                return
            node = below
        self.top = node


class Thinker:
    """A player who thinks by search; how well depends on the settings."""

    def __init__(
        self,
        rng: random.Random,
        settings: SearchSettings,
        name: str = "Thinker",
        priors: Priors | None = None,
    ) -> None:
        self.name, self.settings, self._given = name, settings, priors
        self._rng = rng
        self._trees: list[SearchTree] = []
        self._opponent: OpponentModel | None = None
        self._last: Scene | None = None

    def _priors(self, ruleset: Ruleset) -> Priors:
        if self._given is not None:
            return self._given
        return shipped_priors(ruleset.ladies) if self.settings.learned else no_priors()

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """Drawn from what was learned, never fixed."""
        priors = self._priors(ruleset)
        return priors.draw(self._rng, ruleset, self.settings.even_deployments)

    def choose(self, view: View, budget: Budget) -> Move:
        """A sure win if there is one; else drawn by how much the search has come to like it."""
        return decide(view, budget, self.think, self._rng, self.settings.proves)

    def think(self, view: View, budget: Budget) -> Thought:
        """Search until the budget is spent."""
        begin = perf_counter()
        settings, ruleset = self.settings, view.ruleset
        known, tables = Knowledge.of(view), tables_of(ruleset)
        worlds = self._worlds(view)
        most = wanted(budget, settings.iterations)
        trees = self._grown(view, most)
        states = [U(self._rng.getrandbits(63) | 1) for _ in trees]
        part = 0

        def grow(number: int, _: int) -> None:
            tree = trees[number]
            used, states[number] = grow_tree(
                part,
                states[number],
                known.row,
                known.rival_number,
                known.rival_bits,
                worlds.numbers,
                worlds.manners,
                worlds.cumulative,
                tables,
                worlds.instincts,
                settings.temperature,
                settings.explore,
                settings.caution,
                not settings.learned,
                settings.longest,
                tree.nodes,
                tree.sums,
                tree.used,
                tree.top,
            )
            tree.used = int(used)

        def grow_all(left: int) -> int:
            nonlocal part
            part = min(CHUNK, -(-left // len(trees)))
            in_parts(grow, len(trees), len(trees))
            return part * len(trees)

        return search(budget, most, begin, grow_all, lambda done: self._thought(view, done))

    def _worlds(self, view: View) -> Worlds:
        """What to draw from: all that is possible, or what the rival is likely to hide."""
        known, priors = Knowledge.of(view), self._priors(view.ruleset)
        if not self.settings.suspicious:
            return Worlds.alike(known.belief.numbers, priors.instinct)
        self._opponent = OpponentModel.about(known, priors, self._opponent)
        return self._opponent.worlds(priors.instinct)

    def _grown(self, view: View, wanted: int) -> list[SearchTree]:
        """The trees of the last move if this view follows from it, or new ones."""
        number = self.settings.threads or all_cores()
        size = min(max(2 * wanted // number, 4096), LARGEST_TREE)
        last, scene = self._last, view.scene
        self._last = scene
        if len(self._trees) != number or len(self._trees[0].nodes) < size:
            self._trees = [SearchTree(size) for _ in range(number)]
        elif last is not None and scene.turns > last.turns and scene.follows(last):
            families = cycle((last.to_move, last.to_move.rival))
            actions = [
                action_of(turn.move, family, scene.ruleset)
                for turn, family in zip(scene.history[len(last.history) :], families, strict=False)
            ]
            for tree in self._trees:
                tree.descend(actions)
        else:
            for tree in self._trees:
                tree.clear()
        return self._trees

    def _thought(self, view: View, nodes: int) -> Thought:
        """What the search has found so far, the best choice first."""
        found: Counter[int] = Counter()
        points: defaultdict[int, float] = defaultdict(float)
        for tree in self._trees:
            for action, child in tree.children(tree.top):
                found[action] += int(tree.nodes[child, VISITS])
                points[action] += float(tree.sums[child, TOTAL])
        moves = view.legal_moves()
        actions = [action_of(move, view.to_move, view.ruleset) for move in moves]
        visits = [found[action] for action in actions]
        weights = by_visits(visits, self.settings.sharpness)
        choices = []
        for move, action, tried, weight in zip(moves, actions, visits, weights, strict=True):
            value = points[action] / tried if tried else 0.5
            margin = 1.96 * sqrt(max(value * (1 - value), 0.01) / max(tried, 1))
            choices.append(Choice.about(move, weight, value, margin))
        return Thought(nodes, by_weight(choices))


def plain_search(rng: random.Random, iterations: int) -> Thinker:
    """The yardstick of strength: plain information-set search."""
    return Thinker(rng, replace(PLAIN, iterations=iterations), f"ISMCTS {iterations}")
