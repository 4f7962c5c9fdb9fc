"""What holds for every game of a match: the rules, the chance, the deployments, the time."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from threading import Event

from volto.agents import Budget
from volto.arena.schedule import Pair
from volto.rules import STANDARD, Ruleset, VoltoError

EVENT = "Arena"
LONGEST = 86_400
"""Nobody may take more seconds for a move than this."""


class DeploymentSource(StrEnum):
    """Who deploys: each agent for itself, or chance for both."""

    OWN = "own"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Conditions:
    """Two matches with the same agents and conditions are the same match.

    An agent that is given seconds loses when it needs more than them and the grace. Seconds are
    for moves alone: agents prepare themselves when they are made.
    """

    seed: int = 1
    deployments: DeploymentSource = DeploymentSource.OWN
    seconds: float | None = None
    nodes: int | None = None
    grace: float = 0.5
    ruleset: Ruleset = STANDARD

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds <= LONGEST:
            raise VoltoError(f"Seconds per move: from 0 to {LONGEST}, not {self.seconds:g}.")
        if self.nodes is not None and self.nodes < 1:
            raise VoltoError(f"Nodes per move: 1 or more, not {self.nodes}.")
        if not 0 <= self.grace <= LONGEST:
            raise VoltoError(f"Seconds of grace: from 0 to {LONGEST}, not {self.grace:g}.")

    def chance(self, pair: Pair, *purpose: str) -> Random:
        """The generator for one purpose in one pair: it depends on nothing else."""
        return Random(repr((self.seed, *pair, *purpose)))

    def budget(self, halt: Event) -> Budget:
        return Budget(seconds=self.seconds, nodes=self.nodes, halt=halt)

    @property
    def latest(self) -> float | None:
        """After how many seconds a move comes too late; None for never."""
        return None if self.seconds is None else self.seconds + self.grace

    def tags(self) -> dict[str, str]:
        """What a record says about the conditions, besides the rules."""
        limits = []
        if self.seconds is not None:
            limits.append(f"{self.seconds:g} s")
        if self.nodes is not None:
            limits.append(f"{self.nodes} nodes")
        return {
            "Seed": str(self.seed),
            "Deployments": self.deployments.value,
            "Budget": ", ".join(limits) or "none",
        }
