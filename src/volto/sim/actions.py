"""Moves as numbers, for programs that learn.

An *action* reads the same for both families: the mat is turned so that the mover's palace is at
the bottom, cells count row by row from there, left to right, and `action = way * cells + cell`.
Ways 0 to 7 are the steps, clockwise from straight ahead; the rest are a Soldier's runs of two
cells and more. In the box that is 13 ways out of 35 cells: 455 actions, or 13 planes of 7 by 5.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from volto.rules import STANDARD, Cell, Family, Mat, Move, Ruleset, VoltoError
from volto.sim.layout import FAMILIES, bit
from volto.sim.transitions import OFF_MAT

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The ways of one step: columns to the right, rows ahead."""


def ways_of(ruleset: Ruleset = STANDARD) -> int:
    """How many ways there are out of a cell."""
    return len(STEPS) + ruleset.mat.rows - 2


def actions_of(ruleset: Ruleset = STANDARD) -> int:
    """How many actions there are."""
    return ruleset.mat.columns * ruleset.mat.rows * ways_of(ruleset)


def _turned(cell: Cell, family: Family | str, mat: Mat) -> Cell:
    """The cell as seen from `family`'s palace; the same again undoes it."""
    if Family(family) is Family.WHITE:
        return cell
    return Cell(mat.columns - 1 - cell.column, mat.rows - 1 - cell.row)


def action_of(move: Move, family: Family | str, ruleset: Ruleset = STANDARD) -> int:
    """The action that stands for a move of `family`."""
    mat = ruleset.mat
    origin, target = (_turned(cell, family, mat) for cell in move)
    step = (target.column - origin.column, target.row - origin.row)
    if step in STEPS:
        way = STEPS.index(step)
    elif step[0] == 0 and step[1] >= 2:
        way = len(STEPS) + step[1] - 2
    else:
        raise VoltoError(f"{move} is no step and no run forward of {family}.")
    return (way * mat.rows + origin.row) * mat.columns + origin.column


def move_of(action: int, family: Family | str, ruleset: Ruleset = STANDARD) -> Move:
    """The move of `family` that an action stands for; it may lead off the mat."""
    if not 0 <= action < actions_of(ruleset):
        raise VoltoError(f"Actions are 0 to {actions_of(ruleset) - 1}, not {action}.")
    mat = ruleset.mat
    way, cell = divmod(int(action), mat.columns * mat.rows)
    origin = Cell(cell % mat.columns, cell // mat.columns)
    columns, rows = STEPS[way] if way < len(STEPS) else (0, way - len(STEPS) + 2)
    target = origin.step(columns, rows)
    return Move(_turned(origin, family, mat), _turned(target, family, mat))


@cache
def plans(ruleset: Ruleset = STANDARD) -> NDArray[np.uint32]:
    """For each family and action: way, target and origin in a byte each, the origin lowest."""
    table = np.full((2, actions_of(ruleset)), OFF_MAT, np.uint32)
    for number, family in enumerate(FAMILIES):
        for action in range(actions_of(ruleset)):
            move = move_of(action, family, ruleset)
            if move.target in ruleset.mat:
                way = action // (ruleset.mat.columns * ruleset.mat.rows)
                table[number, action] = bit(move.origin) | bit(move.target) << 8 | way << 16
    return table
