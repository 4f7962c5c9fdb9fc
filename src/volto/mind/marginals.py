"""The exact chance of each role behind each mask of a row, counted in compiled code.

All deployments that fit what was seen are equally likely, as in `volto.belief`; here for the many
games of a batch.
"""

import numpy as np

from volto.sim.fields import RULED
from volto.sim.jit import Array, Bits, Number, inlined
from volto.sim.kernel import NONE, ONE, lowest, popcount, standing

MOST_MASKS = 10
MOST_WAYS = 1024
"""How many ways there can be to have used up some of each role."""


@inlined
def counting_room() -> Array:
    """Room for counting chances."""
    return (
        np.empty(MOST_MASKS, np.int64),
        np.empty(5, np.int64),
        np.empty((MOST_MASKS, 5), np.float64),
        (
            np.empty(MOST_WAYS, np.float64),
            np.empty(MOST_WAYS, np.float64),
            np.empty(MOST_WAYS, np.int64),
            np.empty(MOST_WAYS, np.int64),
            np.empty(5, np.int64),
            np.empty(5, np.int64),
        ),
    )


@inlined
def _chances(patterns: Array, masks: Number, counts: Array, work: Array, out: Array) -> None:
    """The chance of each role for each mask, all assignments that fit being alike.

    Ways are summed over how many of each role the first masks have used up, forth and back.
    """
    forth, back, level, room, strides, digits = work
    total = 1
    for role in range(5):
        strides[role] = total
        total *= counts[role] + 1
        digits[role] = 0
    for index in range(total):
        forth[index] = 0.0
    forth[0], back[total - 1] = 1.0, 1.0
    used = 0
    for index in range(total - 1):
        open_roles = 0
        for role in range(5):
            if digits[role] < counts[role]:
                open_roles |= 1 << role
        open_roles &= ~patterns[used]
        level[index], room[index] = used, open_roles
        ways = forth[index]
        if ways > 0.0:
            for role in range(5):
                if (open_roles >> role) & 1:
                    forth[index + strides[role]] += ways
        role = 0
        while digits[role] == counts[role]:  # count on
            used -= digits[role]
            digits[role] = 0
            role += 1
        digits[role] += 1
        used += 1
    every = max(forth[total - 1], 1.0)  # a game that is over may fit nothing
    for mask in range(masks):
        for role in range(5):
            out[mask, role] = 0.0
    for step in range(1, total):
        index = total - 1 - step
        share = forth[index] / every
        on = 0.0
        if share > 0.0:
            used = level[index]
            for role in range(5):
                if (room[index] >> role) & 1:
                    after = back[index + strides[role]]
                    on += after
                    out[used, role] += share * after
        back[index] = on


@inlined
def family_chances(
    row: Array, family: Number, own: Bits, patterns: Array, counts: Array, work: Array, out: Array
) -> None:
    """The chances of a family's masks on the mat, in the order of their bits."""
    straight, diagonal, lady, soldier = own
    both = straight & diagonal
    counts[0] = np.int64(popcount(straight & ~both))
    counts[1] = np.int64(popcount(diagonal & ~both))
    counts[2] = np.int64(popcount(both & ~lady))
    counts[3] = np.int64(popcount(soldier))
    counts[4] = np.int64(popcount(lady))
    ruled = RULED + 5 * family
    left, masks = standing(own), 0
    while left != NONE:
        at = lowest(left)
        left &= left - ONE
        pattern = np.int64(0)
        for role in range(5):
            pattern |= np.int64((row[ruled + role] >> at) & ONE) << role
        patterns[masks] = pattern
        masks += 1
    _chances(patterns, masks, counts, work, out)
