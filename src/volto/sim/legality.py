"""Legal actions of a batch: all of them as planes of bytes, or one at random."""

import numpy as np
from numba import literal_unroll

from volto.sim.fields import MAT, RNG, TO_MOVE, family_of, moves_of
from volto.sim.jit import Array, Number, compiled, inlined
from volto.sim.kernel import NONE, ONE, RUN, S6, U, back, draw, lowest, standing, stir, ways
from volto.sim.layout import COLUMNS, ROWS
from volto.sim.planes import put_plane, seen


@inlined
def _legal(row: Array, rules: Array, columns: Number, rows: Number, out: Array) -> None:
    """Write one game's planes, in order: each way's origins, seen from the mover's palace."""
    family = np.int64(row[TO_MOVE])
    straight, diagonal, lady, soldier = family_of(row, family)
    own = (
        seen(straight, family, columns, rows),
        seen(diagonal, family, columns, rows),
        seen(lady, family, columns, rows),
        seen(soldier, family, columns, rows),
    )
    rivals = seen(standing(family_of(row, 1 - family)), family, columns, rows)
    sets = ways(own, rivals, rules[MAT], S6, NONE)  # turned so, every mover is White
    runs, soldier = sets[8], own[3]
    put_plane(out, 0, back(sets[0], 0) | (runs >> S6 & soldier), columns, rows)
    for way in literal_unroll((1, 2, 3, 4, 5, 6, 7)):
        put_plane(out, way, back(sets[way], way), columns, rows)
    for distance in range(2, rows - 1):
        put_plane(out, distance + 6, runs >> U(6 * distance) & soldier, columns, rows)
    if rows > 2:  # The longest run begins in the palace: the last plane is one row, then nothing.
        longest = runs >> U(6 * (rows - 1)) & soldier
        at = (rows + 5) * columns * rows
        for cell in range(columns):
            out[at + cell] = longest >> U(cell) & ONE
        for cell in range(columns, columns * rows):
            out[at + cell] = 0


@compiled(
    "void(uint64[:, ::1], uint64[::1], uint8[::1], int64, int64, uint8[:, ::1], int64, int64)"
)
def legal(
    state: Array,
    rules: Array,
    resting: Array,
    columns: Number,
    rows: Number,
    out: Array,
    begin: Number,
    end: Number,
) -> None:
    """Write a 1 for each legal action of each game's family to move, and 0 for all others."""
    for i in range(begin, end):
        if resting[i] != 0:
            out[i, :] = 0
        elif columns == COLUMNS and rows == ROWS:  # the mat of the box, with its size known
            _legal(state[i], rules, COLUMNS, ROWS, out[i])
        else:
            _legal(state[i], rules, columns, rows, out[i])


@compiled(
    "void(uint64[:, ::1], uint64[::1], uint8[:, ::1], uint8[::1], int64, int32[::1], int64, int64)"
)
def sample_legal(
    state: Array,
    rules: Array,
    cell_of: Array,
    resting: Array,
    cells: Number,
    out: Array,
    begin: Number,
    end: Number,
) -> None:
    """Draw one legal action for each game, all equally likely; -1 for a game that is over."""
    for i in range(begin, end):
        if resting[i] != 0:
            out[i] = -1
            continue
        row = state[i]
        family = np.int64(row[TO_MOVE])
        number = stir(row[RNG])
        row[RNG] = number
        soldier = family_of(row, family)[3]
        _, way, origin, target = draw(moves_of(row, rules, family), soldier, number)
        start = lowest(origin)
        distance = abs(np.int64(lowest(target)) - np.int64(start)) // 6
        ran = 0 if distance == 1 else distance + 6
        step = np.int64(way) ^ (4 * family)
        out[i] = (ran if way == RUN else step) * cells + cell_of[family, start]
