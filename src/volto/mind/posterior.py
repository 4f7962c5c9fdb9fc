"""The exact posterior over all deployments, when instinct is taken to explain the rival's moves.

For each turn of the rival: how likely would instinct have been to play it, had the deployment been
this one? Because instinct weighs a move by its own mask alone, one small table of masks and roles
answers that for all 50,400 deployments. A floor keeps every legal move possible.
"""

from dataclasses import dataclass

import numpy as np
from numba import types
from numpy.typing import NDArray

from volto.belief import chances
from volto.belief.deployment_sets import role_table, weigh
from volto.mind.instinct import TRAITS, public_facts, score, targets_of, traits
from volto.mind.knowledge import Knowledge
from volto.mind.tables import TABLES, tables_of
from volto.mind.worlds import OFF_MAT
from volto.rules import Family, Role, Scene
from volto.sim.fields import TO_MOVE
from volto.sim.jit import Array, Number, compiled
from volto.sim.kernel import NONE, ONE, lowest
from volto.sim.layout import bit

Reals = NDArray[np.float64]
FLOOR = 0.1


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
        known: Knowledge,
        instinct: Reals,
        prior: Reals | None = None,
        floor: float = FLOOR,
        before: "Posterior | None" = None,
    ) -> "Posterior":
        """The posterior about a rival; `before`, of an earlier moment of the game, saves work."""
        scene, fits, tables = known.scene, known.fits, tables_of(known.scene.ruleset)
        if before is not None and before.family is known.rival and scene.follows(before.scene):
            seen, prior, evidence = len(before.scene.history), before.weights, before.evidence
        else:
            seen, evidence = 0, 0.0
        weights = fits / len(fits) if prior is None else prior * fits
        for turn in known.rival_turns(seen):
            origin, target = (bit(cell) for cell in turn.move)
            evidence += reweigh(
                weights,
                turn.row,
                tables,
                instinct,
                turn.bits,
                turn.mask,
                origin,
                target,
                floor,
            )
        total = float(weights.sum())
        if total <= 0.0:  # nothing in the prior fits: fall back on all that is possible
            return cls(scene, known.rival, fits / fits.sum(), evidence)
        return cls(scene, known.rival, weights / total, evidence + float(np.log(total)))

    def marginals(self) -> dict[int, dict[Role, float]]:
        """For each mask of the family, lost ones included, the chance of each role."""
        return chances(self.table(), self.scene.ids(self.family))

    def table(self) -> Reals:
        """The same as a table of masks and roles."""
        found: Reals = weigh(self.weights, role_table(self.scene.ruleset))
        return found


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
