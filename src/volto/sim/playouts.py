"""Random play-outs: every move uniform over the legal ones, dozens of games side by side."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from volto.rules import STANDARD, Family, Position, Ruleset, VoltoError
from volto.sim.deployments import placed
from volto.sim.jit import Array, Bits, Number, compiled, inlined
from volto.sim.kernel import (
    BLOCKED,
    NONE,
    ONE,
    QUIET,
    S6,
    TURN_CAP,
    U,
    below,
    choose,
    draw,
    mix,
    played,
    standing,
    stir,
    verdict,
    ways,
)
from volto.sim.layout import FAMILIES, STRIDE, pack, terms
from volto.sim.threads import in_parts

LANES = 64
"""Games that one loop plays in step: enough to fill vector registers, few enough for the cache."""

STRAIGHT, DIAGONAL, LADY, SOLDIER = 0 * LANES, 1 * LANES, 2 * LANES, 3 * LANES
RNG, SINCE, TURN, CODE = 0 * LANES, 1 * LANES, 2 * LANES, 3 * LANES


@inlined
def _half_turn(
    own: Array,
    rival: Array,
    clock: Array,
    mat: Bits,
    goal: Bits,
    left: Bits,
    right: Bits,
    quiet: Bits,
    cap: Bits,
) -> Number:
    """One turn of `own` in every lane that is still playing; returns how many are over."""
    over = 0
    for i in range(LANES):
        mine = (own[STRAIGHT + i], own[DIAGONAL + i], own[LADY + i], own[SOLDIER + i])
        theirs = (rival[STRAIGHT + i], rival[DIAGONAL + i], rival[LADY + i], rival[SOLDIER + i])
        since, turn, code = clock[SINCE + i], clock[TURN + i], clock[CODE + i]
        number = stir(clock[RNG + i])
        clock[RNG + i] = number
        rivals = standing(theirs)
        total, _, origin, target = draw(ways(mine, rivals, mat, left, right), mine[3], number)

        late = choose(turn >= cap, TURN_CAP, NONE)
        late = choose(since >= quiet, QUIET, late)
        late = choose(total == NONE, BLOCKED, late)
        late = choose(code == NONE, late, code)
        origin = choose(late == NONE, origin, NONE)
        target = choose(late == NONE, target, NONE)

        code = choose(late == NONE, verdict(mine, theirs, origin, target, goal), late)
        mine, theirs = played(mine, theirs, origin, target)
        own[STRAIGHT + i], own[DIAGONAL + i], own[LADY + i], own[SOLDIER + i] = mine
        rival[STRAIGHT + i], rival[DIAGONAL + i], rival[LADY + i], rival[SOLDIER + i] = theirs
        clock[SINCE + i] = choose((target & rivals) == NONE, since + ONE, NONE)
        clock[TURN + i] = turn + choose(late == NONE, ONE, NONE)
        clock[CODE + i] = code
        over += code != NONE
    return over


@compiled(
    "int64(int64, int64, uint64, uint64[::1], uint64[::1], uint64, uint64, int64, uint64, uint64,"
    "uint64, uint64, uint64, uint64, uint8[::1], uint8[::1], int32[::1], uint8[::1])"
)
def _play(
    begin: Number,
    end: Number,
    seed: Bits,
    deployments: Array,
    start: Array,
    since: Bits,
    turn: Bits,
    first: Number,
    mat: Bits,
    white_palace: Bits,
    red_palace: Bits,
    last_row: Bits,
    quiet: Bits,
    cap: Bits,
    winner: Array,
    reason: Array,
    turns: Array,
    winners: Array,
) -> Number:
    """Play the games numbered `begin` to `end`; each depends on the seed and its number alone.

    `deployments` are drawn from, or, if there are none, every game begins with the sets `start`.
    """
    white = np.zeros(4 * LANES, np.uint64)
    red = np.zeros(4 * LANES, np.uint64)
    clock = np.zeros(4 * LANES, np.uint64)
    game = np.full(LANES, -1, np.int64)
    for i in range(LANES):
        clock[CODE + i] = ONE
    upcoming, playing = begin, 0
    moves = np.int64(0)
    side = first
    while True:
        if side == first and playing < LANES:
            playing = 0
            for i in range(LANES):
                code = clock[CODE + i]
                if code != NONE and game[i] >= 0:
                    played = np.int64(clock[TURN + i])
                    last = first ^ ((played - np.int64(turn) + 1) & 1)
                    how = winners[code]
                    winner[game[i]] = 2 if how == 2 else how ^ last
                    reason[game[i]] = code
                    turns[game[i]] = played
                    moves += played - np.int64(turn)
                    game[i] = -1
                if code != NONE and upcoming < end:
                    game[i] = upcoming
                    number = mix(seed, U(upcoming))
                    upcoming += 1
                    if len(deployments) > 0:
                        size = U(len(deployments))
                        number = stir(number)
                        ours = deployments[below(number, size)]
                        number = stir(number)
                        theirs = deployments[below(number, size)]
                        for index in range(4):
                            white[index * LANES + i] = placed(ours, index, NONE, S6)
                            red[index * LANES + i] = placed(theirs, index, last_row, last_row - S6)
                    else:
                        for index in range(4):
                            white[index * LANES + i] = start[index]
                            red[index * LANES + i] = start[4 + index]
                    clock[RNG + i] = number
                    clock[SINCE + i] = since
                    clock[TURN + i] = turn
                    clock[CODE + i] = NONE
                playing += game[i] >= 0
            if playing == 0:
                return moves
        if side == 0:
            over = _half_turn(white, red, clock, mat, red_palace, S6, NONE, quiet, cap)
        else:
            over = _half_turn(red, white, clock, mat, white_palace, NONE, S6, quiet, cap)
        playing = LANES - over
        side ^= 1


@dataclass(frozen=True, slots=True)
class Playouts:
    """How random games went, one entry a game."""

    winner: NDArray[np.uint8]
    """0 White, 1 Red, 2 a draw."""
    reason: NDArray[np.uint8]
    """An index into `layout.REASONS`."""
    turns: NDArray[np.int32]
    """The turn counter when the game ended."""
    moves: int
    """All moves made."""


def playouts(
    games: int,
    seed: int = 0,
    *,
    position: Position | None = None,
    ruleset: Ruleset = STANDARD,
    first: Family | str = Family.WHITE,
    threads: int = 1,
) -> Playouts:
    """Play random games to their ends, from `position` or from random deployments.

    The results depend on the seed alone, not on the number of threads.
    """
    if games < 0:
        raise VoltoError(f"The number of games is 0 or more, not {games}.")
    start, since, turn = np.zeros(8, np.uint64), 0, 0
    if position is not None:
        if position.outcome is not None:
            raise VoltoError("This position's game is over: there is nothing to play out.")
        ruleset, first = position.ruleset, position.to_move
        start, since, turn = pack(position), position.quiet, position.turns
    rule = terms(ruleset)
    result = Playouts(
        np.empty(games, np.uint8), np.empty(games, np.uint8), np.empty(games, np.int32), 0
    )

    def part(begin: int, end: int) -> int:
        moves: int = _play(
            begin,
            end,
            U(seed % 2**64),
            rule.deployments if position is None else np.empty(0, np.uint64),
            start,
            U(since),
            U(turn),
            FAMILIES.index(Family(first)),
            rule.mat,
            *rule.palaces,
            U(STRIDE * (ruleset.mat.rows - 1)),
            rule.quiet,
            rule.cap,
            result.winner,
            result.reason,
            result.turns,
            rule.winners,
        )
        return moves

    return replace(result, moves=sum(in_parts(part, games, threads)))
