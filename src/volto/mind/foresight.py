"""Looking ahead with a network: games played on by its policy for both sides, then judged.

Each side sees only its own roles, so nobody acts on what it cannot know, and where a look ahead
stops, the judge is the outcome that the network foresees from what the mover knows.
"""

from dataclasses import dataclass

import numpy as np
from numba import types
from numpy.typing import NDArray

from volto.mind.chances import counting_room
from volto.mind.features import show
from volto.mind.frame import frame
from volto.mind.network import LAYERS, Network, draw_legal, foreseen, think
from volto.mind.rollout import fraction
from volto.mind.traces import TRACES, remember
from volto.rules import STANDARD, Ruleset
from volto.sim.actions import plans
from volto.sim.compiled import Array, Number, compiled
from volto.sim.fields import FIELDS, TO_MOVE
from volto.sim.kernel import ONE, U, mix, stir
from volto.sim.layout import rules_row, terms
from volto.sim.legality import legal as write_legal
from volto.sim.stepping import SHOWN, advance

TRACE_SHAPE = (TRACES, 64)


@compiled(
    types.void(
        types.uint64[:, ::1],
        types.int16[:, :, ::1],
        types.int32[::1],
        types.uint64,
        types.int64,
        types.float64,
        LAYERS,
        LAYERS,
        types.uint64[::1],
        types.uint32[:, ::1],
        types.uint8[::1],
        types.uint8[:, :, ::1],
        types.uint8[::1],
        types.uint64[::1],
        types.int64,
        types.int64,
        types.float64,
        types.float64[::1],
        types.int64,
        types.int64,
    )
)
def play_on(
    state: Array,
    traces: Array,
    actions: Array,
    seed: Number,
    depth: Number,
    temperature: Number,
    ours: Array,
    theirs: Array,
    rules: Array,
    planned: Array,
    winners: Array,
    turned: Array,
    roster: Array,
    near: Array,
    columns: Number,
    rows: Number,
    quiet: Number,
    values: Array,
    begin: Number,
    end: Number,
) -> None:
    """Play an action in each game and then `depth` turns by the networks of both sides.

    Writes how it ended or is expected to, for the family that played the action: 1 won, -1 lost.
    """
    cells = columns * rows
    row, trace = np.empty((1, FIELDS), np.uint64), np.empty((1, *TRACE_SHAPE), np.int16)
    shown = np.empty(len(ours.first), np.float32)
    width = max(len(ours.first_bias), len(theirs.first_bias))
    hidden, other = np.empty(width, np.float32), np.empty(width, np.float32)
    legal, resting = np.empty((1, planned.shape[1]), np.uint8), np.zeros(1, np.uint8)
    weights, listed = np.empty(legal.shape[1], np.float64), np.empty(legal.shape[1], np.int64)
    room = counting_room()
    for game in range(begin, end):
        row[0], trace[0] = state[game], traces[game]
        number = mix(seed, U(game))
        seat = np.int64(row[0, TO_MOVE])
        action = np.int64(actions[game])
        value = 0.0
        for turn in range(depth + 1):
            mover = np.int64(row[0, TO_MOVE])
            plan = planned[mover, action]
            origin, target = ONE << U(plan & 63), ONE << U((plan >> 8) & 63)
            code = advance(row[0], rules, SHOWN[np.int64(plan >> 16)], origin, target)
            if code != 0:
                how = winners[code]
                value = 0.0 if how == 2 else 1.0 - 2.0 * how
                value = value if mover == seat else -value
                break
            remember(row[0], trace[0], near)
            mover = 1 - mover
            show(row[0], trace[0], 0, turned, roster, cells, quiet, shown, room)
            layers = ours if mover == seat else theirs
            mind, spare = hidden[: len(layers.first_bias)], other[: len(layers.first_bias)]
            think(shown, layers, mind, spare)
            if turn == depth:
                value = foreseen(layers, mind)
                value = value if mover == seat else -value
                break
            write_legal(row, rules, resting, columns, rows, legal, 0, 1)
            number = stir(number)
            action, _ = draw_legal(
                legal[0], layers, mind, temperature, 0.02, fraction(number), weights, listed
            )
        values[game] = value


@dataclass(frozen=True)
class Foresight:
    """How a network looks ahead: how far, and who it takes the rival for."""

    network: Network
    rival: Network
    depth: int = 8
    temperature: float = 0.8
    ruleset: Ruleset = STANDARD

    def values(
        self,
        state: NDArray[np.uint64],
        traces: NDArray[np.int16],
        actions: NDArray[np.int32],
        seed: int,
    ) -> NDArray[np.float64]:
        """What each action is worth in its game to the family to move, from -1 to 1."""
        tables, mat = frame(self.ruleset), self.ruleset.mat
        found = np.empty(len(state))
        play_on(
            state,
            traces,
            actions,
            U(seed % 2**64),
            self.depth,
            self.temperature,
            self.network.layers,
            self.rival.layers,
            rules_row(self.ruleset),
            plans(self.ruleset),
            terms(self.ruleset).winners,
            tables.turned,
            tables.roster,
            tables.near,
            mat.columns,
            mat.rows,
            tables.quiet,
            found,
            0,
            len(state),
        )
        return found
