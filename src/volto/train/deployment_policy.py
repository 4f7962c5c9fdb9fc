"""Learned deployments: all of them are judged by the player, and the good ones grow likelier.

The rule is the one that moves are learned by: a step towards what is worth more, held near the
last distribution and near all deployments alike.
"""

import numpy as np
from numpy.typing import NDArray

from volto.belief.deployment_sets import role_table
from volto.mind.features import features
from volto.mind.move_history import blank_traces, trace_moves
from volto.mind.network import Network
from volto.mind.priors import by_score, in_use
from volto.rules import Family, Ruleset
from volto.sim import Batch, actions_of, move_of
from volto.train.players import drawn_numbers

Reals = NDArray[np.float64]
CHUNK = 4096
BOLD = 0.15
"""How many rivals capture with their first move, if they can."""


class DeploymentPolicy:
    """The chance of each deployment."""

    def __init__(
        self,
        ruleset: Ruleset,
        start: Reals,
        step: float = 2.0,
        entropy: float = 0.015,
    ) -> None:
        """`entropy` is how strongly it is held to all alike, in points of value."""
        self.ruleset, self.step, self.entropy = ruleset, step, entropy
        self.start_from(start)
        self.mirror = mirrored_deployments(ruleset)
        self.strikes = first_strikes(ruleset)
        self.rng = np.random.default_rng(0)

    def start_from(self, chances: NDArray[np.floating]) -> None:
        """Go on from the chance of each deployment."""
        self.logs = np.log(chances.astype(np.float64) + 1e-12)

    def judge(self, network: Network) -> Reals:
        """What the player thinks of each deployment in both seats: from -1 to 1."""
        worth = self._expected(network, moved=False) + self._expected(network, moved=True)
        return (worth + worth[self.mirror]) / 4

    def _expected(self, network: Network, moved: bool) -> Reals:
        """What it expects of each at first, or after one move of a rival.

        That one deploys and plays alike, but some capture at once whoever it is, if they can. It
        may end the game: a Candidate in front can be captured.
        """
        size, rng = len(self.logs), self.rng
        total, count = np.zeros(size), np.zeros(size)
        sums = np.cumsum(self.chances())
        batch = Batch(CHUNK, ruleset=self.ruleset, auto_reset=False)
        for begin in range(0, size, CHUNK):
            numbers, traces = (begin + np.arange(CHUNK)) % size, blank_traces(CHUNK)
            others = drawn_numbers(sums, CHUNK, rng)
            batch.reset(white=others if moved else numbers, red=numbers if moved else others)
            inputs = features(batch.state, traces, self.ruleset)
            if moved:
                legal = batch.legal().copy()
                bold = (rng.random(CHUNK) < BOLD) & (legal * self.strikes).any(axis=1)
                legal[bold] *= self.strikes
                batch.step(network.draw(inputs, legal, rng.random(CHUNK))[0])
                trace_moves(batch.state, traces, self.ruleset)
                inputs = features(batch.state, traces, self.ruleset)
            chances = network.outcomes(inputs)
            worth = chances[:, 0] - chances[:, 2]
            if moved:
                worth = np.where(batch.reason == 0, worth, -batch.reward)
            np.add.at(total, numbers, worth)
            np.add.at(count, numbers, 1)
        found: Reals = total / np.maximum(count, 1)
        return found

    def learn(self, network: Network) -> float:
        """One step; returns how many deployments are in use, by entropy."""
        pull = self.step * self.entropy
        self.logs = (self.logs + self.step * self.judge(network)) / (1.0 + pull)
        return in_use(self.chances())

    def chances(self, uniform_share: float = 0.0) -> Reals:
        """The chance of each deployment; a share is drawn from all alike."""
        return by_score(self.logs, uniform_share)


def first_strikes(ruleset: Ruleset) -> NDArray[np.uint8]:
    """For each action, whether it would capture as the first move of a game."""
    deployed = Batch(1, ruleset=ruleset).position(0).scene.standing[Family.RED]
    moves = (move_of(action, Family.WHITE, ruleset) for action in range(actions_of(ruleset)))
    return np.array([move.target in deployed for move in moves], np.uint8)


def mirrored_places(ruleset: Ruleset) -> NDArray[np.intp]:
    """For each place of a deployment, the place on the other side of the middle column."""
    width = ruleset.mat.columns
    places = np.arange(len(ruleset.roster))
    return places // width * width + (width - 1 - places % width)


def mirrored_deployments(ruleset: Ruleset) -> NDArray[np.intp]:
    """For each deployment, the number of the one with left and right exchanged."""
    roles = role_table(ruleset).astype(np.int64)
    swapped = roles[:, mirrored_places(ruleset)]
    powers = 5 ** np.arange(roles.shape[1])[::-1]
    found: NDArray[np.intp] = np.searchsorted(roles @ powers, swapped @ powers)
    return found
