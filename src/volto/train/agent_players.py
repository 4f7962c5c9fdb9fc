"""Players of the arena among those of a batch: they see Views, as at any table."""

from dataclasses import dataclass
from functools import cache, cached_property
from random import Random

import numpy as np

from volto.agents import PERSONALITIES, Budget
from volto.rules import Family, Ruleset
from volto.sim import action_of
from volto.train.players import Actions, Games, Instinct, Reals

DRAWN = 20_000
"""Deployments from which its way to deploy is judged."""


@dataclass(frozen=True)
class AgentPlayer:
    """A personality. In a game that it did not see from the beginning it plays by instinct."""

    name: str
    ruleset: Ruleset
    by_the_rules = True

    @cached_property
    def deployments(self) -> Reals:
        agent = PERSONALITIES[self.name](Random(0))
        numbers = [agent.deploy(Family.WHITE, self.ruleset).number() for _ in range(DRAWN)]
        size = len(self._instinct.deployments)
        return np.cumsum(np.bincount(numbers, minlength=size) / DRAWN)

    @cached_property
    def _instinct(self) -> Instinct:
        return Instinct.of(self.ruleset)

    def act(self, games: Games, rng: np.random.Generator) -> Actions:
        agent = PERSONALITIES[self.name](Random(int(rng.integers(2**63))))
        strange = np.array([position is None for position in games.positions], np.bool_)
        actions = np.empty(len(strange), np.int32)
        if strange.any():
            actions[strange] = self._instinct.act(games.where(strange), rng)
        for game, position in enumerate(games.positions):
            if position is not None:
                move = agent.choose(position.view(position.to_move), Budget())
                actions[game] = action_of(move, position.to_move, self.ruleset)
        return actions


@cache
def agent_player(name: str, ruleset: Ruleset) -> AgentPlayer:
    """A personality by its name: always the same one, which has judged its way to deploy."""
    return AgentPlayer(name, ruleset)
