"""What it takes to sit at a seat: deploy once, then choose a move whenever it is your turn."""

from dataclasses import dataclass
from typing import Protocol

from volto.rules import Deployment, Family, Move, Ruleset, View


@dataclass(frozen=True, slots=True)
class Budget:
    """How long an agent may think about one move; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None


class Agent(Protocol):
    """A player. It is told what a person on the same seat would know, a View, and nothing else.

    Chance comes in at construction (`rng`), so that the same seed plays the same game.
    """

    @property
    def name(self) -> str: ...

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """A deployment for `family` under these rules."""
        ...

    def choose(self, view: View, budget: Budget) -> Move:
        """One of `view.legal_moves()`, of which there is at least one."""
        ...
