"""Learned: plays by a trained network, at once or after a search of worlds that may be so."""

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from volto.agents.agent import Budget, Choice, Thought, by_weight
from volto.agents.move_selection import by_visits, decide, search, wanted
from volto.mind.features import features, seen_by
from volto.mind.knowledge import Knowledge
from volto.mind.network import Network, fingerprint, shipped
from volto.mind.network_posterior import NetworkPosterior, PosteriorSample
from volto.mind.network_search import NetworkSearch, Tried
from volto.mind.opponent_model import OpponentModel
from volto.mind.priors import drawn_deployment, shipped_priors
from volto.mind.tables import tables_of
from volto.mind.worlds import Worlds
from volto.rules import STANDARD, Deployment, Family, Move, Ruleset, View, VoltoError
from volto.sim.actions import action_of, actions_of

Reals = NDArray[np.float64]
CHUNK = 128
"""Iterations between two looks at the clock: some five milliseconds."""
LARGEST_TREE = 400_000
UNTRIED = Tried(0, 0.0, 1.0)
READ = 384
"""The most worlds in which the rival's moves are read with the network."""
PACE = 8000
"""Turns of the rival that may be read for each second there is, all new worlds together."""


@dataclass(frozen=True, slots=True)
class LearnedSettings:
    """How a Learned player plays."""

    iterations: int = 0
    """How long it searches before a move, when the budget does not say; 0 for not at all."""
    temperature: float = 0.4
    """How freely it draws from its policy when it does not search."""
    least: float = 0.05
    """Moves less likely than this share of the likeliest are not played then."""
    explore: float = 1.0
    """How much it tries what the policy likes and the search has not looked into."""
    rival_temperature: float = 0.7
    """How freely the rival is held to draw from the policy."""
    sharpness: float = 2.0
    """How clearly it prefers what it has tried most: it plays by visits to this power."""
    caution: float = 0.4
    """How often the rival, in the tree, sees through our masks: at 0 it falls for every bluff."""
    proves: bool = True
    """Whether it looks for sure wins first, and for safe moves last."""


class Learned:
    """A player by network; how much it looks ahead depends on its settings."""

    def __init__(
        self,
        rng: random.Random,
        settings: LearnedSettings | None = None,
        name: str = "Learned",
        network: Network | None = None,
    ) -> None:
        self.name, self.settings = name, settings or LearnedSettings()
        self._rng, self._network = rng, network
        self._mirrored = rng.random() < 0.5
        """How it looks at a game, from beginning to end: the mean of both sides would dither."""
        self._opponent: OpponentModel | None = None
        self._posterior: NetworkPosterior | None = None

    def network(self, ruleset: Ruleset) -> Network:
        if ruleset.mat != STANDARD.mat or ruleset.roster != STANDARD.roster:
            raise VoltoError("The learned player knows only the mat and the masks of the box.")
        return self._network or shipped(ruleset.ladies)

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """Drawn from the learned distribution, never fixed."""
        chances = self.network(ruleset).deployments
        if not len(chances):
            return shipped_priors(ruleset.ladies).draw(self._rng, ruleset, 0.1)
        return drawn_deployment(chances, self._rng, ruleset)

    def choose(self, view: View, budget: Budget) -> Move:
        """A sure win if there is one; else drawn, from the policy or from what a search likes."""
        return decide(view, budget, self.think, self._rng, self.settings.proves)

    def think(self, view: View, budget: Budget) -> Thought:
        """The policy, or what a search that is led by it has come to like."""
        begin, settings, moves = perf_counter(), self.settings, view.legal_moves()
        most = wanted(budget, settings.iterations)
        if not most or len(moves) == 1:
            return budget.tell(self._at_once(view, moves))
        size, seed = min(20 * most + 1000, LARGEST_TREE), self._rng.getrandbits(63)
        worlds = self._worlds(view, budget)
        tree = NetworkSearch(view, self.network(view.ruleset), worlds, size, seed)

        def grow(left: int) -> int:
            part = min(CHUNK, left)
            tree.grow(part, settings.rival_temperature, settings.explore, settings.caution)
            return part

        return search(budget, most, begin, grow, lambda _: self._thought(view, moves, tree))

    def _at_once(self, view: View, moves: list[Move]) -> Thought:
        """The policy itself, a little sharper."""
        logs = policy(view, self.network(view.ruleset), moves, self._mirrored)
        likely = np.exp((logs - logs.max()) / self.settings.temperature)
        likely[likely < self.settings.least] = 0.0
        likely /= likely.sum()
        choices = [
            Choice(move, float(weight), 0.5, 0.0, 1.0)
            for move, weight in zip(moves, likely, strict=True)
        ]
        return Thought(0, by_weight(choices))

    def _thought(self, view: View, moves: list[Move], tree: NetworkSearch) -> Thought:
        """What the search has found so far."""
        found = tree.tried()
        tried = [found.get(action_of(move, view.to_move, view.ruleset), UNTRIED) for move in moves]
        weights = by_visits([one.visits for one in tried], self.settings.sharpness)
        return Thought(
            tree.visits,
            by_weight(
                Choice.about(move, weight, 0.5 + 0.5 * one.value, 0.98 * one.error)
                for move, one, weight in zip(moves, tried, weights, strict=True)
            ),
        )

    def _worlds(self, view: View, budget: Budget) -> Worlds:
        """What to draw from: the rival may play like us, or in another manner."""
        known, priors = Knowledge.of(view), shipped_priors(view.ruleset.ladies)
        opponent = self._opponent = OpponentModel.about(known, priors, self._opponent)
        others = opponent.worlds(priors.instinct)
        sample = self._sample(known, budget, opponent.weights)
        if sample is None:
            return others
        like_us = 1.0 / (1.0 + np.exp(np.clip(opponent.evidence - sample.evidence, -50.0, 50.0)))
        return others.joined(sample.numbers, sample.weights, float(like_us))

    def _sample(self, known: Knowledge, budget: Budget, likely: Reals) -> PosteriorSample | None:
        """What our own network would hide, had it played like the rival."""
        view, network = known.view, self.network(known.view.ruleset)
        if view.turns != len(view.history) or not len(network.deployments):
            return None  # a game that was not seen from its beginning
        if self._posterior is None or not self._posterior.leads_to(view):
            self._posterior = NetworkPosterior(view, network)
        prior = 0.8 * network.deployments.astype(np.float64) + 0.2 / len(likely)
        turns = max(1, len(view.history) // 2)
        fresh = READ if budget.seconds is None else max(int(PACE * budget.seconds / turns), 1)
        spot = self._rng.random()
        return self._posterior.sample(known, likely, prior, READ, fresh, spot, budget.halt)


def policy(view: View, network: Network, moves: list[Move], mirrored: bool = False) -> Reals:
    """The logarithm of each move's chance, as the network sees the view, or its mirror image."""
    row, traces = seen_by(view)
    tables = tables_of(view.ruleset)
    actions = np.array([action_of(move, view.to_move, view.ruleset) for move in moves], np.intp)
    if mirrored:
        actions = tables.mirrored[actions].astype(np.intp)
    legal = np.zeros((1, actions_of(view.ruleset)), np.uint8)
    legal[0, actions] = 1
    shown = features(row, traces, view.ruleset, np.array([mirrored], np.uint8))
    found = network.logits(shown, legal)[0, actions].astype(np.float64)
    logs: Reals = found - np.logaddexp.reduce(found)
    return logs


def learned(rng: random.Random, iterations: int = 0, weights: Path | None = None) -> Learned:
    """The learned player, of the package or of a file: by policy, or after a search led by it."""
    name = f"Learned {iterations}" if iterations else "Learned"
    if weights is None:
        return Learned(rng, LearnedSettings(iterations), name)
    network, known_as = _loaded(weights)
    return Learned(rng, LearnedSettings(iterations), f"{name} ({known_as})", network)


@cache
def _loaded(path: Path) -> tuple[Network, str]:
    """A file's network and hash, read once, so that nobody's weights change during a match."""
    return Network.load(path), fingerprint(path)
