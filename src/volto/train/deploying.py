"""Learned deployments: all of them are judged by the player, and the good ones grow likelier.

The rule is the one that moves are learned by: a step towards what is worth more, held near the
last distribution and near all deployments alike.
"""

import numpy as np
from numpy.typing import NDArray

from volto.belief.counting import role_table
from volto.mind.features import features
from volto.mind.frame import frame
from volto.mind.network import Network
from volto.mind.traces import blank_traces, write_traces
from volto.rules import Ruleset
from volto.sim import Batch
from volto.train.placing import mirrored_places
from volto.train.players import drawn_numbers

Reals = NDArray[np.float64]
CHUNK = 4096


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

    def judge(self, network: Network) -> Reals:
        """What the player thinks of each deployment: from -1 to 1."""
        worth = self._as_first(network)
        if self.second:
            worth = (worth + self._as_second(network)) / 2
        return (worth + worth[self.mirror]) / 2

    def _as_first(self, network: Network) -> Reals:
        size = len(self.logs)
        worth = np.empty(size)
        batch = Batch(CHUNK, ruleset=self.ruleset)
        for begin in range(0, size, CHUNK):
            numbers = np.minimum(np.arange(begin, begin + CHUNK), size - 1)
            batch.reset(white=numbers, red=numbers)
            shown = features(batch.state, blank_traces(CHUNK), self.ruleset)
            chances = network.outcomes(shown)
            end = min(begin + CHUNK, size)
            worth[begin:end] = (chances[:, 0] - chances[:, 2])[: end - begin]
        return worth

    def _as_second(self, network: Network) -> Reals:
        """After one move of a rival that deploys and plays alike, drawn the same way each time."""
        size, rng = len(self.logs), np.random.default_rng(0)
        total, count = np.zeros(size), np.zeros(size)
        sums = np.cumsum(self.chances())
        batch = Batch(CHUNK, ruleset=self.ruleset, auto_reset=False)
        for begin in range(0, size, CHUNK):
            numbers = (begin + np.arange(CHUNK)) % size
            batch.reset(white=drawn_numbers(sums, CHUNK, rng), red=numbers)
            traces = blank_traces(CHUNK)
            shown = features(batch.state, traces, self.ruleset)
            batch.step(network.draw(shown, batch.legal(), rng.random(CHUNK))[0])
            write_traces(batch.state, traces, frame(self.ruleset).near, 0, CHUNK)
            chances = network.outcomes(features(batch.state, traces, self.ruleset))
            going = batch.reason == 0
            np.add.at(total, numbers[going], (chances[:, 0] - chances[:, 2])[going])
            np.add.at(count, numbers[going], 1)
        found: Reals = total / np.maximum(count, 1)
        return found

    def learn(self, network: Network) -> float:
        """One step; returns how many deployments are in use, by entropy."""
        pull = self.step * self.even
        self.logs = (self.logs + self.step * self.judge(network)) / (1.0 + pull)
        chances = self.chances()
        return float(np.exp(-(chances * np.log(chances + 1e-30)).sum()))

    def chances(self, even: float = 0.0) -> Reals:
        """The chance of each deployment, mixed with all alike."""
        raised = np.exp(self.logs - self.logs.max())
        mixed: Reals = (1.0 - even) * raised / raised.sum() + even / len(raised)
        return mixed


def mirrored_deployments(ruleset: Ruleset) -> NDArray[np.intp]:
    """For each deployment, the number of the one with left and right exchanged."""
    roles = role_table(ruleset).astype(np.int64)
    swapped = roles[:, mirrored_places(ruleset)]
    powers = 5 ** np.arange(roles.shape[1])[::-1]
    found: NDArray[np.intp] = np.searchsorted(roles @ powers, swapped @ powers)
    return found
