"""The actors that play for a learner: one rollout worker, or several that share the games.

Where they run is their own affair; the learner sees one trajectory, its games in a fixed order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Protocol

import numpy as np

from volto.mind.network import Network
from volto.rules import Ruleset, VoltoError
from volto.train.players import Player, Reals
from volto.train.rollouts import KINDS, Rival, RolloutStats, RolloutWorker, Trajectory


class ActorsLost(VoltoError):
    """Some actors are gone, and their games with them."""


@dataclass(frozen=True)
class ActorConfig:
    """The games that one actor plays."""

    ruleset: Ruleset
    games: int
    turns: int
    seed: int
    threads: int = 1
    break_off: float = 0.0
    patience: int = 0

    def worker(self) -> RolloutWorker:
        return RolloutWorker(
            self.ruleset,
            self.games,
            self.turns,
            self.seed,
            self.threads,
            self.break_off,
            self.patience,
        )


class Actors(Protocol):
    """Play for a learner; one `RolloutWorker` alone will do."""

    @property
    def truths(self) -> int:
        """How many numbers only a critic may see."""
        ...

    def seat_rivals(self, rivals: Sequence[Rival]) -> None: ...

    def reset(self, deployments: Reals) -> None: ...

    def collect(
        self, network: Network, deployments: Reals, teacher: Player | None = None
    ) -> Trajectory: ...

    def take_stats(self) -> RolloutStats: ...


MakeActors = Callable[[Sequence[ActorConfig]], Actors]


def local_actors(configs: Sequence[ActorConfig]) -> Actors:
    """Actors in this process; a single one is the worker itself, whose trajectory is not copied."""
    return configs[0].worker() if len(configs) == 1 else LocalActors(configs)


class LocalActors:
    """Rollout workers in this process, one after the other."""

    def __init__(self, configs: Sequence[ActorConfig]) -> None:
        self.workers = [config.worker() for config in configs]
        self.buffer: Trajectory | None = None

    @property
    def truths(self) -> int:
        return self.workers[0].truths

    def seat_rivals(self, rivals: Sequence[Rival]) -> None:
        for worker in self.workers:
            worker.seat_rivals(rivals)

    def reset(self, deployments: Reals) -> None:
        for worker in self.workers:
            worker.reset(deployments)

    def collect(
        self, network: Network, deployments: Reals, teacher: Player | None = None
    ) -> Trajectory:
        self.buffer = side_by_side(
            [worker.collect(network, deployments, teacher) for worker in self.workers], self.buffer
        )
        return self.buffer

    def take_stats(self) -> RolloutStats:
        return total([worker.take_stats() for worker in self.workers])


def side_by_side(parts: Sequence[Trajectory], buffer: Trajectory | None = None) -> Trajectory:
    """The games of all these trajectories, in the memory of an earlier result if given."""
    return Trajectory(
        **{
            field.name: np.concatenate(
                [getattr(part, field.name) for part in parts],
                axis=1,
                out=None if buffer is None else getattr(buffer, field.name),
            )
            for field in fields(Trajectory)
        }
    )


def total(parts: Sequence[RolloutStats]) -> RolloutStats:
    """How the games of all went."""
    found = RolloutStats(np.zeros(KINDS), np.zeros(KINDS, np.int64))
    for part in parts:
        found.points += part.points
        found.games += part.games
        found.draws += part.draws
        found.turns += part.turns
    return found
