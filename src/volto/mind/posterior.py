"""The exact posterior over all deployments, when instinct is taken to explain the rival's moves.

For each turn of the rival: how likely would instinct have been to play it, had the deployment been
this one? Because instinct weighs a move by its own mask alone, one small table of masks and roles
answers that for all 50,400 deployments. A floor keeps every legal move possible.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from volto.belief import Belief, chances
from volto.belief.deployment_sets import role_table, weigh
from volto.belief.evidence import EVERY_ROLE, roles_that_play
from volto.mind.instinct import TRAITS, public_facts, score, targets_of, traits
from volto.mind.tables import TABLES, tables_of
from volto.mind.worlds import OFF_MAT, mask_bits, public_row
from volto.rules import Family, Role, Scene
from volto.sim.fields import TO_MOVE
from volto.sim.jit import Array, Number, compiled
from volto.sim.kernel import NONE, ONE, lowest
from volto.sim.layout import bit

Reals = NDArray[np.float64]
FLOOR = 0.1


class Seen(NamedTuple):
    """A turn of the family in question, and the mat as it was before."""

    row: NDArray[np.uint64]
    bits: NDArray[np.uint8]
    mask: int
    origin: int
    target: int


class Watch(NamedTuple):
    """What a scene tells of a family, whoever it is taken to be."""

    scene: Scene
    family: Family
    alive: Reals
    """1 for each deployment that fits all of it, else 0."""
    turns: tuple[Seen, ...]
    """The family's turns that were not known before."""

    @classmethod
    def on(cls, scene: Scene, family: Family, known: int = 0) -> "Watch":
        """Watch a family, the first `known` turns of the game being known already."""
        alive = np.zeros(len(role_table(scene.ruleset)))
        alive[Belief.about(scene, family).numbers] = 1.0
        return cls(scene, family, alive, tuple(watched(scene, family, known)))


@dataclass(frozen=True)
class Posterior:
    """How likely each deployment of a family is, after all it has been seen to do."""

    scene: Scene
    family: Family
    weights: Reals
    """By the number of the deployment; they add up to 1."""
    evidence: float
    """The logarithm of how likely all of it was."""

    @classmethod
    def about(
        cls,
        scene: Scene,
        family: Family,
        instinct: Reals,
        prior: Reals | None = None,
        floor: float = FLOOR,
        before: "Posterior | None" = None,
    ) -> "Posterior":
        """The posterior after this scene; `before`, of an earlier one of the game, saves work."""
        if before is not None and before.leads_to(scene, family):
            seen = Watch.on(scene, family, len(before.scene.history))
            return cls.after(seen, instinct, before.weights, before.evidence, floor)
        seen = Watch.on(scene, family)
        even = np.full(len(seen.alive), 1.0 / len(seen.alive))
        return cls.after(seen, instinct, even if prior is None else prior, 0.0, floor)

    @classmethod
    def after(
        cls, seen: Watch, instinct: Reals, prior: Reals, evidence: float, floor: float = FLOOR
    ) -> "Posterior":
        """The posterior after what was seen; `evidence` is of what the prior follows from."""
        scene, weights = seen.scene, prior * seen.alive
        tables = tables_of(scene.ruleset)
        for turn in seen.turns:
            evidence += reweigh(
                weights,
                turn.row,
                tables,
                instinct,
                turn.bits,
                turn.mask,
                turn.origin,
                turn.target,
                floor,
            )
        total = float(weights.sum())
        if total <= 0.0:  # nothing in the prior fits: fall back on all that is possible
            return cls(scene, seen.family, seen.alive / seen.alive.sum(), evidence)
        return cls(scene, seen.family, weights / total, evidence + float(np.log(total)))

    def leads_to(self, scene: Scene, family: Family) -> bool:
        """Is this of the same family, at an earlier moment of the same game?"""
        return self.family is family and scene.follows(self.scene)

    def marginals(self) -> dict[int, dict[Role, float]]:
        """For each mask of the family, lost ones included, the chance of each role."""
        return chances(self.table(), self.scene.ids(self.family))

    def table(self) -> Reals:
        """The same as a table of masks and roles."""
        found: Reals = weigh(self.weights, role_table(self.scene.ruleset))
        return found


def watched(scene: Scene, family: Family, skip: int = 0) -> Iterator[Seen]:
    """Every turn of a family after the first `skip` turns of the game, with the mat before it."""
    ruleset = scene.ruleset
    at = {trail[0]: number for number, trail in enumerate(scene.trails) if trail}
    possible = [EVERY_ROLE] * len(scene.trails)
    ladies = dict.fromkeys(Family, ruleset.roster.count(Role.LADY))
    for owner in Family:  # a game read from text may begin in the middle
        for number in scene.ids(owner):
            trail = scene.trails[number]
            if trail and trail[0].row == ruleset.palace_row(owner.rival):
                possible[number] -= {Role.CANDIDATE}
            if not trail and scene.unmasked[number] is Role.LADY:
                ladies[owner] -= 1
    mover = scene.first
    ids = scene.ids(family)
    for turn, happened in enumerate(scene.history):
        origin, target = happened.move
        mask = at[origin]
        if mover is family and turn >= skip:
            yield Seen(
                public_row(at, possible, ladies, mover, ruleset),
                mask_bits(at, ids),
                mask - ids.start,
                bit(origin),
                bit(target),
            )
        possible[mask] &= roles_that_play(happened, mover, scene)
        if target.row == ruleset.palace_row(mover.rival):
            possible[mask] -= {Role.CANDIDATE}
        del at[origin]
        at.pop(target, None)
        if happened.captured is not Role.LADY:
            at[target] = mask
        else:
            ladies[mover.rival] -= 1
        mover = mover.rival


@compiled(
    types.float64(
        types.float64[::1],
        types.uint64[::1],
        TABLES,
        types.float64[:, ::1],
        types.uint8[::1],
        types.int64,
        types.int64,
        types.int64,
        types.float64,
    )
)
def reweigh(
    weights: Array,
    row: Array,
    tables: Array,
    instinct: Array,
    bits: Array,
    mask: Number,
    origin: Number,
    target: Number,
    floor: Number,
) -> Number:
    """Multiply each deployment's weight by how likely it made the move from origin to target.

    The weights are scaled so that the largest is 1; returns the logarithm of the scale.
    """
    family = np.int64(row[TO_MOVE])
    facts, role_table = public_facts(row, family, tables), tables.roles
    found = np.empty(TRAITS, np.int64)
    masks = len(bits)
    sums = np.zeros((masks, 5), np.float64)
    moves = np.zeros((masks, 5), np.float64)
    made = np.zeros(5, np.float64)
    for i in range(masks):
        if bits[i] == OFF_MAT:
            continue
        at = np.int64(bits[i])
        for role in range(5):
            left = targets_of(role, at, family, facts[2], facts[3], tables)
            while left != NONE:
                to = np.int64(lowest(left))
                left &= left - ONE
                traits(facts, family, at, to, tables, found)
                weight = np.exp(score(instinct, role, found))
                sums[i, role] += weight
                moves[i, role] += 1.0
                if i == mask and to == target:
                    made[role] = weight
    for number in range(len(weights)):
        if weights[number] > 0.0:
            total, choices = 0.0, 0.0
            for i in range(masks):
                role = role_table[number, i]
                total += sums[i, role]
                choices += moves[i, role]
            weight = made[role_table[number, mask]]
            if weight > 0.0:
                weights[number] *= (1.0 - floor) * weight / total + floor / choices
            else:
                weights[number] = 0.0
    top = 0.0
    for number in range(len(weights)):
        top = max(top, weights[number])
    if top <= 0.0:
        return 0.0
    for number in range(len(weights)):
        weights[number] /= top
    return np.log(top)
