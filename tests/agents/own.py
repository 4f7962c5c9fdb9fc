"""Agents as somebody else might write them."""

from random import Random

from volto.agents import Budget
from volto.rules import Deployment, Family, Move, Ruleset, View

NUMBER = 7


class Quiet:
    """Needs no generator; always plays its first move."""

    name = "Quiet"

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        return Deployment.numbered(0, ruleset)

    def choose(self, view: View, budget: Budget) -> Move:
        return view.legal_moves()[0]


class Seeded(Quiet):
    """Plays at random."""

    name = "Seeded"

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, budget: Budget) -> Move:
        return self.rng.choice(view.legal_moves())


class Hollow:
    name = "Hollow"

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        return Deployment.numbered(0, ruleset)


class Stubborn(Quiet):
    def __init__(self) -> None:
        raise ValueError("not today")


QUIET = Quiet()


def factory(rng: Random) -> Seeded:
    return Seeded(rng)
