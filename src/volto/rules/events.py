"""What a turn did, event by event. All of it is public; no event is for one seat alone."""

from dataclasses import dataclass

from volto.rules.cells import Cell
from volto.rules.masks import Role
from volto.rules.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Moved:
    mask: int
    origin: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Captured:
    """A mask left the mat: taken by another, or, as a Lady's captor, along with her (R-13)."""

    mask: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Unmasked:
    mask: int
    role: Role


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: Outcome


Event = Moved | Captured | Unmasked | Ended
