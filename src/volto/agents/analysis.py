"""What an agent thinks of a view, without a game around it."""

import random

from volto.agents.agent import Budget, Thought
from volto.agents.registry import STRONGEST, Asked, make_agent
from volto.rules import View, VoltoError


def analyse(
    view: View, budget: Budget, agent: Asked = STRONGEST, rng: random.Random | None = None
) -> Thought:
    """How good the moves of the family to move are, the best first, by the strongest search or
    by another agent that can tell what it thinks. The budget's `report` hears of it meanwhile.
    """
    if not view.legal_moves():
        raise VoltoError("Nothing to analyse: this view's seat has no move to make.")
    thinker = make_agent(agent, rng or random.Random())
    think = getattr(thinker, "think", None)
    if think is None:
        raise VoltoError(f"{thinker.name} plays without telling what it thinks.")
    thought: Thought = think(view, budget)
    return thought
