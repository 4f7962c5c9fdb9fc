"""Ten levels, from a child of the streets to the Doge."""

import random
from dataclasses import dataclass

from volto.agents.agent import Agent
from volto.agents.instinctive import Instinctive
from volto.agents.thinker import Settings, Thinker


@dataclass(frozen=True, slots=True)
class Level:
    """How strong an opponent is, and how it comes about."""

    number: int
    name: str
    temperature: float = 1.0
    """How careless instinct is, below the levels that think."""
    settings: Settings | None = None
    """How it searches; None plays by instinct alone."""

    def agent(self, rng: random.Random) -> Agent:
        name = f"{self.name} {self.number}"
        if self.settings is None:
            return Instinctive(rng, self.temperature, even_deployments=1.0, name=name)
        return Thinker(rng, self.settings, name)


LEVELS = (
    Level(1, "Urchin", temperature=2.2),
    Level(2, "Gondolier", temperature=1.0),
    Level(3, "Fisher", temperature=0.4),
    Level(4, "Merchant", settings=Settings(20)),
    Level(5, "Musician", settings=Settings(50)),
    Level(6, "Captain", settings=Settings(110)),
    Level(7, "Ambassador", settings=Settings(250)),
    Level(8, "Senator", settings=Settings(600)),
    Level(9, "Procurator", settings=Settings(1500)),
    Level(10, "Doge", settings=Settings(10_000)),
)
