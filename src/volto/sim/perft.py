"""Counting move sequences: the proof that the machine plays by the book."""

import numpy as np

from volto.rules import Move, Position, VoltoError
from volto.sim.jit import Array, Bits, Number, compiled, inlined
from volto.sim.kernel import (
    NONE,
    ONE,
    RUN,
    S6,
    U,
    back,
    count,
    played,
    standing,
    verdict,
    ways,
)
from volto.sim.layout import FAMILIES, pack, terms

MAX_DEPTH = 64


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` legal moves begin here.

    A sequence in which the game ends earlier counts nothing.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise VoltoError(f"The depth is 0 to {MAX_DEPTH}, not {depth}.")
    if depth == 0:
        return 1
    if position.outcome is not None:
        return 0
    rule = terms(position.ruleset)
    frames = np.zeros((depth, FRAME), np.uint64)
    frames[0, :8] = pack(position)
    frames[0, SINCE] = position.quiet
    side = FAMILIES.index(position.to_move)
    return int(
        _perft(
            frames, depth, side, U(position.turns), rule.mat, *rule.palaces, rule.quiet, rule.cap
        )
    )


def divide(position: Position, depth: int) -> dict[Move, int]:
    """How many of these sequences begin with each legal move."""
    if depth < 1:
        raise VoltoError(f"To divide by first moves takes a depth of 1 or more, not {depth}.")
    return {move: perft(position.play(move), depth - 1) for move in position.legal_moves()}


# A frame of the search: eight sets, nine sets of moves not yet tried, turns since a capture.
WAYS, SINCE, FRAME = 8, 17, 18


@inlined
def _sets(frame: Array, family: Number) -> Bits:
    base = 4 * family
    return frame[base], frame[base + 1], frame[base + 2], frame[base + 3]


@compiled("int64(uint64[:, ::1], int64, int64, uint64, uint64, uint64, uint64, uint64, uint64)")
def _perft(
    frames: Array,
    depth: Number,
    first: Number,
    turn: Bits,
    mat: Bits,
    white_palace: Bits,
    red_palace: Bits,
    quiet: Bits,
    cap: Bits,
) -> Number:
    total = np.int64(0)
    ply, fresh = 0, True
    while ply >= 0:
        frame = frames[ply]
        side = first ^ (ply & 1)
        left, right, goal = (S6, NONE, red_palace) if side == 0 else (NONE, S6, white_palace)
        own, rival = _sets(frame, side), _sets(frame, 1 - side)
        if fresh:
            over = frame[SINCE] >= quiet or turn + U(ply) >= cap
            sets = ways(own, standing(rival), mat, left, right)
            if over or ply + 1 == depth:
                if not over:
                    total += np.int64(count(sets))
                ply -= 1
                fresh = False
                continue
            for way in range(9):
                frame[WAYS + way] = sets[way]
            fresh = False
        way = 0
        while way < 9 and frame[WAYS + way] == NONE:
            way += 1
        if way == 9:
            ply -= 1
            continue
        target = frame[WAYS + way] & (NONE - frame[WAYS + way])
        frame[WAYS + way] ^= target
        origin = own[3] if U(way) == RUN else back(target, way)
        if verdict(own, rival, origin, target, goal) == NONE:
            taken = target & standing(rival)
            own, rival = played(own, rival, origin, target)
            below = frames[ply + 1]
            for index in range(4):
                below[4 * side + index] = own[index]
                below[4 * (1 - side) + index] = rival[index]
            below[SINCE] = frame[SINCE] + ONE if taken == NONE else NONE
            ply += 1
            fresh = True
    return total
