"""Who meets whom: every two agents, in pairs of games with the seats swapped."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from volto.rules import Family, VoltoError

GAMES = ("a", "b")
"""The two games of a pair: in the first, the pair's first agent is White."""

Pairing = tuple[str, str]
"""Two agents by their words, in alphabetical order."""


class Pair(NamedTuple):
    """Two games between the same agents, numbered from 1 within their pairing."""

    one: str
    other: str
    number: int

    @property
    def pairing(self) -> Pairing:
        return self.one, self.other

    def seats(self, game: str) -> dict[Family, str]:
        """Who sits where in game `a` or `b`."""
        white, red = (self.one, self.other) if game == "a" else (self.other, self.one)
        return {Family.WHITE: white, Family.RED: red}


def schedule(agents: Sequence[str], pairs: int) -> Iterator[Pair]:
    """Every pair of a round robin, round by round, so that a match cut short is still balanced.

    The order in which the agents are named changes nothing.
    """
    pairings = list(combinations(sorted(agents), 2))
    for number in range(1, pairs + 1):
        for one, other in pairings:
            yield Pair(one, other, number)


def check_entry(agents: Sequence[str]) -> None:
    """Raise an error unless these agents can meet."""
    if len(agents) < 2:
        raise VoltoError("An arena needs two agents or more.")
    for agent in agents:
        if agents.count(agent) > 1:
            raise VoltoError(f"The agent {agent!r} is named twice.")
