"""Self-play for instinct, compiled: games played, and the gradient of their results."""

from typing import Any, cast

import numpy as np
from numba import types

from volto.mind.geometry import GEOMETRY
from volto.mind.instinct import MOST_MOVES, TRAITS, WIDTH
from volto.mind.rollout import (
    MOVE_FIELDS,
    ROLE,
    drawn,
    fraction,
    list_moves,
    play_listed,
    soften,
)
from volto.mind.search import pick
from volto.sim.compiled import Array, Bits, Number, compiled, inlined
from volto.sim.deployments import placed
from volto.sim.fields import FIELDS, LAST_ROW
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


@inlined
def _note(trace: Array, entropy: Array, work: Array, number: Number, chosen: Number) -> None:
    """Add a choice to the mover's trace, and the push towards more variety to `entropy`."""
    moves, found, chances = work
    variety = 0.0
    for i in range(number):
        variety -= chances[i] * np.log(chances[i] + 1e-12)
    for i in range(number):
        role, chance = moves[i, ROLE], chances[i]
        push = chance * (-np.log(chance + 1e-12) - variety)
        pull = (1.0 if i == chosen else 0.0) - chance
        for trait in range(TRAITS):
            trace[role, found[i, trait]] += pull
            entropy[role, found[i, trait]] += push


@compiled(
    RESULT(
        types.int64,
        types.uint64,
        BITS,
        GEOMETRY,
        BITS,
        types.float64[:, ::1],
        types.float64[:, ::1],
        REALS,
        REALS,
        types.uint8[:, ::1],
        types.float64,
        types.float64,
        types.uint8[::1],
        types.float64[:, ::1],
        types.float64[:, ::1],
        types.float64[:, ::1],
    )
)
def learn(
    games: Number,
    seed: Bits,
    rules: Array,
    geometry: Array,
    deployments: Array,
    learner: Array,
    sparring: Array,
    learner_deploys: Array,
    sparring_deploys: Array,
    role_table: Array,
    discount: Number,
    draw_cost: Number,
    winners: Array,
    gradient: Array,
    entropy: Array,
    placing: Array,
) -> Bits:
    """Play games between learner and sparring partner, who changes sides every game.

    Adds to `gradient` the learner's choices, weighted by the results and fading into the past; to
    `entropy` the push towards variety; to `placing` its deployments, weighted by the results.
    Returns the turns played and the learner's score.
    """
    row = np.empty(FIELDS, np.uint64)
    work = (
        np.empty((MOST_MOVES, MOVE_FIELDS), np.int64),
        np.empty((MOST_MOVES, TRAITS), np.int64),
        np.empty(MOST_MOVES, np.float64),
    )
    trace = np.empty((5, WIDTH), np.float64)
    turns, points = np.int64(0), 0.0
    for game in range(games):
        state = mix(seed, U(game))
        side = game & 1  # of the learner
        state = stir(state)
        mine = pick(learner_deploys, fraction(state))
        state = stir(state)
        theirs = pick(sparring_deploys, fraction(state))
        white, red = (mine, theirs) if side == 0 else (theirs, mine)
        deal(row, rules, deployments[white], deployments[red])
        trace[:, :] = 0.0
        code, family = np.int64(0), 0
        while code == 0:
            acting = family == side
            number = list_moves(row, rules, geometry, learner if acting else sparring, work)
            soften(work[2], number, 1.0)
            state = stir(state)
            chosen = drawn(work[2], number, fraction(state))
            if acting:
                trace *= discount
                _note(trace, entropy, work, number, chosen)
            code = play_listed(row, rules, geometry, work[0], chosen)
            turns += 1
            family = 1 - family
        how = winners[code]
        won = 1.0 if (how == 0) == (family != side) else -1.0
        result = -draw_cost if how == 2 else won
        points += 0.5 if how == 2 else 0.5 + 0.5 * won
        gradient += result * trace
        for mask in range(role_table.shape[1]):
            placing[role_table[mine, mask], mask] += result
    return turns, points
