"""From a View to what the environments show: the way from training back to the table.

Everything here is made from a View alone, and equals what `sim.Batch`, the vector environment and
PettingZoo show the same seat; `sim.move_of` and `sim.action_of` turn their actions into moves and
back. The tensors of OpenSpiel are in `adapters.openspiel`.
"""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volto.adapters.deployment_phase import (
    OWN,
    OWN_MAY_BE,
    TALLIES,
    TO_MOVE,
    DeploymentPhase,
    placement_of,
)
from volto.belief import possible_roles
from volto.rules import Family, Scene, View, VoltoError
from volto.sim import PLANES, action_of, actions_of, observation_shape
from volto.sim.layout import ROLES

__all__ = ["action_mask", "observe", "pettingzoo_observation"]

Planes = NDArray[np.uint8]
Observation = dict[str, NDArray[Any]]
"""Planes and legal actions, as PettingZoo has them."""

RIVAL, LAST = PLANES.index("rival mask"), PLANES.index("last move's origin")
RIVAL_MAY_BE = PLANES.index("rival mask may be N, to judge by its moves")


def observe(view: View) -> Planes:
    """What the view's seat sees, as `Batch.observe` and the environments show it.

    Of a game that is over, too, it is what the seat knew by play. Lost masks whose role the view
    does not tell, which happens only if it was read from text, are not counted.
    """
    seat, scene = seat_of(view), view.scene
    hidden = {number for family in Family for number in scene.standing[family].values()}
    unmasked = (None if n in hidden else role for n, role in enumerate(scene.unmasked))
    planes = scene_planes(replace(scene, outcome=None, unmasked=tuple(unmasked)), seat)
    own = turned(planes[OWN : OWN + len(ROLES)], seat)
    for cell, role in view.own.items():
        own[ROLES.index(role), cell.row, cell.column] = 1
    return planes


def action_mask(view: View) -> NDArray[np.uint8]:
    """A 1 for every legal action of the view's seat, as `Batch.legal` has it; none out of turn."""
    seat, legal = seat_of(view), np.zeros(actions_of(view.ruleset), np.uint8)
    legal[[action_of(move, seat, view.ruleset) for move in view.legal_moves()]] = 1
    return legal


def pettingzoo_observation(known: View | DeploymentPhase, to_move: bool = True) -> Observation:
    """What PettingZoo shows the same seat in play, or while it places its masks.

    `to_move` tells whether it is the family's turn to place one.
    """
    moves = actions_of(known.ruleset)
    legal = np.zeros(moves + len(ROLES), np.int8)
    if isinstance(known, View):
        legal[:moves] = action_mask(known)
        return {"observation": observe(known), "action_mask": legal}
    if to_move:
        legal[[placement_of(role, known.ruleset) for role in known.in_hand()]] = 1
    return {"observation": known.observation(to_move), "action_mask": legal}


def seat_of(view: View) -> Family:
    if view.seat is None:
        raise VoltoError("A spectator has no seat, and environments show what a seat sees.")
    return view.seat


def scene_planes(scene: Scene, seat: Family) -> Planes:
    """The planes that everyone could draw who looks from this seat: all but its own roles."""
    planes = np.zeros(observation_shape(scene.ruleset), np.uint8)
    facing, tallies = turned(planes, seat), planes[TALLIES:].reshape(-1)
    for family, may_be in ((seat, OWN_MAY_BE), (seat.rival, RIVAL_MAY_BE)):
        possible, base = possible_roles(scene, family), scene.ids(family).start
        for cell, number in scene.standing[family].items():
            if family is not seat:
                facing[RIVAL, cell.row, cell.column] = 1
            for role in possible[number - base]:
                facing[may_be + ROLES.index(role), cell.row, cell.column] = 1
        lost = set(scene.ids(family)).difference(scene.standing[family].values())
        for role in filter(None, (scene.unmasked[number] for number in lost)):
            tallies[len(ROLES) * (family is not seat) + ROLES.index(role)] += 1
    if scene.history:
        for plane, cell in enumerate(scene.history[-1].move, LAST):
            facing[plane, cell.row, cell.column] = 1
    tallies[TO_MOVE - 1 : TO_MOVE + 1] = min(scene.quiet, 255), scene.to_move is seat
    return planes


def turned(planes: Planes, seat: Family) -> Planes:
    """The planes as written from White's palace."""
    return planes if seat is Family.WHITE else planes[..., ::-1, ::-1]
