"""Two minds in one player: which of them decides depends on the Lady rule."""

from collections.abc import Mapping
from typing import Protocol

from volto.agents.agent import Agent, Budget, Thought
from volto.rules import Deployment, Family, LadyRule, Move, Ruleset, View


class Thoughtful(Agent, Protocol):
    """An agent that can tell what it thinks."""

    def think(self, view: View, budget: Budget) -> Thought:
        """What it thinks of the moves, without playing one."""
        ...


class TwoMinds:
    """One player for both Lady rules, with a mind for each."""

    def __init__(self, name: str, minds: Mapping[LadyRule, Thoughtful]) -> None:
        self.name, self._minds = name, minds

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        return self._minds[ruleset.ladies].deploy(family, ruleset)

    def choose(self, view: View, budget: Budget) -> Move:
        return self._minds[view.ruleset.ladies].choose(view, budget)

    def think(self, view: View, budget: Budget) -> Thought:
        return self._minds[view.ruleset.ladies].think(view, budget)
