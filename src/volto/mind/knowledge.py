"""What one seat can work out from its View, each thing once and only when somebody asks for it."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from volto.belief import Belief
from volto.belief.deployment_sets import role_table
from volto.belief.evidence import Roles, followed
from volto.mind.move_history import traces_of
from volto.mind.worlds import enter_all, mask_bits
from volto.rules import Cell, Family, Move, Role, Ruleset, View, VoltoError
from volto.sim.fields import FIELDS, LAST_ORIGIN, LAST_TARGET, RULED, SINCE, TO_MOVE, TURN
from volto.sim.kernel import U
from volto.sim.layout import FAMILIES, ROLES, bit

REMEMBERED = 32
"""Views of which the knowledge is kept."""


class RivalTurn(NamedTuple):
    """A turn of the rival, and the game before it as the seat knows it."""

    row: NDArray[np.uint64]
    """As in `Knowledge.row`."""
    number: int
    """Its place among the turns that the scene remembers."""
    bits: NDArray[np.uint8]
    """Where the rival's masks stand, in the order of their numbers; OFF_MAT if lost."""
    mask: int
    """Counted within its family."""
    move: Move


class Knowledge:
    """All that follows from a view: which deployments fit, and the game as numbers."""

    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise VoltoError("A spectator has no moves to think about.")
        self.view, self.scene = view, view.scene
        self.seat, self.rival = view.seat, view.seat.rival
        *past, (_, self._possible) = followed(view.scene)
        self._past = [(step, roles) for step, roles in past if step is not None]
        self._rival_turns: dict[int, RivalTurn] = {}

    @staticmethod
    @lru_cache(maxsize=REMEMBERED)
    def of(view: View) -> "Knowledge":
        """The knowledge of a view: the same one for everybody who asks."""
        return Knowledge(view)

    @cached_property
    def belief(self) -> Belief:
        """What the rival may be hiding."""
        return self._belief(self.rival)

    @cached_property
    def exposed(self) -> Belief:
        """What the rival can know of the seat's own masks."""
        return self._belief(self.seat)

    def _belief(self, family: Family) -> Belief:
        ids = self.scene.ids(family)
        return Belief.about(self.scene, family, self._possible[ids.start : ids.stop])

    @cached_property
    def fits(self) -> NDArray[np.float64]:
        """1 for each deployment that the rival may have, else 0."""
        found = np.zeros(len(role_table(self.scene.ruleset)))
        found[self.belief.numbers] = 1.0
        return found

    @property
    def rival_number(self) -> int:
        """The rival family's number."""
        return FAMILIES.index(self.rival)

    @cached_property
    def rival_bits(self) -> NDArray[np.uint8]:
        """Where the rival's masks stand, in the order of their numbers; OFF_MAT if lost."""
        return mask_bits(self._standing, self.scene.ids(self.rival))

    @cached_property
    def _standing(self) -> dict[Cell, int]:
        standing = self.scene.standing
        return {**standing[Family.WHITE], **standing[Family.RED]}

    @cached_property
    def row(self) -> NDArray[np.uint64]:
        """The game now. The rival's masks stand there as Nobles; as many as it has Ladies left are
        counted as such, no matter which."""
        scene = self.scene
        row = self._row(self._standing, self._possible, scene.to_move, len(self._past))
        row[SINCE], row[TURN] = scene.quiet, scene.turns
        return row

    @cached_property
    def traces(self) -> NDArray[np.int16]:
        """The past of the masks before every turn that the scene remembers, and last of all now."""
        return traces_of([step for step, _ in self._past], self.scene.ruleset)

    def rival_turns(self, known: int = 0) -> list[RivalTurn]:
        """The rival's turns, oldest first, after the first `known` turns of both families."""
        return [
            self._rival_turn(number)
            for number in range(known, len(self._past))
            if self._past[number][0].family is self.rival
        ]

    def _rival_turn(self, number: int) -> RivalTurn:
        if number not in self._rival_turns:
            step, possible = self._past[number]
            ids = self.scene.ids(self.rival)
            row = self._row(step.before, possible, self.rival, number)
            row[TURN], row[SINCE] = step.number - 1, self._quiet[number]
            self._rival_turns[number] = RivalTurn(
                row, number, mask_bits(step.before, ids), step.mask - ids.start, step.turn.move
            )
        return self._rival_turns[number]

    @cached_property
    def _quiet(self) -> list[int]:
        """Turns without a capture, as far as the scene remembers, before each of them."""
        found = [0]
        for step, _ in self._past:
            found.append(0 if step.taken is not None else found[-1] + 1)
        return found

    def _row(
        self, at: Mapping[Cell, int], possible: Roles, mover: Family, turns: int
    ) -> NDArray[np.uint64]:
        """A moment of the game, after so many of the turns that the scene remembers."""
        row = public_row(at, possible, mover, self.scene.ruleset)
        own = mask_bits(at, self.scene.ids(self.seat))
        enter_all(row.reshape(1, -1), FAMILIES.index(self.seat), own, self._own_roles)
        if turns:
            origin, target = self._past[turns - 1][0].turn.move
            row[LAST_ORIGIN], row[LAST_TARGET] = U(1 << bit(origin)), U(1 << bit(target))
        return row

    @cached_property
    def _own_roles(self) -> NDArray[np.uint8]:
        return np.array([[ROLES.index(role) for role in self.view.roles]], np.uint8)


def public_row(
    at: Mapping[Cell, int], possible: Roles, mover: Family, ruleset: Ruleset
) -> NDArray[np.uint64]:
    """The mat as everyone sees it, with what each mask can be by its number.

    Masks stand there as Nobles; as many as a family has Ladies left are counted as such, no matter
    which.
    """
    size = len(ruleset.roster)
    fields = [0] * FIELDS
    ladies = [ruleset.roster.count(Role.LADY)] * 2
    on_mat = set(at.values())
    for mask, roles in enumerate(possible):
        if mask not in on_mat and roles == {Role.LADY}:
            ladies[mask >= size] -= 1
    for cell, mask in sorted(at.items(), key=lambda item: bit(item[0])):
        number, here = int(mask >= size), 1 << bit(cell)
        fields[4 * number] |= here
        if ladies[number]:
            ladies[number] -= 1
            fields[4 * number + 2] |= here
        for index, role in enumerate(ROLES):
            if role not in possible[mask]:
                fields[RULED + 5 * number + index] |= here
    fields[TO_MOVE] = FAMILIES.index(mover)
    return np.array(fields, np.uint64)
