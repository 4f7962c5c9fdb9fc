"""Search with a network: a tree of our own decisions, against a rival who has a policy.

Every iteration draws a world from a belief and walks down. On our turns it takes the move that is
known to be good or that the policy would try; on the rival's turns a move is drawn from the policy
of whoever hides what this world says, or from the instinct of the manner that it supposes. A place
in the tree is what our seat has seen, so that we never act on what we cannot know, and a new place
is judged by the outcome that the network foresees from there, seeing only that.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from volto.mind.features import show
from volto.mind.instinct import role_at
from volto.mind.ismcts import (
    CHILD,
    EDGE,
    GROWN,
    NODE_FIELDS,
    SIBLING,
    SQUARES,
    TOTAL,
    VISITS,
    add_node,
    child_of,
    children,
    pick,
)
from volto.mind.knowledge import Knowledge
from volto.mind.marginals import counting_room
from volto.mind.move_history import TRACES, remember
from volto.mind.network import LAYERS, Network, foreseen, list_legal, think, thinking_room
from volto.mind.playout import ORIGIN, TARGET, drawn, fraction, list_moves, soften, workspace
from volto.mind.tables import TABLES, action_from, tables_of
from volto.mind.worlds import Worlds, enter
from volto.rules import View
from volto.sim.fields import FIELDS, TO_MOVE, family_of
from volto.sim.jit import Array, Bits, Number, compiled, inlined
from volto.sim.kernel import ONE, U, standing, stir
from volto.sim.legality import legal as write_legal
from volto.sim.transitions import SHOWN, advance

DEEPEST = 40
NOBODY = 5
"""Who was captured by a plain move, where roles are 0 to 4."""
RARE = 0.005
"""Moves less than this share as likely as the likeliest are not looked into."""
HOPE, LIKELY = 2, 3
"""Of a node, next to sums of values for our seat and of their squares: how it was judged at first,
and how likely the policy is to come here."""


@inlined
def play(row: Array, trace: Array, action: Number, tables: Array) -> Bits:
    """Play an action: how the game ended for its mover (1, 0, -1; 2 if not), and whom it took."""
    mover = np.int64(row[TO_MOVE])
    plan = tables.plans[mover, action]
    origin, target = ONE << U(plan & 63), ONE << U((plan >> 8) & 63)
    theirs = family_of(row, 1 - mover)
    taken = role_at(theirs, target) if standing(theirs) & target else NOBODY
    code = advance(row, tables.rules, SHOWN[np.int64(plan >> 16)], origin, target)
    if code != 0:
        how = tables.winners[code]
        return 0 if how == 2 else 1 - 2 * np.int64(how), taken
    remember(row, trace, tables.near)
    return 2, taken


@inlined
def consider(row: Array, trace: Array, layers: Array, tables: Array, room: Array) -> Array:
    """What the network makes of a row, from the seat of the family to move; lists what is legal."""
    shown, counting, thinking, rows, resting, legal = room
    show(row, trace, 0, tables, shown, counting)
    rows[0] = row
    write_legal(rows, tables.rules, resting, tables.columns, tables.rows, legal, 0, 1)
    return think(shown, layers, thinking)


@inlined
def considering_room(layers: Array, tables: Array) -> Array:
    """Room for `consider`."""
    return (
        np.empty(len(layers.first), np.float32),
        counting_room(),
        thinking_room(layers),
        np.empty((1, FIELDS), np.uint64),
        np.zeros(1, np.uint8),
        np.empty((1, tables.plans.shape[1]), np.uint8),
    )


@inlined
def expand(
    node: Number, chances: Array, listed: Array, number: Number, nodes: Array, sums: Array
) -> Number:
    """Add the moves that the policy may play at the newest node; returns the nodes in use."""
    used = node + 1
    for i in range(number):
        if chances[i] > 0.0 and used < len(nodes):
            add_node(node, listed[i], nodes, sums, used)
            sums[used, LIKELY] = chances[i]
            used += 1
    return used


@inlined
def select(node: Number, nodes: Array, sums: Array, explore: Number) -> Number:
    """The move to look into: known to be good, or little tried for how likely the policy is."""
    visits = nodes[node, VISITS]
    usual = (sums[node, TOTAL] + sums[node, HOPE]) / (visits + 1.0)
    bonus = explore * np.sqrt(visits + 1.0)
    best, found = -1.0e9, -1
    child = nodes[node, CHILD]
    while child >= 0:
        tried = nodes[child, VISITS]
        # a few tries are mostly chance: one more try is supposed to have been as usual
        worth = (sums[child, TOTAL] + usual) / (tried + 1.0)
        worth += bonus * sums[child, LIKELY] / (1.0 + tried)
        if worth > best:
            best, found = worth, child
        child = nodes[child, SIBLING]
    return found


@inlined
def oppose(
    turn: Number,
    taken: Number,
    actions: Number,
    chances: Array,
    listed: Array,
    number: Number,
    nodes: Array,
    sums: Array,
    explore: Number,
) -> Number:
    """The place of the reply that a rival would look into who saw our roles."""
    visits = nodes[turn, VISITS]
    usual = sums[turn, TOTAL] / (visits + 1.0)
    bonus = explore * np.sqrt(visits + 1.0)
    best, found = -1.0e9, 0
    for i in range(number):
        tried, total = 0, usual
        child = child_of(turn, taken * actions + listed[i], nodes)
        if child >= 0:
            tried, total = nodes[child, VISITS], usual + sums[child, TOTAL]
        worth = (bonus * chances[i] - total) / (1.0 + tried)
        if worth > best:
            best, found = worth, i
    return found


@compiled(
    GROWN(
        types.int64,
        types.uint64,
        types.uint64[::1],
        types.int16[:, ::1],
        types.int64,
        types.uint8[::1],
        types.int32[::1],
        types.uint8[::1],
        types.float64[::1],
        types.float64[:, :, ::1],
        LAYERS,
        TABLES,
        types.float64,
        types.float64,
        types.float64,
        types.int32[:, ::1],
        types.float64[:, ::1],
        types.int64,
    )
)
def search(
    iterations: Number,
    state: Bits,
    root: Array,
    root_trace: Array,
    rival: Number,
    rival_bits: Array,
    worlds: Array,
    manners: Array,
    cumulative: Array,
    instincts: Array,
    layers: Array,
    tables: Array,
    temperature: Number,
    explore: Number,
    caution: Number,
    nodes: Array,
    sums: Array,
    used: Number,
) -> Bits:
    """Grow the tree; returns the nodes in use and the generator's state.

    A world is a deployment of the rival and the manner in which it plays: 0 by the policy, more or
    less freely by `temperature`, or a place in `instincts`. `caution` is how often it chooses as if
    it saw our roles.
    """
    row, trace = np.empty(FIELDS, np.uint64), np.empty((TRACES, 64), np.int16)
    room = considering_room(layers, tables)
    legal = room[5][0]
    chances, listed = np.empty(len(legal), np.float64), np.empty(len(legal), np.int64)
    path = np.empty(2 * DEEPEST + 2, np.int64)
    work = workspace()
    for _ in range(iterations):
        state = stir(state)
        row[:], trace[:] = root, root_trace
        world = pick(cumulative, fraction(state))
        manner = np.int64(manners[world])
        enter(row, rival, rival_bits, tables.roles[worlds[world]])
        # node: where our seat is to move, if known; turn: our last move; edge: the reply to it
        node: Number = 0 if used > 0 else -1
        turn: Number = -1
        edge: Number = 0
        taken: Number = NOBODY
        action: Number = 0
        length, value = 1, 0.0
        path[0] = 0
        while True:
            ours = np.int64(row[TO_MOVE]) != rival
            if ours and node >= 0:
                turn = select(node, nodes, sums, explore)
                if turn < 0 or length >= 2 * DEEPEST:
                    value = sums[node, HOPE]
                    break
                path[length] = turn
                length += 1
                action = nodes[turn, EDGE]
            else:
                state = stir(state)
                sees = fraction(state) < caution
                state = stir(state)
                if ours or sees or manner == 0:
                    hidden = consider(row, trace, layers, tables, room)
                    freely = 1.0 if ours else temperature
                    number = list_legal(legal, layers, hidden, freely, RARE, chances, listed)
                    if ours:
                        value = np.float64(foreseen(layers, hidden))
                        if used < len(nodes):
                            add_node(turn, edge, nodes, sums, used)
                            sums[used, HOPE] = value
                            used = expand(used, chances, listed, number, nodes, sums)
                        break
                    if sees:
                        chosen = oppose(
                            turn, taken, len(legal), chances, listed, number, nodes, sums, explore
                        )
                    else:
                        chosen = drawn(chances, number, fraction(state))
                    action = listed[chosen]
                else:
                    number = list_moves(row, tables, instincts[manner], work)
                    soften(work[2], number, 1.0)
                    move = work[0][drawn(work[2], number, fraction(state))]
                    action = action_from(rival, move[ORIGIN], move[TARGET], tables)
                edge = taken * len(legal) + action
                node = child_of(turn, edge, nodes)
                if node >= 0:
                    path[length] = node
                    length += 1
            ended, whom = play(row, trace, action, tables)
            if ended != 2:
                value = np.float64(ended if ours else -ended)
                break
            taken = whom if ours else taken
        for step in range(length):
            at = path[step]
            nodes[at, VISITS] += 1
            sums[at, TOTAL] += value
            sums[at, SQUARES] += value * value
    return U(used), state


class Tried(NamedTuple):
    """What was found about a move at the root."""

    visits: int
    value: float
    """From -1, lost, to 1, won."""
    error: float
    """How uncertain the value is: a standard deviation."""


class NetworkSearch:
    """A tree that grows below one view."""

    def __init__(self, view: View, network: Network, worlds: Worlds, size: int, seed: int) -> None:
        """`size` is the most nodes there will be."""
        self._known, self._worlds, self._layers = Knowledge.of(view), worlds, network.layers
        self._tables = tables_of(view.ruleset)
        self._nodes, self._sums = np.zeros((size, NODE_FIELDS), np.int32), np.zeros((size, 4))
        self._used, self._state = 0, U(seed % 2**64)
        self.visits = 0

    def grow(self, iterations: int, temperature: float, explore: float, caution: float) -> None:
        """Look into so many worlds more."""
        used, self._state = search(
            iterations + (self._used == 0),  # a first look is at the view itself
            self._state,
            self._known.row,
            self._known.traces[-1],
            self._known.rival_number,
            self._known.rival_bits,
            self._worlds.numbers,
            self._worlds.manners,
            self._worlds.cumulative,
            self._worlds.instincts,
            self._layers,
            self._tables,
            temperature,
            explore,
            caution,
            self._nodes,
            self._sums,
            self._used,
        )
        self._used = int(used)
        self.visits += iterations

    def tried(self) -> dict[int, Tried]:
        """What was found about each move, by action."""
        found = {}
        for edge, child in children(self._nodes, 0):
            visits = int(self._nodes[child, VISITS])
            if visits:
                value = self._sums[child, TOTAL] / visits
                spread = max(self._sums[child, SQUARES] / visits - value**2, 0.01)
                found[edge] = Tried(visits, float(value), float(np.sqrt(spread / visits)))
        return found
