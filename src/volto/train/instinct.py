"""Learn instinct by self-play: `python -m volto.train.instinct RUN.npz --minutes 10`.

Policy gradient with a fading trace, an entropy bonus, and sparring partners from the run's own
past. The run is saved every few seconds and goes on from there when started again.
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from volto.belief.counting import role_table
from volto.mind.geometry import geometry
from volto.mind.instinct import blank
from volto.rules import Ruleset
from volto.sim.layout import rules_row, terms
from volto.train.selfplay import learn

Reals = NDArray[np.float64]

GAMES = 2048
DISCOUNT = 0.95
DRAW_COST = 0.1
VARIETY = 0.01
PLACING_VARIETY = 0.02
PAST = 40


@dataclass
class Climb:
    """One set of numbers climbing its gradient (Adam)."""

    numbers: Reals
    mean: Reals = field(init=False)
    square: Reals = field(init=False)

    def __post_init__(self) -> None:
        self.mean, self.square = np.zeros_like(self.numbers), np.zeros_like(self.numbers)

    def step(self, gradient: Reals, rate: float, time: int) -> None:
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.002 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**time), self.square / (1 - 0.998**time)
        self.numbers += rate * mean / (np.sqrt(square) + 1e-8)


class Run:
    """A training run: the policy, the deployments, and past selves to spar with."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.ruleset, self.rng, self.steps = ruleset, np.random.default_rng(seed), 0
        self.roles = role_table(ruleset)
        masks = self.roles.shape[1]
        self.weights, self.placing = Climb(blank()), Climb(np.zeros((5, masks)))
        self.past = [(self.weights.numbers.copy(), self.placing.numbers.copy())]

    def chances(self, placing: Reals) -> Reals:
        """How likely each deployment is, when roles are drawn to cells like this."""
        masks = np.arange(self.roles.shape[1])
        score = placing[self.roles, masks].sum(axis=1)
        found = np.exp(score - score.max())
        share: Reals = found / found.sum()
        return share

    def step(self, rate: float) -> float:
        """One batch of games and one step up; returns the learner's score."""
        self.steps += 1
        rule = terms(self.ruleset)
        partner = self.past[self.rng.integers(len(self.past))]
        if self.rng.random() < 0.5:
            partner = (self.weights.numbers, self.placing.numbers)
        chances = self.chances(self.placing.numbers)
        gradient, variety = np.zeros_like(blank()), np.zeros_like(blank())
        placed = np.zeros_like(self.placing.numbers)
        _, points = learn(
            GAMES,
            np.uint64(self.rng.integers(2**63)),
            rules_row(self.ruleset),
            geometry(self.ruleset),
            rule.deployments,
            self.weights.numbers,
            partner[0],
            np.cumsum(chances),
            np.cumsum(self.chances(partner[1])),
            self.roles,
            DISCOUNT,
            DRAW_COST,
            rule.winners,
            gradient,
            variety,
            placed,
        )
        self.weights.step((gradient + VARIETY * variety) / GAMES, rate, self.steps)
        self._place(chances, placed / GAMES, 2 * points / GAMES - 1, rate)
        if self.steps % 25 == 0:
            self.past = [
                *self.past[-PAST:],
                (self.weights.numbers.copy(), self.placing.numbers.copy()),
            ]
        return float(points / GAMES)

    def _place(self, chances: Reals, placed: Reals, mean: float, rate: float) -> None:
        surprise = -np.log(chances) - float(-(chances * np.log(chances)).sum())
        expected = np.zeros_like(placed)
        variety = np.zeros_like(placed)
        for mask in range(placed.shape[1]):
            expected[:, mask] = np.bincount(self.roles[:, mask], chances, 5)
            variety[:, mask] = np.bincount(self.roles[:, mask], chances * surprise, 5)
        gradient = placed - mean * expected + PLACING_VARIETY * variety
        mirror = mirrored_masks(self.ruleset)
        self.placing.step((gradient + gradient[:, mirror]) / 2, rate / 2, self.steps)

    def save(self, path: Path) -> None:
        part = path.with_suffix(".part.npz")
        np.savez(
            part,
            weights=self.weights.numbers,
            placing=self.placing.numbers,
            past_weights=np.array([weights for weights, _ in self.past]),
            past_placing=np.array([placing for _, placing in self.past]),
            steps=self.steps,
        )
        part.replace(path)

    def load(self, path: Path) -> None:
        with np.load(path) as saved:
            self.weights, self.placing = Climb(saved["weights"]), Climb(saved["placing"])
            self.past = list(zip(saved["past_weights"], saved["past_placing"], strict=True))
            self.steps = int(saved["steps"])


def mirrored_masks(ruleset: Ruleset) -> NDArray[np.intp]:
    """For each place of a deployment, the place on the other side of the middle column."""
    width = ruleset.mat.columns
    places = np.arange(len(ruleset.roster))
    return places // width * width + (width - 1 - places % width)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="where the run is kept (.npz)")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--ladies", default="owner")
    given = parser.parse_args()
    run = Run(Ruleset().but(ladies=given.ladies), given.seed)
    if given.run.exists():
        run.load(given.run)
    begin = monotonic()
    score, said = 0.5, begin
    while (spent := monotonic() - begin) < 60 * given.minutes:
        rate = given.rate * max(0.1, 1 - spent / (60 * given.minutes))
        score += 0.05 * (run.step(rate) - score)
        if monotonic() - said > 15:
            said = monotonic()
            run.save(given.run)
            print(
                f"{spent:6.0f} s  step {run.steps:6}  score against the past {score:.3f}",
                flush=True,
            )
    run.save(given.run)


if __name__ == "__main__":
    main()
