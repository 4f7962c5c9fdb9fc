"""What an engine has been told of its game, line by line: enough for a View, and no more."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from volto.notation.vei import NewGame, quoted
from volto.rules import (
    Deployment,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    Role,
    Turn,
    View,
    VoltoError,
)
from volto.rules.position import judge


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair at a table that is only heard of. Every line makes a new Seat, or an error and none.

    No error names a role of the engine's own masks that is not unmasked: callers log errors.
    """

    game: NewGame
    view: View | None = None
    """From the deployment on."""

    def before_play(self) -> NewGame:
        """The game that the engine is to deploy for."""
        if self.view is not None and self.view.history:
            raise VoltoError("The game has begun: a deployment comes before its first turn.")
        return self.game

    def deployed(self, deployment: Deployment) -> "Seat":
        """The engine's masks stand so, before the first turn."""
        game = self.before_play()
        return replace(self, view=View.start(game.family, deployment, game.first, game.ruleset))

    def read_deployment(self, text: str) -> Deployment:
        try:
            return Deployment.parse(text, self.game.ruleset)
        except NotationError as error:
            raise VoltoError(f"{quoted(text)} is no deployment: {error.reason}.") from None

    def at(self, moves: Sequence[str]) -> "Seat":
        """After these turns since the start; those that were told before are not played again."""
        turns = tuple(self._read_turn(number, text) for number, text in enumerate(moves, 1))
        view = self._deployed_view()
        if turns[: view.turns] != view.history:
            deployment = Deployment(view.roles, view.ruleset.mat.columns)
            view = View.start(view.seat, deployment, self.game.first, view.ruleset)
        for turn in turns[view.turns :]:
            view = _after(view, turn)
        return replace(self, view=view)

    def to_think(self) -> View:
        """What the engine knows, when it is its turn in a game that goes on."""
        view = self._deployed_view()
        if outcome := seen_end(view):
            raise VoltoError(f"The game is over: {outcome.reason}.")
        if view.to_move is not view.seat:
            raise VoltoError(f"It is {view.to_move.title()}'s turn, not this engine's.")
        return view

    def _deployed_view(self) -> View:
        if self.view is None:
            raise VoltoError("The engine has no deployment yet: say setup first.")
        return self.view

    def _read_turn(self, number: int, text: str) -> Turn:
        try:
            return Turn.parse(text, self.game.ruleset.mat)
        except NotationError as error:
            raise VoltoError(f"Turn {number}, {quoted(text)}: {error.reason}.") from None


def _after(view: View, turn: Turn) -> View:
    number = view.turns + 1
    if outcome := seen_end(view):
        raise IllegalMove(f"Turn {number}, {turn}: the game is over ({outcome.reason}).")
    try:
        View(view.scene, None, ()).after(turn)  # first as a spectator, whose errors tell nothing
    except IllegalMove as error:
        raise IllegalMove(f"Turn {number}, {turn}: {error}") from None
    try:
        return view.after(turn)
    except IllegalMove:
        raise IllegalMove(f"Turn {number}, {turn}: the engine's own masks forbid it.") from None


_SOME_MOVE = (Move.parse("a1a2"),)


def seen_end(view: View) -> Outcome | None:
    """How the game has ended, if the seat can tell.

    It cannot when a rival Candidate has slipped into its palace unseen (R-15) or the rival cannot
    move (H-1).
    """
    if view.outcome is not None or view.seat is None:
        return view.outcome
    scene, rival = view.scene, view.seat.rival
    ids = scene.ids(rival)
    left = Counter(view.ruleset.roster)
    left.subtract(role for role in scene.unmasked[ids.start : ids.stop] if role)
    # Any roles will do that the rival still has, as long as its Candidate stands where it may.
    palace = view.ruleset.palace_row(view.seat)
    cells = sorted(scene.standing[rival], key=lambda cell: cell.row == palace)
    roles = sorted(left.elements(), key=lambda role: role is not Role.CANDIDATE)
    others = dict(zip(cells, roles, strict=True))
    if view.to_move is view.seat:
        return judge(scene, view.own, others, view.legal_moves())
    return judge(scene, others, view.own, _SOME_MOVE)
