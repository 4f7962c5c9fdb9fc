"""Who sits across from the caller of a vector environment: chance, a policy, or any agent."""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from volto.agents import Agent, Budget, make_agent
from volto.arena.supervision import dismiss
from volto.rules import Deployment, Family, Position, Ruleset, VoltoError
from volto.sim import Batch, action_of, move_of

Actions = NDArray[np.int32]
Policy = Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[Any]]
"""From observations and legal actions, a game each, to one action a game."""

Tables = NDArray[np.object_]
"""What an opponent keeps of each game; None if it keeps nothing."""

BUDGET = Budget()
"""Every agent thinks as long as it is used to."""


class Opponent(Protocol):
    """Plays all games of a batch in which it is its turn."""

    stock: int
    """How many games are made ready at a time: few, if each takes long."""

    def sit(self, family: Family, rng: np.random.Generator) -> "Table | None":
        """What it keeps of one game, in which it plays `family`."""
        ...

    def follow(self, tables: Tables, actions: Actions) -> None:
        """The caller has played these; -1 stands for nothing."""
        ...

    def act(self, batch: Batch, tables: Tables) -> Actions:
        """An action for every game; -1 where the game is over."""
        ...


class Table:
    """One game as an agent follows it: it is asked with the view of its own seat."""

    def __init__(self, agent: Agent, family: Family, ruleset: Ruleset) -> None:
        self._agent, self._family, self._ruleset = agent, family, ruleset
        self._position: Position | None = None

    def deploy(self) -> Deployment:
        return self._agent.deploy(self._family, self._ruleset)

    def begin(self, white: Deployment, red: Deployment) -> None:
        self._position = Position.start(white, red, ruleset=self._ruleset)

    def play(self, action: int) -> None:
        """The caller's move."""
        position = self._running()
        self._position = position.play(move_of(action, position.to_move, self._ruleset))

    def answer(self) -> int:
        """The agent's move, as an action."""
        position = self._running()
        move = self._agent.choose(position.view(self._family), BUDGET)
        self._position = position.play(move)
        return action_of(move, self._family, self._ruleset)

    def leave(self) -> None:
        """Let go of what the agent holds."""
        dismiss(self._agent)

    def _running(self) -> Position:
        if self._position is None:
            raise VoltoError("The game at this table has not begun.")
        return self._position


class Chance:
    """Every legal action is as likely as any other."""

    stock = 256

    def sit(self, family: Family, rng: np.random.Generator) -> None:
        return None

    def follow(self, tables: Tables, actions: Actions) -> None:
        return None

    def act(self, batch: Batch, tables: Tables) -> Actions:
        return batch.sample_legal()


class ByPolicy(Chance):
    """A function chooses in all games at once, such as an earlier self of the learner."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def act(self, batch: Batch, tables: Tables) -> Actions:
        chosen = np.asarray(self._policy(batch.observe(), batch.legal()))
        if chosen.shape != (batch.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise VoltoError(
                f"The opponent's actions are {batch.games} integers, "
                f"not {chosen.dtype} {chosen.shape}."
            )
        return np.where(batch.reason == 0, chosen, -1).astype(np.int32)


class ByAgent:
    """An agent for every game, made anew with it; it deploys for itself."""

    stock = 1

    def __init__(self, words: str, ruleset: Ruleset) -> None:
        self._words, self._ruleset = words, ruleset
        dismiss(make_agent(words, Random(0)))  # a wrong word is told now

    def sit(self, family: Family, rng: np.random.Generator) -> Table:
        agent = make_agent(self._words, Random(int(rng.integers(2**62))))
        return Table(agent, family, self._ruleset)

    def follow(self, tables: Tables, actions: Actions) -> None:
        for table, action in zip(tables, actions.tolist(), strict=True):
            if action >= 0:
                table.play(action)

    def act(self, batch: Batch, tables: Tables) -> Actions:
        chosen = np.full(batch.games, -1, np.int32)
        for game in np.flatnonzero(batch.reason == 0).tolist():
            chosen[game] = tables[game].answer()
        return chosen


def opponent_of(wanted: str | Policy, ruleset: Ruleset) -> Opponent:
    """The opponent that is asked for: a policy, `random`, or the words of any other agent."""
    if callable(wanted):
        return ByPolicy(wanted)
    return Chance() if wanted == "random" else ByAgent(wanted, ruleset)
