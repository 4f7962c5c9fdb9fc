"""The learned numbers: instinct's weights, the deployments that go with them, others' manners."""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volto.belief.deployment_sets import role_table
from volto.mind.instinct import blank
from volto.rules import STANDARD, Deployment, LadyRule, Ruleset

Reals = NDArray[np.float64]
CALM = 0.4
"""By what the weights of instinct are multiplied for a half-hearted player."""


@dataclass(frozen=True, eq=False)
class Manner:
    """A way to play that a rival may have."""

    instinct: Reals
    """The weight of each trait, by role."""
    placing: Reals
    """How much each role is drawn to each place of a deployment."""
    open_minded: float = 0.1
    """The share of its deployments that are held to be drawn from all alike."""

    def deployments(self, ruleset: Ruleset, open_minded: float | None = None) -> Reals:
        """The chance of each deployment: as learned, mixed with all alike.

        What was learned is for the masks of the box; with others, all are alike.
        """
        return _deployments(self, ruleset, self.open_minded if open_minded is None else open_minded)


@lru_cache(maxsize=64)
def _deployments(manner: Manner, ruleset: Ruleset, open_minded: float) -> Reals:
    roles = role_table(ruleset)
    if ruleset.roster != STANDARD.roster or ruleset.mat.columns != STANDARD.mat.columns:
        return np.full(len(roles), 1.0 / len(roles))
    score = manner.placing[roles, np.arange(roles.shape[1])].sum(axis=1)
    mixed = by_score(score, open_minded)
    mixed.setflags(write=False)
    return mixed


@dataclass(frozen=True, eq=False)
class Priors(Manner):
    """What was learned for a Lady rule: how to play, and how others play."""

    open_minded: float = 0.5
    styles: tuple[Manner, ...] = ()
    """The manners of others."""

    @cached_property
    def manners(self) -> tuple[Manner, ...]:
        """Every manner a rival may have: aimless, like us but calmer, like us, or another's."""
        aimless = Manner(blank(), np.zeros_like(self.placing))
        calm = Manner(CALM * self.instinct, self.placing, self.open_minded)
        return (aimless, calm, self, *self.styles)

    def draw(self, rng: Random, ruleset: Ruleset, open_minded: float) -> Deployment:
        """A deployment drawn by these chances: never the same one for sure."""
        return drawn_deployment(self.deployments(ruleset, open_minded), rng, ruleset)

    @classmethod
    def load(cls, path: Path) -> "Priors":
        with np.load(path) as saved:
            numbers = {name: np.ascontiguousarray(saved[name], np.float64) for name in saved}
        styles = tuple(
            Manner(numbers["styles"][number], numbers["style_placing"][number])
            for number in range(len(numbers.get("styles", ())))
        )
        return cls(numbers["weights"], numbers["placing"], styles=styles)

    def save(self, path: Path) -> None:
        np.savez_compressed(
            path,
            weights=self.instinct,
            placing=self.placing,
            styles=np.array([style.instinct for style in self.styles]),
            style_placing=np.array([style.placing for style in self.styles]),
        )


def by_score(score: Reals, even: float) -> Reals:
    """The chance of each deployment: a point of score is a factor of e; mixed with all alike."""
    raised = np.exp(score - score.max())
    mixed: Reals = (1.0 - even) * raised / raised.sum() + even / len(raised)
    return mixed


def in_use(chances: NDArray[np.floating[Any]]) -> float:
    """How many deployments are in use, by entropy."""
    return float(np.exp(-(chances * np.log(chances + 1e-30)).sum()))


def drawn_deployment(
    chances: NDArray[np.floating[Any]], rng: Random, ruleset: Ruleset
) -> Deployment:
    """A deployment, each with its chance."""
    return Deployment.numbered(rng.choices(range(len(chances)), chances.tolist())[0], ruleset)


def picked(sums: Reals, spots: Reals) -> NDArray[np.int32]:
    """The deployments that numbers from 0 to 1 fall on, in growing sums of chances."""
    found = np.searchsorted(sums, spots * sums[-1], side="right")
    numbers: NDArray[np.int32] = np.minimum(found, len(sums) - 1).astype(np.int32)
    return numbers


@cache
def shipped_priors(ladies: LadyRule = LadyRule.OWNER) -> Priors:
    """The numbers that come with the package."""
    with as_file(files("volto.mind") / f"{ladies}.npz") as path:
        return Priors.load(path)


def no_priors() -> Priors:
    """Nothing learned: every move and every deployment is as good as any other."""
    return Priors(blank(), np.zeros((5, len(STANDARD.roster))))
