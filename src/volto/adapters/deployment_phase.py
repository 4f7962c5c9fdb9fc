"""Deployment as a part of play: mask by mask, in secret, each an action of its own (R-3).

A family fills its rows as it sees them: the front row from left to right, then its palace. The
role to stand on the next cell is the action. Both families look alike so.
"""

import numpy as np
from numpy.typing import NDArray

from volto.rules import Cell, Deployment, Family, IllegalMove, Role, Ruleset
from volto.sim import PLANES, observation_shape

ROLES = tuple(Role)
OWN, OWN_MAY_BE = PLANES.index("own N"), PLANES.index("own mask may be N, to judge by its moves")
TALLIES = PLANES.index("tallies")
TO_MOVE = 11
"""The tally that says whether the seat is to move."""


class Placing:
    """One family's deployment while it grows."""

    def __init__(self, family: Family, ruleset: Ruleset) -> None:
        self._family, self._ruleset = family, ruleset
        self.roles: list[Role] = []
        """The roles that stand, in the order in which they were placed."""
        self._in_hand = [ruleset.roster.count(role) for role in ROLES]
        self._planes = np.zeros(observation_shape(ruleset), np.uint8)
        self._tallies = self._planes[TALLIES:].reshape(-1)
        self._tallies[: 2 * len(ROLES)] = self._in_hand * 2

    @property
    def done(self) -> bool:
        return len(self.roles) == len(self._ruleset.roster)

    def place(self, role: Role) -> None:
        """Put a mask of this role on the next cell; raises IllegalMove if there is none left."""
        kind = ROLES.index(role)
        if not self._in_hand[kind]:
            raise IllegalMove(f"{self._family.title()} has no {role.name.title()} left to place.")
        row, column = divmod(len(self.roles), self._ruleset.mat.columns)
        ahead = self._ruleset.deployed_rows - 1 - row
        self._planes[OWN + kind, ahead, column] = 1
        self._planes[OWN_MAY_BE : OWN_MAY_BE + len(ROLES), ahead, column] = 1
        self._in_hand[kind] -= 1
        self._tallies[kind] -= 1
        self.roles.append(role)

    def deployment(self) -> Deployment:
        """The whole deployment, as it is written: columns from a, whichever family."""
        seen = Deployment(tuple(self.roles), self._ruleset.mat.columns)
        return seen if self._family is Family.WHITE else seen.mirrored()

    def cells(self) -> dict[Cell, Role]:
        """Where the masks stand that have been placed."""
        homes, columns = self._ruleset.home_cells(self._family), self._ruleset.mat.columns
        if self._family is Family.RED:
            rows = [homes[at : at + columns] for at in range(0, len(homes), columns)]
            homes = [cell for row in rows for cell in reversed(row)]
        return dict(zip(homes, self.roles, strict=False))

    def legal(self) -> NDArray[np.int8]:
        """A 1 for every role that may be placed next."""
        return np.array([left > 0 for left in self._in_hand], np.int8)

    def observe(self, to_move: bool) -> NDArray[np.uint8]:
        """The family's own planes (`sim.PLANES`): what it has placed, and nothing of its rival.

        Masks in hand count as lost in the tallies, and so do all of the rival's.
        """
        self._tallies[TO_MOVE] = to_move
        return self._planes.copy()
