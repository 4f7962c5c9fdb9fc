"""Games between two agents, each told only what its own seat knows."""

from collections.abc import Iterator
from random import Random

from volto.agents import PERSONALITIES, Agent, Budget
from volto.rules import STANDARD, Family, Position, Ruleset


def play_out(
    white: Agent, red: Agent, first: Family = Family.WHITE, ruleset: Ruleset = STANDARD
) -> Position:
    """The end of a game; an illegal move would raise IllegalMove."""
    agents = {Family.WHITE: white, Family.RED: red}
    white_deployment = white.deploy(Family.WHITE, ruleset)
    red_deployment = red.deploy(Family.RED, ruleset)
    position = Position.start(white_deployment, red_deployment, first, ruleset=ruleset)
    while position.outcome is None:
        mover = position.to_move
        position = position.play(agents[mover].choose(position.view(mover), Budget()))
    return position


def match(one: str, other: str, games: int, ruleset: Ruleset = STANDARD) -> Iterator[float]:
    """What `one` scored in each game; seats and first turns are shared out evenly."""
    for seed in range(games):
        first = Family.RED if seed & 2 else Family.WHITE
        here = PERSONALITIES[one](Random(2 * seed))
        there = PERSONALITIES[other](Random(2 * seed + 1))
        seat = Family.RED if seed & 1 else Family.WHITE
        seated = (here, there) if seat is Family.WHITE else (there, here)
        outcome = play_out(*seated, first, ruleset).outcome
        assert outcome is not None
        yield 0.5 if outcome.winner is None else float(outcome.winner is seat)
