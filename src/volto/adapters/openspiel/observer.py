"""What a player sees, in strings and tensors, made from its View and nothing else.

Planes are seen from the player's palace (its row 0), like actions. With perfect recall there are
the player's deployment and every turn instead of the mat as it stands.
"""

from functools import cache
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from volto.adapters.deployment_phase import (
    OWN,
    OWN_MAY_BE,
    TALLIES,
    TO_MOVE,
    DeploymentPhase,
)
from volto.adapters.observation import (
    LAST,
    RIVAL,
    RIVAL_MAY_BE,
    Planes,
    scene_planes,
    seat_of,
    turned,
)
from volto.adapters.openspiel.state import FAMILIES, GameTerms, Stage
from volto.rules import Cell, Deployment, Mat, Ruleset, Turn, View, VoltoError
from volto.sim.layout import ROLES

Tensor = NDArray[np.float32]


class VoltoObserver:
    """An observer as `open_spiel.python.observation` wants it."""

    def __init__(self, terms: GameTerms, kind: Any, params: Any = None) -> None:
        if params:
            raise VoltoError(f"An observation of Volto has no parameters, so not {params}.")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise VoltoError("An observation of Volto shows one player's secrets, never both.")
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public, self._recall = kind.public_info, kind.perfect_recall
        mat, masks = terms.ruleset.mat, len(terms.ruleset.roster)
        plane = (mat.rows, mat.columns)
        shapes: dict[str, tuple[int, ...]] = {"player": (2,)}
        if self._private:
            own = {"deployment": (masks, 5)} if self._recall else {"own_roles": (5, *plane)}
            shapes |= own
        if self._public:
            shapes["placed"] = (2,)
            if self._recall:
                shapes["turns"] = (terms.longest, 2 * (mat.columns + mat.rows) + 10)
            else:
                shapes |= {
                    "own_masks": plane,
                    "rival_masks": plane,
                    "own_may_be": (5, *plane),
                    "rival_may_be": (5, *plane),
                    "last_move": (2, *plane),
                    "tallies": (TO_MOVE + 1,),
                }
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: Tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict: dict[str, Tensor] = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: Any, player: int) -> None:
        """Write what `player` sees of a state into `tensor`."""
        stage: Stage = state.stage
        if player < 0:
            self.tensor.fill(0.0)
        elif stage.position is not None:
            self.set_from_view(stage.position.view(FAMILIES[player]))
        else:  # while masks are being placed, only one's own are to be seen
            own, rival = stage.placed[player], stage.placed[1 - player]
            planes = own.observation(stage.to_act() is own.family)
            planes[TALLIES:].reshape(-1)[:TO_MOVE] = 0
            self._set_placed(own, len(rival.roles))
            self._set_planes(planes)

    def set_from_view(self, view: View) -> None:
        """Write what a view's seat sees into `tensor`: the same from a View alone."""
        seat, scene = seat_of(view), view.scene
        if self._recall and scene.turns != len(scene.history):
            raise VoltoError("An information state needs a view that has seen the whole game.")
        self._set_placed(_deployed(view), len(view.ruleset.roster))
        if "turns" in self.dict:
            for row, turn in zip(self.dict["turns"], view.history, strict=False):
                _set_turn(row, turn, view.ruleset.mat)
        if not self._recall:
            planes = scene_planes(scene, seat)
            own = turned(planes[OWN : OWN + len(ROLES)], seat)
            for cell, role in view.own.items():
                own[ROLES.index(role), cell.row, cell.column] = 1
            self._set_planes(planes)
        if "tallies" in self.dict:
            acts = scene.outcome is None and scene.to_move is seat
            self.dict["tallies"][TO_MOVE - 1 :] = scene.quiet, acts

    def _set_placed(self, own: DeploymentPhase, rival: int) -> None:
        """Begin anew with who the player is and what has been placed."""
        self.tensor.fill(0.0)
        self.dict["player"][FAMILIES.index(own.family)] = 1.0
        if "placed" in self.dict:
            self.dict["placed"][:] = len(own.roles), rival
        if "deployment" in self.dict:
            for at, role in enumerate(own.roles):
                self.dict["deployment"][at, ROLES.index(role)] = 1.0

    def _set_planes(self, planes: Planes) -> None:
        own_may_be = planes[OWN_MAY_BE : OWN_MAY_BE + len(ROLES)]
        parts = {
            "own_roles": planes[OWN : OWN + len(ROLES)],
            "own_masks": own_may_be.any(axis=0),
            "rival_masks": planes[RIVAL],
            "own_may_be": own_may_be,
            "rival_may_be": planes[RIVAL_MAY_BE : RIVAL_MAY_BE + len(ROLES)],
            "last_move": planes[LAST : LAST + 2],
            "tallies": planes[TALLIES:].reshape(-1)[: TO_MOVE + 1],
        }
        for name in parts.keys() & self.dict.keys():
            self.dict[name][:] = parts[name]

    def string_from(self, state: Any, player: int) -> str:
        """What `player` sees of a state, in one line."""
        stage: Stage = state.stage
        if stage.position is not None:
            return self.string_from_view(stage.position.view(FAMILIES[player]))
        placed = " ".join("." * len(phase.roles) for phase in stage.placed)
        return self._words(stage.placed[player], f"placing {stage.to_act()} {placed}".rstrip())

    def string_from_view(self, view: View) -> str:
        """What a view's seat sees, in one line: the same from a View alone."""
        if self._recall:
            end = [] if view.outcome is None else [f"{view.outcome.result} {view.outcome.reason}"]
            public = " ".join(["turns", *map(str, view.history), *end])
        else:
            public = f"{view if self._private else View(view.scene, None, ())}{_lost(view)}"
        return self._words(_deployed(view), public)

    def _words(self, own: DeploymentPhase, public: str) -> str:
        words = [f"{own.family} {own}"] if self._private else ["everyone"] if self._public else []
        return " ".join([*words, public] if self._public else words)


@cache
def _observer(ruleset: Ruleset, perfect_recall: bool) -> VoltoObserver:
    kind = pyspiel.IIGObservationType(perfect_recall=perfect_recall)
    return VoltoObserver(GameTerms(ruleset), kind)


def observation_tensor(view: View) -> Tensor:
    """`state.observation_tensor` of the view's seat, from a View alone."""
    observer = _observer(view.ruleset, False)
    observer.set_from_view(view)
    return observer.tensor.copy()


def information_state_tensor(view: View) -> Tensor:
    """`state.information_state_tensor` of the view's seat, from a View alone."""
    observer = _observer(view.ruleset, True)
    observer.set_from_view(view)
    return observer.tensor.copy()


def information_state_string(view: View) -> str:
    """`state.information_state_string` of the view's seat, from a View alone."""
    return _observer(view.ruleset, True).string_from_view(view)


def _deployed(view: View) -> DeploymentPhase:
    """The deployment of a view's seat, as it has placed it."""
    deployment = Deployment(view.roles, view.ruleset.mat.columns)
    return DeploymentPhase.of(deployment, seat_of(view), view.ruleset)


def _set_turn(row: Tensor, turn: Turn, mat: Mat) -> None:
    """One turn: columns and rows of origin and target, the role captured, the captor's role."""
    at = 0
    cells: tuple[Cell, Cell] = (turn.move.origin, turn.move.target)
    for cell in cells:
        row[at + cell.column] = row[at + mat.columns + cell.row] = 1.0
        at += mat.columns + mat.rows
    for role in (turn.captured, turn.captor):
        if role is not None:
            row[at + ROLES.index(role)] = 1.0
        at += len(ROLES)


def _lost(view: View) -> str:
    """The roles that were unmasked and left the mat."""
    words = ""
    for family in FAMILIES:
        roles = [mask.unmasked for mask in view.masks if mask.family is family and not mask.on_mat]
        if roles:
            words += f" {family} lost {''.join(sorted(role for role in roles if role))}"
    return words
