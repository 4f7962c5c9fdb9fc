"""How a game lies in memory: cells as bits, a family as four sets of cells."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from volto.rules import (
    STANDARD,
    Cell,
    Family,
    LadyRule,
    Position,
    Reason,
    Role,
    Ruleset,
    VoltoError,
)
from volto.rules.text import MatText
from volto.sim.deployments import every_deployment
from volto.sim.fields import BY_LOTS
from volto.sim.kernel import U

STRIDE = 6
COLUMNS, ROWS = 5, 7
NO_LIMIT = 2**62

FAMILIES = (Family.WHITE, Family.RED)
ROLES = tuple(Role)
REASONS = (
    None,
    Reason.CANDIDATE_CAPTURED,
    Reason.CANDIDATE_TOOK_LADY,
    Reason.LADIES,
    Reason.PALACE,
    Reason.BLOCKED,
    Reason.QUIET,
    Reason.TURN_CAP,
)
"""What the kernel's codes mean."""


def bit(cell: Cell) -> int:
    return STRIDE * cell.row + cell.column


@dataclass(frozen=True, slots=True)
class Terms:
    """A ruleset in the machine's numbers."""

    ruleset: Ruleset
    mat: np.uint64
    palaces: tuple[np.uint64, np.uint64]
    quiet: np.uint64
    cap: np.uint64
    deployments: NDArray[np.uint64]
    """Every deployment, four sets of 16 bits each, as White would stand."""

    @property
    def winners(self) -> NDArray[np.uint8]:
        """By code: 0 if the family that moved last wins, 1 if the other does, 2 for a draw."""
        ladies = 1 if self.ruleset.ladies is LadyRule.OWNER else 0
        return np.array([2, 0, 1, ladies, 0, 0, 2, 2], np.uint8)


@cache
def terms(ruleset: Ruleset = STANDARD) -> Terms:
    """The machine's numbers for a ruleset; raises VoltoError for one it cannot play."""
    mat, roster = ruleset.mat, ruleset.roster
    number = {role: roster.count(role) for role in Role}
    stepping = number[Role.CANDIDATE] + number[Role.LADY]
    if mat.columns > COLUMNS or mat.rows > ROWS or ruleset.deployed_rows > 2:
        raise VoltoError(
            f"The simulator plays on mats of up to {COLUMNS} by {ROWS} with up to two rows "
            f"deployed, not on {mat} with {ruleset.deployed_rows}."
        )
    if number[Role.SOLDIER] > 1 or stepping + max(number[Role.NOBLE], number[Role.ADVISOR]) > 6:
        raise VoltoError(
            "The simulator plays with one Soldier at most, and with six masks at most that "
            "step straight, or diagonally."
        )
    rows = [sum(1 << bit(Cell(c, r)) for c in range(mat.columns)) for r in range(mat.rows)]
    kinds = np.array([ROLES.index(role) for role in roster], np.int64)
    homes = ruleset.home_cells(Family.WHITE)
    return Terms(
        ruleset=ruleset,
        mat=U(sum(rows)),
        palaces=(U(rows[0]), U(rows[-1])),
        quiet=U(ruleset.quiet or NO_LIMIT),
        cap=U(ruleset.turn_cap or NO_LIMIT),
        deployments=every_deployment(kinds, np.array([bit(cell) for cell in homes], np.int64)),
    )


def rules_row(ruleset: Ruleset, first: Family | str | None = Family.WHITE) -> NDArray[np.uint64]:
    """The numbers of a ruleset that compiled loops over games need, as in `fields`."""
    rule = terms(ruleset)
    last_row = U(STRIDE * (ruleset.mat.rows - 1))
    begins = U(BY_LOTS if first is None else FAMILIES.index(Family(first)))
    row = [rule.mat, *rule.palaces, rule.quiet, rule.cap, last_row, begins]
    return np.array(row, np.uint64)


def pack(position: Position) -> NDArray[np.uint64]:
    """A position's eight sets: straight, diagonal, lady, soldier of White, then of Red."""
    sets = [0] * 8
    for family, base in zip(FAMILIES, (0, 4), strict=True):
        for cell, number in position.scene.standing[family].items():
            for index in SETS[position.roles[number]]:
                sets[base + index] |= 1 << bit(cell)
    return np.array(sets, np.uint64)


SETS = {
    Role.NOBLE: (0,),
    Role.ADVISOR: (1,),
    Role.CANDIDATE: (0, 1),
    Role.SOLDIER: (3,),
    Role.LADY: (0, 1, 2),
}
"""Which of a family's sets a role is in."""


def unpack(
    sets: NDArray[np.uint64], to_move: int, quiet: int, turns: int, ruleset: Ruleset
) -> Position:
    """The position that these eight sets describe; its masks have no past."""
    roles = {frozenset(indices): role for role, indices in SETS.items()}
    letters = {}
    for cell in ruleset.mat:
        here = U(1) << U(bit(cell))
        for family, base in zip(FAMILIES, (0, 4), strict=True):
            found = frozenset(i for i in range(4) if sets[base + i] & here)
            if found:
                letters[cell] = roles[found].letter_for(family)
    text = MatText(letters, FAMILIES[to_move], quiet, turns).write(ruleset.mat)
    return Position.parse(text, ruleset=ruleset)
