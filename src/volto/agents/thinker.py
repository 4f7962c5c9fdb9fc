"""Thinker: weighs what the rival may hide, and searches the worlds that are left."""

import random
from dataclasses import dataclass, replace
from math import sqrt
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from volto.agents.agent import Budget, Choice, Thought
from volto.belief import Belief
from volto.belief.counting import role_table
from volto.mind.geometry import geometry
from volto.mind.memory import Memory, memory, no_memory
from volto.mind.search import CHILD, EDGE, SIBLING, TOTAL, VISITS, search
from volto.mind.suspicion import Suspicion
from volto.mind.worlds import Root
from volto.rules import Cell, Deployment, Family, Move, Ruleset, View
from volto.sim.kernel import U
from volto.sim.layout import STRIDE, rules_row, terms

CHUNK = 256
"""Iterations between two looks at the clock: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a Thinker thinks."""

    iterations: int
    """How many, when the budget does not say."""
    learned: bool = True
    """Whether instinct guides the search, or nothing does."""
    suspicious: bool = True
    """Whether it reads the rival's moves, or holds all that is possible equally likely."""
    explore: float = 0.6
    temperature: float = 1.0
    longest: int = 120
    sharpness: float = 4.0
    """How clearly it prefers what it has tried most: it plays by visits to this power."""
    even_deployments: float = 0.1
    """The share of deployments that are drawn from all alike."""


PLAIN = Settings(
    iterations=4000,
    learned=False,
    suspicious=False,
    explore=0.7,
    longest=1000,
    sharpness=50.0,
    even_deployments=1.0,
)
"""A plain information-set search: uniform beliefs, random roll-outs, random deployments."""


class Tree:
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
        """The moves tried from a node, as edge and child."""
        found, child = [], int(self.nodes[node, CHILD])
        while child >= 0:
            found.append((int(self.nodes[child, EDGE]), child))
            child = int(self.nodes[child, SIBLING])
        return found

    def descend(self, moves: list[Move]) -> None:
        """Go on from where these moves lead, or begin anew."""
        node = self.top
        for move in moves:
            below = dict(self.children(node)).get(edge_of(move))
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
        settings: Settings,
        name: str = "Thinker",
        memory: Memory | None = None,
    ) -> None:
        self.name, self.settings, self._learned = name, settings, memory
        self._rng = rng
        self._tree: Tree | None = None
        self._suspicion: Suspicion | None = None
        self._seen: tuple[object, ...] = ()

    def _memory(self, ruleset: Ruleset) -> Memory:
        if self._learned is not None:
            return self._learned
        return memory(ruleset.ladies) if self.settings.learned else no_memory()

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """Drawn from what was learned, never fixed."""
        chances = self._memory(ruleset).deployments(ruleset, self.settings.even_deployments)
        number = self._rng.choices(range(len(chances)), chances.tolist())[0]
        return Deployment.numbered(number, ruleset)

    def choose(self, view: View, budget: Budget) -> Move:
        """A move drawn by how much the search has come to like it."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        thought = self.think(view, budget)
        return self._rng.choices(
            [choice.move for choice in thought.choices],
            [choice.weight for choice in thought.choices],
        )[0]

    def think(self, view: View, budget: Budget) -> Thought:
        """Search until the budget is spent."""
        begin = perf_counter()
        settings, ruleset = self.settings, view.ruleset
        wanted = budget.nodes or (10**9 if budget.seconds else settings.iterations)
        root, rules, tables = Root.of(view), rules_row(ruleset), geometry(ruleset)
        worlds, cumulative = self._worlds(view)
        tree = self._grown(view, wanted)
        instinct = self._memory(ruleset).instinct
        state = U(self._rng.getrandbits(63) | 1)
        done = 0
        while done < wanted:
            part = min(CHUNK, wanted - done)
            used, state = search(
                part,
                state,
                root.row,
                root.rival,
                root.rival_bits,
                role_table(ruleset),
                worlds,
                cumulative,
                rules,
                tables,
                instinct,
                settings.temperature,
                settings.explore,
                not settings.learned,
                settings.longest,
                terms(ruleset).winners,
                tree.nodes,
                tree.sums,
                tree.used,
                tree.top,
            )
            tree.used = int(used)
            done += part
            if budget.halt is not None and budget.halt.is_set():
                break
            spent = perf_counter() - begin
            if budget.seconds is not None and spent > 0.95 * budget.seconds - 0.01:
                break
            if budget.report is not None and done % (16 * CHUNK) == 0:
                budget.report(self._thought(view, tree, done))
        return self._thought(view, tree, done)

    def _worlds(self, view: View) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """The deployments to draw from, and their growing sums of chances."""
        belief = Belief.of(view)
        if not self.settings.suspicious:
            return belief.numbers, np.arange(1, belief.count + 1) / belief.count
        before = self._suspicion
        if before is not None and before.family is not belief.family:
            before = None
        memory_ = self._memory(view.ruleset)
        self._suspicion = Suspicion.about(view.scene, belief.family, memory_, before)
        weights = self._suspicion.weights
        numbers = np.flatnonzero(weights > 1e-9).astype(np.int32)
        cumulative = np.cumsum(weights[numbers])
        return numbers, cumulative / cumulative[-1]

    def _grown(self, view: View, wanted: int) -> Tree:
        """The tree of the last move if this view follows from it, or a new one."""
        size = min(max(2 * wanted, 4096), 600_000)
        history = view.history
        known = len(self._seen)
        if self._tree is None or len(self._tree.nodes) < size:
            self._tree = Tree(size)
        elif known and history[:known] == self._seen and known < len(history):
            self._tree.descend([turn.move for turn in history[known:]])
        else:
            self._tree.clear()
        self._seen = history
        return self._tree

    def _thought(self, view: View, tree: Tree, nodes: int) -> Thought:
        found = dict(tree.children(tree.top))
        rows = []
        for move in view.legal_moves():
            child = found.get(edge_of(move))
            visits = int(tree.nodes[child, VISITS]) if child is not None else 0
            value = float(tree.sums[child, TOTAL]) / visits if child is not None and visits else 0.5
            rows.append((move, visits, value))
        most = max(visits for _, visits, _ in rows) or 1
        weights = [
            (visits / most) ** self.settings.sharpness if visits * 10 >= most else 0.0
            for _, visits, _ in rows
        ]
        total = sum(weights) or 1.0
        choices = []
        for (move, visits, value), weight in zip(rows, weights, strict=True):
            margin = 1.96 * sqrt(max(value * (1 - value), 0.01) / max(visits, 1))
            low, high = max(0.0, value - margin), min(1.0, value + margin)
            choices.append(Choice(move, weight / total, value, low, high))
        choices.sort(key=lambda choice: -choice.weight)
        return Thought(nodes, tuple(choices))


def edge_of(move: Move) -> int:
    """The number of a move in the tree."""

    def bit_of(cell: Cell) -> int:
        return STRIDE * cell.row + cell.column

    return bit_of(move.origin) * 64 + bit_of(move.target)


def plain_search(rng: random.Random, iterations: int) -> Thinker:
    """The yardstick of strength: plain information-set search."""
    return Thinker(rng, replace(PLAIN, iterations=iterations), f"ISMCTS {iterations}")
