"""What a family may be hiding: the deployments that fit everything seen, and their chances."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from volto.belief import deployment_sets
from volto.belief.evidence import Roles, joint_clues, possible_roles
from volto.rules import Cell, Deployment, Family, Position, Role, Ruleset, Scene, View, VoltoError
from volto.sim.layout import ROLES


@dataclass(frozen=True, repr=False)
class Belief:
    """The deployments of `family` that fit what everyone saw, all equally likely.

    About the rival it is what a View lets its seat conclude; about the seat's own family, what the
    rival can conclude.
    """

    scene: Scene
    family: Family
    alive: NDArray[np.uint64]
    """The set of deployments, one bit each, in the order of their numbers."""

    def __repr__(self) -> str:
        return f"<Belief about {self.family}: {self.count} deployments>"

    @classmethod
    def about(cls, scene: Scene, family: Family | str, possible: Roles | None = None) -> "Belief":
        """What the scene tells of a family to anyone but itself.

        `possible`, what each of its masks can be by itself, spares a walk through the past.
        """
        family, ruleset = Family(family), scene.ruleset
        bits = deployment_sets.role_bits(ruleset)
        alive = deployment_sets.everything(ruleset)
        possible = possible_roles(scene, family) if possible is None else possible
        for mask, roles in enumerate(possible):
            if len(roles) < len(ROLES):
                deployment_sets.narrow(alive, bits, mask, _role_set(roles))
        for clue in joint_clues(scene, family, possible):
            fitting = [bits[mask, ROLES.index(role)] for mask, role in clue]
            alive &= np.bitwise_or.reduce(fitting, axis=0) if fitting else np.uint64(0)
        return cls(scene, family, alive)

    @classmethod
    def of(cls, view: View) -> "Belief":
        """What the seat of a view knows of its rival."""
        return cls.about(view.scene, _seat(view).rival)

    @classmethod
    def of_rival(cls, view: View) -> "Belief":
        """What the rival of a view's seat can know of the seat's own masks."""
        return cls.about(view.scene, _seat(view))

    @property
    def ruleset(self) -> Ruleset:
        return self.scene.ruleset

    @cached_property
    def count(self) -> int:
        """How many deployments are possible."""
        return int(deployment_sets.count(self.alive))

    @cached_property
    def tally(self) -> NDArray[np.int64]:
        """For each mask, in the order of numbers, how many deployments give it each role."""
        found: NDArray[np.int64] = deployment_sets.tally(
            self.alive, deployment_sets.role_bits(self.ruleset)
        )
        return found

    @cached_property
    def numbers(self) -> NDArray[np.int32]:
        """The numbers of the possible deployments, in order."""
        found: NDArray[np.int32] = deployment_sets.members(self.alive, self.count)
        return found

    def roles(self, mask: int) -> frozenset[Role]:
        """The roles that a mask can still have."""
        row = self.tally[mask - self.scene.ids(self.family).start]
        return frozenset(role for role, found in zip(ROLES, row, strict=True) if found)

    def at(self, cell: Cell | str) -> dict[Role, float]:
        """The chance of each role for the family's mask on a cell."""
        cell = Cell.parse(cell, self.ruleset.mat)
        if cell not in self.scene.standing[self.family]:
            raise VoltoError(f"No mask of {self.family.title()} stands on {cell}.")
        return self.marginals()[self.scene.standing[self.family][cell]]

    def marginals(self) -> dict[int, dict[Role, float]]:
        """For each mask of the family, lost ones included, the chance of each role."""
        return chances(self.tally / self.count, self.scene.ids(self.family))

    def fractions(self) -> dict[int, dict[Role, Fraction]]:
        """The same, exactly."""
        return {
            number: {
                role: Fraction(int(found), self.count)
                for role, found in zip(ROLES, row, strict=True)
            }
            for number, row in zip(self.scene.ids(self.family), self.tally, strict=True)
        }

    def __contains__(self, deployment: Deployment) -> bool:
        number = deployment.number()
        return bool(int(self.alive[number // 64]) >> (number % 64) & 1)

    @cached_property
    def first(self) -> Deployment:
        """The first of the possible deployments."""
        return self._first(self.alive)

    def example(self, mask: int, role: Role) -> Deployment:
        """The first of the possible deployments in which a mask has this role."""
        index = mask - self.scene.ids(self.family).start
        having = deployment_sets.role_bits(self.ruleset)[index, ROLES.index(role)]
        return self._first(self.alive & having)

    def _first(self, fitting: NDArray[np.uint64]) -> Deployment:
        word = int(np.flatnonzero(fitting)[0])
        low = int(fitting[word])
        number = 64 * word + (low & -low).bit_length() - 1
        roles = deployment_sets.role_table(self.ruleset)[number].tolist()
        return Deployment(tuple(ROLES[role] for role in roles), self.ruleset.mat.columns)

    def sample(self, rng: Random) -> Deployment:
        """One of the possible deployments, all equally likely."""
        number = int(self.numbers[rng.randrange(self.count)])
        return Deployment.numbered(number, self.ruleset)


def chances(rows: NDArray[np.float64], ids: range) -> dict[int, dict[Role, float]]:
    """A table of masks and roles, by their names."""
    return {
        number: dict(zip(ROLES, map(float, row), strict=True))
        for number, row in zip(ids, rows, strict=True)
    }


def imagined(view: View, rival: Deployment) -> Position:
    """The position as it is if the rival has deployed so: a world drawn from a belief."""
    seat = _seat(view)
    roles: Mapping[Family, tuple[Role, ...]] = {seat: view.roles, seat.rival: rival.roles}
    return Position.imagined(view.scene, (*roles[Family.WHITE], *roles[Family.RED]))


def _role_set(roles: frozenset[Role]) -> int:
    return sum(1 << ROLES.index(role) for role in roles)


def _seat(view: View) -> Family:
    if view.seat is None:
        raise VoltoError("A spectator has no rival: ask for a belief about one family.")
    return view.seat
