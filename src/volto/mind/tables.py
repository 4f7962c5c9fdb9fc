"""What compiled thinking must know of a ruleset, worked out once: one bundle of tables."""

from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
from numba import types
from numpy.typing import NDArray

from volto.belief.deployment_sets import role_table
from volto.rules import STANDARD, Cell, Ruleset
from volto.rules.moves import DIAGONAL, ORTHOGONAL
from volto.rules.ruleset import FORWARD
from volto.sim.actions import STEPS, actions_of, plans
from volto.sim.jit import Array, Number, inlined
from volto.sim.layout import FAMILIES, ROLES, bit, rules_row, terms


class RulesetTables(NamedTuple):
    """The tables of a ruleset. Bits are cells; where there are two rows, the first is White's."""

    rules: NDArray[np.uint64]
    """As in `volto.sim.fields`."""
    plans: NDArray[np.uint32]
    """As in `volto.sim.actions`, by family and action."""
    winners: NDArray[np.uint8]
    """Who wins, by the code of an ending."""
    roster: NDArray[np.uint8]
    """How many masks a family has, by role."""
    roles: NDArray[np.uint8]
    """The role of each mask, by deployment."""
    straight: NDArray[np.uint64]
    """The cells one step away straight, diagonally and either way, by bit."""
    diagonal: NDArray[np.uint64]
    near: NDArray[np.uint64]
    lane: NDArray[np.uint64]
    """The cells further ahead in a mask's column and the two beside it, by family and bit."""
    row: NDArray[np.uint8]
    """How many rows from its own palace a bit is, by family and bit."""
    way: NDArray[np.uint8]
    """The way of a move, as in `volto.sim.actions`, by family and target minus origin plus 48."""
    turned: NDArray[np.uint8]
    """The number of a cell as the mover sees it, by family, mirrored or not, and bit."""
    mirrored: NDArray[np.int32]
    """The action on the other side of the middle column, by action."""
    cells: int
    columns: int
    rows: int
    quiet: float
    """After how many turns without a capture a game is drawn."""


TABLES: Any = cast("Any", types).NamedTuple(
    (
        types.uint64[::1],
        types.uint32[:, ::1],
        types.uint8[::1],
        types.uint8[::1],
        types.uint8[:, ::1],
        types.uint64[::1],
        types.uint64[::1],
        types.uint64[::1],
        types.uint64[:, ::1],
        types.uint8[:, ::1],
        types.uint8[:, ::1],
        types.uint8[:, :, ::1],
        types.int32[::1],
        types.int64,
        types.int64,
        types.int64,
        types.float64,
    ),
    RulesetTables,
)
"""Their type in compiled code."""


@cache
def tables_of(ruleset: Ruleset = STANDARD) -> RulesetTables:
    """The tables of a ruleset, as compiled code takes them: fresh arrays of one kind."""
    mat = ruleset.mat
    straight, diagonal = np.zeros(64, np.uint64), np.zeros(64, np.uint64)
    lane, rows = np.zeros((2, 64), np.uint64), np.zeros((2, 64), np.uint8)
    turned, way = np.zeros((2, 2, 64), np.uint8), np.zeros((2, 97), np.uint8)

    def bits(cells: list[Cell]) -> int:
        return sum(1 << bit(cell) for cell in cells if cell in mat)

    for index, cell in enumerate(mat):
        at, last = bit(cell), mat.columns * mat.rows - 1
        straight[at] = bits([cell.step(*step) for step in ORTHOGONAL])
        diagonal[at] = bits([cell.step(*step) for step in DIAGONAL])
        other = index + mat.columns - 1 - 2 * cell.column
        turned[:, :, at] = (index, other), (last - index, last - other)
        for number, family in enumerate(FAMILIES):
            ahead = FORWARD[family]
            rows[number, at] = abs(cell.row - ruleset.palace_row(family))
            lane[number, at] = bits(
                [cell.step(side, ahead * far) for side in (-1, 0, 1) for far in range(1, mat.rows)]
            )
    runs = [(0, far) for far in range(2, mat.rows)]
    for number, (column, row) in enumerate((*STEPS, *runs)):
        way[0, 48 + 6 * row + column] = way[1, 48 - 6 * row - column] = number
    return RulesetTables(
        rules=rules_row(ruleset).copy(),
        plans=plans(ruleset).copy(),
        winners=terms(ruleset).winners.copy(),
        roster=np.array([ruleset.roster.count(role) for role in ROLES], np.uint8),
        roles=role_table(ruleset).copy(),
        straight=straight,
        diagonal=diagonal,
        near=straight | diagonal,
        lane=lane,
        row=rows,
        way=way,
        turned=turned,
        mirrored=_mirrored(ruleset),
        cells=mat.columns * mat.rows,
        columns=mat.columns,
        rows=mat.rows,
        quiet=float(ruleset.quiet or 1000),
    )


def _mirrored(ruleset: Ruleset) -> NDArray[np.int32]:
    mat = ruleset.mat
    way, place = np.divmod(np.arange(actions_of(ruleset)), mat.columns * mat.rows)
    row, column = np.divmod(place, mat.columns)
    way = np.where((way > 0) & (way < len(STEPS)), len(STEPS) - way, way)
    mirrored = (way * mat.rows + row) * mat.columns + mat.columns - 1 - column
    return mirrored.astype(np.int32)


@inlined
def action_from(mover: Number, origin: Number, target: Number, tables: Array) -> Number:
    """The action that stands for a move between two bits."""
    way = np.int64(tables.way[mover, target - origin + 48])
    return way * tables.cells + np.int64(tables.turned[mover, 0, origin])
