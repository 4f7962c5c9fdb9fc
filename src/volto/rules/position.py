"""The whole truth of a game at one moment. `play` returns the next one."""

from collections.abc import Sequence
from dataclasses import dataclass

from volto.rules.cells import Cell
from volto.rules.deployment import Deployment
from volto.rules.errors import IllegalMove, NotationError, VoltoError
from volto.rules.events import Event
from volto.rules.masks import CANDIDATE, LADY, WHITE, Family, Role, as_roles
from volto.rules.moves import Move, legal_moves, refusal
from volto.rules.outcome import Outcome, Reason
from volto.rules.ruleset import STANDARD, LadyRule, Ruleset
from volto.rules.scene import Scene, Staged
from volto.rules.text import MatText, lost_roles
from volto.rules.turn import Turn
from volto.rules.view import View


@dataclass(frozen=True, slots=True, eq=False)
class Position(Staged):
    """The scene and every role behind it.

    Two positions are equal when their texts, rules and outcomes are: the way there does not count.
    """

    scene: Scene
    roles: tuple[Role, ...]
    """The role of every mask, by its number."""
    _moves: tuple[Move, ...]

    @classmethod
    def start(
        cls,
        white: Deployment | str,
        red: Deployment | str,
        first: Family | str = WHITE,
        ladies: str | None = None,
        quiet: int | None = None,
        ruleset: Ruleset = STANDARD,
    ) -> "Position":
        """Both families deployed, `first` to move; `ladies` and `quiet` amend the ruleset."""
        ruleset = ruleset.but(ladies, quiet)
        white, red = (Deployment.parse(told, ruleset) for told in (white, red))
        return cls._judged(Scene.start(Family(first), ruleset), (*white.roles, *red.roles))

    @classmethod
    def parse(
        cls,
        text: str,
        ladies: str | None = None,
        quiet: int | None = None,
        ruleset: Ruleset = STANDARD,
    ) -> "Position":
        """Read `lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0`; a game that has ended there is over."""
        ruleset = ruleset.but(ladies, quiet)
        read = MatText.read(text, ruleset, "NACSLnacsl")
        cells = {family: read.cells(family) for family in Family}
        shown = {
            family: [Role(read.letters[cell].upper()) for cell in cells[family]]
            for family in Family
        }
        lost = {family: lost_roles(family, shown[family], ruleset, text) for family in Family}
        if all(CANDIDATE in roles for roles in lost.values()):
            raise NotationError("both Candidates are missing, and no game goes on after the first")
        ladies_of_roster = ruleset.roster.count(LADY)
        if ladies_of_roster and not any(LADY in shown[family] for family in Family):
            raise NotationError("both families have lost all Ladies, and the first ends the game")
        goal = ruleset.palace_row(read.to_move.rival)
        for cell, role in zip(cells[read.to_move], shown[read.to_move], strict=True):
            if role is CANDIDATE and cell.row == goal:
                raise NotationError(
                    f"{read.to_move.title()}'s Candidate stands in the rival palace on its own "
                    "turn, but it has won on the turn before (R-15)"
                )
        scene = Scene.set_up(cells, lost, read.to_move, read.quiet, read.turns, ruleset)
        roles = (role for family in Family for role in (*shown[family], *lost[family]))
        return cls._judged(scene, tuple(roles))

    @classmethod
    def imagined(cls, scene: Scene, roles: tuple[Role, ...]) -> "Position":
        """The position of this scene if these were the roles behind its masks, by their numbers."""
        return cls._judged(scene, as_roles(roles))

    @classmethod
    def _judged(cls, scene: Scene, roles: tuple[Role, ...]) -> "Position":
        """The position of this scene, with its legal moves or its outcome."""
        own = _roles_on_mat(scene, roles, scene.to_move)
        rivals = _roles_on_mat(scene, roles, scene.to_move.rival)
        moves = legal_moves(scene.to_move, own, rivals, scene.ruleset.mat)
        outcome = judge(scene, own, rivals, moves)
        if outcome is not None:
            return cls(scene.ended(outcome, roles), roles, ())
        return cls(scene, roles, tuple(moves))

    def legal_moves(self) -> list[Move]:
        """What the family to move may do; nothing once the game has ended."""
        return list(self._moves)

    def events(self) -> tuple[Event, ...]:
        """What the last turn did, as everyone saw it."""
        return self.scene.events()

    def play(self, move: Move | Turn | str) -> "Position":
        """The position after a move; raises IllegalMove, with the reason, and changes nothing.

        A move that is told with what it did (`b2xb3=N`) must have done so.
        """
        if not isinstance(move, Move):
            told = Turn.parse(move, self.ruleset.mat)
            played = self.play(told.move)
            if told.captured and told != played.history[-1]:
                raise IllegalMove(f"{told} is not what this move does.")  # and no role is told
            return played
        if move not in self._moves:
            raise IllegalMove(self._refusal(move))
        return Position._judged(self.scene.after(self._turn(move)), self.roles)

    def _turn(self, move: Move) -> Turn:
        """What a legal move does: this looks under the rival's mask."""
        taken = self.scene.standing[self.to_move.rival].get(move.target)
        if taken is None:
            return Turn(move)
        captured = self.roles[taken]
        if captured is not LADY:
            return Turn(move, captured)
        return Turn(move, captured, self.roles[self.scene.standing[self.to_move][move.origin]])

    def _refusal(self, move: Move) -> str:
        if self.outcome is not None:
            return f"The game is over: {self.outcome.reason}."
        own = _roles_on_mat(self.scene, self.roles, self.to_move)
        rivals = self.scene.standing[self.to_move.rival]
        return refusal(move, self.to_move, own, rivals, self.ruleset.mat)

    def end(self, winner: Family | str | None, reason: Reason | str) -> "Position":
        """The game ended by word or clock: agreed, resigned (H-4), time, abandoned."""
        if self.outcome is not None:
            raise IllegalMove(f"The game is over: {self.outcome.reason}.")
        outcome = Outcome(None if winner is None else Family(winner), Reason(reason))
        if fault := outcome.spoken_fault():
            raise VoltoError(f"A game cannot end so: {fault}.")
        return Position(self.scene.ended(outcome, self.roles), self.roles, ())

    def resign(self, family: Family | str) -> "Position":
        """`family` gives up (H-4)."""
        return self.end(Family(family).rival, Reason.RESIGNED)

    def agree_draw(self) -> "Position":
        """Both players agree to a draw (H-2)."""
        return self.end(None, Reason.AGREED)

    def view(self, seat: Family | str | None) -> View:
        """What one seat knows, or a spectator (None)."""
        if seat is None:
            return View(self.scene, None, ())
        family = Family(seat)
        ids = self.scene.ids(family)
        moves = self._moves if family is self.to_move else ()
        return View(self.scene, family, self.roles[ids.start : ids.stop], moves)

    def role(self, number: int) -> Role:
        """The role of a mask by its number."""
        return self.roles[number]

    def __repr__(self) -> str:
        rules = "" if self.ruleset == STANDARD else f", ruleset={self.ruleset!r}"
        return f"Position.parse({str(self)!r}{rules})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, Ruleset, Outcome | None]:
        return str(self), self.ruleset, self.outcome


def judge(
    scene: Scene, own: dict[Cell, Role], rivals: dict[Cell, Role], moves: Sequence[Move]
) -> Outcome | None:
    """Has the game ended, now that a turn is over? `own` is the family to move, `rivals` has moved.

    The clauses are asked in this order; the first that applies decides.
    """
    ruleset, waiting, moved = scene.ruleset, scene.to_move, scene.to_move.rival
    own_roles, rival_roles = own.values(), rivals.values()
    if CANDIDATE not in rival_roles:  # it took a Lady and left with her
        return Outcome(waiting, Reason.CANDIDATE_TOOK_LADY)
    if CANDIDATE not in own_roles:
        return Outcome(moved, Reason.CANDIDATE_CAPTURED)
    if LADY in ruleset.roster:
        for family, roles in ((waiting, own_roles), (moved, rival_roles)):
            if LADY not in roles:
                owner_wins = ruleset.ladies is LadyRule.OWNER
                return Outcome(family if owner_wins else family.rival, Reason.LADIES)
    goal = ruleset.palace_row(waiting)
    for cell, role in rivals.items():
        if cell.row == goal and role is CANDIDATE:
            return Outcome(moved, Reason.PALACE)
    if not moves:  # H-1
        return Outcome(moved, Reason.BLOCKED)
    if ruleset.quiet and scene.quiet >= ruleset.quiet:  # H-2
        return Outcome(None, Reason.QUIET)
    if ruleset.turn_cap and scene.turns >= ruleset.turn_cap:
        return Outcome(None, Reason.TURN_CAP)
    return None


def _roles_on_mat(scene: Scene, roles: tuple[Role, ...], family: Family) -> dict[Cell, Role]:
    return {cell: roles[number] for cell, number in scene.standing[family].items()}
