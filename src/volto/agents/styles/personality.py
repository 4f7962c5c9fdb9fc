"""What a player with a style is made of: an ordered list of wishes, and a liking for places."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from volto.agents.agent import Budget
from volto.agents.assessment import Assessment
from volto.rules import Deployment, Family, Move, Role, Ruleset, View

Wish = Callable[[Move], float]
"""How well a move fulfils a wish: 0 or False is not at all."""


class Place(NamedTuple):
    """A cell of a deployment: rows counted from the front and from the palace, and a column."""

    from_front: int
    from_palace: int
    column: int


Liking = tuple[Role, Callable[[Place], bool]]
"""Where a mask of this role would like to stand."""


class Personality(ABC):
    """Plays a move that fulfils the first of its wishes that can be fulfilled.

    Among several such moves it draws, and draws the better ones more often.
    """

    name: str
    style: str
    """The style in one sentence, for those who choose an opponent."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    @abstractmethod
    def wishes(self, assessment: Assessment) -> Sequence[Wish]:
        """What it wants, most of all first."""

    @abstractmethod
    def likings(self, ruleset: Ruleset) -> Sequence[Liking]:
        """Where it likes to deploy, most important first; masks not named stand anywhere."""

    def choose(self, view: View, budget: Budget) -> Move:
        moves = view.legal_moves()
        for wish in self.wishes(Assessment(view)):
            weights = [wish(move) for move in moves]
            if any(weights):
                return self._rng.choices(moves, weights)[0]
        return self._rng.choice(moves)

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """At random, as far as the likings leave a choice."""
        places = [_place(number, ruleset) for number in range(len(ruleset.roster))]
        unplaced = list(ruleset.roster)
        self._rng.shuffle(unplaced)
        placed: dict[Place, Role] = {}
        for role, likes in self.likings(ruleset):
            liked = [place for place in places if place not in placed and likes(place)]
            if liked and role in unplaced:
                placed[self._rng.choice(liked)] = role
                unplaced.remove(role)
        others = iter(unplaced)
        roles = tuple(placed.get(place) or next(others) for place in places)
        return Deployment(roles, ruleset.mat.columns)


def in_front(place: Place) -> bool:
    return place.from_front == 0


def in_the_palace(place: Place) -> bool:
    return place.from_palace == 0


def _place(number: int, ruleset: Ruleset) -> Place:
    row, column = divmod(number, ruleset.mat.columns)
    return Place(row, ruleset.deployed_rows - 1 - row, column)
