"""A game from the first mask placed to the end, as one frozen value that OpenSpiel may copy.

Deployments are a part of the game: White places all its masks, then Red does, one role an action,
and only then the first turn is played. A family fills its rows as it sees them: the front row from
left to right, then its palace.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from volto.adapters.deployment_phase import DeploymentPhase, placement_of
from volto.exact.games import Deploying
from volto.rules import Deployment, Family, IllegalMove, Position, Role, Ruleset, VoltoError
from volto.sim.actions import action_of, actions_of, move_of
from volto.sim.layout import ROLES

FAMILIES = tuple(Family)
"""The family of each player: player 0 is White."""


@dataclass(frozen=True, slots=True)
class GameTerms:
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


@dataclass(frozen=True, slots=True)
class Stage:
    """One moment of a game."""

    terms: GameTerms
    placed: tuple[DeploymentPhase, DeploymentPhase]
    """The masks that White and Red have placed."""
    position: Position | None = None
    """The game, once all masks stand."""

    @classmethod
    def start(cls, terms: GameTerms) -> "Stage":
        white, red = (
            DeploymentPhase(family, terms.ruleset)
            if deployment is None
            else DeploymentPhase.of(deployment, family, terms.ruleset)
            for family, deployment in zip(FAMILIES, terms.fixed, strict=True)
        )
        return cls(terms, (white, red))._ready()

    def __deepcopy__(self, memo: dict[int, object]) -> "Stage":
        """A frozen value is its own copy: this is what makes a state cheap to clone."""
        return self

    @property
    def placing(self) -> Family | None:
        """The family whose masks are being placed; None when all stand."""
        return next((phase.family for phase in self.placed if not phase.done), None)

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
        return self.placed[FAMILIES.index(self.to_act())].in_hand()

    def actions(self) -> list[int]:
        """The legal actions, in rising order."""
        if self.over:
            return []
        if self.position is None:
            return [self.placement(role) for role in self.in_hand()]
        position, ruleset = self.position, self.terms.ruleset
        return sorted(action_of(move, position.to_move, ruleset) for move in position.legal_moves())

    def placement(self, role: Role) -> int:
        """The action, or the outcome of chance, that places a mask of this role next."""
        return ROLES.index(role) if self.by_chance else placement_of(role, self.terms.ruleset)

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
                white, red = (
                    phase.after(role) if phase.family is family else phase for phase in self.placed
                )
                return replace(self, placed=(white, red))._ready()
        raise IllegalMove(f"Action {action} places no mask that {family.title()} has in hand.")

    def _ready(self) -> "Stage":
        """The same, with the first position if the last mask has been placed."""
        if self.placing is not None:
            return self
        white, red = (phase.deployment() for phase in self.placed)
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
        return str(self.placed[FAMILIES.index(family)])

    def history(self, placed: Iterable[DeploymentPhase]) -> list[int]:
        """The actions that lead here if White and Red have placed these masks."""
        stage, actions = Stage.start(self.terms), []
        for fixed, phase in zip(self.terms.fixed, placed, strict=True):
            actions += [stage.placement(role) for role in phase.roles if fixed is None]
        if self.position is not None:
            mover, ruleset = self.terms.first, self.terms.ruleset
            for turn in self.position.history:
                actions.append(action_of(turn.move, mover, ruleset))
                mover = mover.rival
        return actions
