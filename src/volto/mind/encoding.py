"""How a game is laid out for a network: planes of cells, seen from the mover's palace."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from volto.rules import STANDARD, Ruleset
from volto.sim.actions import STEPS, actions_of
from volto.sim.jit import Array, Number, compiled
from volto.sim.layout import ROLES, bit

# The planes, one number a cell.
OWN, SHOWN, RIVAL, SUSPECT, LAST, OWN_PAST, RIVAL_PAST, PLANES = 0, 5, 10, 11, 16, 18, 21, 24
"""Own roles; what the rival can know of them; rival masks; their chances; the last move's origin
and target; and the past of own and rival masks: moves made, how recently, how often exposed."""
TALLIES = 18
"""Then single numbers: masks lost by role, own and rival, Ladies left, the clocks."""


@dataclass(frozen=True)
class Frame:
    """The tables that turn a ruleset's mat to the mover's side, and mirror it."""

    cells: int
    roster: NDArray[np.uint8]
    turned: NDArray[np.uint8]
    """The number of a cell, by family, mirrored or not, and bit."""
    mirrored: NDArray[np.int32]
    """The action on the other side of the middle column, by action."""
    near: NDArray[np.uint64]
    """The cells round each bit."""
    quiet: float

    @property
    def size(self) -> int:
        """How many numbers describe a game."""
        return PLANES * self.cells + TALLIES


@cache
def frame(ruleset: Ruleset = STANDARD) -> Frame:
    """The tables of a ruleset."""
    mat = ruleset.mat
    cells = list(mat)
    turned = np.zeros((2, 2, 64), np.uint8)
    near = np.zeros(64, np.uint64)
    for index, cell in enumerate(cells):
        other = cell.row * mat.columns + mat.columns - 1 - cell.column
        turned[0, :, bit(cell)] = index, other
        turned[1, :, bit(cell)] = len(cells) - 1 - index, len(cells) - 1 - other
        near[bit(cell)] = sum(
            1 << bit(cell.step(*step)) for step in STEPS if cell.step(*step) in mat
        )
    actions = np.arange(actions_of(ruleset))
    way, place = np.divmod(actions, len(cells))
    row, column = np.divmod(place, mat.columns)
    way = np.where((way > 0) & (way < len(STEPS)), len(STEPS) - way, way)
    mirrored = (way * mat.rows + row) * mat.columns + mat.columns - 1 - column
    return Frame(
        len(cells),
        np.array([ruleset.roster.count(role) for role in ROLES], np.uint8),
        turned,
        mirrored.astype(np.int32),
        near,
        float(ruleset.quiet or 1000),
    )


@compiled("void(uint8[:, ::1], uint8[::1], int32[::1], int64, int64)")
def flip_actions(legal: Array, flips: Array, mirrored: Array, begin: Number, end: Number) -> None:
    """Mirror the legal actions of the games that are shown mirrored."""
    for game in range(begin, end):
        if flips[game]:
            for action in range(legal.shape[1]):
                other = mirrored[action]
                if other > action:
                    here = legal[game, action]
                    legal[game, action] = legal[game, other]
                    legal[game, other] = here
