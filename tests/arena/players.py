"""Agents that misbehave, each in its own way, and a maker for them."""

from random import Random

from volto.agents import Agent, Budget
from volto.agents import Random as RandomAgent
from volto.agents.external_engine import EngineFailed, EngineFault
from volto.rules import Cell, Deployment, Family, Move, Role, Ruleset, View, VoltoError


class Crasher(RandomAgent):
    """Crashes in its second turn."""

    def choose(self, view: View, budget: Budget) -> Move:
        if view.turns >= 2:
            raise ZeroDivisionError("one over\nnothing")
        return super().choose(view, budget)


class Cheater(RandomAgent):
    """Steps onto a mask of its own."""

    def choose(self, view: View, budget: Budget) -> Move:
        here, there, *_ = sorted(view.own)
        return Move(here, there)


class Stranger(RandomAgent):
    """Leaves the mat."""

    def choose(self, view: View, budget: Budget) -> Move:
        return Move(Cell(70, 70), Cell(71, 71))


class Mumbler(RandomAgent):
    """Says nothing."""

    def choose(self, view: View, budget: Budget) -> Move:
        return None  # type: ignore[return-value]


class Sleeper(RandomAgent):
    """Thinks until it is halted."""

    def choose(self, view: View, budget: Budget) -> Move:
        assert budget.halt is not None
        budget.halt.wait(30)
        return super().choose(view, budget)


class Staller(RandomAgent):
    """A program that its seat has given up waiting for."""

    def choose(self, view: View, budget: Budget) -> Move:
        raise EngineFailed(
            EngineFault.STALLED, "The engine Staller did not answer go within 3.0 s."
        )


class Outlaw(RandomAgent):
    """A program that plays what the rules forbid."""

    def choose(self, view: View, budget: Budget) -> Move:
        raise EngineFailed(EngineFault.ILLEGAL, "The engine Outlaw played a2a1.")


class Homeless(RandomAgent):
    """Cannot deploy."""

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        raise VoltoError("No room.")


class Crowd(RandomAgent):
    """Deploys Ladies only."""

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        return Deployment((Role.LADY,) * 10)


MISBEHAVED: dict[str, type[RandomAgent]] = {
    kind.__name__.lower(): kind
    for kind in (Crasher, Cheater, Stranger, Mumbler, Sleeper, Staller, Outlaw, Homeless, Crowd)
}


def make(words: str, rng: Random) -> Agent:
    """One of the above; nobody is called `absent`; everyone else plays at random."""
    if words == "absent":
        raise VoltoError("Nobody is called so.")
    return MISBEHAVED.get(words, RandomAgent)(rng)
