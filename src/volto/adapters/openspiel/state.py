"""A game from the first mask placed to the end, as one frozen value that OpenSpiel may copy.

Deployments are a part of the game: White places all its masks, then Red does, one role an action,
and only then the first turn is played. A family fills its rows as it sees them: the front row from
left to right, then its palace.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from volto.exact.games import Deploying
from volto.rules import Deployment, Family, IllegalMove, Position, Role, Ruleset, VoltoError
from volto.sim.actions import action_of, actions_of, move_of

FAMILIES = tuple(Family)
"""The family of each player: player 0 is White."""
ROLES = tuple(Role)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before the game: the rules, who begins, and who deploys."""

    ruleset: Ruleset
    deploying: Deploying = Deploying.CHOSEN
    first: Family = Family.WHITE
    fixed: tuple[Deployment | None, Deployment | None] = (None, None)
    """White's and Red's deployment, where it is a part of the rules; both players know it."""

    def __post_init__(self) -> None:
        if not (self.ruleset.quiet or self.ruleset.turn_cap):
            raise VoltoError("A game of OpenSpiel must end: it needs a quiet limit or a turn cap.")
        for deployment in self.fixed:
            if deployment is not None:
                deployment.check(self.ruleset)

    @property
    def moves(self) -> int:
        """How many actions are moves; after them come five that place a mask, one a role."""
        return actions_of(self.ruleset)

    @property
    def placements(self) -> int:
        """How many masks are placed before the first turn."""
        return len(self.ruleset.roster) * self.fixed.count(None)

    @property
    def chance(self) -> bool:
        """Does chance place any mask?"""
        return self.deploying is Deploying.DRAWN and self.placements > 0

    @property
    def longest(self) -> int:
        """More turns than this no game has: one mask at least is lost every `quiet` turns."""
        limits = [self.ruleset.quiet * 2 * len(self.ruleset.roster), self.ruleset.turn_cap]
        return min(limit for limit in limits if limit)

    def deployment(self, family: Family, placed: tuple[Role, ...]) -> Deployment:
        """The deployment, as it is written, of a family that has placed these roles."""
        seen = Deployment(placed, self.ruleset.mat.columns)
        return seen if Family(family) is Family.WHITE else seen.mirrored()


@dataclass(frozen=True, slots=True)
class Stage:
    """One moment of a game."""

    terms: Terms
    placed: tuple[tuple[Role, ...], tuple[Role, ...]]
    """The roles that White and Red have placed, each in the order of placing."""
    position: Position | None = None
    """The game, once all masks stand."""

    @classmethod
    def start(cls, terms: Terms) -> "Stage":
        white, red = (
            () if deployment is None else as_placed(deployment, family)
            for family, deployment in zip(FAMILIES, terms.fixed, strict=True)
        )
        return cls(terms, (white, red))._ready()

    def __deepcopy__(self, memo: dict[int, object]) -> "Stage":
        """A frozen value is its own copy: this is what makes a state cheap to clone."""
        return self

    @property
    def placing(self) -> Family | None:
        """The family whose masks are being placed; None when all stand."""
        size = len(self.terms.ruleset.roster)
        for family, placed in zip(FAMILIES, self.placed, strict=True):
            if len(placed) < size:
                return family
        return None

    @property
    def over(self) -> bool:
        return self.position is not None and self.position.outcome is not None

    @property
    def by_chance(self) -> bool:
        """Is the next action drawn?"""
        return self.position is None and self.terms.deploying is Deploying.DRAWN

    def to_act(self) -> Family:
        """Whose action, or whose mask to be placed, is next."""
        return self.placing or self._playing().to_move

    def _playing(self) -> Position:
        if self.position is None:
            raise VoltoError("The masks are not all placed yet.")
        return self.position

    def in_hand(self) -> dict[Role, int]:
        """The masks that the family that is placing has yet to place."""
        family = self.to_act()
        roster, placed = self.terms.ruleset.roster, self.placed[FAMILIES.index(family)]
        left = {role: roster.count(role) - placed.count(role) for role in ROLES}
        return {role: number for role, number in left.items() if number}

    def actions(self) -> list[int]:
        """The legal actions, in rising order."""
        if self.over:
            return []
        if self.position is None:
            return [self.placement(role) for role in self.in_hand()]
        position, ruleset = self.position, self.terms.ruleset
        return sorted(action_of(move, position.to_move, ruleset) for move in position.moves)

    def placement(self, role: Role) -> int:
        """The action, or the outcome of chance, that places a mask of this role next."""
        return ROLES.index(role) + (0 if self.by_chance else self.terms.moves)

    def after(self, action: int) -> "Stage":
        """The next moment; raises IllegalMove, with the reason, and changes nothing."""
        if self.position is not None:
            if not 0 <= action < self.terms.moves:
                raise IllegalMove(f"Action {action} is no move, and all masks are placed.")
            move = move_of(action, self.position.to_move, self.terms.ruleset)
            return replace(self, position=self.position.play(move))
        family = self.to_act()
        for role in self.in_hand():
            if action == self.placement(role):
                white, red = self.placed
                if family is Family.WHITE:
                    return replace(self, placed=((*white, role), red))._ready()
                return replace(self, placed=(white, (*red, role)))._ready()
        raise IllegalMove(f"Action {action} places no mask that {family.title()} has in hand.")

    def _ready(self) -> "Stage":
        """The same, with the first position if the last mask has been placed."""
        if self.placing is not None:
            return self
        white, red = (
            self.terms.deployment(family, placed)
            for family, placed in zip(FAMILIES, self.placed, strict=True)
        )
        position = Position.start(white, red, self.terms.first, ruleset=self.terms.ruleset)
        return replace(self, position=position)

    def describe(self, action: int) -> str:
        """An action in words: `b2b3`, or the letter of the role to be placed."""
        if self.position is not None:
            return str(move_of(action, self.position.to_move, self.terms.ruleset))
        return str(ROLES[action if self.by_chance else action - self.terms.moves])

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 for both in a draw and while the game goes on."""
        outcome = self.position.outcome if self.position else None
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if family is outcome.winner else -1.0 for family in FAMILIES]

    def __str__(self) -> str:
        rows = [self.shown(family) for family in FAMILIES]
        if self.position is None:
            return " ".join(rows)
        turns = " ".join(map(str, self.position.history))
        return f"{' '.join(rows)} {self.position}{': ' if turns else ''}{turns}"

    def shown(self, family: Family) -> str:
        """A family's deployment, as it sees it, with a dot for every mask in hand."""
        placed = self.placed[FAMILIES.index(family)]
        letters = "".join(placed).ljust(len(self.terms.ruleset.roster), ".")
        width = self.terms.ruleset.mat.columns
        return "/".join(letters[at : at + width] for at in range(0, len(letters), width))

    def history(self, placed: Iterable[tuple[Role, ...]]) -> list[int]:
        """The actions that lead here if White and Red have placed these roles."""
        stage, actions = Stage.start(self.terms), []
        for fixed, roles in zip(self.terms.fixed, placed, strict=True):
            actions += [stage.placement(role) for role in roles if fixed is None]
        if self.position is not None:
            mover, ruleset = self.terms.first, self.terms.ruleset
            for turn in self.position.history:
                actions.append(action_of(turn.move, mover, ruleset))
                mover = mover.rival
        return actions


def as_placed(deployment: Deployment, family: Family) -> tuple[Role, ...]:
    """The roles of a deployment in the order in which the family places them."""
    return deployment.roles if family is Family.WHITE else deployment.mirrored().roles
