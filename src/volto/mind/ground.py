"""Playing by a network in compiled code: what it must know of a ruleset, a move, a look."""

from functools import cache
from typing import Any, NamedTuple, cast

import numba
import numpy as np
from numpy.typing import NDArray

from volto.mind.encoding import frame
from volto.mind.features import show
from volto.mind.instinct import role_at
from volto.mind.marginals import counting_room
from volto.mind.move_history import remember
from volto.mind.network import think, thinking_room
from volto.rules import STANDARD, Ruleset
from volto.sim.actions import STEPS, plans
from volto.sim.fields import FIELDS, TO_MOVE, family_of
from volto.sim.jit import Array, Bits, Number, inlined
from volto.sim.kernel import ONE, U, standing
from volto.sim.layout import rules_row, terms
from volto.sim.legality import legal as write_legal
from volto.sim.transitions import SHOWN, advance

NOBODY = 5
"""Who was captured by a plain move, where roles are 0 to 4."""


class Ground(NamedTuple):
    """The tables of a ruleset."""

    rules: NDArray[np.uint64]
    plans: NDArray[np.uint32]
    winners: NDArray[np.uint8]
    turned: NDArray[np.uint8]
    roster: NDArray[np.uint8]
    near: NDArray[np.uint64]
    ways: NDArray[np.int64]
    columns: int
    rows: int
    quiet: float


def _way_numbers(ruleset: Ruleset) -> NDArray[np.int64]:
    """The number of a way, by target minus origin plus 48, as White sees it."""
    found = np.full(97, -1, np.int64)
    for number, (column, row) in enumerate(STEPS):
        found[6 * row + column + 48] = number
    for far in range(2, ruleset.mat.rows):
        found[6 * far + 48] = len(STEPS) + far - 2
    return found


@cache
def ground(ruleset: Ruleset = STANDARD) -> Ground:
    """As compiled code takes them: fresh arrays of one kind."""
    tables, mat = frame(ruleset), ruleset.mat
    return Ground(
        rules_row(ruleset).copy(),
        plans(ruleset).copy(),
        terms(ruleset).winners.copy(),
        tables.turned.copy(),
        tables.roster.copy(),
        tables.near.copy(),
        _way_numbers(ruleset),
        mat.columns,
        mat.rows,
        tables.quiet,
    )


GROUND: Any = cast("Any", numba).typeof(ground())


@inlined
def play(row: Array, trace: Array, action: Number, ground: Array) -> Bits:
    """Play an action: how the game ended for its mover (1, 0, -1; 2 if not), and whom it took."""
    mover = np.int64(row[TO_MOVE])
    plan = ground.plans[mover, action]
    origin, target = ONE << U(plan & 63), ONE << U((plan >> 8) & 63)
    theirs = family_of(row, 1 - mover)
    taken = role_at(theirs, target) if standing(theirs) & target else NOBODY
    code = advance(row, ground.rules, SHOWN[np.int64(plan >> 16)], origin, target)
    if code != 0:
        how = ground.winners[code]
        return 0 if how == 2 else 1 - 2 * np.int64(how), taken
    remember(row, trace, ground.near)
    return 2, taken


@inlined
def action_from(mover: Number, origin: Number, target: Number, ground: Array) -> Number:
    """The action that stands for a move between two bits."""
    step = target - origin if mover == 0 else origin - target
    cells = ground.columns * ground.rows
    return ground.ways[step + 48] * cells + np.int64(ground.turned[mover, 0, origin])


@inlined
def consider(row: Array, trace: Array, layers: Array, ground: Array, room: Array) -> Array:
    """What the network makes of a row, from the seat of the family to move; lists what is legal."""
    shown, counting, thinking, rows, resting, legal = room
    cells = ground.columns * ground.rows
    show(row, trace, 0, ground.turned, ground.roster, cells, ground.quiet, shown, counting)
    rows[0] = row
    write_legal(rows, ground.rules, resting, ground.columns, ground.rows, legal, 0, 1)
    return think(shown, layers, thinking)


@inlined
def considering_room(layers: Array, ground: Array) -> Array:
    """Room for `consider`."""
    return (
        np.empty(len(layers.first), np.float32),
        counting_room(),
        thinking_room(layers),
        np.empty((1, FIELDS), np.uint64),
        np.zeros(1, np.uint8),
        np.empty((1, ground.plans.shape[1]), np.uint8),
    )
