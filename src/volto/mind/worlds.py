"""A view as the compiled code needs it: a row without the rival's roles, to be filled by worlds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volto.belief import possible_roles
from volto.rules import Family, Role, Scene, View, VoltoError
from volto.sim.compiled import Array, Number, inlined
from volto.sim.fields import FIELDS, RULED, SINCE, TO_MOVE, TURN
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
        row = public_row(scene, {family: possible_roles(scene, family) for family in Family})
        base = 4 * FAMILIES.index(seat)
        for cell, role in view.own.items():
            for index in SETS[role]:
                row[base + index] |= U(1 << bit(cell))
        rival, bits = FAMILIES.index(seat.rival), mask_bits(scene, seat.rival)
        unmasked = [scene.unmasked[number] for number in scene.ids(seat.rival)]
        ladies = view.ruleset.roster.count(Role.LADY) - unmasked.count(Role.LADY)
        for at in sorted(int(at) for at in bits if at != OFF_MAT):
            row[4 * rival] |= U(1 << at)
            if ladies:
                ladies -= 1
                row[4 * rival + 2] |= U(1 << at)
        return cls(row, rival, bits)


def mask_bits(scene: Scene, family: Family) -> NDArray[np.uint8]:
    """Where a family's masks stand, in the order of their numbers; OFF_MAT if lost."""
    ids = scene.ids(family)
    found = np.full(len(ids), OFF_MAT, np.uint8)
    for cell, number in scene.standing[family].items():
        found[number - ids.start] = bit(cell)
    return found


def public_row(
    scene: Scene, possible: dict[Family, Sequence[frozenset[Role]]]
) -> NDArray[np.uint64]:
    """A row with all that everyone knows: what each mask cannot be, and the counters."""
    row = np.zeros(FIELDS, np.uint64)
    for number, family in enumerate(FAMILIES):
        ids = scene.ids(family)
        for cell, mask in scene.standing[family].items():
            for index, role in enumerate(ROLES):
                if role not in possible[family][mask - ids.start]:
                    row[RULED + 5 * number + index] |= U(1 << bit(cell))
    row[SINCE], row[TURN] = scene.quiet, scene.turns
    row[TO_MOVE] = FAMILIES.index(scene.to_move)
    return row


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
