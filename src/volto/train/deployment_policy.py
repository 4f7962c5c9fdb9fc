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


class Deployer:
    """The chance of each deployment."""

    def __init__(
        self,
        ruleset: Ruleset,
        start: Reals,
        step: float = 2.0,
        even: float = 0.015,
        second: bool = False,
    ) -> None:
        """`even` is how strongly it is held to all alike, in points of value.

        With `second` a deployment is judged in both seats: its family may not be the one to begin.
        """
        self.ruleset, self.step, self.even, self.second = ruleset, step, even, second
        self.logs = np.log(start + 1e-12)
        self.mirror = mirrored_deployments(ruleset)
        self.strikes = first_strikes(ruleset)
        self.rng = np.random.default_rng(0)

    def judge(self, network: Network) -> Reals:
        """What the player thinks of each deployment: from -1 to 1."""
        worth = self._expected(network, moved=False)
        if self.second:
            worth = (worth + self._expected(network, moved=True)) / 2
        return (worth + worth[self.mirror]) / 2

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
            shown = features(batch.state, traces, self.ruleset)
            if moved:
                legal = batch.legal().copy()
                bold = (rng.random(CHUNK) < BOLD) & (legal * self.strikes).any(axis=1)
                legal[bold] *= self.strikes
                batch.step(network.draw(shown, legal, rng.random(CHUNK))[0])
                trace_moves(batch.state, traces, self.ruleset)
                shown = features(batch.state, traces, self.ruleset)
            chances = network.outcomes(shown)
            worth = chances[:, 0] - chances[:, 2]
            if moved:
                worth = np.where(batch.reason == 0, worth, -batch.reward)
            np.add.at(total, numbers, worth)
            np.add.at(count, numbers, 1)
        found: Reals = total / np.maximum(count, 1)
        return found

    def learn(self, network: Network) -> float:
        """One step; returns how many deployments are in use, by entropy."""
        pull = self.step * self.even
        self.logs = (self.logs + self.step * self.judge(network)) / (1.0 + pull)
        return in_use(self.chances())

    def chances(self, even: float = 0.0) -> Reals:
        """The chance of each deployment, mixed with all alike."""
        return by_score(self.logs, even)


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
