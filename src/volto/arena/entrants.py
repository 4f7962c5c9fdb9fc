"""Who can enter: the agents of this package, and outside programs that speak VEI."""

import random
from collections.abc import Iterable

from volto.agents import Agent, make_agent
from volto.agents.external_engine import EngineAgent
from volto.arena.supervision import dismiss

ENGINE = "engine:"
"""The words of an outside program are this and its command."""


def make_player(words: str, rng: random.Random) -> Agent:
    """The agent that `words` asks for; raises VoltoError for one that there is not."""
    if words.startswith(ENGINE):
        return EngineAgent(words.removeprefix(ENGINE))
    return make_agent(words, rng)


def check_players(agents: Iterable[str]) -> None:
    """Start each agent once: a wrong word is told before the match, not in every game."""
    for words in agents:
        dismiss(make_player(words, random.Random(0)))
