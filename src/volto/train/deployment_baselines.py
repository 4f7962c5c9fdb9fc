"""What simple ways to deploy are worth, when the same network plays both sides."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from volto.belief.deployment_sets import role_table
from volto.mind.network import Network
from volto.rules import STANDARD, Role, Ruleset
from volto.train.players import Frozen
from volto.train.rollouts import match

Reals = NDArray[np.float64]
CANDIDATE, LADY, SOLDIER = (tuple(Role).index(role) for role in "CLS")


@dataclass(frozen=True, slots=True)
class Worth:
    """How a scheme fared against the learned deployments."""

    scheme: str
    chance: float
    """How likely a learned deployment follows it."""
    points: float
    """As a share, over `games` games."""
    games: int

    @property
    def margin(self) -> float:
        """Half of a 95 % interval."""
        return float(1.96 * np.sqrt(self.points * (1 - self.points) / self.games))


def schemes(ruleset: Ruleset = STANDARD) -> Mapping[str, NDArray[np.bool_]]:
    """For each scheme, which deployments follow it."""
    roles = role_table(ruleset)
    width = ruleset.mat.columns
    front, palace = roles[:, :width], roles[:, width:]
    edges, middle = palace[:, [0, -1]], palace[:, 1:-1]
    ladies = (front == LADY).sum(axis=1)
    return {
        "any": np.ones(len(roles), np.bool_),
        "Candidate in front": (front == CANDIDATE).any(axis=1),
        "Candidate in the palace": (palace == CANDIDATE).any(axis=1),
        "Candidate in a corner of the palace": (edges == CANDIDATE).any(axis=1),
        "Candidate in the middle of the palace": (middle == CANDIDATE).any(axis=1),
        "both Ladies in front": ladies == 2,
        "one Lady in front": ladies == 1,
        "both Ladies in the palace": ladies == 0,
        "Soldier in front": (front == SOLDIER).any(axis=1),
        "Soldier in the palace": (palace == SOLDIER).any(axis=1),
    }


def measure(network: Network, games: int, seed: int, threads: int = 1) -> list[Worth]:
    """Each scheme, all of its deployments alike, against the learned distribution."""
    learned = network.deployments.astype(np.float64)
    learned /= learned.sum()
    other = Frozen(network, np.cumsum(learned), 0.5, 0.05)
    found = []
    for name, follows in schemes().items():
        one = replace(other, deployments=np.cumsum(follows / follows.sum()))
        won, drawn, _ = match(one, other, games, seed, STANDARD, threads)
        points = (won + drawn / 2) / games
        found.append(Worth(name, float(learned[follows].sum()), points, games))
    return found


def places(network: Network) -> Reals:
    """The chance of each role at each place of a learned deployment: role, place."""
    chances = network.deployments.astype(np.float64)
    roles = role_table(STANDARD)
    found = np.zeros((len(Role), roles.shape[1]))
    for role in range(len(Role)):
        found[role] = chances @ (roles == role)
    found /= chances.sum()
    return found
