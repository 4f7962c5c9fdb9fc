"""Random: the player without a plan."""

import random

from volto.agents.agent import Budget
from volto.rules import Deployment, Family, Move, Ruleset, View


class Random:
    """Every deployment and every legal move is as likely as any other."""

    name = "Random"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        return Deployment.random(self._rng, ruleset)

    def choose(self, view: View, budget: Budget) -> Move:
        return self._rng.choice(view.legal_moves())
