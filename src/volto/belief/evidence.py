"""What each mask can be, to judge by what everyone saw it do (H-3).

Nearly every clue concerns one mask alone: how it stepped, that it captured, that it stood in the
rival palace and the game went on, that it was unmasked. Two rare ones join several masks: since the
game goes on, the family to move can move (H-1), and has a Lady left (R-14).
"""

from collections.abc import Iterable, Iterator
from functools import cache

from volto.rules import Cell, Family, Mat, Move, Role, Scene, Step, Turn
from volto.rules.moves import legal_moves, reach_table

EVERY_ROLE = frozenset(Role)
Roles = tuple[frozenset[Role], ...]
"""The roles that masks can have, by their numbers."""


def followed(scene: Scene) -> Iterator[tuple[Step | None, Roles]]:
    """Every turn remembered, with what each mask could be before it; at last what each can be now.

    The last has no turn.
    """
    ruleset = scene.ruleset
    roles = [EVERY_ROLE] * len(scene.trails)
    for family in Family:  # a game read from text may begin in the middle
        for number in scene.ids(family):
            trail, unmasked = scene.trails[number], scene.unmasked[number]
            if not trail and unmasked is not None:
                roles[number] = frozenset({unmasked})
            elif not trail or trail[0].row == ruleset.palace_row(family.rival):
                roles[number] -= {Role.CANDIDATE}  # the game would be over
    for step in scene.replay():
        yield step, tuple(roles)
        turn, family = step.turn, step.family
        roles[step.mask] &= roles_that_play(turn, family, scene)
        if turn.move.target.row == ruleset.palace_row(family.rival):
            roles[step.mask] -= {Role.CANDIDATE}
        if step.taken is not None and turn.captured is not None:
            roles[step.taken] = frozenset({turn.captured})
    yield (
        None,
        tuple(
            possible if unmasked is None else frozenset({unmasked})
            for possible, unmasked in zip(roles, scene.unmasked, strict=True)
        ),
    )


def possible_roles(scene: Scene, family: Family) -> Roles:
    """For each of a family's masks, in the order of their numbers: the roles it can have."""
    ids = scene.ids(Family(family))
    *_, (_, roles) = followed(scene)
    return roles[ids.start : ids.stop]


def roles_that_play(turn: Turn, family: Family, scene: Scene) -> frozenset[Role]:
    """The roles that can have made this turn."""
    return _roles_that_play(turn.move, turn.captured is not None, family, scene.ruleset.mat)


@cache
def _roles_that_play(move: Move, captures: bool, family: Family, mat: Mat) -> frozenset[Role]:
    table = reach_table(family, mat.columns, mat.rows)
    roles = frozenset(role for role in Role if move in table[role][move.origin])
    return roles - {Role.LADY} if captures else roles


Clue = list[tuple[int, Role]]
"""One at least of these is so: this mask (counted within its family) has this role."""


def joint_clues(scene: Scene, family: Family, possible: Roles) -> Iterable[Clue]:
    """What follows for several masks together from the game's going on.

    `possible` is what each can be by itself.
    """
    if scene.outcome is not None:
        return
    base = scene.ids(family).start
    standing = {cell: number - base for cell, number in scene.standing[family].items()}
    if family is scene.to_move:
        clue: Clue = []
        for cell, index in standing.items():
            movable = [role for role in possible[index] if can_move(role, cell, family, scene)]
            clue += [(index, role) for role in movable]
            if len(movable) == len(possible[index]):  # whatever it is, it can move
                break
        else:
            yield clue
    lost = [mask for mask in scene.masks if mask.family is family and not mask.on_mat]
    if Role.LADY in scene.ruleset.roster and any(mask.unmasked is None for mask in lost):
        yield [(index, Role.LADY) for index in standing.values()]


def can_move(role: Role, cell: Cell, family: Family, scene: Scene) -> bool:
    """Could a mask of this role move from where it stands?"""
    own, rivals = scene.standing[family], scene.standing[family.rival]
    near = dict.fromkeys(own, Role.NOBLE) | {cell: role}
    moves = legal_moves(family, near, rivals, scene.ruleset.mat)
    return any(move.origin == cell for move in moves)
