"""The compiled loops that begin and play the games of a batch."""

import numpy as np

from volto.sim.deployments import placed
from volto.sim.fields import (
    BY_LOTS,
    CAP,
    FIRST,
    LAST_ORIGIN,
    LAST_ROW,
    LAST_TARGET,
    QUIET_LIMIT,
    RED_PALACE,
    RNG,
    RULED,
    SINCE,
    TO_MOVE,
    TURN,
    WHITE_PALACE,
    family_of,
    moves_of,
)
from volto.sim.jit import Array, Bits, Number, compiled, inlined
from volto.sim.kernel import (
    BLOCKED,
    NONE,
    ONE,
    QUIET,
    S6,
    TURN_CAP,
    U,
    any_move,
    below,
    carried,
    choose,
    mix,
    played,
    standing,
    stir,
    verdict,
)

# The roles a mask cannot have, as bits N A C S L, once it has gone a way (seen from its palace).
AHEAD, ASIDE, ASLANT, RAN, CAPTURED = 0b00010, 0b01010, 0b01001, 0b10111, 0b10000
IN_PALACE = 0b00100  # or the game would be over
SHOWN = (AHEAD, ASLANT, ASIDE, ASLANT, ASIDE, ASLANT, ASIDE, ASLANT, RAN, RAN, RAN, RAN, RAN)

OFF_MAT = 0xFFFFFFFF
"""The plan of an action that leads off the mat."""


@inlined
def _deal(row: Array, rules: Array, deployments: Array, white: Number, red: Number) -> None:
    """Begin a game in this row with the numbered deployments, or any where the number is < 0."""
    number, size = row[RNG], U(len(deployments))
    for family in range(2):
        number = stir(number)
        chosen = white if family == 0 else red
        sets = deployments[below(number, size) if chosen < 0 else U(chosen)]
        palace_at = NONE if family == 0 else rules[LAST_ROW]
        front_at = S6 if family == 0 else rules[LAST_ROW] - S6
        for index in range(4):
            row[4 * family + index] = placed(sets, index, palace_at, front_at)
    for field in range(RULED, RNG):
        row[field] = NONE
    row[SINCE] = row[TURN] = row[LAST_ORIGIN] = row[LAST_TARGET] = NONE
    row[TO_MOVE] = rules[FIRST]
    if rules[FIRST] == U(BY_LOTS):
        number = stir(number)
        row[TO_MOVE] = below(number, U(2))
    row[RNG] = number


@compiled("void(uint64[:, ::1], uint64)")
def seed_streams(state: Array, seed: Bits) -> None:
    """Give each game a generator of its own."""
    for i in range(len(state)):
        state[i, RNG] = mix(seed, U(i))


@compiled("void(uint64[:, ::1], uint64[::1], uint64[::1], int32[::1], int32[::1], int64, int64)")
def deal(
    state: Array,
    rules: Array,
    deployments: Array,
    white: Array,
    red: Array,
    begin: Number,
    end: Number,
) -> None:
    """Begin the games `begin` to `end` anew; a deployment number below 0 stands for any."""
    for i in range(begin, end):
        _deal(state[i], rules, deployments, white[i], red[i])


@inlined
def _planned(plan: Number) -> Bits:
    """The way, origin and target of an action: see `actions.plans`."""
    return np.int64(plan >> 16), ONE << U(plan & 63), ONE << U((plan >> 8) & 63)


@compiled(
    "int64(uint64[:, ::1], uint64[::1], uint32[:, ::1], uint8[::1], int32[::1], int64, int64)"
)
def first_illegal(
    state: Array,
    rules: Array,
    plans: Array,
    resting: Array,
    actions: Array,
    begin: Number,
    end: Number,
) -> Number:
    """The first game whose action is not legal, or -1. A game that is over takes action -1."""
    for i in range(begin, end):
        action = actions[i]
        if resting[i] != 0 and action == -1:
            continue
        if resting[i] != 0 or action < 0 or action >= plans.shape[1]:
            return i
        row = state[i]
        family = np.int64(row[TO_MOVE])
        plan = plans[family, action]
        if plan == OFF_MAT:
            return i
        sets, soldier = moves_of(row, rules, family), family_of(row, family)[3]
        way, origin, target = _planned(plan)
        steps = way < 8 and (sets[(way ^ (4 * family)) & 7] & target) != NONE
        runs = origin == soldier and (sets[8] & target) != NONE
        if not (steps or runs):
            return i
    return -1


@inlined
def _rule_out(
    row: Array, family: Number, shown: Number, origin: Bits, taken: Bits, landing: Bits
) -> None:
    """Note what a move shows of the mask that made it, and forget a captured one."""
    own, rival = RULED + 5 * family, RULED + 5 * (1 - family)
    for role in range(5):
        news = choose((shown >> role) & 1 != 0, landing, NONE)
        row[own + role] = carried(row[own + role], origin, landing) | news
        row[rival + role] &= ~taken


@inlined
def advance(row: Array, rules: Array, shown: Number, origin: Bits, target: Bits) -> Number:
    """Play a legal move in a row; returns how it ended the game, or 0.

    `shown` are the roles that this way of moving rules out.
    """
    family = np.int64(row[TO_MOVE])
    goal = choose(family == 0, rules[RED_PALACE], rules[WHITE_PALACE])
    own, rival = family_of(row, family), family_of(row, 1 - family)
    taken = target & standing(rival)
    landing = choose((target & rival[2]) == NONE, target, NONE)
    code = verdict(own, rival, origin, target, goal)
    own, rival = played(own, rival, origin, target)
    for index in range(4):
        row[4 * family + index] = own[index]
        row[4 * (1 - family) + index] = rival[index]
    shown |= choose(taken == NONE, 0, CAPTURED)
    shown |= choose((landing & goal) == NONE, 0, IN_PALACE)
    _rule_out(row, family, shown, origin, taken, landing)
    row[SINCE] = choose(taken == NONE, row[SINCE] + ONE, NONE)
    row[TURN] += ONE
    row[TO_MOVE] = U(1 - family)
    row[LAST_ORIGIN], row[LAST_TARGET] = origin, target
    if code == NONE:
        if not any_move(moves_of(row, rules, 1 - family)):
            code = BLOCKED
        elif row[SINCE] >= rules[QUIET_LIMIT]:
            code = QUIET
        elif row[TURN] >= rules[CAP]:
            code = TURN_CAP
    return np.int64(code)


@compiled(
    "void(uint64[:, ::1], uint64[::1], uint32[:, ::1], uint64[::1], uint8[::1], int32[::1],"
    "uint8[::1], uint8[::1], int8[::1], boolean, int64, int64)"
)
def step(
    state: Array,
    rules: Array,
    plans: Array,
    deployments: Array,
    winners: Array,
    actions: Array,
    reason: Array,
    winner: Array,
    reward: Array,
    auto_reset: bool,
    begin: Number,
    end: Number,
) -> None:
    """Play one legal action in each game; with `auto_reset`, a game that ends begins anew."""
    for i in range(begin, end):
        if actions[i] < 0:
            reward[i] = 0
            continue
        row = state[i]
        family = np.int64(row[TO_MOVE])
        way, origin, target = _planned(plans[family, actions[i]])
        code = advance(row, rules, SHOWN[way], origin, target)
        how = winners[code]
        reason[i] = code
        winner[i] = how ^ family if how < 2 else how
        reward[i] = 1 - 2 * how if how < 2 else 0
        if code != 0 and auto_reset:
            _deal(row, rules, deployments, -1, -1)
