"""Instinct: a quick policy that looks at one mask at a time.

The weight of a move is the exponential of a sum of learned numbers, one for each *trait* of the
move; the traits depend on the moving mask's role and on what everyone can see, never on any other
hidden role. So the weights of all moves of a family add up mask by mask, whatever the others are,
which makes the same policy an exact likelihood for 50,400 deployments at once.
"""

import numpy as np
from numpy.typing import NDArray

from volto.sim.fields import MAT, RULED, family_of
from volto.sim.jit import Array, Bits, Number, inlined
from volto.sim.kernel import NONE, ONE, S6, U, lowest, popcount, runs, standing

# The traits of a move: each has a value from 0 up, and a learned number for each value and role.
SIZES = (6, 7, 11, 9, 4, 4, 4, 4, 4, 4, 7)
TRAITS = len(SIZES)
STARTS = tuple(int(start) for start in np.cumsum((0, *SIZES[:-1])))
(
    WAY,  # ahead, ahead aslant, aside, back aslant, back, or a run
    ROW,  # how far from its own palace it ends
    LADY_RISK,  # 0, or a capture: how likely it is a Lady, and how many the rival has left
    PRIZE,  # 0, or a capture: how likely it is the Candidate, and whether at our palace
    THREATS,  # rival masks next to the target
    PRESSURE,  # rival masks next to the origin
    COMPANY,  # own masks next to the target
    REPUTATION,  # what the mask has shown so far
    LADIES,  # Ladies left on both sides
    LANE,  # rival masks ahead of the target
    INTRUDER,  # how near the foremost rival mask is to the own palace
) = STARTS
WIDTH = sum(SIZES)
MOST_MOVES = 96


@inlined
def role_at(own: Bits, mask: Bits) -> Number:
    """The role, 0 to 4, of the mask on this bit."""
    straight, diagonal, lady, soldier = own
    if lady & mask:
        return 4
    if soldier & mask:
        return 3
    if straight & mask:
        return 2 if diagonal & mask else 0
    return 1


@inlined
def targets_of(
    role: Number, at: Number, family: Number, free: Bits, empty: Bits, tables: Array
) -> Bits:
    """Where a mask of this role may go from the bit `at` (R-5 to R-10)."""
    if role == 3:
        left, right = (S6, NONE) if family == 0 else (NONE, S6)
        return runs(ONE << U(at), empty, free, left, right)
    reach = NONE
    if role != 1:
        reach |= tables.straight[at]
    if role != 0:
        reach |= tables.diagonal[at]
    return reach & (empty if role == 4 else free)


@inlined
def _few(bits: Bits) -> Number:
    """How many, counted up to three."""
    return min(np.int64(popcount(bits)), 3)


@inlined
def _share(some: Number, of: Number) -> Number:
    """A chance in four steps: up to 15 %, 25 %, 50 %, and more."""
    if 100 * some <= 15 * of:
        return 0
    if 4 * some <= of:
        return 1
    return 2 if 2 * some <= of else 3


@inlined
def public_facts(row: Array, family: Number, tables: Array) -> Bits:
    """What the traits need to know that is the same for all moves of a family."""
    mat = tables.rules[MAT]
    own, rival = family_of(row, family), family_of(row, 1 - family)
    mine, theirs = standing(own), standing(rival)
    ruled, rival_ruled = RULED + 5 * family, RULED + 5 * (1 - family)
    may_be_lady = theirs & ~row[rival_ruled + 4]
    may_be_candidate = theirs & ~row[rival_ruled + 2]
    their_ladies, my_ladies = popcount(rival[2]), popcount(own[2])
    soldiers = row[ruled]  # not Nobles: among them who can only be the Soldier
    sure_soldiers = soldiers & row[ruled + 1] & row[ruled + 2] & row[ruled + 4]
    shown = row[ruled] | row[ruled + 1] | row[ruled + 3]
    captors = row[ruled + 4] & ~sure_soldiers
    nearest = np.int64(6)
    left = theirs
    while left != NONE:
        row_of = np.int64(tables.row[family, lowest(left)])
        nearest = row_of if row_of < nearest else nearest
        left &= left - ONE
    ladies = (1 if my_ladies == ONE else 0) + (2 if their_ladies == ONE else 0)
    return (
        mine,
        theirs,
        mat & ~mine,
        mat & ~(mine | theirs),
        may_be_lady,
        may_be_candidate,
        np.int64(their_ladies),
        shown,
        captors,
        sure_soldiers,
        ladies,
        nearest,
    )


@inlined
def traits(
    facts: Bits, family: Number, origin: Number, target: Number, tables: Array, out: Array
) -> None:
    """Write the index of each of a move's traits."""
    (mine, theirs, _, _, lady, candidate, ladies, shown, captors, soldiers, left, nearest) = facts
    here, there = ONE << U(origin), ONE << U(target)
    round_target, round_origin = tables.near[target], tables.near[origin]
    way = np.int64(tables.way[family, np.int64(target) - np.int64(origin) + 48])
    out[0] = WAY + (min(way, 8 - way) if way < 8 else 5)
    out[1] = ROW + tables.row[family, target]
    if theirs & there:
        risk, prize = 0, 0
        if lady & there:
            risk = 1 + _share(ladies, np.int64(popcount(lady)))
        if candidate & there:
            prize = 1 + min(_share(1, np.int64(popcount(candidate))), 2)
        out[2] = LADY_RISK + 1 + risk + (5 if ladies == 1 else 0)
        out[3] = PRIZE + 1 + prize + (4 if tables.row[family, target] <= 1 else 0)
    else:
        out[2] = LADY_RISK
        out[3] = PRIZE
    out[4] = THREATS + _few(round_target & theirs & ~there)
    out[5] = PRESSURE + _few(round_origin & theirs)
    out[6] = COMPANY + _few(round_target & mine & ~here)
    if soldiers & here:
        reputation = 3
    elif captors & here:
        reputation = 2
    else:
        reputation = 1 if shown & here else 0
    out[7] = REPUTATION + reputation
    out[8] = LADIES + left
    out[9] = LANE + _few(tables.lane[family, target] & theirs)
    out[10] = INTRUDER + nearest


@inlined
def score(weights: Array, role: Number, found: Array) -> Number:
    """The logarithm of a move's weight."""
    total = 0.0
    for trait in range(TRAITS):
        total += weights[role, found[trait]]
    return total


def blank() -> NDArray[np.float64]:
    """Weights without any preference: a family moves at random."""
    return np.zeros((5, WIDTH), np.float64)
