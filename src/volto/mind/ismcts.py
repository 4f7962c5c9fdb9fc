"""Search over worlds drawn from a belief: information-set Monte Carlo tree search, compiled.

Every iteration draws one world, walks down a tree of moves that is shared by all worlds, tries a
new move, plays on by instinct and remembers the result. A move's chance to be tried is judged
against how often it could have been (not every world allows it).
"""

from collections.abc import Iterator
from typing import Any, cast

import numpy as np
from numba import types
from numpy.typing import NDArray

from volto.mind.instinct import MOST_MOVES
from volto.mind.playout import (
    ORIGIN,
    TARGET,
    drawn,
    fraction,
    list_moves,
    play_listed,
    play_out,
    soften,
    workspace,
)
from volto.mind.tables import TABLES, action_from
from volto.mind.worlds import enter
from volto.sim.fields import FIELDS, TO_MOVE
from volto.sim.jit import Array, Bits, Number, compiled, inlined
from volto.sim.kernel import U, stir

DEEPEST = 60

GROWN = cast("Any", types).UniTuple(types.uint64, 2)
"""What growing a tree answers: nodes in use, and the generator."""

# The fields of a node, in two tables.
CHILD, SIBLING, EDGE, VISITS, OFFERED, NODE_FIELDS = 0, 1, 2, 3, 4, 5
TOTAL, SQUARES, NODE_SUMS = 0, 1, 2


@inlined
def pick(cumulative: Array, chance: Number) -> Number:
    """Which entry a chance from 0 to 1 falls on, in a list of growing sums that ends with 1."""
    low, high = 0, len(cumulative) - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > chance:
            high = middle
        else:
            low = middle + 1
    return low


@inlined
def _select(
    node: Number,
    nodes: Array,
    sums: Array,
    edges: Array,
    chances: Array,
    number: Number,
    explore: Number,
    plain: bool,
    slots: Array,
    chance: Number,
) -> Number:
    """The move to try: known good, or little tried for how good instinct finds it."""
    child = nodes[node, CHILD]
    while child >= 0:
        slots[nodes[child, EDGE]] = child
        child = nodes[child, SIBLING]
    fresh = 0
    for i in range(number):
        known = slots[edges[i]]
        if known >= 0:
            nodes[known, OFFERED] += 1
        else:
            fresh += 1
    best, found = -1.0e9, 0
    if plain and fresh > 0:  # every move is tried once before any is tried again
        skip = np.int64(chance * fresh)
        for i in range(number):
            if slots[edges[i]] < 0:
                if skip == 0:
                    found = i
                    break
                skip -= 1
    else:
        visits = nodes[node, VISITS]
        # what a new move is worth: a little less than this node was for its mover
        hope = 1.0 - sums[node, TOTAL] / visits - 0.1 if visits > 0 else 0.5
        for i in range(number):
            known = slots[edges[i]]
            if known < 0:
                worth = hope + explore * chances[i] * np.sqrt(visits + 1.0)
            elif plain:
                tried, offered = nodes[known, VISITS], nodes[known, OFFERED]
                worth = sums[known, TOTAL] / tried + explore * np.sqrt(np.log(offered) / tried)
            else:
                tried, offered = nodes[known, VISITS], nodes[known, OFFERED]
                bonus = explore * chances[i] * np.sqrt(float(offered)) / (1.0 + tried)
                worth = sums[known, TOTAL] / tried + bonus
            if worth > best:
                best, found = worth, i
    child = nodes[node, CHILD]
    while child >= 0:
        slots[nodes[child, EDGE]] = -1
        child = nodes[child, SIBLING]
    return found


@inlined
def add_node(parent: Number, edge: Number, nodes: Array, sums: Array, node: Number) -> None:
    """Write a new node; the root has no parent."""
    nodes[node, CHILD] = nodes[node, SIBLING] = -1
    nodes[node, EDGE] = edge
    nodes[node, VISITS] = 0
    nodes[node, OFFERED] = 1
    sums[node] = 0.0
    if parent >= 0:
        nodes[node, SIBLING] = nodes[parent, CHILD]
        nodes[parent, CHILD] = node


def children(nodes: NDArray[np.int32], node: int) -> Iterator[tuple[int, int]]:
    """The edges tried from a node, each with the child it leads to."""
    child = int(nodes[node, CHILD])
    while child >= 0:
        yield int(nodes[child, EDGE]), child
        child = int(nodes[child, SIBLING])


@inlined
def child_of(node: Number, edge: Number, nodes: Array) -> Number:
    child = nodes[node, CHILD]
    while child >= 0 and nodes[child, EDGE] != edge:
        child = nodes[child, SIBLING]
    return child


@compiled(
    GROWN(
        types.int64,
        types.uint64,
        types.uint64[::1],
        types.int64,
        types.uint8[::1],
        types.int32[::1],
        types.uint8[::1],
        types.float64[::1],
        TABLES,
        types.float64[:, :, ::1],
        types.float64,
        types.float64,
        types.float64,
        types.boolean,
        types.int64,
        types.int32[:, ::1],
        types.float64[:, ::1],
        types.int64,
        types.int64,
    )
)
def search(
    iterations: Number,
    state: Bits,
    root: Array,
    rival: Number,
    rival_bits: Array,
    worlds: Array,
    manners: Array,
    cumulative: Array,
    tables: Array,
    instincts: Array,
    temperature: Number,
    explore: Number,
    caution: Number,
    plain: bool,
    longest: Number,
    nodes: Array,
    sums: Array,
    used: Number,
    top: Number,
) -> Bits:
    """Grow the tree below the node `top`; returns the nodes in use and the generator's state.

    A world is a deployment of the rival and the manner in which it plays: a place in `instincts`,
    of which the first is our own. `caution` is how often the rival chooses in the tree as if it saw
    our roles; otherwise it plays in its manner.
    A node's sums are results for the family that moved into it: 1 for a win, 0 for a loss.
    """
    row = np.empty(FIELDS, np.uint64)
    work = workspace()
    edges, slots = np.empty(MOST_MOVES, np.int64), np.full(tables.plans.shape[1], -1, np.int32)
    path = np.empty(DEEPEST + 1, np.int64)
    movers = np.empty(DEEPEST + 1, np.int64)
    for _ in range(iterations):
        state = stir(state)
        world = pick(cumulative, fraction(state))
        manner = np.int64(manners[world])
        row[:] = root
        enter(row, rival, rival_bits, tables.roles[worlds[world]])
        node, depth, code, grown = top, 0, np.int64(0), False
        path[0] = top
        movers[0] = 1 - np.int64(row[TO_MOVE])
        while code == 0 and not grown and depth < DEEPEST:
            mover = np.int64(row[TO_MOVE])
            ours = mover != rival
            number = list_moves(row, tables, instincts[0 if ours else manner], work)
            for i in range(number):
                edges[i] = action_from(mover, work[0][i, ORIGIN], work[0][i, TARGET], tables)
            if not plain:
                soften(work[2], number, 1.0)
            state = stir(state)
            sees = fraction(state) < caution
            state = stir(state)
            if ours or sees:
                chosen = _select(
                    node,
                    nodes,
                    sums,
                    edges,
                    work[2],
                    number,
                    explore,
                    plain,
                    slots,
                    fraction(state),
                )
            else:  # the rival does not know our roles, so it must not always learn them in the tree
                chosen = drawn(work[2], number, fraction(state))
            edge = edges[chosen]
            child = child_of(node, edge, nodes)
            if child < 0:
                if used >= len(nodes):
                    break
                child = used
                used += 1
                add_node(node, edge, nodes, sums, child)
                grown = True
            depth += 1
            path[depth] = child
            movers[depth] = mover
            code = play_listed(row, tables, work[0], chosen)
            node = child
        if code == 0:
            code, state = play_out(
                row, tables, instincts, rival, manner, temperature, longest, state, work
            )
        last = 1 - np.int64(row[TO_MOVE])
        how = tables.winners[code]
        for step in range(depth + 1):
            won = 1.0 if (how ^ last) == movers[step] else 0.0
            result = 0.5 if how == 2 else won
            at = path[step]
            nodes[at, VISITS] += 1
            sums[at, TOTAL] += result
            sums[at, SQUARES] += result * result
    return U(used), state
