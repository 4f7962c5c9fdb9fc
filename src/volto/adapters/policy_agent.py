"""A policy, which knows observations and actions, as an agent, which knows views and moves."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volto.adapters.observation import action_mask, observe, seat_of
from volto.agents import Budget
from volto.rules import Deployment, Family, Move, Ruleset, View
from volto.sim import move_of

Policy = Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[Any]]
"""From observations and legal actions, a game each, to one action a game."""


class PolicyAgent:
    """Plays by a policy that was trained on `sim.Batch` or the vector environment.

    It deploys one of `deployments`, or at random, as games begin there.
    """

    def __init__(
        self,
        policy: Policy,
        rng: Random,
        name: str = "Policy",
        deployments: Sequence[str] = (),
    ) -> None:
        self.name = name
        self._policy, self._rng, self._deployments = policy, rng, deployments

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        if self._deployments:
            return Deployment.parse(self._rng.choice(self._deployments), ruleset)
        return Deployment.random(self._rng, ruleset)

    def choose(self, view: View, budget: Budget) -> Move:
        action = self._policy(observe(view)[None], action_mask(view)[None])[0]
        return move_of(int(action), seat_of(view), view.ruleset)
