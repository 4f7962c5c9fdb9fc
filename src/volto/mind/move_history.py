"""What is remembered of the masks' past, turn by turn or from a view."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from volto.mind.tables import tables_of
from volto.rules import Family, Ruleset, Step
from volto.sim.fields import LAST_ORIGIN, LAST_TARGET, TO_MOVE, TURN, family_of
from volto.sim.jit import Array, Number, compiled, inlined
from volto.sim.kernel import NONE, ONE, lowest, standing
from volto.sim.layout import bit
from volto.sim.threads import in_parts

MOVES, STAMP, EXPOSED, TRACES = 0, 1, 2, 3
"""What is remembered of a mask's past, by the bit it stands on: moves, the turn of the last one
(counted from 1), and turns after which its family left it next to a rival mask."""


@inlined
def remember(row: Array, trace: Array, near: Array) -> None:
    """Remember the move that was just played in a game; a new game has no past."""
    if row[LAST_TARGET] == NONE:
        trace[:, :] = 0
        return
    mover = 1 - np.int64(row[TO_MOVE])
    origin, target = lowest(row[LAST_ORIGIN]), lowest(row[LAST_TARGET])
    mine, theirs = standing(family_of(row, mover)), standing(family_of(row, 1 - mover))
    if mine & row[LAST_TARGET]:
        trace[MOVES, target] = trace[MOVES, origin] + 1
        trace[STAMP, target] = np.int16(row[TURN])
        trace[EXPOSED, target] = trace[EXPOSED, origin]
    else:
        trace[MOVES, target] = trace[STAMP, target] = trace[EXPOSED, target] = 0
    trace[MOVES, origin] = trace[STAMP, origin] = trace[EXPOSED, origin] = 0
    left = mine
    while left != NONE:
        at = lowest(left)
        left &= left - ONE
        if near[at] & theirs:
            trace[EXPOSED, at] += 1


@compiled("void(uint64[:, ::1], int16[:, :, ::1], uint64[::1], int64, int64)")
def write_traces(state: Array, traces: Array, near: Array, begin: Number, end: Number) -> None:
    for game in range(begin, end):
        remember(state[game], traces[game], near)


def trace_moves(
    state: NDArray[np.uint64], traces: NDArray[np.int16], ruleset: Ruleset, threads: int = 1
) -> None:
    """Remember the move that was just played in each game of a batch."""
    near = tables_of(ruleset).near
    in_parts(lambda begin, end: write_traces(state, traces, near, begin, end), len(state), threads)


def blank_traces(games: int) -> NDArray[np.int16]:
    """No past, for as many games."""
    return np.zeros((games, TRACES, 64), np.int16)


def traces_of(steps: Sequence[Step], ruleset: Ruleset) -> NDArray[np.int16]:
    """The past of the masks before each of these turns, and after the last."""
    traces, near = blank_traces(len(steps) + 1), tables_of(ruleset).near.tolist()
    size = len(ruleset.roster)
    for number, step in enumerate(steps):
        trace = traces[number + 1]
        trace[:] = traces[number]
        origin, target = (bit(cell) for cell in step.turn.move)
        past = trace[:, origin].copy()
        trace[:, origin] = trace[:, target] = 0
        if step.turn.captor is None:
            trace[:, target] = past[MOVES] + 1, step.number, past[EXPOSED]
        spots: tuple[list[int], list[int]] = [], []
        for cell, mask in step.after.items():
            spots[(mask < size) != (step.family is Family.WHITE)].append(bit(cell))
        theirs = sum(1 << spot for spot in spots[1])
        trace[EXPOSED, [spot for spot in spots[0] if near[spot] & theirs]] += 1
    return traces
