"""Learn where to place which role from games of search: which deployments did it win with?

python -m research.trials play TRIALS.npz --games 300 --seed 1
python -m research.trials fit NUMBERS.npz TRIALS.npz [TRIALS.npz …]

Search plays from deployments drawn from all alike, against itself and several styles. A logistic
regression tells how much each role on each place helped; the file's `placing` is replaced.
"""

import argparse
import random
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from volto.agents.agent import Agent
from volto.agents.registry import make_agent
from volto.agents.thinker import SearchSettings, Thinker
from volto.mind.priors import Priors
from volto.rules import Deployment, Family, Role, Ruleset
from volto.train.deployment_policy import mirrored_places
from volto.train.evaluation import points_of

Reals = NDArray[np.float64]
ITERATIONS = 150
RIVALS = ("hunter", "itself", "greedy", "baiter")
EVENNESS = 20.0
"""How strongly, in games, every place is held to be as good as any other before the trials."""
PULL = 8.0
"""How much more what helps is drawn to."""


def play(games: int, seed: int, ruleset: Ruleset) -> tuple[NDArray[np.uint8], Reals]:
    """The deployments of search, as roles by place, and the points it made with them."""
    rng = random.Random(seed)
    tried, points = [], []
    for number, rival in enumerate(islice(cycle(RIVALS), games)):
        words = f"thinker:{ITERATIONS}" if rival == "itself" else rival
        other: Agent = make_agent(words, random.Random(rng.getrandbits(64)))
        player = Thinker(random.Random(rng.getrandbits(64)), SearchSettings(ITERATIONS))
        seat = list(Family)[number // len(RIVALS) % 2]
        mine = Deployment.random(rng, ruleset)
        deployed = {seat: mine, seat.rival: other.deploy(seat.rival, ruleset)}
        agents = {seat: player, seat.rival: other}
        tried.append([list(Role).index(role) for role in mine.roles])
        points.append(points_of(seat, agents, deployed, rng.choice(list(Family)), ruleset))
        print(f"game {number + 1} of {games}: {np.mean(points):.3f}", flush=True)
    return np.array(tried, np.uint8), np.array(points)


def fit(tried: NDArray[np.uint8], points: Reals, ruleset: Ruleset, rounds: int = 2000) -> Reals:
    """How much each role is drawn to each place: what helped, the same on both sides."""
    places = np.arange(tried.shape[1])
    mirror = mirrored_places(ruleset)
    liking, bias = np.zeros((len(Role), len(places))), 0.0
    for _ in range(rounds):
        expected = 1.0 / (1.0 + np.exp(-bias - liking[tried, places].sum(axis=1)))
        missed = points - expected
        gradient = -EVENNESS * liking
        np.add.at(gradient, (tried, places), missed[:, None])
        gradient = (gradient + gradient[:, mirror]) / 2
        liking += gradient / (len(points) + EVENNESS)
        bias += float(missed.mean())
    return PULL * liking


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["play", "fit"])
    parser.add_argument("target", type=Path)
    parser.add_argument("trials", type=Path, nargs="*")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ladies", default="owner")
    given = parser.parse_args()
    ruleset = Ruleset().but(ladies=given.ladies)
    if given.task == "play":
        tried, points = play(given.games, given.seed, ruleset)
        np.savez_compressed(given.target, tried=tried, points=points)
        return
    parts = [dict(np.load(path)) for path in given.trials]
    tried, points = (np.concatenate([part[name] for part in parts]) for name in ("tried", "points"))
    placing = fit(tried, points, ruleset)
    replace(Priors.load(given.target), placing=placing).save(given.target)


if __name__ == "__main__":
    main()
