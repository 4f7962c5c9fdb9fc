"""The learned numbers: instinct's weights and the deployments that go with them."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from random import Random

import numpy as np
from numpy.typing import NDArray

from volto.belief.counting import role_table
from volto.mind.instinct import blank
from volto.rules import STANDARD, Deployment, LadyRule, Ruleset

Reals = NDArray[np.float64]


@dataclass(frozen=True)
class Memory:
    """What was learned for a Lady rule."""

    instinct: Reals
    """The weight of each trait, by role."""
    placing: Reals
    """How much each role is drawn to each place of a deployment."""

    def deployments(self, ruleset: Ruleset, open_minded: float) -> Reals:
        """The chance of each deployment: as learned, mixed with all alike.

        What was learned is for the masks of the box; with others, all are alike.
        """
        roles = role_table(ruleset)
        even = np.full(len(roles), 1.0 / len(roles))
        if ruleset.roster != STANDARD.roster or ruleset.mat.columns != STANDARD.mat.columns:
            return even
        score = self.placing[roles, np.arange(roles.shape[1])].sum(axis=1)
        learned = np.exp(score - score.max())
        mixed: Reals = (1.0 - open_minded) * learned / learned.sum() + open_minded * even
        return mixed

    def draw(self, rng: Random, ruleset: Ruleset, open_minded: float) -> Deployment:
        """A deployment drawn by these chances: never the same one for sure."""
        chances = self.deployments(ruleset, open_minded).tolist()
        return Deployment.numbered(rng.choices(range(len(chances)), chances)[0], ruleset)


@cache
def memory(ladies: LadyRule = LadyRule.OWNER) -> Memory:
    """The numbers that come with the package."""
    with as_file(files("volto.mind") / f"{ladies}.npz") as path, np.load(path) as saved:
        return Memory(
            np.ascontiguousarray(saved["weights"], np.float64),
            np.ascontiguousarray(saved["placing"], np.float64),
        )


def no_memory() -> Memory:
    """Nothing learned: every move and every deployment is as good as any other."""
    return Memory(blank(), np.zeros((5, len(STANDARD.roster))))
