"""What a network is shown of a game: planes of numbers, seen from the mover's palace.

Everything here follows from the mover's View: its own roles, what everyone saw, and the exact
chance of each role behind each mask when all deployments that fit are equally likely. The rival's
true roles are written only by `truths`, for a critic in training.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from volto.belief import Belief
from volto.belief.counting import role_table
from volto.mind.worlds import OFF_MAT, Root
from volto.rules import STANDARD, Family, Ruleset, View
from volto.sim.actions import STEPS, actions_of
from volto.sim.compiled import Array, Bits, Number, compiled, inlined
from volto.sim.fields import (
    LAST_ORIGIN,
    LAST_TARGET,
    RULED,
    SINCE,
    TO_MOVE,
    TURN,
    family_of,
)
from volto.sim.kernel import NONE, ONE, U, lowest, popcount, standing
from volto.sim.layout import ROLES, SETS, bit
from volto.sim.threads import in_parts

# The planes, one number a cell.
OWN, SHOWN, RIVAL, SUSPECT, LAST, OWN_PAST, RIVAL_PAST, PLANES = 0, 5, 10, 11, 16, 18, 21, 24
"""Own roles; what the rival can know of them; rival masks; their chances; the last move's origin
and target; and the past of own and rival masks: moves made, how recently, how often exposed."""
TALLIES = 18
"""Then single numbers: masks lost by role, own and rival, Ladies left, the clocks."""
MOVES, STAMP, EXPOSED, TRACES = 0, 1, 2, 3
"""What is remembered of a mask's past, by the bit it stands on: moves, the turn of the last one
(counted from 1), and turns after which its family left it next to a rival mask."""
MOST_MASKS = 10
MOST_WAYS = 1024
"""How many ways there can be to have used up some of each role."""


@dataclass(frozen=True)
class Frame:
    """The tables that turn a ruleset's mat to the mover's side, and mirror it."""

    cells: int
    roster: NDArray[np.uint8]
    turned: NDArray[np.uint8]
    """The number of a cell, by family, mirrored or not, and bit."""
    mirrored: NDArray[np.int32]
    """The action on the other side of the middle column, by action."""
    near: NDArray[np.uint64]
    """The cells round each bit."""
    quiet: float

    @property
    def size(self) -> int:
        """How many numbers describe a game."""
        return PLANES * self.cells + TALLIES


@cache
def frame(ruleset: Ruleset = STANDARD) -> Frame:
    """The tables of a ruleset."""
    mat = ruleset.mat
    cells = list(mat)
    turned = np.zeros((2, 2, 64), np.uint8)
    near = np.zeros(64, np.uint64)
    for index, cell in enumerate(cells):
        other = cell.row * mat.columns + mat.columns - 1 - cell.column
        turned[0, :, bit(cell)] = index, other
        turned[1, :, bit(cell)] = len(cells) - 1 - index, len(cells) - 1 - other
        near[bit(cell)] = sum(
            1 << bit(cell.step(*step)) for step in STEPS if cell.step(*step) in mat
        )
    actions = np.arange(actions_of(ruleset))
    way, place = np.divmod(actions, len(cells))
    row, column = np.divmod(place, mat.columns)
    way = np.where((way > 0) & (way < len(STEPS)), len(STEPS) - way, way)
    mirrored = (way * mat.rows + row) * mat.columns + mat.columns - 1 - column
    return Frame(
        len(cells),
        np.array([ruleset.roster.count(role) for role in ROLES], np.uint8),
        turned,
        mirrored.astype(np.int32),
        near,
        float(ruleset.quiet or 1000),
    )


@inlined
def _chances(patterns: Array, masks: Number, counts: Array, work: Array, out: Array) -> None:
    """The chance of each role for each mask, all assignments that fit being alike.

    Ways are summed over how many of each role the first masks have used up, forth and back.
    """
    forth, back, level, room, strides, digits = work
    total = 1
    for role in range(5):
        strides[role] = total
        total *= counts[role] + 1
        digits[role] = 0
    for index in range(total):
        forth[index] = 0.0
    forth[0], back[total - 1] = 1.0, 1.0
    used = 0
    for index in range(total - 1):
        open_roles = 0
        for role in range(5):
            if digits[role] < counts[role]:
                open_roles |= 1 << role
        open_roles &= ~patterns[used]
        level[index], room[index] = used, open_roles
        ways = forth[index]
        if ways > 0.0:
            for role in range(5):
                if (open_roles >> role) & 1:
                    forth[index + strides[role]] += ways
        role = 0
        while digits[role] == counts[role]:  # count on
            used -= digits[role]
            digits[role] = 0
            role += 1
        digits[role] += 1
        used += 1
    every = max(forth[total - 1], 1.0)  # a game that is over may fit nothing
    for mask in range(masks):
        for role in range(5):
            out[mask, role] = 0.0
    for step in range(1, total):
        index = total - 1 - step
        share = forth[index] / every
        on = 0.0
        if share > 0.0:
            used = level[index]
            for role in range(5):
                if (room[index] >> role) & 1:
                    after = back[index + strides[role]]
                    on += after
                    out[used, role] += share * after
        back[index] = on


@inlined
def _family_chances(
    row: Array, family: Number, own: Bits, patterns: Array, counts: Array, work: Array, out: Array
) -> None:
    """The chances of a family's masks on the mat, in the order of their bits."""
    straight, diagonal, lady, soldier = own
    both = straight & diagonal
    counts[0] = np.int64(popcount(straight & ~both))
    counts[1] = np.int64(popcount(diagonal & ~both))
    counts[2] = np.int64(popcount(both & ~lady))
    counts[3] = np.int64(popcount(soldier))
    counts[4] = np.int64(popcount(lady))
    ruled = RULED + 5 * family
    left, masks = standing(own), 0
    while left != NONE:
        at = lowest(left)
        left &= left - ONE
        pattern = np.int64(0)
        for role in range(5):
            pattern |= np.int64((row[ruled + role] >> at) & ONE) << role
        patterns[masks] = pattern
        masks += 1
    _chances(patterns, masks, counts, work, out)


@inlined
def _role(own: Bits, at: Number) -> Number:
    straight, diagonal, lady, soldier = own
    if (lady >> at) & ONE:
        return 4
    if (soldier >> at) & ONE:
        return 3
    if (straight >> at) & ONE:
        return 2 if (diagonal >> at) & ONE else 0
    return 1


@inlined
def counting_room() -> Array:
    """Room for counting chances."""
    return (
        np.empty(MOST_MASKS, np.int64),
        np.empty(5, np.int64),
        np.empty((MOST_MASKS, 5), np.float64),
        (
            np.empty(MOST_WAYS, np.float64),
            np.empty(MOST_WAYS, np.float64),
            np.empty(MOST_WAYS, np.int64),
            np.empty(MOST_WAYS, np.int64),
            np.empty(5, np.int64),
            np.empty(5, np.int64),
        ),
    )


@inlined
def show(
    row: Array,
    trace: Array,
    flip: Number,
    turned: Array,
    roster: Array,
    cells: Number,
    quiet: Number,
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
    place = turned[family, flip]
    tally = PLANES * cells
    for side in range(2):
        whose = family if side == 0 else 1 - family
        sets = family_of(row, whose)
        _family_chances(row, whose, sets, patterns, counts, work, chances)
        guess = SHOWN if side == 0 else SUSPECT
        past = OWN_PAST if side == 0 else RIVAL_PAST
        left, mask = standing(sets), 0
        while left != NONE:
            at = lowest(left)
            left &= left - ONE
            cell = np.int64(place[at])
            if side == 0:
                shown[(OWN + _role(sets, at)) * cells + cell] = 1.0
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
            lost = np.float32(np.int64(roster[role]) - counts[role])
            shown[tally + 5 * side + role] = lost * np.float32(0.5)
        shown[tally + 10 + side] = 1.0 if counts[4] == 1 else 0.0
    if row[LAST_TARGET] != NONE:
        shown[LAST * cells + np.int64(place[lowest(row[LAST_ORIGIN])])] = 1.0
        shown[(LAST + 1) * cells + np.int64(place[lowest(row[LAST_TARGET])])] = 1.0
    since = np.float32(row[SINCE])
    shown[tally + 12] = since * np.float32(0.02)
    shown[tally + 13] = max(since / np.float32(quiet) - np.float32(0.5), np.float32(0.0)) * 2
    shown[tally + 14] = max(since / np.float32(quiet) - np.float32(0.8), np.float32(0.0)) * 5
    shown[tally + 15] = min(np.float32(turn) * np.float32(0.01), np.float32(2.0))
    shown[tally + 16] = 1.0 if turn < 6 else 0.0
    shown[tally + 17] = 1.0 if turn < 20 else 0.0


@compiled(
    "void(uint64[:, ::1], int16[:, :, ::1], uint8[::1], uint8[:, :, ::1], uint8[::1], int64,"
    "float64, float32[:, ::1], int64, int64)"
)
def write_features(
    state: Array,
    traces: Array,
    flips: Array,
    turned: Array,
    roster: Array,
    cells: Number,
    quiet: Number,
    out: Array,
    begin: Number,
    end: Number,
) -> None:
    """Write what each game's family to move is shown, mirrored where `flips` says so."""
    room = counting_room()
    for game in range(begin, end):
        show(
            state[game],
            traces[game],
            flips[game],
            turned,
            roster,
            cells,
            quiet,
            out[game],
            room,
        )


@compiled(
    "void(uint64[:, ::1], uint8[::1], uint8[:, :, ::1], int64, float32[:, ::1], int64, int64)"
)
def write_truths(
    state: Array,
    flips: Array,
    turned: Array,
    cells: Number,
    out: Array,
    begin: Number,
    end: Number,
) -> None:
    """Write the rival's true roles, five planes: for a critic in training, never for a player."""
    for game in range(begin, end):
        row, shown = state[game], out[game]
        shown[: 5 * cells] = 0.0
        family = np.int64(row[TO_MOVE])
        sets = family_of(row, 1 - family)
        left = standing(sets)
        while left != NONE:
            at = lowest(left)
            left &= left - ONE
            cell = np.int64(turned[family, flips[game], at])
            shown[_role(sets, at) * cells + cell] = 1.0


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
    """Remember the move that was just played in each game."""
    for game in range(begin, end):
        remember(state[game], traces[game], near)


@compiled("void(uint8[:, ::1], uint8[::1], int32[::1], int64, int64)")
def flip_actions(legal: Array, flips: Array, mirrored: Array, begin: Number, end: Number) -> None:
    """Mirror the legal actions of the games that are shown mirrored."""
    for game in range(begin, end):
        if flips[game]:
            for action in range(legal.shape[1]):
                other = mirrored[action]
                if other > action:
                    here = legal[game, action]
                    legal[game, action] = legal[game, other]
                    legal[game, other] = here


def blank_traces(games: int) -> NDArray[np.int16]:
    """No past, for as many games."""
    return np.zeros((games, TRACES, 64), np.int16)


def features(
    state: NDArray[np.uint64],
    traces: NDArray[np.int16],
    ruleset: Ruleset = STANDARD,
    flips: NDArray[np.uint8] | None = None,
    out: NDArray[np.float32] | None = None,
    threads: int = 1,
) -> NDArray[np.float32]:
    """What the family to move is shown of each game, one row a game."""
    tables = frame(ruleset)
    games = len(state)
    mirror = np.zeros(games, np.uint8) if flips is None else flips
    found = np.empty((games, tables.size), np.float32) if out is None else out
    in_parts(
        lambda begin, end: write_features(
            state,
            traces,
            mirror,
            tables.turned,
            tables.roster,
            tables.cells,
            tables.quiet,
            found,
            begin,
            end,
        ),
        games,
        threads,
    )
    return found


def seen_by(view: View) -> tuple[NDArray[np.uint64], NDArray[np.int16]]:
    """A view as one row of a batch with its traces; the rival's masks have roles that fit.

    Which roles, of those that fit, makes no difference to the features.
    """
    root = Root.of(view)
    row = root.row.copy()
    world = role_table(view.ruleset)[Belief.of(view).numbers[0]]
    enter_world(row, root, world)
    if view.history:
        origin, target = view.history[-1].move
        row[LAST_ORIGIN], row[LAST_TARGET] = U(1 << bit(origin)), U(1 << bit(target))
    return row.reshape(1, -1), traced(view)


def enter_world(row: NDArray[np.uint64], root: Root, world: NDArray[np.uint8]) -> None:
    """Give the rival's masks in a row the roles of one deployment."""
    base = 4 * root.rival
    row[base : base + 4] = 0
    for at, role in zip(root.rival_bits, world, strict=True):
        if at != OFF_MAT:
            for index in SETS[ROLES[role]]:
                row[base + index] |= U(1 << int(at))


def traced(view: View) -> NDArray[np.int16]:
    """The past of the masks that a view shows."""
    traces = blank_traces(1)
    scene, trace = view.scene, traces[0]
    tables = frame(scene.ruleset)
    at = {bit(trail[0]): number for number, trail in enumerate(scene.trails) if trail}
    owner = {number: family for family in Family for number in scene.ids(family)}
    mover = scene.first
    begun = scene.turns - len(scene.history)
    for turn, happened in enumerate(scene.history, begun + 1):
        origin, target = (bit(cell) for cell in happened.move)
        past = trace[:, origin].copy()
        trace[:, origin] = trace[:, target] = 0
        number = at.pop(origin)
        at.pop(target, None)
        if happened.captor is None:
            at[target] = number
            trace[:, target] = past[MOVES] + 1, turn, past[EXPOSED]
        theirs = sum(1 << spot for spot, who in at.items() if owner[who] is not mover)
        for spot, who in at.items():
            if owner[who] is mover and int(tables.near[spot]) & theirs:
                trace[EXPOSED, spot] += 1
        mover = mover.rival
    return traces


__all__ = [
    "blank_traces",
    "counting_room",
    "enter_world",
    "features",
    "flip_actions",
    "frame",
    "remember",
    "seen_by",
    "show",
    "traced",
    "write_features",
    "write_traces",
    "write_truths",
]
