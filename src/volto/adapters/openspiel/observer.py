"""What a player sees, in strings and tensors, made from its View and nothing else.

Planes are seen from the player's palace (its row 0), like actions. With perfect recall there are
the player's deployment and every turn instead of the mat as it stands.
"""

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from volto.adapters.openspiel.state import FAMILIES, ROLES, Stage, Terms
from volto.belief import possible_roles
from volto.rules import Cell, Family, Scene, Turn, View, VoltoError

Tensor = NDArray[np.float32]

TALLIES = 12
"""Own masks lost of each role, the rival's, turns since a capture, 1 if the player is to act."""


class VoltoObserver:
    """An observer as `open_spiel.python.observation` wants it."""

    def __init__(self, terms: Terms, kind: Any, params: Any = None) -> None:
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
                    "tallies": (TALLIES,),
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
        self.tensor.fill(0.0)
        if player < 0:
            return
        seat = FAMILIES[player]
        self.dict["player"][player] = 1.0
        if "placed" in self.dict:
            mine, theirs = stage.placed[player], stage.placed[1 - player]
            self.dict["placed"][:] = len(mine), len(theirs)
        if "deployment" in self.dict:
            for at, role in enumerate(stage.placed[player]):
                self.dict["deployment"][at, ROLES.index(role)] = 1.0
        if stage.position is None:
            self._set_placing(stage, seat)
            return
        view = stage.position.view(seat)
        if "own_roles" in self.dict:
            planes = _turned(self.dict["own_roles"], seat)
            for cell, role in view.own.items():
                planes[ROLES.index(role), cell.row, cell.column] = 1.0
        if "turns" in self.dict:
            for row, turn in zip(self.dict["turns"], view.history, strict=False):
                _set_turn(row, turn, stage.terms)
        if "tallies" in self.dict:
            self._set_scene(view.scene, seat)

    def _set_placing(self, stage: Stage, seat: Family) -> None:
        """While masks are being placed, only one's own are to be seen."""
        player, width = FAMILIES.index(seat), stage.terms.ruleset.mat.columns
        front = stage.terms.ruleset.deployed_rows - 1
        for at, role in enumerate(stage.placed[player]):
            row, column = front - at // width, at % width
            if "own_roles" in self.dict:
                self.dict["own_roles"][ROLES.index(role), row, column] = 1.0
            if "own_masks" in self.dict:
                self.dict["own_masks"][row, column] = 1.0
                self.dict["own_may_be"][:, row, column] = 1.0
        if "tallies" in self.dict:
            self.dict["tallies"][TALLIES - 1] = stage.to_act() is seat

    def _set_scene(self, scene: Scene, seat: Family) -> None:
        """The mat as everyone sees it, from this seat's palace."""
        for family, whose in ((seat, "own"), (seat.rival, "rival")):
            masks = _turned(self.dict[f"{whose}_masks"], seat)
            may_be = _turned(self.dict[f"{whose}_may_be"], seat)
            possible = possible_roles(scene, family)
            base = scene.ids(family).start
            for cell, number in scene.standing[family].items():
                masks[cell.row, cell.column] = 1.0
                for role in possible[number - base]:
                    may_be[ROLES.index(role), cell.row, cell.column] = 1.0
        tallies = self.dict["tallies"]
        for mask in scene.masks:
            if not mask.on_mat and mask.unmasked is not None:
                tallies[5 * (mask.family is not seat) + ROLES.index(mask.unmasked)] += 1.0
        tallies[10] = scene.quiet
        tallies[11] = scene.outcome is None and scene.to_move is seat
        if scene.history:
            planes = _turned(self.dict["last_move"], seat)
            for plane, cell in zip(planes, scene.history[-1].move, strict=True):
                plane[cell.row, cell.column] = 1.0

    def string_from(self, state: Any, player: int) -> str:
        """What `player` sees of a state, in one line."""
        stage: Stage = state.stage
        seat = FAMILIES[player]
        words: list[str] = []
        if self._private:
            words.append(f"{seat} {stage.shown(seat)}")
        elif self._public:
            words.append("everyone")
        if self._public:
            words.append(self._public_words(stage, seat))
        return " ".join(words)

    def _public_words(self, stage: Stage, seat: Family) -> str:
        if stage.position is None:
            placed = "".join("." * len(roles) + " " for roles in stage.placed)
            return f"placing {stage.to_act()} {placed}".rstrip()
        if self._recall:
            outcome = stage.position.outcome
            end = [] if outcome is None else [f"{outcome.result} {outcome.reason}"]
            return " ".join(["turns", *map(str, stage.position.history), *end])
        view = stage.position.view(seat if self._private else None)
        return f"{view}{_lost(view)}"


def _turned(planes: Tensor, seat: Family) -> Tensor:
    """The planes as written from White's palace."""
    return planes if seat is Family.WHITE else planes[..., ::-1, ::-1]


def _set_turn(row: Tensor, turn: Turn, terms: Terms) -> None:
    """One turn: columns and rows of origin and target, the role captured, the captor's role."""
    mat = terms.ruleset.mat
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
