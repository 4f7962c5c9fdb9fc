"""What each mask can be, to judge by what everyone saw it do (H-3).

Every clue concerns one mask alone: how it stepped, that it captured, that it stood in the rival
palace and the game went on, that it was unmasked. Together with the roster they are all there is.
"""

from collections.abc import Iterable

from volto.rules import Family, Role, Scene, Turn
from volto.rules.moves import reach_table

EVERY_ROLE = frozenset(Role)


def possible_roles(scene: Scene, family: Family) -> list[frozenset[Role]]:
    """For each of a family's masks, in the order of their numbers: the roles it can have."""
    ids = scene.ids(family)
    found = [EVERY_ROLE] * len(ids)
    for number, turn in moves_of(scene, family):
        found[number - ids.start] &= roles_that_play(turn, family, scene)
    palace = scene.ruleset.palace_row(family.rival)
    for mask in scene.masks[ids.start : ids.stop]:
        index = mask.id - ids.start
        if mask.unmasked is not None:
            found[index] = frozenset({mask.unmasked})
        elif scene.outcome is None and (
            not mask.on_mat or any(cell.row == palace for cell in mask.trail)
        ):
            found[index] -= {Role.CANDIDATE}  # the game would be over
    return found


def roles_that_play(turn: Turn, family: Family, scene: Scene) -> frozenset[Role]:
    """The roles that can have made this turn."""
    mat = scene.ruleset.mat
    table = reach_table(family, mat.columns, mat.rows)
    move = turn.move
    roles = {role for role in Role if move in table[role][move.origin]}
    if turn.captured is not None:
        roles.discard(Role.LADY)
    return frozenset(roles)


def moves_of(scene: Scene, family: Family) -> Iterable[tuple[int, Turn]]:
    """The turns of a family, each with the number of the mask that made it, oldest first."""
    at = {trail[0]: number for number, trail in enumerate(scene.trails) if trail}
    mover = scene.first
    for turn in scene.history:
        origin, target = turn.move
        number = at.pop(origin)
        if turn.captured is not Role.LADY:
            at[target] = number
        else:
            at.pop(target)
        if mover is family:
            yield number, turn
        mover = mover.rival
