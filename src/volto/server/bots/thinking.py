"""Carries jobs out, in whatever thread: makes the agents, keeps them warm, has them think."""

import threading
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from volto.agents import Agent, Budget
from volto.rules import Ruleset
from volto.server.bots.agent_cache import AgentCache
from volto.server.bots.hints import hint
from volto.server.bots.jobs import Answer, AnyJob, DeployJob, Job, MoveJob
from volto.server.bots.warm_up import adviser
from volto.server.wire.messages import Hint

if TYPE_CHECKING:
    from volto.agents.levels import Level


class Thinking:
    """What this process knows of thinking."""

    def __init__(self, agents: AgentCache, by_network: Callable[[], bool] = lambda: True) -> None:
        """Until `by_network`, somebody without a network stands in."""
        self.agents, self._by_network = agents, by_network
        self.halt = threading.Event()
        """Once this is set, whoever thinks answers at once with what it has."""

    def answer(self, job: AnyJob) -> Answer:
        begin = perf_counter()
        by_network = self._by_network()
        level = _level(job, by_network)
        said: str | Hint
        if isinstance(job, DeployJob):
            agent, _ = seated(level, job.seed, by_network)
            said = str(agent.deploy(job.family, Ruleset.parse(job.rules)))
        elif isinstance(job, MoveJob):
            said = self._move(job, level, by_network)
        else:
            said = hint(job.view.view(), level, Random(job.seed), job.seconds, self.halt)
        return Answer(said, perf_counter() - begin)

    def _move(self, job: MoveJob, level: "Level", by_network: bool) -> str:
        nodes = level.iterations or None
        budget = Budget(job.seconds if nodes else None, nodes, self.halt)
        key = (job.seed, level.number, by_network or not level.by_network)
        with self.agents.lent(key, partial(seated, level, job.seed, by_network)) as (agent, rng):
            rng.seed(f"{job.seed} {len(job.view.turns)}")  # whoever has thought before
            return str(agent.choose(job.view.view(), budget))


def seated(level: "Level", seed: int, by_network: bool) -> tuple[Agent, Random]:
    """A new agent, whose seed tells how it looks at its whole game; and its source of chance."""
    rng = Random(seed)
    itself = by_network or not level.by_network
    return (level.agent if itself else level.stand_in)(rng), rng


def _level(job: Job, by_network: bool) -> "Level":
    from volto.agents.levels import LEVELS  # compiled code, only when asked for

    return adviser(by_network) if job.level is None else LEVELS[job.level - 1]
