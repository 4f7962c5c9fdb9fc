"""Games played by instinct, compiled: which deployments win?"""

from typing import Any, cast

import numpy as np
from numba import types

from volto.mind.ismcts import pick
from volto.mind.playout import fraction, play_out, workspace
from volto.mind.tables import TABLES
from volto.sim.deployments import placed
from volto.sim.fields import FIELDS, LAST_ROW, TO_MOVE, TURN
from volto.sim.jit import Array, Bits, Number, compiled, inlined
from volto.sim.kernel import NONE, S6, U, mix, stir

RESULT = cast("Any", types).Tuple((types.int64, types.float64))
BITS, REALS = types.uint64[::1], types.float64[::1]


@inlined
def deal(row: Array, rules: Array, white: Bits, red: Bits) -> None:
    """Begin a game in a row: White first, with these deployments."""
    last = rules[LAST_ROW]
    for field in range(FIELDS):
        row[field] = NONE
    for index in range(4):
        row[index] = placed(white, index, NONE, S6)
        row[4 + index] = placed(red, index, last, last - S6)


@compiled(
    RESULT(
        types.int64,
        types.uint64,
        TABLES,
        BITS,
        types.float64[:, ::1],
        REALS,
        REALS,
        types.float64[:, ::1],
    )
)
def compare_deployments(
    games: Number,
    seed: Bits,
    tables: Array,
    deployments: Array,
    instinct: Array,
    ours: Array,
    theirs: Array,
    placing: Array,
) -> Bits:
    """Play games between two ways to deploy (growing sums of chances), sides changing every game.

    Adds to `placing`, for each place and role of our deployments, the results: 1 won, -1 lost.
    Returns the turns played and our points.
    """
    row = np.empty(FIELDS, np.uint64)
    work = workspace()
    alike = instinct.reshape((1, *instinct.shape))
    turns, points = np.int64(0), 0.0
    for game in range(games):
        state = stir(mix(seed, U(game)))
        side = game & 1
        mine = pick(ours, fraction(state))
        state = stir(state)
        other = pick(theirs, fraction(state))
        white, red = (mine, other) if side == 0 else (other, mine)
        deal(row, tables.rules, deployments[white], deployments[red])
        code, state = play_out(row, tables, alike, 1, 0, 1.0, 10_000, state, work)
        last = 1 - np.int64(row[TO_MOVE])
        how = tables.winners[code]
        won = 1.0 if (how ^ last) == side else -1.0
        result = 0.0 if how == 2 else won
        points += 0.5 + 0.5 * result
        turns += np.int64(row[TURN])
        for mask in range(tables.roles.shape[1]):
            placing[tables.roles[mine, mask], mask] += result
    return turns, points
