"""What can happen at one public moment of a game, whatever the two families hide.

Moves are public and a deployment is the only secret. So at every moment the game may have any of
some deployments of White and any of some of Red, independently of each other. A `Situation` says,
for all of them at once, which moves there are and what they lead to. The rules are asked for every
answer; they are asked once for each situation, however many games lead there.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volto.rules import (
    Deployment,
    Family,
    Move,
    Outcome,
    Position,
    Role,
    Scene,
    Turn,
    View,
    VoltoError,
)

Bools = NDArray[np.bool_]
Who = tuple[int, ...]
"""Numbers of deployments of one family."""

MOST_DEPLOYMENTS, MOST_SITUATIONS = 1_000, 500_000
"""What fits into memory and patience."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """The game is over if the mover deployed as one of `own` and its rival as one of `rival`."""

    move: int
    own: Who
    rival: Who
    value: float
    """1 if the mover has won, -1 if it has lost, 0 for a draw."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A turn after which the game goes on, for these deployments of the mover and of its rival."""

    move: int
    own: Who
    rival: Who
    turn: Turn
    then: int
    """The number of the situation that it leads to."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A public moment with a family to move."""

    moves: tuple[Move, ...]
    """Every move that some deployment allows."""
    legal: Bools
    """Which move (row) which deployment of the mover (column) allows."""
    orders: dict[int, tuple[int, ...]]
    """For each deployment the numbers of its moves, as `View.legal_moves` lists them."""
    branches: tuple[Branch, ...]
    ends: tuple[Leaf, ...]


Key = tuple[object, ...]


class Situations:
    """Every situation that can arise from `start`, each worked out once."""

    def __init__(self, start: Scene) -> None:
        ruleset = start.ruleset
        if Deployment.count(ruleset) > MOST_DEPLOYMENTS:
            raise VoltoError(
                f"A game that is written out whole has {MOST_DEPLOYMENTS:,} deployments at most, "
                f"not {Deployment.count(ruleset):,}."
            )
        self.deployments = tuple(Deployment.every(ruleset))
        self._numbers: dict[Key, int] = {}
        self._waiting: list[tuple[Scene, dict[Family, Who]]] = []
        self.all: list[Situation] = []
        everyone = tuple(range(len(self.deployments)))
        if not all(self._moves(start, start.to_move, who) for who in everyone):
            raise VoltoError("In this game some deployments cannot move at all: it is not solved.")
        self._number(start, dict.fromkeys(Family, everyone))
        while len(self.all) < len(self._waiting):
            self.all.append(self._explored(*self._waiting[len(self.all)]))

    def _number(self, scene: Scene, alive: dict[Family, Who]) -> int:
        """The number of a situation; the way there does not count."""
        key: Key = (
            *(frozenset(scene.standing[family].items()) for family in Family),
            scene.unmasked,
            scene.turns,
            scene.quiet if scene.ruleset.quiet else 0,
            *alive.values(),
        )
        if key not in self._numbers:
            if len(self._waiting) == MOST_SITUATIONS:
                raise VoltoError(f"This game has more than {MOST_SITUATIONS:,} situations.")
            self._numbers[key] = len(self._waiting)
            self._waiting.append((scene, alive))
        return self._numbers[key]

    def _explored(self, scene: Scene, alive: dict[Family, Who]) -> Situation:
        mover = scene.to_move
        allowed = {who: self._moves(scene, mover, who) for who in alive[mover]}
        moves = tuple(dict.fromkeys(move for some in allowed.values() for move in some))
        number = {move: index for index, move in enumerate(moves)}
        legal = np.zeros((len(moves), len(self.deployments)), np.bool_)
        for who, some in allowed.items():
            legal[[number[move] for move in some], who] = True
        branches: list[Branch] = []
        ends: list[Leaf] = []
        for move, index in number.items():
            able = tuple(who for who in alive[mover] if legal[index, who])
            for turn, own, rival in self._turns(scene, move, able, alive[mover.rival]):
                self._follow(scene, turn, index, own, rival, branches, ends)
        orders = {who: tuple(number[move] for move in some) for who, some in allowed.items()}
        return Situation(moves, legal, orders, tuple(branches), tuple(ends))

    def _moves(self, scene: Scene, family: Family, who: int) -> list[Move]:
        return View(scene, family, self.deployments[who].roles).legal_moves()

    def _position(self, scene: Scene, own: int, rival: int, mover: Family) -> Position:
        """The scene if `mover` deployed as `own`, and the other family as `rival`."""
        white, red = (own, rival) if mover is Family.WHITE else (rival, own)
        roles = (*self.deployments[white].roles, *self.deployments[red].roles)
        return Position.imagined(scene, roles)

    def _by_role(self, scene: Scene, mask: int, family: Family, among: Who) -> dict[Role, Who]:
        """Deployments of a family, sorted by the role that they give to one of its masks."""
        index = mask - scene.ids(family).start
        found: dict[Role, Who] = {}
        for who in among:
            role = self.deployments[who].roles[index]
            found[role] = (*found.get(role, ()), who)
        return found

    def _turns(
        self, scene: Scene, move: Move, own: Who, rival: Who
    ) -> Iterable[tuple[Turn, Who, Who]]:
        """What a move can turn out to be, and for whom: that hangs on the two masks that meet."""
        mover = scene.to_move
        taken = scene.standing[mover.rival].get(move.target)
        if taken is None:
            yield Turn(move), own, rival
            return
        meeting: dict[Turn, tuple[Who, Who]] = {}
        movers = self._by_role(scene, scene.standing[mover][move.origin], mover, own)
        for theirs in self._by_role(scene, taken, mover.rival, rival).values():
            for ours in movers.values():
                turn = self._position(scene, ours[0], theirs[0], mover).play(move).history[-1]
                before = meeting.get(turn, ((), ()))[0]
                meeting[turn] = (*before, *ours), theirs
        for turn, (ours, theirs) in meeting.items():
            yield turn, ours, theirs

    def _follow(
        self,
        before: Scene,
        turn: Turn,
        move: int,
        own: Who,
        rival: Who,
        branches: list[Branch],
        ends: list[Leaf],
    ) -> None:
        """Where the turn leads: to an end for some, and to one more situation for the others.

        Whether the game is over hangs on the mask that moved and, beyond what all can see, on
        whether the family to move has a move.
        """
        scene, mover = before.after(turn), before.to_move
        if scene.moved is None:
            raise AssertionError("a turn moves a mask")
        free = tuple(who for who in rival if self._moves(scene, mover.rival, who))
        stuck = tuple(who for who in rival if who not in free)
        going_on: list[int] = []
        for movers in self._by_role(scene, scene.moved, mover, own).values():
            for waiting in (free, stuck):
                if waiting:
                    outcome = self._position(scene, movers[0], waiting[0], mover).outcome
                    if outcome is not None:
                        ends.append(Leaf(move, movers, waiting, _value(outcome, mover)))
                    else:
                        going_on += movers
        if going_on:
            alive = {mover: tuple(sorted(going_on)), mover.rival: free}
            then = self._number(scene, {family: alive[family] for family in Family})
            branches.append(Branch(move, alive[mover], free, turn, then))


def _value(outcome: Outcome, family: Family) -> float:
    if outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner is family else -1.0
