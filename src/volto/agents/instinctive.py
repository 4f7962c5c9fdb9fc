"""Instinctive: plays the first thing that comes to mind, more or less carefully."""

import random

from volto.agents.agent import Budget, Choice, Thought, by_weight
from volto.mind.knowledge import Knowledge
from volto.mind.playout import weigh_moves
from volto.mind.priors import shipped_priors
from volto.mind.tables import tables_of
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
        return shipped_priors(ruleset.ladies).draw(self._rng, ruleset, self.even_deployments)

    def choose(self, view: View, budget: Budget) -> Move:
        choices = self._choices(view)
        budget.tell(Thought(0, by_weight(choices)))
        return self._rng.choices([c.move for c in choices], [c.weight for c in choices])[0]

    def think(self, view: View, budget: Budget) -> Thought:
        """How likely each move comes to mind; instinct does not ask what it is worth."""
        return budget.tell(Thought(0, by_weight(self._choices(view))))

    def _choices(self, view: View) -> list[Choice]:
        ruleset = view.ruleset
        instinct = shipped_priors(ruleset.ladies).instinct
        row = Knowledge.of(view).row
        moves, chances = weigh_moves(row, tables_of(ruleset), instinct, self.temperature)
        return [
            Choice(Move(_cell(origin), _cell(target)), chance, 0.5, 0.0, 1.0)
            for (origin, target, _), chance in zip(moves.tolist(), chances.tolist(), strict=True)
        ]


def _cell(bit: int) -> Cell:
    return Cell(bit % STRIDE, bit // STRIDE)
