"""One game of a batch as a row of numbers, and the rules of the batch as another.

A row holds the sets of both families; for each family and role, the masks that cannot be it, to
judge by how they moved; and the counters.
"""

from volto.sim.jit import Array, Bits, Number, inlined
from volto.sim.kernel import NONE, S6, standing, ways

SETS, RULED, RNG, SINCE, TURN, TO_MOVE, LAST_ORIGIN, LAST_TARGET = 0, 8, 18, 19, 20, 21, 22, 23
FIELDS = 24

MAT, WHITE_PALACE, RED_PALACE, QUIET_LIMIT, CAP, LAST_ROW, FIRST = range(7)
BY_LOTS = 2
"""As the family that is FIRST: either, by lots."""


@inlined
def family_of(row: Array, family: Number) -> Bits:
    """A family's four sets."""
    base = SETS + 4 * family
    return row[base], row[base + 1], row[base + 2], row[base + 3]


@inlined
def moves_of(row: Array, rules: Array, family: Number) -> Bits:
    """The targets of a family's legal moves, by the way taken."""
    left, right = (S6, NONE) if family == 0 else (NONE, S6)
    rivals = standing(family_of(row, 1 - family))
    return ways(family_of(row, family), rivals, rules[MAT], left, right)
