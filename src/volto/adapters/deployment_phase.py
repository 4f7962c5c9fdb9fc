"""Deployment as a part of play: mask by mask, in secret, each an action of its own (R-3).

A family fills its rows as it sees them: the front row from left to right, then its palace. The
role to stand on the next cell is the action. Both families look alike so.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from volto.rules import STANDARD, Cell, Deployment, Family, IllegalMove, Role, Ruleset
from volto.sim import PLANES, actions_of, observation_shape
from volto.sim.layout import ROLES

OWN, OWN_MAY_BE = PLANES.index("own N"), PLANES.index("own mask may be N, to judge by its moves")
TALLIES = PLANES.index("tallies")
TO_MOVE = 11
"""The tally that says whether the seat is to move."""


def placement_of(role: Role, ruleset: Ruleset = STANDARD) -> int:
    """The action that places a mask of this role: five, one a role, come after those of moves."""
    return actions_of(ruleset) + ROLES.index(role)


def role_of(action: int, ruleset: Ruleset = STANDARD) -> Role:
    """The role that an action places; raises IllegalMove for one that is a move or none."""
    number = action - actions_of(ruleset)
    if not 0 <= number < len(ROLES):
        first = actions_of(ruleset)
        raise IllegalMove(f"Masks are placed by {first} to {first + len(ROLES) - 1}, not {action}.")
    return ROLES[number]


@dataclass(frozen=True, slots=True)
class DeploymentPhase:
    """One family's deployment while it grows."""

    family: Family
    ruleset: Ruleset
    roles: tuple[Role, ...] = ()
    """The roles that stand, in the order in which they were placed."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "family", Family(self.family))

    @classmethod
    def of(cls, deployment: Deployment, family: Family, ruleset: Ruleset) -> "DeploymentPhase":
        """The phase at its end: a deployment as the family has placed it."""
        seen = deployment if Family(family) is Family.WHITE else deployment.mirrored()
        return cls(family, ruleset, seen.roles)

    @property
    def done(self) -> bool:
        return len(self.roles) == len(self.ruleset.roster)

    def in_hand(self) -> dict[Role, int]:
        """How many masks of each role are yet to be placed, where there are any."""
        left = {role: self.ruleset.roster.count(role) - self.roles.count(role) for role in ROLES}
        return {role: number for role, number in left.items() if number}

    def after(self, role: Role) -> "DeploymentPhase":
        """With a mask of this role on the next cell; raises IllegalMove if there is none left."""
        if role not in self.in_hand():
            raise IllegalMove(f"{self.family.title()} has no {role.name.title()} left to place.")
        return replace(self, roles=(*self.roles, role))

    def deployment(self) -> Deployment:
        """The whole deployment, as it is written: columns from a, whichever family."""
        seen = Deployment(self.roles, self.ruleset.mat.columns)
        return seen if self.family is Family.WHITE else seen.mirrored()

    def cells(self) -> dict[Cell, Role]:
        """Where the masks stand that have been placed."""
        homes, columns = self.ruleset.home_cells(self.family), self.ruleset.mat.columns
        if self.family is Family.RED:
            rows = [homes[at : at + columns] for at in range(0, len(homes), columns)]
            homes = [cell for row in rows for cell in reversed(row)]
        return dict(zip(homes, self.roles, strict=False))

    def __str__(self) -> str:
        """The rows as the family sees them, with a dot for every mask in hand."""
        letters = "".join(self.roles).ljust(len(self.ruleset.roster), ".")
        width = self.ruleset.mat.columns
        return "/".join(letters[at : at + width] for at in range(0, len(letters), width))

    def observation(self, to_move: bool = True) -> NDArray[np.uint8]:
        """The family's own planes (`sim.PLANES`): what it has placed, and nothing of its rival.

        Masks in hand count as lost in the tallies, and so do all of the rival's.
        """
        planes = np.zeros(observation_shape(self.ruleset), np.uint8)
        for number, role in enumerate(self.roles):
            row, column = divmod(number, self.ruleset.mat.columns)
            ahead = self.ruleset.deployed_rows - 1 - row
            planes[OWN + ROLES.index(role), ahead, column] = 1
            planes[OWN_MAY_BE : OWN_MAY_BE + len(ROLES), ahead, column] = 1
        tallies, left = planes[TALLIES:].reshape(-1), self.in_hand()
        tallies[: len(ROLES)] = [left.get(role, 0) for role in ROLES]
        tallies[len(ROLES) : TO_MOVE - 1] = [self.ruleset.roster.count(role) for role in ROLES]
        tallies[TO_MOVE] = to_move
        return planes
