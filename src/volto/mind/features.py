"""What a network is shown of a game: planes of numbers, seen from the mover's palace.

Everything here follows from the mover's View: its own roles, what everyone saw, and the exact
chance of each role behind each mask when all deployments that fit are equally likely. The rival's
true roles are written only by `truths`, for a critic in training.
"""

import numpy as np
from numba import types
from numpy.typing import NDArray

from volto.belief.deployment_sets import role_table
from volto.mind.encoding import (
    LAST,
    OWN,
    OWN_PAST,
    PLANES,
    RIVAL,
    RIVAL_PAST,
    SHOWN,
    SUSPECT,
    inputs_of,
)
from volto.mind.instinct import role_at
from volto.mind.knowledge import Knowledge
from volto.mind.marginals import counting_room, family_chances
from volto.mind.move_history import EXPOSED, MOVES, STAMP
from volto.mind.tables import TABLES, tables_of
from volto.mind.worlds import enter_all
from volto.rules import STANDARD, Ruleset, View
from volto.sim.fields import LAST_ORIGIN, LAST_TARGET, SINCE, TO_MOVE, TURN, family_of
from volto.sim.jit import Array, Number, compiled, inlined
from volto.sim.kernel import NONE, ONE, lowest, standing
from volto.sim.threads import in_parts


@inlined
def show(
    row: Array,
    trace: Array,
    flip: Number,
    tables: Array,
    shown: Array,
    room: Array,
) -> None:
    """Write what the family to move is shown of one game, mirrored if `flip` says so.

    `room` is what `counting_room` makes.
    """
    patterns, counts, chances, work = room
    shown[:] = 0.0
    family = np.int64(row[TO_MOVE])
    turn = np.int64(row[TURN])
    place, cells, quiet = tables.turned[family, flip], tables.cells, np.float32(tables.quiet)
    tally = PLANES * cells
    for side in range(2):
        whose = family if side == 0 else 1 - family
        sets = family_of(row, whose)
        family_chances(row, whose, sets, patterns, counts, work, chances)
        guess = SHOWN if side == 0 else SUSPECT
        past = OWN_PAST if side == 0 else RIVAL_PAST
        left, mask = standing(sets), 0
        while left != NONE:
            at = lowest(left)
            left &= left - ONE
            cell = np.int64(place[at])
            if side == 0:
                shown[(OWN + role_at(sets, ONE << at)) * cells + cell] = 1.0
            else:
                shown[RIVAL * cells + cell] = 1.0
            for role in range(5):
                shown[(guess + role) * cells + cell] = chances[mask, role]
            moves = np.float32(trace[MOVES, at])
            if moves > 0:
                shown[past * cells + cell] = min(moves, np.float32(8.0)) * np.float32(0.25)
                age = np.float32(turn + 1 - trace[STAMP, at])
                shown[(past + 1) * cells + cell] = np.float32(2.0) / (age + np.float32(1.0))
            exposed = min(np.float32(trace[EXPOSED, at]), np.float32(8.0))
            shown[(past + 2) * cells + cell] = exposed * np.float32(0.25)
            mask += 1
        for role in range(5):
            lost = np.float32(np.int64(tables.roster[role]) - counts[role])
            shown[tally + 5 * side + role] = lost * np.float32(0.5)
        shown[tally + 10 + side] = 1.0 if counts[4] == 1 else 0.0
    if row[LAST_TARGET] != NONE:
        shown[LAST * cells + np.int64(place[lowest(row[LAST_ORIGIN])])] = 1.0
        shown[(LAST + 1) * cells + np.int64(place[lowest(row[LAST_TARGET])])] = 1.0
    since = np.float32(row[SINCE])
    shown[tally + 12] = since * np.float32(0.02)
    shown[tally + 13] = max(since / quiet - np.float32(0.5), np.float32(0.0)) * 2
    shown[tally + 14] = max(since / quiet - np.float32(0.8), np.float32(0.0)) * 5
    shown[tally + 15] = min(np.float32(turn) * np.float32(0.01), np.float32(2.0))
    shown[tally + 16] = 1.0 if turn < 6 else 0.0
    shown[tally + 17] = 1.0 if turn < 20 else 0.0


@compiled(
    types.void(
        types.uint64[:, ::1],
        types.int16[:, :, ::1],
        types.uint8[::1],
        TABLES,
        types.float32[:, ::1],
        types.int64,
        types.int64,
    )
)
def write_features(
    state: Array,
    traces: Array,
    flips: Array,
    tables: Array,
    out: Array,
    begin: Number,
    end: Number,
) -> None:
    """Write what each game's family to move is shown, mirrored where `flips` says so."""
    room = counting_room()
    for game in range(begin, end):
        show(state[game], traces[game], flips[game], tables, out[game], room)


@compiled(
    types.void(
        types.uint64[:, ::1],
        types.uint8[::1],
        TABLES,
        types.float32[:, ::1],
        types.int64,
        types.int64,
    )
)
def write_truths(
    state: Array, flips: Array, tables: Array, out: Array, begin: Number, end: Number
) -> None:
    """Write the rival's true roles, five planes: for a critic in training, never for a player."""
    cells = tables.cells
    for game in range(begin, end):
        row, shown = state[game], out[game]
        shown[: 5 * cells] = 0.0
        family = np.int64(row[TO_MOVE])
        sets = family_of(row, 1 - family)
        left = standing(sets)
        while left != NONE:
            at = lowest(left)
            left &= left - ONE
            cell = np.int64(tables.turned[family, flips[game], at])
            shown[role_at(sets, ONE << at) * cells + cell] = 1.0


def features(
    state: NDArray[np.uint64],
    traces: NDArray[np.int16],
    ruleset: Ruleset = STANDARD,
    flips: NDArray[np.uint8] | None = None,
    out: NDArray[np.float32] | None = None,
    threads: int = 1,
) -> NDArray[np.float32]:
    """What the family to move is shown of each game, one row a game."""
    tables = tables_of(ruleset)
    games = len(state)
    mirror = np.zeros(games, np.uint8) if flips is None else flips
    found = np.empty((games, inputs_of(ruleset)), np.float32) if out is None else out
    in_parts(
        lambda begin, end: write_features(state, traces, mirror, tables, found, begin, end),
        games,
        threads,
    )
    return found


def seen_by(view: View) -> tuple[NDArray[np.uint64], NDArray[np.int16]]:
    """A view as one row of a batch with its traces; the rival's masks have roles that fit.

    Which roles, of those that fit, makes no difference to the features.
    """
    known = Knowledge.of(view)
    rows, fitting = known.row.reshape(1, -1).copy(), known.belief.numbers[:1]
    enter_all(rows, known.rival_number, known.rival_bits, role_table(view.ruleset)[fitting])
    return rows, known.traces[-1:].copy()
