"""Games played on by instinct, from a row of numbers to the end."""

from typing import Any, cast

import numpy as np
from numba import types

from volto.mind.instinct import (
    MOST_MOVES,
    TRAITS,
    public_facts,
    role_at,
    score,
    targets_of,
    traits,
)
from volto.mind.tables import TABLES
from volto.sim.fields import TO_MOVE, family_of
from volto.sim.jit import Array, Bits, Number, compiled, inlined
from volto.sim.kernel import NONE, ONE, U, lowest, stir
from volto.sim.transitions import SHOWN, advance

ORIGIN, TARGET, ROLE, MOVE_FIELDS = 0, 1, 2, 3


@inlined
def workspace() -> Array:
    """Room for the moves of one position: moves, their traits, their scores."""
    return (
        np.empty((MOST_MOVES, MOVE_FIELDS), np.int64),
        np.empty((MOST_MOVES, TRAITS), np.int64),
        np.empty(MOST_MOVES, np.float64),
    )


@inlined
def list_moves(row: Array, tables: Array, weights: Array, work: Array) -> Number:
    """Write every legal move of the family to move, its traits and its score; returns how many.

    `work` is what `workspace` makes.
    """
    moves, found, scores = work
    family = np.int64(row[TO_MOVE])
    own = family_of(row, family)
    facts = public_facts(row, family, tables)
    number = 0
    masks = facts[0]
    while masks != NONE:
        origin = np.int64(lowest(masks))
        role = role_at(own, ONE << U(origin))
        masks &= masks - ONE
        targets = targets_of(role, origin, family, facts[2], facts[3], tables)
        while targets != NONE:
            target = np.int64(lowest(targets))
            targets &= targets - ONE
            moves[number, ORIGIN] = origin
            moves[number, TARGET] = target
            moves[number, ROLE] = role
            traits(facts, family, origin, target, tables, found[number])
            scores[number] = score(weights, role, found[number])
            number += 1
    return number


@inlined
def soften(scores: Array, number: Number, temperature: Number) -> None:
    """Turn scores into probabilities."""
    top = scores[0]
    for i in range(1, number):
        top = max(top, scores[i])
    total = 0.0
    for i in range(number):
        scores[i] = np.exp((scores[i] - top) / temperature)
        total += scores[i]
    for i in range(number):
        scores[i] /= total


@inlined
def fraction(number: Bits) -> Number:
    """A random number turned into one from 0 up to 1."""
    return np.float64(number >> U(11)) * (1.0 / 9007199254740992.0)


@inlined
def drawn(probabilities: Array, number: Number, chance: Number) -> Number:
    """The move that a chance from 0 to 1 falls on; -1 if there is none."""
    chosen = -1
    for i in range(number):
        if probabilities[i] > 0.0:
            chosen = i
            chance -= probabilities[i]
            if chance < 0.0:
                break
    return chosen


@inlined
def play_listed(row: Array, tables: Array, moves: Array, index: Number) -> Number:
    """Play one of the listed moves; returns how it ended the game, or 0."""
    origin, target = moves[index, ORIGIN], moves[index, TARGET]
    way = np.int64(tables.way[np.int64(row[TO_MOVE]), target - origin + 48])
    return advance(row, tables.rules, SHOWN[way], ONE << U(origin), ONE << U(target))


@inlined
def play_out(
    row: Array,
    tables: Array,
    instincts: Array,
    rival: Number,
    manner: Number,
    temperature: Number,
    longest: Number,
    state: Bits,
    work: Array,
) -> Bits:
    """Play on by instinct: how the game ended (0 if it did not), and the generator.

    The first of the instincts is our own; the rival has the one of its manner.
    """
    for _ in range(longest):
        whose = manner if np.int64(row[TO_MOVE]) == rival else 0
        number = list_moves(row, tables, instincts[whose], work)
        soften(work[2], number, temperature)
        state = stir(state)
        code = play_listed(row, tables, work[0], drawn(work[2], number, fraction(state)))
        if code != 0:
            return code, state
    return 0, state


CHOICES = cast("Any", types).Tuple((types.int64[:, ::1], types.float64[::1]))


@compiled(CHOICES(types.uint64[::1], TABLES, types.float64[:, ::1], types.float64))
def weigh_moves(row: Array, tables: Array, weights: Array, temperature: Number) -> Bits:
    """Every legal move (origin and target bits, role) and how likely instinct is to play it."""
    work = workspace()
    number = list_moves(row, tables, weights, work)
    soften(work[2], number, temperature)
    return work[0][:number].copy(), work[2][:number].copy()
