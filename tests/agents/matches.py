"""Matches between two personalities."""

from collections.abc import Iterator
from random import Random

from volto.agents import PERSONALITIES, play_game
from volto.rules import STANDARD, Family, Ruleset


def match(one: str, other: str, games: int, ruleset: Ruleset = STANDARD) -> Iterator[float]:
    """What `one` scored in each game; seats and first turns are shared out evenly."""
    for seed in range(games):
        first = Family.RED if seed & 2 else Family.WHITE
        here = PERSONALITIES[one](Random(2 * seed))
        there = PERSONALITIES[other](Random(2 * seed + 1))
        seat = Family.RED if seed & 1 else Family.WHITE
        seated = (here, there) if seat is Family.WHITE else (there, here)
        outcome = play_game(*seated, first, ruleset).outcome
        assert outcome is not None
        yield 0.5 if outcome.winner is None else float(outcome.winner is seat)
