"""Deployments judged by games: which of them does a network win with?

python -m volto.train.fit_deployments WEIGHTS.safetensors --games 24000 --rounds 3

Round by round, deployments drawn from all alike meet those that were found good so far, the network
playing both sides. What each role is worth in each place is fitted to the results, and deployments
that are worth more become likelier. The file's deployments are replaced.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

from volto.belief.deployment_sets import role_table
from volto.mind.network import read_tensors
from volto.mind.priors import by_score, in_use
from volto.rules import Role, Ruleset
from volto.sim.batch import NOBODY
from volto.train.deployment_policy import mirrored_places
from volto.train.player_files import at_table
from volto.train.players import Frozen, drawn_numbers
from volto.train.rollouts import played_out

Reals = NDArray[np.float64]
Numbers = NDArray[np.int32]
BATCH = 2000
"""Games played side by side."""
DOUBT = 300.0
"""How strongly, in games, every place is held to be as good as any other."""
SPREAD = 0.01
"""How much less a deployment may be worth, from -1 to 1, to be less likely by a factor of e."""
FLOOR = 0.1
"""The share of deployments drawn from all alike."""


def trial(
    player: Frozen, games: int, seed: int, ruleset: Ruleset, threads: int
) -> tuple[Numbers, Numbers, Reals]:
    """Deployments drawn from all alike, those of the player that they met, and results: -1 to 1."""
    rng = np.random.default_rng(seed)
    parts = []
    for number in range(-(-games // BATCH)):
        ours = rng.integers(len(player.deployments), size=BATCH).astype(np.int32)
        theirs = drawn_numbers(player.deployments, BATCH, rng)
        white = np.arange(BATCH) % 2 == 0
        winner = played_out(
            player,
            player,
            np.where(white, ours, theirs),
            np.where(white, theirs, ours),
            np.zeros(BATCH, np.uint64),
            seed + number,
            ruleset,
            threads,
        )
        result = np.where(winner == NOBODY, 0.0, np.where((winner == 0) == white, 1.0, -1.0))
        parts.append((ours, theirs, result))
    one, other, results = (np.concatenate(part) for part in zip(*parts, strict=True))
    return one, other, results


def worths(one: Numbers, other: Numbers, results: Reals, ruleset: Ruleset) -> Reals:
    """What each of all deployments is worth, as a sum over its roles in their places."""
    roles = role_table(ruleset).astype(np.int64)
    places = np.arange(roles.shape[1])
    one_hot = np.zeros((len(roles), len(places), len(Role)))
    one_hot[np.arange(len(roles))[:, None], places, roles] = 1.0
    one_hot = (one_hot + one_hot[:, mirrored_places(ruleset)]) / 2
    flat = one_hot.reshape(len(roles), -1)
    apart = flat[one] - flat[other]
    liking = np.linalg.solve(apart.T @ apart + DOUBT * np.eye(apart.shape[1]), apart.T @ results)
    found: Reals = flat @ liking
    found -= found.mean()
    return found


def likely(worth: Reals) -> Reals:
    """How likely each deployment is, by its worth."""
    return by_score(worth / SPREAD, FLOOR)


def judge(
    player: Frozen,
    games: int,
    rounds: int,
    seed: int,
    ruleset: Ruleset,
    tell: Callable[[str], None],
    threads: int = 0,
) -> Reals:
    """The chance of each deployment after some rounds of trials."""
    size = len(player.deployments)
    chances, total = np.full(size, 1.0 / size), np.zeros(size)
    for number in range(rounds):
        met = replace(player, deployments=np.cumsum(chances))
        one, other, results = trial(met, games, seed + 1000 * number, ruleset, threads)
        total += worths(one, other, results, ruleset)
        chances = likely(total / (number + 1))
        tell(
            f"round {number + 1} of {rounds}: all alike scored {0.5 + results.mean() / 2:.3f}; "
            f"{in_use(chances):,.0f} deployments in use, the likeliest {chances.max():.2%}"
        )
    return chances


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--games", type=int, default=24_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ladies", default="owner")
    given = parser.parse_args()
    ruleset = Ruleset().but(ladies=given.ladies)
    player = at_table(given.weights, ruleset)
    chances = judge(player, given.games, given.rounds, given.seed, ruleset, print)
    tensors, remarks = read_tensors(given.weights)
    tensors["deployments"] = chances.astype(np.float32)
    save_file(tensors, given.weights, remarks)


if __name__ == "__main__":
    main()
