"""What one seat knows. The only door out for secrets.

A View is the public scene and the roles of one family. It is never made from the rival's roles,
and has no field that could hold them.
"""

from dataclasses import dataclass, field

from volto.rules.cells import Cell
from volto.rules.deployment import Deployment
from volto.rules.errors import IllegalMove, NotationError, VoltoError
from volto.rules.masks import LADY, RED, WHITE, Family, Mask, Role, as_roles
from volto.rules.moves import Move, legal_moves, refusal
from volto.rules.outcome import Outcome
from volto.rules.ruleset import STANDARD, Ruleset
from volto.rules.scene import Scene, Staged
from volto.rules.text import HIDDEN, MatText, lost_roles, role_of
from volto.rules.turn import Turn


@dataclass(frozen=True, slots=True, repr=False)
class View(Staged):
    """One seat's knowledge; a spectator's when `seat` is None."""

    scene: Scene
    seat: Family | None
    roles: tuple[Role, ...]
    """The roles of the seat's own masks, in the order of their numbers; empty for a spectator."""
    _moves: tuple[Move, ...] | None = field(default=None, compare=False)
    """What the seat may play, if that is known already: it follows from the rest."""

    def __post_init__(self) -> None:
        if self.seat is not None:
            object.__setattr__(self, "seat", Family(self.seat))
        object.__setattr__(self, "roles", as_roles(self.roles))

    @classmethod
    def start(
        cls,
        seat: Family | str | None,
        deployment: Deployment | str | None,
        first: Family | str = WHITE,
        ruleset: Ruleset = STANDARD,
    ) -> "View":
        """What a seat knows before the first turn: its own deployment."""
        if (seat is None) != (deployment is None):
            raise VoltoError("A seat has a deployment, and a spectator has none.")
        roles = () if deployment is None else Deployment.parse(deployment, ruleset).roles
        seat = None if seat is None else Family(seat)
        return cls(Scene.start(Family(first), ruleset), seat, roles)

    @property
    def masks(self) -> tuple[Mask, ...]:
        return self.scene.masks

    @property
    def own(self) -> dict[Cell, Role]:
        """The seat's masks on the mat, with their roles."""
        if self.seat is None:
            return {}
        base = self.scene.ids(self.seat).start
        return {cell: self.roles[n - base] for cell, n in self.scene.standing[self.seat].items()}

    def role(self, mask: int) -> Role | None:
        """The role of a mask, if this seat knows it: its own, or one that was unmasked."""
        if self.seat is not None:
            ids = self.scene.ids(self.seat)
            if mask in ids:
                return self.roles[mask - ids.start]
        return self.scene.unmasked[mask]

    def legal_moves(self) -> list[Move]:
        """The seat's moves when it is its turn; otherwise none."""
        if self.seat is not self.to_move or self.outcome is not None:
            return []
        if self._moves is not None:
            return list(self._moves)
        rivals = self.scene.standing[self.seat.rival]
        return legal_moves(self.seat, self.own, rivals, self.ruleset.mat)

    def after(self, turn: Turn | Move | str) -> "View":
        """What the seat knows once it has seen `turn`; raises IllegalMove if it cannot have.

        A turn does not always show that the game is over: `ended` tells it.
        """
        turn = Turn.parse(turn, self.ruleset.mat)
        self._check(turn)
        return View(self.scene.after(turn), self.seat, self.roles)

    def _check(self, turn: Turn) -> None:
        scene, move, mover = self.scene, turn.move, self.to_move
        if scene.outcome is not None:
            raise IllegalMove(f"The game is over: {scene.outcome.reason}.")
        own, rivals = scene.standing[mover], scene.standing[mover.rival]
        if mover is self.seat:
            if move not in self.legal_moves():
                raise IllegalMove(refusal(move, mover, self.own, rivals, self.ruleset.mat))
        elif not any(
            move in legal_moves(mover, dict.fromkeys(own, role), rivals, self.ruleset.mat)
            for role in ((turn.captor,) if turn.captor else Role)
        ):
            raise IllegalMove(f"No mask of {mover.title()} can play {turn}.")
        taken = rivals.get(move.target)
        if (taken is None) != (turn.captured is None):
            said, seen = ("a capture", "empty") if taken is None else ("a plain move", "taken")
            raise IllegalMove(f"{turn} is written as {said}, but {move.target} is {seen}.")
        if (turn.captured is LADY) != (turn.captor is not None):
            raise IllegalMove("A captured Lady, and only she, unmasks her captor (R-13).")
        for number, role in ((taken, turn.captured), (own[move.origin], turn.captor)):
            if number is not None and role is not None:
                self._check_role(turn, number, role)

    def _check_role(self, turn: Turn, number: int, role: Role) -> None:
        """Can this mask, which `turn` unmasks, have that role?"""
        known = self.role(number)
        if known not in (None, role):
            raise IllegalMove(f"{turn} shows {role}, but that mask is {known}.")
        family = WHITE if number in self.scene.ids(WHITE) else RED
        ids = self.scene.ids(family)
        shown = self.scene.unmasked[ids.start : ids.stop].count(role)
        if shown >= self.ruleset.roster.count(role):
            raise IllegalMove(f"{turn} shows {role}, but all of {family.title()}'s are unmasked.")

    def ended(self, outcome: Outcome, roles: tuple[Role, ...]) -> "View":
        """What the seat knows when it is told that the game is over: every role (H-4)."""
        roles = as_roles(roles)
        if self.outcome is not None:
            raise IllegalMove(f"The game is over: {self.outcome.reason}.")
        known = [self.role(number) for number in range(2 * len(self.ruleset.roster))]
        if len(roles) != len(known) or any(
            role not in (None, told) for role, told in zip(known, roles, strict=True)
        ):
            raise VoltoError("These roles do not fit what the seat has seen.")
        return View(self.scene.ended(outcome, roles), self.seat, self.roles)

    def __repr__(self) -> str:
        return f"<View of {self.seat or 'a spectator'}: {self}>"

    @classmethod
    def parse(cls, text: str, ruleset: Ruleset = STANDARD) -> "View":
        """Read a seat's or a spectator's view; the family whose roles are shown is the seat.

        The text of a view does not say which rival roles are lost, so neither does the result.
        """
        read = MatText.read(text, ruleset, "NACSLXnacslx")
        cells = {family: read.cells(family) for family in Family}
        shown = {}
        for family in Family:
            roles = [role_of(read.letters[cell]) for cell in cells[family]]
            known = [role for role in roles if role is not None]
            if known and len(known) < len(roles):
                hidden = next(i for i, letter in enumerate(text) if letter == HIDDEN[family])
                raise NotationError("a view hides all masks of a family or none", hidden + 1)
            if known:
                shown[family] = known
        if len(shown) == 2:
            raise NotationError("this shows both families' roles: it is a position, not a view")
        lost: dict[Family, list[Role | None]] = {}
        for family in Family:
            if family in shown:
                lost[family] = [*lost_roles(family, shown[family], ruleset, text)]
            else:
                missing = len(ruleset.roster) - len(cells[family])
                if missing < 0:
                    raise NotationError(f"{family.value.title()} has {-missing} masks too many")
                lost[family] = [None] * missing
        scene = Scene.set_up(cells, lost, read.to_move, read.quiet, read.turns, ruleset)
        seat = next(iter(shown), None)
        own = () if seat is None else (*shown[seat], *(role for role in lost[seat] if role))
        return cls(scene, seat, own)
