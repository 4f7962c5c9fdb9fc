"""Those who play the games of a stretch: one gathering, or several that share them out.

Where they live is their own affair; the learner sees one stretch, its games in a fixed order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Protocol

import numpy as np

from volto.mind.network import Network
from volto.rules import Ruleset, VoltoError
from volto.train.players import Player, Reals
from volto.train.rollouts import KINDS, Gathering, Record, Rival, Stretch


class TroupeLost(VoltoError):
    """Some who played are gone, and their games with them."""


@dataclass(frozen=True)
class Part:
    """The games that one gathering of a troupe plays."""

    ruleset: Ruleset
    games: int
    turns: int
    seed: int
    threads: int = 1
    break_off: float = 0.0
    patience: int = 0

    def gathering(self) -> Gathering:
        return Gathering(
            self.ruleset,
            self.games,
            self.turns,
            self.seed,
            self.threads,
            self.break_off,
            self.patience,
        )


class Troupe(Protocol):
    """Plays stretches for a learner; a `Gathering` is a troupe of one."""

    @property
    def truths(self) -> int:
        """How many numbers only a critic may see."""
        ...

    def seat_rivals(self, rivals: Sequence[Rival]) -> None: ...

    def begin(self, deployments: Reals) -> None: ...

    def gather(
        self, network: Network, deployments: Reals, teacher: Player | None = None
    ) -> Stretch: ...

    def tell(self) -> Record: ...


Hire = Callable[[Sequence[Part]], Troupe]
"""Finds a troupe for some parts."""


def hire_here(parts: Sequence[Part]) -> Troupe:
    """A troupe in this process; for one part the gathering itself, whose stretch is not copied."""
    return parts[0].gathering() if len(parts) == 1 else LocalTroupe(parts)


class LocalTroupe:
    """Gatherings in this process, one after the other."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.gatherings = [part.gathering() for part in parts]
        self.room: Stretch | None = None

    @property
    def truths(self) -> int:
        return self.gatherings[0].truths

    def seat_rivals(self, rivals: Sequence[Rival]) -> None:
        for gathering in self.gatherings:
            gathering.seat_rivals(rivals)

    def begin(self, deployments: Reals) -> None:
        for gathering in self.gatherings:
            gathering.begin(deployments)

    def gather(
        self, network: Network, deployments: Reals, teacher: Player | None = None
    ) -> Stretch:
        self.room = joined(
            [gathering.gather(network, deployments, teacher) for gathering in self.gatherings],
            self.room,
        )
        return self.room

    def tell(self) -> Record:
        return added([gathering.tell() for gathering in self.gatherings])


def joined(stretches: Sequence[Stretch], room: Stretch | None = None) -> Stretch:
    """The games of all these stretches side by side, in the room of an earlier answer if given."""
    return Stretch(
        **{
            field.name: np.concatenate(
                [getattr(stretch, field.name) for stretch in stretches],
                axis=1,
                out=None if room is None else getattr(room, field.name),
            )
            for field in fields(Stretch)
        }
    )


def added(records: Sequence[Record]) -> Record:
    """How the games of all went."""
    total = Record(np.zeros(KINDS), np.zeros(KINDS, np.int64))
    for record in records:
        total.points += record.points
        total.games += record.games
        total.draws += record.draws
        total.turns += record.turns
    return total
