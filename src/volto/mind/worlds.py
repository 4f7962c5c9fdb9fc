"""What a search draws from: deployments that the rival may have, put into a row one at a time."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volto.rules import Cell
from volto.sim.jit import Array, Number, compiled, inlined
from volto.sim.kernel import NONE, ONE, U
from volto.sim.layout import bit

OFF_MAT = 255


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


def mask_bits(at: Mapping[Cell, int], ids: range) -> NDArray[np.uint8]:
    """Where a family's masks stand, in the order of their numbers; OFF_MAT if lost."""
    found = np.full(len(ids), OFF_MAT, np.uint8)
    for cell, mask in at.items():
        if mask in ids:
            found[mask - ids.start] = bit(cell)
    return found


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
