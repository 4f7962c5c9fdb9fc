"""Ten levels, from a child of the streets to the Doge."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from volto.agents.agent import Agent, Budget, Thought, Thoughtful
from volto.agents.instinctive import Instinctive
from volto.agents.thinker import SearchSettings, Thinker
from volto.rules import Deployment, Family, LadyRule, Move, Ruleset, View

AS_STRONG_AS_A_NETWORK = 500
"""Iterations of a search by instinct that play about as well as the bare network."""


class Mind(Enum):
    """What a level decides by."""

    INSTINCT = "instinct"
    SEARCH = "search"
    """A search over worlds, moves by instinct."""
    NETWORK = "network"
    """A trained network, and the search that it leads."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong an opponent is, and how it comes about."""

    number: int
    name: str
    mind: Mind
    temperature: float = 1.0
    """How careless it is when it does not search."""
    iterations: int = 0
    """How long it searches."""
    for_captor: Mind | None = None
    """What it decides by where the captor of the Ladies wins, if that is another."""

    @property
    def by_network(self) -> bool:
        return self.mind is Mind.NETWORK

    def agent(self, rng: random.Random) -> Agent:
        if self.mind is Mind.INSTINCT:
            return Instinctive(rng, self.temperature, even_deployments=1.0, name=self._title)
        return self.thinker(rng)

    def thinker(self, rng: random.Random) -> Thoughtful:
        """The same for a level above instinct: it can tell what it thinks."""
        if self.for_captor is None:
            return self._minded(self.mind, rng)
        minds = {LadyRule.OWNER: self.mind, LadyRule.CAPTOR: self.for_captor}
        return TwoMinds(self._title, {rule: self._minded(minds[rule], rng) for rule in minds})

    def stand_in(self, rng: random.Random) -> Agent:
        """One about as strong that needs no network, for as long as that is being compiled."""
        return Thinker(
            rng, SearchSettings(max(self.iterations, AS_STRONG_AS_A_NETWORK)), self._title
        )

    def _minded(self, mind: Mind, rng: random.Random) -> Thoughtful:
        if mind is Mind.NETWORK:
            from volto.agents.learned import (  # compiled only when asked for
                Learned,
                LearnedSettings,
            )

            return Learned(rng, LearnedSettings(self.iterations, self.temperature), self._title)
        return Thinker(rng, SearchSettings(self.iterations), self._title)

    @property
    def _title(self) -> str:
        return f"{self.name} {self.number}"


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


LEVELS = (
    Level(1, "Urchin", Mind.INSTINCT, temperature=2.2),
    Level(2, "Gondolier", Mind.INSTINCT, temperature=1.0),
    Level(3, "Fisher", Mind.INSTINCT, temperature=0.4),
    Level(4, "Merchant", Mind.SEARCH, iterations=20),
    Level(5, "Musician", Mind.SEARCH, iterations=100),
    Level(6, "Captain", Mind.NETWORK, temperature=0.6),
    Level(7, "Ambassador", Mind.NETWORK, iterations=40),
    Level(8, "Senator", Mind.NETWORK, iterations=120),
    Level(9, "Procurator", Mind.NETWORK, iterations=600),
    Level(10, "Doge", Mind.NETWORK, iterations=10_000, for_captor=Mind.SEARCH),
)
