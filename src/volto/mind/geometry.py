"""Tables over the bits of the mat, for code that asks about one mask at a time."""

from functools import cache
from typing import Any, NamedTuple, cast

import numba
import numpy as np
from numpy.typing import NDArray

from volto.rules import STANDARD, Cell, Ruleset
from volto.rules.moves import DIAGONAL, ORTHOGONAL
from volto.rules.ruleset import FORWARD
from volto.sim.layout import FAMILIES, bit

AHEAD, AHEAD_ASLANT, ASIDE, BACK_ASLANT, BACK, RUN = range(6)
"""The ways of a move, as a family sees it."""


class Geometry(NamedTuple):
    """What lies round each bit. Where there are two rows, the first is White's."""

    straight: NDArray[np.uint64]
    diagonal: NDArray[np.uint64]
    lane: NDArray[np.uint64]
    """The cells further ahead in a mask's column and the two beside it, by family and bit."""
    row: NDArray[np.uint8]
    """How many rows from its own palace a bit is, by family and bit."""
    way: NDArray[np.uint8]
    """The way of a move, by family and by target minus origin plus 48."""


@cache
def geometry(ruleset: Ruleset = STANDARD) -> Geometry:
    """The tables of a ruleset's mat."""
    mat = ruleset.mat
    found = Geometry(
        np.zeros(64, np.uint64),
        np.zeros(64, np.uint64),
        np.zeros((2, 64), np.uint64),
        np.zeros((2, 64), np.uint8),
        np.full((2, 97), RUN, np.uint8),
    )

    def bits(cells: list[Cell]) -> int:
        return sum(1 << bit(cell) for cell in cells if cell in mat)

    for cell in mat:
        at = bit(cell)
        found.straight[at] = bits([cell.step(*step) for step in ORTHOGONAL])
        found.diagonal[at] = bits([cell.step(*step) for step in DIAGONAL])
        for number, family in enumerate(FAMILIES):
            ahead = FORWARD[family]
            found.row[number, at] = abs(cell.row - ruleset.palace_row(family))
            found.lane[number, at] = bits(
                [cell.step(side, ahead * far) for side in (-1, 0, 1) for far in range(1, mat.rows)]
            )
    for number, family in enumerate(FAMILIES):
        for column, row in (*ORTHOGONAL, *DIAGONAL):
            rows_ahead = row * FORWARD[family]
            ways = {1: (AHEAD, AHEAD_ASLANT), 0: (ASIDE, ASIDE), -1: (BACK, BACK_ASLANT)}
            found.way[number, 6 * row + column + 48] = ways[rows_ahead][abs(column)]
    return found


GEOMETRY: Any = cast("Any", numba).typeof(geometry())
"""The type of these tables in compiled code."""
