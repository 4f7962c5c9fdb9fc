"""An agent as a policy: asked again and again, it shows by what chances it plays."""

from collections import Counter
from collections.abc import Callable
from random import Random

import numpy as np

from volto.agents import Agent, Budget
from volto.exact.policy import Chances, Policy
from volto.rules import Deployment, Family, Ruleset, View

DEPLOYMENTS = 2000
"""How often an agent is asked to deploy."""


def sampled(
    make: Callable[[Random], Agent],
    family: Family,
    ruleset: Ruleset,
    *,
    draws: int = 20,
    seed: int = 1,
    budget: Budget | None = None,
) -> Policy:
    """How often an agent plays what, out of so many draws at every view.

    Each view is put to a new agent, whose chance depends on the seed and that view alone. The fewer
    the draws, the more exploitable an agent that mixes looks: it is measured as if it always chose
    among these draws.
    """
    family, allowed = Family(family), budget or Budget()

    def moves(view: View) -> Chances:
        turns = " ".join(map(str, view.history))
        agent = make(Random(f"{seed} {view.seat} {''.join(view.roles)} {turns}"))
        found = Counter(agent.choose(view, allowed) for _ in range(draws))
        return np.array([found[move] for move in view.legal_moves()]) / draws

    def deployments() -> Chances:
        agent = make(Random(f"{seed} {family}"))
        found = Counter(agent.deploy(family, ruleset).number() for _ in range(DEPLOYMENTS))
        return np.array([found[n] for n in range(Deployment.count(ruleset))]) / DEPLOYMENTS

    return Policy.of(moves, deployments())
