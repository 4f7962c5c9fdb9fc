"""Who the rival may be and what it may hide, weighed together.

Several manners of play are held possible at once: none at all (any move), instinct, and instinct
in a calmer and a more careless mood. Each explains the rival's moves more or less well, and counts
accordingly; so the belief is sharp against a player who moves with purpose and blunt against one
who does not.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volto.belief.counting import role_table, weigh
from volto.mind.memory import Memory
from volto.mind.posterior import Posterior
from volto.rules import Family, Scene

Reals = NDArray[np.float64]
MOODS = (0.0, 0.4, 1.0)
"""By what the weights of instinct are multiplied."""


@dataclass(frozen=True)
class Suspicion:
    """A posterior for each mood, and how well each explains what was seen."""

    scene: Scene
    family: Family
    moods: tuple[Posterior, ...]

    @classmethod
    def about(
        cls, scene: Scene, family: Family, memory: Memory, before: "Suspicion | None" = None
    ) -> "Suspicion":
        """What to think of a family after this scene."""
        prior = memory.deployments(scene.ruleset, 0.5)
        return cls(
            scene,
            family,
            tuple(
                Posterior.about(
                    scene,
                    family,
                    mood * memory.instinct,
                    prior,
                    before=before.moods[number] if before else None,
                )
                for number, mood in enumerate(MOODS)
            ),
        )

    @property
    def weights(self) -> Reals:
        """How likely each deployment is, all moods together."""
        evidence = np.array([posterior.evidence for posterior in self.moods])
        share = np.exp(evidence - evidence.max())
        share /= share.sum()
        found: Reals = sum(
            part * posterior.weights for part, posterior in zip(share, self.moods, strict=True)
        )
        return found

    def table(self) -> Reals:
        """The chance of each role for each mask of the family, lost ones included."""
        found: Reals = weigh(self.weights, role_table(self.scene.ruleset))
        return found
