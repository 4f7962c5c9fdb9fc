"""Who the rival may be and what it may hide, weighed together.

Several manners of play are held possible at once: none at all (any move), our own instinct, calmer
or in earnest, and the styles that were learned from others. Each explains the rival's moves more or
less well, and counts accordingly; so the belief is sharp against a player whose manner is known and
blunt against one who has none.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volto.belief.deployment_sets import role_table, weigh
from volto.mind.knowledge import Knowledge
from volto.mind.posterior import Posterior
from volto.mind.priors import Manner, Priors
from volto.mind.worlds import Worlds
from volto.rules import Family, Scene

Reals = NDArray[np.float64]
UNLIKELY = 0.003
"""A manner less likely than this is not searched."""
RARE = 1e-9
"""Nor is a deployment less likely than this in its manner."""


@dataclass(frozen=True)
class OpponentModel:
    """A posterior for each manner, and how well each explains what was seen."""

    scene: Scene
    family: Family
    manners: tuple[Manner, ...]
    posteriors: tuple[Posterior, ...]

    @classmethod
    def about(
        cls, known: Knowledge, priors: Priors, before: "OpponentModel | None" = None
    ) -> "OpponentModel":
        """What to think of the rival now; `before`, from earlier in the game, saves work."""
        earlier = before.posteriors if before is not None else (None,) * len(priors.manners)
        posteriors = tuple(
            Posterior.about(
                known, manner.instinct, manner.deployments(known.scene.ruleset), before=so_far
            )
            for manner, so_far in zip(priors.manners, earlier, strict=True)
        )
        return cls(known.scene, known.rival, priors.manners, posteriors)

    @property
    def shares(self) -> Reals:
        """How likely each manner is."""
        found: Reals = np.exp(self._evidences - self.evidence) / len(self.manners)
        return found

    @property
    def evidence(self) -> float:
        """The logarithm of how likely all that was seen was, the manners being equally likely."""
        return float(np.logaddexp.reduce(self._evidences) - np.log(len(self.manners)))

    @property
    def _evidences(self) -> Reals:
        return np.array([posterior.evidence for posterior in self.posteriors])

    @property
    def weights(self) -> Reals:
        """How likely each deployment is, all manners together."""
        found: Reals = sum(
            share * posterior.weights
            for share, posterior in zip(self.shares, self.posteriors, strict=True)
        )
        return found

    def table(self) -> Reals:
        """The chance of each role for each mask of the family, lost ones included."""
        found: Reals = weigh(self.weights, role_table(self.scene.ruleset))
        return found

    def worlds(self, own: Reals) -> Worlds:
        """What a search with an instinct of its own should draw from."""
        numbers, manners, chances, instincts = [], [], [], [own]
        for share, manner, posterior in zip(
            self.shares, self.manners, self.posteriors, strict=True
        ):
            if share > UNLIKELY:
                likely = np.flatnonzero(posterior.weights > RARE).astype(np.int32)
                numbers.append(likely)
                manners.append(np.full(len(likely), len(instincts), np.uint8))
                chances.append(share * posterior.weights[likely])
                instincts.append(manner.instinct)
        cumulative = np.cumsum(np.concatenate(chances))
        return Worlds(
            np.concatenate(numbers),
            np.concatenate(manners),
            cumulative / cumulative[-1],
            np.stack(instincts),
        )
