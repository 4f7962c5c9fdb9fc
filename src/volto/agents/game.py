"""A game between two agents, each of which sees only what its own seat knows."""

from collections.abc import Iterator, Mapping
from itertools import islice

from volto.agents.agent import Agent, Budget
from volto.rules import STANDARD, Family, Position, Ruleset

NO_LIMIT = Budget()


def play_on(
    position: Position, agents: Mapping[Family, Agent], budget: Budget = NO_LIMIT
) -> Iterator[Position]:
    """Every position that follows as the agents play, to the end of the game.

    An illegal move raises IllegalMove.
    """
    while position.outcome is None:
        mover = position.to_move
        position = position.play(agents[mover].choose(position.view(mover), budget))
        yield position


def play_game(
    white: Agent,
    red: Agent,
    first: Family | str = Family.WHITE,
    ruleset: Ruleset = STANDARD,
    budget: Budget = NO_LIMIT,
    turns: int | None = None,
) -> Position:
    """Where a game ends, or stands after so many turns: both agents deploy, then play."""
    agents = {Family.WHITE: white, Family.RED: red}
    own, other = (agent.deploy(family, ruleset) for family, agent in agents.items())
    position = Position.start(own, other, first, ruleset=ruleset)
    for after in islice(play_on(position, agents, budget), turns):
        position = after
    return position
