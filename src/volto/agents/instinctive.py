"""Instinctive: plays the first thing that comes to mind, more or less carefully."""

import random

from volto.agents.agent import Budget
from volto.mind.playout import weigh_moves
from volto.mind.priors import memory
from volto.mind.tables import tables_of
from volto.mind.worlds import Root
from volto.rules import Cell, Deployment, Family, Move, Ruleset, View
from volto.sim.layout import STRIDE


class Instinctive:
    """Draws a move by instinct; the higher the temperature, the more careless."""

    def __init__(
        self,
        rng: random.Random,
        temperature: float = 1.0,
        even_deployments: float = 0.1,
        name: str = "Instinct",
    ) -> None:
        self.name, self.temperature, self.even_deployments = name, temperature, even_deployments
        self._rng = rng

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """Drawn from what was learned, more or less."""
        return memory(ruleset.ladies).draw(self._rng, ruleset, self.even_deployments)

    def choose(self, view: View, budget: Budget) -> Move:
        ruleset = view.ruleset
        instinct = memory(ruleset.ladies).instinct
        row = Root.of(view).row
        moves, chances = weigh_moves(row, tables_of(ruleset), instinct, self.temperature)
        origin, target, _ = self._rng.choices(moves.tolist(), chances.tolist())[0]
        return Move(_cell(origin), _cell(target))


def _cell(bit: int) -> Cell:
    return Cell(bit % STRIDE, bit // STRIDE)
