"""Learn where to place which role: `python -m research.placing NUMBERS.npz --minutes 2`.

Instinct plays both sides; places and roles that go with winning become more likely, with a steady
push towards variety, against a pool of past ways to deploy. The file's `placing` is replaced.
"""

import argparse
from dataclasses import replace
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from research.selfplay import compare_deployments
from volto.belief.deployment_sets import role_table
from volto.mind.priors import Priors, in_use
from volto.mind.tables import tables_of
from volto.rules import Ruleset
from volto.sim.layout import terms
from volto.train.deployment_policy import mirrored_places

Reals = NDArray[np.float64]
GAMES = 4096
VARIETY = 0.05
RATE = 0.3


class Places:
    """How much each role is drawn to each place of a deployment."""

    def __init__(self, instinct: Reals, ruleset: Ruleset, seed: int) -> None:
        self.instinct, self.ruleset = instinct, ruleset
        self.rng = np.random.default_rng(seed)
        self.roles = role_table(ruleset)
        self.liking = np.zeros((5, self.roles.shape[1]))
        self.past = [self.liking.copy()]

    def chances(self, liking: Reals) -> Reals:
        """How likely each deployment is."""
        return Priors(self.instinct, liking).deployments(self.ruleset, 0.0)

    def step(self) -> float:
        """One batch of games and one step; returns the points won, as a share."""
        chances = self.chances(self.liking)
        rivals = self.chances(self.past[self.rng.integers(len(self.past))])
        results = np.zeros_like(self.liking)
        _, points = compare_deployments(
            GAMES,
            np.uint64(self.rng.integers(2**63)),
            tables_of(self.ruleset),
            terms(self.ruleset).deployments,
            self.instinct,
            np.cumsum(chances),
            np.cumsum(rivals),
            results,
        )
        mean = 2 * points / GAMES - 1
        surprise = -np.log(chances) + float((chances * np.log(chances)).sum())
        gradient = results / GAMES
        for mask in range(results.shape[1]):
            expected = np.bincount(self.roles[:, mask], chances, 5)
            variety = np.bincount(self.roles[:, mask], chances * surprise, 5)
            gradient[:, mask] += VARIETY * variety - mean * expected
        mirror = mirrored_places(self.ruleset)
        self.liking += RATE * (gradient + gradient[:, mirror]) / 2
        self.past.append(self.liking.copy())
        return float(points / GAMES)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", type=Path)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ladies", default="owner")
    given = parser.parse_args()
    known = Priors.load(given.numbers)
    places = Places(known.instinct, Ruleset().but(ladies=given.ladies), given.seed)
    end, steps, score = monotonic() + 60 * given.minutes, 0, 0.5
    while monotonic() < end:
        steps += 1
        score += 0.05 * (places.step() - score)
        if steps % 50 == 0:
            chances = places.chances(places.liking)
            print(
                f"step {steps}: {score:.3f} against the past, {in_use(chances):,.0f} deployments",
                flush=True,
            )
            replace(known, placing=places.liking).save(given.numbers)
    replace(known, placing=places.liking).save(given.numbers)


if __name__ == "__main__":
    main()
