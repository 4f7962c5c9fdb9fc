"""The rules on bits: a family is four sets of cells, a turn is a few dozen operations on them.

A mask that may step straight is in `straight` (Noble, Candidate, Lady), one that may step
diagonally in `diagonal` (Advisor, Candidate, Lady); `lady` and `soldier` are sets of their own. So
a Candidate is in `straight` and `diagonal` and not in `lady`. Nothing here branches on the masks,
so that a loop over games becomes vector instructions.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types

from volto.sim.jit import Bits, Number, inlined, intrinsic

U = np.uint64
NONE, ONE = U(0), U(1)

# A row is six bits: five cells, and an empty column that catches what would wrap round.
S1, S5, S6, S7 = U(1), U(5), U(6), U(7)

# The ways out of a cell are numbered clockwise from up the mat; the last is the Soldier's run.
# From a target back to its origin is a rotation to the left by:
BACK = (U(58), U(57), U(63), U(5), U(6), U(7), U(1), U(59))
B0, B1, B2, B3, B4, B5, B6, B7 = BACK
RUN = U(8)

# How a turn ended the game, by number; the words are in `layout.REASONS`.
CANDIDATE_CAPTURED, CANDIDATE_TOOK_LADY, LADIES, PALACE = U(1), U(2), U(3), U(4)
BLOCKED, QUIET, TURN_CAP = U(5), U(6), U(7)


@intrinsic
def popcount(_typing: Any, bits: Any) -> Any:
    """How many bits are set."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@intrinsic
def lowest(_typing: Any, bits: Any) -> Any:
    """The index of the lowest set bit."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), build


@inlined
def choose(condition: Bits, yes: Bits, no: Bits) -> Bits:
    return yes if condition else no


@inlined
def mix(seed: Bits, number: Bits) -> Bits:
    """A well-stirred, never zero generator state for the `number`-th of a family of streams."""
    z = seed + (number + ONE) * U(0x9E3779B97F4A7C15)
    z = (z ^ (z >> U(30))) * U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U(27))) * U(0x94D049BB133111EB)
    z ^= z >> U(31)
    return choose(z == NONE, ONE, z)


@inlined
def stir(state: Bits) -> Bits:
    """The next state of a xorshift generator, which is also its next number."""
    state ^= state << U(13)
    state ^= state >> U(7)
    return state ^ (state << U(17))


@inlined
def below(number: Bits, limit: Bits) -> Bits:
    """A random number turned into one of 0 … limit - 1."""
    return ((number >> U(32)) * limit) >> U(32)


@inlined
def standing(family: Bits) -> Bits:
    """Every cell that a family's masks stand on."""
    straight, diagonal, _, soldier = family
    return straight | diagonal | soldier


@inlined
def runs(soldier: Bits, empty: Bits, free: Bits, left: Bits, right: Bits) -> Bits:
    """Where the Soldier may go (R-9); forward is a shift to the `left`, or to the `right`."""
    reach, clear = soldier, empty
    reach |= clear & ((reach << left) >> right)
    clear &= (clear << left) >> right
    reach |= clear & ((reach << (left * U(2))) >> (right * U(2)))
    clear &= (clear << (left * U(2))) >> (right * U(2))
    reach |= clear & ((reach << (left * U(4))) >> (right * U(4)))
    return ((reach << left) >> right) & free


@inlined
def ways(own: Bits, rivals: Bits, mat: Bits, left: Bits, right: Bits) -> Bits:
    """The targets of every legal move, in nine sets by the way taken (R-5 to R-10)."""
    straight, diagonal, lady, soldier = own
    free = mat & ~(straight | diagonal | soldier)
    return (
        (straight << S6) & free & ~((lady << S6) & rivals),
        (diagonal << S7) & free & ~((lady << S7) & rivals),
        (straight << S1) & free & ~((lady << S1) & rivals),
        (diagonal >> S5) & free & ~((lady >> S5) & rivals),
        (straight >> S6) & free & ~((lady >> S6) & rivals),
        (diagonal >> S7) & free & ~((lady >> S7) & rivals),
        (straight >> S1) & free & ~((lady >> S1) & rivals),
        (diagonal << S5) & free & ~((lady << S5) & rivals),
        runs(soldier, free & ~rivals, free, left, right),
    )


@inlined
def count(sets: Bits) -> Bits:
    """How many moves there are."""
    w0, w1, w2, w3, w4, w5, w6, w7, w8 = sets
    steps = popcount(w0) + popcount(w1) + popcount(w2) + popcount(w3)
    steps += popcount(w4) + popcount(w5) + popcount(w6) + popcount(w7)
    return steps + popcount(w8)


@inlined
def any_move(sets: Bits) -> Bits:
    """Is there a move at all?"""
    w0, w1, w2, w3, w4, w5, w6, w7, w8 = sets
    return (w0 | w1 | w2 | w3 | w4 | w5 | w6 | w7 | w8) != NONE


@inlined
def turned(bits: Bits, by: Bits) -> Bits:
    """The bits rotated to the left."""
    return (bits << by) | (bits >> ((U(64) - by) & U(63)))


@inlined
def back(target: Bits, way: Number) -> Bits:
    """The cell from which one step that way leads to the target."""
    return turned(target, BACK[way])


@inlined
def draw(sets: Bits, soldier: Bits, number: Bits) -> Bits:
    """One move out of all, by a random number: how many there were, and its way, origin, target.

    A set has at most six cells: no more masks than that share a way.
    """
    w0, w1, w2, w3, w4, w5, w6, w7, w8 = sets
    c0 = popcount(w0)
    c1 = c0 + popcount(w1)
    c2 = c1 + popcount(w2)
    c3 = c2 + popcount(w3)
    c4 = c3 + popcount(w4)
    c5 = c4 + popcount(w5)
    c6 = c5 + popcount(w6)
    c7 = c6 + popcount(w7)
    total = c7 + popcount(w8)
    nth = below(number, total)
    way, turn, found, passed = U(0), B0, w0, NONE
    past = nth >= c0
    way, turn = choose(past, U(1), way), choose(past, B1, turn)
    found, passed = choose(past, w1, found), choose(past, c0, passed)
    past = nth >= c1
    way, turn = choose(past, U(2), way), choose(past, B2, turn)
    found, passed = choose(past, w2, found), choose(past, c1, passed)
    past = nth >= c2
    way, turn = choose(past, U(3), way), choose(past, B3, turn)
    found, passed = choose(past, w3, found), choose(past, c2, passed)
    past = nth >= c3
    way, turn = choose(past, U(4), way), choose(past, B4, turn)
    found, passed = choose(past, w4, found), choose(past, c3, passed)
    past = nth >= c4
    way, turn = choose(past, U(5), way), choose(past, B5, turn)
    found, passed = choose(past, w5, found), choose(past, c4, passed)
    past = nth >= c5
    way, turn = choose(past, U(6), way), choose(past, B6, turn)
    found, passed = choose(past, w6, found), choose(past, c5, passed)
    past = nth >= c6
    way, turn = choose(past, U(7), way), choose(past, B7, turn)
    found, passed = choose(past, w7, found), choose(past, c6, passed)
    past = nth >= c7
    way = choose(past, RUN, way)
    found, passed = choose(past, w8, found), choose(past, c7, passed)
    nth -= passed
    found = choose(nth > U(0), found & (found - ONE), found)
    found = choose(nth > U(1), found & (found - ONE), found)
    found = choose(nth > U(2), found & (found - ONE), found)
    found = choose(nth > U(3), found & (found - ONE), found)
    found = choose(nth > U(4), found & (found - ONE), found)
    target = found & (NONE - found)
    return total, way, choose(past, soldier, turned(target, turn)), target


@inlined
def carried(bits: Bits, origin: Bits, landing: Bits) -> Bits:
    """A set of cells after a mask went from `origin` to `landing` (NONE: off the mat)."""
    return (bits & ~origin) | choose((bits & origin) != NONE, landing, NONE)


@inlined
def played(own: Bits, rival: Bits, origin: Bits, target: Bits) -> Bits:
    """Both families' four sets after a move (R-11, R-13)."""
    straight, diagonal, lady, soldier = own
    rival_straight, rival_diagonal, rival_lady, rival_soldier = rival
    landing = choose((target & rival_lady) == NONE, target, NONE)
    return (
        (
            carried(straight, origin, landing),
            carried(diagonal, origin, landing),
            carried(lady, origin, landing),
            carried(soldier, origin, landing),
        ),
        (
            rival_straight & ~target,
            rival_diagonal & ~target,
            rival_lady & ~target,
            rival_soldier & ~target,
        ),
    )


@inlined
def verdict(own: Bits, rival: Bits, origin: Bits, target: Bits, goal: Bits) -> Bits:
    """How a move ends the game (R-12 to R-15), or NONE; the sets are those before the move."""
    straight, diagonal, lady, _ = own
    rival_straight, rival_diagonal, rival_lady, _ = rival
    takes_lady = (target & rival_lady) != NONE
    takes_candidate = (target & rival_straight & rival_diagonal & ~rival_lady) != NONE
    by_candidate = (origin & straight & diagonal & ~lady) != NONE
    last_lady = (rival_lady & ~target) == NONE
    code = choose(by_candidate & ((target & goal) != NONE), PALACE, NONE)
    code = choose(takes_candidate, CANDIDATE_CAPTURED, code)
    code = choose(takes_lady, choose(last_lady, LADIES, NONE), code)
    return choose(takes_lady & by_candidate, CANDIDATE_TOOK_LADY, code)
