"""Agents by name: `greedy`, `level:7`, `ismcts:4000` — the words that arena, engine and play take."""

import random
from collections.abc import Callable, Mapping

from volto.agents.agent import Agent
from volto.agents.greedy import Greedy
from volto.agents.random_agent import Random
from volto.rules import VoltoError

PERSONALITIES: Mapping[str, Callable[[random.Random], Agent]] = {
    "random": Random,
    "greedy": Greedy,
}
"""The players with a style, by the word that asks for one."""


def make_agent(words: str, rng: random.Random) -> Agent:
    """The agent that `words` asks for; raises VoltoError for one that there is not."""
    name, _, setting = words.partition(":")
    if name in PERSONALITIES and not setting:
        return PERSONALITIES[name](rng)
    raise VoltoError(f"There is no agent {words!r}: {', '.join(PERSONALITIES)}.")
