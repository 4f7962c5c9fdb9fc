"""What it takes to sit at a seat: deploy once, then choose a move whenever it is your turn."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from volto.rules import Deployment, Family, Move, Ruleset, View


@dataclass(frozen=True, slots=True)
class Choice:
    """One move and what an agent thinks of it."""

    move: Move
    weight: float
    """How likely the agent is to play it."""
    value: float
    """The expected result: 1 for a win, 0 for a loss, 0.5 for a draw."""
    low: float
    high: float
    """A 95 % interval for the value."""

    @classmethod
    def about(cls, move: Move, weight: float, value: float, margin: float) -> "Choice":
        """A choice whose value is known up to a margin."""
        return cls(move, weight, value, max(0.0, value - margin), min(1.0, value + margin))


@dataclass(frozen=True, slots=True)
class Thought:
    """How far an agent has come with thinking; the best choices first."""

    nodes: int
    choices: tuple[Choice, ...]


def by_weight(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The same choices, the likeliest first."""
    return tuple(sorted(choices, key=lambda choice: -choice.weight))


@dataclass(frozen=True, slots=True)
class Budget:
    """How long an agent may think about one move; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None
    halt: Event | None = None
    """Once this is set, the agent answers at once with what it has."""
    report: Callable[[Thought], None] | None = None
    """Told how the thinking goes, now and then and at its end."""

    def tell(self, thought: Thought) -> Thought:
        """Report a thought, if anyone wants to know, and return it."""
        if self.report is not None:
            self.report(thought)
        return thought


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


class Thoughtful(Agent, Protocol):
    """An agent that can tell what it thinks."""

    def think(self, view: View, budget: Budget) -> Thought:
        """What it thinks of the moves, without playing one."""
        ...
