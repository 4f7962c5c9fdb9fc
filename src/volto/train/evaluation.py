"""A network at the table: whole games, by the rules, against an agent that words ask for."""

import random
from collections.abc import Mapping

from volto.agents.agent import Agent
from volto.agents.game import play_on
from volto.agents.learned import Learned
from volto.agents.registry import make_agent
from volto.mind.network import Network
from volto.rules import Deployment, Family, Position, Ruleset


def examined(network: Network, words: str, games: int, seed: int, ruleset: Ruleset) -> float:
    """The share of points that a network wins, with both families, as it plays at the table."""
    rng = random.Random(seed)
    points = 0.0
    for game in range(games):
        seat = list(Family)[game % 2]
        agents: dict[Family, Agent] = {
            seat: Learned(random.Random(rng.getrandbits(64)), network=network),
            seat.rival: make_agent(words, random.Random(rng.getrandbits(64))),
        }
        deployed = {family: agents[family].deploy(family, ruleset) for family in Family}
        points += points_of(seat, agents, deployed, list(Family)[game // 2 % 2], ruleset)
    return points / games


def points_of(
    seat: Family,
    agents: Mapping[Family, Agent],
    deployed: Mapping[Family, Deployment],
    first: Family,
    ruleset: Ruleset,
) -> float:
    """What a game brings the agent on a seat: 1 for a win, 0.5 for a draw."""
    white, red = (deployed[family] for family in Family)
    *_, end = play_on(Position.start(white, red, first, ruleset=ruleset), agents)
    assert end.outcome is not None
    winner = end.outcome.winner
    return 0.5 if winner is None else float(winner is seat)
