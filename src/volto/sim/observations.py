"""What a seat sees of each game in a batch, as planes of bytes.

The mat is turned so that the seat's palace is at the bottom (row 0 of a plane), like actions.
"""

import numpy as np
from numba import literal_unroll
from numpy.typing import NDArray

from volto.rules import STANDARD, Role, Ruleset
from volto.sim.fields import LAST_ORIGIN, LAST_TARGET, RULED, SINCE, TO_MOVE, family_of
from volto.sim.jit import Array, Bits, Number, compiled, inlined
from volto.sim.kernel import U, popcount, standing
from volto.sim.layout import COLUMNS, ROWS
from volto.sim.planes import put_plane, seen

PLANES = (
    *(f"own {role}" for role in "NACSL"),
    "rival mask",
    *(f"rival mask may be {role}, to judge by its moves" for role in "NACSL"),
    *(f"own mask may be {role}, to judge by its moves" for role in "NACSL"),
    "last move's origin",
    "last move's target",
    "tallies",
)
"""What each plane shows. The tallies are twelve numbers, from the first cell on: own masks lost of
each role, rival masks lost of each role, turns since a capture (at most 255), 1 if the seat is to
move. Where a mat has fewer cells, they go on in further planes.
"""

TALLIES = 12
MOVER = 2
"""Stands for the seat of the family to move, whichever that is."""


def observation_shape(ruleset: Ruleset = STANDARD) -> tuple[int, int, int]:
    """Planes, rows and columns of one observation."""
    columns, rows = ruleset.mat.columns, ruleset.mat.rows
    tallies = -(-TALLIES // (columns * rows))
    return len(PLANES) - 1 + tallies, rows, columns


def observation_limits(ruleset: Ruleset = STANDARD) -> NDArray[np.uint8]:
    """The largest number that can stand in each place of an observation; 1 in unused places.

    To divide by it scales an observation to 0 … 1.
    """
    limits = np.ones(observation_shape(ruleset), np.uint8)
    lost = [max(ruleset.roster.count(role), 1) for role in Role]
    tallies = limits.reshape(-1)[-limits[len(PLANES) - 1 :].size :]
    tallies[: TALLIES - 1] = *lost, *lost, min(ruleset.quiet or 255, 255)
    return limits


@inlined
def _tally_planes(columns: Number, rows: Number) -> Number:
    return (TALLIES + columns * rows - 1) // (columns * rows)


@inlined
def _roles(family: Bits) -> Bits:
    """A family's cells by role: N, A, C, S, L."""
    straight, diagonal, lady, soldier = family
    both = straight & diagonal
    return straight & ~both, diagonal & ~both, both & ~lady, soldier, lady


@inlined
def _observe(
    row: Array, roster: Array, columns: Number, rows: Number, family: Number, out: Array
) -> None:
    """Write the planes of one game."""
    ours, theirs = family_of(row, family), family_of(row, 1 - family)
    own, rival = _roles(ours), _roles(theirs)
    mine, others = standing(ours), standing(theirs)
    my_ruled, their_ruled = RULED + 5 * family, RULED + 5 * (1 - family)
    for role in literal_unroll((0, 1, 2, 3, 4)):
        put_plane(out, role, seen(own[role], family, columns, rows), columns, rows)
    put_plane(out, 5, seen(others, family, columns, rows), columns, rows)
    for role in literal_unroll((0, 1, 2, 3, 4)):
        may_be = others & ~row[their_ruled + role]
        put_plane(out, 6 + role, seen(may_be, family, columns, rows), columns, rows)
    for role in literal_unroll((0, 1, 2, 3, 4)):
        may_be = mine & ~row[my_ruled + role]
        put_plane(out, 11 + role, seen(may_be, family, columns, rows), columns, rows)
    put_plane(out, 16, seen(row[LAST_ORIGIN], family, columns, rows), columns, rows)
    put_plane(out, 17, seen(row[LAST_TARGET], family, columns, rows), columns, rows)
    at = 18 * columns * rows
    for role in literal_unroll((0, 1, 2, 3, 4)):
        out[at + role] = roster[role] - popcount(own[role])
        out[at + 5 + role] = roster[role] - popcount(rival[role])
    out[at + 10] = min(row[SINCE], U(255))
    out[at + 11] = np.int64(row[TO_MOVE]) == family
    for cell in range(TALLIES, _tally_planes(columns, rows) * columns * rows):
        out[at + cell] = 0


@compiled("void(uint64[:, ::1], uint8[::1], int64, int64, int64, uint8[:, ::1], int64, int64)")
def observe(
    state: Array,
    roster: Array,
    columns: Number,
    rows: Number,
    seat: Number,
    out: Array,
    begin: Number,
    end: Number,
) -> None:
    """Write the planes of `seat` (or of the family to move) for the games `begin` to `end`."""
    for i in range(begin, end):
        family = np.int64(state[i, TO_MOVE]) if seat == MOVER else seat
        if columns == COLUMNS and rows == ROWS:  # the mat of the box, with its size known
            _observe(state[i], roster, COLUMNS, ROWS, family, out[i])
        else:
            _observe(state[i], roster, columns, rows, family, out[i])
