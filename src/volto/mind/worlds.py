"""A view as the compiled code needs it: a row without the rival's roles, to be filled by worlds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volto.belief import possible_roles
from volto.rules import Cell, Family, Role, Ruleset, Scene, View, VoltoError
from volto.sim.fields import FIELDS, RULED, SINCE, TO_MOVE, TURN
from volto.sim.jit import Array, Number, compiled, inlined
from volto.sim.kernel import NONE, ONE, U
from volto.sim.layout import FAMILIES, SETS, bit

OFF_MAT = 255
ROLES = tuple(Role)


@dataclass(frozen=True)
class Root:
    """Where a search begins."""

    row: NDArray[np.uint64]
    """The game as the seat knows it. The rival's masks stand there as Nobles; as many as it has
    Ladies left are counted as such, no matter which."""
    rival: int
    """The rival family's number."""
    rival_bits: NDArray[np.uint8]
    """Where the rival's masks stand, in the order of their numbers; OFF_MAT if lost."""

    @classmethod
    def of(cls, view: View) -> "Root":
        if view.seat is None:
            raise VoltoError("A spectator has no moves to think about.")
        scene, seat = view.scene, view.seat
        possible = [role for family in Family for role in possible_roles(scene, family)]
        at = {cell: mask for family in Family for cell, mask in scene.standing[family].items()}
        row = public_row(at, possible, ladies_left(scene), scene.to_move, scene.ruleset)
        row[SINCE], row[TURN] = scene.quiet, scene.turns
        base = 4 * FAMILIES.index(seat)
        row[base : base + 4] = 0
        for cell, role in view.own.items():
            for index in SETS[role]:
                row[base + index] |= U(1 << bit(cell))
        rival = FAMILIES.index(seat.rival)
        bits = mask_bits(at, scene.ids(seat.rival))
        return cls(row, rival, bits)


@dataclass(frozen=True)
class Worlds:
    """What a search draws from: deployments of the rival, each with a manner of play."""

    numbers: NDArray[np.int32]
    """The number of the deployment."""
    manners: NDArray[np.uint8]
    """The rival's place in `instincts`."""
    cumulative: NDArray[np.float64]
    """Growing sums of chances, up to 1."""
    instincts: NDArray[np.float64]
    """Our own instinct first."""

    @classmethod
    def alike(cls, numbers: NDArray[np.int32], instinct: NDArray[np.float64]) -> "Worlds":
        """All of these deployments equally likely, and a rival like ourselves."""
        known = len(numbers)
        return cls(
            numbers, np.zeros(known, np.uint8), np.arange(1, known + 1) / known, instinct[None]
        )

    def joined(
        self, numbers: NDArray[np.int32], chances: NDArray[np.float64], share: float
    ) -> "Worlds":
        """With these deployments added, of a rival like ourselves, as a share of all worlds."""
        others = (1.0 - share) * np.diff(self.cumulative, prepend=0.0)
        cumulative = np.cumsum(np.concatenate((share * chances, others)))
        return Worlds(
            np.concatenate((numbers, self.numbers)),
            np.concatenate((np.zeros(len(numbers), np.uint8), self.manners)),
            cumulative / cumulative[-1],
            self.instincts,
        )


def ladies_left(scene: Scene) -> dict[Family, int]:
    """How many Ladies each family has on the mat."""
    return {
        family: scene.ruleset.roster.count(Role.LADY)
        - [scene.unmasked[mask] for mask in scene.ids(family)].count(Role.LADY)
        for family in Family
    }


def mask_bits(at: Mapping[Cell, int], ids: range) -> NDArray[np.uint8]:
    """Where a family's masks stand, in the order of their numbers; OFF_MAT if lost."""
    found = np.full(len(ids), OFF_MAT, np.uint8)
    for cell, mask in at.items():
        if mask in ids:
            found[mask - ids.start] = bit(cell)
    return found


def public_row(
    at: Mapping[Cell, int],
    possible: Sequence[frozenset[Role]],
    ladies: Mapping[Family, int],
    mover: Family,
    ruleset: Ruleset,
) -> NDArray[np.uint64]:
    """The mat as everyone sees it, with what each mask can be by its number.

    Masks stand there as Nobles; as many as a family has Ladies left are counted as such, no matter
    which.
    """
    size = len(ruleset.roster)
    fields = [0] * FIELDS
    counted = dict(ladies)
    for cell, mask in sorted(at.items(), key=lambda item: bit(item[0])):
        number, here = int(mask >= size), 1 << bit(cell)
        fields[4 * number] |= here
        if counted[FAMILIES[number]]:
            counted[FAMILIES[number]] -= 1
            fields[4 * number + 2] |= here
        for index, role in enumerate(ROLES):
            if role not in possible[mask]:
                fields[RULED + 5 * number + index] |= here
    fields[TO_MOVE] = FAMILIES.index(mover)
    return np.array(fields, np.uint64)


@inlined
def enter(row: Array, rival: Number, rival_bits: Array, roles: Array) -> None:
    """Put the rival's masks into a row, with the roles of one deployment."""
    base = 4 * rival
    straight, diagonal, lady, soldier = NONE, NONE, NONE, NONE
    for mask in range(len(rival_bits)):
        if rival_bits[mask] != OFF_MAT:
            here = ONE << U(rival_bits[mask])
            role = roles[mask]
            if role == 3:
                soldier |= here
            else:
                straight |= here if role != 1 else NONE
                diagonal |= here if role != 0 else NONE
                lady |= here if role == 4 else NONE
    row[base], row[base + 1], row[base + 2], row[base + 3] = straight, diagonal, lady, soldier


@compiled("void(uint64[:, ::1], int64, uint8[::1], uint8[:, ::1])")
def enter_all(rows: Array, rival: Number, rival_bits: Array, roles: Array) -> None:
    """The same for many rows, each with a deployment of its own."""
    for number in range(len(rows)):
        enter(rows[number], rival, rival_bits, roles[number])
